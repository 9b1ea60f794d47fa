//! What can be read by address: the state of the memory, its settings, profiles.

use memoryos_api::Scope;
use percent_encoding::percent_decode_str;
use rmcp::{
    ErrorData,
    model::{CacheScope, ReadResourceResult, Resource, ResourceContents, ResourceTemplate},
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    call::Call,
    error::ToolError,
    schemas::without_nulls,
    tools::{profile_text, status},
};

const STATUS: &str = "memoryos://status";
const CONFIG: &str = "memoryos://config";
/// The address of a user's profile, up to the user's name.
const PROFILE: &str = "memoryos://profile/";
/// The same for clients to fill in.
pub(crate) const PROFILE_TEMPLATE: &str = "memoryos://profile/{user}";

const JSON: &str = "application/json";

/// What is always there.
pub(crate) fn all() -> Vec<Resource> {
    vec![
        Resource::new(STATUS, "status")
            .with_title("State of the memory")
            .with_description("What each tier holds, what waits, which models are in use and what they cost.")
            .with_mime_type(JSON),
        Resource::new(CONFIG, "config")
            .with_title("Settings")
            .with_description("Every setting, its value and where it comes from. Holds no secrets.")
            .with_mime_type(JSON),
    ]
}

/// What is there for each user.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let profile = ResourceTemplate::new(PROFILE_TEMPLATE, "profile")
        .with_title("Profile of a user")
        .with_description(
            "Who the user is, as learned from conversations, a line for each attribute and trait.",
        )
        .with_mime_type("text/plain");
    vec![profile]
}

/// What a client wants to read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Status,
    Config,
    Profile(String),
}

impl Asked {
    /// # Errors
    /// When nothing has this address.
    pub(crate) fn parse(uri: &str) -> Result<Self, ErrorData> {
        let profile = || {
            let name = uri.strip_prefix(PROFILE)?;
            let name = percent_decode_str(name).decode_utf8().ok()?;
            (!name.is_empty()).then(|| Self::Profile(name.into_owned()))
        };
        let found = match uri {
            STATUS => Some(Self::Status),
            CONFIG => Some(Self::Config),
            _ => profile(),
        };
        found.ok_or_else(|| {
            ErrorData::resource_not_found("there is no such resource", Some(json!({"uri": uri})))
        })
    }

    /// # Errors
    /// When the caller may not see it, or the store fails.
    pub(crate) async fn read(&self, call: &Call, uri: &str) -> Result<ReadResourceResult, ToolError> {
        let contents = match self {
            Self::Status => json_contents(uri, &status(call, &call.owner(None, None, Scope::Read)?).await?),
            Self::Config => json_contents(uri, &config(call)?),
            Self::Profile(user) => {
                let owner = call.owner(Some(user), None, Scope::Read)?;
                let profile =
                    call.served.memory.look(&owner, |view| profile_text(&view.state.profile())).await?;
                ResourceContents::text(profile, uri)
            }
        };
        // A memory changes with every turn, and is nobody else's.
        Ok(ReadResourceResult::new(vec![contents]).with_ttl_ms(0).with_cache_scope(CacheScope::Private))
    }
}

fn json_contents(uri: &str, content: &impl Serialize) -> ResourceContents {
    let value = serde_json::to_value(content).map_or(Value::Null, without_nulls);
    ResourceContents::text(format!("{value:#}"), uri).with_mime_type(JSON)
}

/// Every setting. Keys are no settings; credentials in addresses are masked.
fn config(call: &Call) -> Result<Vec<Value>, ToolError> {
    call.access.allows_all()?;
    let entry = |entry: memoryos_host::settings::Entry| json!({"key": entry.key, "value": entry.value, "unit": entry.unit, "origin": entry.origin.to_string()});
    Ok(call.served.settings.entries().into_iter().map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_what_is_read_and_a_user_by_an_escaped_name() {
        let check =
            |uri: &str, expected: Option<Asked>| assert_eq!(Asked::parse(uri).ok(), expected, "{uri}");
        check("memoryos://status", Some(Asked::Status));
        check("memoryos://config", Some(Asked::Config));
        check("memoryos://profile/ann", Some(Asked::Profile("ann".to_owned())));
        check("memoryos://profile/a%2Fb%20%E6%98%8E", Some(Asked::Profile("a/b 明".to_owned())));
        check("memoryos://profile/../ann", Some(Asked::Profile("../ann".to_owned())));
        check("memoryos://profile/", None);
        check("memoryos://profile/%FF", None);
        check("memoryos://Status", None);
        check("file:///etc/passwd", None);
    }
}
