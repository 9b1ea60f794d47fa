//! `import_conversation`: what was said elsewhere, as messages or as the text of a file.

use memoryos::{
    import::{Format, SourceFile, detect, read},
    types::{Moment, Owner},
};
use memoryos_api::{ImportShape, Scope, Share, Shares, deal, import_shape, take_batch, tells_people_apart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, MemoryTool};
use crate::{
    call::{Call, now},
    error::ToolError,
};

pub(super) struct ImportConversation;

/// Who speaks.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Role {
    /// Who is remembered.
    User,
    /// Who remembers.
    Assistant,
}

/// A message.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct MessageArgument {
    /// Who speaks.
    role: Role,
    /// What is said, word for word.
    content: String,
    /// The speaker's name, where it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// What a text may be.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum FormatArgument {
    #[default]
    Auto,
    MemoryosStore,
    MemoryosPlayground,
    Locomo,
    Paged,
    OpenaiMessages,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// The messages of one conversation, in their order. Give either these or `text`.
    messages: Option<Vec<MessageArgument>>,
    /// The content of a file with conversations: JSON or JSON lines. Give either this or `messages`.
    text: Option<String>,
    /// What `text` is. Default auto: it is recognised.
    format: Option<FormatArgument>,
    /// When it was said, for what carries no time of its own, as 2026-02-03T10:00:00+01:00. Leave out for now.
    timestamp: Option<String>,
    /// Whose memory it goes into. Leave out for the configured user; files that tell people apart then go into the
    /// memories of those people.
    user: Option<String>,
    /// Which assistant's memory, if not that of the configured one.
    assistant: Option<String>,
}

impl MemoryTool for ImportConversation {
    const NAME: &'static str = "import_conversation";
    const TITLE: &'static str = "Import a conversation";
    const DESCRIPTION: &'static str = "Take a whole conversation into the user's memory at once: messages you pass, or \
        the text of an export (chat messages with roles, the files of the original MemoryOS, LoCoMo, pages). Call this \
        when the user hands over an earlier chat or asks to bring over a memory; for the running conversation use \
        add_memory. Importing the same again adds nothing twice. Long imports report progress. Topics and facts are \
        drawn from it later, in the background.";
    const EFFECT: Effect = Effect::Adds { idempotent: true };
    type Arguments = Arguments;
    type Reply = ImportShape;

    async fn call(call: Call, arguments: Arguments) -> Result<ImportShape, ToolError> {
        let source = Source::of(&call, arguments)?;
        let (mut shape, mut shares) =
            tokio::task::spawn_blocking(move || source.read()).await.map_err(|error| {
                tracing::error!(%error, "reading an import broke down");
                ToolError::new("internal", "the import broke down while it was read; nothing was taken")
            })??;
        // All or none: what the caller may not write must not end an import half-way.
        for share in &shares.shares {
            call.access.allows(share.owner.user.as_str(), Scope::Write)?;
        }
        let whole: usize = shape.owners.iter().map(|owner| owner.turns).sum();
        let mut done = 0;
        for (share, told) in shares.shares.iter_mut().zip(&mut shape.owners) {
            told.added = take(&call, share, &mut done, whole).await?;
        }
        Ok(shape)
    }
}

/// Remembers the turns of one owner; returns how many were new.
async fn take(call: &Call, share: &mut Share, done: &mut usize, whole: usize) -> Result<usize, ToolError> {
    let mut turns = share.take_turns();
    let (mut added, before) = (0, *done);
    let all = turns.len();
    while turns.len() > 0 {
        if call.cancelled.is_cancelled() {
            let message =
                format!("cancelled; {done} of {whole} turns are remembered, import the same again to go on");
            return Err(ToolError::new("cancelled", message));
        }
        let (memory, owner) = (call.served.memory.clone(), share.owner.clone());
        let batch = async move {
            let added = take_batch(&memory, &owner, &mut turns).await?;
            Ok((added, turns))
        };
        let (new, rest) = call.to_the_end(batch).await?;
        turns = rest;
        added += new;
        *done = before + all - turns.len();
        call.progress.tell(*done, whole, "turns remembered").await;
    }
    Ok(added)
}

/// What is to be read, and how.
struct Source {
    bytes: Vec<u8>,
    format: Option<Format>,
    default_time: Moment,
    owner: Owner,
    names_user: bool,
}

impl Source {
    fn of(call: &Call, arguments: Arguments) -> Result<Self, ToolError> {
        let (user, assistant) = (arguments.user.as_deref(), arguments.assistant.as_deref());
        let settings = &call.served.settings;
        let owner = Owner::new(user.unwrap_or(&settings.user), assistant.unwrap_or(&settings.assistant))?;
        let names_user = arguments.user.is_some() || settings.names_user();
        if names_user {
            // Else whose memories it goes into is known once it is read, and is asked then.
            call.access.allows(owner.user.as_str(), Scope::Write)?;
        }
        let default_time = match &arguments.timestamp {
            Some(text) => Moment::parse(text)?,
            None => Moment::utc(now()),
        };
        let (bytes, format) = match (arguments.messages, arguments.text) {
            (Some(messages), None) => {
                let messages = serde_json::to_vec(&messages).expect("messages are text all through");
                (messages, Some(Format::OpenaiMessages))
            }
            (None, Some(text)) => (text.into_bytes(), arguments.format.unwrap_or_default().named()),
            _ => return Err(ToolError::argument("give either messages or text")),
        };
        Ok(Self { bytes, format, default_time, owner, names_user })
    }

    fn read(self) -> Result<(ImportShape, Shares), ToolError> {
        let files = [SourceFile { path: "text", bytes: &self.bytes }];
        let format = match self.format {
            Some(format) => format,
            None => detect(&files)?,
        };
        let import = read(format, &files, self.default_time)?;
        let report = import.report.clone();
        let own_users = !self.names_user && tells_people_apart(format);
        let shares = deal(import, &self.owner, own_users)?;
        Ok((import_shape(format, false, &report, &shares), shares))
    }
}

impl FormatArgument {
    fn named(self) -> Option<Format> {
        match self {
            Self::Auto => None,
            Self::MemoryosStore => Some(Format::MemoryosStore),
            Self::MemoryosPlayground => Some(Format::MemoryosPlayground),
            Self::Locomo => Some(Format::Locomo),
            Self::Paged => Some(Format::Paged),
            Self::OpenaiMessages => Some(Format::OpenaiMessages),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_that_can_be_read_can_be_named() {
        for format in Format::ALL {
            let named: FormatArgument = serde_json::from_value(format.name().into()).expect("a name");
            assert_eq!(named.named(), Some(format));
        }
    }
}
