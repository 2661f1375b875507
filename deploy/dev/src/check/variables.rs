//! Whether docs/configuration.md lists the variables that there are, and the programs that read each. Services and the
//! commands of `saffron` declare theirs by reading them (deploy/variables.json); of every other program it is checked that
//! its files name the variable.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use crate::files::{read, read_json};
use crate::services;

/// The page with the table.
const PAGE: &str = "docs/configuration.md";
/// The file with the output of `saffron variables`.
pub(crate) const DECLARED: &str = "deploy/variables.json";
/// The placeholder in a variable's name for any service in upper case.
const SERVICE: &str = "<SERVICE>";
/// Files and folders that are searched for names of variables.
const FOLDERS: [&str; 7] = ["services", "deploy", "web", "k8s", ".ci", "docs/analysts", "docker-compose.yml"];

/// The variables of each program.
type Programs = BTreeMap<String, BTreeMap<String, Kind>>;

/// How a program reads or names a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The program's files name it: it reads the variable, or sets it for another program.
    #[serde(skip)]
    Named,
    /// As `Named`, and its files also name the variable with `_FILE`.
    #[serde(skip)]
    NamedFile,
    Optional,
    #[serde(rename = "optionalSecret")]
    OptionalSecret,
    Required,
    Secret,
}

#[derive(Deserialize)]
struct Declared {
    programs: Programs,
}

/// A row of the table.
struct Row<'a> {
    variable: &'a str,
    readers: BTreeSet<&'a str>,
    /// Whether the variable with `_FILE` may name a file that holds the value.
    or_file: bool,
}

impl Row<'_> {
    /// Whether the row describes this variable, by itself or as one of each service.
    fn is_of(&self, name: &str) -> bool {
        let middle = self
            .variable
            .split_once(SERVICE)
            .and_then(|(before, after)| name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)));
        let is_service =
            |middle| middle == SERVICE || services::all().any(|service| service.to_uppercase() == middle);
        name == self.variable || middle.is_some_and(is_service)
    }
}

/// The differences between the table and the code, a line each.
pub(super) fn broken(repo: &Path) -> Result<Vec<String>> {
    let Declared { mut programs } = read_json(repo.join(DECLARED))?;
    for folder in FOLDERS {
        for file in super::files(&repo.join(folder), &[])? {
            let name = file.strip_prefix(repo).unwrap_or(&file).display().to_string();
            if let (Some(program), Ok(text)) = (program_of(&name), fs::read_to_string(&file)) {
                note(programs.entry(program.to_owned()).or_default(), &name, &text);
            }
        }
    }
    Ok(compare(&read(repo.join(PAGE))?, &programs)
        .into_iter()
        .map(|what| format!("{PAGE}: {what}"))
        .collect())
}

/// The program that a file belongs to; none for the services' own code, which declares.
fn program_of(file: &str) -> Option<&str> {
    let is_test = ["/tests/", "/testkit/", "/tests.rs"].iter().any(|part| file.contains(part));
    Some(match file.split('/').collect::<Vec<_>>().as_slice() {
        [one @ ("web" | ".ci" | "k8s"), ..] => one,
        ["docker-compose.yml"] => "compose",
        _ if is_test => "tests",
        // Its options are read by their parser.
        ["services", one @ "saffron", ..] => one,
        ["services", ..] => return None,
        ["deploy", "dev", ..] => "launcher",
        ["deploy", "docker", ..] => "compose",
        ["deploy", "nats", name] if name.ends_with(".conf") => "nats",
        ["deploy", "nats", ..] | ["docs", ..] => "scripts",
        ["deploy", part, ..] => part,
        _ => return None,
    })
}

/// Notes the variables that a file names; its own unit tests and other tests may name what is none.
fn note(names: &mut BTreeMap<String, Kind>, file: &str, text: &str) {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    for (at, _) in text.match_indices("SAFFRON_") {
        let (before, name) = text.split_at_checked(at).unwrap_or_default();
        let end = name.find(|c: char| !matches!(c, 'A'..='Z' | '0'..='9' | '_' | '<' | '>'));
        let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default().trim_end_matches('>');
        let is_part = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        // A name that ends so is a prefix from which code builds names.
        let is_test_name = program_of(file) == Some("tests") && !name.starts_with("SAFFRON_TEST_");
        if is_part || name.ends_with('_') || is_test_name {
            continue;
        }
        let (name, kind) =
            name.strip_suffix("_FILE").map_or((name, Kind::Named), |name| (name, Kind::NamedFile));
        let known = names.entry(name.to_owned()).or_insert(kind);
        *known = kind.max(*known);
    }
}

/// The rows of the page's table, and the errors in the table itself.
fn rows(page: &str) -> (Vec<Row<'_>>, Vec<String>) {
    let (mut rows, mut broken) = (Vec::<Row<'_>>::new(), Vec::new());
    for line in page.lines().filter(|line| line.starts_with("| `SAFFRON_")) {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let &[variable, readers, default, _, secret, what] = cells.as_slice() else {
            broken.push(format!("a row has too few or too many columns: {line}"));
            continue;
        };
        let variable = variable.trim_matches('`');
        if [readers, default, what].contains(&"") {
            broken.push(format!("{variable}: a cell is empty"));
        }
        if !["no", "yes", "or `_FILE`"].contains(&secret) {
            broken.push(format!("{variable}: '{secret}' is not no, yes or `_FILE` with an 'or' before it"));
        }
        if rows.iter().any(|row| row.variable == variable) {
            broken.push(format!("{variable} has two rows"));
        }
        let mut readers: BTreeSet<&str> = readers.split(',').map(str::trim).collect();
        if readers.remove("services") {
            readers.extend(services::SERVICES);
        }
        rows.push(Row { variable, readers, or_file: secret == "or `_FILE`" });
    }
    (rows, broken)
}

/// The differences between the page and the variables of the programs, a line each.
fn compare(page: &str, programs: &Programs) -> Vec<String> {
    let (rows, mut broken) = rows(page);
    // A row of its own comes before one of every service.
    let row_of = |name: &str| {
        rows.iter().find(|row| row.variable == name).or_else(|| rows.iter().find(|row| row.is_of(name)))
    };
    let mut found = BTreeSet::new();
    for (program, names) in programs {
        for (name, kind) in names {
            let Some(row) = row_of(name) else {
                broken.push(format!("has no row for {name}, which {program} names"));
                continue;
            };
            found.insert((row.variable, program.as_str()));
            if *kind >= Kind::Optional && !row.readers.contains(program.as_str()) {
                broken.push(format!("{name} is read by {program}, and its row does not say so"));
            }
            let may_be_file = matches!(kind, Kind::Secret | Kind::OptionalSecret | Kind::NamedFile);
            if may_be_file {
                found.insert((row.variable, "a file"));
            }
            if row.or_file != may_be_file && (may_be_file || *kind >= Kind::Optional) {
                broken.push(format!("{name}: its row is wrong about whether {program} reads it from a file"));
            }
        }
    }
    for row in &rows {
        let readers = row.readers.iter().copied().chain(row.or_file.then_some("a file"));
        let missing = readers.filter(|reader| !found.contains(&(row.variable, reader)));
        broken.extend(
            missing.map(|reader| format!("{} is not read by {reader}, as its row says", row.variable)),
        );
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
| `SAFFRON_A` | auth | 5 | seconds | no | One |
| `SAFFRON_<SERVICE>_URL` | services, bench | none | | or `_FILE` | Two |
| `SAFFRON_B` | launcher | none | | yes | Three |
| `SAFFRON_C` | sandbox | none | | or `_FILE` | Four |
";

    fn programs() -> Programs {
        let mut programs = Programs::new();
        for service in services::SERVICES {
            let url = format!("SAFFRON_{}_URL", service.to_uppercase());
            programs.insert(service.to_owned(), [(url, Kind::Secret)].into());
        }
        for (program, name, kind) in [
            ("auth", "SAFFRON_A", Kind::Optional),
            ("bench", "SAFFRON_AUTH_URL", Kind::Named),
            ("compose", "SAFFRON_C", Kind::NamedFile),
            ("launcher", "SAFFRON_A", Kind::Named),
            ("launcher", "SAFFRON_B", Kind::Named),
            ("sandbox", "SAFFRON_C", Kind::Named),
        ] {
            programs.entry(program.to_owned()).or_default().insert(name.to_owned(), kind);
        }
        programs
    }

    /// The only difference after a variable of a program became another kind, or none.
    fn only(page: &str, program: &str, name: &str, kind: Option<Kind>) -> String {
        let mut programs = programs();
        let names = programs.entry(program.to_owned()).or_default();
        match kind {
            Some(kind) => names.insert(name.to_owned(), kind),
            None => names.remove(name),
        };
        let broken = compare(page, &programs);
        assert_eq!(broken.len(), 1, "{broken:?}");
        broken.concat()
    }

    #[test]
    fn complete_table_passes() {
        assert_eq!(compare(PAGE, &programs()), Vec::<String>::new());
    }

    #[test]
    fn difference_to_the_code_is_named() {
        let new = only(PAGE, "auth", "SAFFRON_NEW", Some(Kind::Optional));
        assert!(new.contains("no row for SAFFRON_NEW, which auth names"), "{new}");
        let more = only(PAGE, "launcher", "SAFFRON_NEW", Some(Kind::Named));
        assert!(more.contains("no row for SAFFRON_NEW, which launcher names"), "{more}");
        let gone = only(PAGE, "launcher", "SAFFRON_B", None);
        assert!(gone.contains("SAFFRON_B is not read by launcher"), "{gone}");
        let fewer = only(PAGE, "reports", "SAFFRON_REPORTS_URL", None);
        assert!(fewer.contains("SAFFRON_<SERVICE>_URL is not read by reports"), "{fewer}");
        let other = only(PAGE, "gateway", "SAFFRON_A", Some(Kind::Required));
        assert!(other.contains("SAFFRON_A is read by gateway"), "{other}");
        let secret = only(PAGE, "auth", "SAFFRON_A", Some(Kind::Secret));
        assert!(secret.contains("SAFFRON_A: its row is wrong about whether auth reads it from"), "{secret}");
        let plain = only(PAGE, "auth", "SAFFRON_AUTH_URL", Some(Kind::Required));
        assert!(plain.contains("SAFFRON_AUTH_URL: its row is wrong"), "{plain}");
        let no_file = only(PAGE, "compose", "SAFFRON_C", Some(Kind::Named));
        assert!(no_file.contains("SAFFRON_C is not read by a file"), "{no_file}");
    }

    #[test]
    fn rows_that_cannot_be_read_are_named() {
        let broken = |page: &str| compare(page, &programs()).concat();
        assert!(
            broken(&format!("{PAGE}| `SAFFRON_B` | launcher | none | | yes | Again |\n"))
                .contains("two rows")
        );
        assert!(broken(&PAGE.replace("| Three |", "| |")).contains("SAFFRON_B: a cell is empty"));
        assert!(broken(&PAGE.replace("| yes |", "| maybe |")).contains("'maybe' is not"));
        assert!(broken(&PAGE.replace("| seconds |", "|")).contains("too few or too many columns"));
    }

    #[test]
    fn committed_page_is_complete() {
        let repo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        assert_eq!(broken(repo).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn names_are_found_in_files_of_any_kind() {
        let names = |file: &str, text: &str| {
            let mut names = BTreeMap::new();
            note(&mut names, file, text);
            names.into_iter().collect::<Vec<_>>()
        };
        for (file, text) in [
            (
                "deploy/dev/src/a.rs",
                "env.port(\"SAFFRON_A_1\", 1); format!(\"SAFFRON_{}_PORT\"); X_SAFFRON_B",
            ),
            ("web/e2e/a.ts", "process.env.SAFFRON_A_1 ?? ''"),
            ("deploy/nats/users.conf", "password: $SAFFRON_A_1"),
            (".ci/run", "[ -n \"${SAFFRON_A_1:-}\" ]; SAFFRON_${1^^}_URL=x"),
            ("deploy/dev/src/a.rs", "SAFFRON_A_1\n#[cfg(test)]\nmod tests { \"SAFFRON_X\" }"),
        ] {
            assert_eq!(names(file, text), [("SAFFRON_A_1".to_owned(), Kind::Named)], "{text}");
        }
        assert_eq!(names("k8s/a.yaml", "SAFFRON_A_FILE"), [("SAFFRON_A".to_owned(), Kind::NamedFile)]);
        assert_eq!(names("services/auth/tests/it/a.rs", "SAFFRON_X SAFFRON_TEST_A").len(), 1);
        assert_eq!(
            names("deploy/dev/src/a.rs", "/// SAFFRON_<SERVICE>_PORT>")[0].0,
            "SAFFRON_<SERVICE>_PORT"
        );
    }
}
