//! A browser's side of Message Encryption for Web Push (RFC 8291): its keys, and opening what was sealed for it.

use aes_gcm::aead::Aead as _;
use aes_gcm::{Aes128Gcm, KeyInit as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

/// The keys of one subscription.
pub(super) struct BrowserKeys {
    secret: SecretKey,
    auth: [u8; 16],
}

fn point(key: &PublicKey) -> Vec<u8> {
    key.to_sec1_point(false).as_bytes().to_vec()
}

impl BrowserKeys {
    /// Makes random keys.
    pub(super) fn fresh() -> BrowserKeys {
        loop {
            // Almost every 32 bytes are a key.
            if let Ok(secret) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
                return BrowserKeys { secret, auth: rand::random() };
            }
        }
    }

    /// `p256dh`, base64url.
    pub(super) fn p256dh(&self) -> String {
        URL_SAFE_NO_PAD.encode(point(&self.secret.public_key()))
    }

    /// `auth`, base64url.
    pub(super) fn auth(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.auth)
    }

    /// Decrypts a body of one record (RFC 8188).
    pub(super) fn open(&self, body: &[u8]) -> Result<Vec<u8>, &'static str> {
        let short = "the body is too short";
        let (salt, rest) = body.split_at_checked(16).ok_or(short)?;
        let (size, rest) = rest.split_at_checked(4).ok_or(short)?;
        let size = u32::from_be_bytes(size.try_into().map_err(|_| short)?);
        let (length, rest) = rest.split_first().ok_or(short)?;
        let (sender, sealed) = rest.split_at_checked(usize::from(*length)).ok_or(short)?;
        if sealed.len() > usize::try_from(size).unwrap_or(usize::MAX) {
            return Err("the body has more than one record");
        }
        let sender = PublicKey::from_sec1_bytes(sender).map_err(|_| "the sender's key is none")?;
        let shared = self.secret.diffie_hellman(&sender);
        let info =
            [b"WebPush: info\0".as_slice(), &point(&self.secret.public_key()), &point(&sender)].concat();
        let (mut input, mut key, mut nonce) = ([0; 32], [0; 16], [0; 12]);
        let long = |_| "too long";
        Hkdf::<Sha256>::new(Some(&self.auth), shared.raw_secret_bytes())
            .expand(&info, &mut input)
            .map_err(long)?;
        let derived = Hkdf::<Sha256>::new(Some(salt), &input);
        derived.expand(b"Content-Encoding: aes128gcm\0", &mut key).map_err(long)?;
        derived.expand(b"Content-Encoding: nonce\0", &mut nonce).map_err(long)?;
        let cipher = Aes128Gcm::new(&key.into());
        let mut plain = cipher.decrypt(&nonce.into(), sealed).map_err(|_| "the body cannot be opened")?;
        // Padding, and the mark of the last record before it.
        while plain.last() == Some(&0) {
            plain.pop();
        }
        if plain.pop() == Some(2) { Ok(plain) } else { Err("the record is not marked as the last") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn example_of_rfc_8291_is_opened() {
        let keys = BrowserKeys {
            secret: SecretKey::from_slice(&bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap(),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap(),
        };
        let mut body = bytes(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
             mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
             pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
        );
        assert_eq!(keys.open(&body).unwrap(), b"When I grow up, I want to be a watermelon");
        *body.last_mut().unwrap() ^= 1;
        assert!(keys.open(&body).is_err() && BrowserKeys::fresh().open(&body).is_err());
        assert!(keys.open(b"").is_err());
    }
}
