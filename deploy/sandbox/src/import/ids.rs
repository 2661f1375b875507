//! Identifiers made from names: `Hawaiian Pizza L` is `hawaiian-pizza-l`. A name that does not fit, and
//! names that would share an identifier, get a piece of their hash: the same in every import.

use std::collections::HashMap;

use saffron_core::{CheckId, ItemId};
use sha2::{Digest as _, Sha256};

/// The most characters of an identifier.
const LONGEST: usize = 64;

/// The first 8 hexadecimal digits of the name's SHA-256.
fn hash(name: &str) -> String {
    Sha256::digest(name).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// Letters and digits in lower case, everything else as single dashes.
fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() || c == '_' {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// `start` cut so that it and the hash of `name` make an identifier.
fn with_hash(start: &str, name: &str) -> String {
    let hash = hash(name);
    let room = LONGEST - hash.len() - 1;
    let start = start.get(..start.len().min(room)).unwrap_or_default().trim_end_matches('-');
    if start.is_empty() { hash } else { format!("{start}-{hash}") }
}

/// A check's id: the order's own where it is a valid one, else made from it, with a hash.
pub fn check_id(order: &str) -> Result<CheckId, String> {
    let order = order.trim();
    if order.is_empty() {
        return Err("the order id is missing".to_owned());
    }
    if let Ok(id) = order.parse() {
        return Ok(id);
    }
    with_hash(&slug(order), order).parse().map_err(|e| format!("the order id '{order}' {e}"))
}

/// Item ids for all `names` of a file: slugs, with a hash where one is cut, empty, or shared by two names.
pub fn item_ids<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Result<HashMap<String, ItemId>, String> {
    let mut shared: HashMap<String, Option<&str>> = HashMap::new();
    for name in names.clone() {
        let owner = shared.entry(slug(name)).or_insert(Some(name));
        *owner = owner.filter(|owner| *owner == name);
    }
    names
        .map(|name| {
            let slug = slug(name);
            let alone = shared.get(&slug).is_some_and(Option::is_some);
            let fits = alone && !slug.is_empty() && slug.len() <= LONGEST;
            let text = if fits { slug } else { with_hash(&slug, name) };
            let id = text.parse().map_err(|e| format!("the item '{name}' {e}"))?;
            Ok((name.to_owned(), id))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_readable_and_unique() {
        let long = "A very long name ".repeat(6);
        let names = [
            "Hawaiian Pizza (L)",
            "Café  au lait",
            "Cola",
            "cola",
            "ピザ",
            long.as_str(),
            "hot_dog!",
            "Cola",
        ];
        let ids = item_ids(names.into_iter()).unwrap();
        let id = |name: &str| ids[name].as_str().to_owned();
        assert_eq!(id("Hawaiian Pizza (L)"), "hawaiian-pizza-l");
        assert_eq!(id("Café  au lait"), "caf-au-lait");
        assert_eq!(id("hot_dog!"), "hot_dog");
        assert!(
            id("Cola").starts_with("cola-") && id("cola").starts_with("cola-") && id("Cola") != id("cola")
        );
        assert_eq!(id("ピザ").len(), 8);
        assert!(id(&long).len() <= 64 && id(&long).starts_with("a-very-long-name-a-"));
        let alone = item_ids(["Cola", "Cola"].into_iter()).unwrap();
        assert_eq!(alone["Cola"].as_str(), "cola");
    }

    #[test]
    fn order_id_is_kept_where_it_is_valid() {
        let id = |order: &str| check_id(order).map(|id| id.to_string());
        assert_eq!(id("2015-000001").as_deref(), Ok("2015-000001"));
        assert_eq!(id(" AbC_9 ").as_deref(), Ok("AbC_9"));
        assert!(id("Nr. 7/2").unwrap().starts_with("nr-7-2-"));
        assert_ne!(id("Nr. 7/2"), id("Nr. 7-2"));
        assert!(id(&"x".repeat(80)).unwrap().len() <= 64);
        assert!(id("").is_err());
    }
}
