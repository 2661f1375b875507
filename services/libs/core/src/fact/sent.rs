//! Ids as a POS sends them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::id::PosGiven;

/// An id, and what was sent where that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sent<T> {
    pub(super) id: T,
    /// None: the id is what was sent.
    pub(super) text: Option<String>,
}

impl<'de, T: PosGiven + AsRef<str>> Deserialize<'de> for Sent<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sent<T>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let id = T::of_sent(&text).map_err(D::Error::custom)?;
        let text = (id.as_ref() != text).then_some(text);
        Ok(Sent { id, text })
    }
}

/// Reads an id, and keeps nothing else of what was sent.
pub(super) fn id<'de, D: Deserializer<'de>, T: PosGiven + AsRef<str>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Sent::deserialize(deserializer)?.id)
}

/// Reads an optional id likewise.
pub(super) fn optional_id<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: PosGiven + AsRef<str>,
{
    Ok(Option::<Sent<T>>::deserialize(deserializer)?.map(|sent| sent.id))
}
