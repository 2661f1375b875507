use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use saffron_core::{Calendar, PosId, UserId};
use saffron_kit::config::Env;
use saffron_kit::token::{TokenSigner, TokenVerifier};

/// A pair of token keys for one test.
pub struct Keys {
    /// Makes tokens.
    pub signer: TokenSigner,
    /// `SAFFRON_AUTH_TOKEN_KEY`
    pub private: String,
}

impl Default for Keys {
    fn default() -> Keys {
        let seed: [u8; 32] = std::array::from_fn(|i| uuid::Uuid::new_v4().as_bytes()[i % 16]);
        let private = format!("test:{}", STANDARD.encode(seed));
        let env = Env::of([("SAFFRON_AUTH_TOKEN_KEY", private.clone())]);
        Keys { signer: TokenSigner::from_env(&env).unwrap(), private }
    }
}

impl Keys {
    /// `SAFFRON_TOKEN_PUBLIC_KEYS`
    #[must_use]
    pub fn public(&self) -> String {
        self.signer.public_key()
    }

    /// Verifies tokens.
    #[must_use]
    pub fn verifier(&self) -> TokenVerifier {
        TokenVerifier::from_env(&Env::of([("SAFFRON_TOKEN_PUBLIC_KEYS", self.public())])).unwrap()
    }

    /// A token of `user` for these locations, valid from `now` on.
    #[must_use]
    pub fn token(&self, user: UserId, locations: &[(PosId, Calendar)], now: Timestamp) -> String {
        self.signer.sign(user, "Ana Lopez", locations.iter().cloned(), now).unwrap().0
    }
}
