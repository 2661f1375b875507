//! The table of variables in docs/configuration.md.

use std::collections::BTreeSet;

use crate::services;

/// The columns, as the head of the table names them.
const HEAD: [&str; 6] = ["Variable", "Read by", "Default", "Unit", "Secret", "What"];
/// Stands in a variable's name for the name of any service, in upper case.
const SERVICE: &str = "<SERVICE>";

/// Whether a value must be kept from people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secret {
    /// Anyone may see it.
    No,
    /// It is one, and only a variable tells it.
    Yes,
    /// It is one, and may stand in the file that the variable of its name with `_FILE` names.
    OrFile,
}

/// A variable as the table tells of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its name; `<SERVICE>` in it stands for each service.
    pub variable: String,
    /// Who reads it.
    pub readers: BTreeSet<String>,
    /// Whether it is a secret.
    pub secret: Secret,
}

/// The rows of the table, and what is wrong with it.
pub(super) fn read(text: &str) -> (Vec<Row>, Vec<String>) {
    let (mut rows, mut broken) = (Vec::<Row>::new(), Vec::new());
    for line in text.lines().filter(|line| line.starts_with("| `SAFFRON_")) {
        let cells: Vec<&str> =
            line.trim().trim_start_matches('|').trim_end_matches('|').split('|').map(str::trim).collect();
        let &[variable, readers, default, _, secret, what] = cells.as_slice() else {
            broken.push(format!("this row has not the columns {}: {line}", HEAD.join(", ")));
            continue;
        };
        let variable = variable.trim_matches('`').to_owned();
        let all = readers.split(',').map(|reader| reader.trim().to_owned());
        let readers: BTreeSet<String> = all.filter(|one| !one.is_empty()).collect();
        if readers.is_empty() || default.is_empty() || what.is_empty() {
            broken.push(format!("{variable}: a cell is empty"));
        }
        let secret = match secret {
            "no" => Secret::No,
            "yes" => Secret::Yes,
            "or `_FILE`" => Secret::OrFile,
            other => {
                broken
                    .push(format!("{variable}: '{other}' is not no, yes or `_FILE` with an 'or' before it"));
                Secret::No
            }
        };
        if rows.iter().any(|row| row.variable == variable) {
            broken.push(format!("{variable} has two rows"));
            continue;
        }
        rows.push(Row { variable, readers, secret });
    }
    (rows, broken)
}

/// Whether `name` is what `pattern` stands for: itself, or the variable of one service.
pub(super) fn is_of_service(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once(SERVICE) else { return false };
    let middle = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    middle.is_some_and(|middle| {
        middle == SERVICE || services::all().any(|service| service.to_uppercase() == middle)
    })
}

/// Whether `name` is `pattern` with anything for a service.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let parts = pattern.split_once(SERVICE);
    parts.is_some_and(|(before, after)| name.starts_with(before) && name.ends_with(after))
}
