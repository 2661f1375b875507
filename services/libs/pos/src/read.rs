//! Objects of answers, each read by itself.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{Unmapped, text};

/// What an object is, for messages to owners.
pub trait Kind {
    /// Such as order.
    const KIND: &'static str;
    /// The POS that sends it.
    const POS: &'static str;
}

/// Says of types of a POS what they are.
macro_rules! kinds {
    ($pos:literal, $($object:ty: $kind:literal),+ $(,)?) => {
        $(impl $crate::read::Kind for $object {
            const KIND: &'static str = $kind;
            const POS: &'static str = $pos;
        })+
    };
}

pub(crate) use kinds;

/// An object of an answer. One that cannot be read stops no other.
#[derive(Debug, Clone)]
pub enum Read<T> {
    /// As it was sent.
    Object(Box<T>),
    /// Why it could not be read.
    Unreadable(Unmapped),
}

impl<T: Kind + DeserializeOwned> Read<T> {
    /// Reads one object.
    #[must_use]
    pub fn of(json: &str) -> Read<T> {
        match serde_json::from_str(json) {
            Ok(object) => Read::Object(Box::new(object)),
            Err(error) => {
                let sent = serde_json::from_str::<Value>(json).unwrap_or_default();
                let id = ["id", "guid", "dispute_id", "catalog_object_id"]
                    .iter()
                    .find_map(|name| sent.get(name)?.as_str());
                // A message of serde names a type or a field, and may repeat a value: only its place is kept.
                let place = format!("line {}, column {}", error.line(), error.column());
                let pos = T::POS;
                let why = format!(
                    "{pos} sent it in a form that is not known ({place}): report it, and update Saffron"
                );
                Read::Unreadable(Unmapped::new(T::KIND, &text::cut(id.unwrap_or_default(), 200), why))
            }
        }
    }

    /// The object.
    ///
    /// # Errors
    /// Why it could not be read.
    pub fn object(self) -> Result<T, Unmapped> {
        match self {
            Read::Object(object) => Ok(*object),
            Read::Unreadable(why) => Err(why),
        }
    }
}

impl<'de, T: Kind + DeserializeOwned> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Read<T>, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Read::of(json.get()))
    }
}
