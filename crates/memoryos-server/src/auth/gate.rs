//! The door: whose request it is, and whether it comes from where it should.

use std::{
    fs,
    net::SocketAddr,
    sync::{Arc, Mutex, RwLock},
    time::SystemTime,
};

use axum::{
    extract::{RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use memoryos::ports::Clock;
use memoryos_api::{Access, Scope};
use memoryos_host::{Settings, SystemClock, settings::ServerSettings};

use super::{
    bucket::Buckets,
    keys::{Key, KeyError, KeyFile, find},
};
use crate::Problem;

/// Hosts that are always this machine.
const LOOPBACK_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Who is asked about when no key is needed.
const AT_THE_KEYBOARD: &str = "local";

/// Why the server must not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GateError {
    /// Others could reach it, and nobody would be asked for a key.
    #[error("{0} can be reached from other machines, and there is no key to ask for")]
    NoKeys(SocketAddr),
    /// The keys cannot be read.
    #[error(transparent)]
    Keys(#[from] KeyError),
}

/// Whether a server with these settings may be opened at this address, before anything else is done for it.
///
/// # Errors
/// When it could be reached from other machines without a key, or the keys cannot be read.
pub fn check_door(settings: &Settings, address: SocketAddr) -> Result<(), GateError> {
    Gate::new(settings, address).map(drop)
}

/// Who may come in.
pub(crate) struct Gate {
    file: KeyFile,
    is_loopback: bool,
    hosts: Vec<String>,
    origins: Vec<String>,
    known: RwLock<Known>,
    buckets: Mutex<Buckets>,
}

/// The keys as last read, with what tells whether the file has changed.
#[derive(Default)]
struct Known {
    stamp: Option<(SystemTime, u64)>,
    keys: Option<Arc<Vec<Key>>>,
}

impl Gate {
    /// The door of a server at this address.
    ///
    /// # Errors
    /// When it could be reached from other machines without a key, or the keys cannot be read.
    pub(crate) fn new(settings: &Settings, address: SocketAddr) -> Result<Self, GateError> {
        let ServerSettings { allowed_hosts, cors_origins, requests_per_minute, .. } = &settings.server;
        let file = KeyFile::in_folder(&settings.data);
        let is_loopback = address.ip().is_loopback();
        if !is_loopback && file.keys()?.is_none_or(|keys| keys.is_empty()) {
            return Err(GateError::NoKeys(address));
        }
        Ok(Self {
            file,
            is_loopback,
            hosts: listed(allowed_hosts),
            origins: listed(cors_origins),
            known: RwLock::default(),
            buckets: Mutex::new(Buckets::new(*requests_per_minute)),
        })
    }

    /// Origins whose pages may call from a browser.
    pub(crate) fn origins(&self) -> &[String] {
        &self.origins
    }

    /// A page elsewhere must not talk to this server through a person's browser: by a name that it makes point here,
    /// or from its own origin.
    fn check_source(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let refused = |detail| Err(Problem::new(StatusCode::FORBIDDEN, "wrong_source", detail));
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        let name = host_name(host);
        let is_known = self.hosts.iter().any(|known| known == host || known == name)
            || (self.is_loopback && LOOPBACK_HOSTS.contains(&name))
            || (!self.is_loopback && self.hosts.is_empty());
        if !host.is_empty() && !is_known {
            return refused("this server is not known by that name; see server.allowed_hosts");
        }
        let origin = text(header::ORIGIN);
        let own = |origin: &str| origin.split_once("://").is_some_and(|(_, rest)| rest == host);
        match origin {
            Some(origin) if !own(origin) && !self.origins.iter().any(|known| known == origin) => {
                refused("pages of that origin may not call here; see server.cors_origins")
            }
            _ => Ok(()),
        }
    }

    /// What the sender of these headers may do, and by what name its requests are counted.
    fn access(&self, headers: &HeaderMap) -> Result<(Access, String), Problem> {
        let Some(keys) = self.keys()? else {
            return if self.is_loopback {
                Ok((Access::UNLIMITED, AT_THE_KEYBOARD.to_owned()))
            } else {
                Err(unauthorised("a key is needed"))
            };
        };
        let secret = secret(headers).ok_or_else(|| unauthorised("a key is needed"))?;
        let key = find(&keys, secret).ok_or_else(|| unauthorised("that key opens nothing"))?;
        Ok((key.access.clone(), key.id.clone()))
    }

    /// The keys as they are now; `None` where there never was one.
    fn keys(&self) -> Result<Option<Arc<Vec<Key>>>, Problem> {
        let stamp = fs::metadata(self.file.path()).and_then(|meta| Ok((meta.modified()?, meta.len()))).ok();
        {
            let known = self.known.read().expect("nothing panics while it holds the keys");
            if stamp.is_some() && known.stamp == stamp {
                return Ok(known.keys.clone());
            }
        }
        let keys = self.file.keys().map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "no request can be let in");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "keys", "the keys cannot be read")
        })?;
        let keys = keys.map(Arc::new);
        let mut known = self.known.write().expect("nothing panics while it holds the keys");
        *known = Known { stamp, keys: keys.clone() };
        Ok(keys)
    }

    fn count(&self, caller: &str) -> Result<(), Problem> {
        let mut buckets = self.buckets.lock().expect("nothing panics while it holds the buckets");
        buckets.take(caller, SystemClock.now()).map_err(|secs| {
            let detail = format!("too many requests; try again in {secs} s");
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", detail).retry_after(secs)
        })
    }
}

/// Lets a request in, or not. What its sender may do goes along with it; the memory of a user whom the path names is
/// looked at already here, so that no route can forget it.
pub(crate) async fn admit(
    State(gate): State<Arc<Gate>>,
    params: Result<RawPathParams, RawPathParamsRejection>,
    mut request: Request,
    next: Next,
) -> Response {
    // A path that no route knows names nobody.
    let params = params.ok();
    let user = params.as_ref().and_then(|params| params.iter().find(|(name, _)| *name == "user"));
    match admitted(&gate, request.headers(), user.map(|(_, user)| user)) {
        Ok(access) => {
            request.extensions_mut().insert(access);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

fn admitted(gate: &Gate, headers: &HeaderMap, user: Option<&str>) -> Result<Access, Problem> {
    gate.check_source(headers)?;
    let (access, caller) = gate.access(headers)?;
    gate.count(&caller)?;
    if let Some(user) = user {
        access.allows(user, Scope::Read)?;
    }
    Ok(access)
}

fn secret(headers: &HeaderMap) -> Option<&str> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text("authorization").and_then(|value| {
        let (scheme, secret) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(secret.trim())
    });
    // With both, the other is a client's own key for the gateway's upstream.
    text("x-api-key").or(bearer)
}

fn unauthorised(detail: &str) -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "unauthorised", detail)
}

/// The name in a `Host` header, without its port.
fn host_name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn listed(setting: &str) -> Vec<String> {
    setting.split(',').map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
}
