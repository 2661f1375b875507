use std::fmt;
use std::str::FromStr;

use saffron_core::fact::{Processor, ProcessorId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The longest id that the provider gives, characters.
const LONGEST: usize = 255;
/// The most characters of an id that is kept as it was sent; the provider's own ids are no longer.
const LONGEST_SENT: usize = 200;
/// The most characters of a processor's name in it.
const LONGEST_PREFIX: usize = 40;
/// Bytes of the hash of an id that does not fit.
const HASH: usize = 16;

/// An id of the card provider: of a payment intent, a payout, an account and so on. It needs no escape in a path,
/// a header or a query.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProviderId(Box<str>);

impl ProviderId {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id in the mirror of an object of another processor: it begins with the processor's name and a hyphen, as no id of
    /// the card provider does. An id with other characters is hashed; the hash never changes.
    pub fn of_processor(processor: &Processor, id: &ProcessorId) -> ProviderId {
        let sent = id.as_str();
        let fits = sent.len() <= LONGEST_SENT && sent.bytes().all(is_allowed);
        let id = if fits { sent.to_owned() } else { hash(sent) };
        ProviderId(format!("{}-{id}", prefix_of(processor)).into())
    }
}

const fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// What the ids of a processor's objects begin with, before a hyphen: letters and digits of its name, in lower case.
pub fn prefix_of(processor: &Processor) -> String {
    let name = processor.as_str().chars().filter(char::is_ascii_alphanumeric);
    let name: String = name.map(|char| char.to_ascii_lowercase()).take(LONGEST_PREFIX).collect();
    if name.is_empty() { hash(processor.as_str()) } else { name }
}

/// A stable hash of a text, in hexadecimal digits.
fn hash(text: &str) -> String {
    Sha256::digest(text).iter().take(HASH).map(|byte| format!("{byte:02x}")).collect()
}

impl FromStr for ProviderId {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<ProviderId, &'static str> {
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(is_allowed) {
            return Err("must be an id of the card provider: 1 to 255 letters, digits, _ and -");
        }
        Ok(ProviderId(text.into()))
    }
}

impl TryFrom<String> for ProviderId {
    type Error = &'static str;
    fn try_from(text: String) -> Result<ProviderId, &'static str> {
        text.parse()
    }
}

impl From<ProviderId> for String {
    fn from(id: ProviderId) -> String {
        id.0.into_string()
    }
}

impl fmt::Display for ProviderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_needs_no_escape_anywhere() {
        assert!("pi_3Nabc-9".parse::<ProviderId>().is_ok());
        for bad in ["", "pi/../x", "pi?x=1", "pi x", "pi\n", "ü", &"a".repeat(256)] {
            assert!(bad.parse::<ProviderId>().is_err(), "{bad}");
        }
    }
}
