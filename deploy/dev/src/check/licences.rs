//! Licences and sources of everything that is linked in, against the list in deny.toml.

use cargo_metadata::Metadata;

/// Every dependency with a licence that is not on the list, or from elsewhere than the registry.
pub(super) fn broken(metadata: &Metadata, deny_toml: &str) -> Vec<String> {
    let allowed = allowed(deny_toml);
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
    broken
}

/// The quoted names of the list `allow = [ … ]`.
fn allowed(deny_toml: &str) -> Vec<&str> {
    let list = deny_toml.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']'));
    list.map(|(list, _)| list.split('"').skip(1).step_by(2).collect()).unwrap_or_default()
}

/// Whether an SPDX expression can be met by allowed licences. `/` is an old way to write OR.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any(&mut rest, allowed) && rest.is_empty() && !words.is_empty()
}

fn any(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut fine = all(words, allowed);
    while let Some(after) = words.strip_prefix(&["OR"]) {
        *words = after;
        fine |= all(words, allowed);
    }
    fine
}

fn all(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut fine = one(words, allowed);
    while let Some(after) = words.strip_prefix(&["AND"]) {
        *words = after;
        fine &= one(words, allowed);
    }
    fine
}

fn one(words: &mut &[&str], allowed: &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let fine = any(words, allowed);
            *words = words.strip_prefix(&[")"]).unwrap_or(words);
            fine
        }
        [licence, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(&format!("{licence} WITH {exception}").as_str())
        }
        [licence, rest @ ..] => {
            *words = rest;
            allowed.contains(licence)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        let allowed = allowed(
            "[licenses]\nallow = [\n  \"MIT\",\n  \"Apache-2.0 WITH LLVM-exception\", \"Unicode-3.0\",\n]\n[x]",
        );
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
