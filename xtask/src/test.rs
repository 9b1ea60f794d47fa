//! `cargo xtask test`: everything that must hold before a change is worth anything.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{llama, model, peers, root, web};

/// Formats are compared, lints and documents built without a warning, and every suite run.
///
/// # Errors
/// At the first step that fails.
pub(crate) fn run() -> Result<()> {
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    step("lints", cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"]))?;
    let mut tests = cargo(&["test", "--workspace", "--no-fail-fast"]);
    prepare_models(&mut tests);
    tests.env("MEMORYOS_TEST_PEERS", peers::folder());
    step("tests", tests)?;
    eprintln!("── web page");
    web::test()?;
    let mut documents = cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
    documents.env("RUSTDOCFLAGS", "--deny warnings");
    step("documents", documents)
}

/// Fetches the models that some suites want. Where they cannot be had, those suites say so and are skipped.
fn prepare_models(tests: &mut Command) {
    match model::installed_for_tests() {
        Ok(folder) => drop(tests.env("MEMORYOS_MODELS_DIR", folder)),
        Err(error) => eprintln!("without MiniLM, its tests will be skipped: {error:#}"),
    }
    match llama::environment() {
        Ok(folder) => drop(tests.env("MEMORYOS_TEST_LLAMA_VENV", folder)),
        Err(error) => eprintln!("without a llama.cpp server, its tests will be skipped: {error:#}"),
    }
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(arguments);
    command
}

fn step(name: &str, mut command: Command) -> Result<()> {
    eprintln!("── {name}");
    let status = command.status().with_context(|| format!("running {name}"))?;
    ensure!(status.success(), "{name} failed");
    Ok(())
}
