//! Texts and numbers as POS systems write them.

use saffron_core::Quantity;
use saffron_core::contact::UsPhone;

/// The most characters of a name in a fact.
pub(crate) const NAME: usize = 200;
/// The most thousandths of a quantity in a fact.
const MAX_MILLI: i128 = 1_000_000_000;

/// A text without control characters, cut to so many characters.
#[must_use]
pub(crate) fn cut(text: &str, most: usize) -> String {
    let plain: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    plain.trim().chars().take(most).collect::<String>().trim_end().to_owned()
}

/// A name of a fact; none if nothing is left of it.
#[must_use]
pub(crate) fn name(text: Option<&str>) -> Option<String> {
    text.map(|text| cut(text, NAME)).filter(|name| !name.is_empty())
}

/// A decimal number in thousandths, rounded half away from zero: what is not nothing never becomes it. None if it is no such
/// number, or larger than a fact may hold.
#[must_use]
pub(crate) fn quantity(text: &str) -> Option<Quantity> {
    let text = text.trim();
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let whole: i128 = match whole.trim_start_matches('0') {
        "" => 0,
        whole if whole.len() <= 9 => whole.parse().ok()?,
        _ => return None,
    };
    let digit = |at: usize| fraction.as_bytes().get(at).map_or(0, |byte| i128::from(byte - b'0'));
    let rounded = i128::from(digit(3) >= 5);
    let milli = whole * 1_000 + digit(0) * 100 + digit(1) * 10 + digit(2) + rounded;
    let is_something = fraction.bytes().any(|byte| byte != b'0');
    let milli = if milli == 0 && is_something { 1 } else { milli };
    let milli = i64::try_from(milli).ok().filter(|milli| i128::from(*milli) <= MAX_MILLI)?;
    Some(Quantity::from_milli(if negative { -milli } else { milli }))
}

/// A code such as `BUY_NOW_PAY_LATER` in words: `buy now pay later`.
#[must_use]
pub(crate) fn words(code: &str) -> String {
    let words = code.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    cut(&words.collect::<Vec<_>>().join(" ").to_lowercase(), NAME)
}

/// The same with a capital letter: `Buy now pay later`.
#[must_use]
pub(crate) fn title(code: &str) -> String {
    let words = words(code);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Each word with a capital letter: Cash App.
#[must_use]
pub(crate) fn capitalized(code: &str) -> String {
    let words = words(code);
    words.split(' ').map(title).collect::<Vec<_>>().join(" ")
}

/// The name of a tender, which always has one.
#[must_use]
pub(crate) fn named(name: String) -> String {
    if name.is_empty() { "Other".to_owned() } else { name }
}

/// A text that fits as a whole; none if it is empty. A part of an address is another one.
#[must_use]
pub(crate) fn whole(text: &str) -> Option<String> {
    name(Some(text)).filter(|name| name.chars().count() == text.trim().chars().count())
}

/// A phone number, in one form where it is one of the US.
#[must_use]
pub(crate) fn phone(text: &str) -> Option<String> {
    text.parse::<UsPhone>().map_or_else(|_| whole(text), |number| Some(number.as_str().to_owned()))
}

/// Whether a text is what a receipt shows of a card's number.
#[must_use]
pub(crate) fn is_last_digits(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_rounded_to_thousandths() {
        let milli = |text: &str| quantity(text).map(Quantity::milli);
        for (text, expected) in [
            ("1", 1_000),
            ("0.33335", 333),
            ("0.33350", 334),
            ("-1.5", -1_500),
            ("0.00001", 1),
            ("-0.00049", -1),
            ("0.00000", 0),
            ("000000000000002", 2_000),
            (".5", 500),
            ("1000000", MAX_MILLI as i64),
        ] {
            assert_eq!(milli(text), Some(expected), "{text}");
        }
        for bad in ["", "-", ".", "1e3", "1,5", "--1", "1000001", "99999999999999999999", "½"] {
            assert_eq!(milli(bad), None, "{bad}");
        }
    }

    #[test]
    fn names_lose_what_no_name_has() {
        assert_eq!(cut(" A\u{0}B\n", 200), "A B");
        assert_eq!(name(Some("\t")), None);
        assert_eq!(cut(&"ä".repeat(300), 200).chars().count(), 200);
        assert_eq!(title("BUY_NOW_PAY_LATER"), "Buy now pay later");
    }
}
