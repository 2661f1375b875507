//! Ids that are the same at every start, made from what they name. The POS and the card provider both make the id of a
//! check's card payment, each by itself: in the world outside, the terminal hands it to the till.

use std::fmt::{self, Display};

use saffron_core::{CheckId, PosId};
use sha2::{Digest as _, Sha256};

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Digits of base 62 that hold 128 bits.
const LENGTH: usize = 22;

/// The part of an id after its prefix: 128 bits, written as 22 digits of base 62.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// The key of the object that these parts identify.
    pub fn of(parts: &[&dyn Display]) -> Key {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part.to_string());
            hasher.update([0]);
        }
        Key(hasher.finalize().iter().take(16).fold(0, |key, byte| key << 8 | u128::from(*byte)))
    }

    /// Reads a key as [`Display`] writes it.
    pub fn parse(text: &str) -> Option<Key> {
        if text.len() != LENGTH {
            return None;
        }
        let digit = |byte: u8| u128::try_from(DIGITS.iter().position(|digit| *digit == byte)?).ok();
        let key = text.bytes().try_fold(0_u128, |key, byte| key.checked_mul(62)?.checked_add(digit(byte)?));
        key.map(Key)
    }

    /// The key as a GUID: 32 hexadecimal digits in five groups.
    pub fn guid(self) -> String {
        let digits = format!("{:032x}", self.0);
        let (mut rest, mut groups) = (digits.as_str(), Vec::new());
        for length in [8, 4, 4, 4, 12] {
            let (group, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            groups.push(group);
            rest = after;
        }
        groups.join("-")
    }

    /// A number from 0 up to but not including `below`; always the same for the same key and purpose.
    pub fn throw(self, purpose: &str, below: u64) -> u64 {
        let Key(bits) = Key::of(&[&self, &purpose]);
        u64::try_from(bits % u128::from(below.max(1))).unwrap_or(0)
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = self.0;
        let mut text = [b'0'; LENGTH];
        for digit in text.iter_mut().rev() {
            let value = usize::try_from(left % 62).unwrap_or(0);
            *digit = DIGITS.get(value).copied().unwrap_or(b'0');
            left /= 62;
        }
        f.pad(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

/// The key of a check's card payment; `number` counts the payments of the check from 0.
pub fn payment(pos_id: &PosId, check: &CheckId, number: usize) -> Key {
    Key::of(&[pos_id, check, &number, &"payment"])
}

/// The account at the card provider that serves a location's POS.
pub fn card_account(pos_id: &PosId) -> String {
    format!("acct_{:.16}", Key::of(&[pos_id, &"account"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_read_as_it_is_written() {
        for key in [Key(0), Key(1), Key(u128::MAX), Key::of(&[&"demo-pizza", &7])] {
            assert_eq!(key.to_string().len(), LENGTH);
            assert_eq!(Key::parse(&key.to_string()), Some(key));
        }
        assert_eq!(Key::parse("short"), None);
        assert_eq!(Key(0x1234).guid(), "00000000-0000-0000-0000-000000001234");
        assert_eq!(Key::parse("zzzzzzzzzzzzzzzzzzzzzz"), None, "more than 128 bits");
        assert_eq!(Key::parse("000000000000000000000-"), None);
    }

    #[test]
    fn parts_of_a_key_are_kept_apart() {
        assert_ne!(Key::of(&[&"a", &"bc"]), Key::of(&[&"ab", &"c"]));
        // What a demo has sent must not change.
        let key = payment(&"demo-pizza".parse().unwrap(), &"20260718-0001".parse().unwrap(), 0);
        assert_eq!(key, payment(&"demo-pizza".parse().unwrap(), &"20260718-0001".parse().unwrap(), 0));
    }
}
