//! Licences and sources of everything that is linked in, against the list in deny.toml.

use std::path::Path;

use anyhow::Result;
use cargo_metadata::Metadata;
use spdx::{Expression, Licensee, ParseMode};

use crate::files::read;

/// Every dependency with a licence that is not on the list, or from elsewhere than the registry.
pub(super) fn broken(metadata: &Metadata, repo: &Path) -> Result<Vec<String>> {
    let allowed = allowed(&read(repo.join("deny.toml"))?);
    let mut broken = Vec::new();
    for package in &metadata.packages {
        let Some(source) = &package.source else { continue };
        if !source.repr.starts_with("registry+") {
            broken.push(format!("{} comes from {}, not from the registry", package.name, source.repr));
        }
        let licence = package.license.as_deref().unwrap_or_default();
        if !is_allowed(licence, &allowed) {
            broken.push(format!(
                "{} {}: licence '{licence}' is not on the list in deny.toml",
                package.name, package.version
            ));
        }
    }
    Ok(broken)
}

/// The quoted names of the list `allow = [ … ]`.
fn allowed(deny_toml: &str) -> Vec<Licensee> {
    let list = deny_toml.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']'));
    let names = list.into_iter().flat_map(|(list, _)| list.split('"').skip(1).step_by(2));
    names.filter_map(|name| Licensee::parse(name).ok()).collect()
}

/// Whether an SPDX expression can be met by allowed licences. `/` is an old form of OR.
fn is_allowed(expression: &str, allowed: &[Licensee]) -> bool {
    let is_listed = |wanted: &_| allowed.iter().any(|licence| licence.satisfies(wanted));
    Expression::parse_mode(expression, ParseMode::LAX).is_ok_and(|parsed| parsed.evaluate(is_listed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        let allowed = allowed(
            "[licenses]\nallow = [\n  \"MIT\",\n  \"Apache-2.0 WITH LLVM-exception\", \"Unicode-3.0\",\n]\n[x]",
        );
        assert_eq!(allowed.len(), 3);
        for fine in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/Apache-2.0",
            "(GPL-3.0 OR MIT) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_allowed(fine, &allowed), "{fine}");
        }
        for wrong in ["", "GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT OR MIT) AND (GPL-3.0)", "MIT MIT"]
        {
            assert!(!is_allowed(wrong, &allowed), "{wrong}");
        }
    }
}
