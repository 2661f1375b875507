//! The signed token that travels from the gateway to every service: an Ed25519 JWT of 60 seconds, made by
//! auth, verified by each service itself.
//!
//! Instead of `jsonwebtoken`: its pure-Rust provider links `rsa` (RUSTSEC-2023-0071) and older versions of our own
//! cryptography, it checks keys at the first token and not at the start, and it saves a dozen lines, since one algorithm and
//! one form are accepted here.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};
use jiff::Timestamp;
use saffron_core::{Calendar, DayStarts, PosId, UserId, Zone};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::config::{ConfigError, Env, wrong};

/// The lifetime of a token, seconds.
pub const LIFETIME: i64 = 60;
/// The most locations a person may have.
pub const MAX_LOCATIONS: usize = 2_000;

/// The claims of a token: a person, and the locations that they may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The person.
    pub sub: UserId,
    /// Their name, shown beside what they did.
    #[serde(default)]
    pub name: String,
    /// `owner`: the one role there is.
    pub role: String,
    /// Seconds since 1970.
    pub iat: i64,
    /// Seconds since 1970.
    pub exp: i64,
    /// The locations they may see, by time zone.
    pub loc: BTreeMap<String, Vec<PosId>>,
    /// Those of them whose days do not always begin at 04:00, by the starts of their days.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub days: BTreeMap<String, Vec<PosId>>,
}

impl Claims {
    /// The locations, each with its calendar.
    ///
    /// # Errors
    /// If a time zone or a start of days is none.
    pub fn locations(&self) -> Result<BTreeMap<PosId, Calendar>, TokenError> {
        let mut starts = BTreeMap::new();
        for (days, pos_ids) in &self.days {
            let days: DayStarts = days.parse().map_err(|_| TokenError::Malformed)?;
            starts.extend(pos_ids.iter().map(|pos_id| (pos_id, days.clone())));
        }
        let mut locations = BTreeMap::new();
        for (zone, pos_ids) in &self.loc {
            let zone: Zone = zone.parse().map_err(|_| TokenError::Malformed)?;
            for pos_id in pos_ids {
                let calendar = Calendar::new(zone.clone(), starts.remove(pos_id).unwrap_or_default());
                locations.insert(pos_id.clone(), calendar);
            }
        }
        Ok(locations)
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    alg: String,
    kid: String,
    typ: String,
}

/// The reason why a token is refused.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TokenError {
    /// The token has another form.
    #[error("the token is malformed")]
    Malformed,
    /// The token is not signed by a known key.
    #[error("the token's signature is wrong")]
    Signature,
    /// The token is too old.
    #[error("the token has expired")]
    Expired,
}

/// Makes tokens. Only auth has one.
#[derive(Clone)]
pub struct TokenSigner {
    key_id: String,
    key: SigningKey,
}

impl TokenSigner {
    /// From `SAFFRON_AUTH_TOKEN_KEY`: `<key id>:<base64 of the 32-byte seed>`.
    ///
    /// # Errors
    /// If it is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<TokenSigner, ConfigError> {
        let name = "SAFFRON_AUTH_TOKEN_KEY";
        let text = env.secret(name)?;
        let (key_id, seed) =
            parse_key(text.expose()).ok_or_else(|| wrong(name, "must be <key id>:<base64 of 32 bytes>"))?;
        Ok(TokenSigner { key_id, key: SigningKey::from_bytes(&seed) })
    }

    /// A signed token for this person and these locations, valid from `now`, and when it expires.
    ///
    /// # Errors
    /// If the claims cannot be written as JSON.
    pub fn sign(
        &self,
        user: UserId,
        name: &str,
        locations: impl IntoIterator<Item = (PosId, Calendar)>,
        now: Timestamp,
    ) -> Result<(String, Timestamp), TokenError> {
        let mut loc: BTreeMap<String, Vec<PosId>> = BTreeMap::new();
        let mut days: BTreeMap<String, Vec<PosId>> = BTreeMap::new();
        for (pos_id, calendar) in locations.into_iter().take(MAX_LOCATIONS) {
            let starts = calendar.starts().to_string();
            if !starts.is_empty() {
                days.entry(starts).or_default().push(pos_id.clone());
            }
            loc.entry(calendar.name().to_owned()).or_default().push(pos_id);
        }
        let iat = now.as_second();
        let claims = Claims {
            sub: user,
            name: name.to_owned(),
            role: "owner".into(),
            iat,
            exp: iat + LIFETIME,
            loc,
            days,
        };
        let header = Header { alg: "EdDSA".into(), kid: self.key_id.clone(), typ: "JWT".into() };
        let signed = format!("{}.{}", encode_part(&header)?, encode_part(&claims)?);
        let signature = URL_SAFE_NO_PAD.encode(self.key.sign(signed.as_bytes()).to_bytes());
        let until = Timestamp::from_second(claims.exp).map_err(|_| TokenError::Malformed)?;
        Ok((format!("{signed}.{signature}"), until))
    }

    /// The public half, in the form of `SAFFRON_TOKEN_PUBLIC_KEYS`.
    #[must_use]
    pub fn public_key(&self) -> String {
        format!("{}:{}", self.key_id, STANDARD.encode(self.key.verifying_key().to_bytes()))
    }
}

/// Verifies tokens. Every service has one, with two keys while keys are changed.
#[derive(Clone)]
pub struct TokenVerifier {
    keys: Vec<(String, VerifyingKey)>,
}

impl TokenVerifier {
    /// From `SAFFRON_TOKEN_PUBLIC_KEYS`: one or two of `<key id>:<base64>`, separated by commas. They are no secret, but
    /// a variable may name the file that the maker of the key wrote.
    ///
    /// # Errors
    /// If it is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<TokenVerifier, ConfigError> {
        let name = "SAFFRON_TOKEN_PUBLIC_KEYS";
        let text = env.secret(name)?;
        let key = |text: &str| {
            let (key_id, bytes) = parse_key(text.trim())?;
            Some((key_id, VerifyingKey::from_bytes(&bytes).ok()?))
        };
        let keys = text.expose().split(',').map(key).collect::<Option<Vec<_>>>();
        let keys = keys.ok_or_else(|| wrong(name, "must be one or two of <key id>:<base64 of 32 bytes>"))?;
        Ok(TokenVerifier { keys })
    }

    /// The caller and their locations.
    ///
    /// # Errors
    /// If the token is malformed, not signed by a known key, or expired.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Claims, TokenError> {
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenError::Malformed)?;
        let (header, claims) = signed.split_once('.').ok_or(TokenError::Malformed)?;
        let header: Header = decode_part(header)?;
        if header.alg != "EdDSA" {
            return Err(TokenError::Malformed);
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| TokenError::Malformed)?;
        let signature = Signature::from_slice(&signature).map_err(|_| TokenError::Malformed)?;
        let (_, key) = self.keys.iter().find(|(id, _)| *id == header.kid).ok_or(TokenError::Signature)?;
        key.verify(signed.as_bytes(), &signature).map_err(|_| TokenError::Signature)?;
        let claims: Claims = decode_part(claims)?;
        if claims.exp <= now.as_second() {
            return Err(TokenError::Expired);
        }
        Ok(claims)
    }
}

fn encode_part(part: &impl Serialize) -> Result<String, TokenError> {
    serde_json::to_vec(part).map(|json| URL_SAFE_NO_PAD.encode(json)).map_err(|_| TokenError::Malformed)
}

fn decode_part<T: DeserializeOwned>(part: &str) -> Result<T, TokenError> {
    let json = URL_SAFE_NO_PAD.decode(part).map_err(|_| TokenError::Malformed)?;
    serde_json::from_slice(&json).map_err(|_| TokenError::Malformed)
}

fn parse_key(text: &str) -> Option<(String, [u8; 32])> {
    let (key_id, bytes) = text.split_once(':')?;
    let bytes = STANDARD.decode(bytes).ok()?.try_into().ok()?;
    (!key_id.is_empty()).then(|| (key_id.to_owned(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer(id: &str, seed: u8) -> TokenSigner {
        let value = format!("{id}:{}", STANDARD.encode([seed; 32]));
        TokenSigner::from_env(&Env::of([("SAFFRON_AUTH_TOKEN_KEY", value)])).unwrap()
    }

    fn verifier(signers: &[&TokenSigner]) -> TokenVerifier {
        let keys: Vec<_> = signers.iter().map(|s| s.public_key()).collect();
        TokenVerifier::from_env(&Env::of([("SAFFRON_TOKEN_PUBLIC_KEYS", keys.join(","))])).unwrap()
    }

    #[test]
    fn token_names_its_caller_for_a_minute() {
        let (old, new) = (signer("a", 1), signer("b", 2));
        let now = Timestamp::from_second(1_700_000_000).unwrap();
        let user = UserId(uuid::Uuid::now_v7());
        let zone: Zone = "America/Chicago".parse().unwrap();
        let bar = Calendar::new(zone.clone(), "06:00;1".parse().unwrap());
        let (pos_id, bar_id): (PosId, PosId) = ("p1".parse().unwrap(), "bar".parse().unwrap());
        let locations = [(pos_id.clone(), zone.into()), (bar_id, bar)];
        let (token, until) = new.sign(user, "Ana", locations.clone(), now).unwrap();
        let both = verifier(&[&old, &new]);
        let claims = both.verify(&token, now).unwrap();
        assert_eq!((claims.sub, claims.name.as_str()), (user, "Ana"));
        assert_eq!(claims.locations().unwrap(), BTreeMap::from(locations));
        assert_eq!(both.verify(&token, until), Err(TokenError::Expired));
        assert_eq!(verifier(&[&old]).verify(&token, now), Err(TokenError::Signature));
    }

    #[test]
    fn changed_or_foreign_token_is_refused() {
        let now = Timestamp::from_second(1_700_000_000).unwrap();
        let ours = signer("a", 1);
        let (token, _) = ours.sign(UserId(uuid::Uuid::nil()), "", [], now).unwrap();
        let forged = signer("a", 9).sign(UserId(uuid::Uuid::nil()), "", [], now).unwrap().0;
        let verifier = verifier(&[&ours]);
        assert_eq!(verifier.verify(&forged, now), Err(TokenError::Signature));
        let none = URL_SAFE_NO_PAD.encode(br#"{"alg":"none","kid":"a","typ":"JWT"}"#);
        let claims = token.split('.').nth(1).unwrap();
        assert!(verifier.verify(&format!("{none}.{claims}."), now).is_err());
        for bad in ["", ".", "..", "a.b.c", &token[..token.len() - 2]] {
            assert!(verifier.verify(bad, now).is_err(), "{bad}");
        }
    }
}
