use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The longest id that the provider gives, characters.
const LONGEST: usize = 255;

/// An id of the card provider: of a payment intent, a payout, an account and so on. It needs no escape in a path,
/// a header or a query.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProviderId(Box<str>);

impl ProviderId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ProviderId {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<ProviderId, &'static str> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(allowed) {
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
