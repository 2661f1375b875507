//! Erased guests: only keyed hashes are stored, which show whether a text names the guest.

use std::collections::BTreeSet;

use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_core::contact::digits;
use saffron_core::placeholder::{is_placeholder_email, is_placeholder_phone};
use saffron_core::{CustomerId, EmailAddress, PosId};
use saffron_kit::{Fault, Secret};
use serde_json::Value;
use sha2::Sha256;

use super::{Contact, phone};

/// A value that identifies a guest, in the form in which it is compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identifier {
    /// The guest's id at the till.
    Id(String),
    /// Lower case.
    Email(String),
    /// Ten digits of a US number, or the digits of another one.
    Phone(String),
}

impl Identifier {
    /// None, if the text is no email address, or a placeholder.
    pub fn email(text: &str) -> Option<Identifier> {
        let text = EmailAddress::normalize(text);
        (!is_placeholder_email(&text)).then_some(Identifier::Email(text))
    }

    /// None, if the text is no phone number, or a placeholder.
    pub fn phone(text: &str) -> Option<Identifier> {
        (!is_placeholder_phone(text)).then(|| Identifier::Phone(digits(&phone(text))))
    }

    /// The id of a guest, and addresses that are no placeholders.
    pub fn all(id: &CustomerId, contact: &Contact) -> Vec<Identifier> {
        let mut all = vec![Identifier::Id(id.to_string())];
        all.extend(contact.email.as_deref().and_then(Identifier::email));
        all.extend(contact.phone.as_deref().and_then(Identifier::phone));
        all
    }
}

/// The key of tombstones: HMAC-SHA-256 over location, kind and value of an identifier.
#[derive(Clone)]
pub struct TombstoneKey(Hmac<Sha256>);

impl TombstoneKey {
    pub fn new(key: &Secret) -> Result<TombstoneKey, Fault> {
        let key = Hmac::new_from_slice(key.expose().as_bytes());
        Ok(TombstoneKey(key.map_err(|e| Fault::Permanent(e.to_string()))?))
    }

    pub fn hash(&self, pos_id: &PosId, identifier: &Identifier) -> Vec<u8> {
        let (kind, value) = match identifier {
            Identifier::Id(value) => ("id", value),
            Identifier::Email(value) => ("email", value),
            Identifier::Phone(value) => ("phone", value),
        };
        let mut mac = self.0.clone();
        for part in [pos_id.as_str(), kind, value] {
            mac.update(part.as_bytes());
            mac.update(b"\0");
        }
        mac.finalize().into_bytes().to_vec()
    }
}

/// Everything in a payload that can identify a guest. Ids count in JSON only below a key that contains "customer", in other
/// texts only right behind such a word, so that the id of a check is not taken for one of a guest.
pub fn identifiers_in(payload: &str) -> BTreeSet<Identifier> {
    let mut found = BTreeSet::new();
    match serde_json::from_str::<Value>(payload) {
        Ok(value) => walk(&value, false, &mut found),
        Err(_) => {
            words(payload, false, &mut found);
            let pairs = ids(payload).zip(ids(payload).skip(1)).filter(|(key, _)| is_of_guest(key));
            found.extend(pairs.map(|(_, id)| Identifier::Id(id.to_owned())));
        }
    }
    found
}

fn is_of_guest(key: &str) -> bool {
    key.to_ascii_lowercase().contains("customer")
}

fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .filter(|id| (1..=64).contains(&id.len()))
}

fn walk(value: &Value, is_guest: bool, found: &mut BTreeSet<Identifier>) {
    match value {
        Value::String(text) => {
            found.extend(Identifier::email(text));
            found.extend(Identifier::phone(text));
            words(text, is_guest, found);
        }
        Value::Number(number) => words(&number.to_string(), is_guest, found),
        Value::Array(values) => values.iter().for_each(|value| walk(value, is_guest, found)),
        Value::Object(fields) => {
            for (key, value) in fields {
                walk(value, is_guest || is_of_guest(key), found);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

fn words(text: &str, with_ids: bool, found: &mut BTreeSet<Identifier>) {
    let addresses = text.split(|c: char| !(c.is_alphanumeric() || "@.!#$%&'*+/=?^_`{|}~-".contains(c)));
    for address in addresses.filter(|word| word.contains('@')) {
        found.extend(Identifier::email(address));
        found.extend(Identifier::email(address.trim_matches(|c: char| !c.is_alphanumeric())));
    }
    for number in text.split(|c: char| !(c.is_ascii_digit() || " ()-.+".contains(c))) {
        found.extend(Identifier::phone(number));
    }
    if with_ids {
        found.extend(ids(text).map(|id| Identifier::Id(id.to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> TombstoneKey {
        TombstoneKey::new(&Secret::new("0123456789abcdef0123456789abcdef")).unwrap()
    }

    #[test]
    fn a_hash_is_of_one_location_and_one_kind() {
        let (p1, p2) = ("p1".parse().unwrap(), "p2".parse().unwrap());
        let hash = |pos_id, named: Identifier| key().hash(pos_id, &named);
        let id = hash(&p1, Identifier::Id("5551234567".into()));
        assert_eq!(id, hash(&p1, Identifier::Id("5551234567".into())));
        assert_ne!(id, hash(&p2, Identifier::Id("5551234567".into())));
        assert_ne!(id, hash(&p1, Identifier::Phone("5551234567".into())));
        let other = TombstoneKey::new(&Secret::new("another key")).unwrap();
        assert_ne!(id, other.hash(&p1, &Identifier::Id("5551234567".into())));
    }

    #[test]
    fn placeholders_identify_no_guest() {
        for text in ["n/a", "", "none", "noemail@noemail.com", "guest@restaurant.com"] {
            assert_eq!(Identifier::email(text), None, "{text}");
        }
        for text in ["0000000000", "n/a", "123", "99999999999999999999", "1234567890", "(212) 555-5555"] {
            assert_eq!(Identifier::phone(text), None, "{text}");
        }
        assert_eq!(Identifier::phone("+1 (555) 867-5309"), Some(Identifier::Phone("5558675309".into())));
        assert_eq!(Identifier::phone("+49 30 1234568"), Some(Identifier::Phone("49301234568".into())));
    }

    #[test]
    fn payloads_of_any_form_are_searched() {
        let email = Identifier::Email("ana@example.com".into());
        let phone = Identifier::Phone("5558675309".into());
        let id = |text: &str| Identifier::Id(text.into());
        let fact = r#"{"facts":[{"body":{"customer":{"posCustomerID":"g1","email":"Ana@Example.com",
            "cellPhoneNumber":"(555) 867-5309"}}},{"body":{"check":{"posCheckID":"c1","customer":"g2"}}}]}"#;
        let found = identifiers_in(fact);
        assert!([&email, &phone, &id("g1"), &id("g2")].iter().all(|named| found.contains(named)));
        assert!(!found.contains(&id("c1")), "a check is no guest");
        let broken = r#"{"facts":[{"posCustomerID":"g1","email":"Ana@Example.com","phone":"+1 555-867-5309""#;
        let found = identifiers_in(broken);
        assert!([&email, &phone, &id("g1")].iter().all(|named| found.contains(named)));
        assert!(!found.contains(&id("facts")), "other words are no ids of guests");
        assert!(identifiers_in("write to <ana@example.com>, please.").contains(&email));
    }
}
