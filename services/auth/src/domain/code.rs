use std::ops::RangeInclusive;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use rand::seq::IndexedRandom as _;
use saffron_core::{Error, PosId, parse_field};
use sha2::{Digest, Sha256};

/// Letters and digits that are not mistaken for one another: no 0, 1, I, L and O.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// How long a link code is valid.
pub const LINK_CODE_LIFETIME: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The most unused link codes of one location and one maker; a further one replaces the oldest.
pub const MAX_LINK_CODES: i64 = 20;

/// A code that links a location to a person once: 10 characters.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkCode(String);

impl LinkCode {
    const LENGTH: usize = 10;

    /// A code of 49 random bits.
    pub fn random() -> LinkCode {
        LinkCode(random_code(LinkCode::LENGTH))
    }

    /// Reads a code as a person typed or pasted it: case, spaces and dashes do not matter.
    pub fn normalize(text: &str) -> LinkCode {
        let plain =
            text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}'));
        LinkCode(plain.flat_map(char::to_uppercase).collect())
    }

    /// The code in plain text.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The stored form: the SHA-256 of the code with its location.
    pub fn digest(&self, pos_id: &PosId) -> [u8; 32] {
        Sha256::digest(format!("{pos_id}:{}", self.0)).into()
    }
}

/// The short code by which support finds a person: 8 characters.
pub fn random_support_code() -> String {
    random_code(8)
}

/// The posID of a location that a person makes: its name in plain letters and digits, and 8 random characters, by which it is
/// unique.
pub fn new_pos_id(name: &str) -> Result<PosId, Error> {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
    let words: String = letters.collect();
    let mut plain = words.split_whitespace().collect::<Vec<_>>().join("-");
    plain.truncate(40);
    let plain = if plain.is_empty() { "restaurant" } else { plain.trim_end_matches('-') };
    parse_field("name", &format!("{plain}-{}", random_code(8).to_lowercase()))
}

/// A public name of a session or a picture: 128 random bits, base64url.
pub fn random_name() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>())
}

/// Whether a text has one of these lengths, and only characters of base64url.
pub fn is_base64url(text: &str, lengths: RangeInclusive<usize>) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// A code of random characters of `ALPHABET`.
fn random_code(length: usize) -> String {
    let mut rng = rand::rng();
    (0..length).filter_map(|_| ALPHABET.choose(&mut rng)).copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_written() {
        let code = LinkCode::random();
        assert_eq!(code.expose().len(), 10);
        let (head, tail) = code.expose().split_at(5);
        for typed in [
            code.expose().to_lowercase(),
            format!(" {head}-{tail}\n"),
            format!("{head} \u{2013} {}", tail.to_lowercase()),
        ] {
            assert!(LinkCode::normalize(&typed) == code, "{typed}");
        }
    }

    #[test]
    fn a_code_is_of_one_location() {
        let code = LinkCode::random();
        let (a, b) = ("a".parse().unwrap(), "b".parse().unwrap());
        assert_ne!(code.digest(&a), code.digest(&b));
        assert_eq!(code.digest(&a), LinkCode::normalize(code.expose()).digest(&a));
    }

    #[test]
    fn two_names_differ() {
        assert_eq!(random_name().len(), 22);
        assert_ne!(random_name(), random_name());
    }

    #[test]
    fn codes_differ_and_have_no_look_alikes() {
        let codes: std::collections::BTreeSet<_> = (0..500).map(|_| random_support_code()).collect();
        assert_eq!(codes.len(), 500);
        assert!(codes.iter().all(|code| code.len() == 8 && !code.contains(['0', '1', 'I', 'L', 'O'])));
    }
}
