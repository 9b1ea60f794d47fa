//! What went wrong, in one line with its causes and a hint, and the exit code that says so.

use std::{error::Error, io, process::ExitCode};

use memoryos::{
    MemoryError,
    ports::{EmbedError, LlmError, StoreError},
    types::{InvalidId, InvalidTurn},
};
use memoryos_eval::settings::SettingError;
use memoryos_host::{OpenError, SettingsError};
use memoryos_server::auth::GateError;

use crate::ui;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// What was asked for is done.
    Done,
    /// It could not be done, or not all of it.
    Failed,
    /// It was asked for wrongly.
    Usage,
    /// There is nothing to show.
    NothingFound,
    /// The person ended it before it was through.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::NothingFound => 3,
            // 128 and the number of the signal, as shells tell it.
            Exit::Interrupted => 130,
        })
    }
}

/// What was asked for makes no sense; the message says why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Misused(pub(crate) String);

/// Tells the person, and gives the exit code.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    if find::<io::Error>(error).is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        // Whoever read our output has seen enough.
        return Exit::Done;
    }
    ui::error(&sentence(error.as_ref()));
    if let Some(hint) = hint(error) {
        ui::hint(&hint);
    }
    if is_misuse(error) { Exit::Usage } else { Exit::Failed }
}

/// Tells of a failure in what only follows a thing that is done: it must not make that look undone.
pub(crate) fn note_failure<T>(what: &str, outcome: Result<T, impl Into<anyhow::Error>>) {
    if let Err(error) = outcome {
        ui::note(&format!("{what}: {}", sentence(error.into().as_ref())));
    }
}

/// The error and its causes, in one line, nothing said twice.
pub(crate) fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let line = error.to_string();
        if !text.contains(&line) {
            text = format!("{text}: {line}");
        }
        cause = error.source();
    }
    text
}

fn is_misuse(error: &anyhow::Error) -> bool {
    find::<Misused>(error).is_some()
        || find::<SettingsError>(error).is_some()
        || find::<SettingError>(error).is_some()
        || find::<InvalidTurn>(error).is_some()
        || find::<InvalidId>(error).is_some()
        || matches!(find::<MemoryError>(error), Some(MemoryError::BlankQuery | MemoryError::NoSuchSegment(_)))
}

/// What a person can do about it.
fn hint(error: &anyhow::Error) -> Option<String> {
    let text = match (find::<SettingsError>(error), find::<StoreError>(error), find::<LlmError>(error)) {
        (Some(SettingsError::Unknown { .. }), ..) => "`memoryos config` lists every setting",
        (_, Some(StoreError::TooNew { .. }), _) => "a newer memoryos wrote this memory; use that one",
        (_, Some(StoreError::Corrupt { .. }), _) => {
            "nothing was changed; `memoryos doctor` says more, and a copy of the file may be sound"
        }
        (_, Some(StoreError::Backend { transient: true, .. }), _) => {
            "another program is busy with it; try again"
        }
        (_, Some(StoreError::Backend { .. }), _) => {
            "can the folder be written? choose another with --data, or ask `memoryos doctor`"
        }
        (.., Some(LlmError::NotConfigured)) => return Some(connect_a_model()),
        (.., Some(LlmError::Connect { .. } | LlmError::Timeout(_))) => {
            "is the server running at that address? `memoryos doctor` tries it"
        }
        (.., Some(LlmError::Auth { .. })) => "set the key in MEMORYOS_LLM_API_KEY or OPENAI_API_KEY",
        _ => return other_hint(error),
    };
    Some(text.to_owned())
}

fn other_hint(error: &anyhow::Error) -> Option<String> {
    if let Some(GateError::NoKeys(_)) = find::<GateError>(error) {
        return Some("make one: memoryos keys create --for NAME".to_owned());
    }
    match (find::<OpenError>(error), find::<EmbedError>(error)) {
        (Some(OpenError::Missing { missing, .. }), _) => Some(match *missing {
            "llm.url" => "name the server with --llm-url URL".to_owned(),
            "llm.model" => "name the model with --llm-model NAME".to_owned(),
            other => format!("set {other} in the configuration file or the environment"),
        }),
        (_, Some(EmbedError::Backend { .. } | EmbedError::Broken { .. })) => {
            Some("`--embedder builtin` needs nothing from outside".to_owned())
        }
        _ => None,
    }
}

/// How a person gets answers instead of evidence.
pub(crate) fn connect_a_model() -> String {
    "to connect a language model: --llm-url URL --llm-model NAME (any OpenAI-compatible server), \
     key in MEMORYOS_LLM_API_KEY"
        .to_owned()
}

/// The first error of this kind among an error and its causes.
fn find<E: Error + 'static>(error: &anyhow::Error) -> Option<&E> {
    error.chain().find_map(|cause| cause.downcast_ref::<E>().or_else(|| within(cause)?.downcast_ref::<E>()))
}

/// What an error merely passes on: it shows itself as its cause, and is not among the causes.
fn within<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    let memory = match error.downcast_ref::<OpenError>() {
        Some(OpenError::Memory(memory)) => Some(memory),
        _ => error.downcast_ref::<MemoryError>(),
    };
    match memory? {
        MemoryError::Store(store) => Some(store),
        MemoryError::Embed(embed) => Some(embed),
        MemoryError::Llm(llm) => Some(llm),
        MemoryError::Distill(distill) => Some(distill),
        _ => None,
    }
}
