//! How names are sorted and searched: case-insensitively, in the order of their code points.

use saffron_core::Error;

/// The longest search, characters.
const LONGEST: usize = 200;

/// The form of a name by which lists are sorted.
#[must_use]
pub fn sort_name(display_name: &str) -> String {
    display_name.to_lowercase()
}

/// Checks the text of a search; none if it is empty. A dollar sign before an amount is ignored.
pub fn search_text(text: &str) -> Result<Option<String>, Error> {
    if text.chars().count() > LONGEST || text.contains('\0') {
        return Err(Error::invalid("search", format!("must be text of at most {LONGEST} characters")));
    }
    let text = text.trim();
    let text = text.strip_prefix('$').unwrap_or(text).to_lowercase();
    Ok((!text.is_empty()).then_some(text))
}
