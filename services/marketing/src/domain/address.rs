//! Addresses: parsed once, stored in one form, and recognized by a keyed hash after they are erased.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_core::{EmailAddress, UsPhone};
use saffron_kit::{Fault, Secret};
use sha2::Sha256;

use super::{Channel, Guest};

/// The address of one person: an email address in lower case, or the ten digits of a US number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    channel: Channel,
    text: Box<str>,
}

impl Address {
    /// Reads an address of a channel.
    pub fn parse(channel: Channel, text: &str) -> Result<Address, &'static str> {
        let text: Box<str> = match channel {
            Channel::Email => text.parse().ok().map(|email: EmailAddress| email.as_str().into()),
            Channel::Text => text.parse().ok().filter(UsPhone::can_exist).map(|phone| phone.as_str().into()),
        }
        .ok_or(match channel {
            Channel::Email => "must be one email address such as ana@example.com",
            Channel::Text => "must be a US phone number such as (555) 123-4567",
        })?;
        Ok(Address { channel, text })
    }

    /// An address from the database, which may have been parsed by an earlier rule.
    pub fn stored(text: &str) -> Address {
        let channel = if text.contains('@') { Channel::Email } else { Channel::Text };
        Address { channel, text: text.into() }
    }

    pub const fn channel(&self) -> Channel {
        self.channel
    }

    /// The email address in lower case, or the ten digits.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// A form that only the person recognizes: `j…@example.com`, `…4567`.
    pub fn shortened(&self) -> String {
        match self.text.split_once('@') {
            Some((name, domain)) => format!("{}\u{2026}@{domain}", name.chars().take(1).collect::<String>()),
            None => {
                format!("\u{2026}{}", self.text.get(self.text.len().saturating_sub(4)..).unwrap_or_default())
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The keyed hash of an address or a guest's id. It stays after an erasure, and shows only whether another value is the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AddressHash(pub [u8; 32]);

impl fmt::Debug for AddressHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, ..] = self.0;
        write!(f, "{a:02x}{b:02x}\u{2026}")
    }
}

/// Makes address hashes: HMAC-SHA-256 over kind and value.
#[derive(Clone)]
pub struct Hasher(Hmac<Sha256>);

impl Hasher {
    pub fn new(key: &Secret) -> Result<Hasher, Fault> {
        let key = Hmac::new_from_slice(key.expose().as_bytes());
        key.map(Hasher).map_err(|e| Fault::Permanent(e.to_string()))
    }

    /// The hash of an address, the same at every location.
    pub fn address(&self, address: &Address) -> AddressHash {
        self.of(&[address.channel.as_str(), address.as_str()])
    }

    /// The hash of a guest's id at a location.
    pub fn guest(&self, (pos_id, id): &Guest) -> AddressHash {
        self.of(&["id", pos_id.as_str(), id.as_str()])
    }

    fn of(&self, parts: &[&str]) -> AddressHash {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(part.as_bytes());
            mac.update(&[0]);
        }
        AddressHash(mac.finalize().into_bytes().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_number_that_cannot_exist_gets_no_texts() {
        let phone = |text| Address::parse(Channel::Text, text).ok().map(|address| address.to_string());
        assert_eq!(phone("+1 555.234.5678").as_deref(), Some("5552345678"));
        for bad in ["0552345678", "5550345678", "555234567x"] {
            assert_eq!(phone(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_stored_address_is_the_one_that_was_parsed() {
        for (channel, text) in
            [(Channel::Email, " Ana.Lopez+x@Example.COM "), (Channel::Text, "(555) 234-5678")]
        {
            let address = Address::parse(channel, text).unwrap();
            assert_eq!(Address::stored(address.as_str()), address);
        }
        assert!(Address::parse(Channel::Email, "a@example.com;b@example.com").is_err());
    }

    #[test]
    fn a_shortened_address_names_nobody_else() {
        assert_eq!(Address::stored("jane@example.com").shortened(), "j\u{2026}@example.com");
        assert_eq!(Address::stored("5552345678").shortened(), "\u{2026}5678");
    }

    #[test]
    fn hashes_differ_by_kind_and_key() {
        let hasher = |key: &str| Hasher::new(&Secret::new(key)).unwrap();
        let address = Address::parse(Channel::Email, "a@example.com").unwrap();
        assert_eq!(hasher("k").address(&address), hasher("k").address(&address));
        assert_ne!(hasher("k").address(&address), hasher("other").address(&address));
        let guest = |pos_id: &str, id: &str| (pos_id.parse().unwrap(), id.parse().unwrap());
        assert_ne!(hasher("k").guest(&guest("p", "11")), hasher("k").guest(&guest("p1", "1")));
    }
}
