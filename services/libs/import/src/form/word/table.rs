//! The table of words, and what it finds in a cell.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{Confidence, Meaning};
use crate::form::fold::fold;

/// How a word counts in a longer cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Whole,
    Free,
    Ending,
    BesideNumbers,
}

#[derive(Default)]
struct Table {
    exact: HashMap<String, Meaning>,
    flags: HashMap<String, bool>,
    /// Words by the first of them.
    contained: HashMap<String, Vec<(Vec<String>, Meaning, Mode)>>,
    endings: Vec<(String, Meaning)>,
    /// Words of languages that put no spaces between them.
    unspaced: Vec<(String, Meaning)>,
    negations: HashSet<&'static str>,
    fillers: HashSet<&'static str>,
}

pub(super) const LINES: &str = include_str!("words.tsv");

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        negations: NEGATIONS.split_whitespace().collect(),
        fillers: FILLERS.split_whitespace().collect(),
        ..Table::default()
    };
    for line in LINES.lines() {
        let mut parts = line.split('\t');
        let (Some(name), Some(_), Some(words)) = (parts.next(), parts.next(), parts.next()) else { continue };
        for word in words.split('|') {
            let (mode, word) = moded(word);
            match name {
                "yes" | "no" => {
                    table.flags.insert(flag_key(word), name == "yes");
                }
                _ => {
                    if let Ok(meaning) = name.parse() {
                        table.add(&plain(word), meaning, mode);
                    }
                }
            }
        }
    }
    table.endings.sort_by_key(|(ending, _)| std::cmp::Reverse(ending.len()));
    table
});

pub(super) fn moded(word: &str) -> (Mode, &str) {
    let marks = [('*', Mode::Free), ('-', Mode::Ending), ('~', Mode::BesideNumbers)];
    let marked = marks.into_iter().find_map(|(mark, mode)| Some((mode, word.strip_prefix(mark)?)));
    marked.unwrap_or((Mode::Whole, word))
}

impl Table {
    fn add(&mut self, word: &str, meaning: Meaning, mode: Mode) {
        self.exact.insert(word.to_owned(), meaning);
        if mode == Mode::Whole {
            return;
        }
        if word.chars().any(is_unspaced) {
            self.unspaced.push((word.to_owned(), meaning));
            return;
        }
        if mode == Mode::Ending {
            self.endings.push((word.to_owned(), meaning));
        }
        let words: Vec<String> = word.split(' ').map(str::to_owned).collect();
        if let Some(first) = words.first() {
            self.contained.entry(first.clone()).or_default().push((words, meaning, mode));
        }
    }
}

/// Whether a letter is of a script without spaces between words.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Folded, with one space in the place of whatever is neither letter nor digit.
pub(super) fn plain(text: &str) -> String {
    let folded = fold(text);
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

pub(super) fn flag_key(text: &str) -> String {
    let plain = plain(text);
    if plain.is_empty() { text.trim().to_owned() } else { plain }
}

/// Words that turn another into its opposite, or into a part.
const NEGATIONS: &str = "not non no never without kein keine keinen nicht ohne pas sans sin sem nao senza niet geen zonder \
    nie bez inte ej utan ikke uden uten ne degil partially partly teilweise partiellement parcialmente parzialmente \
    gedeeltelijk czesciowo delvis castecne kismen kismi un anti pre";

/// Words that stand beside a tip, a tax or a total without making a dish of it.
const FILLERS: &str = "auto automatic added card cards cash credit debit visa mastercard amex discover online order staff \
    server amount incl included excl karte ec bar kreditkarte carte tarjeta carta cartao usd eur gbp chf percent prozent pct \
    employee optional suggested charge sales net gross state city county local usa manager guest check bill tab fee for of \
    the on per de da la le von der die to driver courier delivery doordash ubereats uber eats grubhub entire whole";

/// The meaning of a cell, if its words show one.
#[must_use]
pub fn meaning(text: &str) -> Option<(Meaning, Confidence)> {
    // Names and notes are longer than words of a kind.
    if text.len() > 400 {
        return None;
    }
    let text = plain(text);
    let without_plural =
        || text.strip_suffix('s').filter(|word| word.len() > 3).and_then(|word| TABLE.exact.get(word));
    if let Some(meaning) = TABLE.exact.get(&text).or_else(without_plural) {
        return Some((*meaning, Confidence::Exact));
    }
    let words: Vec<&str> = text.split(' ').collect();
    if words.iter().any(|word| TABLE.negations.contains(word)) {
        return None;
    }
    let mut found: Vec<(usize, usize, Meaning)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        for (sequence, meaning, mode) in TABLE.contained.get(*word).into_iter().flatten() {
            let end = at + sequence.len();
            let is_here =
                words.get(at..end).is_some_and(|here| here.iter().zip(sequence).all(|(a, b)| a == b));
            let mut others = words.iter().take(at).chain(words.iter().skip(end));
            if is_here && (*mode != Mode::BesideNumbers || others.all(|word| is_filler(word))) {
                found.push((at, end, *meaning));
            }
        }
        let ends = |ending: &str| word.len() > ending.len() && word.ends_with(ending);
        let ending =
            TABLE.endings.iter().find(|(ending, _)| ends(ending) && !TABLE.exact.contains_key(*word));
        found.extend(ending.map(|(_, meaning)| (at, at + 1, *meaning)));
    }
    if text.chars().any(is_unspaced) && !text.contains("部分") && !text.contains('未') {
        for (word, meaning) in &TABLE.unspaced {
            found.extend(text.find(word.as_str()).map(|at| (at, at + word.len(), *meaning)));
        }
    }
    // A longer word holds a shorter one: `gift card redemption` is no `gift card`.
    let is_inner = |(from, to, _): &(usize, usize, Meaning)| {
        found.iter().any(|(other, end, _)| other <= from && to <= end && end - other > to - from)
    };
    let meanings: HashSet<Meaning> =
        found.iter().filter(|one| !is_inner(one)).map(|(_, _, meaning)| *meaning).collect();
    let mut meanings = meanings.into_iter();
    match (meanings.next(), meanings.next()) {
        (Some(meaning), None) => Some((meaning, Confidence::Contained)),
        _ => None,
    }
}

fn is_filler(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_alphabetic());
    word.bytes().all(|b| b.is_ascii_digit()) || (number.len() == word.len()) || TABLE.fillers.contains(word)
}

/// Yes or no.
#[must_use]
pub fn flag(text: &str) -> Option<bool> {
    if text.len() > 40 {
        return None;
    }
    TABLE.flags.get(&flag_key(text)).copied()
}
