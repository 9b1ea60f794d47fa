//! `keys`: who may come in where the memory is served.

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use memoryos::ports::Clock;
use memoryos_api::{Access, Scope, Users};
use memoryos_host::SystemClock;
use memoryos_server::auth::{Key, KeyFile};
use serde::Serialize;

use crate::{
    failure::{Exit, Misused},
    session::Session,
    ui::{self, Column},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a key and show it, once
    Create {
        /// Whose memory it opens; may be given several times
        #[arg(long = "for", value_name = "USER", required_unless_present = "all_users")]
        users: Vec<String>,
        /// It opens everyone's memory
        #[arg(long, conflicts_with = "users")]
        all_users: bool,
        /// What it allows
        #[arg(long, value_enum, default_value = "write")]
        scope: ScopeName,
        /// What it is for, in your own words
        #[arg(long, default_value = "")]
        name: String,
    },
    /// Show every key, without its secret
    List,
    /// Take a key back; a running server refuses it at once
    Revoke {
        /// Its id
        id: String,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScopeName {
    /// Look and recall
    Read,
    /// Remember as well
    Write,
    /// With --all-users, see what concerns all of them as well
    Admin,
}

/// A key as it is shown.
#[derive(Debug, Serialize)]
struct Shape {
    id: String,
    name: String,
    /// Whose memories it opens; `null` for everyone's.
    users: Option<Vec<String>>,
    scope: Scope,
    created_at: String,
    /// The secret, when the key was made just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Exit> {
    let file = KeyFile::in_folder(&session.settings.data);
    match arguments.action {
        Action::Create { users, all_users, scope, name } => {
            if users.iter().any(String::is_empty) {
                return Err(Misused("a user's name must not be empty".to_owned()).into());
            }
            let users = if all_users { Users::All } else { Users::Only(users.into_iter().collect()) };
            let made = file.create(&name, Access { users, scope: scope.into() }, SystemClock.now())?;
            let shape = Shape { secret: Some(made.secret), ..shape(&made.key) };
            session.show(&shape, || shape.secret.clone().unwrap_or_default())?;
            ui::note(&format!("key {}; it is shown only now, and only its hash is kept", shape.id));
        }
        Action::List => {
            let keys: Vec<Shape> = file.keys()?.unwrap_or_default().iter().map(shape).collect();
            session.show(&keys, || human(&keys))?;
            if keys.is_empty() {
                ui::note("there are no keys");
            }
        }
        Action::Revoke { id } => {
            let revoked = shape(&file.revoke(&id)?);
            session.show(&revoked, || format!("{} opens nothing any more", revoked.id))?;
        }
    }
    Ok(Exit::Done)
}

impl From<ScopeName> for Scope {
    fn from(name: ScopeName) -> Self {
        match name {
            ScopeName::Read => Self::Read,
            ScopeName::Write => Self::Write,
            ScopeName::Admin => Self::Admin,
        }
    }
}

fn shape(key: &Key) -> Shape {
    Shape {
        id: key.id.clone(),
        name: key.name.clone(),
        users: match &key.access.users {
            Users::All => None,
            Users::Only(users) => Some(users.iter().cloned().collect()),
        },
        scope: key.access.scope,
        created_at: key.created_at.to_string(),
        secret: None,
    }
}

fn human(keys: &[Shape]) -> String {
    let columns = ["id", "name", "opens", "scope", "made"].map(Column::Left);
    let row = |key: &Shape| {
        let users = key.users.as_ref().map_or_else(|| "everyone".to_owned(), |users| users.join(", "));
        let scope = format!("{:?}", key.scope).to_lowercase();
        vec![key.id.clone(), key.name.clone(), users, scope, key.created_at.clone()]
    };
    ui::table(&columns, keys.iter().map(row))
}
