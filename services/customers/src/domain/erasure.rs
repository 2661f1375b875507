//! What is remembered of an erased guest: keyed hashes, which tell whether something names them and nothing else.

use std::collections::BTreeSet;

use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_core::placeholder::{is_placeholder_email, is_placeholder_phone};
use saffron_core::{CustomerId, PosId};
use saffron_kit::{Fault, Secret};
use serde_json::Value;
use sha2::Sha256;

use super::{Contact, email, phone, phone_digits};

/// Something that names a guest, in the form in which it is compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// The till's id.
    Id(String),
    /// Lower case.
    Email(String),
    /// Ten digits of a US number, or the digits of another one.
    Phone(String),
}

impl Named {
    /// An email address; none where the text is none or a placeholder.
    #[must_use]
    pub fn email(text: &str) -> Option<Named> {
        let text = email(text);
        (!is_placeholder_email(&text)).then_some(Named::Email(text))
    }

    /// A phone number; none where the text is none or a placeholder.
    #[must_use]
    pub fn phone(text: &str) -> Option<Named> {
        (!is_placeholder_phone(text)).then(|| Named::Phone(phone_digits(&phone(text))))
    }

    /// All that names a guest: the id, and addresses that are no placeholders.
    #[must_use]
    pub fn all(id: &CustomerId, contact: &Contact) -> Vec<Named> {
        let mut all = vec![Named::Id(id.to_string())];
        all.extend(contact.email.as_deref().and_then(Named::email));
        all.extend(contact.phone.as_deref().and_then(Named::phone));
        all
    }
}

/// Makes the hashes: HMAC-SHA-256 over location, kind and value.
#[derive(Clone)]
pub struct Eraser {
    key: Hmac<Sha256>,
}

impl Eraser {
    /// With this key.
    pub fn new(key: &Secret) -> Result<Eraser, Fault> {
        let key =
            Hmac::new_from_slice(key.expose().as_bytes()).map_err(|e| Fault::Permanent(e.to_string()))?;
        Ok(Eraser { key })
    }

    /// The hash of what names a guest of this location.
    #[must_use]
    pub fn hash(&self, pos_id: &PosId, named: &Named) -> Vec<u8> {
        let (kind, value) = match named {
            Named::Id(value) => ("id", value),
            Named::Email(value) => ("email", value),
            Named::Phone(value) => ("phone", value),
        };
        let mut mac = self.key.clone();
        for part in [pos_id.as_str(), kind, value] {
            mac.update(part.as_bytes());
            mac.update(b"\0");
        }
        mac.finalize().into_bytes().to_vec()
    }
}

/// Everything in a payload that can name a guest. Ids are looked for where guests stand, so that a check with the same
/// id is not taken for one: in JSON below a key that speaks of a customer, in what is no JSON right after such a word.
#[must_use]
pub fn named_in(payload: &str) -> BTreeSet<Named> {
    let mut found = BTreeSet::new();
    match serde_json::from_str::<Value>(payload) {
        Ok(value) => walk(&value, false, &mut found),
        Err(_) => {
            words(payload, false, &mut found);
            let ids: Vec<&str> = ids(payload).collect();
            for after in ids.windows(2) {
                if let [key, id] = after
                    && speaks_of_guest(key)
                {
                    found.insert(Named::Id((*id).to_owned()));
                }
            }
        }
    }
    found
}

fn speaks_of_guest(key: &str) -> bool {
    key.to_ascii_lowercase().contains("customer")
}

fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .filter(|id| (1..=64).contains(&id.len()))
}

fn walk(value: &Value, is_guest: bool, found: &mut BTreeSet<Named>) {
    match value {
        Value::String(text) => {
            found.extend(Named::email(text));
            found.extend(Named::phone(text));
            words(text, is_guest, found);
        }
        Value::Number(number) => words(&number.to_string(), is_guest, found),
        Value::Array(values) => values.iter().for_each(|value| walk(value, is_guest, found)),
        Value::Object(fields) => {
            for (key, value) in fields {
                walk(value, is_guest || speaks_of_guest(key), found);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

fn words(text: &str, with_ids: bool, found: &mut BTreeSet<Named>) {
    let addresses = text.split(|c: char| !(c.is_alphanumeric() || "@.!#$%&'*+/=?^_`{|}~-".contains(c)));
    for address in addresses.filter(|word| word.contains('@')) {
        found.extend(Named::email(address));
        found.extend(Named::email(address.trim_matches(|c: char| !c.is_alphanumeric())));
    }
    for number in text.split(|c: char| !(c.is_ascii_digit() || " ()-.+".contains(c))) {
        found.extend(Named::phone(number));
    }
    if with_ids {
        found.extend(ids(text).map(|id| Named::Id(id.to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eraser() -> Eraser {
        Eraser::new(&Secret::new("0123456789abcdef0123456789abcdef")).unwrap()
    }

    #[test]
    fn a_hash_is_of_one_location_and_one_kind() {
        let (p1, p2) = ("p1".parse().unwrap(), "p2".parse().unwrap());
        let hash = |pos_id, named: Named| eraser().hash(pos_id, &named);
        let id = hash(&p1, Named::Id("5551234567".into()));
        assert_eq!(id, hash(&p1, Named::Id("5551234567".into())));
        assert_ne!(id, hash(&p2, Named::Id("5551234567".into())));
        assert_ne!(id, hash(&p1, Named::Phone("5551234567".into())));
        let other = Eraser::new(&Secret::new("another key")).unwrap();
        assert_ne!(id, other.hash(&p1, &Named::Id("5551234567".into())));
    }

    #[test]
    fn placeholders_name_nobody() {
        for text in ["n/a", "", "none", "noemail@noemail.com", "guest@restaurant.com"] {
            assert_eq!(Named::email(text), None, "{text}");
        }
        for text in ["0000000000", "n/a", "123", "99999999999999999999", "1234567890", "(212) 555-5555"] {
            assert_eq!(Named::phone(text), None, "{text}");
        }
        assert_eq!(Named::phone("+1 (555) 867-5309"), Some(Named::Phone("5558675309".into())));
        assert_eq!(Named::phone("+49 30 1234568"), Some(Named::Phone("49301234568".into())));
    }

    #[test]
    fn a_payload_is_searched_whatever_it_is() {
        let email = Named::Email("ana@example.com".into());
        let phone = Named::Phone("5558675309".into());
        let id = |text: &str| Named::Id(text.into());
        let fact = r#"{"facts":[{"body":{"customer":{"posCustomerID":"g1","email":"Ana@Example.com",
            "cellPhoneNumber":"(555) 867-5309"}}},{"body":{"check":{"posCheckID":"c1","customer":"g2"}}}]}"#;
        let found = named_in(fact);
        assert!([&email, &phone, &id("g1"), &id("g2")].iter().all(|named| found.contains(named)));
        assert!(!found.contains(&id("c1")), "a check is no guest");
        let broken = r#"{"facts":[{"posCustomerID":"g1","email":"Ana@Example.com","phone":"+1 555-867-5309""#;
        let found = named_in(broken);
        assert!([&email, &phone, &id("g1")].iter().all(|named| found.contains(named)));
        assert!(!found.contains(&id("facts")), "not every word is a guest");
        assert!(named_in("write to <ana@example.com>, please.").contains(&email));
    }
}
