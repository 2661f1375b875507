//! The XML of workbooks, an event at a time, with bounds on the length of an event and on how deep elements lie.

use std::io::{self, BufRead, BufReader, Read};

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesEnd, BytesStart, Event};

use super::super::said::{Excess, Unreadable};

/// Deeper than any workbook goes.
const DEPTH: usize = 64;

/// What an element or a text is.
pub(super) enum Part<'a> {
    /// An element begins, one without content too, whose end follows.
    Start(Start<'a>),
    /// An element ends.
    End(End<'a>),
    /// Some of the text inside an element.
    Text(String),
    /// Nothing that a workbook needs.
    Other,
}

/// The end of an element.
pub(super) struct End<'a>(BytesEnd<'a>);

impl End<'_> {
    /// Its name without a prefix.
    pub(super) fn name(&self) -> &[u8] {
        self.0.local_name().into_inner()
    }
}

/// The beginning of an element.
pub(super) struct Start<'a>(BytesStart<'a>);

impl Start<'_> {
    /// Its name without a prefix.
    pub(super) fn name(&self) -> &[u8] {
        self.0.local_name().into_inner()
    }

    /// An attribute by its name without a prefix.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let [found] = self.all([name]);
        found
    }

    /// Several attributes by their names without prefixes, in one pass.
    pub(super) fn all<const N: usize>(&self, names: [&str; N]) -> [Option<String>; N] {
        let mut found = [const { None }; N];
        for attribute in self.0.attributes().with_checks(false).filter_map(Result::ok) {
            let key = attribute.key.local_name().into_inner();
            let place = names.iter().zip(&mut found).find(|(name, _)| name.as_bytes() == key);
            if let Some((_, place)) = place {
                *place = Some(plain(&attribute.value));
            }
        }
        found
    }

    /// An attribute that is yes.
    pub(super) fn is(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value == "1" || value == "true")
    }
}

/// The text of an attribute's value.
fn plain(value: &[u8]) -> String {
    let text = String::from_utf8_lossy(value);
    unescape(&text).map_or_else(|_| text.clone().into_owned(), |text| text.into_owned())
}

/// A reader of XML.
pub(super) struct Xml {
    reader: Reader<Guard>,
    buffer: Vec<u8>,
    depth: usize,
    limit: usize,
}

impl Xml {
    /// Reads XML of which no tag and no piece of text has more than `limit` bytes.
    pub(super) fn new(raw: Box<dyn Read + Send>, limit: usize) -> Xml {
        let guard = Guard { inner: BufReader::with_capacity(64 * 1024, raw), left: limit, read: 0 };
        let mut reader = Reader::from_reader(guard);
        reader.config_mut().expand_empty_elements = true;
        Xml { reader, buffer: Vec::new(), depth: 0, limit }
    }

    /// Bytes read.
    pub(super) fn read(&self) -> u64 {
        self.reader.get_ref().read
    }

    /// The next part; none at the end.
    ///
    /// # Errors
    /// If it is no XML, or larger or deeper than any workbook's.
    pub(super) fn next(&mut self) -> Result<Option<Part<'_>>, Unreadable> {
        self.buffer.clear();
        self.reader.get_mut().left = self.limit;
        let limit = self.limit;
        let event = self.reader.read_event_into(&mut self.buffer).map_err(|error| match error {
            quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                Unreadable::TooLarge(Excess::Cell(limit))
            }
            quick_xml::Error::Io(error) => io::Error::from(error.kind()).into(),
            _ => Unreadable::Damaged("a part of it is no XML"),
        })?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(Some(match event {
            Event::Start(start) => {
                self.depth += 1;
                if self.depth > DEPTH {
                    return Err(Unreadable::Damaged("its elements lie too deep"));
                }
                Part::Start(Start(start))
            }
            Event::End(end) => {
                self.depth = self.depth.saturating_sub(1);
                Part::End(End(end))
            }
            Event::Text(bytes) => Part::Text(text(&bytes)),
            Event::CData(bytes) => Part::Text(text(&bytes)),
            Event::GeneralRef(name) => {
                let written = format!("&{};", text(&name));
                Part::Text(unescape(&written).map_or_else(|_| String::new(), |text| text.into_owned()))
            }
            Event::Eof => return Ok(None),
            _ => Part::Other,
        }))
    }
}

/// A reader that fails once too much was read without a pause.
struct Guard {
    inner: BufReader<Box<dyn Read + Send>>,
    left: usize,
    read: u64,
}

impl Read for Guard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = {
            let held = self.fill_buf()?;
            let length = held.len().min(buffer.len());
            buffer.iter_mut().zip(held).for_each(|(to, from)| *to = *from);
            length
        };
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Guard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let held = self.inner.fill_buf()?;
        if self.left == 0 && !held.is_empty() {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        Ok(held.get(..held.len().min(self.left)).unwrap_or_default())
    }

    fn consume(&mut self, length: usize) {
        self.left = self.left.saturating_sub(length);
        self.read += length as u64;
        self.inner.consume(length);
    }
}
