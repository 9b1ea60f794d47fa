//! Answers from memory, whole or as they are written.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Json,
    extract::State,
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::{Stream, StreamExt, stream};
use memoryos::{
    MemoryError,
    answer::{AnswerStream, Question, evidence},
    ports::LlmError,
    recall::Recall,
};
use memoryos_api::{EvidenceShape, RecallShape, evidence_shape, recall_shape};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::recall::RecallBody;
use crate::{
    App, Problem, Problems,
    extract::{AssistantQuery, Given, Of, UserPath, wants_events},
};

/// How many sentences stand for an answer where there is no model.
const EVIDENCE: usize = 5;

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AnswerBody {
    #[serde(flatten)]
    recall: RecallBody,
    /// Language of the answer [default: that of the question].
    #[serde(default)]
    language: Option<String>,
    /// How to answer: a tone, a role, a length.
    #[serde(default)]
    style: Option<String>,
    /// Send the answer as it is written, as server-sent events: `recall`, then `piece`s, then `answer`, or `problem`.
    #[serde(default)]
    stream: bool,
}

/// An answer, or the evidence for one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnswerShape {
    /// The model's words; `null` without a model.
    answer: Option<String>,
    /// The recalled sentences that answer best, best first.
    evidence: Vec<EvidenceShape>,
    /// What was recalled; left out at the end of a stream that began with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    recall: Option<RecallShape>,
}

/// Answers from memory. Without a model the evidence comes back, and `answer` is `null`.
///
/// Nothing of it is remembered: send what becomes of it as a turn.
#[utoipa::path(
    post, path = "/v1/users/{user}/answer", tag = "recall", params(UserPath, AssistantQuery),
    request_body(content = AnswerBody, example = json!({"query": "What is the goat called?", "items": 5})),
    responses((status = 200, content((AnswerShape = "application/json"), (serde_json::Value = "text/event-stream"))), Problems)
)]
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    of: Of,
    headers: HeaderMap,
    Given(body): Given<AnswerBody>,
) -> Result<Response, Problem> {
    let query = body.recall.query()?;
    let text = query.text.clone();
    let question = Question { query, language: body.language, style: body.style };
    let written = match app.memory.answer_stream(&of.owner, &question).await {
        Ok(AnswerStream { recall, reply }) => (recall, Some(reply)),
        Err(MemoryError::Llm(LlmError::NotConfigured)) => {
            (app.memory.recall(&of.owner, &question.query).await?, None)
        }
        Err(error) => return Err(error.into()),
    };
    let (recall, reply) = written;
    body.recall.visit(&app, &of, &recall);
    if body.stream || wants_events(&headers) {
        return Ok(Sse::new(events(text, recall, reply)).keep_alive(KeepAlive::default()).into_response());
    }
    let mut words = None;
    if let Some(mut reply) = reply {
        let words = words.insert(String::new());
        while let Some(piece) = reply.next().await {
            words.push_str(&piece.map_err(MemoryError::from)?);
        }
    }
    Ok(Json(shape(&text, words, &recall, true)).into_response())
}

fn shape(query: &str, answer: Option<String>, recall: &Recall, with_recall: bool) -> AnswerShape {
    AnswerShape {
        answer,
        evidence: evidence(query, recall, EVIDENCE).iter().map(evidence_shape).collect(),
        recall: with_recall.then(|| recall_shape(recall)),
    }
}

/// `recall`, then every `piece`, then the whole `answer` or a `problem`.
fn events(
    query: String,
    recall: Recall,
    reply: Option<memoryos::ports::ChatStream>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let first = event("recall", &recall_shape(&recall));
    let state = (reply, None::<String>, false);
    let rest = stream::unfold(state, move |(mut reply, mut words, is_over)| {
        let end = (!is_over).then(|| shape(&query, words.clone(), &recall, false));
        async move {
            let last = end?;
            let Some(stream) = &mut reply else { return Some((event("answer", &last), (None, None, true))) };
            match stream.next().await {
                Some(Ok(piece)) => {
                    words.get_or_insert_default().push_str(&piece);
                    Some((event("piece", &serde_json::json!({ "text": piece })), (reply, words, false)))
                }
                Some(Err(error)) => {
                    let problem = Problem::from(MemoryError::from(error));
                    Some((event("problem", &problem), (None, None, true)))
                }
                None => Some((event("answer", &last), (None, None, true))),
            }
        }
    });
    stream::once(async { first }).chain(rest).map(Ok)
}

/// An event with a JSON object.
pub(super) fn event(name: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data).expect("our shapes are JSON");
    Event::default().event(name).data(data)
}
