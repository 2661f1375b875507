use serde::{Deserialize, Deserializer, Serialize};

use super::Label;

/// Someone who works at a location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Person {
    /// The POS's own id of that person; the name where it has none.
    #[serde(default)]
    pub id: Label,
    /// As shown on reports.
    #[serde(default)]
    pub name: Label,
}

impl Person {
    /// None without id and name; one of them alone serves as both.
    pub(super) fn identified(self) -> Option<Person> {
        match (self.id.clone().filled(), self.name.clone().filled()) {
            (None, None) => None,
            (Some(id), None) => Some(Person { name: id.clone(), id }),
            (None, Some(name)) => Some(Person { id: name.clone(), name }),
            (Some(id), Some(name)) => Some(Person { id, name }),
        }
    }
}

/// Reads an optional person; one without id and name is none.
pub(super) fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Person>, D::Error> {
    Ok(Option::<Person>::deserialize(deserializer)?.and_then(Person::identified))
}
