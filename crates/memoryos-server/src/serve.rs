//! Serving until one is told to stop.

use std::{io, sync::Arc, time::Duration};

use memoryos_host::{DEFAULT_IDLE, Worker};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{App, RouterError, router};

/// Why serving ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// There is nothing to serve.
    #[error(transparent)]
    Router(#[from] RouterError),
    /// The network failed.
    #[error("the server broke down")]
    Network(#[source] io::Error),
}

/// Answers at `listener`, and does the memory's jobs, until `stop` is ready. Then no connection is taken any more,
/// requests in hand and the job in hand have `server.shutdown_secs` to end, and a job that does not is given back.
///
/// # Errors
/// When it could be reached from elsewhere without a key, a setting cannot be used, or the network fails.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let address = listener.local_addr().map_err(ServeError::Network)?;
    let closing = CancellationToken::new();
    let routes = router(Arc::clone(&app), address, closing.clone())?;
    let worker = Worker::start(Arc::clone(&app.memory), DEFAULT_IDLE);
    let told = closing.clone();
    let serving = axum::serve(listener, routes).with_graceful_shutdown(async move {
        stop.await;
        told.cancel();
    });
    let mut serving = tokio::spawn(serving.into_future());
    let limit = Duration::from_secs(app.settings.server.shutdown_secs);
    let served = tokio::select! {
        served = &mut serving => served,
        () = async { closing.cancelled().await; tokio::time::sleep(limit).await } => {
            tracing::warn!("requests were cut off");
            serving.abort();
            Ok(Ok(()))
        }
    };
    worker.stop_within(limit).await;
    served.unwrap_or_else(|error| Err(io::Error::other(error))).map_err(ServeError::Network)
}
