//! The binary `memoryos`: translates what people type, calls the library, and shows what came of it.
//!
//! One file for each command in [`commands`]. Data go to standard output and nothing else does; notes, progress and
//! errors go to standard error. What `--json` prints is described by the structures in `memoryos-api`.

use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod commands;
mod demo;
mod failure;
mod session;
mod settling;
mod sources;
mod ui;

fn main() -> ExitCode {
    let cli = arguments::Cli::parse();
    start_log(cli.common.verbose);
    let runtime = runtime(&cli.command);
    let outcome = match runtime {
        Ok(runtime) => {
            let outcome = runtime.block_on(commands::run(cli));
            // A thread that still waits for a line from the keyboard must not keep the program from ending.
            runtime.shutdown_background();
            outcome
        }
        Err(error) => Err(error.into()),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) => failure::report(&error).into(),
    }
}

/// One thread serves one person; blocking work, the disk and models, has threads of its own. Programs that stay answer
/// while rules distil, which is work for a thread.
fn runtime(command: &arguments::Command) -> std::io::Result<tokio::runtime::Runtime> {
    match command {
        arguments::Command::Mcp(_) | arguments::Command::Serve(_) | arguments::Command::Playground(_) => {
            // Two at least: while one is at a job, the other answers.
            let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
            tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()
        }
        _ => tokio::runtime::Builder::new_current_thread().enable_all().build(),
    }
}

/// Logs to standard error: what `MEMORYOS_LOG` asks for, else warnings, and more with each `-v`.
fn start_log(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let filter = std::env::var("MEMORYOS_LOG").unwrap_or_else(|_| format!("warn,memoryos={level}"));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(filter))
        .with_writer(std::io::stderr)
        .with_ansi(ui::stderr_has_colour())
        .without_time()
        .with_target(false);
    subscriber.init();
}
