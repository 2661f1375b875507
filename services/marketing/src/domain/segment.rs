//! The segments in which a text is sent and billed (GSM 03.38; 3GPP TS 23.038), and their price.

use std::str::FromStr;

use saffron_core::Money;

/// The characters of one unit.
const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// The characters of two units, with an escape.
const EXTENDED: &str = "\u{c}^{}\\[~]|€";

/// How the characters of a text are encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Seven bits a character.
    Gsm7,
    /// Sixteen bits a character.
    Ucs2,
}

impl Encoding {
    pub const fn as_str(self) -> &'static str {
        match self {
            Encoding::Gsm7 => "GSM-7",
            Encoding::Ucs2 => "UCS-2",
        }
    }
}

/// The encoding and the number of segments of a text; 0 for an empty one.
pub fn segments(text: &str) -> (Encoding, u16) {
    let septets = |c: char| match c {
        c if BASIC.contains(c) => Some(1),
        c if EXTENDED.contains(c) => Some(2),
        _ => None,
    };
    let gsm: Option<Vec<usize>> = text.chars().map(septets).collect();
    match gsm {
        Some(units) => (Encoding::Gsm7, count(&units, 160, 153)),
        None => (Encoding::Ucs2, count(&text.chars().map(char::len_utf16).collect::<Vec<_>>(), 70, 67)),
    }
}

/// The number of segments: one of up to `alone` units, or several of up to `each`, where no character is split.
fn count(units: &[usize], alone: usize, each: usize) -> u16 {
    let total: usize = units.iter().sum();
    if total == 0 {
        return 0;
    }
    if total <= alone {
        return 1;
    }
    let (mut segments, mut used) = (1_u16, 0);
    for unit in units {
        if used + unit > each {
            segments = segments.saturating_add(1);
            used = 0;
        }
        used += unit;
    }
    segments
}

/// The price of one segment, in hundredths of a cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SegmentPrice(u32);

impl SegmentPrice {
    /// The price of so many segments, rounded half away from zero to whole cents.
    pub fn of(self, segments: i64) -> Money {
        Money::from_cents(i64::from(self.0)).ratio(segments, 100)
    }
}

/// Dollars with up to four decimals: `0.0083`.
impl FromStr for SegmentPrice {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<SegmentPrice, &'static str> {
        const WRONG: &str = "must be dollars with up to four decimals, less than 100, such as 0.0083";
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(part) || whole.len() > 2 || part.len() > 4 {
            return Err(WRONG);
        }
        format!("{whole}{part:0<4}").parse().map(SegmentPrice).map_err(|_| WRONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_basic_text_has_160_or_153_units() {
        assert_eq!(BASIC.chars().count(), 127, "all but the escape");
        assert_eq!(segments(""), (Encoding::Gsm7, 0));
        assert_eq!(segments(&"a".repeat(160)), (Encoding::Gsm7, 1));
        assert_eq!(segments(&"a".repeat(161)), (Encoding::Gsm7, 2));
        assert_eq!(segments(&"a".repeat(306)), (Encoding::Gsm7, 2));
        assert_eq!(segments(&"a".repeat(307)), (Encoding::Gsm7, 3));
        assert_eq!(segments(&"€".repeat(80)), (Encoding::Gsm7, 1));
        assert_eq!(segments(&"€".repeat(81)), (Encoding::Gsm7, 2));
        // 152 units, then a character of two: it does not begin in the first segment.
        assert_eq!(segments(&format!("{}€{}", "a".repeat(152), "a".repeat(151))), (Encoding::Gsm7, 2));
        assert_eq!(segments(&format!("{}€{}", "a".repeat(152), "a".repeat(152))), (Encoding::Gsm7, 3));
    }

    #[test]
    fn any_other_text_has_70_or_67_units() {
        assert_eq!(segments(&"ж".repeat(70)), (Encoding::Ucs2, 1));
        assert_eq!(segments(&"ж".repeat(71)), (Encoding::Ucs2, 2));
        assert_eq!(segments(&"ж".repeat(134)), (Encoding::Ucs2, 2));
        assert_eq!(segments(&"ж".repeat(135)), (Encoding::Ucs2, 3));
        assert_eq!(segments("’"), (Encoding::Ucs2, 1));
        // A surrogate pair has two units: 33 pairs fill 66 of 67.
        assert_eq!(segments(&"🌮".repeat(35)), (Encoding::Ucs2, 1));
        assert_eq!(segments(&"🌮".repeat(66)), (Encoding::Ucs2, 2));
        assert_eq!(segments(&"🌮".repeat(67)), (Encoding::Ucs2, 3));
    }

    #[test]
    fn price_is_rounded_once_for_all_segments() {
        let price: SegmentPrice = "0.0083".parse().unwrap();
        // 0.415 dollars and 0.4067 dollars.
        assert_eq!((price.of(50).cents(), price.of(49).cents(), price.of(0).cents()), (42, 41, 0));
        assert_eq!("1".parse::<SegmentPrice>().unwrap().of(3).cents(), 300);
        assert_eq!("99.9".parse::<SegmentPrice>().unwrap().of(1).cents(), 9_990);
    }

    #[test]
    fn price_with_a_sign_or_five_decimals_is_refused() {
        for wrong in ["", ".", "1.", ".5", "-1", "0.00001", "100", "1e3", "$1"] {
            assert!(wrong.parse::<SegmentPrice>().is_err(), "{wrong}");
        }
    }
}
