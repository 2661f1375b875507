//! Secrets that the sandbox is given: on the command line, in a variable, or in a file, as the services are.

use anyhow::Context as _;

/// What was given; else what stands in the file that `<name>_FILE` names, without the line break at its end.
///
/// # Errors
/// If it is said twice, or the file cannot be read.
pub(crate) fn secret(value: Option<String>, name: &str) -> anyhow::Result<Option<String>> {
    let file_name = format!("{name}_FILE");
    let Some(path) = std::env::var_os(&file_name).filter(|path| !path.is_empty()) else { return Ok(value) };
    anyhow::ensure!(value.is_none(), "{file_name} is set beside {name}; set one of them");
    let text = std::fs::read_to_string(path).with_context(|| file_name)?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}
