//! Text as bytes.

/// An encoding of text files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-8 with a mark.
    Utf8Marked,
    /// UTF-16, little end first, with a mark.
    Utf16,
    /// UTF-16, big end first, with a mark.
    Utf16Big,
    /// UTF-16, little end first, without a mark.
    Utf16Unmarked,
    /// Windows-1252.
    Windows1252,
    /// Latin-1.
    Latin1,
}

/// The bytes of a text; in UTF-8 where the encoding lacks a character.
pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Utf8Marked => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        Encoding::Utf16 => [b"\xFF\xFE".to_vec(), little(text)].concat(),
        Encoding::Utf16Big => {
            let big = text.encode_utf16().flat_map(u16::to_be_bytes);
            b"\xFE\xFF".iter().copied().chain(big).collect()
        }
        Encoding::Utf16Unmarked => little(text),
        Encoding::Windows1252 => {
            text.chars().map(windows_1252).collect::<Option<_>>().unwrap_or_else(|| text.as_bytes().to_vec())
        }
        Encoding::Latin1 => {
            let bytes = text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).ok().filter(|byte| !(0x80..0xA0).contains(byte)));
            bytes.collect::<Option<_>>().unwrap_or_else(|| text.as_bytes().to_vec())
        }
    }
}

/// The characters of Windows-1252 that Latin-1 has not, from 0x80 on; a blank where there is none.
const FROM_80: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

fn windows_1252(character: char) -> Option<u8> {
    let code = u32::from(character);
    if code < 0x80 || (0xA0..0x100).contains(&code) {
        return u8::try_from(code).ok();
    }
    let place = FROM_80.chars().position(|known| known == character)?;
    u8::try_from(0x80 + place).ok()
}
