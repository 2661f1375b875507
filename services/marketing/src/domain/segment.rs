//! How many texts a text is sent and paid as (GSM 03.38; 3GPP TS 23.038).

/// The characters that take one place.
const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Those that take two: an escape, and themselves.
const EXTENDED: &str = "\u{c}^{}\\[~]|€";

/// In what a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Seven bits a character.
    Gsm7,
    /// Sixteen bits a character.
    Ucs2,
}

impl Encoding {
    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Encoding::Gsm7 => "GSM-7",
            Encoding::Ucs2 => "UCS-2",
        }
    }
}

/// In what a text is written and how many segments it has; none for no text.
#[must_use]
pub fn segments(text: &str) -> (Encoding, u16) {
    let septets = |c: char| match c {
        c if BASIC.contains(c) => Some(1),
        c if EXTENDED.contains(c) => Some(2),
        _ => None,
    };
    let gsm: Option<Vec<usize>> = text.chars().map(septets).collect();
    match gsm {
        Some(places) => (Encoding::Gsm7, count(&places, 160, 153)),
        None => (Encoding::Ucs2, count(&text.chars().map(char::len_utf16).collect::<Vec<_>>(), 70, 67)),
    }
}

/// One segment if all fits; else each with fewer places, and no character in two of them.
fn count(places: &[usize], alone: usize, each: usize) -> u16 {
    let total: usize = places.iter().sum();
    if total == 0 {
        return 0;
    }
    if total <= alone {
        return 1;
    }
    let (mut segments, mut used) = (1_u16, 0);
    for place in places {
        if used + place > each {
            segments = segments.saturating_add(1);
            used = 0;
        }
        used += place;
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_bits() {
        assert_eq!(BASIC.chars().count(), 127, "all but the escape");
        assert_eq!(segments(""), (Encoding::Gsm7, 0));
        assert_eq!(segments(&"a".repeat(160)), (Encoding::Gsm7, 1));
        assert_eq!(segments(&"a".repeat(161)), (Encoding::Gsm7, 2));
        assert_eq!(segments(&"a".repeat(306)), (Encoding::Gsm7, 2));
        assert_eq!(segments(&"a".repeat(307)), (Encoding::Gsm7, 3));
        assert_eq!(segments(&"€".repeat(80)), (Encoding::Gsm7, 1));
        assert_eq!(segments(&"€".repeat(81)), (Encoding::Gsm7, 2));
        // 152 places, then one that takes two: it does not begin in the first segment.
        assert_eq!(segments(&format!("{}€{}", "a".repeat(152), "a".repeat(151))), (Encoding::Gsm7, 2));
        assert_eq!(segments(&format!("{}€{}", "a".repeat(152), "a".repeat(152))), (Encoding::Gsm7, 3));
    }

    #[test]
    fn sixteen_bits() {
        assert_eq!(segments(&"ж".repeat(70)), (Encoding::Ucs2, 1));
        assert_eq!(segments(&"ж".repeat(71)), (Encoding::Ucs2, 2));
        assert_eq!(segments(&"ж".repeat(134)), (Encoding::Ucs2, 2));
        assert_eq!(segments(&"ж".repeat(135)), (Encoding::Ucs2, 3));
        assert_eq!(segments("’"), (Encoding::Ucs2, 1));
        // A surrogate pair takes two places: 33 pairs fill 66 of 67.
        assert_eq!(segments(&"🌮".repeat(35)), (Encoding::Ucs2, 1));
        assert_eq!(segments(&"🌮".repeat(66)), (Encoding::Ucs2, 2));
        assert_eq!(segments(&"🌮".repeat(67)), (Encoding::Ucs2, 3));
    }
}
