//! Keys and other secrets: as values that no log shows, and as the sandbox is given them.

use std::fmt;

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

/// A key that never shows in a log.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a key.
    pub fn new(key: impl Into<String>) -> Secret {
        Secret(key.into())
    }

    /// Whether the key equals `other`, compared in constant time.
    #[must_use]
    pub fn is(&self, other: &str) -> bool {
        Sha256::digest(&self.0) == Sha256::digest(other)
    }

    /// The key itself: for a header, or for a file that only its owner may read.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The value of a variable or an argument, else the text of the file that `<name>_FILE` names, without the line break at
/// its end: as the services read their secrets.
pub(crate) fn value_or_file(value: Option<String>, name: &str) -> anyhow::Result<Option<String>> {
    let file_name = format!("{name}_FILE");
    let Some(path) = std::env::var_os(&file_name).filter(|path| !path.is_empty()) else { return Ok(value) };
    anyhow::ensure!(value.is_none(), "{file_name} is set beside {name}; set one of them");
    let text = std::fs::read_to_string(path).with_context(|| file_name)?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}
