//! Lengths of time, as reports of labor write them.

use super::Why;
use super::lex::{Cursor, tokens};
use crate::form::number::{self, Decimal, NumberForm};
use crate::form::{Seen, fold};

/// What a number without a unit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// `6.69`
    Hours,
    /// `401.4`
    Minutes,
    /// `24084`
    Seconds,
}

impl Unit {
    /// The unit in the name of a column: `Regular Hours`, `Minuten`, `Pause (min)`. `None` if it names none, or two.
    #[must_use]
    pub fn of_name(column: &str) -> Option<Unit> {
        let name = fold::fold(column);
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1 || *word == "h");
        let named = |word: &str| {
            let known = UNITS.iter().find(|(_, names)| names.contains(&word)).map(|(unit, _)| *unit);
            // One word in German: `Überstunden`, `Pausenminuten`.
            known
                .or_else(|| word.ends_with("stunden").then_some(Unit::Hours))
                .or_else(|| word.ends_with("minuten").then_some(Unit::Minutes))
        };
        let mut units = words.filter_map(named);
        let first = units.next()?;
        units.all(|unit| unit == first).then_some(first)
    }

    const fn seconds(self) -> i128 {
        match self {
            Unit::Hours => 3600,
            Unit::Minutes => 60,
            Unit::Seconds => 1,
        }
    }
}

/// Names of units, folded.
const UNITS: [(Unit, &[&str]); 3] = [
    (
        Unit::Hours,
        &[
            "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora",
            "horas", "ora", "ore", "uur", "u", "godz", "timmar", "timer", "tim", "hod", "saat", "sa",
        ],
    ),
    (
        Unit::Minutes,
        &[
            "m", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "minuty",
            "minuter", "minutter", "mn", "dk", "dakika",
        ],
    ),
    (
        Unit::Seconds,
        &["s", "sec", "secs", "second", "seconds", "sek", "sekunden", "seg", "segundos", "secondi", "sn"],
    ),
];

/// The evidence of a column of durations for the unit of its numbers.
#[derive(Debug, Clone, Default)]
pub struct DurationEvidence {
    /// Cells that no unit reads.
    pub other: Seen,
    /// Cells that say their unit, or have a colon.
    pub clear: u64,
    /// Numbers without a unit.
    pub bare: u64,
    /// Of those, the ones that are 0.
    pub zeros: u64,
    /// Of those, the ones with decimals.
    pub fractions: u64,
    /// Of those, the ones above 24: hardly the hours of a shift.
    pub over_24: u64,
    /// Of those, the ones with two decimals, and with less than 60 in them. Where these are many and equal, `6.41` may be 6 hours
    /// and 41 minutes.
    pub two_decimals: u64,
    /// See `two_decimals`.
    pub below_60: u64,
}

impl DurationEvidence {
    /// Adds one cell, of a column whose form of numbers is decided.
    pub fn see(&mut self, text: &str, form: NumberForm) {
        let Ok(Some(number)) = number::read(text, form) else {
            match read_duration(text, form, Unit::Hours) {
                Ok(Some(_)) => self.clear = self.clear.saturating_add(1),
                Ok(None) => {}
                Err(_) => self.other.add(text),
            }
            return;
        };
        self.bare = self.bare.saturating_add(1);
        let milli = number.value.units(3).unwrap_or(i128::MAX);
        self.zeros = self.zeros.saturating_add(u64::from(milli == 0));
        self.fractions = self.fractions.saturating_add(u64::from(number.value.decimals() > 0));
        self.over_24 = self.over_24.saturating_add(u64::from(milli > 24_000));
        if number.value.decimals() == 2 {
            self.two_decimals = self.two_decimals.saturating_add(1);
            let part = number.value.units(2).map_or(0, |hundredths| hundredths.unsigned_abs() % 100);
            self.below_60 = self.below_60.saturating_add(u64::from(part < 60));
        }
    }

    /// Whether a number has decimals.
    #[must_use]
    pub const fn has_fractions(&self) -> bool {
        self.fractions > 0
    }

    /// The unit of the column's numbers, if its cells settle it: the column's name is for the caller. Minutes where one is above
    /// 24; nothing where all could be hours, since minutes may be few.
    #[must_use]
    pub const fn unit(&self) -> Option<Unit> {
        if self.over_24 > 0 { Some(Unit::Minutes) } else { None }
    }
}

/// Reads a duration as whole seconds, rounded half away from zero once: `6.69` of hours is 24,084, `6:41` (hours and minutes)
/// 24,060, `6:41:30`, `6h 41m`, `6 hrs 41 min`, `401.4 min`, `PT6H41M`. A cell that stands for nothing is `None`.
///
/// # Errors
/// What is not read: other text, a negative duration, one of more than 366 days.
pub fn read_duration(text: &str, form: NumberForm, unit: Unit) -> Result<Option<i64>, Why> {
    let clean = fold::clean(text).ok_or(Why::Form)?;
    if fold::is_nothing(&clean) {
        return Ok(None);
    }
    if let Ok(Some(number)) = number::read(&clean, form) {
        if number.currency.is_some() || number.percent || number.unit.is_some() || number.value.is_negative()
        {
            return Err(Why::Form);
        }
        return rounded(number.value, unit).map(Some);
    }
    let lower = clean.to_ascii_lowercase();
    let lower = lower
        .strip_prefix("pt")
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(&lower);
    let (pieces, _) = tokens(lower).ok_or(Why::Form)?;
    let at = Cursor::new(&pieces);
    if let Some(seconds) = with_colons(at) {
        return within_a_year(seconds).map(Some);
    }
    with_units(lower, form).map(Some)
}

fn rounded(value: Decimal, unit: Unit) -> Result<i64, Why> {
    // Decimals of a third of an hour have up to 28 digits; nine of them are more than a millionth of a second.
    let nano = value.units(9).and_then(|nano| nano.checked_mul(unit.seconds())).ok_or(Why::Range)?;
    let seconds = (nano + 500_000_000).div_euclid(1_000_000_000);
    within_a_year(i64::try_from(seconds).map_err(|_| Why::Range)?)
}

/// No duration of a report is longer.
fn within_a_year(seconds: i64) -> Result<i64, Why> {
    if seconds <= 366 * 86_400 { Ok(seconds) } else { Err(Why::Range) }
}

/// `6:41`, `6:41:30`, `126:05`.
fn with_colons(at: Cursor<'_>) -> Option<i64> {
    let two = |at: Cursor<'_>| -> Option<i64> {
        let (digits, _) = at.mark(&[':']).and_then(|(_, rest)| rest.number(2, 2))?;
        digits.parse().ok().filter(|value| *value < 60)
    };
    let (hours, rest) = at.number(1, 4)?;
    let minutes = two(rest)?;
    let rest = rest.rest().rest();
    let seconds = if rest.is_end() { 0 } else { two(rest)? };
    let rest = if rest.is_end() { rest } else { rest.rest().rest() };
    let hours: i64 = hours.parse().ok()?;
    rest.is_end().then_some((hours * 60 + minutes) * 60 + seconds)
}

/// `6h 41m`, `6,69 Std.`, `401.4 min`: units fall, and each stands once.
fn with_units(text: &str, form: NumberForm) -> Result<i64, Why> {
    let mut rest = text;
    let mut nano: i128 = 0;
    let mut last: Option<Unit> = None;
    while !rest.is_empty() {
        let letter = rest.find(char::is_alphabetic).ok_or(Why::Form)?;
        let (number, after) = rest.split_at_checked(letter).ok_or(Why::Form)?;
        let end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        let (name, after) = after.split_at_checked(end).ok_or(Why::Form)?;
        let name = fold::fold(name);
        let unit = UNITS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(unit, _)| *unit);
        let unit = unit.ok_or(Why::Form)?;
        if last.is_some_and(|last| last >= unit) {
            return Err(Why::Form);
        }
        last = Some(unit);
        let number = number.trim().trim_start_matches(',').trim();
        let value = number::read(number, form).ok().flatten().ok_or(Why::Form)?;
        if value.currency.is_some() || value.percent || value.unit.is_some() || value.value.is_negative() {
            return Err(Why::Form);
        }
        let part =
            value.value.units(9).and_then(|value| value.checked_mul(unit.seconds())).ok_or(Why::Range)?;
        nano = nano.checked_add(part).ok_or(Why::Range)?;
        rest = after.trim_start_matches(['.', ' ']);
    }
    rounded(Decimal::new(nano, 9).ok_or(Why::Range)?, Unit::Seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_to_the_second() {
        let dot = |text, unit| read_duration(text, NumberForm::DOT, unit);
        for (text, unit, seconds) in [
            ("6.69", Unit::Hours, 24_084),
            ("401.4", Unit::Minutes, 24_084),
            ("24084", Unit::Seconds, 24_084),
            ("6:41", Unit::Hours, 24_060),
            ("6:41:30", Unit::Minutes, 24_090),
            ("126:05", Unit::Hours, 453_900),
            ("6h 41m", Unit::Hours, 24_060),
            ("6h41", Unit::Hours, -1),
            ("6 hrs 41 min", Unit::Minutes, 24_060),
            ("6 Std. 41 Min.", Unit::Hours, 24_060),
            ("6 hours, 41 minutes", Unit::Hours, 24_060),
            ("401.4 min", Unit::Hours, 24_084),
            ("PT6H41M", Unit::Hours, 24_060),
            ("0.333333", Unit::Hours, 1_200),
            ("8.001389", Unit::Hours, 28_805),
            ("0", Unit::Hours, 0),
            ("41m 6h", Unit::Hours, -1),
            ("6:75", Unit::Hours, -1),
            ("-6", Unit::Hours, -1),
            ("$6", Unit::Hours, -1),
            ("abc", Unit::Hours, -1),
            ("99999999", Unit::Hours, -1),
            ("9990:32:00", Unit::Hours, -1),
        ] {
            let expected = if seconds < 0 { None } else { Some(Some(seconds)) };
            assert_eq!(dot(text, unit).ok(), expected, "{text}");
        }
        assert_eq!(read_duration("6,69 Std.", NumberForm::COMMA, Unit::Minutes), Ok(Some(24_084)));
        assert_eq!(dot(" ", Unit::Hours), Ok(None));
        assert_eq!(Unit::of_name("Regular Hours"), Some(Unit::Hours));
        assert_eq!(Unit::of_name("Pause (min)"), Some(Unit::Minutes));
        assert_eq!(Unit::of_name("Überstunden"), Some(Unit::Hours));
        assert_eq!(Unit::of_name("Hours or minutes"), None);
        assert_eq!(Unit::of_name("Unpaid break"), None);
        let mut evidence = DurationEvidence::default();
        ["6.41", "7:30", "x", "401.4"].iter().for_each(|cell| evidence.see(cell, NumberForm::DOT));
        assert_eq!((evidence.bare, evidence.clear, evidence.other.count, evidence.below_60), (2, 1, 1, 1));
        assert_eq!(evidence.unit(), Some(Unit::Minutes));
    }
}
