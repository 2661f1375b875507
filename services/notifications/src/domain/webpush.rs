//! Encrypting a push for one browser: Message Encryption for Web Push (RFC 8291) with aes128gcm (RFC 8188). Instead of
//! `web-push-native`, which depends on older versions of p256 and aes-gcm than ours.

use aes_gcm::aead::Aead as _;
use aes_gcm::{Aes128Gcm, KeyInit as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::elliptic_curve::Generate as _;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::{PublicKey, SecretKey};
use saffron_core::Error;
use sha2::Sha256;

/// Size of the one record.
const RECORD: u32 = 4_096;
/// The most bytes of plain text: push services accept 4,096 in all.
const LARGEST: usize = 3_900;

/// The keys of a browser's push subscription.
#[derive(Clone, PartialEq, Eq)]
pub struct BrowserKeys {
    p256dh: PublicKey,
    auth: [u8; 16],
}

impl BrowserKeys {
    /// Reads base64url, with or without padding.
    pub fn parse(p256dh: &str, auth: &str) -> Result<BrowserKeys, Error> {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let p256dh = bytes(p256dh)
            .filter(|point| point.len() == 65)
            .and_then(|point| PublicKey::from_sec1_bytes(&point).ok())
            .ok_or_else(|| {
                Error::invalid("subscription.keys.p256dh", "must be a point of P-256, base64url")
            })?;
        let auth = bytes(auth)
            .and_then(|auth| auth.try_into().ok())
            .ok_or_else(|| Error::invalid("subscription.keys.auth", "must be 16 bytes, base64url"))?;
        Ok(BrowserKeys { p256dh, auth })
    }

    /// The keys as they are stored.
    #[must_use]
    pub fn to_bytes(&self) -> (Vec<u8>, Vec<u8>) {
        (point(&self.p256dh), self.auth.to_vec())
    }

    /// Reads stored keys.
    pub fn of_bytes(p256dh: &[u8], auth: &[u8]) -> Result<BrowserKeys, String> {
        let p256dh = PublicKey::from_sec1_bytes(p256dh).map_err(|e| e.to_string())?;
        Ok(BrowserKeys { p256dh, auth: auth.try_into().map_err(|_| "no auth secret".to_owned())? })
    }

    /// Encrypts a text for the browser. None if it is too large for a push.
    #[must_use]
    pub fn encrypt(&self, text: &[u8]) -> Option<Vec<u8>> {
        self.encrypt_with(text, &SecretKey::try_generate().ok()?, rand::random())
    }

    fn encrypt_with(&self, text: &[u8], own: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
        if text.len() > LARGEST {
            return None;
        }
        let ours = point(&own.public_key());
        let info = [b"WebPush: info\0".as_slice(), &point(&self.p256dh), &ours].concat();
        let mut input = [0; 32];
        let shared = own.diffie_hellman(&self.p256dh);
        shared.extract::<Sha256>(Some(&self.auth)).expand(&info, &mut input).ok()?;
        let derived = Hkdf::<Sha256>::new(Some(&salt), &input);
        let (mut key, mut nonce) = ([0; 16], [0; 12]);
        derived.expand(b"Content-Encoding: aes128gcm\0", &mut key).ok()?;
        derived.expand(b"Content-Encoding: nonce\0", &mut nonce).ok()?;
        // The delimiter of the last record, without padding.
        let plain = [text, &[2]].concat();
        let encrypted = Aes128Gcm::new(&key.into()).encrypt(&nonce.into(), plain.as_slice()).ok()?;
        let length = u8::try_from(ours.len()).ok()?;
        Some([salt.as_slice(), &RECORD.to_be_bytes(), &[length], &ours, &encrypted].concat())
    }
}

/// The bytes of a point, uncompressed.
fn point(key: &PublicKey) -> Vec<u8> {
    key.to_sec1_point(false).as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn example_of_rfc_8291_is_sealed_alike() {
        let keys = BrowserKeys::parse(P256DH, AUTH).unwrap();
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let encrypted = keys.encrypt_with(b"When I grow up, I want to be a watermelon", &own, salt).unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(encrypted),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
             mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
             pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn malformed_keys_are_refused_by_name() {
        let field = |p256dh: &str, auth: &str| {
            BrowserKeys::parse(p256dh, auth).err().and_then(|error| error.field).unwrap_or_default()
        };
        assert_eq!(field(P256DH, AUTH), "");
        assert_eq!(field(&format!("{P256DH}="), &format!("{AUTH}==")), "");
        assert_eq!(field("BCVx", AUTH), "subscription.keys.p256dh");
        // Not on the curve.
        assert_eq!(field(&P256DH.replace("BCV", "BCW"), AUTH), "subscription.keys.p256dh");
        assert_eq!(field(P256DH, "BTBZ"), "subscription.keys.auth");
        let keys = BrowserKeys::parse(P256DH, AUTH).unwrap();
        let (p256dh, auth) = keys.to_bytes();
        assert!(BrowserKeys::of_bytes(&p256dh, &auth).unwrap() == keys);
    }

    #[test]
    fn text_that_does_not_fit_is_not_sealed() {
        let keys = BrowserKeys::parse(P256DH, AUTH).unwrap();
        assert!(keys.encrypt(&vec![b'x'; LARGEST]).unwrap().len() <= 4_096);
        assert_eq!(keys.encrypt(&vec![b'x'; LARGEST + 1]), None);
    }
}
