//! Amounts and quantities as exports write them, read exactly: `$1,234.50`, `-$3.00`, `(3.00)`, `0.453`.

use saffron_core::{Money, Quantity};

/// Reads an amount of dollars; a blank cell is `None`.
pub fn money(text: &str) -> Result<Option<Money>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    plain(text)
        .and_then(|number| Money::parse_dollars(&number).ok())
        .map(Some)
        .ok_or_else(|| format!("'{text}' is not an amount of dollars"))
}

/// Reads a quantity of at most three decimals; a blank cell is `None`.
///
/// With `round`, further decimals are rounded half away from zero: scales write up to five, and no money is computed
/// from such a quantity.
pub fn quantity(text: &str, round: bool) -> Result<Option<Quantity>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number = plain(text).filter(|_| !text.contains('$'));
    let read = number.and_then(|number| match Quantity::parse(&number) {
        Ok(quantity) => Some(quantity),
        Err(_) if round => rounded(&number),
        Err(_) => None,
    });
    read.map(Some).ok_or_else(|| format!("'{text}' is not a quantity of at most three decimals"))
}

/// A quantity with too many decimals, rounded to three.
fn rounded(number: &str) -> Option<Quantity> {
    let (whole, fraction) = number.split_once('.')?;
    let kept = Quantity::parse(&format!("{whole}.{}", fraction.get(..3)?)).ok()?;
    let next = fraction.as_bytes().get(3)?;
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let up = i64::from(*next >= b'5');
    Some(Quantity::from_milli(if number.starts_with('-') { kept.milli() - up } else { kept.milli() + up }))
}

/// An amount as a plain decimal number, without currency sign, thousands commas, parentheses and odd minus signs.
fn plain(text: &str) -> Option<String> {
    let (mut negative, mut rest) = match text.strip_prefix('(').map(|t| t.strip_suffix(')')) {
        Some(Some(inner)) => (true, inner.trim()),
        Some(None) => return None,
        None => (false, text),
    };
    let mut dollars = 0;
    let mut minuses = 0;
    while let Some(first) = rest.chars().next() {
        match first {
            '$' => dollars += 1,
            '-' | '\u{2212}' => minuses += 1,
            ' ' | '\u{a0}' => {}
            _ => break,
        }
        rest = rest.get(first.len_utf8()..)?;
    }
    if dollars > 1 || minuses > 1 || (minuses == 1 && negative) {
        return None;
    }
    negative |= minuses == 1;
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(w, f)| (w, Some(f)));
    let whole = without_commas(whole)?;
    let sign = if negative { "-" } else { "" };
    Some(match fraction {
        Some(fraction) => format!("{sign}{whole:0>1}.{fraction}"),
        None => format!("{sign}{whole}"),
    })
}

/// The digits of a whole number whose commas, if any, part groups of three.
fn without_commas(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let grouped = whole.contains(',');
    if grouped && (first.is_empty() || first.len() > 3) {
        return None;
    }
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        digits.push_str(group);
    }
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(text: &str) -> Option<i64> {
        money(text).ok().flatten().map(Money::cents)
    }

    #[test]
    fn amounts_of_exports_and_spreadsheets_are_read() {
        for (text, expected) in [
            ("$1,234.50", 123_450),
            ("-$3.00", -300),
            ("$-3.00", -300),
            ("(3.00)", -300),
            ("($1,003.25)", -100_325),
            ("\u{2212}$0.50", -50),
            ("16", 1_600),
            (".75", 75),
            (" $ 8.00 ", 800),
            ("1,234,567.89", 123_456_789),
            ("20.750", 2_075),
        ] {
            assert_eq!(cents(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn text_that_is_no_amount_is_refused() {
        for text in [
            "1,23",
            "12.505",
            "(3.00",
            "-(3.00)",
            "--3",
            "$$3",
            "abc",
            "1e3",
            "5.",
            "12,3456.00",
            ",100",
            "$",
            "1.2.3",
        ] {
            assert!(money(text).is_err(), "{text}");
        }
        assert_eq!(money("  "), Ok(None));
    }

    #[test]
    fn quantities_keep_three_decimals() {
        let milli = |text, round| quantity(text, round).ok().flatten().map(Quantity::milli);
        assert_eq!(milli("1.0", false), Some(1_000));
        assert_eq!(milli("0.453", false), Some(453));
        assert_eq!(milli("1.00000", false), Some(1_000));
        assert_eq!(milli("-2", false), Some(-2_000));
        assert_eq!(milli("0.45359", false), None);
        assert_eq!(milli("0.45359", true), Some(454));
        assert_eq!(milli("-0.45350", true), Some(-454));
        assert_eq!(milli("0.4535x", true), None);
        assert_eq!(milli("$2", true), None);
    }
}
