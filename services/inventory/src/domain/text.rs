//! How names are sorted and searched: case-insensitively, in the order of their code points.

/// What a list is sorted by.
#[must_use]
pub fn sort_name(display_name: &str) -> String {
    display_name.to_lowercase()
}

/// What a search looks for; none if it is empty. A dollar sign before an amount does not count.
#[must_use]
pub fn searched(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix('$').unwrap_or(text).to_lowercase();
    (!text.is_empty()).then_some(text)
}
