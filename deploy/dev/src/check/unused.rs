//! Dependencies that no line of a crate names. Our own instead of cargo-machete and cargo-shear, which every clone would have
//! to build first: the rule needs no more than names.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, Package};

/// Dependencies that only generated code names.
const NEEDED: [(&str, &str); 1] = [("saffron-proto", "tonic_prost")];

/// An error for each dependency of a crate that its sources do not name.
pub(super) fn broken(metadata: &Metadata) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    // Modules of saffron-fuzz are files of the services.
    for package in
        metadata.workspace_packages().into_iter().filter(|package| package.name.as_str() != "saffron-fuzz")
    {
        let named = names(package)?;
        let declared = package
            .dependencies
            .iter()
            .map(|dependency| dependency.rename.as_deref().unwrap_or(&dependency.name).replace('-', "_"));
        let unused: BTreeSet<String> = declared
            .filter(|name| !named.contains(name) && !NEEDED.contains(&(package.name.as_str(), name.as_str())))
            .collect();
        broken.extend(
            unused.into_iter().map(|name| format!("{}: no line names {name}", package.manifest_path)),
        );
    }
    Ok(broken)
}

/// Every name in the sources of a crate.
fn names(package: &Package) -> Result<BTreeSet<String>> {
    let folder = package.manifest_path.parent().context("a crate without a folder")?;
    let mut names = BTreeSet::new();
    for file in super::files(folder.as_std_path(), &["rs"])? {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let of_line = |line: &str| {
            let code = line.split_once("//").map_or(line, |(code, _)| code);
            let words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        names.extend(text.lines().flat_map(of_line));
    }
    Ok(names)
}
