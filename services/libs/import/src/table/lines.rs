//! The characters of a text, and its lines, without holding more than one of them.

use std::io::Read;

use encoding_rs::{Decoder, DecoderResult};
use memchr::{memchr, memchr2};

use super::encoding::{Charset, ibm850};
use super::said::Unreadable;

const CHUNK: usize = 64 * 1024;

/// The characters of a text, a piece at a time. What is no character becomes U+FFFD.
pub(super) struct Decoded {
    raw: Box<dyn Read + Send>,
    /// None for code page 850.
    decoder: Option<Decoder>,
    chunk: Vec<u8>,
    /// Bytes read.
    read: u64,
    ended: bool,
}

impl Decoded {
    /// The text of these bytes, without the mark at its beginning.
    pub(super) fn new(raw: Box<dyn Read + Send>, charset: Charset) -> Decoded {
        let decoder = match charset {
            Charset::Known(known) => Some(known.new_decoder_with_bom_removal()),
            Charset::Ibm850 => None,
        };
        Decoded { raw, decoder, chunk: vec![0; CHUNK], read: 0, ended: false }
    }

    /// Appends the next piece of the text; false at its end.
    pub(super) fn more(&mut self, text: &mut String) -> Result<bool, Unreadable> {
        if self.ended {
            return Ok(false);
        }
        let length = self.raw.read(&mut self.chunk)?;
        self.read += length as u64;
        self.ended = length == 0;
        let mut bytes = self.chunk.get(..length).unwrap_or_default();
        let Some(decoder) = &mut self.decoder else {
            text.extend(bytes.iter().map(|byte| ibm850(*byte)));
            return Ok(!self.ended);
        };
        loop {
            text.reserve(decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(CHUNK));
            let (result, read) = decoder.decode_to_string_without_replacement(bytes, text, self.ended);
            bytes = bytes.get(read..).unwrap_or_default();
            match result {
                DecoderResult::InputEmpty => return Ok(!self.ended),
                DecoderResult::OutputFull => (),
                DecoderResult::Malformed(..) => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
    }
}

/// What ends lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// LF; a CR before it belongs to it.
    Feed,
    /// LF, CR LF, or CR.
    Any,
}

/// Where a line stands, and how it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// From 1.
    pub number: u64,
    /// Bytes of the file up to its end, or about that many.
    pub position: u64,
    /// A line end follows.
    pub ended: bool,
    /// It is longer than the limit, and what was given is its beginning.
    pub long: bool,
}

/// The lines of a text.
pub(super) struct Lines {
    text: Decoded,
    pending: String,
    at: usize,
    number: u64,
    ends: Ends,
    limit: usize,
}

/// How much of a line over the limit is kept to show.
const SHOWN: usize = 200;

impl Lines {
    pub(super) fn new(text: Decoded, ends: Ends, limit: usize) -> Lines {
        Lines { text, pending: String::new(), at: 0, number: 0, ends, limit }
    }

    /// Puts the next line, without its end, in place of `line`; none at the end of the text.
    pub(super) fn next(&mut self, line: &mut String) -> Result<Option<Line>, Unreadable> {
        line.clear();
        let mut long = false;
        loop {
            let rest = self.pending.get(self.at..).unwrap_or_default();
            let found = match self.ends {
                Ends::Feed => memchr(b'\n', rest.as_bytes()),
                Ends::Any => memchr2(b'\n', b'\r', rest.as_bytes()),
            };
            // A CR that is the last character of a piece may be followed by its LF.
            let whole = found.filter(|end| {
                let after = rest.as_bytes().get(*end..*end + 2);
                rest.as_bytes().get(*end) == Some(&b'\n') || after.is_some() || self.text.ended
            });
            let piece = rest.get(..whole.or(found).unwrap_or(rest.len())).unwrap_or_default();
            if line.len() + piece.len() > self.limit {
                long = true;
            }
            let room = if long { SHOWN.saturating_sub(line.len()) } else { piece.len() };
            line.push_str(piece.get(..piece.floor_char_boundary(room)).unwrap_or_default());
            self.at += piece.len();
            if let Some(end) = whole {
                let pair = rest.as_bytes().get(end..end + 2) == Some(b"\r\n");
                self.at += if pair { 2 } else { 1 };
                return Ok(Some(self.line(line, true, long)));
            }
            let held = self.pending.split_off(self.at);
            self.pending = held;
            self.at = 0;
            if !self.text.more(&mut self.pending)? && self.pending.is_empty() {
                let any = !line.is_empty() || long;
                return Ok(any.then(|| self.line(line, false, long)));
            }
        }
    }

    fn line(&mut self, line: &mut String, ended: bool, long: bool) -> Line {
        self.number += 1;
        // Programs that join files, or do not know of the mark, write it twice.
        if self.number == 1 && line.starts_with('\u{feff}') {
            line.drain(..'\u{feff}'.len_utf8());
        }
        if long {
            line.truncate(line.floor_char_boundary(SHOWN));
        }
        let kept = line.trim_end_matches('\r').len();
        line.truncate(kept);
        let ahead = self.pending.len().saturating_sub(self.at) as u64;
        let position = self.text.read.saturating_sub(ahead);
        Line { number: self.number, position, ended, long }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn lines(bytes: &[u8], charset: Charset, ends: Ends, limit: usize) -> Vec<(String, Line)> {
        // A byte at a time, so that every border of pieces is tried.
        struct Slow(Cursor<Vec<u8>>);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                self.0.read(&mut buffer[..1])
            }
        }
        let raw = Box::new(Slow(Cursor::new(bytes.to_vec())));
        let mut lines = Lines::new(Decoded::new(raw, charset), ends, limit);
        let (mut seen, mut line) = (Vec::new(), String::new());
        while let Some(info) = lines.next(&mut line).unwrap() {
            seen.push((line.clone(), info));
        }
        seen
    }

    fn texts(bytes: &[u8], ends: Ends) -> Vec<String> {
        lines(bytes, Charset::UTF_8, ends, 100).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn line_ends_are_distinguished() {
        assert_eq!(texts(b"\xef\xbb\xbfa\nb\r\n\nc", Ends::Feed), ["a", "b", "", "c"]);
        assert_eq!(texts(b"a\rb\r\rc\r\nd\n", Ends::Any), ["a", "b", "", "c", "d"]);
        assert_eq!(texts(b"a\rb\nc\r", Ends::Feed), ["a\rb", "c"]);
        assert_eq!(texts(b"a\r", Ends::Any), ["a"]);
        assert!(texts(b"", Ends::Any).is_empty());
    }

    #[test]
    fn long_line_is_not_held() {
        let text = [b"ab\n".as_slice(), &[b'x'; 100_000], b"\ncd"].concat();
        let lines = lines(&text, Charset::UTF_8, Ends::Feed, 1_000);
        let kept: Vec<_> = lines.iter().map(|(text, line)| (text.len(), line.long, line.ended)).collect();
        assert_eq!(kept, [(2, false, true), (SHOWN, true, true), (2, false, false)]);
        assert_eq!(lines[2].1.position, text.len() as u64);
    }

    #[test]
    fn byte_that_is_no_character_is_replaced() {
        let lines = lines(b"a\xe9b\nc\n", Charset::UTF_8, Ends::Feed, 100);
        assert_eq!(lines[0].0, "a\u{fffd}b");
    }

    #[test]
    fn surrogates_across_pieces_are_one_character() {
        let bytes: Vec<u8> = "a🍕\nb".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let lines = lines(&bytes, Charset::Known(encoding_rs::UTF_16BE), Ends::Any, 100);
        assert_eq!(lines[0].0, "a🍕");
    }
}
