use std::fmt;
use std::marker::PhantomData;

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads a list: bare, within `elements`, as the address where it can be had (`href`: it was not expanded), or null. It may hold
/// nulls.
pub(super) fn elements<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_any(Elements(PhantomData))
}

struct Elements<T>(PhantomData<T>);

/// A list within another, which may be null.
struct Listed<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Listed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Listed<T>, D::Error> {
        elements(deserializer).map(Listed)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Elements<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_unit<E>(self) -> Result<Vec<T>, E> {
        Ok(Vec::new())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element::<Option<T>>()? {
            all.extend(one);
        }
        Ok(all)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Vec<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(name) = members.next_key::<String>()? {
            if name == "elements" {
                all = members.next_value::<Listed<T>>()?.0;
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(all)
    }
}
