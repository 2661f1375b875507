//! Ids of what a file names without one. The same name gives the same id in every import.

use saffron_core::ItemId;
use saffron_core::id::{IdError, PosGiven as _};

/// The most characters of which an id is made.
const LONGEST_SENT: usize = 1_000;

/// Letters and digits in lower case, everything else as single dashes; and whether that is all that the name says.
fn slug(name: &str) -> (String, bool) {
    let mut slug = String::with_capacity(name.len());
    let mut is_whole = true;
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() || c == '_' {
            slug.push(c);
        } else {
            is_whole &= c.is_ascii();
            if !slug.is_empty() && !slug.ends_with('-') {
                slug.push('-');
            }
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    (slug, is_whole)
}

/// The name of an item with its size.
pub fn item_name(item: Option<&str>, size: Option<&str>) -> Option<String> {
    let parts: Vec<&str> = item.into_iter().chain(size).collect();
    if parts.is_empty() { None } else { Some(parts.join(" ")) }
}

/// The id of an item that has a name alone: `Hawaiian Pizza L` is `hawaiian-pizza-l`. What such an id cannot hold is joined as a
/// hash of the name, so that `Café` and `Caf` stay two items.
///
/// # Errors
/// If the name is empty.
pub fn item_id(name: &str) -> Result<ItemId, IdError> {
    let (slug, is_whole) = slug(name);
    if is_whole && let Ok(id) = slug.parse() {
        return Ok(id);
    }
    given_item_id(&name.to_lowercase())
}

/// The id of an item that has one in its file.
///
/// # Errors
/// If the text is empty.
pub fn given_item_id(text: &str) -> Result<ItemId, IdError> {
    let short: String = text.chars().take(LONGEST_SENT).collect();
    ItemId::of_sent(&short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_ids_are_readable_and_apart() {
        let id = |name: &str| item_id(name).unwrap().to_string();
        assert_eq!(id("Hawaiian Pizza (L)"), "hawaiian-pizza-l");
        assert_eq!(
            (id("hot_dog!"), id("Cola"), id("cola")),
            ("hot_dog".into(), "cola".into(), "cola".into())
        );
        assert!(id("Café  au lait").starts_with("caf-") && id("Café") != id("Caf"));
        assert!(id("ピザ").starts_with('x') && id("ピザ") != id("パスタ"));
        let long = "A very long name ".repeat(6);
        assert!(id(&long).len() <= 64 && id(&long) != id(&format!("{long}2")));
        assert!(item_id("").is_err());
        assert_eq!(given_item_id("13000000157345").unwrap().as_str(), "13000000157345");
    }
}
