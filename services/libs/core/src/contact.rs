//! How a person is reached: one rule for phone numbers and one for email addresses, wherever they are typed or sent.

use std::fmt;
use std::str::FromStr;

/// Why a text is not a phone number.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("must be a US phone number such as (555) 123-4567")]
pub struct PhoneError;

/// Why a text is not an email address.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("must be an email address such as name@example.com")]
pub struct EmailError;

/// A phone number of the US, stored as its ten digits. A 1 or +1 may precede it; parentheses, spaces, dashes and dots
/// between its digits mean nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UsPhone(Box<str>);

impl UsPhone {
    /// The longest text that is read, in bytes.
    const LONGEST: usize = 32;

    /// The ten digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether such a number can exist: neither area codes nor exchanges begin with 0 or 1.
    #[must_use]
    pub fn can_exist(&self) -> bool {
        [0, 3].iter().all(|at| self.0.as_bytes().get(*at).is_some_and(|digit| *digit >= b'2'))
    }
}

impl FromStr for UsPhone {
    type Err = PhoneError;
    fn from_str(text: &str) -> Result<UsPhone, PhoneError> {
        let text = text.trim();
        let number = text.strip_prefix('+').unwrap_or(text);
        let is_written_as_one = number.chars().all(|c| c.is_ascii_digit() || " ()-.\u{a0}".contains(c));
        let digits = digits(number);
        let national = match digits.strip_prefix('1') {
            Some(national) if digits.len() == 11 => national,
            _ if number.len() < text.len() => return Err(PhoneError),
            _ => &digits,
        };
        if is_written_as_one && text.len() <= UsPhone::LONGEST && national.len() == 10 {
            Ok(UsPhone(national.into()))
        } else {
            Err(PhoneError)
        }
    }
}

/// The digits of a text, by which parts of phone numbers are searched.
#[must_use]
pub fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The digits of a search for a part of a phone number, without the country code if the number is complete; none if
/// the text is no part of a number.
#[must_use]
pub fn searched_digits(text: &str) -> Option<String> {
    let is_number = text.chars().all(|c| c.is_ascii_digit() || " ()-.+".contains(c));
    let digits = text.parse().map_or_else(|_| digits(text), |phone: UsPhone| phone.as_str().to_owned());
    (is_number && !digits.is_empty()).then_some(digits)
}

/// An email address, trimmed and lower-cased. Whether it exists, only a mail can show.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(Box<str>);

impl EmailAddress {
    /// The longest, in bytes (RFC 5321).
    const LONGEST: usize = 254;

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which addresses are stored and compared, also of a text that is no address.
    #[must_use]
    pub fn normalize(text: &str) -> String {
        text.trim().to_lowercase()
    }
}

/// Quoted names are addresses too, but no person has one, and they may hide what servers read otherwise.
impl FromStr for EmailAddress {
    type Err = EmailError;
    fn from_str(text: &str) -> Result<EmailAddress, EmailError> {
        let text = EmailAddress::normalize(text);
        let (local, domain) = text.rsplit_once('@').ok_or(EmailError)?;
        let are_atoms = (1..=64).contains(&local.len())
            && local.split('.').all(|atom| {
                !atom.is_empty()
                    && atom.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
            });
        if text.len() <= EmailAddress::LONGEST && are_atoms && is_host(domain) {
            Ok(EmailAddress(text.into()))
        } else {
            Err(EmailError)
        }
    }
}

/// Whether this is the name of a host with a domain: labels of letters, digits and hyphens, the last of them not a number.
/// ASCII only: a name with other letters is written in its `xn--` form.
#[must_use]
pub fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let Some((_, last)) = text.rsplit_once('.') else { return false };
    text.len() <= 253
        && text.split('.').all(is_label)
        && last.len() >= 2
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
}

impl fmt::Display for UsPhone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_us_phone_number_is_kept_as_ten_digits() {
        for good in [
            "5551234567",
            "15551234567",
            "1-555-123-4567",
            "1 (555) 123-4567",
            "(555)123-4567",
            "555 123 4567",
            " 555-123-4567 ",
            "1(555)1234567",
            "+1 555.123.4567",
            "555\u{a0}123\u{a0}4567",
        ] {
            assert_eq!(good.parse::<UsPhone>().unwrap().as_str(), "5551234567", "{good}");
        }
        assert_eq!("1234567890".parse::<UsPhone>().unwrap().as_str(), "1234567890");
    }

    #[test]
    fn a_number_of_another_country_is_refused() {
        let long = "5".repeat(40);
        for bad in [
            "",
            "1",
            "555123456",
            "55512345678",
            "25551234567",
            "+49 30 1234567",
            "+4930123456",
            "+5551234567",
            "٥٥٥١٢٣٤٥٦٧",
            "555-123-456a",
            &long,
        ] {
            assert_eq!(bad.parse::<UsPhone>(), Err(PhoneError), "{bad}");
        }
    }

    #[test]
    fn no_area_code_or_exchange_begins_with_0_or_1() {
        let can_exist = |text: &str| text.parse::<UsPhone>().unwrap().can_exist();
        assert!(can_exist("555-234-5678"));
        for text in ["055-234-5678", "155-234-5678", "555-034-5678", "555-134-5678"] {
            assert!(!can_exist(text), "{text}");
        }
    }

    #[test]
    fn a_search_for_a_number_means_its_digits() {
        assert_eq!(searched_digits("(555) 12").as_deref(), Some("55512"));
        assert_eq!(searched_digits("+1 (555) 12").as_deref(), Some("155512"));
        assert_eq!(searched_digits("+1 (555) 234-5678").as_deref(), Some("5552345678"));
        assert_eq!(searched_digits("1 (555) 123-4567").as_deref(), Some("5551234567"));
        for text in ["", " ", "@5", "ana5"] {
            assert_eq!(searched_digits(text), None, "{text}");
        }
    }

    #[test]
    fn an_address_is_trimmed_and_lower_cased() {
        let email: EmailAddress = "  Ana.Maria+Till@Saffron.Example ".parse().unwrap();
        assert_eq!(email.as_str(), "ana.maria+till@saffron.example");
    }

    #[test]
    fn a_text_that_is_no_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        for bad in [
            "",
            "@",
            "a@",
            "@b.com",
            "a@b",
            "a b@c.com",
            "a@b@c.com",
            ".a@b.com",
            "a.@b.com",
            "a..b@c.com",
            "a@b..com",
            "a@-b.com",
            "a\n@b.com",
            "a@10.0.0.1",
            "a@[127.0.0.1]",
            "\"a b\"@c.com",
            "Ana <a@example.com>",
            "a@example.com,b@example.com",
            "a@example.com\r\nBcc: b@example.com",
            &long,
        ] {
            assert_eq!(bad.parse::<EmailAddress>(), Err(EmailError), "{bad}");
        }
    }

    #[test]
    fn a_host_has_a_domain() {
        for good in ["saffron.example", "a.b-c.co", "xn--bcher-kva.example"] {
            assert!(is_host(good), "{good}");
        }
        for bad in
            ["", "localhost", ".com", "a..b", "-a.com", "a-.com", "10.0.0.1", "a.c", "a b.com", "ü.com"]
        {
            assert!(!is_host(bad), "{bad}");
        }
    }
}
