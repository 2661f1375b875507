//! Sealing bytes that are stored: uploaded files, what was found in them, and keys.

use aes_gcm::aead::{Aead as _, Payload};
use aes_gcm::{Aes256Gcm, KeyInit as _};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saffron_kit::{Fault, Secret};

/// Bytes of a key.
const KEY: usize = 32;
/// Bytes of a nonce, which stands before what is sealed.
const NONCE: usize = 12;

/// Keys of AES-256-GCM: the first one seals, each of them opens, so that one can be changed for another.
#[derive(Clone)]
pub struct Seal {
    keys: Vec<Aes256Gcm>,
}

impl Seal {
    /// Reads keys: each 32 bytes in base64, with a comma between them.
    ///
    /// # Errors
    /// If one is something else, or there is none.
    pub fn new(keys: &Secret) -> Result<Seal, &'static str> {
        let keys = keys.listed().map(|key| {
            let bytes = STANDARD.decode(key.expose()).ok()?;
            let bytes: [u8; KEY] = bytes.try_into().ok()?;
            Some(Aes256Gcm::new(&bytes.into()))
        });
        let keys: Option<Vec<Aes256Gcm>> = keys.collect();
        match keys {
            Some(keys) if !keys.is_empty() => Ok(Seal { keys }),
            _ => Err(
                "must be 32 random bytes in base64; while it is changed, the new key, a comma, and the one before",
            ),
        }
    }

    /// Seals bytes for a place: they are opened at no other one.
    ///
    /// # Errors
    /// If they are longer than the method allows.
    pub fn seal(&self, place: &str, plain: &[u8]) -> Result<Vec<u8>, Fault> {
        let nonce: [u8; NONCE] = rand::random();
        let payload = Payload { msg: plain, aad: place.as_bytes() };
        let sealed = self.keys.first().and_then(|key| key.encrypt(&nonce.into(), payload).ok());
        let sealed = sealed.ok_or_else(|| Fault::Permanent(format!("{place} cannot be sealed")))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Whether one key is being changed for another: both are named.
    #[must_use]
    pub const fn is_changing(&self) -> bool {
        self.keys.len() > 1
    }

    /// Whether what was sealed for a place is sealed with the first key.
    #[must_use]
    pub fn is_current(&self, place: &str, sealed: &[u8]) -> bool {
        let first = Seal { keys: self.keys.iter().take(1).cloned().collect() };
        first.open(place, sealed).is_ok()
    }

    /// Opens what was sealed for a place.
    ///
    /// # Errors
    /// If it was changed, was sealed for another place, or with another key.
    pub fn open(&self, place: &str, sealed: &[u8]) -> Result<Vec<u8>, Fault> {
        let (nonce, rest) = sealed.split_at_checked(NONCE).unwrap_or_default();
        let nonce: Option<[u8; NONCE]> = nonce.try_into().ok();
        let opened = nonce.and_then(|nonce| {
            let payload = || Payload { msg: rest, aad: place.as_bytes() };
            self.keys.iter().find_map(|key| key.decrypt(&nonce.into(), payload()).ok())
        });
        opened.ok_or_else(|| Fault::Permanent(format!("{place} cannot be opened: is the key another one?")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(keys: &[u8]) -> Seal {
        let keys: Vec<String> = keys.iter().map(|byte| STANDARD.encode([*byte; KEY])).collect();
        Seal::new(&Secret::new(keys.join(","))).unwrap()
    }

    #[test]
    fn sealed_bytes_are_opened_at_their_place_alone() {
        let (key, plain) = (seal(&[1]), b"Margherita,12.50");
        let sealed = key.seal("imports/a", plain).unwrap();
        assert!(!sealed.windows(4).any(|part| plain.windows(4).any(|other| part == other)));
        assert_eq!(key.open("imports/a", &sealed).unwrap(), plain);
        assert!(key.open("imports/b", &sealed).is_err());
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(key.open("imports/a", &changed).is_err() && key.open("imports/a", &sealed[..5]).is_err());
        assert_ne!(key.seal("imports/a", plain).unwrap(), sealed);
    }

    #[test]
    fn key_is_changed_for_another_with_both_named() {
        let sealed = seal(&[1]).seal("a", b"x").unwrap();
        assert_eq!(seal(&[2, 1]).open("a", &sealed).unwrap(), b"x");
        assert!(seal(&[2]).open("a", &sealed).is_err());
        assert!(!seal(&[2, 1]).is_current("a", &sealed) && seal(&[1, 2]).is_current("a", &sealed));
        let later = seal(&[2, 1]).seal("a", b"x").unwrap();
        assert_eq!(seal(&[2]).open("a", &later).unwrap(), b"x");
    }

    #[test]
    fn key_of_another_length_is_refused() {
        for wrong in ["", "abc", "AAAA", ","] {
            assert!(Seal::new(&Secret::new(wrong)).is_err(), "{wrong}");
        }
    }
}
