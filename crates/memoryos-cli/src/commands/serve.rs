//! `serve`: the memory over HTTP, until it is told to stop.

use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use memoryos_host::{Opened, Settings};
use memoryos_server::{App, auth::check_door, serve};
use tokio::net::TcpListener;

use crate::{failure::Exit, session::Session, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address and port to listen at [default: `server.bind`]
    #[arg(long, value_name = "ADDRESS:PORT")]
    bind: Option<String>,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    serve_at(session, arguments.bind.as_deref(), |_| {}).await
}

/// Serves at an address, or at the configured one; `listening` hears where that is once requests are taken.
pub(crate) async fn serve_at(
    session: &Session,
    bind: Option<&str>,
    listening: impl FnOnce(&str),
) -> Result<Exit> {
    let mut settings: Settings = session.settings.clone();
    if let Some(bind) = bind {
        bind.clone_into(&mut settings.server.bind);
    }
    let bind = settings.server.bind.clone();
    let listener = TcpListener::bind(&bind).await.with_context(|| format!("{bind} cannot be listened at"))?;
    let address = listener.local_addr().context("the server has no address")?;
    check_door(&settings, address)?;
    let Opened { memory, chosen, .. } = session.open().await?;
    ui::note(&format!("the memory is in {}", settings.data.display()));
    ui::note(&format!(
        "REST and its documents http://{address}/docs · MCP http://{address}/mcp · OpenAI-compatible http://{address}/v1"
    ));
    ui::note(&format!("the playground is at http://{address}/"));
    listening(&format!("http://{address}/"));
    serve(Arc::new(App { memory, settings, chosen }), listener, told_to_stop()).await?;
    Ok(Exit::Done)
}

/// Ready at Ctrl-C, and where a supervisor asks for an end.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = ended.recv() => return,
                Ok(()) = tokio::signal::ctrl_c() => return,
            }
        }
    }
    // Where no signal can be heard, none is waited for.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
