//! The project's own commands: the only doors to what is not `cargo build`.

mod bench;
mod demo;
mod distill;
mod eval;
mod llama;
mod model;
mod peers;
mod test;
mod web;
mod wheel;

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  demo                build the binary and show a conversation settle into memory, offline
  demo --web          the same conversation, in the web page
  web                 build the web page, which the next build of the program carries (needs Node and npm)
  test                format, lints, every test, documents
  bench               speed, memory and cost on this machine
  eval [FILE...]      how good the memory is, on data sets; writes docs/scoreboard.md
  distill [--check]   make the built-in embedding table again from its source, or compare with the one kept
  model               fetch all-MiniLM-L6-v2 and install it
  peers               install the clients that the servers are tested with, and print where";

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["demo"] => demo::run(),
        ["demo", "--web"] => demo::web(),
        ["web"] => web::run(),
        ["test"] => test::run(),
        ["bench"] => bench::run(),
        ["eval", ref files @ ..] => eval::run(files),
        ["distill"] => distill::run(distill::Mode::Write),
        ["distill", "--check"] => distill::run(distill::Mode::Check),
        ["model"] => model::run(),
        ["peers"] => {
            eprintln!("{}", peers::folder().display());
            Ok(())
        }
        _ => bail!(USAGE),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}
