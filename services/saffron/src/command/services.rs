//! The services that have a database of their own.

/// Their names.
pub fn services() -> Vec<&'static str> {
    super::migrate::SCHEMAS.iter().map(|(service, _)| *service).collect()
}

/// A service that has an outbox.
pub fn service(name: &str) -> Result<&'static str, String> {
    let known = services();
    let found = known.iter().find(|known| **known == name);
    found.copied().ok_or_else(|| format!("choose one of {}", known.join(", ")))
}
