//! A caller sees and changes the memories that are open to it, and no others.

use memoryos_api::{Access, Scope};
use serde_json::{Value, json};

mod support;
use support::{Host, only};

/// Every tool with arguments that would do, about this user. A tool that is not here fails the test below.
fn arguments(tool: &str, user: &str) -> Value {
    match tool {
        "add_memory" => json!({"user_input": "a", "agent_response": "b", "user": user}),
        "retrieve_memory" | "search_memories" => json!({"query": "lamp", "user": user}),
        "import_conversation" => json!({"messages": [{"role": "user", "content": "a"}], "user": user}),
        "get_user_profile" | "list_segments" | "memory_status" => json!({"user": user}),
        other => panic!("what does {other} take?"),
    }
}

async fn tools(host: &Host) -> Vec<Value> {
    let listed = host.ask(Some(&Access::UNLIMITED), "tools/list", json!({})).await;
    listed["tools"].as_array().expect("tools").clone()
}

#[tokio::test]
async fn no_tool_opens_the_memory_of_another_user() {
    let host = Host::new().await;
    host.remember_lamps("bo", 1).await;
    let ann = only("ann", Scope::Admin);
    for tool in tools(&host).await {
        let name = tool["name"].as_str().expect("a name");
        let reply = host.call_as(Some(&ann), name, arguments(name, "bo")).await;
        assert_eq!(reply["code"], "forbidden", "{name}: {reply}");
        assert!(!reply.to_string().contains("Lamp"), "{name}");
        let own = host.call_as(Some(&ann), name, arguments(name, "ann")).await;
        assert_eq!(own["status"], "success", "{name}: {own}");
        assert!(!own.to_string().contains("bo"), "who else there is, is nobody's business: {name}: {own}");
    }
    assert_eq!(host.call("memory_status", json!({"user": "bo"})).await["tiers"]["short_term_pages"], 1);
}

#[tokio::test]
async fn who_may_only_look_adds_nothing() {
    let host = Host::new().await;
    let reader = only("ann", Scope::Read);
    for tool in tools(&host).await {
        let name = tool["name"].as_str().expect("a name");
        let expected = if tool["annotations"]["readOnlyHint"] == true { "success" } else { "error" };
        let reply = host.call_as(Some(&reader), name, arguments(name, "ann")).await;
        assert_eq!(reply["status"], expected, "{name}: {reply}");
    }
}

#[tokio::test]
async fn a_request_about_which_the_server_said_nothing_may_do_nothing() {
    let host = Host::new().await;
    for tool in tools(&host).await {
        let name = tool["name"].as_str().expect("a name");
        assert_eq!(host.call_as(None, name, arguments(name, "me")).await["code"], "forbidden", "{name}");
    }
}

#[tokio::test]
async fn people_in_an_import_are_asked_for_one_by_one_before_anything_is_taken() {
    let host = Host::new().await;
    let paged = |id: &str| json!({"id": id, "speaker_a": "A", "speaker_b": "B", "pages": [{"user_input": "a", "agent_response": "b"}]});
    let text = format!("{}\n{}", paged("ann"), paged("bo"));
    let reply =
        host.call_as(Some(&only("ann", Scope::Write)), "import_conversation", json!({"text": text})).await;
    assert_eq!(reply["code"], "forbidden", "{reply}");
    assert_eq!(host.call("memory_status", json!({})).await["known_users"], json!([]));
    host.call("import_conversation", json!({"text": text})).await;
    assert_eq!(host.call("memory_status", json!({})).await["known_users"], json!(["ann", "bo"]));
}

#[tokio::test]
async fn resources_prompts_and_completions_keep_to_it_too() {
    let host = Host::new().await;
    host.remember_lamps("bo", 1).await;
    let ann = only("ann", Scope::Admin);
    let refused = [
        ("resources/read", json!({"uri": "memoryos://profile/bo"})),
        ("resources/read", json!({"uri": "memoryos://status"})),
        ("resources/read", json!({"uri": "memoryos://config"})),
        ("prompts/get", json!({"name": "recall_context", "arguments": {"query": "lamp", "user": "bo"}})),
    ];
    for (method, params) in refused {
        let error = host.ask(Some(&ann), method, params.clone()).await;
        assert_eq!(error["data"]["code"], "forbidden", "{params}: {error}");
    }
    let asked = json!({"ref": {"type": "ref/prompt", "name": "recall_context"}, "argument": {"name": "user", "value": ""}});
    let completed =
        async |access: &Access| host.ask(Some(access), "completion/complete", asked.clone()).await;
    assert_eq!(completed(&ann).await["completion"]["values"], json!([]));
    assert_eq!(completed(&Access::UNLIMITED).await["completion"]["values"], json!(["bo"]));
}
