//! Which characters the bytes of a text are, judged by all of them in one pass.
//!
//! Where the evidence is wrong, names are garbled; amounts and dates are ASCII in all of these encodings. So a text that is
//! UTF-8 but for a few bytes stays UTF-8, and an encoding that shares its letters with Windows-1252 is taken for it unless
//! many letters speak for another.

use std::io::Read;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::Limits;
use super::said::{Excess, Unreadable};

/// How bytes become characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charset {
    /// One that browsers know.
    Known(&'static Encoding),
    /// Code page 850 of DOS, which old registers write.
    Ibm850,
}

impl Charset {
    pub(super) const UTF_8: Charset = Charset::Known(encoding_rs::UTF_8);

    /// Its usual name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Charset::Ibm850 => "DOS code page 850",
            Charset::Known(known) if known == encoding_rs::WINDOWS_1252 => "Windows-1252",
            Charset::Known(known) if known == encoding_rs::MACINTOSH => "Mac Roman",
            Charset::Known(known) => known.name(),
        }
    }
}

/// What all bytes of a text say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Judged {
    pub charset: Charset,
    /// Unless few letters, or letters that other encodings have too, were the evidence.
    pub sure: bool,
    /// The last character is not whole.
    pub cut: bool,
    /// Bytes.
    pub size: u64,
}

/// The upper half of code page 850.
const IBM850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
    ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// The character of a byte in code page 850.
pub(super) fn ibm850(byte: u8) -> char {
    usize::from(byte).checked_sub(128).and_then(|at| IBM850.chars().nth(at)).unwrap_or(char::from(byte))
}

/// Letters that menus of western languages have.
const LETTERS: &str = "äöüÄÖÜßéèêëàâáãåçñíìîïóòôõúùûøæœÉÈÊÀÂÇÑÁÍÓÚØÅÆÎÔŒ";
/// How much of a text without UTF-8 the detector looks at.
const DETECTED: usize = 4 * 1024 * 1024;
/// The fewest bytes outside ASCII by which another encoding of Latin letters is taken.
const MANY: u64 = 12;
/// The fewest bytes outside ASCII by which an encoding of other letters is taken.
const SOME: u64 = 4;

/// Judges a text by all its bytes.
///
/// # Errors
/// If it is empty, no text, over the limit of a file, or cannot be read.
pub(super) fn judge(mut raw: Box<dyn Read + Send>, limits: &Limits) -> Result<Judged, Unreadable> {
    let mut evidence = Evidence::new();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let length = raw.read(&mut chunk)?;
        if length == 0 {
            break;
        }
        evidence.add(chunk.get(..length).unwrap_or_default());
        if evidence.size > limits.file {
            return Err(Unreadable::TooLarge(Excess::File(limits.file)));
        }
    }
    evidence.judged()
}

struct Evidence {
    size: u64,
    head: Vec<u8>,
    /// NUL bytes at even and at odd places.
    nulls: [u64; 2],
    control: u64,
    /// Characters of more than a byte in UTF-8, and sequences that are none.
    wide: u64,
    invalid: u64,
    rest: Vec<u8>,
    high: u64,
    upper_control: u64,
    /// Bytes that are the currency sign in Latin-1 and the euro in Latin-9.
    a4: u64,
    /// Letters beside ASCII letters, read as Windows-1252, Mac Roman and code page 850.
    letters: [u64; 3],
    /// Bytes that are the signs of the pound and the yen in Windows-1252 and letters in its neighbours, and those of them
    /// without a letter beside them.
    signs: u64,
    signs_of_money: u64,
    /// The last two bytes, for letters.
    before: [u8; 2],
    detector: EncodingDetector,
    detected: usize,
    /// Which letter a byte is in each of them.
    sets: [Vec<Option<char>>; 3],
}

impl Evidence {
    fn new() -> Evidence {
        let set = |charset: Charset| {
            (0..=255_u8)
                .map(|byte| one(charset, byte).filter(|c| byte >= 128 && LETTERS.contains(*c)))
                .collect()
        };
        Evidence {
            size: 0,
            head: Vec::new(),
            nulls: [0; 2],
            control: 0,
            wide: 0,
            invalid: 0,
            rest: Vec::new(),
            high: 0,
            upper_control: 0,
            a4: 0,
            letters: [0; 3],
            signs: 0,
            signs_of_money: 0,
            before: [0; 2],
            detector: EncodingDetector::new(Iso2022JpDetection::Deny),
            detected: 0,
            sets: [
                set(Charset::Known(encoding_rs::WINDOWS_1252)),
                set(Charset::Known(encoding_rs::MACINTOSH)),
                set(Charset::Ibm850),
            ],
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.head.len() < 4 {
            self.head.extend(bytes.iter().take(4));
        }
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                0 => {
                    let odd = (self.size + at as u64) % 2 == 1;
                    let [even_nulls, odd_nulls] = &mut self.nulls;
                    *(if odd { odd_nulls } else { even_nulls }) += 1;
                }
                1..=8 | 14..=26 | 28 | 29 | 127 => self.control += 1,
                _ => (),
            }
        }
        self.size += bytes.len() as u64;
        if bytes.is_ascii() && self.rest.is_empty() {
            if let [.., first, last] = bytes {
                self.before = [*first, *last];
            }
            return;
        }
        self.add_letters(bytes);
        if self.detected < DETECTED {
            self.detected += bytes.len();
            self.detector.feed(bytes, false);
        }
        self.add_utf8(bytes);
    }

    fn add_letters(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let [first, middle] = self.before;
            if middle >= 128 {
                self.high += 1;
                self.upper_control += u64::from(middle < 0xa0);
                self.a4 += u64::from(middle == 0xa4);
                let is_sign = middle == 0xa3 || middle == 0xa5;
                self.signs += u64::from(is_sign);
                let stands_alone = [first, *byte].iter().all(|b| b.is_ascii() && !b.is_ascii_alphabetic());
                self.signs_of_money += u64::from(is_sign && stands_alone);
                if first.is_ascii_alphabetic() || byte.is_ascii_alphabetic() {
                    // A capital inside a word is the sign of another encoding.
                    let inside = first.is_ascii_lowercase()
                        || byte.is_ascii_lowercase() && first.is_ascii_alphabetic();
                    for (count, letters) in self.letters.iter_mut().zip(&self.sets) {
                        let letter = letters.get(usize::from(middle)).copied().flatten();
                        *count += u64::from(letter.is_some_and(|c| !(inside && c.is_uppercase())));
                    }
                }
            }
            self.before = [middle, *byte];
        }
    }

    fn add_utf8(&mut self, bytes: &[u8]) {
        let joined;
        let mut rest = if self.rest.is_empty() {
            bytes
        } else {
            joined = [self.rest.as_slice(), bytes].concat();
            self.rest.clear();
            &joined
        };
        loop {
            let (valid, after) = match std::str::from_utf8(rest) {
                Ok(_) => (rest, None),
                Err(error) => {
                    let (valid, after) = rest.split_at_checked(error.valid_up_to()).unwrap_or((rest, &[]));
                    (valid, Some((after, error.error_len())))
                }
            };
            self.wide += valid.iter().filter(|byte| **byte >= 0xc0).count() as u64;
            match after {
                None => return,
                Some((after, None)) => {
                    self.rest = after.to_vec();
                    return;
                }
                Some((after, Some(length))) => {
                    self.invalid += 1;
                    rest = after.get(length..).unwrap_or_default();
                }
            }
        }
    }

    fn judged(mut self) -> Result<Judged, Unreadable> {
        if self.size == 0 {
            return Err(Unreadable::Empty);
        }
        // The last byte has no neighbour after it yet.
        self.add_letters(b"\n");
        let size = self.size;
        let known = |encoding, cut| Ok(Judged { charset: Charset::Known(encoding), sure: true, cut, size });
        let head = self.head.as_slice();
        if head.starts_with(&[0xff, 0xfe, 0, 0]) || head.starts_with(&[0, 0, 0xfe, 0xff]) {
            return Err(Unreadable::NotText);
        }
        let [even, odd] = self.nulls;
        let utf16 = if head.starts_with(&[0xff, 0xfe]) {
            Some(encoding_rs::UTF_16LE)
        } else if head.starts_with(&[0xfe, 0xff]) {
            Some(encoding_rs::UTF_16BE)
        } else if odd * 10 > size && odd > even * 8 {
            Some(encoding_rs::UTF_16LE)
        } else if even * 10 > size && even > odd * 8 {
            Some(encoding_rs::UTF_16BE)
        } else {
            None
        };
        if let Some(encoding) = utf16 {
            return known(encoding, size % 2 == 1);
        }
        if self.control * 20 > size || (even + odd) * 4 > size {
            return Err(Unreadable::NotText);
        }
        let marked = head.starts_with(b"\xef\xbb\xbf");
        // A last byte that begins a character is a letter of another encoding where there are no such characters.
        let invalid = self.invalid + u64::from(!self.rest.is_empty() && self.wide == 0);
        if invalid == 0 || marked || self.wide >= invalid.max(1) {
            return known(encoding_rs::UTF_8, !self.rest.is_empty());
        }
        Ok(self.legacy())
    }

    fn legacy(&mut self) -> Judged {
        if self.detected < DETECTED {
            self.detector.feed(b"", true);
        }
        let guess = self.detector.guess(None, Utf8Detection::Deny);
        let [windows, mac, dos] = self.letters;
        let latin = [
            encoding_rs::WINDOWS_1252,
            encoding_rs::WINDOWS_1250,
            encoding_rs::WINDOWS_1254,
            encoding_rs::WINDOWS_1257,
            encoding_rs::WINDOWS_1258,
            encoding_rs::ISO_8859_2,
            encoding_rs::ISO_8859_3,
            encoding_rs::ISO_8859_4,
            encoding_rs::ISO_8859_10,
            encoding_rs::ISO_8859_13,
            encoding_rs::ISO_8859_14,
            encoding_rs::ISO_8859_15,
            encoding_rs::ISO_8859_16,
        ];
        let windows_1252 = Charset::Known(encoding_rs::WINDOWS_1252);
        let clear =
            |letters: u64, other: u64| letters * 2 > self.high && letters > windows * 2 && letters > other;
        // No word begins with Ł or Ą and goes on with digits.
        let has_money = self.signs_of_money * 2 > self.signs;
        let is_other = latin.contains(&guess) && (self.high < MANY || has_money);
        let (charset, sure) = if clear(mac, dos) {
            (Charset::Known(encoding_rs::MACINTOSH), self.high >= MANY)
        } else if clear(dos, mac) {
            (Charset::Ibm850, self.high >= MANY)
        } else if guess == encoding_rs::WINDOWS_1252 || is_other {
            if self.a4 > 0 && self.upper_control == 0 {
                (Charset::Known(encoding_rs::ISO_8859_15), self.high >= MANY)
            } else {
                (windows_1252, windows * 2 > self.high && guess == encoding_rs::WINDOWS_1252 || has_money)
            }
        } else if latin.contains(&guess) || self.high >= SOME {
            (Charset::Known(guess), self.high >= MANY)
        } else {
            (windows_1252, false)
        };
        Judged { charset, sure, cut: false, size: self.size }
    }
}

/// The character of a byte in an encoding with a byte for each character.
fn one(charset: Charset, byte: u8) -> Option<char> {
    match charset {
        Charset::Ibm850 => Some(ibm850(byte)),
        Charset::Known(known) => known.decode_without_bom_handling(&[byte]).0.chars().next(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn name(bytes: &[u8]) -> &'static str {
        judge(Box::new(Cursor::new(bytes.to_vec())), &Limits::default()).unwrap().charset.name()
    }

    fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost, "{text}");
        bytes.into_owned()
    }

    const WEST: &str =
        "No,Item,Price\n1,Café crème,3.00\n2,Jalapeño,4.00\n3,Käsespätzle,9.50\n4,Crêpe à la crème,7.20\n";

    #[test]
    fn encoding_follows_the_evidence() {
        assert_eq!(name(b"a,b\n1,2\n"), "UTF-8");
        assert_eq!(name(WEST.as_bytes()), "UTF-8");
        assert_eq!(name(&encoded(encoding_rs::WINDOWS_1252, WEST)), "Windows-1252");
        assert_eq!(name(&encoded(encoding_rs::MACINTOSH, WEST)), "Mac Roman");
        let dos: Vec<u8> = WEST.chars().map(|c| (0..=255).find(|b| ibm850(*b) == c).unwrap()).collect();
        assert_eq!(name(&dos), "DOS code page 850");
        assert_eq!((name(b"1,Caf\xe9,3.00\n"), name(b"1,Caf\xe9")), ("Windows-1252", "Windows-1252"));
        let cyrillic = "Номер;Блюдо;Цена\n1;Борщ с пампушками;12,50\n2;Пельмени домашние;9,00\n";
        assert_eq!(name(&encoded(encoding_rs::WINDOWS_1251, cyrillic)), "windows-1251");
        let greek = "Αριθμός;Πιάτο;Τιμή\n1;Μουσακάς με σαλάτα;12,50\n2;Σουβλάκι χοιρινό;9,00\n";
        assert_eq!(name(&encoded(encoding_rs::WINDOWS_1253, greek)), "windows-1253");
        let polish = "Numer;Danie;Cena\n1;Żurek z jajkiem;12,50\n2;Pączek z różą;9,00\n3;Gołąbki w sosie śmietanowym;9,00\n4;Łosoś pieczony, źdźbło;1,00\n";
        assert_eq!(name(&encoded(encoding_rs::WINDOWS_1250, polish)), "windows-1250");
        let turkish = "Sıra;Ürün;Fiyat\n1;İskender kebabı;12,50\n2;Şiş köfte ve ayran;9,00\n3;Çiğ börek, ışkın, yoğurt;9,00\n";
        assert_eq!(name(&encoded(encoding_rs::WINDOWS_1254, turkish)), "windows-1254");
        let japanese = "番号,品名,価格\n1,カレーライス,900\n2,とんかつ定食,1200\n3,ラーメン,800\n";
        assert_eq!(name(&encoded(encoding_rs::SHIFT_JIS, japanese)), "Shift_JIS");
        let chinese = "编号,菜名,价格\n1,宫保鸡丁,38\n2,麻婆豆腐,28\n3,鱼香肉丝盖饭,32\n";
        assert_eq!(name(&encoded(encoding_rs::GBK, chinese)), "GBK");
        assert_eq!(name(b"No;Preis\n1;3,00 \xa4\n2;K\xe4se 4,00 \xa4\n"), "ISO-8859-15");
        let pounds = b"No;Price\n1;3,00 \xa3;\xa31.00\n".repeat(300);
        assert_eq!(name(&pounds), "Windows-1252");
    }

    #[test]
    fn sign_before_digits_is_money_and_no_letter() {
        let rows = |name: &str| {
            let row = |at: u32| format!("{at}/09/2026,{name},£{at}.50,(£0.{at}),£{at}.10\n");
            (10..40).map(row).collect::<String>()
        };
        for dish in ["Süßes", "Jalapeño", "Tea", "Crêpe Suzette"] {
            assert_eq!(name(&encoded(encoding_rs::WINDOWS_1252, &rows(dish))), "Windows-1252", "{dish}");
        }
        let polish = rows("Łosoś pieczony, źdźbło, gołąbki w śmietanie").replace('£', "");
        assert_eq!(name(&encoded(encoding_rs::WINDOWS_1250, &polish)), "windows-1250");
    }

    #[test]
    fn utf_16_needs_no_mark() {
        let little: Vec<u8> = WEST.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = WEST.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!((name(&little), name(&big)), ("UTF-16LE", "UTF-16BE"));
        assert_eq!(name(&[b"\xff\xfe".as_slice(), &little].concat()), "UTF-16LE");
    }

    #[test]
    fn stray_byte_leaves_utf_8() {
        let text = [WEST.as_bytes(), b"5,Caf\xe9,1.00\n"].concat();
        assert_eq!(name(&text), "UTF-8");
    }

    #[test]
    fn character_that_ends_with_the_file_is_cut() {
        let text = "Ä,Café".as_bytes();
        let judged = |length| {
            let bytes = text.iter().take(length).copied().collect::<Vec<_>>();
            judge(Box::new(Cursor::new(bytes)), &Limits::default()).unwrap()
        };
        assert!(judged(7).cut && judged(7).charset == Charset::UTF_8);
        assert!(!judged(8).cut);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let judged = |bytes: &[u8]| judge(Box::new(Cursor::new(bytes.to_vec())), &Limits::default());
        assert!(matches!(judged(b""), Err(Unreadable::Empty)));
        assert!(matches!(judged(&[0, 0, 0, 0, 1, 2, 3]), Err(Unreadable::NotText)));
        let small = Limits { file: 3, ..Limits::default() };
        assert!(judge(Box::new(Cursor::new(b"a,b,c".to_vec())), &small).is_err());
    }
}
