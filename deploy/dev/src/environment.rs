//! The launcher's variables.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

/// The launcher's environment, read once.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    /// The variables of this process; one that is not UTF-8 is left out.
    pub fn read() -> Self {
        Self(
            std::env::vars_os()
                .filter_map(|(k, v)| Some((k.into_string().ok()?, v.into_string().ok()?)))
                .collect(),
        )
    }

    /// An environment of exactly these variables.
    pub fn of<const N: usize>(pairs: [(&str, &str); N]) -> Self {
        Self(pairs.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect())
    }

    /// A variable that is set and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A copy without the variables that begin with `prefix`.
    pub fn without(&self, prefix: &str) -> Self {
        let kept = self.0.iter().filter(|(name, _)| !name.starts_with(prefix));
        Self(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// The port number in a variable, else `default`; an error names the variable.
    pub(crate) fn port(&self, name: &str, default: u16) -> Result<u16> {
        match self.get(name) {
            None => Ok(default),
            Some(text) => match text.parse() {
                Ok(port) if port > 0 => Ok(port),
                _ => bail!("{name} is '{text}'; give a port from 1 to 65535"),
            },
        }
    }
}
