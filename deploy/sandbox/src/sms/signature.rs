//! How the provider signs its callbacks.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

use saffron_core::Secret;

/// The header `X-Twilio-Signature` of a form posted to a URL: base64 of HMAC-SHA1 by the account's token over the URL
/// and each parameter's name and value, sorted by name.
#[must_use]
pub fn signature<T: AsRef<str>>(token: &Secret, url: &str, form: &[(T, T)]) -> String {
    let mut sorted: Vec<_> = form.iter().map(|(name, value)| (name.as_ref(), value.as_ref())).collect();
    sorted.sort_unstable();
    // A key of any length is one.
    let mac = Hmac::<Sha1>::new_from_slice(token.expose().as_bytes()).map(|mut mac| {
        mac.update(url.as_bytes());
        for (name, value) in sorted {
            mac.update(name.as_bytes());
            mac.update(value.as_bytes());
        }
        mac.finalize().into_bytes()
    });
    mac.map(|bytes| STANDARD.encode(bytes)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the provider's documentation (Twilio, "Validating requests").
    #[test]
    fn signature_is_the_documented_one() {
        let form = [
            ("Digits", "1234"),
            ("To", "+18005551212"),
            ("From", "+14158675310"),
            ("Caller", "+14158675310"),
            ("CallSid", "CA1234567890ABCDE"),
        ];
        let url = "https://example.com/myapp.php?foo=1&bar=2";
        let signed = signature(&Secret::new("12345"), url, &form);
        assert_eq!(signed, "L/OH5YylLD5NRKLltdqwSvS0BnU=");
    }
}
