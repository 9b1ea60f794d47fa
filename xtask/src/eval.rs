//! `cargo xtask eval`: the scoreboard, made again by one command.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::available_parallelism,
};

use anyhow::{Context, Result, ensure};

use crate::root;
use crate::wheel::build_folder;

/// Where the scoreboard is written, from the root of the workspace.
const SCOREBOARD: &str = "docs/scoreboard.md";

/// Where data sets lie unless others are given, from the root of the workspace. They are not ours to pass on.
const DATA: &str = "../shared/data";

/// The folders of [`DATA`] that are evaluated, and whether the files of each make one set.
const FOLDERS: [(&str, bool); 4] = [("locomo", false), ("gvd", false), ("beam", true), ("conflict", false)];

/// The folder of an installed MiniLM within a folder of models.
const MINILM: &str = "all-minilm-l6-v2";

/// What no table can say, whatever it was run on.
const CAVEATS: &str = "\
## What this page cannot say

- The recall was tuned on these very conversations: five of LoCoMo's ten, and the others named above. Figures on
  conversations nobody tuned on will be lower.
- LoCoMo's own answers are not all right: 99 of its 1,540 answerable questions have a wrong gold answer, some of them
  with wrong evidence.
- The table of the MemoryOS paper names LoCoMo's categories in another order than its data do, so its columns must
  not be compared with ours by name. Here they carry LoCoMo's own numbers.
- Evidence recall is not answer quality: it says that the words were there, not that a model would use them.
  `memoryos eval answer` asks one.
- FactConsolidation names no evidence. The fact that names the answer and shares most words with the question, the
  latest of equals, is taken for it.
- Tokens are counted by rule: a quarter of the characters, rounded up, and a Chinese, Japanese or Korean character as
  one.
- Times are of this machine, one recall at a time, the question's embedding included.
";

/// Files that are evaluated together, as arguments of one run.
struct Set {
    name: String,
    files: Vec<PathBuf>,
}

/// Evaluates `files`, each as a set, or what is found where data sets usually lie; writes `docs/scoreboard.md`.
///
/// # Errors
/// When there is nothing to evaluate, something does not build, or an evaluation fails.
pub(crate) fn run(files: &[&str]) -> Result<()> {
    let sets =
        if files.is_empty() { found()? } else { files.iter().map(|file| single(Path::new(file))).collect() };
    ensure!(
        !sets.is_empty(),
        "no data sets in {}: give files, such as `cargo xtask eval locomo10.json`. LoCoMo, LongMemEval, \
         FactConsolidation and conversations in pages can be read",
        root().join(DATA).display()
    );
    let mut build = Command::new(env!("CARGO"));
    step(build.current_dir(root()).args(["build", "--profile", "quick", "--package", "memoryos-cli"]))?;
    let out = build_folder().join("eval");
    // What an earlier run left must not be taken for this one's: vectors carry the times of their making.
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("clearing {}", out.display()))?;
    }
    fs::create_dir_all(&out).with_context(|| format!("making {}", out.display()))?;
    let mut page = heading()?;
    let mut failed = Vec::new();
    for evaluation in evaluations(&sets) {
        let outcome = evaluation.run(&out)?;
        page.push('\n');
        page.push_str(&outcome.report);
        failed.extend((!outcome.passed).then(|| evaluation.stem()));
    }
    page.push('\n');
    page.push_str(CAVEATS);
    let path = root().join(SCOREBOARD);
    fs::write(&path, page).with_context(|| format!("writing {}", path.display()))?;
    eprintln!("written to {}; figures and pages are in {}", path.display(), out.display());
    ensure!(failed.is_empty(), "not all is well: {}", failed.join(", "));
    Ok(())
}

fn single(file: &Path) -> Set {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Set { name, files: vec![file.to_owned()] }
}

/// The sets that lie where data sets usually do.
fn found() -> Result<Vec<Set>> {
    let mut sets = Vec::new();
    for (name, is_one) in FOLDERS {
        let folder = root().join(DATA).join(name);
        if !folder.is_dir() {
            continue;
        }
        let entries = fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))?;
        let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
        let mut files: Vec<PathBuf> = paths
            .into_iter()
            .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
            .collect();
        files.sort();
        if is_one && !files.is_empty() {
            sets.push(Set { name: name.to_owned(), files });
        } else {
            sets.extend(files.iter().map(|file| single(file)));
        }
    }
    Ok(sets)
}

/// One run of `memoryos eval`.
struct Evaluation<'a> {
    embedder: &'static str,
    command: &'static str,
    set: Option<&'a Set>,
}

/// Recall with each embedder on each set, what each part is worth on the first, and the tiers.
fn evaluations(sets: &[Set]) -> Vec<Evaluation<'_>> {
    let embedders: &[&str] = if models().is_some() {
        &["minilm", "builtin"]
    } else {
        eprintln!("without MiniLM: `cargo xtask test` installs it where this command looks for it");
        &["builtin"]
    };
    let mut all = Vec::new();
    for embedder in embedders {
        all.extend(sets.iter().map(|set| Evaluation { embedder, command: "recall", set: Some(set) }));
        all.extend(sets.first().map(|set| Evaluation { embedder, command: "ablate", set: Some(set) }));
    }
    all.push(Evaluation { embedder: "builtin", command: "tiers", set: None });
    all
}

/// What an evaluation found, and whether that is as it should be.
struct Outcome {
    report: String,
    passed: bool,
}

impl Evaluation<'_> {
    /// What its files are called, without the ending.
    fn stem(&self) -> String {
        let set = self.set.map(|set| set.name.as_str());
        [Some(self.command), set, Some(self.embedder)].into_iter().flatten().collect::<Vec<_>>().join("-")
    }

    /// Its report, one level of headings down. An evaluation may report and still have failed.
    fn run(&self, out: &Path) -> Result<Outcome> {
        let stem = self.stem();
        eprintln!("── {stem}");
        let report = out.join(format!("{stem}.md"));
        let status = self.command(out).status().context("running the evaluation")?;
        let text = fs::read_to_string(&report).with_context(|| format!("{stem} failed"))?;
        let lowered =
            |line: &str| if line.starts_with('#') { format!("#{line}\n") } else { format!("{line}\n") };
        Ok(Outcome { report: text.lines().map(lowered).collect(), passed: status.success() })
    }

    fn command(&self, out: &Path) -> Command {
        let mut command = Command::new(build_folder().join("quick").join("memoryos"));
        // A folder of its own, so that the settings of the person at the keyboard are no part of the scoreboard.
        command.arg("--data").arg(out.join("data")).args(["--embedder", self.embedder, "eval", self.command]);
        if let Some(set) = self.set {
            command.args(&set.files).args((set.files.len() > 1).then_some("--together"));
            command.arg("--vectors").arg(out.join(format!("{}.vectors", self.embedder)));
        }
        for (flag, ending) in [("--out", "json"), ("--html", "html"), ("--markdown", "md")] {
            command.arg(flag).arg(out.join(format!("{}.{ending}", self.stem())));
        }
        if let Some(models) = models() {
            command.env("MEMORYOS_EMBEDDER__MODELS", models);
        }
        // The tables go into the scoreboard; here they would only hide what is being done.
        command.stdout(Stdio::null());
        command
    }
}

/// The folder of models that holds MiniLM, if there is one: the one named by `MEMORYOS_MODELS_DIR`, else that of
/// the tests.
fn models() -> Option<PathBuf> {
    let named = env::var_os("MEMORYOS_MODELS_DIR").map(PathBuf::from);
    let folders = named.into_iter().chain([build_folder().join("test-data").join("models")]);
    folders.into_iter().find(|folder| folder.join(MINILM).is_dir())
}

/// What it is, and on what it was run.
fn heading() -> Result<String> {
    let commit = output("git", &["rev-parse", "HEAD"])?;
    let is_changed = !output("git", &["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    let changed = if is_changed { ", with changes that are not committed" } else { "" };
    let cores = available_parallelism().map_or(0, usize::from);
    Ok(format!(
        "# Scoreboard\n\nMade by `cargo xtask eval`; every figure below comes out of that one command. Files, \
         counts and settings stand above the tables they belong to.\n\n\
         - **commit**: {commit}{changed}\n- **machine**: {}, {cores} cores, {} {}\n",
        processor(),
        env::consts::OS,
        env::consts::ARCH,
    ))
}

/// The processor's name, where the system tells it.
fn processor() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    name.map_or_else(|| "a processor without a name".to_owned(), |(_, name)| name.trim().to_owned())
}

fn output(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).current_dir(root()).args(arguments).output();
    let output = output.with_context(|| format!("running {program}"))?;
    ensure!(output.status.success(), "{program} failed");
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn step(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("running {}", command.get_program().display()))?;
    ensure!(status.success(), "{} failed", command.get_program().display());
    Ok(())
}
