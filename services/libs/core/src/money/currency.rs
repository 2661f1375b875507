//! Amounts as the card provider counts them: whole minor units of a currency, which has two digits after the point in
//! most countries, none in some, three in a few (the provider's list of currencies).

/// Currencies whose minor unit is the unit itself. The provider counts UGX and ISK, which have no smaller unit, in
/// hundredths.
const WITHOUT_POINT: [&str; 15] =
    ["bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf"];
/// Currencies of thousandths.
const OF_THOUSANDTHS: [&str; 5] = ["bhd", "jod", "kwd", "omr", "tnd"];
/// The sign before an amount in US English, where it is not the code of the currency.
const SYMBOLS: [(&str, &str); 18] = [
    ("aud", "A$"),
    ("brl", "R$"),
    ("cad", "CA$"),
    ("cny", "CN¥"),
    ("eur", "€"),
    ("gbp", "£"),
    ("hkd", "HK$"),
    ("ils", "₪"),
    ("inr", "₹"),
    ("jpy", "¥"),
    ("krw", "₩"),
    ("mxn", "MX$"),
    ("nzd", "NZ$"),
    ("php", "₱"),
    ("twd", "NT$"),
    ("usd", "$"),
    ("vnd", "₫"),
    ("xcd", "EC$"),
];

/// How many digits an amount of a currency (ISO 4217, in any case) has after the point.
#[must_use]
pub fn digits(currency: &str) -> u8 {
    let among = |known: &[&str]| known.iter().any(|code| code.eq_ignore_ascii_case(currency));
    if among(&WITHOUT_POINT) {
        0
    } else if among(&OF_THOUSANDTHS) {
        3
    } else {
        2
    }
}

/// An amount in minor units of its currency as people read it in US English: `$1,204.55`, `¥500`, `KWD 5.120`.
#[must_use]
pub fn amount(minor: i64, currency: &str) -> String {
    format_amount(minor, currency, true)
}

/// As [`amount`], without commas: `$1204.55`.
#[must_use]
pub fn plain_amount(minor: i64, currency: &str) -> String {
    format_amount(minor, currency, false)
}

fn format_amount(minor: i64, currency: &str, grouped: bool) -> String {
    let digits = digits(currency);
    let (sign, magnitude) = (if minor < 0 { "-" } else { "" }, minor.unsigned_abs());
    let unit = 10_u64.pow(u32::from(digits));
    let whole = (magnitude / unit).to_string();
    let mut text = String::from(sign);
    match SYMBOLS.iter().find(|(code, _)| code.eq_ignore_ascii_case(currency)) {
        Some((_, symbol)) => text.push_str(symbol),
        None => text.push_str(&format!("{}\u{a0}", currency.to_ascii_uppercase())),
    }
    for (index, digit) in whole.chars().enumerate() {
        if grouped && index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if digits > 0 {
        text.push_str(&format!(".{:0width$}", magnitude % unit, width = usize::from(digits)));
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_currency_has_its_digits_and_its_sign() {
        for (minor, currency, text) in [
            (120_455, "usd", "$1,204.55"),
            (-500, "USD", "-$5.00"),
            (0, "usd", "$0.00"),
            (500, "jpy", "¥500"),
            (1_234_567, "jpy", "¥1,234,567"),
            (5_120, "kwd", "KWD\u{a0}5.120"),
            (999, "eur", "€9.99"),
            (1_000, "chf", "CHF\u{a0}10.00"),
            (500, "isk", "ISK\u{a0}5.00"),
            (500, "ugx", "UGX\u{a0}5.00"),
            (500, "xpf", "XPF\u{a0}500"),
        ] {
            assert_eq!(amount(minor, currency), text, "{currency}");
        }
        assert_eq!(plain_amount(120_455, "usd"), "$1204.55");
    }

    proptest! {
        #[test]
        fn no_minor_unit_is_lost(minor in any::<i64>(), currency in "(usd|jpy|kwd|eur|chf)") {
            let text = amount(minor, &currency);
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            prop_assert_eq!(digits.parse::<u64>().unwrap(), minor.unsigned_abs());
            prop_assert_eq!(text.starts_with('-'), minor < 0);
        }
    }
}
