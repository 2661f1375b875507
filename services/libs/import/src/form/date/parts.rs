//! A cell as a date, a time of day and an offset, before the order of day and month is known.

use jiff::civil::Date;

use super::clock::{RawClock, clock, follows_hour, place};
use super::lex::{Cursor, Kind, Token, tokens};
use super::names::{is_day, month};
use super::{Order, Place, Why, YEARS};

/// A date before its form is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Day {
    /// It names the month, or says which number is the year, the month and the day.
    Named(Date),
    /// Three numbers, and the digits of each.
    Triple([(i16, usize); 3]),
    /// Six or eight digits.
    Digits(String),
    /// Another number, with the digits after its point: a day of a sheet, or seconds or milliseconds of Unix.
    Number(i64, String),
}

/// What a cell holds.
#[derive(Debug, Clone, Default)]
pub(super) struct Parts {
    pub day: Option<Day>,
    pub clock: Option<RawClock>,
    pub place: Option<Place>,
}

const SEPARATORS: [char; 3] = ['-', '/', '.'];
/// What stands between day, month and year.
const FILLERS: [&str; 15] =
    ["of", "de", "del", "d", "di", "den", "the", "le", "el", "da", "do", "du", "r", "roku", "g"];
/// What stands between a date and a time.
const JOINERS: [&str; 20] = [
    "t", "at", "um", "a", "as", "alle", "ore", "kl", "klo", "o", "om", "las", "los", "le", "la", "v", "ve",
    "saat", "godz", "on",
];
const JOINER_MARKS: [char; 9] = [',', '-', '@', '|', '_', ':', ';', '.', '/'];
const ORDINALS: [&str; 9] = ["st", "nd", "rd", "th", "er", "o", "e", "a", "ten"];

/// The parts of a cleaned cell. In a column of times, `173205` is a time.
pub(super) fn parse(text: &str, is_time: bool) -> Result<Parts, Why> {
    let (lexed, needs_offset) = tokens(text).ok_or(Why::Form)?;
    let parts = of_tokens(lexed, is_time)?;
    if needs_offset && parts.place.is_none() { Err(Why::Zone) } else { Ok(parts) }
}

fn of_tokens(lexed: Vec<Token>, is_time: bool) -> Result<Parts, Why> {
    if let Some(number) = whole_number(&lexed, is_time) {
        // `0.25` is six o'clock or a quarter of an hour past midnight.
        let clock = clock(Cursor::new(&lexed), false).filter(|(_, rest)| is_time && rest.is_end());
        return Ok(Parts { day: Some(number), clock: clock.map(|(clock, _)| clock), place: None });
    }
    let lexed = without_days(&split(lexed));
    let start = Cursor::new(&lexed);
    let at = start.skip_all(&['.'], &["kl", "klo", "um", "om", "at", "ore", "alle", "godz", "saat"]);
    if is_time && let Some((time, rest)) = clock(at, true) {
        let (place, rest) = after_clock(rest, time.has_seconds);
        if rest.is_end() {
            return Ok(Parts { clock: Some(time), place, day: None });
        }
    }
    let start = start.skip_all(&[','], &["on", "am", "le", "el", "il", "den", "op", "dnia", "em", "na"]);
    match day(start) {
        Found::Day(day, rest) => after_day(day, rest),
        Found::YearMissing => year_last(start).ok_or(Why::NoYear),
        Found::Nothing => before_day(start),
    }
}

/// `Nov 18 17:32:00 EST 2026`, as C and Java write a moment.
fn year_last(at: Cursor<'_>) -> Option<Parts> {
    let (month, rest) = at.word().and_then(|(word, rest)| Some((month(word)?, rest)))?;
    let (day, rest) = rest.number(1, 2)?;
    let (time, rest) = clock(rest, false)?;
    let (place, rest) = after_clock(rest, time.has_seconds);
    let (digits, rest) = rest.number(4, 4)?;
    let date = Date::new(year(digits)?, month, day.parse().ok()?).ok()?;
    let parts = Parts { day: Some(Day::Named(date)), clock: Some(time), place };
    rest.is_end().then_some(parts)
}

/// A cell that is one number.
fn whole_number(tokens: &[Token], is_time: bool) -> Option<Day> {
    let (digits, fraction) = match tokens {
        [Token { kind: Kind::Number(digits), .. }] => (digits, ""),
        [
            Token { kind: Kind::Number(digits), .. },
            Token { kind: Kind::Mark('.' | ','), gap: false },
            Token { kind: Kind::Number(fraction), gap: false },
        ] => (digits, fraction.as_str()),
        _ => return None,
    };
    let is_number = match digits.len() {
        5 | 9 | 10 | 13 => true,
        12 => !begins_with_year(digits),
        // A part of a day, as a sheet keeps a time.
        1 => is_time && digits == "0",
        _ => false,
    };
    is_number.then(|| Some(Day::Number(digits.parse().ok()?, fraction.to_owned())))?
}

/// Whether digits begin with a year: `202611181732` is no number of milliseconds, whose first digits are 63 to 99.
fn begins_with_year(digits: &str) -> bool {
    digits.starts_with("19") || digits.starts_with("20")
}

/// The pieces with `20261118173205` as a date and a time.
fn split(mut tokens: Vec<Token>) -> Vec<Token> {
    if let Some(Token { kind: Kind::Number(digits), .. }) = tokens.first_mut()
        && (digits.len() == 14 || (digits.len() == 12 && begins_with_year(digits)))
    {
        let time = digits.split_off(8);
        tokens.insert(1, Token { kind: Kind::Number(time), gap: true });
    }
    tokens
}

/// The pieces without days of the week. `mar` is one where another month or a date of numbers is beside it.
fn without_days(tokens: &[Token]) -> Vec<Token> {
    let word = |token: &Token| match &token.kind {
        Kind::Word(word) => Some(word.clone()),
        _ => None,
    };
    let months = tokens.iter().filter(|token| word(token).is_some_and(|word| month(&word).is_some())).count();
    let numbers = tokens.iter().filter(|token| matches!(token.kind, Kind::Number(_))).count();
    let mut kept = Vec::with_capacity(tokens.len());
    let mut is_first_month = true;
    let mut after_day = false;
    for token in tokens {
        let name = word(token);
        let is_month = name.as_deref().and_then(month).is_some();
        let is_dropped = match name.as_deref() {
            Some("mar") => {
                is_first_month && (months > 1 || (kept.is_empty() && numbers >= 3 && is_slashed(tokens)))
            }
            Some(name) => !is_month && name != "a" && is_day(name) && !joins(name, tokens.len(), kept.len()),
            None => after_day && matches!(token.kind, Kind::Mark('.' | ',')),
        };
        is_first_month &= !is_month;
        after_day = is_dropped && name.is_some();
        if !is_dropped {
            kept.push(token.clone());
        }
    }
    kept
}

/// Whether the pieces begin with a word and a date of three numbers.
fn is_slashed(tokens: &[Token]) -> bool {
    triple(Cursor::new(tokens).rest().skip_all(&['.', ','], &[])).is_some()
}

/// `so`, `do`, `di`, `da` and the like are days at the start alone.
fn joins(name: &str, all: usize, kept: usize) -> bool {
    name.len() <= 2 && name.is_ascii() && kept > 0 && kept + 1 < all
}

/// What looking for a date finds.
enum Found<'a> {
    Day(Day, Cursor<'a>),
    /// Day and month without a year.
    YearMissing,
    Nothing,
}

fn after_day(day: Day, rest: Cursor<'_>) -> Result<Parts, Why> {
    let mut parts = Parts { day: Some(day), ..Parts::default() };
    let joined_by_t = rest.word().is_some_and(|(word, _)| word == "t");
    let at = rest.skip_all(&JOINER_MARKS, &JOINERS);
    if at.is_end() {
        return Ok(parts);
    }
    // A shorter joiner where a longer one took the `a` of `a las 5`, or the AM before a time.
    let found = clock(at, true).or_else(|| clock(rest, true));
    let Some((time, rest)) = found else { return Err(Why::Form) };
    let (place, rest) = after_clock(rest, time.has_seconds || joined_by_t);
    parts.clock = Some(time);
    parts.place = place;
    if rest.is_end() { Ok(parts) } else { Err(Why::Form) }
}

/// A time, and a date after it.
fn before_day(start: Cursor<'_>) -> Result<Parts, Why> {
    let (time, rest) = clock(start, false).ok_or(Why::Form)?;
    // `12.50` is more often an amount.
    if time.is_weak && rest.skip_all(&['.'], &[]).is_end() {
        return Err(Why::Form);
    }
    let (place, rest) = after_clock(rest, time.has_seconds);
    let mut parts = Parts { day: None, clock: Some(time), place };
    let at = rest.skip_all(&JOINER_MARKS, &JOINERS);
    if at.is_end() {
        return Ok(parts);
    }
    match day(at) {
        Found::Day(day, rest) if rest.is_end() => {
            parts.day = Some(day);
            Ok(parts)
        }
        Found::YearMissing => Err(Why::NoYear),
        _ => Err(Why::Form),
    }
}

fn after_clock(rest: Cursor<'_>, is_sure: bool) -> (Option<Place>, Cursor<'_>) {
    let (found, rest) = match place(rest, is_sure) {
        Some((place, rest)) => (Some(place), rest),
        None => (None, rest),
    };
    let rest = rest.skip(&['.', ','], &["uhr"]).filter(|rest| rest.is_end()).unwrap_or(rest);
    (found, rest)
}

fn day(at: Cursor<'_>) -> Found<'_> {
    if let Some((day, rest)) = triple(at) {
        return Found::Day(day, rest);
    }
    match named(at) {
        Found::Nothing => {}
        found => return found,
    }
    match at.number(6, 14) {
        Some((digits, rest)) if [6, 8].contains(&digits.len()) => {
            Found::Day(Day::Digits(digits.to_owned()), rest)
        }
        _ => Found::Nothing,
    }
}

/// `18.11.2026`, `18. 11. 2026`, `2026 11 18`, `2026年11月18日`.
fn triple(at: Cursor<'_>) -> Option<(Day, Cursor<'_>)> {
    let (first, rest) = at.number(1, 4)?;
    if let Some((_, rest)) = rest.mark(&['年', '년']) {
        let (month, rest) = rest.number(1, 2)?;
        let (_, rest) = rest.mark(&['月', '월'])?;
        let (day, rest) = rest.number(1, 2)?;
        let (_, rest) = rest.mark(&['日', '일'])?;
        let date = Date::new(year(first)?, month.parse().ok()?, day.parse().ok()?).ok()?;
        return Some((Day::Named(date), rest));
    }
    let separator = rest.mark(&SEPARATORS).map(|(separator, _)| separator);
    let past = |at: Cursor<'_>| match separator {
        Some(separator) => at.mark(&[separator]).is_some(),
        None => at.has_gap(),
    };
    let step = |at| if separator.is_some() { Cursor::rest(at) } else { at };
    if !past(rest) {
        return None;
    }
    let (second, rest) = step(rest).number(1, 2)?;
    if !past(rest) {
        return None;
    }
    let (third, rest) = step(rest).number(1, 4)?;
    let lengths = [first.len(), second.len(), third.len()];
    let is_date = match lengths {
        [4, _, 1 | 2] | [1 | 2, _, 4] => true,
        // `17.32.05` with spaces alone would be anything.
        [1 | 2, _, 2] => separator.is_some(),
        _ => false,
    };
    if !is_date {
        return None;
    }
    let rest = match separator {
        Some('.') => rest.skip(&['.'], &[]).unwrap_or(rest),
        _ => rest,
    };
    let number = |text: &str| Some((text.parse().ok()?, text.len()));
    Some((Day::Triple([number(first)?, number(second)?, number(third)?]), rest))
}

/// `18 Nov 2026`, `Nov 18, 2026`, `18-Nov-26`, `18. November 2026`, `Wed Nov 18 17:32:00 EST 2026` without its time.
fn named(at: Cursor<'_>) -> Found<'_> {
    if let Some((first, rest)) = at.number(1, 4) {
        let rest = past_fillers(past_ordinal(rest));
        let Some((month, rest)) = rest.word().and_then(|(word, rest)| Some((month(word)?, rest))) else {
            return Found::Nothing;
        };
        let rest = past_fillers(rest);
        if first.len() == 4 {
            let Some((day, rest)) = rest.number(1, 2) else { return Found::Nothing };
            return dated(first, month, day, past_ordinal(rest));
        }
        return with_year(first, month, rest);
    }
    let Some((month, rest)) = at.word().and_then(|(word, rest)| Some((month(word)?, rest))) else {
        return Found::Nothing;
    };
    let Some((day, rest)) = past_fillers(rest).number(1, 2) else { return Found::Nothing };
    with_year(day, month, past_fillers(past_ordinal(rest)))
}

/// A day and a month, and the year that follows.
fn with_year<'a>(day: &str, month: i8, at: Cursor<'a>) -> Found<'a> {
    let at = at.skip(&['\''], &[]).unwrap_or(at);
    match at.number(2, 4) {
        Some((year, rest)) if year.len() == 4 || (year.len() == 2 && !follows_hour(rest)) => {
            let rest = rest.skip_all(&['.'], &["r", "g", "roku", "г", "года", "р", "року"]);
            dated(year, month, day, rest)
        }
        _ => Found::YearMissing,
    }
}

fn dated<'a>(digits: &str, month: i8, day: &str, rest: Cursor<'a>) -> Found<'a> {
    let date = year(digits).and_then(|year| Date::new(year, month, day.parse().ok()?).ok());
    date.map_or(Found::Nothing, |date| Found::Day(Day::Named(date), rest))
}

fn past_fillers(at: Cursor<'_>) -> Cursor<'_> {
    at.skip_all(&['-', '/', '.', ','], &FILLERS)
}

fn past_ordinal(at: Cursor<'_>) -> Cursor<'_> {
    if at.has_gap() { at } else { at.skip(&['º', '°'], &ORDINALS).unwrap_or(at) }
}

/// A year of four digits, or of two: 70 to 99 are of the last century.
pub(super) fn year(digits: &str) -> Option<i16> {
    let number: i16 = digits.parse().ok()?;
    match digits.len() {
        4 => Some(number),
        2 if number < 70 => Some(2000 + number),
        2 => Some(1900 + number),
        _ => None,
    }
}

impl Day {
    /// The date in this order; `None` if it cannot be read so.
    pub(super) fn in_order(&self, order: Order) -> Option<Date> {
        match self {
            Day::Named(date) => Some(*date),
            Day::Triple(numbers) => ordered(*numbers, order),
            Day::Digits(digits) => match order {
                _ if digits.len() == 6 => cut(digits, [2, 2, 2], order),
                Order::YearMonthDay | Order::YearDayMonth => cut(digits, [4, 2, 2], order),
                // Eight digits that end with a year of trade have no month after four of them: `20112012`.
                _ => cut(digits, [2, 2, 4], order)
                    .filter(|date| YEARS.contains(&date.year()))
                    .or_else(|| cut(digits, [4, 2, 2], Order::YearMonthDay)),
            },
            Day::Number(..) => None,
        }
    }

    /// Whether its year has two digits and would come first.
    pub(super) fn is_short(&self) -> bool {
        match self {
            Day::Triple(numbers) => numbers.iter().all(|(_, length)| *length < 4),
            Day::Digits(digits) => digits.len() == 6,
            _ => false,
        }
    }
}

/// The date of digits without separators.
fn cut(digits: &str, lengths: [usize; 3], order: Order) -> Option<Date> {
    let mut from = 0;
    let mut part = |length: usize| {
        let part = digits.get(from..from + length)?.parse().ok()?;
        from += length;
        Some((part, length))
    };
    let [a, b, c] = lengths;
    ordered([part(a)?, part(b)?, part(c)?], order)
}

fn ordered(numbers: [(i16, usize); 3], order: Order) -> Option<Date> {
    let [first, second, third] = numbers;
    let is_short = numbers.iter().all(|(_, length)| *length < 4);
    let (year, month, day) = match order {
        // Short years come first in padded dates alone: 26-11-08.
        Order::YearMonthDay if is_short && numbers.iter().any(|(_, length)| *length != 2) => return None,
        Order::YearMonthDay => (first, second, third),
        Order::YearDayMonth if is_short => return None,
        Order::YearDayMonth => (first, third, second),
        // A year of four digits that comes first has the month after it.
        _ if first.1 == 4 => (first, second, third),
        Order::DayMonthYear => (third, second, first),
        Order::MonthDayYear => (third, first, second),
    };
    if month.1 > 2 || day.1 > 2 || (is_short && year.1 != 2) {
        return None;
    }
    let year = match year {
        (number, 4) => number,
        (number, _) if number < 70 => 2000 + number,
        (number, _) => 1900 + number,
    };
    Date::new(year, i8::try_from(month.0).ok()?, i8::try_from(day.0).ok()?).ok()
}
