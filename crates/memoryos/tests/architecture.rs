//! The invariants of ARCHITECTURE.md that a reader could break without noticing.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn source(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the module is a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("sources are text");
                files.push((path, text));
            }
        }
    }
    assert!(!files.is_empty(), "no sources under {}", root.display());
    files
}

fn check(folder: &str, forbidden: &[&str]) {
    for (path, text) in source(folder) {
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for word in forbidden {
                assert!(!line.contains(word), "{} says `{word}`: {line}", path.display());
            }
        }
    }
}

#[test]
fn tiers_and_text_never_wait() {
    check("tiers", &["async ", ".await"]);
    check("text", &["async ", ".await"]);
}

#[test]
fn recall_names_nothing_of_remember_and_writes_nothing() {
    check("recall", &["remember::", "transact", ".commit(", "Change::"]);
}

#[test]
fn nobody_takes_the_time_or_a_random_number_from_the_air() {
    check("", &["Timestamp::now", "SystemTime", "Instant::now", "rand::", "getrandom"]);
}

#[test]
fn the_library_depends_on_nothing_that_does_input_or_output() {
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("a manifest");
    let (_, rest) = manifest.split_once("[dependencies]").expect("dependencies");
    let (dependencies, _) = rest.split_once("\n[").unwrap_or((rest, ""));
    for heavy in ["reqwest", "hyper", "rusqlite", "sqlx", "postgres", "rten", "ort", "getrandom", "rand"] {
        assert!(!dependencies.lines().any(|l| l.split(['.', ' ']).next() == Some(heavy)), "{heavy}");
    }
}
