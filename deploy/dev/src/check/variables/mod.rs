//! Whether docs/configuration.md tells of every SAFFRON_* variable there is, of no other, and who reads each.

mod kit;
mod sources;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use sources::Source;
use table::Row;

/// Where the table is.
pub(super) const TABLE: &str = "docs/configuration.md";

/// What disagrees between the table and the sources, a line each.
pub(super) fn broken(repo: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(repo.join(TABLE)).with_context(|| format!("cannot read {TABLE}"))?;
    let (rows, mut broken) = table::read(&text);
    broken.extend(compare(&rows, &sources::all(repo)?));
    Ok(broken.into_iter().map(|what| format!("{TABLE}: {what}")).collect())
}

fn compare(rows: &[Row], sources: &[Source]) -> Vec<String> {
    let mut broken = Vec::new();
    let mut readers: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    let (mut secrets, mut mentioned) = (BTreeSet::new(), BTreeSet::new());
    let kit = kit::Kit::of(sources);
    for source in sources {
        for found in source.found() {
            let Some((row, is_file)) = row_of(rows, &found.name) else {
                // Put together for some services, each of which has a row of its own.
                let is_told =
                    !found.is_read && rows.iter().any(|row| table::fits(&found.name, &row.variable));
                if !source.is_test() && !is_told {
                    broken.push(format!("has no row for {}, which {} names", found.name, source.name));
                }
                continue;
            };
            mentioned.insert(row.variable.as_str());
            if is_file && row.secret != table::Secret::OrFile {
                broken.push(format!("{} is named in {}, but no secret by its row", found.name, source.name));
            }
            for reader in kit.readers(source, &found) {
                readers.entry(&row.variable).or_default().insert(reader, source.name.clone());
            }
            if found.is_secret {
                // Kit puts names together for services and for others, such as operators, alike.
                secrets.insert(row.variable.as_str());
                let alike = rows.iter().filter(|one| one.readers.contains("saffron"));
                let alike = alike.map(|one| one.variable.as_str());
                secrets.extend(alike.filter(|one| table::fits(&found.name, one)));
            }
        }
    }
    for row in rows {
        let name = &row.variable;
        let none = BTreeMap::new();
        let by = readers.get(name.as_str()).unwrap_or(&none);
        if !mentioned.contains(name.as_str()) {
            broken.push(format!("{name} is in the table and nowhere else"));
            continue;
        }
        for (reader, file) in by.iter().filter(|(reader, _)| !row.readers.contains(*reader)) {
            broken.push(format!("{name} is read by {reader} ({file}), which its row does not say"));
        }
        for reader in row.readers.iter().filter(|reader| !by.contains_key(*reader)) {
            broken.push(format!("{name} is not read by {reader}, as its row says"));
        }
        if secrets.contains(name.as_str()) != (row.secret == table::Secret::OrFile) {
            broken.push(format!("{name}: whether it may stand in a file is otherwise in the sources"));
        }
    }
    broken.sort();
    broken.dedup();
    broken
}

/// The row of a variable, and whether it is the variable that names a secret's file. A row of its own comes before one
/// of every service.
fn row_of<'a>(rows: &'a [Row], name: &str) -> Option<(&'a Row, bool)> {
    let find = |name: &str| {
        let own = rows.iter().find(|row| row.variable == name);
        own.or_else(|| rows.iter().find(|row| table::is_of_service(&row.variable, name)))
    };
    if let Some(row) = find(name) {
        return Some((row, false));
    }
    find(name.strip_suffix("_FILE")?).map(|row| (row, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
| Variable | Read by | Default | Unit | Secret | What |
|---|---|---|---|---|---|
| `SAFFRON_A` | auth | 5 | seconds | no | One |
| `SAFFRON_<SERVICE>_URL` | auth, reports | none | | or `_FILE` | Two |
| `SAFFRON_B` | launcher | none | | yes | Three |
";
    const KIT: &str = "impl Link {\n    pub fn from_env(service: &str, env: &Env) {\n        \
                       let name = format!(\"SAFFRON_{}_URL\", service);\n        env.secret(&name)\n    }\n}\n";

    fn sources(auth: &str, dev: &str) -> Vec<Source> {
        vec![
            Source::of("services/libs/kit/src/link.rs", KIT),
            Source::of("services/auth/src/config.rs", auth),
            Source::of("services/reports/src/config.rs", "Link::from_env(\"reports\", env)"),
            Source::of("deploy/dev/src/x.rs", dev),
            Source::of("k8s/a.yaml", "name: SAFFRON_AUTH_URL_FILE"),
        ]
    }

    fn said(text: &str, auth: &str, dev: &str) -> Vec<String> {
        let (rows, mut broken) = table::read(text);
        broken.extend(compare(&rows, &sources(auth, dev)));
        broken
    }

    const AUTH: &str = "Link::from_env(\"auth\", env); env.or(\"SAFFRON_A\", 5)";
    const DEV: &str = "[(\"SAFFRON_A\", 1)]; env.get(\"SAFFRON_B\")";

    #[test]
    fn a_table_that_tells_all_is_fine() {
        assert_eq!(said(TEXT, AUTH, DEV), Vec::<String>::new());
    }

    #[test]
    fn every_difference_is_named() {
        let only = |what: Vec<String>| {
            assert_eq!(what.len(), 1, "{what:?}");
            what.concat()
        };
        let more = format!("{AUTH}; env.or(\"SAFFRON_NEW\", 1)");
        assert!(only(said(TEXT, &more, DEV)).contains("no row for SAFFRON_NEW, which services/auth"));
        let gone = only(said(TEXT, AUTH, "[(\"SAFFRON_A\", 1)]"));
        assert!(gone.contains("SAFFRON_B is in the table and nowhere else"), "{gone}");
        let set = only(said(TEXT, AUTH, "[(\"SAFFRON_A\", 1), (\"SAFFRON_B\", 2)]"));
        assert!(set.contains("SAFFRON_B is not read by launcher"), "{set}");
        let read = only(said(TEXT, AUTH, "env.get(\"SAFFRON_A\"); env.get(\"SAFFRON_B\")"));
        assert!(read.contains("SAFFRON_A is read by launcher"), "{read}");
        let fewer = only(said(TEXT, "env.or(\"SAFFRON_A\", 5)", DEV));
        assert!(fewer.contains("SAFFRON_<SERVICE>_URL is not read by auth"), "{fewer}");
        let secret = only(said(TEXT, &AUTH.replace("env.or", "env.secret"), DEV));
        assert!(secret.contains("SAFFRON_A: whether it may stand in a file"), "{secret}");
        let twice = format!("{TEXT}| `SAFFRON_B` | launcher | none | | yes | Again |\n");
        assert!(only(said(&twice, AUTH, DEV)).contains("SAFFRON_B has two rows"));
        let empty = TEXT.replace("| Three |", "| |");
        assert!(only(said(&empty, AUTH, DEV)).contains("SAFFRON_B: a cell is empty"));
    }

    #[test]
    fn tests_may_name_what_is_no_variable() {
        let mut all = sources(&format!("{AUTH}\n#[cfg(test)]\nmod tests {{ \"SAFFRON_X\" }}"), DEV);
        all.push(Source::of("services/auth/tests/it/main.rs", "\"SAFFRON_Y\""));
        assert_eq!(compare(&table::read(TEXT).0, &all), Vec::<String>::new());
    }
}
