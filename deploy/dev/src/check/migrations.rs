//! Migrations that a service also applies to tables which lie on several nodes: an ALTER TABLE has one action there, as Citus
//! refuses a constraint together with anything else.

use std::path::Path;

use anyhow::Result;
use regex_lite::Regex;

use crate::files::read;

/// Migrations older than the rule: they are applied already and never change.
const BEFORE: [&str; 6] = [
    "services/auth/migrations/0102_account.sql",
    "services/customers/migrations/0101_forgetting.sql",
    "services/customers/migrations/0103_reward_messages.sql",
    "services/customers/migrations/0104_expired_in_time.sql",
    "services/marketing/migrations/0100_marketing.sql",
    "services/reports/migrations/0102_months.sql",
];

/// The parts of a script that hold no statement: comments, 'text', "names", and $tag$ bodies of functions $tag$.
const UNREAD: &str = r#"(?s)--[^\n]*|/\*.*?\*/|'[^']*'|"[^"]*"|\$\w*\$.*?\$\w*\$"#;

/// An error for each ALTER TABLE with more than one action.
pub(super) fn broken(repo: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for file in super::files(&repo.join("services"), &["sql"])? {
        let name = file.strip_prefix(repo).unwrap_or(&file).display().to_string();
        if !name.contains("/migrations/") || BEFORE.contains(&name.as_str()) {
            continue;
        }
        let sql = read(&file)?;
        let several = statements(&sql)?.into_iter().filter(|statement| actions(statement) > 1);
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

/// The statements of a script, without comments and what is quoted.
fn statements(sql: &str) -> Result<Vec<String>> {
    let text = Regex::new(UNREAD)?.replace_all(sql, " ");
    Ok(text.split(';').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn found(name: &str, sql: &str) -> Vec<String> {
        let repo = tempfile::tempdir().unwrap();
        let file = repo.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, sql).unwrap();
        broken(repo.path()).unwrap()
    }

    #[test]
    fn alter_table_has_one_action() {
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
    fn migration_applied_before_the_rule_stays() {
        let sql = "ALTER TABLE a ADD COLUMN b int, ADD COLUMN c int;";
        for old in BEFORE {
            assert_eq!(found(old, sql), Vec::<String>::new());
        }
        assert_eq!(found("services/a/src/store/a.sql", sql), Vec::<String>::new());
    }

    #[test]
    fn list_names_only_migrations_that_need_it() {
        let repo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for old in BEFORE {
            let sql = fs::read_to_string(repo.join(old)).unwrap();
            assert!(statements(&sql).unwrap().iter().any(|statement| actions(statement) > 1), "{old}");
        }
        assert_eq!(broken(&repo).unwrap(), Vec::<String>::new());
    }
}
