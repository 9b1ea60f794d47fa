//! Whole replies: what goes wrong, and what becomes of it.

use std::time::{Duration, Instant};

use memoryos::ports::{Chat, ChatRequest, Llm, LlmError};
use memoryos_models::openai::{OpenAiConfig, OpenAiLlm};
use memoryos_testkit::llm::request;
use serde_json::{Value, json};

use crate::server::{Reply, Server, quick};

async fn asked(server: &Server) -> Result<Chat, LlmError> {
    server.llm().chat(&request("Hi")).await
}

fn with_schema(words: &str) -> ChatRequest {
    ChatRequest { schema: Some(json!({"type": "object"})), ..request(words) }
}

#[tokio::test]
async fn the_request_is_the_one_servers_know() {
    let server = Server::with(vec![Reply::says("Hello")]);
    server.llm().chat(&with_schema("Hi")).await.expect("a reply");
    let [asked] = &server.asked()[..] else { panic!("one request") };
    assert!(asked.head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{}", asked.head);
    assert!(asked.head.to_lowercase().contains("authorization: bearer sk-secret"), "{}", asked.head);
    let format = json!({"type": "json_schema", "json_schema": {"name": "reply", "strict": true, "schema": {"type": "object"}}});
    let messages = json!([{"role": "user", "content": "Hi"}]);
    let expected = json!({"model": "m", "messages": messages, "max_tokens": 100, "temperature": 0.0, "response_format": format});
    assert_eq!(asked.body, expected);
}

#[tokio::test]
async fn an_address_without_a_path_gets_the_usual_one() {
    let server = Server::with(vec![Reply::says("Hello")]);
    let bare = server.url.trim_end_matches("/v1");
    for (base, path) in [
        (bare.to_owned(), "/v1/chat/completions"),
        (format!("{bare}/api/v3/"), "/api/v3/chat/completions"),
        (format!("{bare}/v1?version=2"), "/v1/chat/completions?version=2"),
    ] {
        let llm = OpenAiLlm::new(OpenAiConfig::new(&*base, "m")).expect("a client");
        llm.chat(&request("Hi")).await.expect("a reply");
        let head = server.asked().last().expect("a request").head.clone();
        assert!(head.starts_with(&format!("POST {path} ")), "{base}: {head}");
    }
    for wrong in ["", "api.example.com/v1", "ftp://example.com"] {
        assert!(OpenAiLlm::new(OpenAiConfig::new(wrong, "m")).is_err(), "{wrong}");
    }
}

#[tokio::test]
async fn text_comes_as_a_string_or_in_parts_and_reasoning_apart() {
    let parts = json!([{"type": "thinking", "thinking": "Hm"}, {"type": "text", "text": "tr"}, {"type": "text", "text": "ue"}]);
    for (message, text) in [
        (json!({"content": "true"}), "true"),
        (json!({"content": parts}), "true"),
        (json!({"content": ["tr", "ue"]}), "true"),
        (json!({"content": "true", "reasoning_content": "Is it?", "refusal": null}), "true"),
        (json!({"content": "Is it? It is.</think>true"}), "true"),
    ] {
        let server = Server::with(vec![Reply::message(&message, "stop")]);
        assert_eq!(asked(&server).await.expect("a reply").text, text, "{message}");
    }
}

#[tokio::test]
async fn a_reply_without_text_is_never_text() {
    let call = json!([{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]);
    for message in [
        json!({"content": null}),
        json!({"content": ""}),
        json!({"content": []}),
        json!({}),
        json!({"content": null, "tool_calls": call}),
        json!({"content": null, "reasoning_content": "Only thinking"}),
        json!({"content": "think>\nThe query is about keys\n</think>\""}),
    ] {
        let server = Server::with(vec![Reply::message(&message, "length")]);
        let reply = asked(&server).await;
        assert!(matches!(reply, Err(LlmError::Empty)), "{message}: {reply:?}");
        assert_eq!(server.asked().len(), 1, "{message}");
    }
    for (message, finish) in [
        (json!({"content": null, "refusal": "cannot"}), "stop"),
        (json!({"content": [{"type": "refusal", "refusal": "cannot"}]}), "stop"),
        (json!({"content": ""}), "content_filter"),
    ] {
        let reply = asked(&Server::with(vec![Reply::message(&message, finish)])).await;
        assert!(matches!(reply, Err(LlmError::Refused)), "{message}: {reply:?}");
    }
}

#[tokio::test]
async fn tokens_are_the_servers_or_estimated() {
    let mut body = json!({"choices": [{"message": {"content": "你好 there"}}]});
    let estimated = asked(&Server::with(vec![Reply::json(&body)])).await.expect("a reply").usage;
    assert_eq!((estimated.prompt_tokens, estimated.completion_tokens), (1, 4));
    body["usage"] = json!({"prompt_tokens": 12, "completion_tokens": 34, "total_tokens": 46});
    let counted = asked(&Server::with(vec![Reply::json(&body)])).await.expect("a reply").usage;
    assert_eq!((counted.prompt_tokens, counted.completion_tokens), (12, 34));
}

#[tokio::test]
async fn a_wrong_key_is_its_own_error_and_not_tried_again() {
    for status in [401, 403] {
        let server = Server::with(vec![Reply::refusal(status, "Incorrect API key provided: sk-secret")]);
        let error = asked(&server).await.expect_err("refused");
        assert!(matches!(error, LlmError::Auth { status: s } if s == status), "{error:?}");
        assert_eq!(server.asked().len(), 1);
    }
}

#[tokio::test]
async fn a_busy_server_is_asked_again_when_it_says() {
    let busy = Reply::refusal(429, "slow down").header("retry-after-ms: 30");
    let server = Server::with(vec![busy.clone(), busy.clone(), Reply::says("Hello")]);
    let start = Instant::now();
    assert_eq!(asked(&server).await.expect("a reply").text, "Hello");
    assert!(start.elapsed() >= Duration::from_millis(60));
    assert_eq!(server.asked().len(), 3);

    let server = Server::with(vec![busy]);
    let error = asked(&server).await.expect_err("busy for ever");
    assert!(matches!(error, LlmError::RateLimited { retry_after: Some(_) }), "{error:?}");
    assert_eq!(server.asked().len(), 4);

    let server = Server::with(vec![Reply::refusal(429, "quota").header("retry-after: 3600")]);
    let error = asked(&server).await.expect_err("busy for an hour");
    assert!(
        matches!(error, LlmError::RateLimited { retry_after } if retry_after == Some(Duration::from_hours(1)))
    );
    assert_eq!(server.asked().len(), 1, "nobody waits an hour within a call");
}

#[tokio::test]
async fn a_failing_server_is_asked_again_some_times() {
    let failure = Reply::status(503, "<html>upstream down</html>");
    let server = Server::with(vec![failure.clone(), failure.clone(), Reply::says("Hello")]);
    assert_eq!(asked(&server).await.expect("a reply").text, "Hello");

    let server = Server::with(vec![failure]);
    let error = asked(&server).await.expect_err("down");
    assert!(
        matches!(&error, LlmError::Status { status: 503, message } if message.contains("upstream down")),
        "{error:?}"
    );
    assert_eq!(server.asked().len(), 4);
    assert!(error.is_transient());
}

#[tokio::test]
async fn nobody_there_is_an_error_without_credentials() {
    let closed =
        std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let config = OpenAiConfig {
        retry: quick(),
        ..OpenAiConfig::new(format!("http://me:pw-secret@{closed}/v1?key=sk-secret"), "m")
    };
    let shown = format!("{config:?}");
    let error = OpenAiLlm::new(config.with_key("sk-secret"))
        .expect("a client")
        .chat(&request("Hi"))
        .await
        .expect_err("nobody");
    let LlmError::Connect { url, source } = &error else { panic!("{error:?}") };
    assert_eq!(*url, format!("http://{closed}/v1/chat/completions"));
    for text in [shown, format!("{error} {error:?} {source:?}")] {
        assert!(!text.contains("secret"), "{text}");
    }
}

#[tokio::test]
async fn a_reply_that_takes_too_long_is_an_error() {
    let server = Server::with(vec![Reply::says("Hello").after(Duration::from_secs(5))]);
    let timeout = Duration::from_millis(40);
    let retry = memoryos_models::http::Retry { attempts: 1, ..quick() };
    let llm = OpenAiLlm::new(OpenAiConfig { timeout, retry, ..server.config() }).expect("a client");
    assert!(matches!(llm.chat(&request("Hi")).await, Err(LlmError::Timeout(limit)) if limit == timeout));
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test]
async fn a_reply_of_another_shape_is_an_error() {
    for body in
        [json!({}), json!([]), json!({"choices": []}), json!({"choices": [{"text": "Hi"}]}), json!("Hi")]
    {
        let error = asked(&Server::with(vec![Reply::json(&body)])).await.expect_err("no reply");
        assert!(matches!(error, LlmError::Unexpected { .. }), "{body}: {error:?}");
    }
    let error =
        asked(&Server::with(vec![Reply::status(200, "<html>Log in</html>")])).await.expect_err("no JSON");
    assert!(matches!(error, LlmError::Unexpected { .. }), "{error:?}");
    let within = json!({"error": {"message": "no credit for sk-secret", "code": 402}});
    let error = asked(&Server::with(vec![Reply::json(&within)])).await.expect_err("an error within");
    assert!(
        matches!(&error, LlmError::Status { status: 402, message } if message == "no credit for …"),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_long_error_is_shortened() {
    let error = asked(&Server::with(vec![Reply::refusal(400, &"very long ".repeat(1_000))]))
        .await
        .expect_err("refused");
    assert!(error.to_string().len() < 400, "{error}");
}

/// Replies 400 to the first request, then takes the next; what was sent the second and the third time.
async fn after_refusal(message: &str, request: &ChatRequest) -> (Value, Value) {
    let server = Server::with(vec![Reply::refusal(400, message), Reply::says("{}")]);
    let llm = server.llm();
    llm.chat(request).await.expect(message);
    llm.chat(request).await.expect(message);
    let asked = server.asked();
    assert_eq!(asked.len(), 3, "{message}: remembered, not refused again");
    (asked[1].body.clone(), asked[2].body.clone())
}

#[tokio::test]
async fn what_a_model_refuses_to_take_is_left_out_and_remembered() {
    let renamed = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    let (second, third) = after_refusal(renamed, &request("Hi")).await;
    assert_eq!((second.get("max_tokens"), second["max_completion_tokens"].as_u64()), (None, Some(100)));
    assert_eq!(second, third);
    let (second, third) = after_refusal("temperature must be 1", &request("Hi")).await;
    assert_eq!((second.get("temperature"), third.get("temperature")), (None, None));
    let (second, _) = after_refusal("System role not supported", &request("Hi")).await;
    assert_eq!(second["messages"][0]["role"], "user");
}

#[tokio::test]
async fn several_refusals_in_a_row_are_followed() {
    let replies = [
        "max_tokens: use max_completion_tokens",
        "temperature",
        "max_completion_tokens",
        "response_format",
        "json_object",
    ];
    let mut replies: Vec<Reply> = replies.iter().map(|message| Reply::refusal(400, message)).collect();
    replies.push(Reply::says("{}"));
    let server = Server::with(replies);
    server.llm().chat(&with_schema("Hi")).await.expect("a reply at last");
    let last = server.asked().pop().expect("a request").body;
    assert_eq!(
        last,
        json!({"model": "m", "messages": [{"role": "user", "content": "Hi\n\nReply in JSON."}]})
    );

    let server = Server::with(vec![Reply::refusal(400, "no such model: temperature-9")]);
    assert!(matches!(server.llm().chat(&request("Hi")).await, Err(LlmError::Status { status: 400, .. })));
    assert_eq!(server.asked().len(), 2, "it ends");
}

#[tokio::test]
async fn json_mode_always_comes_with_the_word() {
    let (second, _) = after_refusal("json_schema is not supported", &with_schema("Hi")).await;
    assert_eq!(second["response_format"], json!({"type": "json_object"}));
    assert_eq!(second["messages"][0]["content"], "Hi\n\nReply in JSON.");
    let (second, _) = after_refusal("json_schema is not supported", &with_schema("As JSON, please")).await;
    assert_eq!(second["messages"][0]["content"], "As JSON, please");
}
