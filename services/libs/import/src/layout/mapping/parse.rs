//! Entries as they are written.

use super::super::{Columns, Field, Header, Reads, Rows};
use super::{Entry, MappingError};
use crate::form::date::{self, DateForm, Unit, zone};
use crate::form::number::{self, NumberForm};
use crate::form::word::{self, Meaning};
use strum::VariantNames as _;

/// The entries of a text: those between commas, but for commas in a name.
pub(super) fn several(text: &str, header: &Header) -> Vec<String> {
    if text.split_once('=').is_some_and(|(column, _)| header.find(column).is_some() && column.contains(',')) {
        return vec![text.to_owned()];
    }
    let mut entries: Vec<String> = Vec::new();
    let mut open = String::new();
    for piece in split(text, ',') {
        if !open.is_empty() {
            open.push(',');
        }
        open.push_str(piece);
        if piece.contains('=') {
            entries.push(std::mem::take(&mut open));
        }
    }
    if !open.trim().is_empty() {
        match entries.last_mut() {
            Some(last) => {
                last.push(',');
                last.push_str(&open);
            }
            None => entries.push(open),
        }
    }
    entries
}

/// The pieces of a text between signs that no `\` precedes; `\` stays in them.
fn split(text: &str, sign: char) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut is_escaped) = (0, false);
    for (at, letter) in text.char_indices() {
        if letter == sign && !is_escaped {
            pieces.extend(text.get(start..at));
            start = at + sign.len_utf8();
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    pieces.extend(text.get(start..));
    pieces
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        let is_sign = |next: &char| letter == '\\' && "=:|+,\\".contains(*next);
        plain.push(letters.next_if(is_sign).unwrap_or(letter));
    }
    plain
}

pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if "=:|+,\\".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

pub(super) fn entry(text: &str, header: &Header) -> Result<Entry, MappingError> {
    let short = |text: &str| text.trim().chars().take(100).collect::<String>();
    let signs: Vec<&str> = split(text, '=');
    if signs.len() < 2 {
        return Err(MappingError::Form(short(text)));
    }
    // A name may hold the sign itself: the column that the file has counts.
    let at = |parts: usize| {
        let (left, right) = signs.split_at(parts);
        (left.join("="), right.join("="))
    };
    let named = (1..signs.len()).map(at).find_map(|(left, right)| Some((columns_of(&left, header)?, right)));
    if let Some((columns, right)) = named {
        return of_column(columns, &right);
    }
    let (left, right) = at(1);
    let name = unescaped(&left);
    if name == "rows" {
        let value = || MappingError::Value {
            field: "rows",
            value: short(&right),
            why: format!("use one of {}", Rows::VARIANTS.join(", ")),
        };
        return right.trim().parse().map(Entry::Rows).map_err(|_| value());
    }
    let is_constant = right.starts_with('=') || right.trim().parse::<Field>().is_err();
    match name.parse::<Field>() {
        Ok(field) if is_constant => {
            let value = unescaped(right.strip_prefix('=').unwrap_or(&right));
            check_constant(field, &value)?;
            Ok(Entry::Constant(field, value))
        }
        _ => Err(MappingError::NoColumn { name: short(&name), columns: header.names().to_vec() }),
    }
}

/// The columns that a text names, as the header writes them.
fn columns_of(text: &str, header: &Header) -> Option<Columns> {
    let name = |text: &str| header.names().get(header.find(&unescaped(text))?).cloned();
    if let Some(one) = name(text) {
        return Some(Columns::one(&one));
    }
    let all = |pieces: Vec<&str>| -> Option<Vec<String>> {
        if pieces.len() < 2 { None } else { pieces.into_iter().map(name).collect() }
    };
    let spaced = all(split(text, '+')).and_then(|names| Columns::joined(names, false).ok());
    spaced.or_else(|| all(split(text, ':')).and_then(|names| Columns::joined(names, true).ok()))
}

fn of_column(columns: Columns, right: &str) -> Result<Entry, MappingError> {
    let pieces = split(right, ':');
    let (name, words) = match pieces.split_first() {
        Some((name, [])) => (unescaped(name), None),
        Some((name, rest)) => (unescaped(name), Some(rest.join(":"))),
        None => (String::new(), None),
    };
    let no_field = || MappingError::NoField { name: name.chars().take(100).collect() };
    let Some(words) = words else {
        if name == "unused" {
            return Ok(Entry::Unused(columns));
        }
        return name.parse().map(|field| Entry::Field(columns, field)).map_err(|_| no_field());
    };
    let words: Vec<String> =
        split(&words, '|').into_iter().map(unescaped).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err(MappingError::Form(format!("{columns}={right}").chars().take(100).collect()));
    }
    if name == "paid"
        && let ([tender], [column]) = (words.as_slice(), columns.names())
    {
        return Ok(Entry::Tender(column.clone(), tender.clone()));
    }
    match (name.parse::<Meaning>(), name.parse::<Field>()) {
        (_, Ok(field)) if field.is_yes_or_no() => Ok(Entry::Yes(columns, field, words)),
        (Ok(meaning), _) => Ok(Entry::Meaning(columns, meaning, words)),
        (Err(_), Ok(field)) => Err(MappingError::NoWords(field.name().to_owned())),
        (Err(_), Err(_)) => Err(no_field()),
    }
}

/// Refuses a constant that no row could be read with.
pub(in crate::layout) fn check_constant(field: Field, value: &str) -> Result<(), MappingError> {
    let wrong = |why: String| {
        let value = value.chars().take(100).collect();
        Err(MappingError::Value { field: field.name(), value, why })
    };
    if value.trim().is_empty() {
        return wrong("it is blank".into());
    }
    let dates = |read: Result<Option<date::Stamp>, date::Why>, form: &str| match read {
        Ok(Some(_)) => Ok(()),
        Ok(None) => wrong(format!("write it as {form}")),
        Err(why) => wrong(format!("it {why}; write it as {form}")),
    };
    match field.reads() {
        Reads::Text if field == Field::Zone => zone::find(value).map(drop).or_else(wrong),
        Reads::Text => Ok(()),
        Reads::Money | Reads::Quantity | Reads::Percent => match number::read(value, NumberForm::DOT) {
            Ok(Some(_)) => Ok(()),
            _ => wrong("write a number with a point, such as 12.50".into()),
        },
        Reads::Date => dates(date::read(value, DateForm::ISO), "2026-11-18"),
        Reads::Time => dates(date::read_time(value, DateForm::ISO), "18:30"),
        Reads::Duration => match date::read_duration(value, NumberForm::DOT, Unit::Hours) {
            Ok(Some(_)) => Ok(()),
            _ => wrong("write hours and minutes, such as 0:30".into()),
        },
        Reads::Word if field.is_yes_or_no() && word::flag(value).is_none() => wrong("write yes or no".into()),
        Reads::Word if word::flag(value).is_none() && word::meaning(value).is_none() => {
            wrong("write yes, no, or what the rows are, such as sale".into())
        }
        Reads::Word => Ok(()),
    }
}
