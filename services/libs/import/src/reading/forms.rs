//! The forms in which a table writes its numbers, dates and words, once all of them are decided.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use saffron_core::{Money, PosTime, Quantity, Zone};

use crate::form::date::{self, DateForm, Stamp, Unit};
use crate::form::number::{self, NumberForm};
use crate::form::word::{self, Meaning, WordRules};
use crate::layout::{Field, Layout, Says, YesNo};

/// How a table writes what is in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Forms {
    /// Of each column of numbers; the others show their form in each cell.
    pub numbers: BTreeMap<Field, NumberForm>,
    /// Of columns that hold what was paid.
    pub tenders: Option<NumberForm>,
    /// Of each column of dates.
    pub dates: BTreeMap<Field, DateForm>,
    /// What numbers of each column of durations count.
    pub units: BTreeMap<Field, Unit>,
    /// The time zone of the location, in which times without a zone are.
    pub zone: Zone,
}

impl Forms {
    /// No form of any column.
    #[must_use]
    pub const fn none(zone: Zone) -> Forms {
        Forms {
            numbers: BTreeMap::new(),
            tenders: None,
            dates: BTreeMap::new(),
            units: BTreeMap::new(),
            zone,
        }
    }
}

/// An amount, exact to the cent.
///
/// # Errors
/// Why the text is none.
pub fn money(text: &str, form: Option<NumberForm>) -> Result<Option<Money>, String> {
    let read = match form {
        Some(form) => number::read(text, form),
        None => number::read_unambiguous(text),
    };
    let said = |why: number::Why| format!("'{}' {why}", short(text));
    let Some(number) = read.map_err(said)? else { return Ok(None) };
    if text.contains('%') {
        return Err(format!("'{}' is a percentage, and no amount", short(text)));
    }
    number.value.money_rounded().map(Some).map_err(said)
}

/// Whether an amount has no decimals: one in cents.
#[must_use]
pub fn is_whole(text: &str) -> bool {
    let mut groups = text.split([',', '.', '\'', ' ']);
    let is_first = groups.next().is_some_and(|first| first.trim().len() < 12);
    is_first && groups.all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A number with up to three decimals.
///
/// # Errors
/// Why the text is none.
pub fn quantity(text: &str, form: Option<NumberForm>) -> Result<Option<Quantity>, String> {
    let read = match form {
        Some(form) => number::read(text, form),
        None => number::read_unambiguous(text),
    };
    let said = |why: number::Why| format!("'{}' {why}", short(text));
    let Some(number) = read.map_err(said)? else { return Ok(None) };
    number.value.quantity().map(Some).map_err(said)
}

/// What a cell of dates says.
///
/// # Errors
/// Why the text is no date.
pub fn stamp(text: &str, form: Option<DateForm>) -> Result<Option<Stamp>, String> {
    let form = form.unwrap_or(DateForm::Calendar(date::Order::YearMonthDay));
    date::read(text, form).map_err(|why| format!("'{}' {why}", short(text)))
}

/// What a cell of times says.
///
/// # Errors
/// Why the text is no time.
pub fn time(text: &str, form: Option<DateForm>) -> Result<Option<Stamp>, String> {
    let form = form.unwrap_or(DateForm::Calendar(date::Order::YearMonthDay));
    date::read_time(text, form).map_err(|why| format!("'{}' {why}", short(text)))
}

/// The wall time of the location at a date and a time, of another zone if the row names one.
///
/// # Errors
/// Why there is no such time.
pub fn wall(
    date: Stamp,
    time: Option<Stamp>,
    row_zone: Option<&Zone>,
    zone: &Zone,
) -> Result<DateTime, String> {
    let stamp = match time {
        Some(time) => date.with_time(time).map_err(|why| format!("the time {why}"))?,
        None => date,
    };
    let at = stamp.pos_time(row_zone.unwrap_or(zone)).map_err(|why| format!("the date {why}"))?;
    let moment = row_zone.unwrap_or(zone).resolve(at).map_err(|why| format!("the date {why}"))?;
    match (at, row_zone) {
        // The clock that people saw, whatever it does to summer time.
        (PosTime::Wall(wall), None) => Ok(wall),
        _ => Ok(zone.wall(moment.at)),
    }
}

/// What a cell of words says of its row.
#[must_use]
pub fn says(field: Field, text: &str, column: &str, layout: &Layout, rules: &WordRules) -> Option<Says> {
    if let Some(meaning) = rules.meaning(column, text) {
        return Some(Says::Meaning(meaning));
    }
    let known = layout.words.get(&field).and_then(|words| {
        let is_said = |word: &str| {
            word.eq_ignore_ascii_case(text)
                || (!word.is_ascii() && word.to_lowercase() == text.to_lowercase())
        };
        words.iter().find(|(word, _)| is_said(word)).map(|(_, says)| *says)
    });
    let answer = |yes: bool| Says::Answer(if yes { YesNo::Yes } else { YesNo::No });
    known
        .or_else(|| word::flag(text).map(answer))
        .or_else(|| word::meaning(text).map(|(meaning, _)| Says::Meaning(meaning)))
}

/// Whether a cell of words says when something was done, and so that it was.
#[must_use]
pub fn is_time(text: &str) -> bool {
    let forms = DateForm::ALL.into_iter().filter(|form| matches!(form, DateForm::Calendar(_)));
    forms.into_iter().any(|form| date::read(text, form).is_ok_and(|stamp| stamp.is_some()))
}

/// What a field of words asks, if a cell says yes.
#[must_use]
pub const fn asked(field: Field) -> Meaning {
    match field {
        Field::Void => Meaning::Void,
        Field::Refund => Meaning::Refund,
        Field::Deferred => Meaning::GiftCard,
        Field::GratuityRow => Meaning::Gratuity,
        _ => Meaning::Sale,
    }
}

fn short(text: &str) -> String {
    text.trim().chars().take(60).collect()
}
