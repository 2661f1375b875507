//! Identifiers. Each is a type of its own, checked where it enters the system and trusted inside.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::Zone;

/// Why a text is not an identifier.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum IdError {
    /// Longer than allowed, or empty.
    #[error("must have 1 to {0} characters")]
    Length(usize),
    /// A character outside the allowed set.
    #[error("may contain only {0}")]
    Character(&'static str),
    /// Longer than an id of a POS may be, or empty.
    #[error("must have 1 to {LONGEST_SENT} characters")]
    Sent,
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

/// The most characters of an id as a POS sends it.
const LONGEST_SENT: usize = 1_000;
/// The most characters of it that an id keeps for people to read, beside its hash.
const READABLE: usize = 40;
/// Bytes of a hash beside them, and of one that stands alone.
const HASH: (usize, usize) = (8, 16);

/// An id that a POS gives. One that does not fit (other characters, too long) is joined by a hash, which never changes.
pub trait PosGiven: FromStr<Err = IdError> {
    /// People may read it: beside the hash it keeps letters, digits, _ and - of what was sent.
    const IS_READABLE: bool;

    /// The id of what a POS sends: the text itself, or a hash that stands for it.
    ///
    /// # Errors
    /// If the text is empty, or longer than 1,000 characters.
    fn of_sent(text: &str) -> Result<Self, IdError> {
        if let Ok(id) = text.parse() {
            return Ok(id);
        }
        if text.is_empty() || text.chars().count() > LONGEST_SENT {
            return Err(IdError::Sent);
        }
        let hash: Vec<u8> = Sha256::digest(text).to_vec();
        let hash =
            |bytes: usize| hash.iter().take(bytes).map(|byte| format!("{byte:02x}")).collect::<String>();
        if !Self::IS_READABLE {
            return format!("x{}", hash(HASH.1)).parse();
        }
        let words = text.split(|char: char| !char.is_ascii() || !in_name_set(char as u8));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let readable: String = words.join("-").chars().take(READABLE).collect();
        let hash = hash(HASH.0);
        if readable.is_empty() { format!("x{hash}") } else { format!("{readable}-x{hash}") }.parse()
    }
}

macro_rules! pos_given {
    ($readable:literal: $($id:ty),+) => {
        $(impl PosGiven for $id {
            const IS_READABLE: bool = $readable;
        })+
    };
}

pos_given!(true: CheckId, ShiftId, DrawerId, ItemId);
// What a POS sends as the id of a guest may be an address.
pos_given!(false: CustomerId);

/// A person who signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UserId(pub Uuid);

impl UserId {
    /// No person: the caller whom an ingest key stands for.
    pub const NOBODY: UserId = UserId(Uuid::nil());
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What the ids of sample restaurants begin with; no other location's id does.
const SAMPLE: &str = "_sample_";

impl PosId {
    /// The sample restaurant of a time zone, which all people who look around there share.
    #[must_use]
    pub fn sample_of(zone: &Zone) -> PosId {
        // No name of a time zone has two underscores in a row.
        PosId(format!("{SAMPLE}{}", zone.name().replace('/', "__").replace('+', "__plus")).into())
    }

    /// Whether it is a sample restaurant, in which people look around before they connect their own: nobody can change anything in
    /// it, and no other way leads to one.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.0.starts_with(SAMPLE)
    }

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
    fn id_that_fits_stays_as_it_was_sent() {
        let longest = "a".repeat(64);
        for fits in ["c-1001", "A_9", "0", longest.as_str()] {
            assert_eq!(CheckId::of_sent(fits).unwrap().as_str(), fits);
        }
        assert_eq!(CheckId::of_sent(""), Err(IdError::Sent));
        assert_eq!(CheckId::of_sent(&"a".repeat(1_001)), Err(IdError::Sent));
    }

    #[test]
    fn hash_of_an_id_never_changes() {
        // Facts of earlier versions are found by it.
        let of = |text: &str| CheckId::of_sent(text).unwrap().to_string();
        assert_eq!(of("A17700.3"), "A17700-3-x1dd53f811a4a5b32");
        assert_eq!(of("日本"), "xcf2abf0c5be326cb");
        assert_eq!(
            CustomerId::of_sent("mia@example.com").unwrap().as_str(),
            "x99857fe111df1f77228c50bacc8acf00"
        );
    }

    proptest::proptest! {
        #[test]
        fn different_texts_have_different_ids(one in ".{1,80}", other in ".{1,80}") {
            let (a, b) = (CheckId::of_sent(&one).unwrap(), CheckId::of_sent(&other).unwrap());
            proptest::prop_assert_eq!(one == other, a == b);
            proptest::prop_assert_eq!(CheckId::of_sent(a.as_str()), Ok(a.clone()));
            proptest::prop_assert!(a.as_str().len() <= 64);
            let guest = CustomerId::of_sent(&format!("{one}@x")).unwrap();
            proptest::prop_assert!(guest.as_str().starts_with('x') && guest.as_str().len() == 33);
        }
    }

    #[test]
    fn each_time_zone_has_a_sample_of_its_own() {
        let names = jiff::tz::db().available().map(|name| name.to_string());
        let zones: Vec<Zone> = names.filter_map(|name| name.parse().ok()).collect();
        let samples: std::collections::BTreeSet<PosId> = zones.iter().map(PosId::sample_of).collect();
        assert!(zones.len() > 400 && samples.len() == zones.len(), "{} {}", zones.len(), samples.len());
        for id in samples {
            assert!(id.is_sample() && id.as_str().parse::<PosId>() == Ok(id.clone()), "{id}");
        }
        let plain = ["sample", "sample-grill-7k", "demo_sample_1"].map(|id| id.parse::<PosId>().unwrap());
        assert!(plain.iter().all(|id| !id.is_sample()));
    }

    #[test]
    fn a_partition_never_changes() {
        // A location that moves to another partition loses the order of its facts.
        assert_eq!("demo-pizza".parse::<PosId>().unwrap().partition(), 1);
        assert!((0..200).map(|n| format!("p{n}").parse::<PosId>().unwrap().partition()).all(|p| p < 4));
    }
}
