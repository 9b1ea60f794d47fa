//! Small records for tests: plain values in the places a test does not care about.

use std::time::Duration;

use jiff::{Timestamp, tz::Offset};
use memoryos::{
    ports::{Call, CallOutcome, Change, Job, JobKind, Purpose, Usage, Vectors},
    types::{
        About, Attribute, AttributeKind, Chain, ChainId, DIMENSIONS, Embedding, Fact, FactId, ItemId, JobId,
        Level, Message, Moment, Owner, Page, PageId, PageState, Place, Profile, ProfileVersion, Segment,
        SegmentId, Source, Trait, Turn, TurnKey,
    },
};

/// Seconds since 1970 of [`instant(0)`](instant): 2026-01-01T00:00:00Z.
const NEW_YEAR: i64 = 1_767_225_600;

/// A point in time, `secs` after the first of January 2026 in UTC.
///
/// # Panics
/// When it lies outside the years −9999 to 9999.
pub fn instant(secs: i64) -> Timestamp {
    Timestamp::from_second(NEW_YEAR + secs).expect("a test stays within the years a timestamp has")
}

/// `user` with an assistant called `assistant`.
///
/// # Panics
/// When `user` is no id.
pub fn owner(user: &str) -> Owner {
    Owner::new(user, "assistant").expect("a test's user has a name")
}

/// A turn of two unnamed speakers, said at [`instant(0)`](instant) in a zone that is not known.
///
/// # Panics
/// When it is no turn.
pub fn turn(user: &str, assistant: &str) -> Turn {
    let at = Moment::utc(instant(0));
    Turn::new(Message::new(user), Message::new(assistant), at).expect("a test's turn has words")
}

/// The page at `order`, with that number as its id, in short-term memory. Its words name its order.
pub fn page(order: u64) -> Page {
    page_of(order, turn(&format!("question {order}"), &format!("answer {order}")))
}

/// The page at `order` that holds this turn.
pub fn page_of(order: u64, turn: Turn) -> Page {
    let state = PageState { place: Place::ShortTerm, chain: None, learned: false };
    let recorded_at = instant(order.cast_signed());
    Page { id: PageId::from_bits(order.into()), order, turn, recorded_at, state }
}

/// The page at `order`, remembered at most once for this key.
///
/// # Panics
/// When it is no key.
pub fn keyed_page(order: u64, key: &str) -> Page {
    page_of(
        order,
        turn(&format!("question {order}"), &format!("answer {order}"))
            .with_key(TurnKey::new(key).expect("a key")),
    )
}

/// The change that adds [`page(order)`](page).
pub fn add_page(order: u64) -> Change {
    Change::AddPage(page(order))
}

/// A page's state in this place, otherwise as new.
pub fn state(place: Place) -> PageState {
    PageState { place, chain: None, learned: false }
}

/// A chain that ends with the page of this order.
pub fn chain(id: u128, last_page: u64) -> Chain {
    let last_page = PageId::from_bits(last_page.into());
    Chain { id: ChainId::from_bits(id), summary: format!("chain {id}"), last_page }
}

/// A segment of mid-term memory that nobody visited yet.
pub fn segment(id: u128) -> Segment {
    Segment {
        id: SegmentId::from_bits(id),
        summary: format!("topic {id}"),
        keywords: vec!["tea".into(), "茶".into()],
        visits: 0,
        last_visit: instant(0),
        founded_at: instant(0),
        archived_at: None,
    }
}

/// A fact about the user, said on page 1.
pub fn fact(id: u128, text: &str) -> Fact {
    Fact {
        id: FactId::from_bits(id),
        about: About::User,
        text: text.into(),
        slot: None,
        event_time: None,
        said_at: instant(0),
        recorded_at: instant(1),
        sources: vec![source(1, None)],
        superseded: None,
        archived_at: None,
    }
}

/// Where something was learned: the page of this order, with or without its words.
pub fn source(page: u64, quote: Option<&str>) -> Source {
    Source { page: PageId::from_bits(page.into()), quote: quote.map(str::to_owned) }
}

/// A profile with a name, and a trait along the first dimension where there is one.
pub fn profile_version(version: u32, name: &str) -> ProfileVersion {
    let sources = vec![source(1, Some(name))];
    let name = Attribute { kind: AttributeKind::Name, value: name.into(), sources: sources.clone() };
    let traits = DIMENSIONS.first().map(|dimension| Trait {
        dimension: dimension.key,
        level: Level::High,
        reason: "says so".into(),
        sources,
        updated_at: instant(2),
    });
    let profile = Profile { attributes: vec![name], traits: traits.into_iter().collect() };
    ProfileVersion { version, recorded_at: instant(i64::from(version)), profile }
}

/// The embedding in the direction of `numbers`.
///
/// # Panics
/// When they are no embedding.
pub fn embedding(numbers: &[f32]) -> Embedding {
    Embedding::new(numbers).expect("a test's numbers are finite")
}

/// One vector of the page of this order.
pub fn page_vectors(order: u64, model_id: &str, numbers: &[f32]) -> Vectors {
    let item = ItemId::Page(PageId::from_bits(order.into()));
    Vectors { item, model_id: model_id.into(), embeddings: vec![embedding(numbers)] }
}

/// A job that waits, due from the moment it was asked for, `secs` after [`instant(0)`](instant).
pub fn job(id: u128, owner: &Owner, kind: JobKind, secs: i64) -> Job {
    Job {
        id: JobId::from_bits(id),
        owner: owner.clone(),
        kind,
        created_at: instant(secs),
        not_before: instant(secs),
        attempts: 0,
        leased_until: None,
        last_error: None,
    }
}

/// A call of 100 + 10 tokens that took a quarter of a second and went well.
pub fn call(purpose: Purpose, secs: i64) -> Call {
    Call {
        at: instant(secs),
        purpose,
        model: "scripted".into(),
        usage: Usage { prompt_tokens: 100, completion_tokens: 10 },
        latency: Duration::from_millis(250),
        outcome: CallOutcome::Ok,
    }
}

/// A moment with a zone: two hours east of UTC, with nanoseconds.
pub fn moment_with_zone() -> Moment {
    Moment { at: instant(0) + Duration::from_nanos(123_456_789), offset: Some(Offset::constant(2)) }
}
