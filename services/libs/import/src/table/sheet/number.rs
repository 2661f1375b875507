//! Numbers of sheets as text: plain decimals, and by the format of their cell dates, times and percentages.

use jiff::civil::{Date, Time, date};
use jiff::{SignedDuration, ToSpan as _};

use super::super::{Cell, CellKind};

/// What a cell's format makes of its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Format {
    /// A number as it is, and the currency that is shown beside it, but dollars.
    Plain(Option<String>),
    /// A hundred times the number, with `%`.
    Percent,
    /// A date, a time of day, or both.
    Date,
    Time,
    DateTime,
    /// Hours that may be more than a day's.
    Span,
}

/// Digits of a number that a spreadsheet keeps.
const DIGITS: usize = 15;
/// The largest exponent of ten that is written as a plain decimal.
const EXPONENT: i32 = 30;
/// Currency signs other than the dollar's.
const SIGNS: &str = "€£¥₹₩₺₽₴฿₫₱₦₪₡₲₵₸₼₾";

impl Format {
    /// The format with this number, and its code if the workbook defines it.
    pub(super) fn of(number: u32, code: Option<&str>) -> Format {
        match (code, number) {
            (Some(code), _) => of_code(code),
            (None, 9 | 10) => Format::Percent,
            (None, 14..=17 | 27..=31 | 36 | 50..=54 | 57 | 58) => Format::Date,
            (None, 18..=21 | 32..=35 | 45 | 47 | 55 | 56) => Format::Time,
            (None, 22) => Format::DateTime,
            (None, 46) => Format::Span,
            (None, _) => Format::Plain(None),
        }
    }
}

fn of_code(code: &str) -> Format {
    let mut letters = String::new();
    let mut currency = None;
    let mut rest = code.chars();
    while let Some(character) = rest.next() {
        match character {
            // Only the form of positive numbers counts.
            ';' => break,
            '"' => {
                let quoted: String = rest.by_ref().take_while(|c| *c != '"').collect();
                currency = currency.or_else(|| quoted.chars().find(|c| SIGNS.contains(*c)).map(String::from));
            }
            '\\' | '_' | '*' => {
                rest.next();
            }
            '[' => {
                let inside: String = rest.by_ref().take_while(|c| *c != ']').collect();
                if let Some(sign) = inside.strip_prefix('$') {
                    let sign = sign.split('-').next().unwrap_or_default().trim();
                    currency =
                        currency.or_else(|| (!sign.is_empty() && sign != "$").then(|| sign.to_owned()));
                } else if !inside.is_empty() && inside.chars().all(|c| "hmsHMS".contains(c)) {
                    return Format::Span;
                }
            }
            _ if SIGNS.contains(character) => currency = Some(character.to_string()),
            _ => letters.push(character.to_ascii_lowercase()),
        }
    }
    if letters.contains("general") {
        return Format::Plain(currency);
    }
    let letters = letters.replace("am/pm", "h").replace("a/p", "h");
    let day = letters.contains(['y', 'd']) || (letters.contains('m') && !letters.contains(['h', 's']));
    match (day, letters.contains(['h', 's'])) {
        (true, true) => Format::DateTime,
        (true, false) => Format::Date,
        (false, true) => Format::Time,
        (false, false) if letters.contains('%') => Format::Percent,
        (false, false) => Format::Plain(currency),
    }
}

/// The cell of a number as it is stored, by its format. `from_1904`: days count from 1904.
pub(super) fn cell(stored: &str, format: &Format, from_1904: bool) -> Cell {
    let stored = stored.trim();
    let Some(plain) = plain(stored, 0) else {
        return Cell { text: stored.to_owned(), kind: CellKind::Text };
    };
    let text = match format {
        Format::Plain(_) => None,
        Format::Percent => {
            let text = self::plain(stored, 2).map(|percent| format!("{percent}%"));
            return Cell { text: text.unwrap_or(plain), kind: CellKind::Text };
        }
        Format::Span => {
            let text = span(stored);
            return Cell { text: text.unwrap_or(plain), kind: CellKind::Text };
        }
        Format::Date | Format::Time | Format::DateTime => time(stored, format, from_1904),
    };
    match text {
        Some(text) => Cell { text, kind: CellKind::Time },
        None => Cell { text: plain, kind: CellKind::Number },
    }
}

/// A stored number times ten to the power of `shift`, as a plain decimal; none if it is no number, or too large or small to
/// be written so. Whole numbers keep all their digits; others are rounded to the 15 that a spreadsheet keeps.
fn plain(stored: &str, shift: i32) -> Option<String> {
    let digits = stored.strip_prefix('-').unwrap_or(stored);
    if shift == 0
        && !digits.is_empty()
        && digits.len() <= 30
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        let digits = digits.trim_start_matches('0');
        let sign = if stored.starts_with('-') && !digits.is_empty() { "-" } else { "" };
        return Some(if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") });
    }
    let number: f64 = stored.parse().ok().filter(|number: &f64| number.is_finite())?;
    let scientific = format!("{:.*e}", DIGITS - 1, number);
    let (mantissa, exponent) = scientific.split_once('e')?;
    let exponent = exponent.parse::<i32>().ok()?.checked_add(shift)?;
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = mantissa.replace('.', "");
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    if exponent.abs() > EXPONENT {
        return None;
    }
    let (whole, part) = match usize::try_from(exponent) {
        Ok(exponent) if digits.len() <= exponent + 1 => {
            (format!("{digits}{}", "0".repeat(exponent + 1 - digits.len())), String::new())
        }
        Ok(exponent) => {
            let (whole, part) = digits.split_at_checked(exponent + 1)?;
            (whole.to_owned(), part.to_owned())
        }
        Err(_) => {
            let zeros = usize::try_from(-exponent - 1).ok()?;
            ("0".to_owned(), format!("{}{digits}", "0".repeat(zeros)))
        }
    };
    Some(if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") })
}

/// Days and seconds of a stored number, rounded to a second.
fn days(stored: &str) -> Option<(i64, i64)> {
    let number: f64 = stored.parse().ok()?;
    // Up to the end of the year 9999.
    if !(0.0..2_958_466.0).contains(&number) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "below 2.6e11")]
    let seconds = (number * 86_400.0).round() as i64;
    Some((seconds.div_euclid(86_400), seconds.rem_euclid(86_400)))
}

fn time(stored: &str, format: &Format, from_1904: bool) -> Option<String> {
    let (days, seconds) = days(stored)?;
    let clock = Time::midnight().checked_add(SignedDuration::from_secs(seconds)).ok()?;
    if days == 0 && (*format == Format::Time || !from_1904) {
        return Some(clock.strftime("%H:%M:%S").to_string());
    }
    let day = day(days, from_1904)?;
    Some(if seconds == 0 && *format == Format::Date {
        day.to_string()
    } else {
        format!("{day}T{}", clock.strftime("%H:%M:%S"))
    })
}

/// The date of a day's number. In the system of 1900 there is a February 29, 1900, which no calendar has.
fn day(days: i64, from_1904: bool) -> Option<Date> {
    let (first, days) = match (from_1904, days) {
        (true, _) => (date(1904, 1, 1), days),
        (false, 60) => return None,
        (false, ..60) => (date(1899, 12, 31), days),
        (false, _) => (date(1899, 12, 30), days),
    };
    first.checked_add(days.days()).ok()
}

/// Hours, minutes and seconds of a stored number of days.
fn span(stored: &str) -> Option<String> {
    let (days, seconds) = days(stored)?;
    let seconds = days * 86_400 + seconds;
    Some(format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60))
}

/// The cell of a time in ISO 8601, as strict workbooks store it.
pub(super) fn iso(stored: &str) -> Cell {
    let text = stored.trim().trim_end_matches('Z').split('.').next().unwrap_or_default();
    let known = text.parse::<Date>().is_ok() || text.parse::<Time>().is_ok();
    Cell { text: text.to_owned(), kind: if known { CellKind::Time } else { CellKind::Text } }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(stored: &str, format: &Format) -> String {
        cell(stored, format, false).text
    }

    #[test]
    fn number_is_a_plain_decimal() {
        let plain = Format::Plain(None);
        let cases = [
            ("0.30000000000000004", "0.3"),
            ("12.5", "12.5"),
            ("1E6", "1000000"),
            ("4000000000012345", "4000000000012345"),
            ("12345678901234567890", "12345678901234567890"),
            ("-0", "0"),
            ("-3.4999999999999996", "-3.5"),
            ("1e-5", "0.00001"),
            ("1.10", "1.1"),
            ("007", "7"),
            ("1e300", "1e300"),
            ("abc", "abc"),
        ];
        for (stored, expected) in cases {
            assert_eq!(text(stored, &plain), expected, "{stored}");
        }
    }

    #[test]
    fn format_is_read_from_its_code() {
        let of = |code: &str| Format::of(164, Some(code));
        assert_eq!(of("yyyy\\-mm\\-dd"), Format::Date);
        assert_eq!(of("[$-409]m/d/yy h:mm AM/PM;@"), Format::DateTime);
        assert_eq!(of("h:mm"), Format::Time);
        assert_eq!(of("mm:ss"), Format::Time);
        assert_eq!(of("mmm"), Format::Date);
        assert_eq!(of("[h]:mm:ss"), Format::Span);
        assert_eq!(of("0.0%"), Format::Percent);
        assert_eq!(of("#,##0.00 [$€-407]"), Format::Plain(Some("€".into())));
        assert_eq!(of("\"£\"#,##0.00;[Red]-\"£\"#,##0.00"), Format::Plain(Some("£".into())));
        assert_eq!(of("[Red]#,##0.00 \"days\""), Format::Plain(None));
        assert_eq!(of("[$$-409]#,##0.00"), Format::Plain(None));
        assert_eq!(of("General"), Format::Plain(None));
        assert_eq!((Format::of(14, None), Format::of(2, None)), (Format::Date, Format::Plain(None)));
    }

    #[test]
    fn date_follows_its_format() {
        assert_eq!(text("44518", &Format::Date), "2021-11-18");
        assert_eq!(text("44518.5208333333", &Format::DateTime), "2021-11-18T12:30:00");
        assert_eq!(text("44518.5208333333", &Format::Date), "2021-11-18T12:30:00");
        assert_eq!(text("44518", &Format::DateTime), "2021-11-18T00:00:00");
        assert_eq!(text("0.75", &Format::Time), "18:00:00");
        assert_eq!(text("44518.75", &Format::Time), "2021-11-18T18:00:00");
        assert_eq!(text("44517.9999999999", &Format::Date), "2021-11-18");
        assert_eq!(
            (text("1", &Format::Date), text("59", &Format::Date)),
            ("1900-01-01".into(), "1900-02-28".into())
        );
        assert_eq!(
            (text("60", &Format::Date), text("61", &Format::Date)),
            ("60".into(), "1900-03-01".into())
        );
        assert_eq!(cell("43056", &Format::Date, true).text, "2021-11-18");
        assert_eq!(text("-1", &Format::Date), "-1");
        assert_eq!(text("1.5208333333", &Format::Span), "36:30:00");
        assert_eq!(text("0.1", &Format::Percent), "10%");
        assert_eq!(text("0.07", &Format::Percent), "7%");
        assert_eq!(
            iso("2021-11-18T12:30:00.000Z"),
            Cell { text: "2021-11-18T12:30:00".into(), kind: CellKind::Time }
        );
    }

    proptest! {
        #[test]
        fn cents_are_exact(cents in -99_999_999_999_i64..99_999_999_999) {
            let stored = format!("{:?}", cents as f64 / 100.0);
            let plain = plain(&stored, 0).unwrap();
            let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
            let read = format!("{whole}{part:0<2}").parse::<i64>().unwrap();
            prop_assert_eq!(read, cents);
        }
    }
}
