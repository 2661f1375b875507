//! Configuration from SAFFRON_* variables, read once at start. A wrong value is refused by name.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use crate::Secret;

/// A variable that cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// A variable that has to be there is missing.
    #[error("{0} is not set")]
    Missing(String),
    /// A variable has a value that cannot be used. The value itself is not shown: it may be a secret.
    #[error("{name}: {why}")]
    Wrong {
        /// The variable.
        name: String,
        /// What is wrong.
        why: String,
    },
}

/// How a variable is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VariableKind {
    /// The variable may be absent.
    Optional,
    /// The variable may be absent and is a secret, which may be in a file.
    #[serde(rename = "optionalSecret")]
    OptionalSecret,
    /// The variable has to be there.
    Required,
    /// The variable has to be there and is a secret, which may be in a file.
    Secret,
}

/// The environment of the process, or of a test. It notes which variables are read.
#[derive(Clone, Default)]
pub struct Env {
    values: Arc<BTreeMap<String, String>>,
    read: Arc<Mutex<BTreeMap<String, VariableKind>>>,
}

impl Env {
    /// The SAFFRON_* variables of this process.
    #[must_use]
    pub fn of_process() -> Env {
        Env::of(
            std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
                .filter(|(name, value)| name.starts_with("SAFFRON_") && !value.is_empty()),
        )
    }

    /// An environment of these variables alone.
    pub fn of(variables: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Env {
        let values = variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Env { values: Arc::new(values), read: Arc::default() }
    }

    /// The same variables, none of them read yet.
    #[must_use]
    pub fn unread(&self) -> Env {
        Env { values: self.values.clone(), read: Arc::default() }
    }

    /// The variables that were read until now: the declaration of what a program reads.
    #[must_use]
    pub fn variables(&self) -> BTreeMap<String, VariableKind> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The value of a variable, noted as read.
    fn read(&self, name: &str, kind: VariableKind) -> Option<&str> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = read.entry(name.to_owned()).or_insert(kind);
        *noted = kind.max(*noted);
        self.values.get(name).map(String::as_str)
    }

    /// The text of a variable; none if it is absent.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.read(name, VariableKind::Optional)
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
        let text =
            self.read(name, VariableKind::Required).ok_or_else(|| ConfigError::Missing(name.to_owned()))?;
        text.parse().map_err(|e: T::Err| wrong(name, e))
    }

    /// A variable that may be absent: then `default`.
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

    /// A secret that has to be there: the variable's value, or the content of the file that `<name>_FILE` names, without
    /// the line break at its end.
    ///
    /// # Errors
    /// If it is missing or set twice, or the file cannot be read or is empty.
    pub fn secret(&self, name: &str) -> Result<Secret, ConfigError> {
        self.read_secret(name, VariableKind::Secret)?.ok_or_else(|| ConfigError::Missing(name.to_owned()))
    }

    /// A secret that may be absent.
    ///
    /// # Errors
    /// As [`Env::secret`], but for one that is missing.
    pub fn optional_secret(&self, name: &str) -> Result<Option<Secret>, ConfigError> {
        self.read_secret(name, VariableKind::OptionalSecret)
    }

    fn read_secret(&self, name: &str, kind: VariableKind) -> Result<Option<Secret>, ConfigError> {
        let file_name = format!("{name}_FILE");
        let value = self.read(name, kind);
        let Some(path) = self.values.get(&file_name) else { return Ok(value.map(Secret::new)) };
        if value.is_some() {
            return Err(wrong(&file_name, format!("is set beside {name}; set one of them")));
        }
        let text = std::fs::read_to_string(path).map_err(|e| wrong(&file_name, e))?;
        let text = text.strip_suffix('\n').unwrap_or(&text);
        match text.strip_suffix('\r').unwrap_or(text) {
            "" => Err(wrong(&file_name, "names an empty file")),
            text => Ok(Some(Secret::new(text))),
        }
    }

    /// An http:// or https:// URL, without a slash at its end; `usual` where it is not set.
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

    #[test]
    fn variables_name_what_was_read_and_how() {
        let env = Env::of([("SAFFRON_A", "1"), ("SAFFRON_C", "s"), ("SAFFRON_UNREAD", "1")]);
        assert_eq!(env.or("SAFFRON_A", 0), Ok(1));
        let _missing = env.required::<u16>("SAFFRON_B");
        assert!(env.secret("SAFFRON_C").is_ok() && env.text("SAFFRON_B").is_none());
        let read = [
            ("SAFFRON_A", VariableKind::Optional),
            ("SAFFRON_B", VariableKind::Required),
            ("SAFFRON_C", VariableKind::Secret),
        ];
        assert_eq!(env.variables(), read.map(|(name, kind)| (name.to_owned(), kind)).into());
        assert!(env.unread().variables().is_empty() && env.unread().text("SAFFRON_A") == Some("1"));
    }

    #[test]
    fn a_secret_may_stand_in_a_file_and_is_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let file = [("SAFFRON_KEY_FILE", path.to_str().unwrap())];
        for (text, secret) in
            [("s3cret", "s3cret"), ("s3cret\n", "s3cret"), ("s3cret\r\n", "s3cret"), (" a\n\n", " a\n")]
        {
            std::fs::write(&path, text).unwrap();
            let read = Env::of(file).secret("SAFFRON_KEY").unwrap();
            assert_eq!(read.expose(), secret);
            assert!(!format!("{read:?}").contains("s3cret"));
        }
        assert_eq!(Env::of([("SAFFRON_KEY", "s3cret")]).secret("SAFFRON_KEY").unwrap().expose(), "s3cret");
    }

    #[test]
    fn a_secret_that_cannot_be_read_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let file = ("SAFFRON_KEY_FILE", path.to_str().unwrap());
        let refusal = |env: Env| env.secret("SAFFRON_KEY").unwrap_err();
        assert_eq!(refusal(Env::default()), ConfigError::Missing("SAFFRON_KEY".into()));
        let named = |why: &str| format!("SAFFRON_KEY_FILE: {why}");
        assert!(refusal(Env::of([file])).to_string().starts_with(&named("No such file")));
        std::fs::write(&path, "\n").unwrap();
        assert_eq!(refusal(Env::of([file])).to_string(), named("names an empty file"));
        std::fs::write(&path, [0xff]).unwrap();
        assert!(refusal(Env::of([file])).to_string().starts_with(&named("")));
        // It is not clear which of the two is meant.
        std::fs::write(&path, "s3cret").unwrap();
        let both = refusal(Env::of([file, ("SAFFRON_KEY", "0ther")])).to_string();
        assert_eq!(both, named("is set beside SAFFRON_KEY; set one of them"));
    }
}
