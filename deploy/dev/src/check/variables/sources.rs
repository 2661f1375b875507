//! Where SAFFRON_* variables are named, and where they are read.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Folders that are looked through.
const FOLDERS: [&str; 6] = ["services", "deploy", "web", "k8s", ".ci", "docs/analysts"];
/// A file beside them.
const COMPOSE: &str = "docker-compose.yml";
/// Folders below them that hold nothing of ours.
const FOREIGN: [&str; 6] = ["node_modules", "dist", "target", ".sqlx", "test-results", "playwright-report"];
/// Ends of the names of files that variables are named in; `run` is the script of .ci.
const ENDS: [&str; 11] = ["rs", "ts", "tsx", "mjs", "conf", "py", "sh", "yaml", "env", "toml", "run"];
/// How a variable's name begins.
const PREFIX: &str = "SAFFRON_";
/// What stands before the name where a program of deploy/ or a test reads it.
const ASKED: [&str; 11] = [
    "get(",
    "port(",
    "var(",
    "var_os(",
    "given(",
    "address(",
    "variable(",
    "server(",
    "number(",
    "env =",
    "&str =",
];

/// A file.
#[derive(Debug)]
pub(super) struct Source {
    /// Its path in the repository.
    pub name: String,
    text: String,
}

/// A place in a file where a variable is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The variable; `<SERVICE>` stands in it for what is put in when the program runs.
    pub name: String,
    /// Where it begins, in bytes.
    pub at: usize,
    /// It is asked for as a secret, which may stand in a file.
    pub is_secret: bool,
    /// Its value is asked for, and not only set for others or spoken of.
    pub is_read: bool,
}

/// Every file in which a variable may be named.
pub(super) fn all(repo: &Path) -> Result<Vec<Source>> {
    let compose = fs::read_to_string(repo.join(COMPOSE)).with_context(|| format!("cannot read {COMPOSE}"))?;
    let mut found = vec![Source::of(COMPOSE, &compose)];
    let mut folders: Vec<_> = FOLDERS.iter().map(|name| repo.join(name)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                if !FOREIGN.contains(&file) && !path.is_symlink() {
                    folders.push(path);
                }
            } else if ENDS.contains(&file.rsplit('.').next().unwrap_or_default()) {
                let text =
                    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
                if text.contains(PREFIX) || file.ends_with(".rs") {
                    let name = path.strip_prefix(repo).unwrap_or(&path).display().to_string();
                    found.push(Source::of(&name, &text));
                }
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

impl Source {
    /// A file of that path. Of a Rust source the tests at its end are left out.
    pub fn of(name: &str, text: &str) -> Self {
        let tests = if name.ends_with(".rs") { text.find("#[cfg(test)]\nmod ") } else { None };
        let text = text.get(..tests.unwrap_or(text.len())).unwrap_or_default().to_owned();
        Self { name: name.to_owned(), text }
    }

    /// What it says.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is part of a test, and may name what is no variable.
    pub fn is_test(&self) -> bool {
        let name = &self.name;
        ["/tests/", "/e2e/", "libs/testkit/", "/tests.rs", "src/check/variables/", ".test.ts"]
            .iter()
            .any(|part| name.contains(part))
    }

    /// Who reads what is read in this file; none for kit, which others call.
    pub fn reader(&self) -> Option<String> {
        let parts: Vec<&str> = self.name.split('/').collect();
        let reader = match *parts.as_slice() {
            ["web", ..] => "web",
            [".ci", ..] => ".ci",
            [COMPOSE] => "compose",
            _ if self.is_test() => "tests",
            ["services", "libs", "testkit", ..] => "tests",
            ["services", "libs", ..] => return None,
            ["services", service, ..] => service,
            ["deploy", "dev", ..] => "launcher",
            ["deploy", "docker", ..] => "compose",
            ["deploy", "nats", file] if file.ends_with(".conf") => "nats",
            ["deploy", "nats", ..] | ["docs", ..] => "scripts",
            ["deploy", part, ..] => part,
            _ => return None,
        };
        Some(reader.to_owned())
    }

    /// Every place where a variable is named.
    pub fn found(&self) -> Vec<Found> {
        let text = &self.text;
        let mut found = Vec::new();
        for (at, _) in text.match_indices(PREFIX) {
            let before = text.get(..at).unwrap_or_default();
            if before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
                continue;
            }
            let (name, length) = name_at(text.get(at..).unwrap_or_default());
            // The beginning of names, as in `starts_with("SAFFRON_")`, or any name.
            if name.ends_with('_') || name.matches("<SERVICE>").count() > 1 {
                continue;
            }
            let quoted = before.ends_with('"');
            let closed = text.get(at + length..).unwrap_or_default().starts_with('"');
            let is_read = match self.name.rsplit('.').next().unwrap_or_default() {
                "rs" if self.name.starts_with("services/") && !self.is_test() => quoted && closed,
                "rs" => quoted && closed && is_asked(before.strip_suffix('"').unwrap_or_default()),
                "ts" | "tsx" | "mjs" => before.ends_with("process.env."),
                "conf" => before.ends_with('$'),
                "py" => quoted && closed && !name.contains('<') && !self.is_test(),
                "yml" => before.ends_with("${"),
                _ => self.name.starts_with(".ci/") && (before.ends_with('$') || before.ends_with("${")),
            };
            let is_program = is_read && self.name.starts_with("services/");
            let is_secret =
                (is_program || self.name.starts_with("deploy/sandbox/src/")) && is_secret(text, at);
            found.push(Found { name, at, is_secret, is_read });
        }
        // The launcher puts names together by `variable(service, "PORT")`.
        for (at, _) in text.match_indices("variable(service, \"") {
            let rest = text.get(at + 19..).unwrap_or_default();
            if let Some((what, _)) = rest.split_once('"') {
                let is_read = is_asked(text.get(..at).unwrap_or_default().trim_end_matches('&'));
                found.push(Found {
                    name: format!("SAFFRON_<SERVICE>_{what}"),
                    at,
                    is_secret: false,
                    is_read,
                });
            }
        }
        found
    }
}

/// Whether the name at this place is asked for as a secret: there, by a helper, or by the variable that it is put into.
fn is_secret(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    if ["secret(\"", "key(env, \""].iter().any(|call| before.ends_with(call)) {
        return true;
    }
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    // The sandbox gives the value of its command line first.
    if ["given(", "secret("].iter().any(|call| line.contains(call)) && line.ends_with(", \"") {
        return true;
    }
    let Some(binding) = line.strip_prefix("let ").filter(|line| line.matches('"').count() == 1) else {
        return false;
    };
    let name: String =
        binding.trim_start_matches('(').chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let function = after.split("\n}").next().unwrap_or_default();
    let function = function.split("\n    }").next().unwrap_or_default();
    [format!("secret({name})"), format!("secret(&{name})")].iter().any(|call| function.contains(call))
}

fn is_asked(before: &str) -> bool {
    ASKED.iter().any(|asked| before.trim_end().ends_with(asked.trim_end()))
}

/// The name at the beginning of a text, and its length there: `SAFFRON_{}_URL` is `SAFFRON_<SERVICE>_URL`.
fn name_at(text: &str) -> (String, usize) {
    let (mut name, mut rest) = (String::new(), text);
    loop {
        let end = rest.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        name.push_str(part);
        let hole =
            after.strip_prefix('$').unwrap_or(after).strip_prefix('{').and_then(|hole| hole.split_once('}'));
        match hole {
            // Only within a name: what follows `${SAFFRON_X}` is no part of it.
            Some((_, after)) if name.ends_with('_') => {
                name.push_str("<SERVICE>");
                rest = after;
            }
            _ => return (name, text.len() - after.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(file: &str, text: &str) -> (String, bool) {
        let found = Source::of(file, text).found();
        assert_eq!(found.len(), 1, "{found:?}");
        (found[0].name.clone(), found[0].is_read)
    }

    #[test]
    fn a_variable_is_read_where_its_value_is_asked_for() {
        let read = |file, text| assert_eq!(one(file, text), ("SAFFRON_A_1".into(), true), "{text}");
        let named = |file, text| assert_eq!(one(file, text), ("SAFFRON_A_1".into(), false), "{text}");
        read("services/auth/src/a.rs", "rate(env, \"SAFFRON_A_1\", 3)");
        named("services/auth/src/a.rs", "/// `SAFFRON_A_1` tells");
        named("services/auth/tests/it/a.rs", "(\"SAFFRON_A_1\", 3)");
        read("services/auth/tests/it/a.rs", "std::env::var(\"SAFFRON_A_1\")");
        read("deploy/dev/src/a.rs", "place.env.get(\"SAFFRON_A_1\")");
        read("deploy/dev/src/a.rs", "env.port(\n    \"SAFFRON_A_1\"");
        read("deploy/sandbox/src/a.rs", "#[arg(long, env = \"SAFFRON_A_1\")]");
        named("deploy/dev/src/a.rs", "(\"SAFFRON_A_1\", value)");
        read("web/e2e/a.ts", "process.env.SAFFRON_A_1 ?? ''");
        named("web/e2e/a.ts", "env: { SAFFRON_A_1: '' }");
        read("deploy/nats/users.conf", "password: $SAFFRON_A_1");
        read(".ci/run", "if [ -n \"${SAFFRON_A_1:-}\" ]");
        named(".ci/run", "export SAFFRON_A_1=1");
        named("k8s/base/a.yaml", "name: SAFFRON_A_1");
    }

    #[test]
    fn a_secret_is_one_by_how_it_is_asked_for() {
        let is_secret = |text| Source::of("services/auth/src/a.rs", text).found()[0].is_secret;
        assert!(is_secret("env.secret(\"SAFFRON_A\")"));
        assert!(is_secret("    let name = \"SAFFRON_A\";\n    let text = env.secret(name)?;\n}"));
        assert!(is_secret("let (key, subject) = (\"SAFFRON_A\", \"x\");\nenv.secret(key)"));
        assert!(!is_secret("    let name = \"SAFFRON_A\";\n}\nfn f() { env.secret(name) }"));
        assert!(!is_secret("env.or(\"SAFFRON_A\", 3)"));
    }

    #[test]
    fn holes_in_names_are_services() {
        let name = |text| one("services/auth/src/a.rs", text).0;
        assert_eq!(name("format!(\"SAFFRON_{}_URL\")"), "SAFFRON_<SERVICE>_URL");
        assert_eq!(name("format!(\"SAFFRON_{service}_URL\")"), "SAFFRON_<SERVICE>_URL");
        assert_eq!(name("SAFFRON_${1^^}_URL=x"), "SAFFRON_<SERVICE>_URL");
        assert_eq!(name("${SAFFRON_A}/x"), "SAFFRON_A");
        assert!(Source::of("a.rs", "starts_with(\"SAFFRON_\")").found().is_empty());
        let port = Source::of("deploy/dev/src/a.rs", "env.port(&variable(service, \"PORT\"), 1)").found();
        assert!(port.iter().any(|one| one.name == "SAFFRON_<SERVICE>_PORT" && one.is_read), "{port:?}");
    }
}
