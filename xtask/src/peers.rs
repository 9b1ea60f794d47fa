//! Clients of others that the servers are tested with: official MCP and OpenAI clients, a conformance suite, a fuzzer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::root;
use crate::wheel::{build_folder, python};

/// One kind of peers: where they come from and where they go.
struct Kind {
    /// The file below `xtask/peers` that pins each of them.
    pins: &'static str,
    /// The folder they are installed into.
    folder: &'static str,
    install: fn(&Path) -> Result<()>,
}

const KINDS: [Kind; 2] = [
    Kind { pins: "requirements.txt", folder: "venv", install: install_python },
    Kind { pins: "package.json", folder: "node_modules", install: install_node },
];

/// The folder with `venv` and `node_modules`, made in the build folder where it is missing or its pins have changed.
///
/// Kinds that cannot be had are told of on standard error and are not there: their tests are skipped.
pub(crate) fn folder() -> PathBuf {
    let peers = build_folder().join("peers");
    for kind in &KINDS {
        if let Err(error) = kind.ensure_in(&peers) {
            eprintln!("without {}, the tests that need it will be skipped: {error:#}", kind.folder);
        }
    }
    peers
}

impl Kind {
    fn ensure_in(&self, peers: &Path) -> Result<()> {
        let source = root().join("xtask/peers").join(self.pins);
        let pins = fs::read_to_string(&source).with_context(|| format!("reading {}", source.display()))?;
        let stamp = peers.join(format!("{}.installed", self.folder));
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == pins) {
            return Ok(());
        }
        let folder = peers.join(self.folder);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("clearing {}", folder.display()))?;
        }
        fs::create_dir_all(peers).with_context(|| format!("making {}", peers.display()))?;
        fs::write(peers.join(self.pins), &pins).with_context(|| format!("writing {}", self.pins))?;
        let installed = (self.install)(peers);
        if installed.is_err() {
            // Half of it would look to a test like all of it.
            drop(fs::remove_dir_all(&folder));
        }
        installed?;
        fs::write(&stamp, pins).with_context(|| format!("writing {}", stamp.display()))
    }
}

fn install_python(peers: &Path) -> Result<()> {
    run(Command::new(python()).args(["-m", "venv", "venv"]).current_dir(peers))?;
    let interpreter = if cfg!(windows) { "venv/Scripts/python.exe" } else { "venv/bin/python" };
    let mut pip = Command::new(peers.join(interpreter));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"]);
    run(pip.current_dir(peers))
}

/// Some of the packages ask for a newer Node than npm runs on here; they are run by the one among the Python packages.
fn install_node(peers: &Path) -> Result<()> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error"];
    run(Command::new(npm).arg("install").args(quiet).arg("--engine-strict=false").current_dir(peers))
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("running {}", command.get_program().display()))?;
    ensure!(status.success(), "{} failed", command.get_program().display());
    Ok(())
}
