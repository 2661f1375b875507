use saffron_kit::Secret;

use super::code::is_plain;

/// How long a device is known after its last sign-in, hours.
pub const DEVICE_HOURS: i64 = 180 * 24;
/// The most devices that an account knows; a further one replaces the one with the oldest sign-in.
pub const MAX_DEVICES: i64 = 50;

/// The SHA-256 of a device's token; none if the text cannot be one.
pub fn device_hash(token: &str) -> Option<[u8; 32]> {
    is_plain(token, 43..=43).then(|| Secret::new(token).digest())
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
