//! Names of users, as a person types them into a prompt or an address.

use memoryos_api::Scope;
use rmcp::{
    ErrorData,
    model::{CompleteResult, CompletionInfo, Reference},
};

use crate::{call::Call, error::ToolError, prompts, resources::PROFILE_TEMPLATE};

/// Whether the argument names a user.
///
/// # Errors
/// When there is no such prompt or template.
pub(crate) fn are_users(of: &Reference, argument: &str) -> Result<bool, ErrorData> {
    let is_known = match of {
        Reference::Prompt(prompt) => prompts::all().iter().any(|known| known.name == prompt.name),
        Reference::Resource(template) => template.uri == PROFILE_TEMPLATE,
        _ => false,
    };
    if is_known {
        Ok(argument == prompts::USER)
    } else {
        Err(ErrorData::invalid_params("there is no such prompt or resource template", None))
    }
}

/// The users whose names begin so and whose memories are open to the caller.
///
/// # Errors
/// When the store fails.
pub(crate) async fn users(call: &Call, beginning: &str) -> Result<CompleteResult, ToolError> {
    let owners = call.served.memory.owners().await?;
    let mut users: Vec<String> = owners.into_iter().map(|owner| owner.user.to_string()).collect();
    users.dedup();
    users.retain(|user| user.starts_with(beginning) && call.access.allows(user, Scope::Read).is_ok());
    let total = u32::try_from(users.len()).ok();
    let has_more = users.len() > CompletionInfo::MAX_VALUES;
    users.truncate(CompletionInfo::MAX_VALUES);
    let completion = CompletionInfo::with_pagination(users, total, has_more).expect("cut to what is allowed");
    Ok(CompleteResult::new(completion))
}
