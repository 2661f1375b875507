//! Places in lists. Toast pages by numbers, and an order that is changed while pages are read leaves those of its time, so that the
//! others move up: changes are read in spans of one page each.

use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Calendar};

use crate::PosError;
use crate::adapter::Asked;
use crate::rows::{Span, span_of};

/// The first length of a span of changes.
const STEP: SignedDuration = SignedDuration::from_hours(1);
/// The shortest one: of so many changes at a time the pages follow each other.
const SHORTEST: SignedDuration = SignedDuration::from_secs(1);

/// Where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// Orders that changed in a span, and a page of them.
    Changed(Timestamp, Timestamp, usize),
    /// Orders of a date, and a page of them.
    Of(BusinessDate, usize),
    /// Refunds of a date, from one of them on.
    Refunds(BusinessDate, usize),
}

/// The dates of a span.
pub(super) fn dates(calendar: &Calendar, (from, until): Span) -> (BusinessDate, BusinessDate) {
    let of = |at: Timestamp| calendar.date_of(calendar.wall(at));
    (of(from), of(until))
}

fn after(at: Timestamp) -> Timestamp {
    at.checked_add(SignedDuration::from_millis(1)).unwrap_or(Timestamp::MAX)
}

fn step(from: Timestamp, by: SignedDuration, end: Timestamp) -> Timestamp {
    from.checked_add(by).unwrap_or(end).min(end)
}

impl Spot {
    /// Reads a place as [`Spot::written`] writes it; without one, the first.
    pub(super) fn read(from: Option<&str>, asked: Asked, calendar: &Calendar) -> Result<Spot, PosError> {
        let Some(from) = from else {
            let (from, until) = span_of(asked);
            return Ok(match asked {
                Asked::Changed(..) => Spot::Changed(from, step(from, STEP, until), 1),
                Asked::Of(..) => Spot::Of(dates(calendar, (from, until)).0, 1),
            });
        };
        let spot = || {
            let (letter, rest) = from.split_at_checked(1)?;
            let mut parts = rest.split('_');
            let at = |part: Option<&str>| Timestamp::from_millisecond(part?.parse().ok()?).ok();
            let spot = match letter {
                "c" => Spot::Changed(at(parts.next())?, at(parts.next())?, parts.next()?.parse().ok()?),
                "o" => Spot::Of(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?),
                "r" => Spot::Refunds(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?),
                _ => return None,
            };
            parts.next().is_none().then_some(spot)
        };
        spot().ok_or_else(|| PosError::Unreadable("a place in a list".to_owned()))
    }

    /// A shorter span instead of one that has more than a page.
    pub(super) fn shorter(self) -> Option<Spot> {
        let Spot::Changed(from, until, 1) = self else { return None };
        let length = until.duration_since(from);
        (length > SHORTEST).then(|| Spot::Changed(from, step(from, (length / 2).max(SHORTEST), until), 1))
    }

    /// The place after its page, or after the refunds up to an index, of which there are more.
    pub(super) fn after(
        self,
        has_more: bool,
        read: usize,
        asked: Asked,
        calendar: &Calendar,
    ) -> Option<Spot> {
        let (first, last) = dates(calendar, span_of(asked));
        match self {
            Spot::Changed(from, until, page) if has_more => Some(Spot::Changed(from, until, page + 1)),
            Spot::Changed(_, until, _) if until < span_of(asked).1 => {
                Some(Spot::Changed(after(until), step(after(until), STEP, span_of(asked).1), 1))
            }
            Spot::Of(on, page) if has_more => Some(Spot::Of(on, page + 1)),
            Spot::Of(on, _) if on < last => Some(Spot::Of(on.plus_days(1), 1)),
            Spot::Changed(..) | Spot::Of(..) => Some(Spot::Refunds(first, 0)),
            Spot::Refunds(on, _) if has_more => Some(Spot::Refunds(on, read)),
            Spot::Refunds(on, _) if on < last => Some(Spot::Refunds(on.plus_days(1), 0)),
            Spot::Refunds(..) => None,
        }
    }

    /// As it is stored.
    pub(super) fn written(self) -> String {
        match self {
            Spot::Changed(from, until, page) => {
                format!("c{}_{}_{page}", from.as_millisecond(), until.as_millisecond())
            }
            Spot::Of(on, page) => format!("o{on}_{page}"),
            Spot::Refunds(on, index) => format!("r{on}_{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn calendar() -> Calendar {
        Calendar::new("America/New_York".parse().unwrap(), "".parse().unwrap())
    }

    #[test]
    fn changes_of_a_day_are_read_in_spans_without_gaps() {
        let asked = Asked::Changed(at("2026-07-18T12:00:00Z"), at("2026-07-19T11:59:59.999Z"));
        let mut spot = Spot::read(None, asked, &calendar()).unwrap();
        let mut spans = Vec::new();
        while let Spot::Changed(from, until, _) = spot {
            spans.push((from, until));
            spot = spot.after(false, 0, asked, &calendar()).unwrap();
        }
        assert_eq!((spans[0].0, spans[spans.len() - 1].1), span_of(asked));
        for pair in spans.windows(2) {
            assert_eq!(pair[1].0.duration_since(pair[0].1), SignedDuration::from_millis(1));
        }
        let mut dates = Vec::new();
        while let Spot::Refunds(on, _) = spot {
            dates.push(on.to_string());
            match spot.after(false, 0, asked, &calendar()) {
                Some(next) => spot = next,
                None => break,
            }
        }
        assert_eq!(dates, ["2026-07-18", "2026-07-19"]);
    }

    /// A clock has microseconds, and Toast has thousandths.
    #[test]
    fn spans_between_microseconds_follow_each_other() {
        let asked = Asked::Changed(at("2026-07-18T12:00:00.123456Z"), at("2026-07-18T13:05:00.654321Z"));
        let mut spot = Spot::read(None, asked, &calendar()).unwrap();
        let mut spans = Vec::new();
        while let Spot::Changed(from, until, _) = spot {
            assert!(from <= until, "{from} {until}");
            spans.push((from, until));
            let next = spot.after(false, 0, asked, &calendar()).unwrap().written();
            spot = Spot::read(Some(&next), asked, &calendar()).unwrap();
        }
        assert_eq!(spans.len(), 2);
        assert_eq!(
            (spans[0].0, spans[1].1),
            (at("2026-07-18T12:00:00.123Z"), at("2026-07-18T13:05:00.654Z"))
        );
    }

    #[test]
    fn span_of_many_changes_is_halved_to_a_second() {
        let mut spot = Spot::Changed(at("2026-07-18T12:00:00Z"), at("2026-07-18T13:00:00Z"), 1);
        let mut halves = 0;
        while let Some(shorter) = spot.shorter() {
            (spot, halves) = (shorter, halves + 1);
        }
        assert_eq!(halves, 12);
        assert_eq!(spot, Spot::Changed(at("2026-07-18T12:00:00Z"), at("2026-07-18T12:00:01Z"), 1));
    }

    #[test]
    fn place_is_read_as_it_is_written() {
        let asked = Asked::Of(at("2026-07-18T08:00:00Z"), at("2026-07-19T07:59:59.999Z"));
        let on = "2026-07-18".parse().unwrap();
        for spot in [
            Spot::Changed(at("2026-07-18T12:00:00.123Z"), at("2026-07-18T13:00:00Z"), 3),
            Spot::Of(on, 2),
            Spot::Refunds(on, 40),
        ] {
            assert_eq!(Spot::read(Some(&spot.written()), asked, &calendar()).unwrap(), spot);
        }
        for bad in ["", "x1", "c1_2", "o2026-07-18", "o2026-13-40_1", "r2026-07-18_x", "ö1", "c1_2_3_4"] {
            assert!(Spot::read(Some(bad), asked, &calendar()).is_err(), "{bad}");
        }
    }
}
