use saffron_kit::Secret;

use super::code::is_base64url;

/// How long a device is remembered after the last sign-in on it, hours.
pub const DEVICE_HOURS: i64 = 180 * 24;
/// The most remembered devices of an account; a further one replaces the one with the oldest sign-in.
pub const MAX_DEVICES: i64 = 50;

/// The SHA-256 of a device's token; none if the text cannot be a token.
pub fn device_hash(token: &str) -> Option<[u8; 32]> {
    is_base64url(token, 43..=43).then(|| Secret::new(token).digest())
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
