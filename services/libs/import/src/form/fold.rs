//! Text without what differs between writers: case, accents, widths, kinds of space, invisible marks.

use unicode_normalization::UnicodeNormalization as _;

use super::LONGEST;

/// Cells that stand for nothing.
const NOTHING: [&str; 12] =
    ["-", "--", "---", "n/a", "n.a.", "na", "nan", "null", "(null)", "none", "nil", "¥n"];

/// Whether a cell stands for nothing: blank, dashes, `N/A`, `null`.
pub(super) fn is_nothing(clean: &str) -> bool {
    clean.is_empty() || NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(clean))
}

/// A cell that may be a number or a time, with digits, dashes, apostrophes and spaces in their plain forms, without invisible
/// marks, `="…"` and a spreadsheet's leading apostrophe. `None` if it is too long to be one.
pub(super) fn clean(text: &str) -> Option<String> {
    let mut clean = String::with_capacity(text.len().min(LONGEST));
    for (count, letter) in text.trim().chars().enumerate() {
        if count > LONGEST {
            return None;
        }
        clean.extend(plain(letter));
    }
    let mut inner = clean.trim();
    if let Some(quoted) = inner.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')) {
        inner = quoted.trim();
    }
    Some(inner.strip_prefix('\'').unwrap_or(inner).trim().to_owned())
}

/// The plain form of a character; none of an invisible mark.
fn plain(letter: char) -> Option<char> {
    let digit = |zero: u32| char::from_digit((letter as u32).saturating_sub(zero), 10);
    match letter {
        // Arabic and Persian digits and separators.
        '\u{660}'..='\u{669}' => digit(0x660),
        '\u{6f0}'..='\u{6f9}' => digit(0x6f0),
        '\u{66b}' => Some('.'),
        '\u{66c}' => Some('\''),
        // Full-width forms of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0),
        // In Japan's encodings one byte is the sign of yen and the backslash.
        '\u{ffe5}' | '\\' => Some('\u{a5}'),
        // Japan's accountants write a triangle before what is negative.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '▲' | '△' => Some('-'),
        '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{b4}' | '`' => Some('\''),
        // Direction marks, joiners, byte-order mark, soft hyphen.
        '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}'
        | '\u{ad}' => None,
        _ if letter.is_whitespace() => Some(' '),
        _ => Some(letter),
    }
}

/// Lower case without accents: `Gebühr` is `gebuhr`, `Łódź` is `lodz`, `ß` is `ss`.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase).nfkd() {
        match letter {
            '\u{300}'..='\u{36f}' => {}
            'ß' => folded.push_str("ss"),
            'ø' => folded.push('o'),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'þ' => folded.push_str("th"),
            'ı' => folded.push('i'),
            _ => folded.push(letter),
        }
    }
    // Syllables of Korean and marks of Japanese are put together again.
    folded.nfc().collect()
}
