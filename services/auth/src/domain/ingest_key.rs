use jiff::Timestamp;
use saffron_core::fact::Label;
use saffron_core::{Calendar, Code, Error, PosId, Source};
use strum::{EnumString, IntoStaticStr};
use uuid::Uuid;

use super::filled_label;

/// The most valid keys of tills that people make for a location.
pub const MAX_TILL_KEYS: i64 = 100;
/// The most valid keys of imports and connections of a location.
pub const MAX_OTHER_KEYS: i64 = 1_000;
/// The name of the key that a location's POS vendor has.
pub const VENDOR_KEY_NAME: &str = "POS";

/// What an ingest key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum IngestKeyKind {
    /// A till or a script.
    Till,
    /// One import of files.
    Import,
    /// A connection to a POS.
    Connection,
}

impl IngestKeyKind {
    /// The stored form.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The kinds that are counted together, and how many keys of them a location may have.
    pub fn limit(self) -> (&'static [IngestKeyKind], i64) {
        match self {
            IngestKeyKind::Till => (&[IngestKeyKind::Till], MAX_TILL_KEYS),
            IngestKeyKind::Import | IngestKeyKind::Connection => {
                (&[IngestKeyKind::Import, IngestKeyKind::Connection], MAX_OTHER_KEYS)
            }
        }
    }
}

/// The key that a vendor asks for at a location that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewKey {
    None,
    /// In the place of the location's own.
    Rotated,
    /// Beside the location's own.
    Named(Label),
}

impl NewKey {
    /// The wish of a vendor; an empty name is none.
    pub fn check(rotate: bool, name: String) -> Result<NewKey, Error> {
        match (rotate, name.trim().is_empty()) {
            (true, false) => {
                Err(Error::invalid("ingestKeyName", "must be left out where rotateIngestKey is true"))
            }
            (true, true) => Ok(NewKey::Rotated),
            (false, true) => Ok(NewKey::None),
            (false, false) => Ok(NewKey::Named(filled_label("ingestKeyName", name)?)),
        }
    }
}

/// An ingest key without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IngestKey {
    pub source: Source,
    pub name: String,
    pub kind: IngestKeyKind,
    /// UTC.
    pub created_at: Timestamp,
    /// The name of the person who made it.
    pub created_by: Option<String>,
    /// UTC, right to a minute or two; not known of the POS vendor's.
    pub last_used_at: Option<Timestamp>,
    /// UTC.
    pub revoked_at: Option<Timestamp>,
}

/// A valid ingest key, found by its secret.
#[derive(Debug, Clone)]
pub struct FoundIngestKey {
    pub pos_id: PosId,
    pub calendar: Calendar,
    /// None: the one that the POS vendor has.
    pub key_id: Option<Uuid>,
    pub kind: IngestKeyKind,
    pub name: String,
    /// UTC.
    pub last_used_at: Option<Timestamp>,
}

impl FoundIngestKey {
    /// What its facts are stamped with.
    pub fn source(&self) -> Source {
        self.key_id.map_or(Source::Till, Source::Key)
    }
}

/// The key that a person names to revoke it.
pub fn revocable_key(id: &str) -> Result<Uuid, Error> {
    match id.parse() {
        Ok(Source::Key(key_id)) => Ok(key_id),
        Ok(Source::Till) => {
            let message = "Your POS vendor has this key. Ask the vendor to replace it.";
            Err(Error::new(Code::Conflict, message).about("id"))
        }
        Err(_) => Err(no_such_key()),
    }
}

/// The refusal of a key that the location does not have.
pub fn no_such_key() -> Error {
    let message = "This location has no such ingest key. Load the list again.";
    Error::new(Code::NotFound, message).about("id")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vendors_key_is_revoked_by_nobody_here() {
        let key_id = Uuid::from_u128(7);
        assert_eq!(revocable_key(&key_id.to_string()), Ok(key_id));
        assert_eq!(revocable_key("till").unwrap_err().code, Code::Conflict);
        for wrong in ["", "x", "Till"] {
            assert_eq!(revocable_key(wrong).unwrap_err().code, Code::NotFound, "{wrong}");
        }
    }
}
