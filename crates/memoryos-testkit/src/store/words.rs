//! Promises about what comes back: exactly what was put.

use jiff::Timestamp;
use memoryos::{
    ports::{Change, Vectors},
    types::{
        About, Attribute, AttributeKind, Cardinality, Chain, DIMENSIONS, Fact, FactId, ItemId, Level,
        Message, Moment, PageState, Place, Profile, ProfileVersion, Segment, SegmentId, Slot, Superseded,
        TimeRange, Trait, Turn, TurnKey,
    },
};

use super::{MODEL, Open, commit, everything, page_id};
use crate::samples::{
    add_page, chain, embedding, fact, instant, keyed_page, moment_with_zone, owner, page, page_of, segment,
    source, turn,
};

/// Texts that stores have mangled.
const WORDS: [&str; 12] = [
    "🐱 👨‍👩‍👧‍👦 🇨🇳",
    "line\r\nline\rline\n\n",
    " spaces around \t",
    "\"quotes\" 'and' `ticks` \\ \\n %s {} $1 :a ?1",
    "שלום \u{202e}dlrow\u{202c} مرحبا",
    "我喜欢咖啡，住在北京。",
    "e\u{301} is not \u{e9}",
    "\u{feff}with a mark",
    "{\"json\": [1, null]}",
    "'; DROP TABLE page; --",
    "\u{1}\u{7f}\u{85}\u{2028}",
    "1e400",
];

/// Whatever is said, asked, summed up or known comes back as it was.
pub async fn words_come_back_byte_for_byte(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let mut changes = Vec::new();
    for (words, order) in WORDS.into_iter().zip(1..) {
        let (user, assistant) = (Message::by(words, words), Message::by("", ""));
        let turn = Turn::new(user, assistant, Moment::utc(instant(0)))
            .expect("a turn")
            .with_key(TurnKey::new(words).expect("a key"));
        changes.push(Change::AddPage(page_of(order, turn)));
        changes.push(Change::PutChain(Chain { summary: words.into(), ..chain(order.into(), order) }));
        let keywords = vec![words.into()];
        changes.push(Change::PutSegment(Segment {
            summary: words.into(),
            keywords,
            ..segment(order.into())
        }));
        changes.push(Change::PutFact(fact(order.into(), words)));
    }
    commit(&*store, &ana, &changes).await;
    let all = everything(&*store, &ana).await;
    let mut read: Vec<Change> = all.pages.into_iter().map(Change::AddPage).collect();
    read.extend(all.chains.into_iter().map(Change::PutChain));
    read.extend(all.segments.into_iter().map(Change::PutSegment));
    read.extend(all.facts.into_iter().map(Change::PutFact));
    assert_eq!(read.len(), changes.len());
    for change in &changes {
        assert!(read.contains(change), "changed on the way: {change:?}");
    }
}

/// A page may hold a book.
pub async fn a_megabyte_of_text_comes_back(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let book = "猫 and \"dog\"\r\n".repeat(1 << 16);
    let whole = page_of(1, turn(&book, &book));
    commit(&*store, &ana, &[Change::AddPage(whole.clone())]).await;
    assert!(everything(&*store, &ana).await.pages == [whole], "the text changed on the way");
}

/// To the nanosecond, with the speaker's zone, in any year.
pub async fn times_come_back_exactly(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let nanosecond = Timestamp::new(-1, -1).expect("just before 1970");
    let moments = [
        moment_with_zone(),
        Moment::utc(nanosecond),
        Moment::utc(Timestamp::MIN),
        Moment::utc(Timestamp::MAX),
        Moment::parse("2026-02-03T12:00:00-09:30").expect("an offset with minutes"),
        Moment::parse("0800-12-25").expect("a coronation"),
    ];
    let pages: Vec<_> = (1..)
        .zip(moments)
        .map(|(order, at)| {
            let turn = Turn::new(Message::new("then"), Message::default(), at).expect("a turn");
            memoryos::types::Page { recorded_at: at.at, ..page_of(order, turn) }
        })
        .collect();
    let changes: Vec<_> = pages.iter().cloned().map(Change::AddPage).collect();
    commit(&*store, &ana, &changes).await;
    assert_eq!(everything(&*store, &ana).await.pages, pages);
}

/// Full records and bare ones, every variant of every choice.
pub async fn every_field_of_a_record_comes_back(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let mut settled = keyed_page(1, "key");
    settled.state = PageState {
        place: Place::Segment(SegmentId::from_bits(u128::MAX)),
        chain: Some(chain(3, 1).id),
        learned: true,
    };
    let mut pending = page(2);
    pending.state.place = Place::Pending;
    let pages = vec![settled, pending, page(3)];
    let archived =
        Segment { visits: u32::MAX, archived_at: Some(instant(5)), keywords: vec![], ..segment(2) };
    let facts = vec![full_fact(), fact(2, "bare")];
    let profiles = vec![
        full_profile(),
        ProfileVersion { version: 2, recorded_at: instant(1), profile: Profile::default() },
    ];
    let segments = vec![segment(1), archived];

    let mut changes: Vec<Change> = pages.iter().cloned().map(Change::AddPage).collect();
    changes.extend(facts.iter().cloned().map(Change::PutFact));
    changes.extend(profiles.iter().cloned().map(Change::PutProfile));
    changes.extend(segments.iter().cloned().map(Change::PutSegment));
    commit(&*store, &ana, &changes).await;
    let mut all = everything(&*store, &ana).await;
    all.facts.sort_by_key(|fact| fact.id);
    all.segments.sort_by_key(|segment| segment.id);
    assert_eq!((all.pages, all.facts), (pages, facts));
    assert_eq!((all.profiles, all.segments), (profiles, segments));
}

fn full_fact() -> Fact {
    Fact {
        about: About::Assistant,
        slot: Some(Slot { attribute: "home".into(), cardinality: Cardinality::One, value: "北京".into() }),
        event_time: Some(TimeRange { from: instant(-9), until: moment_with_zone().at }),
        sources: vec![source(1, Some("I live in 北京")), source(2, None)],
        superseded: Some(Superseded { at: instant(8), by: Some(FactId::from_bits(2)) }),
        archived_at: Some(instant(9)),
        ..fact(1, "lives in 北京")
    }
}

fn full_profile() -> ProfileVersion {
    let kinds = [AttributeKind::Name, AttributeKind::BirthYear, AttributeKind::Gender];
    let attributes = kinds.map(|kind| Attribute {
        kind,
        value: format!("{kind:?}"),
        sources: vec![source(1, Some("so"))],
    });
    let levels = [Level::Low, Level::Medium, Level::High].into_iter().cycle();
    let traits = DIMENSIONS.iter().zip(levels).map(|(dimension, level)| Trait {
        dimension: dimension.key,
        level,
        reason: "because".into(),
        sources: vec![source(1, None), source(2, Some("there"))],
        updated_at: moment_with_zone().at,
    });
    let profile = Profile { attributes: attributes.into(), traits: traits.collect() };
    ProfileVersion { version: 1, recorded_at: instant(0), profile }
}

/// Rounding once is enough: a stored vector is the one that was computed.
pub async fn vectors_come_back_bit_for_bit(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let direction = |seed: u16| {
        let numbers: Vec<f32> = (1..=385_u16).map(|i| f32::from(i * seed % 1013) / 7.0 - 70.0).collect();
        embedding(&numbers)
    };
    let of_page = Vectors {
        item: ItemId::Page(page_id(1)),
        model_id: MODEL.into(),
        embeddings: (1..20).map(direction).collect(),
    };
    let silence = Vectors {
        item: ItemId::Fact(FactId::from_bits(1)),
        model_id: MODEL.into(),
        embeddings: vec![embedding(&[0.0, 0.0])],
    };
    let none = Vectors { item: ItemId::Page(page_id(2)), model_id: MODEL.into(), embeddings: vec![] };
    let all = [of_page, silence, none];
    let changes: Vec<Change> = all.iter().cloned().map(Change::PutVectors).collect();
    commit(&*store, &ana, &[vec![add_page(1)], changes].concat()).await;
    let read = everything(&*store, &ana).await.vectors;
    assert_eq!(read.len(), all.len());
    assert!(all.iter().all(|vectors| read.contains(vectors)), "the numbers changed on the way");
}
