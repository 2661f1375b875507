use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan as _};
use saffron_core::fact::{Check, Precedence};
use saffron_core::{BusinessDate, ItemId, PosId, Quantity};

use super::PromoCode;

/// How many hours after its closing a check's sold lines are stored. An older check does not change the stock.
const SOLD_LINES_HOURS: i64 = 40 * 24;
/// At or below this the stock is low where neither the till nor the owner has set it.
const DEFAULT_LOW: Quantity = Quantity::from_milli(5_000);

/// A count of an item by the till or the owner, of which the newest is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub quantity: Quantity,
    /// When it was counted, UTC, whole microseconds.
    pub at: Timestamp,
}

impl Count {
    /// A count at this time, as precise as the database stores it.
    #[must_use]
    pub fn at(quantity: Quantity, at: Timestamp) -> Count {
        Count { quantity, at: whole_micros(at) }
    }

    /// The till's count in a fact: made at the fact's time, but not after it was received, so that a till whose clock is ahead
    /// does not outrank every later count; and not before 1970, since the database cannot store every year of a clock.
    #[must_use]
    pub fn by_till(quantity: Quantity, time: Option<Timestamp>, received_at: Timestamp) -> Count {
        let at = match time {
            Some(time) if received_at == Timestamp::UNIX_EPOCH => time,
            Some(time) => time.min(received_at),
            None => received_at,
        };
        Count::at(quantity, at.max(Timestamp::UNIX_EPOCH))
    }
}

/// Postgres stores microseconds; comparisons before and after storing must agree.
fn whole_micros(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// The level of an item's stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Green,
    Orange,
    /// None left, or marked as sold out.
    Red,
}

impl Level {
    /// Red at nothing left or while marked as sold out, orange at `low` or below (5 where it is not set), else green; none
    /// without a count and a mark.
    #[must_use]
    pub fn of(stock: Option<Quantity>, low: Option<Quantity>, sold_out: bool) -> Option<Level> {
        match stock {
            _ if sold_out => Some(Level::Red),
            None => None,
            Some(stock) if stock <= Quantity::ZERO => Some(Level::Red),
            Some(stock) if stock <= low.unwrap_or(DEFAULT_LOW) => Some(Level::Orange),
            Some(_) => Some(Level::Green),
        }
    }
}

/// What a check sold, in thousandths by item.
pub type SoldLines = BTreeMap<ItemId, i64>;

/// What is stored of a check: what it sold, when, and with which promo code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldCheck {
    pub precedence: Precedence,
    /// When it was closed, UTC, whole microseconds.
    pub closed_at: Timestamp,
    /// The day in which the check counts.
    pub business_date: BusinessDate,
    /// None once the check is too old to change the stock.
    pub sold: Option<SoldLines>,
    /// The code that the check redeems. A void and a refund redeem nothing.
    pub promo_code: Option<PromoCode>,
}

impl SoldCheck {
    /// What is stored of a check: its lines that are not voided. A voided check sold nothing; a refund, and a line with a negative
    /// quantity, puts nothing back.
    #[must_use]
    pub fn of(precedence: Precedence, check: &Check) -> SoldCheck {
        let counts = !check.voided && check.refund_of.is_none();
        let mut sold = SoldLines::new();
        for line in check.sold().filter(|_| counts) {
            if line.quantity > Quantity::ZERO {
                *sold.entry(line.item.clone()).or_default() += line.quantity.milli();
            }
        }
        let code = check.promo_code.as_ref().filter(|_| counts);
        SoldCheck {
            precedence,
            closed_at: whole_micros(check.closed.at),
            business_date: check.business_date,
            sold: Some(sold),
            promo_code: code.and_then(|code| PromoCode::from_check(code.as_str())),
        }
    }

    /// What is stored of this version instead of `stored`, the version before. None if nothing is: for an old check that was not
    /// stored before and has no code.
    #[must_use]
    pub fn replacing(mut self, stored: Option<&SoldCheck>, now: Timestamp) -> Option<SoldCheck> {
        match stored {
            Some(stored) if stored.sold.is_none() => self.sold = None,
            None if self.closed_at < counted_since(now) => {
                self.sold = None;
                self.promo_code.as_ref()?;
            }
            // Its time was corrected, or it stands again after it was removed.
            Some(_) if self.closed_at < counted_since(now) => self.sold = Some(SoldLines::new()),
            _ => {}
        }
        Some(self)
    }
}

/// What checks sold that were closed before this no longer counts, and is deleted.
#[must_use]
pub fn counted_since(now: Timestamp) -> Timestamp {
    now.saturating_sub(SOLD_LINES_HOURS.hours()).unwrap_or(Timestamp::MIN)
}

/// What checks sold more or less than their stored versions, by item, each with the time at which the check was closed.
#[derive(Debug, Default)]
pub struct StockMovements(BTreeMap<(PosId, ItemId), Vec<(Timestamp, Quantity)>>);

impl StockMovements {
    /// Adds the difference between two versions of a check.
    pub fn add_check(&mut self, pos_id: &PosId, old: Option<&SoldCheck>, new: &SoldCheck) {
        // A check that is too old does not change the stock any more.
        if new.sold.is_none() {
            return;
        }
        let mut lines = |check: &SoldCheck, sign: i64| {
            for (item, sold) in check.sold.iter().flatten() {
                let moved = Quantity::from_milli(sign * sold);
                self.0.entry((pos_id.clone(), item.clone())).or_default().push((check.closed_at, moved));
            }
        };
        old.into_iter().for_each(|old| lines(old, -1));
        lines(new, 1);
    }

    /// The items with movements.
    pub fn items(&self) -> impl Iterator<Item = &(PosId, ItemId)> {
        self.0.keys()
    }

    /// What checks that were closed after `at` sold of an item, more than their stored versions.
    #[must_use]
    pub fn sold_after(&self, key: &(PosId, ItemId), at: Timestamp) -> Quantity {
        let movements = self.0.get(key).into_iter().flatten();
        movements.filter(|(closed_at, _)| *closed_at > at).map(|(_, moved)| *moved).sum()
    }
}
