use jiff::{Timestamp, ToSpan as _};
use saffron_core::fact::SoldOut;
use saffron_core::{Calendar, Error, Moment, PosTime};

/// The longest time ahead at which a mark may end.
const MAX_HOURS_AHEAD: i64 = 30 * 24;

/// Reads the end that an owner sets for a mark: wall time of the location, after `now`, 30 days ahead at most. Of a time that
/// occurs twice the earlier one is meant; a time that the clock skips is moved forward.
pub fn mark_end(text: &str, calendar: &Calendar, now: Timestamp) -> Result<Moment, Error> {
    let wrong = |why: String| Error::invalid("until", why);
    let time: PosTime = text.parse().map_err(|e| wrong(format!("{e}")))?;
    let end = calendar.resolve(time).map_err(|e| wrong(format!("{e}")))?;
    if end.at <= now {
        return Err(wrong("must be a time to come".into()));
    }
    let last = now.saturating_add(MAX_HOURS_AHEAD.hours()).unwrap_or(Timestamp::MAX);
    if end.at > last {
        return Err(wrong("must be at most 30 days ahead".into()));
    }
    Ok(end)
}

/// The begin of the location's next business day, at which a mark until opening ends.
#[must_use]
pub fn next_opening(calendar: &Calendar, now: Timestamp) -> Moment {
    let at = calendar.begin_of(calendar.today(now).plus_days(1));
    Moment { at, wall: calendar.wall(at) }
}

/// A mark of the till or the owner that an item is sold out, whatever the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// When the mark ends by itself; none: once it is taken back.
    pub until: Option<Moment>,
}

impl Mark {
    /// The till's mark in a fact; its end in whole seconds, as tills and people read it.
    #[must_use]
    pub fn by_till(mark: SoldOut) -> Mark {
        let in_seconds = |end: Moment| {
            let at = Timestamp::from_second(end.at.as_second()).unwrap_or(end.at);
            let wall = end.wall.with().subsec_nanosecond(0).build().unwrap_or(end.wall);
            Moment { at, wall }
        };
        Mark { until: mark.until.map(in_seconds) }
    }

    /// Whether the mark is in force. It is not after its end, also before `end_marks` has removed it.
    #[must_use]
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|end| end.at > now)
    }

    /// The mark as a text for people.
    pub(super) fn text(&self) -> String {
        match self.until {
            None => "sold out".into(),
            Some(end) => format!("sold out until {}", end.wall.strftime("%Y-%m-%d %H:%M")),
        }
    }
}

/// Whose mark an item has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkedBy {
    Till,
    Owner,
}

/// What an owner said about whether an item is sold out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnMark {
    pub word: Word,
    /// When the owner said so, UTC, whole microseconds.
    pub at: Timestamp,
}

/// An owner's word whether an item is sold out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// It is, until the mark's end.
    SoldOut(Mark),
    /// It is not, although the till says so.
    TakenBack {
        /// The end that the till's mark had then: from then on the till itself says that the item is not sold out.
        until: Option<Timestamp>,
    },
}

impl OwnMark {
    /// Whether the word is in force, unless the till has confirmed it.
    #[must_use]
    pub fn is_active(&self, now: Timestamp) -> bool {
        match self.word {
            Word::SoldOut(mark) => mark.is_active(now),
            Word::TakenBack { until } => until.is_none_or(|end| end > now),
        }
    }

    /// Whether the till says the same by this mark, or by having none; one that had ended when the owner spoke is none. A mark
    /// without an end says only that the item is sold out. Another end than the owner's is another word: a till that knows no ends
    /// does not end the owner's mark.
    #[must_use]
    pub fn is_confirmed_by(&self, till: Option<Mark>) -> bool {
        match (self.word, till.filter(|mark| mark.is_active(self.at))) {
            (Word::TakenBack { .. }, till) => till.is_none(),
            (Word::SoldOut(_), None) => false,
            (Word::SoldOut(own), Some(till)) => own
                .until
                .is_none_or(|end| till.until.is_some_and(|tills| tills.at.as_second() == end.at.as_second())),
        }
    }
}

#[cfg(test)]
mod tests;
