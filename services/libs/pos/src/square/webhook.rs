//! Square's webhooks (developer.squareup.com/docs/webhooks/overview): what they say is read again anyway, so they only hasten it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_core::Secret;
use serde::Deserialize;
use sha2::Sha256;

use crate::adapter::{Feed, Hint};

/// Whether a body was signed for a URL: HMAC-SHA256 over both, in base64.
#[must_use]
pub fn is_signed(key: &Secret, url: &str, body: &[u8], signature: &str) -> bool {
    let Ok(code) = STANDARD.decode(signature) else { return false };
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.expose().as_bytes()) else { return false };
    mac.update(url.as_bytes());
    mac.update(body);
    mac.verify_slice(&code).is_ok()
}

/// What a webhook says has changed; none if it says nothing of what is read.
#[must_use]
pub fn hint(body: &[u8]) -> Option<Hint> {
    #[derive(Deserialize)]
    struct Event {
        merchant_id: String,
        #[serde(rename = "type")]
        kind: String,
    }
    let event: Event = serde_json::from_slice(body).ok()?;
    let feeds = match event.kind.split('.').next().unwrap_or_default() {
        "order" | "payment" | "refund" => vec![Feed::Checks],
        "labor" | "timecard" | "team_member" | "job" => vec![Feed::Shifts],
        "catalog" | "inventory" => vec![Feed::Menu],
        "customer" => vec![Feed::Guests],
        "payout" | "dispute" => vec![Feed::Money],
        // The next call says that the credential is not valid any more.
        "oauth" => vec![Feed::Checks],
        _ => return None,
    };
    Some(Hint { account: event.merchant_id, feeds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_of_this_url_and_body() {
        let key = Secret::new("webhook-key");
        let url = "https://saffron.example/pos/v1/webhooks/square";
        // printf '%s' 'https://saffron.example/pos/v1/webhooks/square{"a":1}' | openssl dgst -sha256 -hmac webhook-key -binary | base64
        let signature = "irD/LasO3ePgEYQF+wN84EwoXK2j0iQzs4d6mjGtA5k=";
        let is = |key: &Secret, url, body: &str, signature| is_signed(key, url, body.as_bytes(), signature);
        assert!(is(&key, url, r#"{"a":1}"#, signature));
        assert!(!is(&key, url, r#"{"a":2}"#, signature));
        assert!(!is(&key, "https://other.example/pos/v1/webhooks/square", r#"{"a":1}"#, signature));
        assert!(!is(&Secret::new("another"), url, r#"{"a":1}"#, signature));
        assert!(!is(&key, url, r#"{"a":1}"#, "") && !is(&key, url, r#"{"a":1}"#, "no base64"));
    }

    #[test]
    fn webhook_names_what_changed_at_which_account() {
        let of = |kind: &str| hint(format!(r#"{{"merchant_id":"M1","type":"{kind}"}}"#).as_bytes());
        let feeds = |kind: &str| of(kind).map(|hint| hint.feeds);
        assert_eq!(of("payment.updated").map(|hint| hint.account).as_deref(), Some("M1"));
        assert_eq!(feeds("refund.created"), Some(vec![Feed::Checks]));
        assert_eq!(feeds("labor.timecard.deleted"), Some(vec![Feed::Shifts]));
        assert_eq!(feeds("inventory.count.updated"), Some(vec![Feed::Menu]));
        assert_eq!(feeds("oauth.authorization.revoked"), Some(vec![Feed::Checks]));
        assert_eq!(feeds("loyalty.account.created"), None);
        assert_eq!((hint(b"<html>"), hint(b"{}"), hint(b"")), (None, None, None));
    }
}
