//! The distiller that asks a model, before models that go wrong in every known way.

use std::sync::Arc;

use memoryos::{
    distill::llm::{DistillLimits, LlmDistiller},
    ports::{Batch, BatchPage, ChatRequest, ChatRole, DistillError, Distiller, Lesson, LlmError, Purpose},
    text::tokens::count_tokens,
    types::{Message, Moment, Owner, Page, PageId, PageState, Place, Profile, Turn},
};
use memoryos_testkit::{plausible_llm::PlausibleLlm, scripted_llm::ScriptedLlm};

const GOOD_TOPICS: &str = r#"{"continues":[2],"thread":"Tea.","topics":[{"turns":[1,2],"summary":"Ann likes tea.","keywords":["tea"]}]}"#;
const GOOD_LESSONS: &str = r#"{"facts":[{"turn":1,"about":"user","text":"Ann likes tea.","quote":"I like tea"}],"profile":[],"traits":[]}"#;

fn owner() -> Owner {
    Owner::new("ann", "bo").expect("valid names")
}

fn page(number: u64, said: &str, replied: &str) -> Page {
    let at = Moment::parse("2023-05-08 13:56").expect("a time");
    Page {
        id: PageId::from_bits(u128::from(number)),
        order: number,
        turn: Turn::new(Message::new(said), Message::new(replied), at).expect("a turn"),
        recorded_at: at.at,
        state: PageState { place: Place::Pending, chain: None, learned: false },
    }
}

fn pages() -> Vec<Page> {
    vec![page(1, "I like tea", "Green?"), page(2, "Black, with milk", "Noted")]
}

async fn consolidated(llm: &Arc<ScriptedLlm>) -> Result<Vec<Vec<usize>>, LlmError> {
    let (owner, pages) = (owner(), pages());
    let pages = pages.iter().map(|page| BatchPage { page, embedding: None }).collect();
    let batch = Batch { owner: &owner, previous: None, pages };
    match LlmDistiller::new(llm.clone()).consolidate(&batch).await {
        Ok(consolidation) => Ok(consolidation.topics.into_iter().map(|topic| topic.pages).collect()),
        Err(DistillError::Llm(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

async fn learned(llm: &Arc<ScriptedLlm>) -> Result<usize, LlmError> {
    let (owner, pages, profile) = (owner(), pages(), Profile::default());
    let lesson = Lesson { owner: &owner, pages: pages.iter().collect(), profile: &profile, facts: vec![] };
    match LlmDistiller::new(llm.clone()).learn(&lesson).await {
        Ok(lessons) => Ok(lessons.facts.len()),
        Err(DistillError::Llm(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn a_good_reply_costs_one_call() {
    let fenced = format!("<think>{{}}</think>```json\n{GOOD_TOPICS}\n```\nHope this helps!");
    for reply in [GOOD_TOPICS, &fenced] {
        let llm = Arc::new(ScriptedLlm::new().says(reply));
        assert_eq!(consolidated(&llm).await.expect(reply), [[0, 1]]);
        let [ChatRequest { purpose, schema, .. }] = &llm.requests()[..] else { panic!("one call") };
        assert_eq!((*purpose, schema.is_some()), (Purpose::Consolidate, true));
    }
    let llm = Arc::new(ScriptedLlm::new().says(GOOD_LESSONS));
    assert_eq!(learned(&llm).await.expect("a lesson"), 1);
}

#[tokio::test]
async fn an_unreadable_reply_is_repaired_once_and_then_an_error() {
    for bad in ["I'm sorry, but I can't help with that.", "5", r#"["text"]"#, "```json\n```"] {
        let llm = Arc::new(ScriptedLlm::new().says(bad).says(GOOD_TOPICS));
        assert_eq!(consolidated(&llm).await.expect(bad), [[0, 1]]);
        let repair = &llm.requests()[1].messages;
        assert_eq!((repair.len(), repair[2].role, repair[2].content.as_str()), (4, ChatRole::Assistant, bad));

        let llm = Arc::new(ScriptedLlm::new().says(bad).says(bad));
        let error = consolidated(&llm).await.expect_err(bad);
        assert!(matches!(&error, LlmError::Unexpected { reply, .. } if reply == bad), "{error:?}");
        assert_eq!(llm.requests().len(), 2);
    }
}

#[tokio::test]
async fn a_cut_reply_is_asked_for_again_with_more_room_and_then_kept_as_far_as_it_goes() {
    let cut = r#"{"continues":[],"thread":"Tea.","topics":[{"turns":[1],"summary":"Ann likes tea.","keywords":[]},{"turns":[2"#;
    let llm = Arc::new(ScriptedLlm::new().says_cut(cut).says(GOOD_TOPICS));
    assert_eq!(consolidated(&llm).await.expect("the whole reply"), [[0, 1]]);
    let limits: Vec<u32> = llm.requests().iter().map(|request| request.max_tokens).collect();
    assert_eq!(limits[1], 2 * limits[0]);

    let llm = Arc::new(ScriptedLlm::new().says_cut(cut).says_cut(cut));
    assert_eq!(consolidated(&llm).await.expect("what was complete"), [[0], [1]]);
    let llm = Arc::new(ScriptedLlm::new().says_cut(cut).fails(LlmError::Interrupted("down".into())));
    assert_eq!(consolidated(&llm).await.expect("what was complete"), [[0], [1]]);
    let llm = Arc::new(ScriptedLlm::new().says_cut("{\"top").says_cut("{\"top"));
    assert!(matches!(consolidated(&llm).await, Err(LlmError::Unexpected { .. })));
}

#[tokio::test]
async fn reasoning_that_used_up_its_tokens_gets_more_once() {
    let llm = Arc::new(ScriptedLlm::new().says_cut("<think>Let me see").says(GOOD_LESSONS));
    assert_eq!(learned(&llm).await.expect("a lesson"), 1);
    let llm = Arc::new(ScriptedLlm::new().says("").says(""));
    assert!(matches!(learned(&llm).await, Err(LlmError::Empty)));
}

#[tokio::test]
async fn a_failed_call_is_its_own_error() {
    let llm = Arc::new(ScriptedLlm::new().fails(LlmError::Auth { status: 401 }));
    assert!(matches!(learned(&llm).await, Err(LlmError::Auth { status: 401 })));
    let llm = Arc::new(ScriptedLlm::new().fails(LlmError::Refused));
    assert!(matches!(consolidated(&llm).await, Err(LlmError::Refused)));
    assert_eq!(llm.requests().len(), 1);
}

#[tokio::test]
async fn prompts_stay_within_their_limit_however_long_the_pages_are() {
    let long = "forty pages of five hundred words each ".repeat(80);
    let pages: Vec<Page> = (1..=40).map(|n| page(n, &format!("Start {n}. {long} End {n}."), "ok")).collect();
    let (owner, profile) = (owner(), Profile::default());
    let lesson = Lesson { owner: &owner, pages: pages.iter().collect(), profile: &profile, facts: vec![] };
    let llm = Arc::new(ScriptedLlm::new().says(GOOD_LESSONS));
    let limits = DistillLimits { prompt_tokens: 2_000, ..DistillLimits::default() };
    LlmDistiller::new(llm.clone()).with_limits(limits).learn(&lesson).await.expect("a lesson");
    let [request] = &llm.requests()[..] else { panic!("one call") };
    let pages = &request.messages[1].content;
    assert!(count_tokens(pages) < 3_000, "{}", count_tokens(pages));
    assert!(pages.contains("Start 40.") && pages.contains("End 40."), "{pages}");
}

#[tokio::test]
async fn the_plausible_model_is_understood_and_counts_what_it_costs() {
    let llm = Arc::new(PlausibleLlm::new());
    let said = "I went to the pottery class on Saturday and made a bowl for my sister.";
    let pages: Vec<Page> = (1..=10).map(|n| page(n, &format!("{n}: {said}"), said)).collect();
    let (owner, profile) = (owner(), Profile::default());
    let distiller = LlmDistiller::new(llm.clone());
    let batch_pages = pages.iter().map(|page| BatchPage { page, embedding: None }).collect();
    let batch = Batch { owner: &owner, previous: None, pages: batch_pages };
    let topics = distiller.consolidate(&batch).await.expect("topics").topics;
    assert_eq!(topics.iter().map(|topic| topic.pages.len()).collect::<Vec<_>>(), [4, 4, 2]);
    let lesson = Lesson { owner: &owner, pages: pages.iter().collect(), profile: &profile, facts: vec![] };
    let lessons = distiller.learn(&lesson).await.expect("lessons");
    assert_eq!(lessons.facts.len(), 10);
    assert!(lessons.facts.iter().all(|fact| fact.source.quote.is_some()));
    let spent = llm.spent();
    assert_eq!(spent.values().map(|spent| spent.calls).sum::<u64>(), 2);
    let prompt_tokens: u64 = spent.values().map(|spent| spent.usage.prompt_tokens).sum();
    assert!(prompt_tokens < 10 * 300, "{prompt_tokens} for ten pages");
}
