//! Secrets as the sandbox is given them.

use anyhow::{Context as _, ensure};
use saffron_core::Secret;

/// The value of a variable or an argument, else the text of the file that `<name>_FILE` names, without the line break at
/// its end: as the services read their secrets.
pub(crate) fn value_or_file(value: Option<String>, name: &str) -> anyhow::Result<Option<String>> {
    let file_name = format!("{name}_FILE");
    let Some(path) = std::env::var_os(&file_name).filter(|path| !path.is_empty()) else { return Ok(value) };
    ensure!(value.is_none(), "{file_name} is set beside {name}; set one of them");
    let text = std::fs::read_to_string(path).with_context(|| file_name)?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// A secret of at least 16 characters, or the one in its file.
pub fn secret(value: Option<String>, name: &str) -> anyhow::Result<Secret> {
    let value = value_or_file(value, name)?.with_context(|| format!("{name} is missing"))?;
    ensure!(value.len() >= 16, "{name} needs at least 16 characters");
    ensure!(value.bytes().all(|byte| byte.is_ascii_graphic()), "{name} may contain visible ASCII only");
    Ok(Secret::new(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_secrets_are_refused_by_name() {
        assert!(secret(Some("EAAA-0123456789abcdef".into()), "KEY").is_ok());
        for bad in [None, Some("short"), Some("0123456789 abcdefgh")] {
            let why = secret(bad.map(str::to_owned), "KEY").unwrap_err().to_string();
            assert!(why.contains("KEY") && bad.is_none_or(|bad| !why.contains(bad)), "{why}");
        }
    }
}
