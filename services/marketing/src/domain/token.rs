//! The token of an unsubscribe link: names a recipient of a campaign, reveals nothing about the person, and never expires.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_kit::{Fault, Secret};
use sha2::Sha256;
use uuid::Uuid;

/// The length of the signature, bytes.
const PROOF: usize = 16;

/// A recipient: the campaign, and the recipient's number in it.
pub type RecipientKey = (Uuid, i32);

/// The key that signs and verifies tokens of unsubscribe links.
#[derive(Clone)]
pub struct LinkKey(Hmac<Sha256>);

impl LinkKey {
    pub fn new(key: &Secret) -> Result<LinkKey, Fault> {
        let key = Hmac::new_from_slice(key.expose().as_bytes());
        key.map(LinkKey).map_err(|e| Fault::Permanent(e.to_string()))
    }

    fn mac(&self, named: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(b"unsubscribe\0");
        mac.update(named);
        mac
    }

    /// The token of a recipient.
    pub fn token(&self, (campaign, number): RecipientKey) -> String {
        let mut bytes = campaign.as_bytes().to_vec();
        bytes.extend(number.to_be_bytes());
        let proof = self.mac(&bytes).finalize().into_bytes();
        bytes.extend(proof.iter().take(PROOF));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The recipient that a token names; none if the signature is wrong.
    pub fn read(&self, token: &str) -> Option<RecipientKey> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (campaign, rest) = bytes.split_first_chunk::<16>()?;
        let (number, proof) = rest.split_first_chunk::<4>()?;
        let named = bytes.get(..20)?;
        // Compared in constant time; a shorter proof is none.
        (proof.len() == PROOF && self.mac(named).verify_truncated_left(proof).is_ok())
            .then(|| (Uuid::from_bytes(*campaign), i32::from_be_bytes(*number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_that_were_made_here_are_read() {
        let key = LinkKey::new(&Secret::new("a key")).unwrap();
        let recipient = (Uuid::from_u128(7), 24_999);
        let token = key.token(recipient);
        assert_eq!(token.len(), 48);
        assert_eq!(key.read(&token), Some(recipient));
        assert_eq!(LinkKey::new(&Secret::new("another")).unwrap().read(&token), None);
        for bad in ["", "x", &token[1..], &token[..46], &format!("{token}AAAA"), &"A".repeat(48)] {
            assert_eq!(key.read(bad), None, "{bad}");
        }
        // A shortened proof is none.
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for length in 0..bytes.len() {
            assert_eq!(key.read(&URL_SAFE_NO_PAD.encode(&bytes[..length])), None, "{length}");
        }
        for at in 0..token.len() {
            let mut other = token.clone().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(key.read(std::str::from_utf8(&other).unwrap()), None);
        }
    }
}
