//! What each service may say to NATS about its own consumers, in deploy/nats/users.conf: between two lines of its user,
//! from the table of services.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The file, which people review.
pub(super) const USERS: &str = "deploy/nats/users.conf";

const BEGIN: &str = "            # Its consumers, by `cargo dev gen`.\n";
const END: &str = "            # Whatever else it may.\n";

/// Renews what the services may say about their consumers.
pub(super) fn permit(repo: &Path, table: &Value) -> Result<()> {
    let path = repo.join(USERS);
    let mut users = fs::read_to_string(&path).with_context(|| format!("cannot read {USERS}"))?;
    for service in table.get("services").and_then(Value::as_array).into_iter().flatten() {
        let name = service.get("name").and_then(Value::as_str).unwrap_or_default();
        let lines = lines_of(service.get("consumers").unwrap_or(&Value::Null));
        match replaced(&users, name, &lines) {
            // One that has no consumers any more may say nothing of them.
            Some(renewed) => users = renewed,
            None if lines.is_empty() => {}
            None => bail!("{USERS}: user {name} lacks the lines `{}` and `{}`", BEGIN.trim(), END.trim()),
        }
    }
    super::write(&path, &users)
}

/// The users with other lines for one of them; none, if that one has no place for them.
fn replaced(users: &str, name: &str, lines: &str) -> Option<String> {
    let user = users.find(&format!("user: {name},"))?;
    let own = users.get(user..)?;
    let own = own.get(1..)?.find("user: ").map_or(own, |next| own.get(..next).unwrap_or(own));
    let begin = user + own.find(BEGIN)? + BEGIN.len();
    let end = begin + users.get(begin..)?.find(END)?;
    Some([users.get(..begin)?, lines, users.get(end..)?].concat())
}

/// A line each of what is said of consumers: letters, whether they are there, what is next, and both forms of an
/// acknowledgement. Each consumer by its name: a wildcard would stand for others' too.
fn lines_of(consumers: &Value) -> String {
    let mut lines = String::new();
    for (stream, names) in consumers.as_object().into_iter().flatten() {
        let names: Vec<&str> = names.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let forms: [&dyn Fn(&str) -> String; 5] = [
            &|name| format!("dlq.v1.{name}.*"),
            &|name| format!("$JS.API.CONSUMER.INFO.{stream}.{name}"),
            &|name| format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.{name}"),
            &|name| format!("$JS.ACK.{stream}.{name}.*.*.*.*.*"),
            &|name| format!("$JS.ACK.*.*.{stream}.{name}.*.*.*.*.*.*"),
        ];
        for form in forms.iter().filter(|_| !names.is_empty()) {
            let subjects: Vec<String> = names.iter().map(|name| format!("\"{}\"", form(name))).collect();
            lines += &format!("            {}\n", subjects.join(", "));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_lines_of_one_user_are_renewed() {
        let user = |name: &str, lines: &str| format!("user: {name}, x\n{BEGIN}{lines}{END}rest of {name}\n");
        let users = user("auth", "old of auth\n") + &user("reports", "old\n");
        let lines = lines_of(&json!({"POS": ["reports-facts-00"], "EVENTS": []}));
        assert_eq!(lines.lines().count(), 5, "{lines}");
        assert!(lines.contains("\"$JS.ACK.POS.reports-facts-00.*.*.*.*.*\""), "{lines}");
        let renewed = replaced(&users, "reports", &lines).unwrap();
        assert_eq!(renewed, user("auth", "old of auth\n") + &user("reports", &lines));
        assert_eq!(
            replaced(&renewed, "reports", "").unwrap(),
            user("auth", "old of auth\n") + &user("reports", "")
        );
        let behind = "user: reports, x\n".to_owned() + &user("auth", "old of auth\n");
        assert_eq!(replaced(&behind, "reports", &lines), None, "another's lines are left alone");
    }
}
