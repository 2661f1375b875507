use lettre::address::Address;
use percent_encoding::percent_decode_str;

use crate::Secret;
use crate::config::{ConfigError, Env, wrong};

/// How the connection to the server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encryption {
    /// None: a server inside the installation.
    None,
    /// `STARTTLS` is required.
    StartTls,
    /// TLS from the first byte.
    Tls,
}

/// How email is sent.
#[derive(Debug, Clone)]
pub struct MailConfig {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    pub(super) credentials: Option<(Secret, Secret)>,
    pub(super) from: Address,
    pub(super) connections: u16,
}

impl MailConfig {
    /// From `SAFFRON_SMTP_URL` (`smtp://`, `smtp+starttls://` or `smtps://`, with `user:password@` where the server
    /// requires it), `SAFFRON_MAIL_FROM` (an address) and `SAFFRON_MAIL_CONNECTIONS` (64).
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
    /// If the URL or the number of connections cannot be used.
    pub fn new(url: &str, from: Address, connections: u16) -> Result<MailConfig, ConfigError> {
        let not_a_url = || wrong("SAFFRON_SMTP_URL", "is no smtp://, smtp+starttls:// or smtps:// URL");
        let url: http::Uri = url.parse().map_err(|_| not_a_url())?;
        let (encryption, default_port) = match url.scheme_str() {
            Some("smtp") => (Encryption::None, 25),
            Some("smtp+starttls") => (Encryption::StartTls, 587),
            Some("smtps") => (Encryption::Tls, 465),
            _ => return Err(not_a_url()),
        };
        let authority = url.authority().ok_or_else(not_a_url)?;
        let credentials = match authority.as_str().rsplit_once('@') {
            None => None,
            Some((pair, _)) => {
                let (user, password) = pair.split_once(':').ok_or_else(not_a_url)?;
                let part = |text: &str| decode(text).map(Secret::new).ok_or_else(not_a_url);
                Some((part(user)?, part(password)?))
            }
        };
        if credentials.is_some() && encryption == Encryption::None {
            let why = "would send a password in plain text: use smtp+starttls:// or smtps://";
            return Err(wrong("SAFFRON_SMTP_URL", why));
        }
        if !(1..=1000).contains(&connections) {
            return Err(wrong("SAFFRON_MAIL_CONNECTIONS", "must lie between 1 and 1000"));
        }
        let port = authority.port_u16().unwrap_or(default_port);
        Ok(MailConfig { host: authority.host().to_owned(), port, encryption, credentials, from, connections })
    }

    /// The sender's address.
    #[must_use]
    pub fn from(&self) -> &Address {
        &self.from
    }
}

/// Decodes percent-encoding; none if anything but two digits follows a `%`, which the library would let pass.
fn decode(text: &str) -> Option<String> {
    let is_digits =
        |hex: &str| hex.get(..2).is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if !text.split('%').skip(1).all(is_digits) {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_without_tls_is_refused() {
        let read = |url: &str| MailConfig::new(url, "a@example.com".parse().unwrap(), 1);
        let config = read("smtps://user%40x:p%3Aw@mail.example").unwrap();
        assert_eq!(
            (config.host.as_str(), config.port, config.encryption),
            ("mail.example", 465, Encryption::Tls)
        );
        let (user, password) = config.credentials.unwrap();
        assert_eq!((user.expose(), password.expose()), ("user@x", "p:w"));
        assert_eq!(read("smtp+starttls://u:p@h").unwrap().port, 587);
        assert!(read("smtp://h:2525").unwrap().credentials.is_none());
        for bad in [
            "smtp://u:p@h",
            "http://h",
            "h:25",
            "smtps://u@h",
            "smtps://u:p%@h",
            "smtps://u:p%4@h",
            "smtps://u:%zz@h",
            "smtps://u:%ff@h",
            "",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
