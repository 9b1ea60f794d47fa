//! What a client is told before it calls anything, and what it can read.

use memoryos_api::Access;
use serde_json::{Value, json};

mod support;
use support::Host;

/// Keys that one client or another refuses in the schema of an argument.
const REFUSED: [&str; 9] = ["$ref", "$defs", "anyOf", "oneOf", "allOf", "not", "format", "const", "$schema"];

async fn listed(host: &Host, method: &str, key: &str) -> Vec<Value> {
    let listed = host.ask(Some(&Access::UNLIMITED), method, json!({})).await;
    listed[key].as_array().unwrap_or_else(|| panic!("{listed}")).clone()
}

/// Every schema within a schema, with the path to it.
fn schemas<'a>(path: &str, schema: &'a Value, found: &mut Vec<(String, &'a Value)>) {
    found.push((path.to_owned(), schema));
    for key in ["items", "additionalProperties"] {
        if schema[key].is_object() {
            schemas(&format!("{path}/{key}"), &schema[key], found);
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        schemas(&format!("{path}/{name}"), property, found);
    }
}

#[tokio::test]
async fn every_schema_is_one_that_every_client_takes() {
    let host = Host::new().await;
    for tool in listed(&host, "tools/list", "tools").await {
        for kind in ["inputSchema", "outputSchema"] {
            let mut found = Vec::new();
            schemas(&format!("{}/{kind}", tool["name"]), &tool[kind], &mut found);
            assert_eq!(tool[kind]["type"], "object");
            for (path, schema) in found {
                assert!(schema["type"].is_string(), "{path} is of one type: {schema}");
                for key in REFUSED {
                    assert!(schema.get(key).is_none(), "{path} has {key}: {schema}");
                }
                let values = schema["enum"].as_array().into_iter().flatten();
                assert!(values.into_iter().all(Value::is_string), "{path}: {schema}");
            }
        }
        for (name, argument) in tool["inputSchema"]["properties"].as_object().expect("properties") {
            assert!(argument["description"].is_string(), "{}: {name} is described", tool["name"]);
        }
    }
}

#[tokio::test]
async fn every_tool_says_when_to_call_it_and_what_it_does() {
    let host = Host::new().await;
    let tools = listed(&host, "tools/list", "tools").await;
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "add_memory",
            "retrieve_memory",
            "get_user_profile",
            "search_memories",
            "list_segments",
            "memory_status",
            "import_conversation"
        ]
    );
    for tool in &tools {
        assert!(tool["description"].as_str().is_some_and(|text| text.contains("Call this")), "{tool}");
        let hints = &tool["annotations"];
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(hints[hint].is_boolean(), "{}: {hint}", tool["name"]);
        }
        assert_eq!(hints["destructiveHint"], false);
    }
}

#[tokio::test]
async fn what_is_listed_can_be_read_and_holds_no_secret() {
    let host = Host::new().await;
    host.remember_lamps("me", 1).await;
    for resource in listed(&host, "resources/list", "resources").await {
        let read =
            host.ask(Some(&Access::UNLIMITED), "resources/read", json!({"uri": resource["uri"]})).await;
        let content = &read["contents"][0];
        assert_eq!((&content["uri"], &content["mimeType"]), (&resource["uri"], &resource["mimeType"]));
        let text = content["text"].as_str().expect("text");
        let value: Value = serde_json::from_str(text).expect("JSON");
        assert!(
            !value.is_null() && !text.contains("null") && !text.to_lowercase().contains("api_key"),
            "{text}"
        );
    }
    let templates = listed(&host, "resources/templates/list", "resourceTemplates").await;
    assert_eq!(templates[0]["uriTemplate"], "memoryos://profile/{user}");
    let unknown =
        host.ask(Some(&Access::UNLIMITED), "resources/read", json!({"uri": "memoryos://nothing"})).await;
    assert_eq!(unknown["code"], -32602, "{unknown}");
}

#[tokio::test]
async fn a_prompt_brings_what_is_remembered_as_quoted_data() {
    let host = Host::new().await;
    host.remember_lamps("me", 1).await;
    assert_eq!(listed(&host, "prompts/list", "prompts").await.len(), 2);
    let text = async |arguments: Value| {
        let asked = json!({"name": "recall_context", "arguments": arguments});
        let got = host.ask(Some(&Access::UNLIMITED), "prompts/get", asked).await;
        got["messages"][0]["content"]["text"].as_str().unwrap_or_else(|| panic!("{got}")).to_owned()
    };
    let found = text(json!({"query": "Where is the lamp?"})).await;
    let told = found.lines().find(|line| line.contains("Lamp number 0")).expect("the lamp");
    assert!(told.starts_with("| "), "{found}");
    assert!(text(json!({"query": "lamp", "user": "nobody"})).await.contains("Nothing is remembered"));
    // What was brought in is not stored again with the turn it was brought into.
    let turn = json!({"user_input": found, "agent_response": "In the hall.", "user": "ann"});
    assert_eq!(host.call("add_memory", turn).await["status"], "success");
    let stored = host.call("retrieve_memory", json!({"query": "lamp", "user": "ann"})).await;
    assert_eq!(stored["short_term_memory"][0]["user_input"], "Where is the lamp?");
    let remember =
        host.ask(Some(&Access::UNLIMITED), "prompts/get", json!({"name": "remember_session"})).await;
    assert!(
        remember["messages"][0]["content"]["text"].as_str().is_some_and(|text| text.contains("add_memory"))
    );
    let unknown = host.ask(Some(&Access::UNLIMITED), "prompts/get", json!({"name": "recall"})).await;
    assert_eq!(unknown["code"], -32602);
}

#[tokio::test]
async fn a_tool_that_is_not_there_is_an_error_of_the_protocol() {
    let host = Host::new().await;
    let unknown =
        host.ask(Some(&Access::UNLIMITED), "tools/call", json!({"name": "forget_everything"})).await;
    assert_eq!(unknown["code"], -32602, "{unknown}");
}
