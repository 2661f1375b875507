//! Places in lists. Clover answers for 90 days at most: a longer span is read in windows.

use jiff::{SignedDuration, Timestamp};

use crate::PosError;
use crate::rows::Span;

/// The longest window, a little less than what Clover answers for.
const WINDOW: SignedDuration = SignedDuration::from_hours(89 * 24);

/// Which list a page of checks comes from: each changes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Orders,
    Payments,
    Refunds,
    Credits,
}

impl Stage {
    const ALL: [(Stage, &'static str); 4] =
        [(Stage::Orders, "o"), (Stage::Payments, "p"), (Stage::Refunds, "r"), (Stage::Credits, "c")];

    const fn next(self) -> Option<Stage> {
        match self {
            Stage::Orders => Some(Stage::Payments),
            Stage::Payments => Some(Stage::Refunds),
            Stage::Refunds => Some(Stage::Credits),
            Stage::Credits => None,
        }
    }
}

/// Where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) stage: Stage,
    /// The beginning of its window.
    begin: Timestamp,
    pub(super) offset: usize,
}

impl Spot {
    /// Reads a place as [`Spot::after`] writes it; without one, the first.
    pub(super) fn read(from: Option<&str>, span: Span) -> Result<Spot, PosError> {
        let Some(from) = from else {
            return Ok(Spot { stage: Stage::Orders, begin: span.0, offset: 0 });
        };
        let spot = || {
            let (letter, rest) = from.split_at_checked(1)?;
            let (stage, _) = Stage::ALL.into_iter().find(|(_, known)| *known == letter)?;
            let (begin, offset) = rest.split_once('-')?;
            let begin = Timestamp::from_millisecond(begin.parse().ok()?).ok()?;
            Some(Spot { stage, begin, offset: offset.parse().ok()? })
        };
        spot().ok_or_else(|| PosError::Unreadable("a place in a list".to_owned()))
    }

    /// The window that it lies in.
    pub(super) fn window(&self, span: Span) -> Span {
        let end = self.begin.checked_add(WINDOW).unwrap_or(Timestamp::MAX);
        (self.begin, end.min(span.1))
    }

    /// The place after its page, which ends at an offset unless it is the last of its window.
    pub(super) fn after(&self, next: Option<&str>, span: Span) -> Option<String> {
        if let Some(offset) = next {
            return Some(self.written(self.stage, self.begin, offset));
        }
        let (_, end) = self.window(span);
        if end < span.1 {
            let begin = end.checked_add(SignedDuration::from_millis(1)).ok()?;
            return Some(self.written(self.stage, begin, "0"));
        }
        self.stage.next().map(|stage| self.written(stage, span.0, "0"))
    }

    fn written(&self, stage: Stage, begin: Timestamp, offset: &str) -> String {
        let letter =
            Stage::ALL.into_iter().find(|(known, _)| *known == stage).map_or("", |(_, letter)| letter);
        format!("{letter}{}-{offset}", begin.as_millisecond())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn span_of_a_year_is_read_in_windows_of_90_days_at_most() {
        let span = (at("2025-01-01T00:00:00Z"), at("2025-12-31T23:59:59.999Z"));
        let (mut from, mut windows) = (None, Vec::new());
        loop {
            let spot = Spot::read(from.as_deref(), span).unwrap();
            if spot.stage != Stage::Orders {
                break;
            }
            windows.push(spot.window(span));
            from = spot.after(None, span);
        }
        assert_eq!(windows.len(), 5);
        assert_eq!((windows[0].0, windows[4].1), span);
        for pair in windows.windows(2) {
            assert_eq!(pair[1].0.duration_since(pair[0].1), SignedDuration::from_millis(1));
        }
        assert!(
            windows
                .iter()
                .all(|(from, until)| until.duration_since(*from) < SignedDuration::from_hours(90 * 24))
        );
    }

    #[test]
    fn place_is_read_as_it_is_written() {
        let span = (at("2026-07-18T08:00:00Z"), at("2026-07-19T07:59:59.999Z"));
        let first = Spot::read(None, span).unwrap();
        let second = Spot::read(first.after(Some("90"), span).as_deref(), span).unwrap();
        assert_eq!((second.stage, second.offset, second.window(span)), (Stage::Orders, 90, span));
        let mut stages = vec![second.stage];
        let mut spot = second;
        while let Some(next) = spot.after(None, span) {
            spot = Spot::read(Some(&next), span).unwrap();
            stages.push(spot.stage);
        }
        assert_eq!(stages, [Stage::Orders, Stage::Payments, Stage::Refunds, Stage::Credits]);
        for bad in ["", "x1-2", "o1", "ö1-1", "o-", "o1-x"] {
            assert!(Spot::read(Some(bad), span).is_err(), "{bad}");
        }
    }
}
