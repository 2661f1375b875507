use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Calendar, DayStarts, PosId};

/// Gateways know of another start of the day after this long: what they stamped before comes in until then.
const KNOWN_AFTER: SignedDuration = SignedDuration::from_mins(2);

/// Facts of a location that are stamped again, because its days begin at another time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restamp {
    pub pos_id: PosId,
    pub calendar: Calendar,
    /// The first business date whose facts may lie elsewhere.
    pub from: BusinessDate,
    pub set_at: Timestamp,
    pub step: i16,
    /// Where the step goes on.
    pub next: Position,
}

/// A place in facts that are ordered by date, wall time and id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub date: BusinessDate,
    pub time: DateTime,
    pub id: String,
}

impl Position {
    /// Before the times of all facts.
    pub const NO_TIME: DateTime = DateTime::constant(1900, 1, 1, 0, 0, 0, 0);

    /// Before all facts of a date and later.
    pub const fn before(date: BusinessDate) -> Position {
        Position { date, time: Position::NO_TIME, id: String::new() }
    }
}

/// The facts that a step looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamped {
    Checks,
    Shifts,
    CashCounts,
}

impl Restamp {
    /// After this step each fact was looked at once.
    pub const LAST_STEP: i16 = 2;

    /// The facts that its step looks at; none: it is done. Each kind is looked at twice: the second time for those that came in
    /// meanwhile, stamped by a gateway that did not know yet.
    pub const fn facts(&self) -> Option<Stamped> {
        match self.step {
            0 | 3 => Some(Stamped::Checks),
            1 | 4 => Some(Stamped::Shifts),
            2 | 5 => Some(Stamped::CashCounts),
            _ => None,
        }
    }

    /// Whether each fact was looked at once.
    pub const fn is_settling(&self) -> bool {
        self.step > Restamp::LAST_STEP
    }

    /// Whether its step waits for gateways.
    pub fn waits(&self, now: Timestamp) -> bool {
        self.is_settling() && now < self.set_at + KNOWN_AFTER
    }
}

/// The first date whose facts may lie elsewhere by `new` starts, none if there is none. A fact lies in the date before where
/// that one lasts longer now.
pub fn restamped_from(old: &DayStarts, new: &DayStarts) -> Option<BusinessDate> {
    let first = old.first_difference(new)?;
    Some(first.map_or(BusinessDate::EARLIEST, |date| date.plus_days(-1)))
}
