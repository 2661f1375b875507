use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A text that must never reach a log, a trace or an answer: it cannot be printed by accident.
#[derive(Clone)]
pub struct Secret(Box<str>);

impl Secret {
    /// Wraps a secret text.
    pub fn new(text: impl Into<Box<str>>) -> Secret {
        Secret(text.into())
    }

    /// 256 random bits, base64url.
    #[must_use]
    pub fn random() -> Secret {
        let bytes: [u8; 32] = rand::random();
        Secret(URL_SAFE_NO_PAD.encode(bytes).into())
    }

    /// The text itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The secrets of a list with commas; empty ones are left out.
    pub fn listed(&self) -> impl Iterator<Item = Secret> + '_ {
        self.0.split(',').map(str::trim).filter(|one| !one.is_empty()).map(Secret::new)
    }

    /// The SHA-256 of the secret, for storing. Enough for random secrets; passwords need Argon2.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Compares in constant time.
    #[must_use]
    pub fn matches(&self, other: &str) -> bool {
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
