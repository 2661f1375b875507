//! The proof of a business date: whether it is the same at the POS and here.

use jiff::{SignedDuration, Timestamp};
use saffron_pos::proof::{CheckDiffers, Figure, HourDiffers, Line};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// How a date stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum ProofState {
    /// The POS has no totals.
    None,
    /// It did not count all of the date, or a difference is looked at once more.
    NotYet,
    /// Late tips and orders may come.
    Settling,
    /// Both sides are the same.
    Equal,
    /// They are not.
    Differs,
}

impl ProofState {
    /// As it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// How long after its end a date settles: orders that were taken offline come up to 72 hours later, tips up to 36.
pub const SETTLES: SignedDuration = SignedDuration::from_hours(96);
/// A POS counts some minutes late: a date that is running is compared again after this.
pub const RUNNING: SignedDuration = SignedDuration::from_mins(20);
/// A difference counts once it is seen twice, so long after one another: what was posted may not be counted here yet.
pub const SEEN_TWICE: SignedDuration = SignedDuration::from_secs(60);
/// A date is compared each morning so long after its day begins: what came late was read before.
const MORNING: SignedDuration = SignedDuration::from_hours(2);
/// A date that differs is compared each morning for so long after its end.
const WATCHED: SignedDuration = SignedDuration::from_hours(35 * 24);
/// What comparing a date costs: so many are compared at once at most, and then one in this time.
pub const COST: SignedDuration = SignedDuration::from_secs(30);
/// The time for which comparisons are saved up.
pub const BURST: SignedDuration = SignedDuration::from_mins(10);
/// The most checks that are named of a date.
pub const MOST_CHECKS: usize = 100;

/// The hours and the checks that differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Slices {
    pub hours: Vec<HourDiffers>,
    pub checks: Vec<CheckDiffers>,
    /// How many more checks differ.
    pub more_checks: i64,
}

/// What was compared of a date.
pub struct Compared<'a> {
    pub lines: &'a [Line],
    /// Up to when the POS counted.
    pub until: Timestamp,
    /// The end of the date, UTC.
    pub end: Timestamp,
    pub now: Timestamp,
    /// Whether the same difference was seen before.
    pub is_seen_twice: bool,
}

impl Compared<'_> {
    /// How the date stands, and when it is compared again.
    #[must_use]
    pub fn stands(&self, next_morning: Timestamp) -> (ProofState, Option<Timestamp>) {
        let (now, settled) = (self.now, self.end + SETTLES);
        let has_differences = differs(self.lines);
        if self.until < self.end {
            return (ProofState::NotYet, Some(now + RUNNING));
        }
        if has_differences && !self.is_seen_twice {
            return (ProofState::NotYet, Some(now + SEEN_TWICE));
        }
        if now < settled {
            return (ProofState::Settling, Some(settled.min(next_morning + MORNING)));
        }
        match has_differences {
            false => (ProofState::Equal, None),
            true => (ProofState::Differs, (now < self.end + WATCHED).then_some(next_morning + MORNING)),
        }
    }
}

/// Whether any amount differs. The counts of checks stand beside them: a POS may count checks of nothing, too.
#[must_use]
pub fn differs(lines: &[Line]) -> bool {
    lines.iter().any(|line| line.figure.is_money() && line.difference() != 0)
}

/// The difference that stands for a date, cents: that of net sales, else the greatest.
#[must_use]
pub fn difference(lines: &[Line]) -> i64 {
    let money = || lines.iter().filter(|line| line.figure.is_money());
    let net = money().find(|line| line.figure == Figure::Net).map_or(0, Line::difference);
    if net != 0 {
        return net;
    }
    money().map(Line::difference).max_by_key(|cents| cents.unsigned_abs()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn stands(
        lines: &[Line],
        until: &str,
        now: &str,
        is_seen_twice: bool,
    ) -> (ProofState, Option<Timestamp>) {
        let (until, end, now) = (at(until), at("2026-07-19T08:00:00Z"), at(now));
        Compared { lines, until, end, now, is_seen_twice }.stands(at("2026-07-25T08:00:00Z"))
    }

    const EQUAL: Line = Line { figure: Figure::Net, theirs: 1_000, ours: 1_000 };
    const OFF: Line = Line { figure: Figure::Net, theirs: 1_000, ours: 900 };

    #[test]
    fn date_settles_after_96_hours() {
        let late = "2026-07-19T08:00:00Z";
        assert_eq!(stands(&[EQUAL], "2026-07-19T07:59:59Z", late, true).0, ProofState::NotYet);
        let (state, due) = stands(&[OFF], late, "2026-07-23T07:59:59Z", true);
        assert_eq!((state, due), (ProofState::Settling, Some(at("2026-07-23T08:00:00Z"))));
        assert_eq!(stands(&[EQUAL], late, "2026-07-23T08:00:00Z", true), (ProofState::Equal, None));
        let (state, due) = stands(&[OFF], late, "2026-07-23T08:00:00Z", true);
        assert_eq!((state, due), (ProofState::Differs, Some(at("2026-07-25T10:00:00Z"))));
        assert_eq!(stands(&[OFF], late, "2026-09-23T08:00:00Z", true), (ProofState::Differs, None));
    }

    #[test]
    fn difference_counts_once_it_is_seen_twice() {
        let (state, due) = stands(&[OFF], "2026-07-19T08:00:00Z", "2026-07-24T08:00:00Z", false);
        assert_eq!((state, due), (ProofState::NotYet, Some(at("2026-07-24T08:01:00Z"))));
    }

    #[test]
    fn net_sales_stand_for_a_date_and_counts_alone_are_no_difference() {
        let tips = Line { figure: Figure::Tips, theirs: 500, ours: 0 };
        assert_eq!((difference(&[OFF, tips]), difference(&[EQUAL, tips])), (-100, -500));
        assert!(!differs(&[EQUAL, Line { figure: Figure::Checks, theirs: 3, ours: 2 }]));
    }
}
