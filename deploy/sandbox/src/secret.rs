//! Secrets as the sandbox is given them.

use anyhow::Context as _;

/// The value of a variable or an argument, else the text of the file that `<name>_FILE` names, without the line break at
/// its end: as the services read their secrets.
pub(crate) fn value_or_file(value: Option<String>, name: &str) -> anyhow::Result<Option<String>> {
    let file_name = format!("{name}_FILE");
    let Some(path) = std::env::var_os(&file_name).filter(|path| !path.is_empty()) else { return Ok(value) };
    anyhow::ensure!(value.is_none(), "{file_name} is set beside {name}; set one of them");
    let text = std::fs::read_to_string(path).with_context(|| file_name)?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}
