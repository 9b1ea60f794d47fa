//! Ids of what is kept: 128 bits, written as 26 characters, ordered by time of making where the source orders them.

use std::{fmt, str::FromStr};

use ulid::Ulid;

macro_rules! item_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u128);

        impl $name {
            /// Wraps the bits an [`IdSource`](crate::ports::IdSource) gave.
            pub const fn from_bits(bits: u128) -> Self {
                Self(bits)
            }

            /// The 128 bits.
            pub const fn bits(self) -> u128 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&Ulid(self.0).to_string())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = ulid::DecodeError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Ulid::from_string(text).map(|id| Self(id.0))
            }
        }
    };
}

item_id!(
    /// A kept turn.
    PageId
);
item_id!(
    /// Pages of one topic.
    SegmentId
);
item_id!(
    /// Pages that continue one another.
    ChainId
);
item_id!(
    /// Something known of the user or of the assistant.
    FactId
);
item_id!(
    /// A step that is still to be done.
    JobId
);

/// What has vectors of its own. A segment has none: its vector is the mean of its pages'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemId {
    /// A page; its vectors are those of its passages, in order.
    Page(PageId),
    /// A fact; its vector is that of its text.
    Fact(FactId),
}
