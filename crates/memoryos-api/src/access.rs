//! Who may see and change whose memory.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// What a caller may do with the memories open to it. Each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Look and recall.
    Read,
    /// Remember and restore as well.
    Write,
    /// See what concerns all users as well.
    Admin,
}

/// Whose memories are open to a caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Users {
    /// Everyone's.
    All,
    /// Those of these users, compared exactly.
    Only(BTreeSet<String>),
}

/// What a caller may do, and with whose memories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    /// With whose.
    pub users: Users,
    /// What.
    pub scope: Scope,
}

/// Why a caller may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The memory of this user is not open to the caller.
    #[error("this key opens no memory of that user")]
    User,
    /// The caller may do less than this.
    #[error("this key does not allow that")]
    Scope,
}

impl Access {
    /// Everything, with everyone's memories: for the person at the keyboard.
    pub const UNLIMITED: Self = Self { users: Users::All, scope: Scope::Admin };

    /// Whether this may be done with the memory of `user`.
    ///
    /// # Errors
    /// When it may not.
    pub fn allows(&self, user: &str, needed: Scope) -> Result<(), Refusal> {
        match &self.users {
            Users::Only(users) if !users.contains(user) => Err(Refusal::User),
            _ if self.scope < needed => Err(Refusal::Scope),
            _ => Ok(()),
        }
    }

    /// Whether what concerns all users may be seen.
    ///
    /// # Errors
    /// When it may not.
    pub fn allows_all(&self) -> Result<(), Refusal> {
        match self {
            Self { users: Users::All, scope: Scope::Admin } => Ok(()),
            _ => Err(Refusal::Scope),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_what_it_names_and_nothing_else() {
        let of_ann = |scope| Access { users: Users::Only(["ann".to_owned()].into()), scope };
        let check =
            |access: &Access, user, needed, expected| assert_eq!(access.allows(user, needed), expected);
        check(&of_ann(Scope::Read), "ann", Scope::Read, Ok(()));
        check(&of_ann(Scope::Read), "ann", Scope::Write, Err(Refusal::Scope));
        check(&of_ann(Scope::Admin), "Ann", Scope::Read, Err(Refusal::User));
        check(&Access::UNLIMITED, "anyone", Scope::Admin, Ok(()));
        assert_eq!(of_ann(Scope::Admin).allows_all(), Err(Refusal::Scope));
    }
}
