//! Whose memory a chat is about.

use axum::http::HeaderMap;
use memoryos::types::Owner;
use memoryos_api::{Access, Scope, Users};
use memoryos_host::Settings;

use super::{refused::Refused, request::ChatRequest};

/// Whose memory it is, once it is known that the caller may look into it.
///
/// The user is the one of the header `x-memoryos-user`, else of the body's `memoryos.user`, else of its `user`, else
/// the only one whose memory the key opens, else the configured one. The assistant is the one of the header
/// `x-memoryos-assistant`, else of `memoryos.assistant`, else the configured one.
pub(super) fn owner(
    headers: &HeaderMap,
    request: &ChatRequest,
    access: &Access,
    settings: &Settings,
) -> Result<Owner, Refused> {
    let extension = &request.extension;
    let user = named(headers, "x-memoryos-user")?
        .or(extension.user.as_deref())
        .or(request.user.as_deref().filter(|user| !user.is_empty()))
        .or(only_user(access))
        .unwrap_or(&settings.user);
    let assistant = named(headers, "x-memoryos-assistant")?
        .or(extension.assistant.as_deref())
        .unwrap_or(&settings.assistant);
    access.allows(user, Scope::Read)?;
    Owner::new(user, assistant).map_err(|error| Refused::request(format!("no memory has that name: {error}")))
}

fn only_user(access: &Access) -> Option<&str> {
    match &access.users {
        Users::Only(users) if users.len() == 1 => users.first().map(String::as_str),
        _ => None,
    }
}

/// The name in a header; an empty one is none.
fn named<'a>(headers: &'a HeaderMap, header: &str) -> Result<Option<&'a str>, Refused> {
    let Some(value) = headers.get(header).filter(|value| !value.is_empty()) else { return Ok(None) };
    let name = std::str::from_utf8(value.as_bytes());
    name.map(Some).map_err(|_| Refused::request(format!("the header {header} is not UTF-8 text")))
}
