//! Whose memory a chat is about, and who may say so.

use memoryos_api::Scope;
use serde_json::{Value, json};

use crate::{
    support::Gateway,
    upstream::{Answer, Upstream},
};

#[tokio::test]
async fn the_user_is_named_by_header_or_body_or_settings() {
    let upstream = Upstream::always(Answer::says("Fine."));
    let gateway = Gateway::before(&upstream).await;
    let check = async |header: Option<&str>, more: Value, expected: &str| {
        let before = gateway.remembered(expected).await.len();
        let mut body =
            json!({"messages": [{"role": "user", "content": format!("I am here: {header:?} {more}")}]});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let request = gateway.post(&body);
        let request =
            header.into_iter().fold(request, |request, user| request.header("x-memoryos-user", user));
        assert!(request.send().await.expect("an answer").status().is_success());
        assert_eq!(gateway.remembered(expected).await.len(), before + 1, "{header:?} {more}");
    };
    check(None, json!({}), "ann").await;
    check(None, json!({"user": ""}), "ann").await;
    check(None, json!({"user": "bo"}), "bo").await;
    check(None, json!({"user": "bo", "memoryos": {"user": "张伟"}}), "张伟").await;
    check(Some("cy"), json!({"user": "bo", "memoryos": {"user": "di"}}), "cy").await;
}

#[tokio::test]
async fn one_users_words_never_reach_another() {
    let upstream = Upstream::always(Answer::says("Fine."));
    let gateway = Gateway::before(&upstream).await;
    gateway.remember("bo", "My goat is called Heidi.", "Nice.").await;
    gateway.says("What is my goat called?").await;
    assert!(!upstream.last().prompt().contains("Heidi"));
    let body = json!({"user": "bo", "messages": [{"role": "user", "content": "What is my goat called?"}]});
    gateway.post(&body).send().await.expect("an answer");
    assert!(upstream.last().prompt().contains("Heidi"));
}

#[tokio::test]
async fn a_key_opens_no_other_memory_and_a_reading_one_remembers_nothing() {
    let upstream = Upstream::always(Answer::says("Fine."));
    let gateway = Gateway::before(&upstream).await;
    gateway.remember("bo", "My goat is called Heidi.", "Nice.").await;
    let (writes, reads) = (gateway.key(&["bo"], Scope::Write), gateway.key(&["bo"], Scope::Read));
    let chat = async |key: &str, more: Value, header: Option<&str>| {
        let mut body = json!({"messages": [{"role": "user", "content": "What is my goat called?"}]});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let request = gateway.post(&body).bearer_auth(key);
        let request =
            header.into_iter().fold(request, |request, user| request.header("x-memoryos-user", user));
        request.send().await.expect("an answer")
    };
    for (key, more, header, status) in [
        ("mos_wrong", json!({}), None, 401),
        (&*writes, json!({"user": "ann"}), None, 403),
        (&*writes, json!({"memoryos": {"user": "Bo"}}), None, 403),
        (&*writes, json!({"user": "bo"}), Some("ann"), 403),
        (&*reads, json!({"user": "ann", "memoryos": {"recall": false, "remember": false}}), None, 403),
    ] {
        let asked = upstream.asked().len();
        let response = chat(key, more.clone(), header).await;
        assert_eq!(response.status(), status, "{more} {header:?}");
        assert_eq!(upstream.asked().len(), asked, "nobody pays for what is refused");
    }
    // The only user whose memory a key opens need not be named.
    let told: Value = chat(&reads, json!({}), None).await.json().await.expect("JSON");
    assert_eq!(told["memoryos"]["remembered"], false);
    assert!(upstream.last().prompt().contains("Heidi"));
    assert_eq!(gateway.remembered("bo").await.len(), 1);
    let told: Value = chat(&writes, json!({}), None).await.json().await.expect("JSON");
    assert_eq!(told["memoryos"]["remembered"], true);
    assert_eq!(gateway.remembered("bo").await.len(), 2);
}
