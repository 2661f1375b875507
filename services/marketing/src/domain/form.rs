//! Forms as the SMS provider sends and takes them, and how it signs them.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use saffron_kit::Secret;
use sha1::Sha1;

/// More fields than this has no honest form.
const MOST: usize = 200;

/// A form that was sent: names and values, in the order in which they came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Reads `application/x-www-form-urlencoded`.
    #[must_use]
    pub fn read(body: &[u8]) -> Option<Form> {
        let text = std::str::from_utf8(body).ok()?;
        let parts: Vec<&str> = text.split('&').filter(|part| !part.is_empty()).collect();
        if parts.len() > MOST {
            return None;
        }
        let field = |part: &str| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            Some((unescape(name)?, unescape(value)?))
        };
        parts.into_iter().map(field).collect::<Option<_>>().map(Form)
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether the provider has signed this form for this URL: HMAC-SHA1 over the URL and the fields by name, in base64.
    #[must_use]
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

fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) = (digit(rest.next())?, digit(rest.next())?);
                bytes.push(u8::try_from(high * 16 + low).ok()?);
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

/// Writes a form.
#[must_use]
pub fn form(fields: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (name, value) in fields {
        if !text.is_empty() {
            text.push('&');
        }
        escape(name, &mut text);
        text.push('=');
        escape(value, &mut text);
    }
    text
}

fn escape(part: &str, text: &mut String) {
    for byte in part.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a String does not fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
}

/// What a person asks for by a text; none: something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// No more texts.
    Stop,
    /// Texts again.
    Start,
    /// Who writes.
    Help,
}

impl Wish {
    /// Reads a text: its one word says it.
    #[must_use]
    pub fn read(text: &str) -> Option<Wish> {
        let word = text.trim().trim_matches(|c: char| c.is_ascii_punctuation()).to_uppercase();
        match word.as_str() {
            "STOP" | "STOPALL" | "UNSUBSCRIBE" | "CANCEL" | "END" | "QUIT" => Some(Wish::Stop),
            "START" | "YES" | "UNSTOP" => Some(Wish::Start),
            "HELP" | "INFO" => Some(Wish::Help),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_it_was_written() {
        let fields = [("From", "+15552345678"), ("Body", "a b&c=d ü 🌮"), ("Empty", "")];
        let read = Form::read(form(&fields).as_bytes()).unwrap();
        for (name, value) in fields {
            assert_eq!(read.get(name), Some(value));
        }
        assert_eq!(Form::read(b"a+b=%41").unwrap().get("a b"), Some("A"));
        for bad in [&b"a=%4"[..], b"a=%zz", b"a=%ff", b"\xff"] {
            assert_eq!(Form::read(bad), None);
        }
    }

    #[test]
    fn a_known_signature() {
        // The example of the provider's documentation.
        let body = form(&[
            ("CallSid", "CA1234567890ABCDE"),
            ("Caller", "+14158675310"),
            ("Digits", "1234"),
            ("From", "+14158675310"),
            ("To", "+18005551212"),
        ]);
        let (form, secret) = (Form::read(body.as_bytes()).unwrap(), Secret::new("12345"));
        let url = "https://example.com/myapp.php?foo=1&bar=2";
        assert!(form.is_signed(url, "L/OH5YylLD5NRKLltdqwSvS0BnU=", &secret));
        assert!(!form.is_signed("https://example.com/", "L/OH5YylLD5NRKLltdqwSvS0BnU=", &secret));
        assert!(!form.is_signed(url, "L/OH5YylLD5NRKLltdqwSvS0BnU=", &Secret::new("other")));
        assert!(!form.is_signed(url, "", &secret) && !form.is_signed(url, "x", &secret));
    }

    #[test]
    fn one_word_says_what_a_person_wants() {
        assert_eq!(Wish::read(" stop. "), Some(Wish::Stop));
        assert_eq!(Wish::read("Unsubscribe"), Some(Wish::Stop));
        assert_eq!(Wish::read("START"), Some(Wish::Start));
        assert_eq!(Wish::read("help!"), Some(Wish::Help));
        assert_eq!(Wish::read("please stop by at seven"), None);
        assert_eq!(Wish::read(""), None);
    }
}
