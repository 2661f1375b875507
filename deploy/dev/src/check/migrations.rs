//! Migrations that a service also applies to tables which lie on several nodes: an ALTER TABLE has one action there, as Citus
//! refuses a constraint together with anything else.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Written before the rule. They are applied already, and never change.
const BEFORE: [&str; 6] = [
    "services/auth/migrations/0102_account.sql",
    "services/customers/migrations/0101_forgetting.sql",
    "services/customers/migrations/0103_reward_messages.sql",
    "services/customers/migrations/0104_expired_in_time.sql",
    "services/marketing/migrations/0100_marketing.sql",
    "services/reports/migrations/0102_months.sql",
];

/// Each ALTER TABLE with more than one action, a line each.
pub(super) fn broken(repo: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for file in super::files(&repo.join("services"), "sql")? {
        let name = file.strip_prefix(repo).unwrap_or(&file).display().to_string();
        if !name.contains("/migrations/") || BEFORE.contains(&name.as_str()) {
            continue;
        }
        let sql = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
        let several = statements(&sql).into_iter().filter(|statement| actions(statement) > 1);
        broken.extend(several.map(|statement| {
            let begin: Vec<&str> = statement.split_whitespace().take(6).collect();
            format!(
                "{name}: `{} …` has several actions; give each an ALTER TABLE of its own",
                begin.join(" ")
            )
        }));
    }
    Ok(broken)
}

/// How many actions an ALTER TABLE has; none for any other statement.
fn actions(statement: &str) -> usize {
    let mut words = statement.split_whitespace().map(str::to_ascii_uppercase);
    if words.next().as_deref() != Some("ALTER") || words.next().as_deref() != Some("TABLE") {
        return 0;
    }
    let mut depth = 0_usize;
    1 + statement
        .chars()
        .filter(|letter| {
            match letter {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            *letter == ',' && depth == 0
        })
        .count()
}

/// The statements of a script, without comments; what is quoted is empty, the bodies of functions too.
fn statements(sql: &str) -> Vec<String> {
    let (mut found, mut statement, mut rest) = (Vec::new(), String::new(), sql);
    while let Some(next) = rest.chars().next() {
        let quote = quoted(rest);
        let skipped = if rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            quote
        };
        if skipped > 0 {
            statement.push_str(if quote > 0 { "''" } else { " " });
            rest = rest.get(skipped..).unwrap_or_default();
            continue;
        }
        if next == ';' {
            found.push(std::mem::take(&mut statement));
        } else {
            statement.push(next);
        }
        rest = rest.get(next.len_utf8()..).unwrap_or_default();
    }
    found.push(statement);
    found
}

/// How long the quoted text is that begins here: 'text', "name", or $tag$body$tag$.
fn quoted(text: &str) -> usize {
    let until = |from: usize, end: &str| {
        let found = text.get(from..).and_then(|rest| rest.find(end));
        found.map_or(text.len(), |at| from + at + end.len())
    };
    match text.chars().next() {
        Some('\'') => until(1, "'"),
        Some('"') => until(1, "\""),
        Some('$') => {
            let tag = text.get(1..).and_then(|rest| rest.find('$')).and_then(|end| text.get(..end + 2));
            let is_tag = |tag: &&str| tag.trim_matches('$').chars().all(|c| c.is_alphanumeric() || c == '_');
            tag.filter(is_tag).map_or(0, |tag| until(tag.len(), tag))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, sql: &str) -> Vec<String> {
        let repo = tempfile::tempdir().unwrap();
        let file = repo.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, sql).unwrap();
        broken(repo.path()).unwrap()
    }

    #[test]
    fn an_alter_table_has_one_action() {
        let name = "services/a/migrations/0101_b.sql";
        for sql in [
            "ALTER TABLE a ADD COLUMN b int, ADD COLUMN c int;",
            "CREATE TABLE a (b int);\nalter table only a -- why\n ADD COLUMN b int NOT NULL DEFAULT 0,\n DROP CONSTRAINT c",
            "ALTER TABLE a ADD COLUMN b text DEFAULT 'it''s; /*', ADD CONSTRAINT c CHECK (d IN (1, 2));",
        ] {
            let found = found(name, sql);
            assert_eq!(found.len(), 1, "{sql}");
            assert!(found[0].starts_with(name) && found[0].contains("several actions"), "{found:?}");
        }
        for sql in [
            "ALTER TABLE a ADD PRIMARY KEY (b, c); ALTER TABLE a ADD COLUMN d numeric(4, 2) DEFAULT '1,2';",
            "CREATE TABLE a (b int, c int); -- ALTER TABLE a ADD COLUMN b int, ADD COLUMN c int;\nSELECT 1, 2;",
            "/* ALTER TABLE a ADD COLUMN b int, */ ALTER TABLE a ALTER COLUMN b SET DEFAULT (ARRAY[1, 2])[1];",
            "CREATE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ALTER TABLE a ADD b int, ADD c int; END $$;",
            "ALTER TABLE \"a,b\" ADD COLUMN c int;",
        ] {
            assert_eq!(found(name, sql), Vec::<String>::new(), "{sql}");
        }
    }

    #[test]
    fn what_was_applied_before_the_rule_stays() {
        let sql = "ALTER TABLE a ADD COLUMN b int, ADD COLUMN c int;";
        for old in BEFORE {
            assert_eq!(found(old, sql), Vec::<String>::new());
        }
        assert_eq!(found("services/a/src/store/a.sql", sql), Vec::<String>::new());
    }

    #[test]
    fn the_list_names_only_migrations_that_need_it() {
        let repo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for old in BEFORE {
            let sql = fs::read_to_string(repo.join(old)).unwrap();
            assert!(statements(&sql).iter().any(|statement| actions(statement) > 1), "{old}");
        }
        assert_eq!(broken(&repo).unwrap(), Vec::<String>::new());
    }
}
