use std::fmt;
use std::str::FromStr;

use super::host::is_host;

/// Why a text is not an email address.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("must be an email address such as name@example.com")]
pub struct EmailError;

/// An email address, trimmed and lower-cased (spec.md section 5). Whether it exists, only a mail can tell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(Box<str>);

impl Email {
    const MAX: usize = 254;

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which addresses are compared, also of what is none.
    #[must_use]
    pub fn normalize(text: &str) -> String {
        text.trim().to_lowercase()
    }
}

impl FromStr for Email {
    type Err = EmailError;
    fn from_str(text: &str) -> Result<Email, EmailError> {
        let text = Email::normalize(text);
        let (local, domain) = text.rsplit_once('@').ok_or(EmailError)?;
        let dotted_atoms = (1..=64).contains(&local.len())
            && local.split('.').all(|atom| {
                !atom.is_empty()
                    && atom.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
            });
        if text.len() <= Email::MAX && dotted_atoms && is_host(domain) {
            Ok(Email(text.into()))
        } else {
            Err(EmailError)
        }
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_trimmed_and_lower_cased() {
        let email: Email = "  Ana.Maria+Till@Saffron.Example ".parse().unwrap();
        assert_eq!(email.as_str(), "ana.maria+till@saffron.example");
    }

    #[test]
    fn what_is_no_address_is_refused() {
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
            "\"a b\"@c.com",
            &long,
        ] {
            assert_eq!(bad.parse::<Email>(), Err(EmailError), "{bad}");
        }
    }
}
