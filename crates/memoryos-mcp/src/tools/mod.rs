//! The tools, one file each. Another tool is another file and a line in [`all`].

mod add;
mod import;
mod pages;
mod profile;
mod retrieve;
mod search;
mod segments;
mod status;

use std::{future::Future, sync::LazyLock};

use futures::future::BoxFuture;
use rmcp::model::{Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    call::Call,
    error::ToolError,
    schemas::{self, Object},
};

pub(crate) use profile::profile_text;
pub(crate) use status::status;

/// What a call does to the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    Looks,
    /// It grows. Nothing that is there is changed.
    Adds {
        /// Whether the same call again changes nothing.
        idempotent: bool,
    },
}

/// A verb of the memory, as a client calls it.
pub(crate) trait MemoryTool {
    /// What it is called by.
    const NAME: &'static str;
    /// What people see.
    const TITLE: &'static str;
    /// Tells a model when to call it, and what comes back.
    const DESCRIPTION: &'static str;
    /// What it does to the memory.
    const EFFECT: Effect;
    /// What it takes.
    type Arguments: DeserializeOwned + JsonSchema + Send + 'static;
    /// What it gives.
    type Reply: Serialize + JsonSchema;

    /// # Errors
    /// When it cannot be done; then nothing was changed, unless the error says so.
    fn call(
        call: Call,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<Self::Reply, ToolError>> + Send;
}

/// A tool as the server holds it.
pub(crate) struct Entry {
    /// What clients are told of it.
    pub(crate) tool: Tool,
    run: fn(Call, Object) -> BoxFuture<'static, Result<Value, ToolError>>,
}

/// Every tool, in the order in which they are listed.
pub(crate) fn all() -> &'static [Entry] {
    static ALL: LazyLock<[Entry; 7]> = LazyLock::new(|| {
        [
            entry::<add::AddMemory>(),
            entry::<retrieve::RetrieveMemory>(),
            entry::<profile::GetUserProfile>(),
            entry::<search::SearchMemories>(),
            entry::<segments::ListSegments>(),
            entry::<status::MemoryStatus>(),
            entry::<import::ImportConversation>(),
        ]
    });
    ALL.as_slice()
}

/// The tool of this name.
pub(crate) fn named(name: &str) -> Option<&'static Entry> {
    all().iter().find(|entry| entry.tool.name == name)
}

impl Entry {
    /// Calls it. The reply has a `status`, and says which arguments it passed over.
    ///
    /// # Errors
    /// When the arguments do not fit, or the tool fails.
    pub(crate) async fn call(&self, call: Call, arguments: Object) -> Result<Value, ToolError> {
        let known = self.tool.input_schema.get("properties");
        let is_known = |name: &String| known.is_some_and(|known| known.get(name).is_some());
        let ignored: Vec<String> = arguments.keys().filter(|name| !is_known(name)).cloned().collect();
        let mut reply = schemas::without_nulls((self.run)(call, arguments).await?);
        reply["status"] = json!("success");
        if !ignored.is_empty() {
            reply["ignored_arguments"] = json!(ignored);
        }
        Ok(reply)
    }
}

fn entry<T: MemoryTool + 'static>() -> Entry {
    let (is_read_only, is_idempotent) = match T::EFFECT {
        Effect::Looks => (true, true),
        Effect::Adds { idempotent } => (false, idempotent),
    };
    let annotations = ToolAnnotations::with_title(T::TITLE)
        .read_only(is_read_only)
        .destructive(false)
        .idempotent(is_idempotent)
        // A memory talks to nobody but those who ask it.
        .open_world(false);
    let tool = Tool::new(T::NAME, T::DESCRIPTION, schemas::input::<T::Arguments>())
        .with_title(T::TITLE)
        .with_raw_output_schema(schemas::output::<T::Reply>().into())
        .with_annotations(annotations);
    Entry { tool, run: |call, arguments| Box::pin(run::<T>(call, arguments)) }
}

async fn run<T: MemoryTool>(call: Call, arguments: Object) -> Result<Value, ToolError> {
    let arguments = serde_json::from_value(Value::Object(arguments))
        .map_err(|error| ToolError::argument(format!("the arguments do not fit {}: {error}", T::NAME)))?;
    let reply = T::call(call, arguments).await?;
    serde_json::to_value(reply).map_err(|error| {
        tracing::error!(%error, tool = T::NAME, "a reply is no JSON");
        ToolError::new("internal", "the reply cannot be written as JSON")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_documented_with_its_arguments() {
        const DOCUMENT: &str = include_str!("../../../../docs/mcp.md");
        for Entry { tool, .. } in all() {
            let row = DOCUMENT.lines().find(|line| line.starts_with(&format!("| `{}` |", tool.name)));
            let row = row.unwrap_or_else(|| panic!("{} is not in docs/mcp.md", tool.name));
            let arguments = tool.input_schema["properties"].as_object().expect("properties");
            for name in arguments.keys().filter(|name| !["user", "assistant"].contains(&name.as_str())) {
                assert!(row.contains(&format!("`{name}`")), "{}: {name}", tool.name);
            }
        }
    }
}
