//! The sender of a push: the token of RFC 8292, checked as a push service does.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use serde::Deserialize;

/// The longest validity of a token, in seconds.
const LONGEST: i64 = 24 * 60 * 60;

#[derive(Deserialize)]
struct Head {
    alg: String,
}

#[derive(Deserialize)]
struct Claims {
    aud: String,
    exp: i64,
    sub: String,
}

/// Checks `Authorization`: signed by the key that the subscription was made for, made out to this push service, and in
/// force.
pub(super) fn check(authorization: &str, key: &str, origin: &str, now: Timestamp) -> Result<(), String> {
    let parts = authorization.strip_prefix("vapid ").ok_or("the scheme is not vapid")?;
    let named = |name: &str| {
        let mut parts = parts.split(',').map(str::trim);
        parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
    };
    let (token, said) = (named("t").ok_or("there is no token")?, named("k").ok_or("there is no key")?);
    if said != key {
        return Err("the subscription was made for another key".into());
    }
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).map_err(|_| "it is not base64url".to_owned());
    let (signed, signature) = token.rsplit_once('.').ok_or("the token has no signature")?;
    let (head, claims) = signed.split_once('.').ok_or("the token has no claims")?;
    let head: Head = serde_json::from_slice(&bytes(head)?).map_err(|e| e.to_string())?;
    if head.alg != "ES256" {
        return Err("the token is not signed with ES256".into());
    }
    let verifier = VerifyingKey::from_sec1_bytes(&bytes(said)?).map_err(|_| "the key is none")?;
    let signature = Signature::from_slice(&bytes(signature)?).map_err(|_| "the signature is none")?;
    verifier.verify(signed.as_bytes(), &signature).map_err(|_| "the signature is wrong")?;
    let claims: Claims = serde_json::from_slice(&bytes(claims)?).map_err(|e| e.to_string())?;
    if claims.aud != origin {
        return Err(format!("the token is made out to {}, not {origin}", claims.aud));
    }
    let left = claims.exp - now.as_second();
    if !(1..=LONGEST).contains(&left) {
        return Err(format!("the token counts for {left} seconds"));
    }
    if !["mailto:", "https:"].iter().any(|scheme| claims.sub.starts_with(scheme)) {
        return Err("the token has no contact to write to".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use p256::SecretKey;
    use p256::ecdsa::SigningKey;
    use p256::ecdsa::signature::Signer as _;
    use p256::elliptic_curve::sec1::ToSec1Point as _;
    use serde_json::{Value, json};

    use super::*;

    const ORIGIN: &str = "http://127.0.0.1:8107";
    const NOW: i64 = 1_784_390_400;

    /// What a sender with this key says, and its public key.
    fn said(key: u8, head: Value, claims: Value) -> (String, String) {
        let secret = SecretKey::from_slice(&[key; 32]).unwrap();
        let public = URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_point(false).as_bytes());
        let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(head), part(claims));
        let signature: Signature = SigningKey::from(secret).sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        (format!("vapid t={signed}.{signature}, k={public}"), public)
    }

    #[test]
    fn token_of_another_sender_is_refused() {
        let (es256, sub) = (json!({"typ": "JWT", "alg": "ES256"}), "mailto:ops@saffron.example");
        let claims = json!({"aud": ORIGIN, "exp": NOW + 60, "sub": sub});
        let now = Timestamp::from_second(NOW).unwrap();
        let (right, key) = said(7, es256.clone(), claims.clone());
        check(&right, &key, ORIGIN, now).unwrap();
        let of = |claims: Value| said(7, es256.clone(), claims).0;
        let (other, _) = said(8, es256.clone(), claims.clone());
        let stolen = format!("{}, k={key}", other.split(", k=").next().unwrap());
        for (wrong, why) in [
            (other.clone(), "another key"),
            (stolen, "signature"),
            (said(7, json!({"alg": "none"}), claims).0, "ES256"),
            (of(json!({"aud": "http://127.0.0.1", "exp": NOW + 60, "sub": sub})), "made out"),
            (of(json!({"aud": ORIGIN, "exp": NOW, "sub": sub})), "counts for"),
            (of(json!({"aud": ORIGIN, "exp": NOW + 86_401, "sub": sub})), "counts for"),
            (of(json!({"aud": ORIGIN, "exp": NOW + 60, "sub": "ops"})), "write to"),
            (right.replace("vapid ", "WebPush "), "scheme"),
            (String::new(), "scheme"),
        ] {
            let error = check(&wrong, &key, ORIGIN, now).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
