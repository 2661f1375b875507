//! Addresses: parsed once, kept in one form, known by a keyed hash after they are forgotten.

use std::fmt;

use email_address::{EmailAddress, Options};
use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_kit::{Fault, Secret};
use sha2::Sha256;

use super::Channel;

/// The longest email address (RFC 5321).
const LONGEST: usize = 254;

/// Where one person is written to: an email address or ten digits of a US number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    channel: Channel,
    text: Box<str>,
}

impl Address {
    /// Reads an address of a channel.
    pub fn parse(channel: Channel, text: &str) -> Result<Address, &'static str> {
        let text = match channel {
            Channel::Email => email(text).ok_or("must be one email address such as ana@example.com")?,
            Channel::Text => phone(text).ok_or("must be a US phone number such as (555) 123-4567")?,
        };
        Ok(Address { channel, text: text.into() })
    }

    /// Lower case, or ten digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Exactly one address, trimmed and lower-cased (spec.md section 5).
fn email(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let options = Options::default().without_display_text().without_domain_literal().with_required_tld();
    // Quoted names are addresses too, but no guest has one, and they may hide what servers read otherwise.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"(),:;<>[\\]".contains(&byte));
    let fits = text.len() <= LONGEST && is_plain;
    (fits && EmailAddress::parse_with_options(&text, options).is_ok()).then_some(text)
}

/// An optional leading 1, then ten digits, with parentheses, spaces, dashes, or dots between (spec.md section 5).
fn phone(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix('+').unwrap_or(text);
    if text.len() > 32 || !text.chars().all(|c| c.is_ascii_digit() || " ()-.\u{a0}".contains(c)) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let national = match digits.len() {
        11 => digits.strip_prefix('1')?,
        10 => &digits,
        _ => return None,
    };
    // Neither area codes nor exchanges begin with 0 or 1.
    let begins = |at: usize| national.as_bytes().get(at).is_some_and(|digit| *digit >= b'2');
    (begins(0) && begins(3)).then(|| national.to_owned())
}

/// Shows whose address it is to the person alone: `j…@example.com`, `…4567`.
#[must_use]
pub fn shortened(channel: Channel, address: &str) -> String {
    match channel {
        Channel::Email => match address.split_once('@') {
            Some((name, domain)) => format!("{}\u{2026}@{domain}", name.chars().take(1).collect::<String>()),
            None => String::new(),
        },
        Channel::Text => {
            let end = address.get(address.len().saturating_sub(4)..).unwrap_or_default();
            if end.is_empty() { String::new() } else { format!("\u{2026}{end}") }
        }
    }
}

/// What is left of an address when it is forgotten: tells whether another is the same, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AddressHash(pub [u8; 32]);

impl fmt::Debug for AddressHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, ..] = self.0;
        write!(f, "{a:02x}{b:02x}\u{2026}")
    }
}

/// Makes the hashes: HMAC-SHA-256 over kind and value.
#[derive(Clone)]
pub struct Hasher {
    key: Hmac<Sha256>,
}

impl Hasher {
    /// With this key.
    pub fn new(key: &Secret) -> Result<Hasher, Fault> {
        let key =
            Hmac::new_from_slice(key.expose().as_bytes()).map_err(|e| Fault::Permanent(e.to_string()))?;
        Ok(Hasher { key })
    }

    /// The hash of an address, the same at every location.
    #[must_use]
    pub fn address(&self, address: &Address) -> AddressHash {
        self.of(&[address.channel.as_str(), address.as_str()])
    }

    /// The hash of a guest's id at a location.
    #[must_use]
    pub fn guest(&self, pos_id: &str, id: &str) -> AddressHash {
        self.of(&["id", pos_id, id])
    }

    fn of(&self, parts: &[&str]) -> AddressHash {
        let mut mac = self.key.clone();
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

    fn read(channel: Channel, text: &str) -> Option<String> {
        Address::parse(channel, text).ok().map(|address| address.to_string())
    }

    #[test]
    fn an_email_is_exactly_one_address() {
        let email = |text| read(Channel::Email, text);
        assert_eq!(email(" Ana.Lopez+x@Example.COM ").as_deref(), Some("ana.lopez+x@example.com"));
        for bad in [
            "",
            "ana",
            "ana@",
            "ana@example",
            "a@example.com,b@example.com",
            "a@example.com b@example.com",
            "a@example.com;b@example.com",
            "Ana <a@example.com>",
            "a@example.com\r\nBcc: b@example.com",
            "a@b@example.com",
            "\"a b\"@example.com",
            "a@[127.0.0.1]",
            "a..b@example.com",
            "a@-example-.com",
        ] {
            assert_eq!(email(bad), None, "{bad}");
        }
        assert_eq!(email(&format!("{}@example.com", "a".repeat(300))), None);
    }

    #[test]
    fn a_phone_has_ten_digits_however_it_is_written() {
        let phone = |text| read(Channel::Text, text);
        for text in ["5552345678", "(555) 234-5678", "1-555-234-5678", "+1 555.234.5678", " 555 234 5678 "] {
            assert_eq!(phone(text).as_deref(), Some("5552345678"), "{text}");
        }
        for bad in ["", "555234567", "25552345678", "0552345678", "5550345678", "555234567x", "+495552345678"]
        {
            assert_eq!(phone(bad), None, "{bad}");
        }
        assert_eq!(phone(&"5".repeat(40)), None);
    }

    #[test]
    fn a_person_knows_the_own_address() {
        assert_eq!(shortened(Channel::Email, "jane@example.com"), "j\u{2026}@example.com");
        assert_eq!(shortened(Channel::Text, "5552345678"), "\u{2026}5678");
        assert_eq!(shortened(Channel::Email, ""), "");
        assert_eq!(shortened(Channel::Text, ""), "");
    }

    #[test]
    fn hashes_tell_channels_and_keys_apart() {
        let hasher = |key: &str| Hasher::new(&Secret::new(key)).unwrap();
        let address = Address::parse(Channel::Email, "a@example.com").unwrap();
        assert_eq!(hasher("k").address(&address), hasher("k").address(&address));
        assert_ne!(hasher("k").address(&address), hasher("other").address(&address));
        assert_ne!(hasher("k").guest("p", "1"), hasher("k").guest("p1", ""));
    }
}
