//! Configuration from SAFFRON_* variables, read once at start. A wrong value is refused by name.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use crate::Secret;

/// A variable that cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// It has to be there.
    #[error("{0} is not set")]
    Missing(String),
    /// It has a value that cannot be used. The value itself is not shown: it may be a secret.
    #[error("{name}: {why}")]
    Wrong {
        /// The variable.
        name: String,
        /// What is wrong.
        why: String,
    },
}

/// The environment of the process, or of a test.
#[derive(Clone, Default)]
pub struct Env(BTreeMap<String, String>);

impl Env {
    /// The SAFFRON_* variables of this process.
    #[must_use]
    pub fn of_process() -> Env {
        Env(std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, value)| name.starts_with("SAFFRON_") && !value.is_empty())
            .collect())
    }

    /// An environment of these variables alone.
    pub fn of(variables: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Env {
        Env(variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// The text of a variable.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A variable that has to be there.
    ///
    /// # Errors
    /// If it is missing or cannot be read.
    pub fn required<T>(&self, name: &str) -> Result<T, ConfigError>
    where
        T: FromStr,
        T::Err: Display,
    {
        let text = self.text(name).ok_or_else(|| ConfigError::Missing(name.to_owned()))?;
        text.parse().map_err(|e: T::Err| wrong(name, e))
    }

    /// A variable that may be absent.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn or<T>(&self, name: &str, default: T) -> Result<T, ConfigError>
    where
        T: FromStr,
        T::Err: Display,
    {
        match self.text(name) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|e: T::Err| wrong(name, e)),
        }
    }

    /// A secret that has to be there.
    ///
    /// # Errors
    /// If it is missing.
    pub fn secret(&self, name: &str) -> Result<Secret, ConfigError> {
        self.required::<String>(name).map(Secret::new)
    }

    /// An http:// or https:// URL, without a slash at its end; `usual` stands for one that is not set.
    ///
    /// # Errors
    /// If it is missing and there is no usual one, or it is no such URL.
    pub fn url(&self, name: &str, usual: Option<&str>) -> Result<String, ConfigError> {
        let text: String = match usual {
            Some(usual) => self.or(name, usual.to_owned())?,
            None => self.required(name)?,
        };
        let is_url = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
        if !is_url || text.parse::<http::Uri>().is_err() {
            return Err(wrong(name, "is no http:// or https:// URL"));
        }
        Ok(text.trim_end_matches('/').to_owned())
    }
}

/// A variable with a value that cannot be used.
pub fn wrong(name: &str, why: impl Display) -> ConfigError {
    ConfigError::Wrong { name: name.to_owned(), why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_value_is_refused_by_name_and_never_shown() {
        let env = Env::of([("SAFFRON_PORT", "eighty")]);
        assert_eq!(env.required::<String>("SAFFRON_X"), Err(ConfigError::Missing("SAFFRON_X".into())));
        let error = env.or("SAFFRON_PORT", 80_u16).unwrap_err().to_string();
        assert!(error.starts_with("SAFFRON_PORT: ") && !error.contains("eighty"), "{error}");
        assert_eq!(env.or("SAFFRON_OTHER", 80_u16), Ok(80));
    }
}
