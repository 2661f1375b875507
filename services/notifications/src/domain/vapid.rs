//! The sender's identification for push services (VAPID, RFC 8292): a token signed with ES256. Instead of `jsonwebtoken`,
//! which brings older versions of our own cryptography for these few lines (as kit's token does not use it either).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point as _;
use serde_json::json;

/// The lifetime of a token; push services accept 24 hours at most.
const LIFETIME: SignedDuration = SignedDuration::from_hours(12);

/// The key and the contact of this installation.
#[derive(Clone)]
pub struct Vapid {
    key: SigningKey,
    public: String,
    subject: String,
}

impl Vapid {
    /// Reads the private key, 32 bytes in base64url, and the contact for push services: a `mailto:` or `https:` URL.
    pub fn new(private_key: &str, subject: &str) -> Result<Vapid, &'static str> {
        let wrong = "must be a private key of P-256: 32 bytes, base64url";
        let bytes = URL_SAFE_NO_PAD.decode(private_key.trim_end_matches('=')).map_err(|_| wrong)?;
        let secret = SecretKey::from_slice(&bytes).map_err(|_| wrong)?;
        let public = URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_point(false).as_bytes());
        Ok(Vapid { key: SigningKey::from(secret), public, subject: subject.to_owned() })
    }

    /// The public key for browsers: an uncompressed point, base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` for the push service at this origin.
    #[must_use]
    pub fn authorization(&self, origin: &str, now: Timestamp) -> String {
        let claims = json!({"aud": origin, "exp": (now + LIFETIME).as_second(), "sub": self.subject});
        let part = |json: String| URL_SAFE_NO_PAD.encode(json);
        let signed =
            format!("{}.{}", part(r#"{"typ":"JWT","alg":"ES256"}"#.into()), part(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;
    use serde_json::Value;

    use super::*;

    const KEY: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";

    #[test]
    fn token_names_audience_expiry_and_contact() {
        let vapid = Vapid::new(KEY, "mailto:ops@saffron.example").unwrap();
        let now: Timestamp = "2026-07-18T12:00:00Z".parse().unwrap();
        let header = vapid.authorization("https://push.example:8443", now);
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, vapid.public_key());
        let parts: Vec<&str> = token.split('.').collect();
        let read =
            |part: &str| -> Value { serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap() };
        assert_eq!(read(parts[0]), json!({"typ": "JWT", "alg": "ES256"}));
        let exp = now.as_second() + 12 * 60 * 60;
        assert_eq!(
            read(parts[1]),
            json!({"aud": "https://push.example:8443", "exp": exp, "sub": "mailto:ops@saffron.example"})
        );
        let point = URL_SAFE_NO_PAD.decode(key).unwrap();
        let verifier = VerifyingKey::from_sec1_bytes(&point).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(parts[2]).unwrap()).unwrap();
        verifier.verify(format!("{}.{}", parts[0], parts[1]).as_bytes(), &signature).unwrap();
    }

    #[test]
    fn malformed_key_is_refused_and_not_shown() {
        for bad in ["", "abc", "!!!!", &"A".repeat(43)] {
            let error = Vapid::new(bad, "mailto:a@b.example").err().unwrap();
            assert!(bad.is_empty() || !error.contains(bad), "{error}");
        }
    }
}
