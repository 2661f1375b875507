//! How the provider signs its webhooks: `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=…]`, each v1 the HMAC-SHA256 of
//! `<t>.<body>` under one of the endpoint's secrets (two are valid while a secret is replaced).

use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::{SignedDuration, Timestamp};
use saffron_kit::Secret;
use sha2::Sha256;

/// The most by which the signature's time may differ from ours: an older one may be a replay.
pub const TOLERANCE: SignedDuration = SignedDuration::from_mins(5);
/// The most signatures that are read.
const MOST: usize = 16;

/// The signature header of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    time: Timestamp,
    /// The time as in the header, which was signed.
    time_text: String,
    codes: Vec<[u8; 32]>,
}

impl Signature {
    /// Reads the header; other parts than `t` and `v1` are ignored.
    pub fn parse(header: &str) -> Option<Signature> {
        let (mut time, mut codes) = (None, Vec::new());
        for part in header.split(',') {
            match part.trim().split_once('=') {
                Some(("t", text)) => time = Some(text),
                Some(("v1", code)) if codes.len() < MOST => codes.extend(from_hex(code)),
                _ => {}
            }
        }
        let time_text = time?.to_owned();
        let time = Timestamp::from_second(time_text.parse().ok()?).ok()?;
        Some(Signature { time, time_text, codes })
    }

    /// Whether the body was signed with one of these secrets, not too long ago.
    pub fn verifies(&self, body: &[u8], secrets: &[Secret], now: Timestamp) -> bool {
        if now.duration_since(self.time).abs() > TOLERANCE {
            return false;
        }
        // Each is compared in constant time.
        secrets.iter().any(|secret| {
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes()) else {
                return false;
            };
            mac.update(self.time_text.as_bytes());
            mac.update(b".");
            mac.update(body);
            self.codes.iter().any(|code| mac.clone().verify_slice(code).is_ok())
        })
    }
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        let pair =
            std::str::from_utf8(pair).ok().filter(|pair| pair.bytes().all(|b| b.is_ascii_hexdigit()))?;
        *byte = u8::from_str_radix(pair, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    fn now() -> Timestamp {
        Timestamp::from_second(1_700_000_000).unwrap()
    }

    fn code(secret: &str, time: &str, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{time}.").as_bytes());
        mac.update(body);
        mac.finalize().into_bytes().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    fn verifies(header: &str, secrets: &[&str]) -> bool {
        let secrets: Vec<Secret> = secrets.iter().map(|text| Secret::new(*text)).collect();
        Signature::parse(header).is_some_and(|signature| signature.verifies(BODY, &secrets, now()))
    }

    #[test]
    fn a_known_signature() {
        // Made with `printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test`.
        assert_eq!(code("whsec_test", "1700000000", BODY), KNOWN);
    }
    const KNOWN: &str = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";

    #[test]
    fn one_valid_signature_under_one_secret_is_enough() {
        let good = code("new", "1700000000", BODY);
        let other = code("gone", "1700000000", BODY);
        assert!(verifies(&format!("t=1700000000,v1={good}"), &["new"]));
        assert!(verifies(&format!("t=1700000000,v1={other},v1={good},v0=x"), &["old", "new"]));
        assert!(verifies(&format!("v1={good}, t=1700000000"), &["new"]));
        assert!(!verifies(&format!("t=1700000000,v1={good}"), &["old"]));
        assert!(!verifies(&format!("t=1700000000,v1={good}"), &[]));
        assert!(!verifies(&format!("t=1700000000,v0={good}"), &["new"]));
    }

    #[test]
    fn another_time_body_or_form_proves_nothing() {
        let at = |seconds: i64| {
            let time = (1_700_000_000 + seconds).to_string();
            verifies(&format!("t={time},v1={}", code("new", &time, BODY)), &["new"])
        };
        assert!(at(0) && at(300) && at(-300));
        assert!(!at(301) && !at(-301));
        let good = code("new", "1700000000", BODY);
        // The time is signed too.
        assert!(!verifies(&format!("t=1700000001,v1={good}"), &["new"]));
        assert!(!verifies(&format!("t=1700000000,v1={}", code("new", "1700000000", b"{}")), &["new"]));
        for bad in
            ["", "t=", "t=1700000000", "v1=aa", "t=x,v1=aa", "t=1700000000,v1=", "t=1700000000,v1=zz", ",,,"]
        {
            assert!(!verifies(bad, &["new"]), "{bad}");
        }
    }
}
