//! Lists the files of the web page that `cargo xtask web` built, so that they can be put into the program. It builds
//! nothing itself: without them the crate compiles as well, and the server says how to make them.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let playground =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../playground");
    let built = playground.join("dist");
    let mut files = Vec::new();
    if built.is_dir() {
        println!("cargo:rerun-if-changed={}", built.display());
        collect(&built, &mut files)?;
        files.sort();
    } else if playground.is_dir() {
        // What is not there cannot be watched; it appears in this folder.
        println!("cargo:rerun-if-changed={}", playground.display());
    }
    let entries: Vec<String> = files.iter().map(|file| entry(&built, file)).collect();
    let list = format!("static FILES: &[File] = &[{}];\n", entries.concat());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("playground_files.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn entry(built: &Path, file: &Path) -> String {
    let path = file.strip_prefix(built).expect("it was found there");
    let path: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    let whole = file.to_string_lossy();
    format!("File {{ path: {:?}, bytes: include_bytes!({:?}) }},", path.join("/"), whole)
}
