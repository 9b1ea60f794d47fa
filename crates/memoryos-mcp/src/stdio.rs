//! One client on the standard streams. Standard output carries the protocol and nothing else.

use std::time::Duration;

use memoryos_host::Settings;
use rmcp::{
    ServiceExt,
    service::{QuitReason, ServerInitializeError},
    transport::stdio,
};
use tokio::task::JoinError;

use crate::Server;

/// How long turns in hand may take to reach the disk after the client has gone; a commit takes milliseconds.
const LAST_WORK_LIMIT: Duration = Duration::from_secs(30);

/// Why the serving ended other than by the client's leaving.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StdioError {
    /// What came first was no request of the protocol.
    #[error("the client did not speak MCP")]
    Handshake(#[source] Box<ServerInitializeError>),
    /// The loop that reads and answers broke down.
    #[error("serving broke down")]
    Broken(#[source] JoinError),
}

/// Serves the client at standard input until it leaves; then the turns in hand are finished. Must be called within a
/// tokio runtime of several threads, so that a ping is answered whatever the memory is busy with.
///
/// The memory is opened, and its models are loaded, behind the first reply; its jobs are done meanwhile.
///
/// # Errors
/// When the client does not speak the protocol.
pub async fn serve(settings: Settings) -> Result<(), StdioError> {
    let server = Server::for_trusted(settings);
    let (source, work) = (server.source.clone(), server.work.clone());
    let service = match server.serve(stdio()).await {
        Ok(service) => service,
        // A client that looks whether the program starts, and leaves.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(StdioError::Handshake(Box::new(error))),
    };
    let warming = tokio::spawn({
        let source = source.clone();
        async move { source.warm_up().await }
    });
    let quit = service.waiting().await;
    warming.abort();
    work.close();
    if tokio::time::timeout(LAST_WORK_LIMIT, work.wait()).await.is_err() {
        tracing::warn!("left with work in hand; what was not acknowledged may not be kept");
    }
    source.close().await;
    match quit {
        Ok(QuitReason::JoinError(error)) | Err(error) => Err(StdioError::Broken(error)),
        Ok(_) => Ok(()),
    }
}
