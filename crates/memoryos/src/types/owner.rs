//! Whose memory it is.

use std::fmt;

/// Why a name cannot be an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    /// The name has no characters.
    #[error("an id must not be empty")]
    Empty,
    /// The name holds U+0000, which some stores cannot keep.
    #[error("an id must not contain the NUL character")]
    Nul,
}

macro_rules! name_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Box<str>);

        impl $name {
            /// Takes any Unicode text. It is never used as a path.
            ///
            /// # Errors
            /// When `name` is empty or contains U+0000.
            pub fn new(name: impl Into<Box<str>>) -> Result<Self, InvalidId> {
                let name = name.into();
                match &*name {
                    "" => Err(InvalidId::Empty),
                    text if text.contains('\0') => Err(InvalidId::Nul),
                    _ => Ok(Self(name)),
                }
            }

            /// The name as it was given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name_id!(
    /// Who is remembered. Never empty; compared exactly, neither trimmed nor lower-cased.
    UserId
);
name_id!(
    /// Who remembers. Never empty; compared exactly, neither trimmed nor lower-cased.
    AssistantId
);

/// One memory belongs to one user with one assistant; no call crosses owners.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Owner {
    /// Who is remembered.
    pub user: UserId,
    /// Who remembers.
    pub assistant: AssistantId,
}

impl Owner {
    /// # Errors
    /// When either name is no id; see [`UserId::new`].
    pub fn new(user: impl Into<Box<str>>, assistant: impl Into<Box<str>>) -> Result<Self, InvalidId> {
        Ok(Self { user: UserId::new(user)?, assistant: AssistantId::new(assistant)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_unicode_name_is_an_id_but_an_empty_one_and_nul_are_not() {
        for name in ["张伟", "../../x", "a:b", "Ann ", "🐱", &"x".repeat(10_240)] {
            assert_eq!(UserId::new(name).map(|id| id.as_str().to_owned()), Ok(name.to_owned()));
        }
        assert_eq!(UserId::new(""), Err(InvalidId::Empty));
        assert_eq!(AssistantId::new("a\0b"), Err(InvalidId::Nul));
    }
}
