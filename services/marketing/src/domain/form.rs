//! Forms that the SMS provider sends, and their signatures.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_kit::Secret;
use sha1::Sha1;

/// The most fields of a form.
const MOST: usize = 200;

/// The names and values of a form, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Reads `application/x-www-form-urlencoded`; none if it has too many fields. Invalid UTF-8 is replaced, so that no
    /// signature matches it.
    pub fn read(body: &[u8]) -> Option<Form> {
        let fields: Vec<_> = form_urlencoded::parse(body).take(MOST + 1).collect();
        let owned = |(name, value): (Cow<'_, str>, Cow<'_, str>)| (name.into_owned(), value.into_owned());
        (fields.len() <= MOST).then(|| Form(fields.into_iter().map(owned).collect()))
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// Whether the provider has signed this form for this URL: HMAC-SHA1 over the URL and the fields by name, in base64.
    pub fn is_signed(&self, url: &str, signature: &str, secret: &Secret) -> bool {
        let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(secret.expose().as_bytes()) else { return false };
        mac.update(url.as_bytes());
        let mut fields: Vec<_> = self.0.iter().collect();
        fields.sort();
        for (name, value) in fields {
            mac.update(name.as_bytes());
            mac.update(value.as_bytes());
        }
        // Compared in constant time.
        STANDARD.decode(signature.trim()).is_ok_and(|code| mac.verify_slice(&code).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(fields: &[(&str, &str)]) -> Form {
        let text = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        Form::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_form_is_read_as_written() {
        let fields = [("From", "+15552345678"), ("Body", "a b&c=d ü 🌮"), ("Empty", "")];
        let read = form(&fields);
        for (name, value) in fields {
            assert_eq!(read.get(name), Some(value));
        }
        assert_eq!(Form::read(b"a+b=%41").unwrap().get("a b"), Some("A"));
        assert!(Form::read(&b"a=%ff&\xff=%4"[..]).is_some());
        assert_eq!(Form::read("a=1&".repeat(MOST + 1).as_bytes()), None);
    }

    #[test]
    fn a_signature_of_the_documentation_is_valid() {
        // The example of the provider's documentation.
        let form = form(&[
            ("CallSid", "CA1234567890ABCDE"),
            ("Caller", "+14158675310"),
            ("Digits", "1234"),
            ("From", "+14158675310"),
            ("To", "+18005551212"),
        ]);
        let secret = Secret::new("12345");
        let url = "https://example.com/myapp.php?foo=1&bar=2";
        assert!(form.is_signed(url, "L/OH5YylLD5NRKLltdqwSvS0BnU=", &secret));
        assert!(!form.is_signed("https://example.com/", "L/OH5YylLD5NRKLltdqwSvS0BnU=", &secret));
        assert!(!form.is_signed(url, "L/OH5YylLD5NRKLltdqwSvS0BnU=", &Secret::new("other")));
        assert!(!form.is_signed(url, "", &secret) && !form.is_signed(url, "x", &secret));
    }
}
