//! Identifiers. Each is a type of its own, checked where it enters the system and trusted inside.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Why a text is not an identifier.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum IdError {
    /// Longer than allowed, or empty.
    #[error("must have 1 to {0} characters")]
    Length(usize),
    /// A character outside the allowed set.
    #[error("may contain only {0}")]
    Character(&'static str),
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident, max $max:literal, $allowed:literal, $pattern:literal, $is_allowed:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Box<str>);

        impl $name {
            /// The identifier as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            fn check(text: &str) -> Result<(), IdError> {
                let is_allowed: fn(u8) -> bool = $is_allowed;
                if text.is_empty() || text.len() > $max {
                    return Err(IdError::Length($max));
                }
                if !text.bytes().all(is_allowed) {
                    return Err(IdError::Character($allowed));
                }
                Ok(())
            }
        }

        impl FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::check(text)?;
                Ok(Self(text.into()))
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::check(&text)?;
                Ok(Self(text.into_boxed_str()))
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.into_string()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "minLength": 1, "maxLength": $max, "pattern": $pattern })
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }
    };
}

fn in_name_set(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

text_id!(
    /// A restaurant location (`posID`), unique in the whole installation.
    PosId, max 64, "A-Z, a-z, 0-9, _ and -", "^[A-Za-z0-9_-]+$", in_name_set
);
text_id!(
    /// A check (`posCheckID`), unique within its location.
    CheckId, max 64, "A-Z, a-z, 0-9, _ and -", "^[A-Za-z0-9_-]+$", in_name_set
);
text_id!(
    /// A shift (`posShiftID`), unique within its location.
    ShiftId, max 64, "A-Z, a-z, 0-9, _ and -", "^[A-Za-z0-9_-]+$", in_name_set
);
text_id!(
    /// A cash drawer, unique within its location.
    DrawerId, max 64, "A-Z, a-z, 0-9, _ and -", "^[A-Za-z0-9_-]+$", in_name_set
);
text_id!(
    /// A menu item (`posItemID`), unique within its location.
    ItemId, max 64, "A-Z, a-z, 0-9, _ and -", "^[A-Za-z0-9_-]+$", in_name_set
);
text_id!(
    /// A guest (`posCustomerID`), unique within its location.
    CustomerId, max 64, "A-Z, a-z, 0-9, _ and -", "^[A-Za-z0-9_-]+$", in_name_set
);
text_id!(
    /// The id of an event that a POS sent, unique within its location. Ordered by its bytes.
    EventId, max 128, "printable ASCII", "^[!-~]+$", |byte| byte.is_ascii_graphic()
);

impl EventId {
    /// The id before every other one.
    #[must_use]
    pub fn lowest() -> EventId {
        EventId("!".into())
    }
}

/// A person who signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UserId(pub Uuid);

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PosId {
    /// How many partitions the POS stream has. Each costs NATS a durable consumer of every service, whose progress it writes
    /// to the disk up to ten times a second.
    pub const PARTITIONS: u8 = 4;

    /// The partition of the POS stream that carries this location's facts: FNV-1a of the id, mod 4.
    #[must_use]
    pub fn partition(&self) -> u8 {
        let hash = self.0.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (hash % u64::from(Self::PARTITIONS)) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_checked_where_it_enters() {
        assert!("demo-pizza_1".parse::<PosId>().is_ok());
        assert_eq!("".parse::<PosId>(), Err(IdError::Length(64)));
        assert_eq!("a".repeat(65).parse::<PosId>(), Err(IdError::Length(64)));
        assert_eq!("a.b".parse::<PosId>(), Err(IdError::Character("A-Z, a-z, 0-9, _ and -")));
        assert!("2015-000001:1/a".parse::<EventId>().is_ok());
        assert!("two words".parse::<EventId>().is_err());
    }

    #[test]
    fn a_partition_never_changes() {
        // A location that moves to another partition loses the order of its facts.
        assert_eq!("demo-pizza".parse::<PosId>().unwrap().partition(), 1);
        assert!((0..200).map(|n| format!("p{n}").parse::<PosId>().unwrap().partition()).all(|p| p < 4));
    }
}
