//! The tools, as a client that may do everything sees them.

use serde_json::{Value, json};

mod support;
use support::Host;

#[tokio::test]
async fn a_turn_is_stored_as_given_and_told_back_as_stored() {
    let host = Host::new().await;
    let turn = json!({
        "user_input": "I moved to Porto.", "agent_response": "How is it?", "timestamp": "2026-02-03 10:00:00",
        "meta_data": {"mood": "good"},
    });
    let added = host.call("add_memory", turn).await;
    assert_eq!(added["timestamp"], "2026-02-03T10:00:00Z");
    assert_eq!(added["details"], json!({"user_input_length": 17, "agent_response_length": 10}));
    assert_eq!(added["ignored_arguments"], json!(["meta_data"]));
    let found = host.call("retrieve_memory", json!({"query": "Where do I live?"})).await;
    let page = &found["short_term_memory"][0];
    assert_eq!(page["user_input"], "I moved to Porto.");
    assert_eq!(page["agent_response"], "How is it?");
    assert_eq!(page["timestamp"], added["timestamp"]);
    assert_eq!(page["page_id"], added["page_id"]);
}

#[tokio::test]
async fn a_retried_request_stores_once() {
    let host = Host::new().await;
    let turn = json!({"user_input": "My cat is Mia.", "agent_response": "Nice.", "request_id": "r-1"});
    let first = host.call("add_memory", turn.clone()).await;
    let again = host.call("add_memory", turn).await;
    assert_eq!((&first["already_stored"], &again["already_stored"]), (&json!(false), &json!(true)));
    assert_eq!(first["page_id"], again["page_id"]);
    assert_eq!(first["timestamp"], again["timestamp"], "the stored time, not that of the retry");
    assert_eq!(host.call("memory_status", json!({})).await["tiers"]["short_term_pages"], 1);
}

#[tokio::test]
async fn what_makes_no_sense_is_an_error_with_a_code() {
    let host = Host::new().await;
    let turn = |key: &str, value: Value| {
        let mut turn = json!({"user_input": "a", "agent_response": "b"});
        turn[key] = value;
        turn
    };
    let cases = [
        ("retrieve_memory", json!({"query": "  "}), "blank_query"),
        ("retrieve_memory", json!({}), "invalid_argument"),
        ("retrieve_memory", json!({"query": "a", "max_results": 0}), "invalid_argument"),
        ("retrieve_memory", json!({"query": "a", "max_results": "many"}), "invalid_argument"),
        ("search_memories", json!({"query": ""}), "blank_query"),
        ("search_memories", json!({"query": "a", "from": "later"}), "invalid_timestamp"),
        (
            "search_memories",
            json!({"query": "a", "from": "2026-02-03", "until": "2026-02-03"}),
            "invalid_argument",
        ),
        ("search_memories", json!({"query": "a", "kinds": ["page"]}), "invalid_argument"),
        ("add_memory", turn("timestamp", json!("soon")), "invalid_timestamp"),
        ("add_memory", turn("user", json!("")), "invalid_id"),
        ("add_memory", turn("request_id", json!("")), "invalid_turn"),
        ("add_memory", json!({"user_input": " ", "agent_response": ""}), "invalid_turn"),
        ("add_memory", json!({"user_input": "a"}), "invalid_argument"),
        ("list_segments", json!({"cursor": "next"}), "invalid_cursor"),
        ("import_conversation", json!({}), "invalid_argument"),
        ("import_conversation", json!({"text": "[]", "messages": []}), "invalid_argument"),
        ("import_conversation", json!({"text": "Dear diary"}), "unknown_format"),
        ("import_conversation", json!({"messages": []}), "unknown_format"),
    ];
    for (tool, arguments, code) in cases {
        let reply = host.call(tool, arguments.clone()).await;
        assert_eq!(
            (&reply["status"], &reply["code"]),
            (&json!("error"), &json!(code)),
            "{tool} {arguments}: {reply}"
        );
    }
    assert_eq!(host.call("memory_status", json!({})).await["known_users"], json!([]), "nothing was stored");
}

#[tokio::test]
async fn results_are_cut_as_asked_and_counted_before_the_cut() {
    let host = Host::new().await;
    host.remember_lamps("me", 30).await;
    let check = async |max_results: usize| {
        let query = json!({"query": "Where do the lamps stand?", "max_results": max_results});
        let found = host.call("retrieve_memory", query).await;
        let n = |key: &str| found[key].as_array().expect(key).len();
        assert_eq!(found["short_term_count"], 10);
        assert_eq!(n("short_term_memory"), max_results.min(10));
        // What stands among the newest turns does not come twice.
        assert_eq!(found["total_pages_found"], 30 - max_results.min(10), "{found}");
        assert_eq!(n("retrieved_pages"), max_results.min(30 - max_results.min(10)));
    };
    for max_results in [1, 7, 20, 100] {
        check(max_results).await;
    }
}

#[tokio::test]
async fn hits_and_no_hits_have_the_same_shape() {
    let host = Host::new().await;
    host.remember_lamps("me", 2).await;
    let keys = |reply: &Value| reply.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let some = host.call("retrieve_memory", json!({"query": "lamp"})).await;
    let none = host.call("retrieve_memory", json!({"query": "quantum chromodynamics"})).await;
    assert_eq!(keys(&some), keys(&none));
    assert_eq!(none["confidence"], 0.0, "{none}");
}

#[tokio::test]
async fn a_mistyped_name_is_told_from_a_memory_without_hits() {
    let host = Host::new().await;
    host.remember_lamps("anna_1", 1).await;
    for tool in ["retrieve_memory", "search_memories", "get_user_profile", "list_segments"] {
        let reply = host.call(tool, json!({"query": "lamp", "user": "anna-1"})).await;
        assert_eq!(reply["known_users"], json!(["anna_1"]), "{tool}");
        assert!(reply["note"].as_str().is_some_and(|note| note.contains("\"anna-1\"")), "{tool}: {reply}");
        let known = host.call(tool, json!({"query": "tulips", "user": "anna_1"})).await;
        assert!(known.get("note").is_none(), "{tool}: {known}");
    }
}

#[tokio::test]
async fn a_search_keeps_to_times_kinds_limit_and_budget() {
    let host = Host::new().await;
    for (day, what) in [("2026-02-01", "blue"), ("2026-02-05", "green"), ("2026-03-01", "white")] {
        let turn = json!({"user_input": format!("I painted the fence {what}."), "agent_response": "", "timestamp": day});
        host.call("add_memory", turn).await;
    }
    let check = async |filter: Value, expected: &[&str], total: usize| {
        let mut arguments = json!({"query": "What colour did I paint the fence?"});
        arguments.as_object_mut().expect("an object").extend(filter.as_object().expect("an object").clone());
        let found = host.call("search_memories", arguments).await;
        let memories = found["memories"].as_array().expect("memories");
        let mut days: Vec<&str> =
            memories.iter().map(|m| &m["timestamp"].as_str().expect("a time")[..10]).collect();
        days.sort_unstable();
        assert_eq!(days, expected, "{filter}: {found}");
        assert_eq!(found["total_found"], total, "{filter}");
    };
    check(json!({"kinds": ["turn"]}), &["2026-02-01", "2026-02-05", "2026-03-01"], 3).await;
    check(json!({"kinds": ["turn"], "from": "2026-02-05", "until": "2026-03-01"}), &["2026-02-05"], 1).await;
    check(json!({"kinds": ["summary"]}), &[], 0).await;
    check(json!({"kinds": ["turn"], "budget_tokens": 1}), &[], 3).await;
    let found = host.call("search_memories", json!({"query": "painted the fence", "limit": 1})).await;
    assert_eq!(found["memories"].as_array().map(Vec::len), Some(1));
    assert!(found["memories"][0]["found_by"].as_array().is_some_and(|arms| !arms.is_empty()), "{found}");
}

#[tokio::test]
async fn segments_come_hottest_first_a_piece_at_a_time() {
    let host = Host::new().await;
    let topics = [
        "The cello needs new strings and rosin",
        "Rye flour makes sour bread dough rise slowly",
        "My tent leaked during our mountain hike",
        "Income tax forms are due next week",
        "Chess openings with the queen's pawn",
        "Repairing the bicycle chain and brakes",
    ];
    for topic in topics.iter().flat_map(|topic| std::iter::repeat_n(topic, 5)) {
        host.call("add_memory", json!({"user_input": topic, "agent_response": ""})).await;
    }
    let owner = host.served.settings.owner().expect("an owner");
    host.served.memory.settle(&owner).await.expect("settled");
    let whole = host.call("list_segments", json!({})).await;
    let all = whole["segments"].as_array().expect("segments");
    assert!(all.len() > 1 && whole["total"] == all.len(), "{whole}");
    assert!(all.is_sorted_by(|a, b| a["heat"].as_f64() >= b["heat"].as_f64()), "{whole}");
    let mut listed = Vec::new();
    let mut arguments = json!({"limit": 1});
    loop {
        let piece = host.call("list_segments", arguments.clone()).await;
        listed
            .extend(piece["segments"].as_array().expect("segments").iter().map(|s| s["segment_id"].clone()));
        match piece.get("next_cursor") {
            Some(cursor) => arguments["cursor"] = cursor.clone(),
            None => break,
        }
    }
    let ids: Vec<Value> = all.iter().map(|segment| segment["segment_id"].clone()).collect();
    assert_eq!(listed, ids);
    assert_eq!(host.call("list_segments", json!({"archived": true})).await["total"], 0);
}

#[tokio::test]
async fn a_conversation_is_taken_over_once_and_tells_how_far_it_is() {
    let host = Host::new().await;
    let messages = json!([
        {"role": "user", "content": "My name is Ines.", "name": "Ines"},
        {"role": "assistant", "content": "Hello Ines."},
        {"role": "user", "content": "I restore old boats."},
    ]);
    let arguments = json!({"messages": messages, "timestamp": "2025-06-01"});
    let taken = host.call("import_conversation", arguments.clone()).await;
    assert_eq!((&taken["turns"], &taken["owners"][0]["added"]), (&json!(2), &json!(2)), "{taken}");
    let again = host.call("import_conversation", arguments).await;
    assert_eq!(again["owners"][0]["added"], 0);
    let text = r#"[{"user_input": "I sold the van.", "agent_response": "To whom?", "timestamp": "2026-02-03 10:00:00"}]"#;
    let asked =
        json!({"name": "import_conversation", "arguments": {"text": text}, "_meta": {"progressToken": "p"}});
    let told = host.messages(Some(&memoryos_api::Access::UNLIMITED), "tools/call", asked).await;
    let progress =
        told.iter().find(|message| message["method"] == "notifications/progress").expect("progress");
    assert_eq!(progress["params"]["progressToken"], "p");
    assert_eq!((&progress["params"]["progress"], &progress["params"]["total"]), (&json!(1.0), &json!(1.0)));
    let found = host.call("retrieve_memory", json!({"query": "boats"})).await;
    assert_eq!(found["short_term_count"], 3);
    assert_eq!(found["short_term_memory"][0]["user_name"], "Ines");
}

#[tokio::test]
async fn the_profile_tells_what_was_learned_and_only_the_knowledge_asked_for() {
    let host = Host::new().await;
    let turn = json!({"user_input": "My name is Ines and I was born in 1990. I live in Porto.", "agent_response": "Hi."});
    host.call("add_memory", turn).await;
    host.remember_lamps("me", 15).await;
    let owner = host.served.settings.owner().expect("an owner");
    host.served.memory.settle(&owner).await.expect("settled");
    let profile = host.call("get_user_profile", json!({})).await;
    assert_eq!((&profile["user_id"], &profile["assistant_id"]), (&json!("me"), &json!("assistant")));
    assert!(profile["user_profile"].as_str().is_some_and(|text| text.contains("Ines")), "{profile}");
    assert_eq!(
        profile["user_knowledge"].as_array().map(Vec::len).map(Value::from).as_ref(),
        profile.get("user_knowledge_count")
    );
    assert!(profile.get("assistant_knowledge").is_none());
    let other = json!({"include_knowledge": false, "include_assistant_knowledge": true});
    let profile = host.call("get_user_profile", other).await;
    assert!(profile.get("user_knowledge").is_none() && profile.get("assistant_knowledge").is_some());
}
