//! Words that an owner names: `Status=void:Cancelled|Canceled`.

use serde::{Deserialize, Serialize};

use super::Meaning;
use super::table::plain;

/// Words of a column and what they mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordRule {
    /// The name of the column, as in the header.
    pub column: String,
    /// What a cell with one of the words means.
    pub meaning: Meaning,
    /// The words, each a whole cell. They are compared without case, accents and punctuation.
    pub words: Vec<String>,
}

/// Why a text is no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// Another form than `Column=meaning:word|word`.
    #[error("'{0}' must be written as Column=meaning:word|word, such as Status=void:Cancelled|Canceled")]
    Form(String),
    /// No such meaning.
    #[error(
        "'{0}' is no meaning; use one of sale, refund, void, open, comp, discount, tip, gratuity, service-charge, \
        delivery-fee, gift-card, gift-card-used, rounding, deposit, bottle-deposit, tax, total, subtotal, paid-in, paid-out, \
        cash-drop, no-sale, shift-mark, payment, skip"
    )]
    Meaning(String),
    /// One word of a column with two meanings.
    #[error("'{word}' of column '{column}' is given two meanings")]
    Twice {
        /// The column.
        column: String,
        /// The word.
        word: String,
    },
    /// More rules or words than any file needs.
    #[error("at most 100 rules of 200 words each")]
    Many,
}

const MOST_RULES: usize = 100;
const MOST_WORDS: usize = 200;

impl WordRule {
    /// Reads `Column=meaning:word|word`. A `\` before `|`, `=`, `:` or itself takes it as part of a name or word; before anything
    /// else it is itself. The column's name may hold a colon, the words `=` and `:`.
    ///
    /// # Errors
    /// If the text is written otherwise, has no word, or names no known meaning.
    pub fn parse(text: &str) -> Result<WordRule, RuleError> {
        let form = || RuleError::Form(text.chars().take(100).collect());
        let (column, rest) = split(text, '=').ok_or_else(form)?;
        let (meaning, mut rest) = split(&rest, ':').ok_or_else(form)?;
        let meaning: Meaning = unescaped(&meaning).parse()?;
        let mut words = Vec::new();
        while let Some((word, after)) = split(&rest, '|') {
            words.push(unescaped(&word));
            rest = after;
        }
        words.push(unescaped(&rest));
        let words: Vec<String> =
            words.iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect();
        let column = unescaped(&column).trim().to_owned();
        if column.is_empty() || words.is_empty() {
            return Err(form());
        }
        if words.len() > MOST_WORDS {
            return Err(RuleError::Many);
        }
        Ok(WordRule { column, meaning, words })
    }

    /// Whether a cell is one of the words.
    #[must_use]
    pub fn matches(&self, cell: &str) -> bool {
        let cell = key(cell);
        self.words.iter().any(|word| key(word) == cell)
    }
}

/// A word as it is compared; signs that are no letters (`✓`) as they are.
fn key(word: &str) -> String {
    let plain = plain(word);
    if plain.is_empty() { word.trim().to_owned() } else { plain }
}

/// What stands before and after the first sign that no `\` precedes; `\` stays in both.
fn split(text: &str, sign: char) -> Option<(String, String)> {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        if letter == sign && !is_escaped {
            let rest = text.get(at + sign.len_utf8()..)?;
            return Some((text.get(..at)?.to_owned(), rest.to_owned()));
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    None
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '|' | '=' | ':' | '\\'));
        plain.push(escaped.unwrap_or(letter));
    }
    plain
}

/// The rules of a file, which do not contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WordRules(Vec<WordRule>);

impl WordRules {
    /// Takes rules together.
    ///
    /// # Errors
    /// If two give one word of a column different meanings, or there are more than 100.
    pub fn new(rules: Vec<WordRule>) -> Result<WordRules, RuleError> {
        if rules.len() > MOST_RULES {
            return Err(RuleError::Many);
        }
        let mut known = std::collections::HashMap::new();
        for rule in &rules {
            for word in &rule.words {
                let before = known.insert((key(&rule.column), key(word)), rule.meaning);
                if before.is_some_and(|before| before != rule.meaning) {
                    return Err(RuleError::Twice { column: rule.column.clone(), word: word.clone() });
                }
            }
        }
        Ok(WordRules(rules))
    }

    /// The meaning that a rule gives a cell of a column.
    #[must_use]
    pub fn meaning(&self, column: &str, cell: &str) -> Option<Meaning> {
        let column = key(column);
        let rule = self.0.iter().find(|rule| key(&rule.column) == column && rule.matches(cell));
        rule.map(|rule| rule.meaning)
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &[WordRule] {
        &self.0
    }
}
