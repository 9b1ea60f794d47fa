//! A query comes in.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use memoryos::{
    config::Strategy,
    recall::{Limit, Query, Recall},
    types::Moment,
};
use memoryos_api::{RecallShape, recall_shape};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    App, Problem, Problems,
    extract::{AssistantQuery, Given, Of, UserPath},
};

/// What is sought, and how much may come back.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct RecallBody {
    /// The question, in the asker's words.
    #[schema(pattern = r"\S")]
    query: String,
    /// As much as fits this many tokens [default: `recall.budget_tokens`].
    #[serde(default)]
    budget_tokens: Option<usize>,
    /// This many memories, instead of a budget.
    #[serde(default)]
    items: Option<usize>,
    /// How memories are ranked [default: `recall.strategy`].
    #[serde(default)]
    strategy: Option<StrategyName>,
    /// Ask as if it were then, ISO 8601: what was said later does not come back.
    #[serde(default)]
    #[schema(format = DateTime)]
    at: Option<String>,
    /// Search the archive as well.
    #[serde(default)]
    archive: bool,
    /// Let this warm what it finds [default: true]. Keys that may only look warm nothing.
    #[serde(default = "yes")]
    visits: bool,
}

/// How memories are ranked.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StrategyName {
    /// Words and meaning of single messages.
    Hybrid,
    /// The paper's two stages: segments, then their pages.
    Paper,
}

fn yes() -> bool {
    true
}

/// Recalls what is worth saying about a query, and why.
#[utoipa::path(
    post, path = "/v1/users/{user}/recall", tag = "recall", params(UserPath, AssistantQuery),
    request_body(content = RecallBody, example = json!({"query": "What is the goat called?", "budget_tokens": 500})),
    responses((status = 200, body = RecallShape), Problems)
)]
pub(crate) async fn recall(
    State(app): State<Arc<App>>,
    of: Of,
    Given(body): Given<RecallBody>,
) -> Result<Json<RecallShape>, Problem> {
    let recall = app.memory.recall(&of.owner, &body.query()?).await?;
    body.visit(&app, &of, &recall);
    Ok(Json(recall_shape(&recall)))
}

impl RecallBody {
    /// # Errors
    /// When both limits are given, or the time is none.
    pub(super) fn query(&self) -> Result<Query, Problem> {
        let invalid =
            |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_query", detail);
        let limit = match (self.budget_tokens, self.items) {
            (Some(_), Some(_)) => return Err(invalid("either budget_tokens or items, not both".to_owned())),
            (tokens, items) => tokens.map(Limit::Tokens).or(items.map(Limit::Items)),
        };
        let at =
            self.at.as_deref().map(Moment::parse).transpose().map_err(|error| invalid(error.to_string()))?;
        let strategy = self.strategy.map(|name| match name {
            StrategyName::Hybrid => Strategy::Hybrid,
            StrategyName::Paper => Strategy::Paper,
        });
        let (text, at) = (self.query.clone(), at.map(|moment| moment.at));
        Ok(Query { text, limit, strategy, at, with_archive: self.archive })
    }

    /// Warms what was found, behind the reply.
    pub(super) fn visit(&self, app: &Arc<App>, of: &Of, recall: &Recall) {
        if !self.visits || !of.may_write() || recall.visits.is_empty() {
            return;
        }
        let (memory, owner, visits) = (Arc::clone(&app.memory), of.owner.clone(), recall.visits.clone());
        tokio::spawn(async move {
            if let Err(error) = memory.record_visits(&owner, &visits).await {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "what was found could not be warmed"
                );
            }
        });
    }
}
