use rand::seq::IndexedRandom as _;
use saffron_core::PosId;
use sha2::{Digest, Sha256};

/// Letters and digits that nobody mistakes for one another: no 0, 1, I, L and O.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Days that a link code is good (design.md section 4).
pub const LINK_CODE_DAYS: i64 = 7;
/// The most link codes of one location and one maker that wait to be used; a further one takes the place of the oldest.
pub const MAX_LINK_CODES: i64 = 20;

/// A code that links a location to a person once: 10 characters (design.md section 4).
#[derive(Clone, PartialEq, Eq)]
pub struct LinkCode(String);

impl LinkCode {
    const LENGTH: usize = 10;

    /// A code that nobody can guess: 49 random bits.
    #[must_use]
    pub fn random() -> LinkCode {
        LinkCode(random(LinkCode::LENGTH))
    }

    /// What a person typed or pasted: case, spaces and dashes do not matter.
    #[must_use]
    pub fn typed(text: &str) -> LinkCode {
        let plain =
            text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}'));
        LinkCode(plain.flat_map(char::to_uppercase).collect())
    }

    /// The code, for the one who may have it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is stored of it: its SHA-256 with its location.
    #[must_use]
    pub fn digest(&self, pos_id: &PosId) -> [u8; 32] {
        Sha256::digest(format!("{pos_id}:{}", self.0)).into()
    }
}

/// The short code by which support finds a person: 8 characters.
#[must_use]
pub fn random_support_code() -> String {
    random(8)
}

fn random(length: usize) -> String {
    let mut rng = rand::rng();
    (0..length).filter_map(|_| ALPHABET.choose(&mut rng)).copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_survives_how_people_write_it() {
        let code = LinkCode::random();
        assert_eq!(code.expose().len(), 10);
        let (head, tail) = code.expose().split_at(5);
        for typed in [
            code.expose().to_lowercase(),
            format!(" {head}-{tail}\n"),
            format!("{head} \u{2013} {}", tail.to_lowercase()),
        ] {
            assert!(LinkCode::typed(&typed) == code, "{typed}");
        }
    }

    #[test]
    fn a_code_is_of_one_location() {
        let code = LinkCode::random();
        let (a, b) = ("a".parse().unwrap(), "b".parse().unwrap());
        assert_ne!(code.digest(&a), code.digest(&b));
        assert_eq!(code.digest(&a), LinkCode::typed(code.expose()).digest(&a));
    }

    #[test]
    fn codes_differ_and_hold_no_look_alikes() {
        let codes: std::collections::BTreeSet<_> = (0..500).map(|_| random_support_code()).collect();
        assert_eq!(codes.len(), 500);
        assert!(codes.iter().all(|code| code.len() == 8 && !code.contains(['0', '1', 'I', 'L', 'O'])));
    }
}
