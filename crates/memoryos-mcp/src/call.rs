//! What every tool works with: the memory, whose it is, what the caller may do, and how far the work is.

use std::{future::Future, sync::Arc};

use http::request::Parts;
use jiff::Timestamp;
use memoryos::{
    MemoryError,
    ports::Clock,
    types::{Owner, SegmentId, UserId},
};
use memoryos_api::{Access, Refusal, Scope};
use memoryos_host::SystemClock;
use rmcp::{
    RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::{Peer, RequestContext},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{Served, error::ToolError};

/// How many users' names a reply lists at most.
const LISTED_USERS: usize = 20;

/// How callers are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callers {
    /// The person at the keyboard, over stdio.
    Trusted,
    /// Whoever the HTTP server around this one let in; it says what they may.
    Admitted,
}

impl Callers {
    /// What the caller of this request may do. A request over HTTP about which the server said nothing may do nothing.
    pub(crate) fn access(self, context: &RequestContext<RoleServer>) -> Result<Access, Refusal> {
        match self {
            Self::Trusted => Ok(Access::UNLIMITED),
            Self::Admitted => {
                let parts = context.extensions.get::<Parts>();
                parts.and_then(|parts| parts.extensions.get::<Access>()).cloned().ok_or(Refusal::Scope)
            }
        }
    }
}

/// One call of a tool.
pub(crate) struct Call {
    pub(crate) served: Arc<Served>,
    pub(crate) access: Access,
    pub(crate) cancelled: CancellationToken,
    pub(crate) progress: Progress,
    /// Work that is finished even when nobody waits for it any more.
    pub(crate) work: TaskTracker,
}

/// Tells the client how far a long call is, if it asked to be told.
pub(crate) struct Progress {
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
}

impl Progress {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        Self { peer: context.peer.clone(), token: context.meta.get_progress_token() }
    }

    /// Tells that `done` of `whole` is done. A client that does not listen is no error.
    pub(crate) async fn tell(&self, done: usize, whole: usize, message: &str) {
        let Some(token) = self.token.clone() else { return };
        let told = ProgressNotificationParam::new(token, done as f64).with_total(whole as f64);
        if let Err(error) = self.peer.notify_progress(told.with_message(message)).await {
            tracing::debug!(%error, "progress was not heard");
        }
    }
}

impl Call {
    /// Whose memory is meant: the one named, else the one that was configured.
    ///
    /// # Errors
    /// When a name can be none, or the caller may not do this with that user's memory.
    pub(crate) fn owner(
        &self,
        user: Option<&str>,
        assistant: Option<&str>,
        needed: Scope,
    ) -> Result<Owner, ToolError> {
        let settings = &self.served.settings;
        let user = user.unwrap_or(&settings.user);
        self.access.allows(user, needed)?;
        Ok(Owner::new(user, assistant.unwrap_or(&settings.assistant))?)
    }

    /// Whose memories exist here and are open to the caller, each user once, in order; at most [`LISTED_USERS`].
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn known_users(&self) -> Result<Vec<String>, MemoryError> {
        let owners = self.served.memory.owners().await?;
        let mut users: Vec<UserId> = owners.into_iter().map(|owner| owner.user).collect();
        users.dedup();
        let open = users.iter().map(ToString::to_string);
        let open = open.filter(|user| self.access.allows(user, Scope::Read).is_ok());
        Ok(open.take(LISTED_USERS).collect())
    }

    /// What to tell about a memory with nothing in it; nothing where something is. A mistyped name and a memory that
    /// is really empty look the same otherwise.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn emptiness(&self, owner: &Owner) -> Result<Emptiness, MemoryError> {
        let is_empty = self.served.memory.look(owner, |view| view.state.pages().is_empty()).await?;
        if !is_empty {
            return Ok(Emptiness::default());
        }
        let known_users = self.known_users().await?;
        let others = match known_users.as_slice() {
            [] => "nothing has been remembered of anybody yet".to_owned(),
            known => format!("there are memories of: {}", known.join(", ")),
        };
        let (user, assistant) = (owner.user.as_str(), owner.assistant.as_str());
        let note = format!("nothing is remembered of user {user:?} by assistant {assistant:?}; {others}");
        Ok(Emptiness { note: Some(note), known_users: Some(known_users) })
    }

    /// Counts the visits of a recall, behind the reply.
    pub(crate) fn count_visits(&self, owner: &Owner, visits: Vec<SegmentId>) {
        let (memory, owner) = (Arc::clone(&self.served.memory), owner.clone());
        self.work.spawn(async move {
            if let Err(error) = memory.record_visits(&owner, &visits).await {
                tracing::warn!(%error, "visits were not counted");
            }
        });
    }

    /// Does this to its end, whatever becomes of the call.
    ///
    /// # Errors
    /// When the work fails, or breaks down.
    pub(crate) async fn to_the_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, ToolError>> + Send + 'static,
    ) -> Result<T, ToolError> {
        self.work.spawn(work).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a tool broke down");
            Err(ToolError::new("internal", "the tool broke down; whether it was done is not known"))
        })
    }
}

/// The time.
pub(crate) fn now() -> Timestamp {
    SystemClock.now()
}

/// What is told about a memory with nothing in it.
#[derive(Default)]
pub(crate) struct Emptiness {
    /// For the model.
    pub(crate) note: Option<String>,
    /// Whose memories there are.
    pub(crate) known_users: Option<Vec<String>>,
}
