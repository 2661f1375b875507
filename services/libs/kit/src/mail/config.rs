use lettre::address::Address;

use crate::Secret;
use crate::config::{ConfigError, Env, wrong};

/// How the way to the server is kept from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Privacy {
    /// Not at all: a server within the house.
    Plain,
    /// `STARTTLS`, or nothing is sent.
    Upgraded,
    /// TLS from the first byte.
    Tls,
}

/// How email is sent.
#[derive(Debug, Clone)]
pub struct MailConfig {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) privacy: Privacy,
    pub(super) credentials: Option<(Secret, Secret)>,
    pub(super) from: Address,
    pub(super) connections: u16,
}

impl MailConfig {
    /// From `SAFFRON_SMTP_URL` (`smtp://`, `smtp+starttls://` or `smtps://`, with `user:password@` where the server
    /// asks for it), `SAFFRON_MAIL_FROM` (an address) and `SAFFRON_MAIL_CONNECTIONS` (64).
    ///
    /// # Errors
    /// If one is missing or cannot be used.
    pub fn from_env(env: &Env) -> Result<MailConfig, ConfigError> {
        let url = env.secret("SAFFRON_SMTP_URL")?;
        let from: Address = env
            .required::<String>("SAFFRON_MAIL_FROM")?
            .trim()
            .parse()
            .map_err(|e| wrong("SAFFRON_MAIL_FROM", e))?;
        MailConfig::new(url.expose(), from, env.or("SAFFRON_MAIL_CONNECTIONS", 64)?)
    }

    /// For a server at this URL.
    ///
    /// # Errors
    /// If the URL cannot be used.
    pub fn new(url: &str, from: Address, connections: u16) -> Result<MailConfig, ConfigError> {
        let no_url = || wrong("SAFFRON_SMTP_URL", "is no smtp://, smtp+starttls:// or smtps:// URL");
        let url: http::Uri = url.parse().map_err(|_| no_url())?;
        let (privacy, usual) = match url.scheme_str() {
            Some("smtp") => (Privacy::Plain, 25),
            Some("smtp+starttls") => (Privacy::Upgraded, 587),
            Some("smtps") => (Privacy::Tls, 465),
            _ => return Err(no_url()),
        };
        let authority = url.authority().ok_or_else(no_url)?;
        let credentials = match authority.as_str().rsplit_once('@') {
            None => None,
            Some((pair, _)) => {
                let (user, password) = pair.split_once(':').ok_or_else(no_url)?;
                let part = |text: &str| unescape(text).map(Secret::new).ok_or_else(no_url);
                Some((part(user)?, part(password)?))
            }
        };
        if credentials.is_some() && privacy == Privacy::Plain {
            let why = "would send a password that all can read: use smtp+starttls:// or smtps://";
            return Err(wrong("SAFFRON_SMTP_URL", why));
        }
        if !(1..=1000).contains(&connections) {
            return Err(wrong("SAFFRON_MAIL_CONNECTIONS", "must lie between 1 and 1000"));
        }
        let port = authority.port_u16().unwrap_or(usual);
        Ok(MailConfig { host: authority.host().to_owned(), port, privacy, credentials, from, connections })
    }

    /// The address that mails come from.
    #[must_use]
    pub fn from(&self) -> &Address {
        &self.from
    }
}

/// Takes `%41` back to its byte.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        if *first == b'%' {
            let digits = std::str::from_utf8(behind.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = behind.get(2..)?;
        } else {
            bytes.push(*first);
            rest = behind;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_read_and_a_password_never_goes_in_the_open() {
        let read = |url: &str| MailConfig::new(url, "a@example.com".parse().unwrap(), 1);
        let config = read("smtps://user%40x:p%3Aw@mail.example").unwrap();
        assert_eq!((config.host.as_str(), config.port, config.privacy), ("mail.example", 465, Privacy::Tls));
        let (user, password) = config.credentials.unwrap();
        assert_eq!((user.expose(), password.expose()), ("user@x", "p:w"));
        assert_eq!(read("smtp+starttls://u:p@h").unwrap().port, 587);
        assert!(read("smtp://h:2525").unwrap().credentials.is_none());
        for bad in ["smtp://u:p@h", "http://h", "h:25", "smtps://u@h", ""] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
