//! Words that a newcomer would have to learn first: the project uses the trade's and the field's own terms
//! (CONTRIBUTING.md, Style).

use std::fs;
use std::path::Path;

use anyhow::Result;

/// Each banned word, and what to write instead. The file of this check is left out.
const BANNED: [(&str, &str); 6] = [
    ("anew", "again"),
    ("for ever", "indefinitely"),
    ("heard", "received"),
    ("struck", "voided"),
    ("told", "sent, shown or published"),
    ("whoever", "a noun: a client that"),
];
/// Files whose words are others': applied migrations, published contracts, generated text, texts of people, data.
const OTHERS: [&str; 8] = [
    "/migrations/",
    "/.sqlx/",
    "/data/",
    "/generated",
    "proto/published/",
    "src/check/words.rs",
    "web/package-lock.json",
    "web/src/lib/messages/",
];
/// Exceptions: names of columns and of fields that others send.
const KEPT: [(&str, &str); 7] = [
    ("services/customers/src/store/erasures.rs", "heard"),
    ("services/customers/tests/it/erasure.rs", "heard"),
    ("services/customers/tests/it/merges.rs", "heard"),
    ("services/notifications/src/store/card_accounts.rs", "told"),
    ("services/notifications/src/store/happenings.rs", "told"),
    ("services/notifications/tests/it/events.rs", "told"),
    ("services/notifications/tests/it/world.rs", "told"),
];

/// An error for each banned word, by file and line.
pub(super) fn broken(repo: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for file in super::files(repo, &["md", "mjs", "proto", "py", "rs", "sh", "ts", "tsx", "yaml", "yml"])? {
        let name = file.strip_prefix(repo).unwrap_or(&file).display().to_string();
        if OTHERS.iter().any(|others| format!("/{name}").contains(others)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let line = words(line);
            let found = BANNED.iter().filter(|(word, _)| line.contains(&format!(" {word} ")));
            broken.extend(
                found
                    .filter(|(word, _)| !KEPT.contains(&(name.as_str(), *word)))
                    .map(|(word, instead)| format!("{name}:{}: '{word}': write {instead}", number + 1)),
            );
        }
    }
    Ok(broken)
}

/// The words of a line in lower case, names split into their words, each between spaces.
fn words(line: &str) -> String {
    let mut words = String::from(" ");
    for letter in line.chars() {
        if letter.is_uppercase() && !words.ends_with(' ') {
            words.push(' ');
        }
        match letter {
            'a'..='z' | 'A'..='Z' => words.push(letter.to_ascii_lowercase()),
            _ if words.ends_with(' ') => {}
            _ => words.push(' '),
        }
    }
    words.push(' ');
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, text: &str) -> usize {
        let repo = tempfile::tempdir().unwrap();
        let path = repo.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        broken(repo.path()).unwrap().len()
    }

    #[test]
    fn a_banned_word_is_found_in_texts_and_names() {
        assert_eq!(
            found("services/a/src/lib.rs", "// It waits for ever.\nfn is_told() {}\nstruct HeardEvent;"),
            3
        );
        assert_eq!(found("docs/a.md", "A bold, untoldable client that has renewed it."), 0);
    }

    #[test]
    fn words_of_others_may_stay() {
        assert_eq!(found("services/a/migrations/0100_a.sql.md", "told"), 0);
        assert_eq!(found("services/notifications/src/store/happenings.rs", "NOT told"), 0);
    }
}
