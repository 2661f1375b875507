//! A cell as numbers, words and marks.

use super::names::is_day;
use crate::form::fold::fold;

/// A piece of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits.
    Number(String),
    /// Letters, folded.
    Word(String),
    /// Anything else, and the letters of East Asia that follow a number as its unit.
    Mark(char),
}

/// A piece, and whether space stands before it.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    pub gap: bool,
}

/// A place in the pieces of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a>(&'a [Token]);

impl<'a> Cursor<'a> {
    pub(super) const fn new(tokens: &'a [Token]) -> Cursor<'a> {
        Cursor(tokens)
    }

    pub(super) const fn is_end(self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn peek(self) -> Option<&'a Token> {
        self.0.first()
    }

    pub(super) fn rest(self) -> Cursor<'a> {
        Cursor(self.0.get(1..).unwrap_or_default())
    }

    /// A number of at least and at most so many digits.
    pub(super) fn number(self, least: usize, most: usize) -> Option<(&'a str, Cursor<'a>)> {
        match &self.peek()?.kind {
            Kind::Number(digits) if (least..=most).contains(&digits.len()) => Some((digits, self.rest())),
            _ => None,
        }
    }

    pub(super) fn word(self) -> Option<(&'a str, Cursor<'a>)> {
        match &self.peek()?.kind {
            Kind::Word(word) => Some((word, self.rest())),
            _ => None,
        }
    }

    pub(super) fn mark(self, among: &[char]) -> Option<(char, Cursor<'a>)> {
        match self.peek()?.kind {
            Kind::Mark(mark) if among.contains(&mark) => Some((mark, self.rest())),
            _ => None,
        }
    }

    /// Past this mark or one of these words, if it is next.
    pub(super) fn skip(self, marks: &[char], words: &[&str]) -> Option<Cursor<'a>> {
        let by_word = || self.word().filter(|(word, _)| words.contains(word)).map(|(_, rest)| rest);
        self.mark(marks).map(|(_, rest)| rest).or_else(by_word)
    }

    /// Past as many of them as follow, six at most.
    pub(super) fn skip_all(self, marks: &[char], words: &[&str]) -> Cursor<'a> {
        (0..6).fold(self, |at, _| at.skip(marks, words).unwrap_or(at))
    }

    /// Whether space stands before what is next.
    pub(super) fn has_gap(self) -> bool {
        self.peek().is_some_and(|token| token.gap)
    }
}

/// Units of East Asia after a number: year, month, day, hour, minute, second.
const UNITS: &str = "年月日时時点點分秒년월일시분초";

/// The pieces of a cleaned text. A day of the week in brackets is left out; so is another name, such as that of a zone, which
/// needs an offset before it to be understood: then the second is true.
pub(super) fn tokens(text: &str) -> Option<(Vec<Token>, bool)> {
    let (text, needs_offset) = without_brackets(text)?;
    let mut tokens: Vec<Token> = Vec::new();
    let mut letters = text.chars().peekable();
    let mut gap = false;
    while let Some(letter) = letters.next() {
        if letter == ' ' {
            gap = true;
            continue;
        }
        let after_number = tokens.last().is_some_and(|token| matches!(token.kind, Kind::Number(_)));
        let kind = if letter.is_ascii_digit() {
            let mut digits = String::from(letter);
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            Kind::Number(digits)
        } else if letter.is_alphabetic() && !(after_number && UNITS.contains(letter)) {
            let mut word = String::from(letter);
            while let Some(letter) = letters.next_if(|next| next.is_alphabetic() || is_accent(*next)) {
                word.push(letter);
            }
            Kind::Word(fold(&word))
        } else {
            Kind::Mark(letter)
        };
        tokens.push(Token { kind, gap });
        gap = false;
    }
    Some((tokens, needs_offset))
}

fn is_accent(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

fn without_brackets(text: &str) -> Option<(String, bool)> {
    let mut kept = String::with_capacity(text.len());
    let mut needs_offset = false;
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(['(', '[']) {
        let (inside, after) = after.split_once([')', ']'])?;
        if inside.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        needs_offset |= !is_day(&fold(inside.trim().trim_end_matches('.')));
        kept.push_str(before);
        kept.push(' ');
        rest = after;
    }
    kept.push_str(rest);
    Some((kept, needs_offset))
}
