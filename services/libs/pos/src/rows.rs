//! Pages as they are read.

use jiff::{SignedDuration, Timestamp};
use saffron_till::Event;
use serde_json::value::RawValue;

use crate::adapter::{Asked, Fact, Page, Unread};
use crate::read::{Kind, Read};
use crate::{PosError, Unmapped};

/// Objects as they were sent, and where the next page begins.
#[derive(Debug, Default)]
pub struct Rows {
    /// Objects.
    pub rows: Vec<Box<RawValue>>,
    /// None after the last page.
    pub next: Option<String>,
}

/// A span of time, UTC, both ends inclusive.
pub type Span = (Timestamp, Timestamp);

/// The most pages of one list that is read as a whole.
const MOST_PAGES: usize = 500;

/// Objects that could be read, each with its JSON, and those that could not.
pub(crate) struct Parsed<T> {
    pub(crate) objects: Vec<(T, Box<RawValue>)>,
    pub(crate) unread: Vec<Unread>,
}

pub(crate) fn parse<T: Kind + serde::de::DeserializeOwned>(rows: Vec<Box<RawValue>>) -> Parsed<T> {
    let (mut objects, mut unread) = (Vec::with_capacity(rows.len()), Vec::new());
    for raw in rows {
        match Read::<T>::of(raw.get()) {
            Read::Object(object) => objects.push((*object, raw)),
            Read::Unreadable(unmapped) => unread.push(Unread { unmapped, raw }),
        }
    }
    Parsed { objects, unread }
}

/// All pages of a list.
pub(crate) async fn all<F: Future<Output = Result<Rows, PosError>>>(
    page: impl Fn(Option<String>) -> F,
) -> Result<Vec<Box<RawValue>>, PosError> {
    let (mut rows, mut cursor) = (Vec::new(), None);
    for _ in 0..MOST_PAGES {
        let read = page(cursor).await?;
        rows.extend(read.rows);
        match read.next {
            Some(next) => cursor = Some(next),
            None => return Ok(rows),
        }
    }
    Err(PosError::Unreadable("a list that does not end".to_owned()))
}

/// Which time is asked for, in thousandths of seconds: a POS has no shorter ones, and places in lists are stored so.
pub(crate) fn span_of(asked: Asked) -> Span {
    let (Asked::Changed(from, until) | Asked::Of(from, until)) = asked;
    let thousandths = |at: Timestamp| Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at);
    (thousandths(from), thousandths(until))
}

pub(crate) fn earlier(at: Timestamp, by: SignedDuration) -> Timestamp {
    at.checked_sub(by).unwrap_or(Timestamp::MIN)
}

impl Page {
    /// Adds what an object became.
    pub(crate) fn take(&mut self, mapped: Result<Event, Unmapped>, raw: Box<RawValue>) {
        match mapped {
            Ok(event) => {
                self.read.push(event.about.clone());
                self.facts.push(Fact::of(event));
            }
            Err(unmapped) => self.unread.push(Unread { unmapped, raw }),
        }
    }
}

/// The place of a fault in JSON, without its values.
pub(crate) fn unreadable(what: &str, error: &serde_json::Error) -> PosError {
    PosError::Unreadable(format!("{what}, line {} column {}", error.line(), error.column()))
}

/// An id as a segment of a path.
pub(crate) fn segment(id: &str) -> String {
    id.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}
