//! The position in a list after which the next page begins. A caller gets it as a text, and sends it back unchanged.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::DateTime;
use uuid::Uuid;

use crate::{BusinessDate, CheckId, CustomerId, Error, ItemId, PosId};

/// The key of the last row of a page, in the order of the list: `Cursor((closed_at, check_id))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor<K>(pub K);

/// Separates the parts of a key; only the last part may contain it.
const SEPARATOR: char = '.';

impl<K: Key> Cursor<K> {
    /// Reads the cursor of an earlier answer; none if the text is empty.
    ///
    /// # Errors
    /// Invalid, naming `cursor`, if it is not the text of such a key.
    pub fn parse(text: &str) -> Result<Option<Cursor<K>>, Error> {
        let unknown = || Error::invalid("cursor", "is not one that this list gave");
        (!text.is_empty()).then(|| K::read(text).map(Cursor).ok_or_else(unknown)).transpose()
    }
}

impl<K: Key> fmt::Display for Cursor<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text())
    }
}

/// The values that order a list.
pub trait Key: Sized + Send + Sync {
    /// The key as a text.
    fn text(&self) -> String;
    /// Reads a key; none if the text is no key, or holds a value that Postgres cannot store.
    fn read(text: &str) -> Option<Self>;
}

macro_rules! written_and_parsed {
    ($($type:ty),+) => {
        $(impl Key for $type {
            fn text(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })+
    };
}
written_and_parsed!(Uuid, i64, i32, i16, BusinessDate, CheckId, CustomerId, ItemId, PosId);

/// A text may hold anything, and is the last part.
impl Key for String {
    fn text(&self) -> String {
        self.clone()
    }

    fn read(text: &str) -> Option<Self> {
        (!text.contains('\0')).then(|| text.to_owned())
    }
}

/// In microseconds since 1970, UTC; none before the year 1, which databases count otherwise.
impl Key for Timestamp {
    fn text(&self) -> String {
        self.as_microsecond().to_string()
    }

    fn read(micros: &str) -> Option<Self> {
        const YEAR_ONE: i64 = -62_135_596_800_000_000;
        let micros = micros.parse().ok().filter(|micros| *micros >= YEAR_ONE)?;
        Timestamp::from_microsecond(micros).ok()
    }
}

/// A wall time to its last digit: rows of one second follow each other by it. Its fraction is written with a comma.
impl Key for DateTime {
    fn text(&self) -> String {
        self.to_string().replace(SEPARATOR, ",")
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|at: &DateTime| at.year() > 0)
    }
}

impl<A: Key, B: Key> Key for (A, B) {
    fn text(&self) -> String {
        format!("{}{SEPARATOR}{}", self.0.text(), self.1.text())
    }

    fn read(text: &str) -> Option<Self> {
        let (first, rest) = text.split_once(SEPARATOR)?;
        Some((A::read(first)?, B::read(rest)?))
    }
}

impl<A: Key, B: Key, C: Key> Key for (A, B, C) {
    fn text(&self) -> String {
        format!("{}{SEPARATOR}{}{SEPARATOR}{}", self.0.text(), self.1.text(), self.2.text())
    }

    fn read(text: &str) -> Option<Self> {
        let (first, rest) = text.split_once(SEPARATOR)?;
        let (second, third) = rest.split_once(SEPARATOR)?;
        Some((A::read(first)?, B::read(second)?, C::read(third)?))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read<K: Key>(text: &str) -> Option<K> {
        Cursor::parse(text).unwrap().map(|cursor| cursor.0)
    }

    proptest! {
        #[test]
        fn a_cursor_is_read_as_it_was_written(micros in 0..i64::MAX / 2, number: i64, name in "[^\0]{0,20}") {
            let at = Timestamp::from_microsecond(micros).unwrap_or_default();
            let key = (at, number, name);
            prop_assert_eq!(read(&Cursor(key.clone()).to_string()), Some(key));
        }
    }

    #[test]
    fn a_wall_time_stands_between_other_parts() {
        let day: BusinessDate = "2026-07-18".parse().unwrap();
        let key =
            (day, "2026-07-18T12:59:30.25".parse::<DateTime>().unwrap(), "a-1".parse::<CheckId>().unwrap());
        let text = Cursor(key.clone()).to_string();
        assert_eq!(text, "2026-07-18.2026-07-18T12:59:30,25.a-1");
        assert_eq!(read(&text), Some(key));
    }

    #[test]
    fn an_empty_cursor_is_the_first_page() {
        assert_eq!(read::<(Timestamp, Uuid)>(""), None);
    }

    #[test]
    fn another_list_s_cursor_is_refused() {
        for text in ["x", "1", "1.x", ".", "1~2", "2026-07-18.3"] {
            let error = Cursor::<(Timestamp, i64)>::parse(text).unwrap_err();
            assert_eq!(error.field.as_deref(), Some("cursor"), "{text}");
        }
        assert!(Cursor::<(i16, String)>::parse("1.a\0b").is_err());
    }

    #[test]
    fn a_cursor_holds_no_time_beyond_postgres() {
        let read = |micros: &str| <Timestamp as Key>::read(micros);
        assert_eq!(read("1784404770250000").unwrap().to_string(), "2026-07-18T19:59:30.25Z");
        assert_eq!(read("-62135596800000000").unwrap().to_string(), "0001-01-01T00:00:00Z");
        for bad in ["-300000000000000000", "-62135596800000001", "9223372036854775807", "", "soon"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
