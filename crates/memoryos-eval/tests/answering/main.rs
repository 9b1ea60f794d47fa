//! Whole evaluations of answers, against a model server of the test's own.

mod server;

use std::{fs, path::Path, sync::Arc};

use memoryos::{Config, ports::Llm};
use memoryos_eval::{
    answer::{
        CachedLlm, Examination, Failure, Journal, JournalError, Prepared, Prices, SHORT_ANSWERS, Scored,
        Selection, Setup, Summary, estimate, prepare, report,
    },
    datasets::{self, Evaluated},
};
use memoryos_testkit::{
    HashEmbedder,
    plausible_llm::{PlausibleLlm, Spent},
};
use serde_json::json;
use server::Server;
use tempfile::TempDir;

/// Two conversations in LoCoMo's shape: five questions with an answer, one trap.
fn locomo() -> Vec<Evaluated> {
    let said = |speaker: &str, id: &str, text: &str| json!({"speaker": speaker, "dia_id": id, "text": text});
    let conversation = |a: &str, b: &str, turns: Vec<serde_json::Value>| json!({"speaker_a": a, "speaker_b": b, "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns});
    let asked = |question: &str, answer: serde_json::Value, category: u64| json!({"question": question, "answer": answer, "category": category, "evidence": ["D1:1"]});
    let first = json!({
        "sample_id": "conv-1",
        "conversation": conversation("Ann", "Bo", vec![
            said("Ann", "D1:1", "My dog Rex loves the beach and the forest."),
            said("Bo", "D1:2", "My cat Tom hates both."),
        ]),
        "qa": [
            asked("What does Rex love?", json!("the beach, the forest"), 1),
            asked("When did Ann talk of Rex?", json!("8 May 2023"), 2),
            asked("Would Ann like a dog park?", json!("Yes; she has a dog"), 3),
            asked("What is Ann's dog called?", json!("Rex"), 4),
            {"question": "What does Bo's dog love?", "adversarial_answer": "the beach", "category": 5, "evidence": ["D1:1"]},
        ],
    });
    let second = json!({
        "sample_id": "conv-2",
        "conversation": conversation("Li", "Wei", vec![said("Li", "D1:1", "我在北京大学读书。")]),
        "qa": [asked("李在哪里读书？", json!("北京大学"), 4)],
    });
    datasets::read(json!([first, second]).to_string().as_bytes()).expect("a data set")
}

fn reply(prompt: &str) -> String {
    let question = prompt.lines().last().expect("a question");
    let reply = match question {
        "What does Rex love?" => "The forest, the sea",
        "When did Ann talk of Rex?" => "May 8, 2023",
        "Would Ann like a dog park?" => "Yes",
        "What is Ann's dog called?" => "Her dog is Rex",
        "What does Bo's dog love?" => "It is not mentioned that Bo has a dog.",
        "李在哪里读书？" => "北京",
        other => panic!("unforeseen: {other}"),
    };
    reply.to_owned()
}

async fn prepared() -> Vec<Prepared> {
    let setup = Setup {
        config: Config::default(),
        embedder: Arc::new(HashEmbedder::new(64)),
        distiller: None,
        style: SHORT_ANSWERS.to_owned(),
    };
    let mut prepared = Vec::new();
    for (evaluated, questions) in Selection::default().of(&locomo()) {
        prepared.extend(prepare(evaluated, &questions, &setup).await.expect("prepared"));
    }
    prepared
}

/// A run, as the command line makes one. Its cache is its own, so that only the file of results can save requests.
async fn run(server: &Server, judge: Option<&Server>, out: &Path) -> Result<Vec<Scored>, Failure> {
    let folder = TempDir::new().expect("a folder");
    let model = CachedLlm::new(server.llm("m"), folder.path()).expect("a cache");
    let judge = judge.map(|judge| CachedLlm::new(judge.llm("j"), folder.path()).expect("a cache"));
    let journal = Journal::open(out).expect("a file of results");
    let examination = Examination { model: &model, judge: judge.as_ref(), journal: &journal, concurrency: 1 };
    let prepared = prepared().await;
    examination.run(&prepared, |_| {}).await?;
    Ok(examination.scored(&prepared))
}

fn results() -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("results.jsonl");
    (folder, file)
}

#[tokio::test]
async fn replies_are_scored_as_the_paper_scores_them() {
    let (_folder, out) = results();
    let server = Server::with(|_, prompt| Some(reply(prompt)));
    let scored = run(&server, None, &out).await.expect("a run");
    let f1: Vec<Option<f64>> = scored.iter().map(|scored| scored.f1).collect();
    // One of two listed; the same date; what stands before the semicolon; one word of three; an abstention.
    let expected: [Option<f64>; 6] = [Some(0.5), Some(1.0), Some(1.0), Some(0.4), None, Some(2.0 / 3.0)];
    for (got, expected) in f1.iter().zip(expected) {
        assert_eq!(got.map(|f1| (f1 * 1e6).round()), expected.map(|f1| (f1 * 1e6).round()), "{f1:?}");
    }
    assert_eq!(scored[4].abstained, Some(true));
    let summary = Summary::new(6, &scored, Spent::default());
    assert_eq!(
        (summary.overall.questions, summary.abstentions[0].abstained, summary.without_reply),
        (5, 1, 0)
    );
    let names: Vec<&str> = summary.groups.iter().map(|group| &*group.name).collect();
    assert_eq!(names, ["1 multi-hop", "2 temporal", "3 open-domain", "4 single-hop"]);
    assert_eq!((summary.costs.prompt_tokens, summary.costs.completion_tokens), (100.0, 5.0));
    let told = report(&summary, vec![]);
    for part in &told.parts {
        if let memoryos_eval::report::Part::Table(table) = part {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{table:?}");
        }
    }
}

#[tokio::test]
async fn a_second_run_asks_nothing_and_finds_the_same() {
    let (_folder, out) = results();
    let server = Server::with(|_, prompt| Some(reply(prompt)));
    let first = run(&server, None, &out).await.expect("a run");
    assert_eq!(server.count(), 6);
    assert_eq!(fs::read_to_string(&out).expect("results").lines().count(), 6);
    let second = run(&server, None, &out).await.expect("a run");
    assert_eq!(server.count(), 6);
    let replies = |scored: &[Scored]| scored.iter().map(|s| s.answered.clone()).collect::<Vec<_>>();
    assert_eq!(replies(&first), replies(&second));
}

#[tokio::test]
async fn a_server_that_dies_midway_leaves_what_was_done_and_the_next_run_completes_it() {
    let (_folder, out) = results();
    let dying = Server::with(|number, prompt| (number < 3).then(|| reply(prompt)));
    let failure = run(&dying, None, &out).await.expect_err("the server is dead");
    assert!(
        matches!(&failure, Failure::Model { conversation, index: 3, .. } if conversation == "conv-1"),
        "{failure}"
    );
    assert_eq!(dying.count(), 4, "nothing more is asked of a dead server");
    // A run that is killed while it writes leaves half a line.
    let kept = fs::read_to_string(&out).expect("results");
    assert_eq!(kept.lines().count(), 3);
    fs::write(&out, format!("{kept}{{\"line\":\"answer\",\"conv")).expect("written");
    let sound = Server::with(|_, prompt| Some(reply(prompt)));
    assert_eq!(run(&sound, None, &out).await.expect("a run").len(), 6);
    assert_eq!(sound.count(), 3);
    assert_eq!(fs::read_to_string(&out).expect("results").lines().count(), 6);
}

#[tokio::test]
async fn replies_rest_in_the_cache_though_their_results_are_lost() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::with(|_, prompt| Some(reply(prompt)));
    let prepared = prepared().await;
    for _ in 0..2 {
        let model = CachedLlm::new(server.llm("m"), folder.path()).expect("a cache");
        let journal = Journal::in_memory();
        let examination = Examination { model: &model, judge: None, journal: &journal, concurrency: 4 };
        examination.run(&prepared, |_| {}).await.expect("a run");
    }
    assert_eq!(server.count(), 6);
    let other = CachedLlm::new(server.llm("other"), folder.path()).expect("a cache");
    other.chat(&prepared[0].request).await.expect("a reply");
    assert_eq!(server.count(), 7, "another model has its own replies");
}

#[tokio::test]
async fn a_verdict_that_cannot_be_read_is_counted_and_is_no_score() {
    let (_folder, out) = results();
    let server = Server::with(|_, prompt| Some(reply(prompt)));
    let judge = Server::with(|number, _| {
        let verdicts = [r#"{"verdict": "CORRECT"}"#, r#"{"verdict": "WRONG"}"#, "I would say it is CORRECT."];
        Some(verdicts[number.min(2)].to_owned())
    });
    let scored = run(&server, Some(&judge), &out).await.expect("a run");
    let summary = Summary::new(6, &scored, Spent::default());
    assert_eq!((judge.count(), summary.unreadable_verdicts), (6, 4));
    assert_eq!((summary.overall.judged, summary.overall.correct), (2, Some(0.5)));
    let failure = scored[2].judged.as_ref().and_then(|judged| judged.failure.as_deref());
    assert!(failure.is_some_and(|words| words.contains("I would say")), "{failure:?}");
    run(&server, Some(&judge), &out).await.expect("a run");
    assert_eq!((server.count(), judge.count()), (6, 6));
}

#[tokio::test]
async fn a_model_that_says_nothing_has_no_score_to_hide_behind() {
    let (_folder, out) = results();
    let server = Server::with(|number, prompt| Some(if number == 3 { String::new() } else { reply(prompt) }));
    let scored = run(&server, None, &out).await.expect("a run");
    let silent = &scored[3];
    assert_eq!((silent.f1, silent.answered.reply.as_deref()), (Some(0.0), None));
    assert!(silent.answered.failure.is_some());
    assert_eq!(Summary::new(6, &scored, Spent::default()).without_reply, 1);
}

#[tokio::test]
async fn what_a_run_costs_is_told_from_the_prompts_that_will_be_sent() {
    let (_folder, out) = results();
    let server = Server::with(|number, prompt| (number < 2).then(|| reply(prompt)));
    let before = run(&server, None, &out).await;
    assert!(before.is_err());
    let folder = TempDir::new().expect("a folder");
    let model = CachedLlm::new(server.llm("m"), folder.path()).expect("a cache");
    let journal = Journal::open(&out).expect("results");
    let examination = Examination { model: &model, judge: Some(&model), journal: &journal, concurrency: 1 };
    let prepared = prepared().await;
    let told = estimate(&prepared, &examination, Spent::default(), Some(Prices { input: 1e6, output: 0.0 }));
    assert_eq!((told.questions, told.answered, told.to_ask, told.to_judge), (6, 2, 4, 6));
    assert!(told.mean_prompt_tokens > 200.0 && told.mean_prompt_tokens < 1_000.0, "{told:?}");
    assert_eq!(told.cost, Some(told.prompt_tokens));
    assert_eq!(server.count(), 3, "an estimate asks nothing");
}

#[tokio::test]
async fn settling_through_a_model_is_counted() {
    let (conversations, llm) = (locomo(), Arc::new(PlausibleLlm::new()));
    let setup = Setup {
        config: Config::default(),
        embedder: Arc::new(HashEmbedder::new(64)),
        distiller: Some(llm.clone()),
        style: SHORT_ANSWERS.to_owned(),
    };
    // Short-term memory holds ten pages; only what leaves it is settled.
    let mut long = conversations[0].clone();
    let turn = long.conversation.turns[0].clone();
    for hours in 1..30 {
        let at = memoryos::types::Moment::utc(turn.at().at + jiff::SignedDuration::from_hours(hours));
        let later =
            memoryos::types::Turn::new(turn.user().clone(), turn.assistant().clone(), at).expect("a turn");
        long.conversation.turns.push(later);
    }
    let questions: Vec<_> = long.questions.iter().collect();
    prepare(&long, &questions, &setup).await.expect("prepared");
    assert!(llm.spent().values().map(|spent| spent.calls).sum::<u64>() > 0);
}

#[test]
fn a_file_that_is_no_journal_is_left_alone() {
    let (_folder, out) = results();
    for content in ["a list of things to buy\n", "no line break", "{\"line\":\"other\"}\n"] {
        fs::write(&out, content).expect("written");
        assert!(matches!(Journal::open(&out), Err(JournalError::Foreign { line: 1, .. })), "{content}");
        assert_eq!(fs::read_to_string(&out).expect("there"), content);
    }
    let journal = Journal::open(&out.with_extension("new")).expect("a new one");
    assert!(matches!(Journal::open(&out.with_extension("new")), Err(JournalError::Taken(_))));
    drop(journal);
}

#[test]
fn a_part_can_be_selected() {
    let all = locomo();
    let asked = |selection: Selection| -> Vec<usize> {
        selection.of(&all).iter().map(|(_, questions)| questions.len()).collect()
    };
    assert_eq!(asked(Selection::default()), [5, 1]);
    assert_eq!(asked(Selection { limit: Some(3), ..Selection::default() }), [3]);
    assert_eq!(asked(Selection { categories: vec![4], ..Selection::default() }), [1, 1]);
    assert_eq!(asked(Selection { conversations: vec!["conv-2".into()], ..Selection::default() }), [1]);
}
