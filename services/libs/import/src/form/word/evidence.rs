//! The different words of a column.

use std::collections::BTreeMap;

use super::{Confidence, Meaning, WordRules, flag, meaning};

/// The most different words that are counted; a column of states has fewer.
const MOST_WORDS: usize = 200;
/// The longest word that is kept, in characters.
const LONGEST: usize = 60;

/// The evidence of a column for what its words mean.
#[derive(Debug, Clone, Default)]
pub struct WordEvidence {
    blank: u64,
    words: BTreeMap<String, u64>,
    more: u64,
}

/// A word of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// As the first cell has it, shortened if it is long.
    pub text: String,
    /// How many cells have it.
    pub count: u64,
    /// What it means: by a rule, surely, or by the table. `None` is for a person to say.
    pub meaning: Option<(Meaning, Confidence)>,
}

impl WordEvidence {
    /// Adds one cell.
    pub fn see(&mut self, text: &str) {
        let text: String = text.trim().chars().take(LONGEST).collect();
        if text.is_empty() {
            self.blank = self.blank.saturating_add(1);
        } else if let Some(count) = self.words.get_mut(&text) {
            *count = count.saturating_add(1);
        } else if self.words.len() < MOST_WORDS {
            self.words.insert(text, 1);
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    /// The different words with their meanings, the most frequent first. `column` is the name by which rules know it.
    #[must_use]
    pub fn words(&self, column: &str, rules: &WordRules) -> Vec<Word> {
        let mut words: Vec<Word> = self
            .words
            .iter()
            .map(|(text, count)| {
                let ruled = rules.meaning(column, text).map(|meaning| (meaning, Confidence::Exact));
                Word { text: text.clone(), count: *count, meaning: ruled.or_else(|| meaning(text)) }
            })
            .collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.count));
        words
    }

    /// Whether every word is yes or no, and there is one.
    #[must_use]
    pub fn is_flag(&self) -> bool {
        self.more == 0 && !self.words.is_empty() && self.words.keys().all(|word| flag(word).is_some())
    }

    /// Blank cells.
    #[must_use]
    pub const fn blank(&self) -> u64 {
        self.blank
    }

    /// Cells of further words, beyond the 200 that are counted. A column that has any is one of names or notes.
    #[must_use]
    pub const fn more(&self) -> u64 {
        self.more
    }
}
