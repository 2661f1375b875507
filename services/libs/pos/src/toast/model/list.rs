use serde::{Deserialize, Deserializer};

/// Reads a list, which may be null and hold nulls.
pub(super) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let sent = Option::<Vec<Option<T>>>::deserialize(deserializer)?;
    Ok(sent.unwrap_or_default().into_iter().flatten().collect())
}
