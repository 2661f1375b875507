//! Tokens: of a caller, between the gateway and the services, and of a link to unsubscribe.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer as _, SigningKey};
use jiff::Timestamp;
use saffron_kit::Secret;
use saffron_kit::config::Env;
use saffron_kit::token::TokenVerifier;

use super::head_and_rest;

#[path = "../../../services/marketing/src/domain/token.rs"]
#[expect(unreachable_pub, reason = "a part of marketing")]
mod link;

static KEY: LazyLock<SigningKey> = LazyLock::new(|| SigningKey::from_bytes(&[7; 32]));
static VERIFIER: LazyLock<Option<TokenVerifier>> = LazyLock::new(|| {
    let key = format!("k1:{}", STANDARD.encode(KEY.verifying_key().to_bytes()));
    TokenVerifier::from_env(&Env::of([("SAFFRON_TOKEN_PUBLIC_KEYS", key)])).ok()
});
const NOW: i64 = 1_800_000_000;

/// An unsigned token is refused; a signed one is accepted until its end.
pub(super) fn token(bytes: &[u8]) {
    let (Some(verifier), Ok(now)) = (VERIFIER.as_ref(), Timestamp::from_second(NOW)) else { return };
    let (head, rest) = head_and_rest(bytes);
    assert!(verifier.verify(&head, now).is_err(), "{head} is believed");
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(&head), URL_SAFE_NO_PAD.encode(rest));
    let signature = URL_SAFE_NO_PAD.encode(KEY.sign(signed.as_bytes()).to_bytes());
    if let Ok(claims) = verifier.verify(&format!("{signed}.{signature}"), now) {
        assert!(claims.exp > NOW, "{claims:?} has ended");
    }
    if let Ok(links) = link::LinkKey::new(&Secret::new("a key")) {
        assert!(links.read(&head).is_none(), "{head} is a link");
        if let Some((place, _)) = rest.split_first_chunk::<20>() {
            let (campaign, number) = place.split_at(16);
            let place =
                (campaign.try_into().map(uuid::Uuid::from_bytes), number.try_into().map(i32::from_be_bytes));
            let (Ok(campaign), Ok(number)) = place else { return };
            assert!(links.read(&links.token((campaign, number))) == Some((campaign, number)));
        }
    }
}
