use jiff::SignedDuration;
use saffron_kit::Secret;

/// How long a device is known after it last signed in.
pub const DEVICE_KEPT: SignedDuration = SignedDuration::from_hours(180 * 24);
/// The most devices that an account knows; a further one takes the place of the one that signed in longest ago.
pub const MAX_DEVICES: i64 = 50;

/// The SHA-256 of a device's token; none of a text that cannot be one.
#[must_use]
pub fn device_hash(token: &str) -> Option<[u8; 32]> {
    let is_token =
        token.len() == 43 && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    is_token.then(|| Secret::new(token).digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_token_has_a_hash() {
        let token = Secret::random();
        assert_eq!(device_hash(token.expose()), Some(token.digest()));
        for other in ["", "x", &"x".repeat(44), &"\u{e9}".repeat(43), &" ".repeat(43)] {
            assert_eq!(device_hash(other), None, "{other}");
        }
    }
}
