//! Times of day and offsets.

use jiff::civil::Time;
use jiff::tz::Offset;

use super::lex::{Cursor, Kind};
use super::names::{Half, half};
use super::{Clock, Place, zone};

/// A time of day as it was read.
#[derive(Debug, Clone)]
pub(super) struct RawClock {
    pub clock: Clock,
    /// Whether AM or PM was said, or a word for it.
    pub is_marked: bool,
    /// Whether seconds were given.
    pub has_seconds: bool,
    /// Whether the hour as written is from 1 to 12.
    pub is_low: bool,
    /// Whether it is two numbers with a point between them and nothing else.
    pub is_weak: bool,
}

/// The time of day at a place of a cell. `bare` allows `1732` and `173205`, as after a date or in a column of times.
pub(super) fn clock(at: Cursor<'_>, bare: bool) -> Option<(RawClock, Cursor<'_>)> {
    let (before, at) = match at.word().and_then(|(word, rest)| Some((half(word)?, rest))) {
        Some((half, rest)) => (Some(half), rest),
        None => (None, at),
    };
    let (digits, rest) = at.number(1, 6)?;
    if digits.len() > 2 {
        return compact(digits, rest).filter(|_| bare && before.is_none());
    }
    let hour: i8 = digits.parse().ok()?;
    let is_dotted = rest.mark(&['.']).is_some();
    let (minute, second, rest, is_complete) = minutes(rest)?;
    let (after, rest) = match before {
        Some(_) => (None, rest),
        None => half_after(rest),
    };
    let half = before.or(after);
    if !is_complete && half.is_none() {
        return None;
    }
    let named = rest.skip(&[], &["uhr", "h", "hs", "hrs", "hod", "godz", "klo"]);
    let raw = RawClock {
        clock: resolve(hour, minute.unwrap_or(0), second.unwrap_or(0), half)?,
        is_marked: half.is_some(),
        has_seconds: second.is_some(),
        is_low: (1..=12).contains(&hour),
        is_weak: is_dotted && half.is_none() && named.is_none(),
    };
    Some((raw, named.unwrap_or(rest)))
}

/// `1732`, `173205`, and `905` of a sheet that drops the zero.
fn compact<'a>(digits: &str, rest: Cursor<'a>) -> Option<(RawClock, Cursor<'a>)> {
    let digits = if digits.len() == 3 { format!("0{digits}") } else { digits.to_owned() };
    let part = |from: usize| digits.get(from..from + 2).and_then(|part| part.parse::<i8>().ok());
    let second = match digits.len() {
        4 => None,
        6 => Some(part(4)?),
        _ => return None,
    };
    let hour = part(0)?;
    let clock = resolve(hour, part(2)?, second.unwrap_or(0), None)?;
    let has_seconds = second.is_some();
    let is_low = (1..=12).contains(&hour);
    Some((RawClock { clock, is_marked: false, has_seconds, is_low, is_weak: false }, rest))
}

/// Minutes and seconds after an hour; whether that is a time without AM or PM.
type Minutes<'a> = (Option<i8>, Option<i8>, Cursor<'a>, bool);

fn minutes(at: Cursor<'_>) -> Option<Minutes<'_>> {
    let two = |at: Cursor<'_>| at.number(2, 2).and_then(|(digits, _)| digits.parse::<i8>().ok());
    if let Some((sign, rest)) = at.mark(&[':', '.']).filter(|(_, rest)| !at.has_gap() && !rest.has_gap()) {
        let minute = two(rest)?;
        let rest = rest.rest();
        let seconds = rest.mark(&[sign]).filter(|(_, after)| !rest.has_gap() && !after.has_gap());
        let Some((second, rest)) = seconds.and_then(|(_, after)| Some((two(after)?, after.rest()))) else {
            return Some((Some(minute), None, rest, true));
        };
        // A fraction of a second is none of a check.
        let fraction = rest.mark(&['.', ',', ':']).and_then(|(_, after)| after.number(1, 9));
        let rest = fraction.filter(|_| !rest.has_gap()).map_or(rest, |(_, rest)| rest);
        return Some((Some(minute), Some(second), rest, true));
    }
    let hours = ["h", "hs", "hr", "hrs", "heures", "uhr", "u", "ur"];
    let Some(rest) = at.skip(&['时', '時', '点', '點', '시'], &hours) else {
        return Some((None, None, at, false));
    };
    let Some(minute) = two(rest).or_else(|| rest.number(1, 1).and_then(|(digits, _)| digits.parse().ok()))
    else {
        return Some((None, None, rest, true));
    };
    let rest = rest.rest();
    let Some(rest) = rest.skip(&['分', '분', ':', '\''], &["m", "min", "mn"]) else {
        return Some((Some(minute), None, rest, true));
    };
    let Some(second) = two(rest) else { return Some((Some(minute), None, rest, true)) };
    let rest = rest.rest();
    Some((Some(minute), Some(second), rest.skip(&['秒', '초'], &["s", "sec"]).unwrap_or(rest), true))
}

/// `PM`, `p`, `p.m.`, `p. m.` after a time.
fn half_after(at: Cursor<'_>) -> (Option<Half>, Cursor<'_>) {
    let Some((word, rest)) = at.word() else { return (None, at) };
    let letters = rest.mark(&['.']).and_then(|(_, rest)| {
        let (second, rest) = rest.word().filter(|(second, _)| second.chars().count() == 1)?;
        Some((half(&format!("{word}{second}"))?, rest))
    });
    match letters.filter(|_| word.chars().count() == 1) {
        Some((half, rest)) => (Some(half), rest.skip(&['.'], &[]).unwrap_or(rest)),
        None => match half(word) {
            Some(half) => (Some(half), rest.skip(&['.'], &[]).unwrap_or(rest)),
            None => (None, at),
        },
    }
}

/// The time of an hour as written. Hours 24 to 35 are of the night after.
pub(super) fn resolve(hour: i8, minute: i8, second: i8, half: Option<Half>) -> Option<Clock> {
    let hour = match (half, hour) {
        (Some(Half::Am), 12) => 0,
        (Some(Half::Am), 0..12) | (Some(Half::Pm), 12..24) | (None, 0..36) => hour,
        (Some(Half::Pm), 0..12) => hour + 12,
        _ => return None,
    };
    // A leap second is the one before it.
    let second = if second == 60 { 59 } else { second };
    Some(Clock { time: Time::new(hour % 24, minute, second, 0).ok()?, next_day: hour >= 24 })
}

/// The offset or zone after a time: `Z`, `+02:00`, `-0500`, `UTC`, `GMT+1`, `EST`. It is sure after seconds or `T`: otherwise
/// `10:00-11:30` may be a span, and is not read.
pub(super) fn place(at: Cursor<'_>, is_sure: bool) -> Option<(Place, Cursor<'_>)> {
    if let Some((word, rest)) = at.word() {
        if matches!(word, "z" | "utc" | "gmt" | "ut") {
            let signed = offset(rest, true).filter(|_| word != "z");
            return Some(signed.unwrap_or((Place::Offset(Offset::UTC), rest)));
        }
        let name = word.to_ascii_uppercase();
        return zone::is_abbreviation(&name).then_some((Place::Abbreviation(name), rest));
    }
    offset(at, is_sure)
}

fn offset(at: Cursor<'_>, is_sure: bool) -> Option<(Place, Cursor<'_>)> {
    let is_apart = at.has_gap();
    let (sign, rest) = at.mark(&['+', '-'])?;
    if rest.has_gap() {
        return None;
    }
    let (digits, rest) = rest.number(1, 4)?;
    let (hours, minutes, rest) = match digits.len() {
        1 | 2 if is_sure => match rest.mark(&[':']).and_then(|(_, rest)| rest.number(2, 2)) {
            Some((minutes, rest)) => (digits, minutes, rest),
            None => (digits, "00", rest),
        },
        4 if is_sure || is_apart => (digits.get(..2)?, digits.get(2..)?, rest),
        _ => return None,
    };
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    if hours > 14 || minutes % 15 != 0 || minutes >= 60 {
        return None;
    }
    let seconds = (hours * 60 + minutes) * 60;
    let offset = Offset::from_seconds(if sign == '-' { -seconds } else { seconds }).ok()?;
    Some((Place::Offset(offset), rest))
}

/// Whether what is next begins a time, so that a number of two digits before it is an hour and no year.
pub(super) fn follows_hour(at: Cursor<'_>) -> bool {
    let Some(token) = at.peek() else { return false };
    match &token.kind {
        Kind::Mark(':') => true,
        Kind::Mark('.') => at.rest().number(2, 2).is_some() && !at.rest().has_gap(),
        Kind::Word(word) => half(word).is_some() || ["h", "uhr", "hrs"].contains(&word.as_str()),
        _ => false,
    }
}
