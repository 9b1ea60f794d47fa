//! Streamable HTTP, as a service to be mounted in a server that knows who is asking.

use std::{sync::Arc, time::Duration};

use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio_util::sync::CancellationToken;

use crate::{Served, Server};

/// How long a session of an older client may rest. People leave a chat open over lunch; not every client begins a new
/// session when its own is gone.
const SESSION_IDLE: Duration = Duration::from_hours(4);

/// Bytes of a request, as many as a line over stdio may have: an import carries whole conversations.
const MAX_REQUEST_BYTES: usize = 16 * 1024 * 1024;

/// The service; answers under whatever path it is mounted at.
pub type Service = StreamableHttpService<Server, LocalSessionManager>;

/// A memory over streamable HTTP: without sessions for clients of revision 2026-07-28, with sessions for older ones.
///
/// The server around it must put a [`memoryos_api::Access`] into the extensions of every request; without one nothing
/// is allowed. It must also look at `Host` and `Origin`: that is not done here. Streams end when `closing` is cancelled.
pub fn service(served: Served, closing: CancellationToken) -> Service {
    let shared = Server::for_admitted(served);
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_IDLE);
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_max_request_body_bytes(MAX_REQUEST_BYTES)
        .with_cancellation_token(closing);
    StreamableHttpService::new(move || Ok(shared.clone()), Arc::new(sessions), config)
}
