//! The facts that benches send: checks and shifts, the same at every run.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Range};

use anyhow::{Context, Result};
use jiff::ToSpan;
use jiff::civil::Time;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::fact::{
    Check, Counting, Fact, FactBody, Label, Line, Payment, Person, Precedence, Shift, StampedBatch,
};
use saffron_core::{BusinessDate, DayStarts, Moment, Money, PosId, PosTime, Quantity, Source, Zone};
use saffron_instance::{Feed, business_date};

use super::full;

/// Locations of every bench.
pub const LOCATIONS: u32 = 50;
/// Their time zone.
pub const ZONE: &str = "America/New_York";
/// Items on a menu.
const ITEMS: u32 = 40;
/// Shifts of a location's day.
const SHIFTS: u32 = 4;
/// Checks are closed from 11:00 on, over so many minutes.
const OPEN_MINUTES: u32 = 11 * 60;

const MAJOR: [&str; 4] = ["Food", "Drinks", "Dessert", "Merchandise"];
const MINOR: [&str; 10] =
    ["Pizza", "Pasta", "Salad", "Sandwich", "Soup", "Beer", "Wine", "Soda", "Cake", "Gift card"];
const CENTERS: [&str; 3] = ["Dining Room", "Bar", "Patio"];
const ORDER_TYPES: [&str; 4] = ["Dine In", "Take Out", "Delivery", "Drive Thru"];
const SOURCES: [&str; 3] = ["Website", "DoorDash", "Uber Eats"];
const TENDERS: [&str; 5] = ["Visa", "Mastercard", "Amex", "Cash", "Gift Card"];
const JOBS: [&str; 3] = ["Server", "Cook", "Host"];

/// The posID of a location, by its number from 1.
pub fn pos_id(number: u32) -> Result<PosId> {
    format!("bench-{number}").parse().context("a location's id")
}

/// The newest business date that has ended in every zone.
pub fn yesterday() -> Result<BusinessDate> {
    business_date(1)
}

/// The sums of a location's day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Checks.
    pub checks: i64,
    /// Sales, cents.
    pub sales: i64,
}

/// The totals by location and business date.
pub type Days = BTreeMap<(String, String), Totals>;

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.checks += other.checks;
        self.sales += other.sales;
    }
}

/// What checks hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Holds {
    /// Three items and one payment
    Plain,
    /// Five items with two modifiers each, two named discounts, a service charge, a named tax and two payments
    Full,
}

impl Holds {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Holds::Plain => "plain",
            Holds::Full => "full",
        }
    }

    /// Items on a check.
    fn lines(self) -> usize {
        match self {
            Holds::Plain => 3,
            Holds::Full => 5,
        }
    }
}

/// A location that makes its facts.
pub struct Location {
    /// The location.
    pub pos_id: PosId,
    number: u32,
    zone: Zone,
    menu: Vec<Line>,
    staff: Vec<Person>,
    holds: Holds,
}

impl Location {
    /// The location with this number, of plain checks.
    pub fn new(number: u32) -> Result<Location> {
        Location::with(number, Holds::Plain)
    }

    fn with(number: u32, holds: Holds) -> Result<Location> {
        let menu = (0..ITEMS).map(item).collect::<Result<_>>()?;
        let staff = (0..12)
            .map(|n| Ok(Person { id: label(format!("e{n}"))?, name: label(format!("Employee {n}"))? }))
            .collect::<Result<_>>()?;
        Ok(Location {
            pos_id: pos_id(number)?,
            number,
            zone: ZONE.parse().context("a time zone")?,
            menu,
            staff,
            holds,
        })
    }

    /// Every location, of plain checks.
    pub fn all() -> Result<Vec<Location>> {
        Location::all_with(Holds::Plain)
    }

    /// Every location, of checks that hold this.
    pub fn all_with(holds: Holds) -> Result<Vec<Location>> {
        (1..=LOCATIONS).map(|number| Location::with(number, holds)).collect()
    }

    /// The checks `from..to` of a day and what they add up to. Each number is one check for good.
    pub fn checks(&self, date: BusinessDate, from: u32, to: u32) -> Result<(Vec<Fact>, Totals)> {
        let mut totals = Totals::default();
        let mut facts = Vec::with_capacity((to - from) as usize);
        for number in from..to {
            let check = self.check(date, number)?;
            totals += Totals { checks: 1, sales: check.lines.iter().map(|line| line.amount.cents()).sum() };
            facts.push(fact(format!("c-{}", check.id), FactBody::Check(Box::new(check)))?);
        }
        Ok((facts, totals))
    }

    /// The shifts of a day.
    pub fn shifts(&self, date: BusinessDate) -> Result<Vec<Fact>> {
        (0..SHIFTS)
            .map(|number| {
                let id = format!("s-{date}-{number}").parse().context("a shift's id")?;
                let (start, minutes) = (10 * 60 + number * 60, 360 + number * 45);
                let shift = Shift {
                    id,
                    business_date: date,
                    date_brought: Some(false),
                    employee: self.person(number),
                    job: Some(pick(&JOBS, number)?),
                    clock_in: self.at(date, start, 0)?,
                    clock_out: Some(self.at(date, start + minutes, 0)?),
                    unpaid_seconds: 30 * 60,
                    rate: Some(Money::from_cents(1_500 + i64::from(number) * 150)),
                    regular_seconds: i64::from(minutes - 30) * 60,
                    overtime_seconds: 0,
                    overtime_rate: None,
                    tips: Money::from_cents(4_250),
                    counting: Counting::Seconds { clock_changes: Vec::new() },
                };
                fact(format!("s-{date}-{number}"), FactBody::Shift(Box::new(shift)))
            })
            .collect()
    }

    /// Sends checks of a day in one message, with the day's shifts if they are the first; gives the totals.
    pub async fn send(
        &self,
        feed: &mut Feed,
        date: BusinessDate,
        checks: Range<u32>,
        shifts: bool,
    ) -> Result<Totals> {
        let (mut facts, totals) = self.checks(date, checks.start, checks.end)?;
        if shifts && checks.start == 0 {
            facts.extend(self.shifts(date)?);
        }
        feed.put(&self.pos_id, self.message(facts)?).await?;
        Ok(totals)
    }

    /// One message of the stream, as the gateway writes it.
    pub fn message(&self, facts: Vec<Fact>) -> Result<Vec<u8>> {
        let batch = StampedBatch {
            pos_id: self.pos_id.clone(),
            zone: self.zone.clone(),
            day_starts: DayStarts::default(),
            received_at: jiff::Timestamp::UNIX_EPOCH,
            source: Source::Till,
            facts,
        };
        serde_json::to_vec(&batch).context("a batch of facts")
    }

    /// The check with this number of a day.
    fn check(&self, date: BusinessDate, number: u32) -> Result<Check> {
        let day = u64::from(date.date().day_of_year().unsigned_abs())
            + u64::from(date.date().year().unsigned_abs()) * 400;
        let seed = (u64::from(self.number) << 48) ^ (day << 24) ^ u64::from(number);
        let mut rng = StdRng::seed_from_u64(seed);
        let minute = 11 * 60 + rng.random_range(0..OPEN_MINUTES);
        let lines = (0..self.holds.lines())
            .filter_map(|_| {
                let line = self.menu.get(rng.random_range(0..self.menu.len()))?.clone();
                let quantity = Quantity::from_milli(1_000 * rng.random_range(1..3));
                Some(Line { quantity, amount: line.price.times(quantity), ..line })
            })
            .collect::<Vec<_>>();
        let amount: Money = lines.iter().map(|line| line.amount + line.tax).sum();
        // One in five, so that every day of every location has one.
        let online = number.is_multiple_of(5);
        let server = self.person(rng.random_range(0..12));
        let check = Check {
            id: format!("{date}-{number}").parse().context("a check's id")?,
            business_date: date,
            date_brought: Some(false),
            opened: self.at(date, minute - rng.random_range(5..60), 0)?,
            closed: self.at(date, minute, rng.random_range(0..60))?,
            table: Some(label(format!("{}", rng.random_range(1..31)))?),
            covers: rng.random_range(1..5),
            employee: server.clone(),
            cashier: server,
            revenue_center: Some(pick(&CENTERS, rng.random_range(0..3))?),
            order_type: Some(pick(&ORDER_TYPES, rng.random_range(0..4))?),
            order_input_type: Some(label(if online { "online" } else { "pos" })?),
            order_source: if online { Some(pick(&SOURCES, rng.random_range(0..3))?) } else { None },
            source_fee: Money::from_cents(if online { 120 } else { 0 }),
            discount: Money::from_cents(if rng.random_bool(0.1) { 200 } else { 0 }),
            payments: vec![Payment {
                tender: pick(&TENDERS, rng.random_range(0..5))?,
                amount,
                tip: amount.ratio(rng.random_range(0..25), 100),
                payment_intent_id: None,
                payment_id: None,
                processor: None,
                fee: None,
                gift_card: false,
                deposit: false,
            }],
            discounts: Vec::new(),
            service_charges: Vec::new(),
            taxes: Vec::new(),
            rounding: Money::ZERO,
            lines,
            reward_used: Money::ZERO,
            customer: None,
            sent_id: None,
            promo_code: None,
            refund_of: None,
            voided: false,
            reason: None,
            approved_by: None,
            itemized: true,
        };
        match self.holds {
            Holds::Plain => Ok(check),
            Holds::Full => full::fill(check, self.person(0)),
        }
    }

    fn person(&self, number: u32) -> Option<Person> {
        self.staff.get(number as usize % self.staff.len()).cloned()
    }

    /// Wall time of a day, by minutes from its midnight.
    fn at(&self, date: BusinessDate, minute: u32, second: u32) -> Result<Moment> {
        let midnight = date.date().to_datetime(Time::midnight());
        let wall = midnight.checked_add(i64::from(minute).minutes().seconds(i64::from(second)))?;
        self.zone.resolve(PosTime::Wall(wall)).context("a time")
    }
}

fn item(number: u32) -> Result<Line> {
    let price = Money::from_cents(450 + i64::from(number) * 55);
    Ok(Line {
        item: format!("i{number}").parse().context("an item's id")?,
        name: label(format!("Item {number}"))?,
        major_category: Some(pick(&MAJOR, number)?),
        minor_category: Some(pick(&MINOR, number)?),
        quantity: Quantity::ONE,
        price,
        amount: price,
        cost: Some(price.ratio(28, 100)),
        discount: Money::ZERO,
        discounts: Vec::new(),
        modifiers: Vec::new(),
        tax: price.ratio(8, 100),
        voided: false,
        reason: None,
        approved_by: None,
        holds_tax: false,
        deferred: false,
    })
}

/// The first version of a fact.
pub fn fact(event_id: String, body: FactBody) -> Result<Fact> {
    let event_id = event_id.parse().context("an event's id")?;
    Ok(Fact { precedence: Precedence::new(1, event_id), time: None, body })
}

/// A text as a name of a fact.
pub fn label(text: impl Into<String>) -> Result<Label> {
    Label::try_from(text.into()).context("a label")
}

fn pick(names: &[&str], number: u32) -> Result<Label> {
    label(*names.get(number as usize % names.len()).context("no names")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_the_same_at_every_run_and_readable() {
        let location = Location::new(7).unwrap();
        let date = "2026-03-08".parse().unwrap();
        let (facts, totals) = location.checks(date, 0, 20).unwrap();
        assert_eq!((facts.clone(), totals), location.checks(date, 0, 20).unwrap());
        let message = location.message(facts.clone()).unwrap();
        let read: StampedBatch = serde_json::from_slice(&message).unwrap();
        assert_eq!(read.facts, facts);
        assert_eq!(totals.checks, 20);
        for fact in &facts {
            let FactBody::Check(check) = &fact.body else { panic!("a check") };
            assert_eq!((check.lines.len(), check.payments.len()), (3, 1));
            assert_eq!(DayStarts::default().date_of(check.closed.wall), date);
            assert!(check.opened.at < check.closed.at);
        }
        let full = &Location::all_with(Holds::Full).unwrap()[6];
        for fact in full.checks(date, 0, 20).unwrap().0 {
            let FactBody::Check(check) = &fact.body else { panic!("a check") };
            assert_eq!((check.lines.len(), check.payments.len(), check.discounts.len()), (5, 2, 1));
            assert!(check.lines.iter().all(|line| line.modifiers.len() == 2));
            assert_eq!(check.lines.iter().map(|line| line.discounts.len()).sum::<usize>(), 1);
            assert_eq!(check.totals().out_of_balance, Money::ZERO);
        }
        assert_eq!(location.shifts(date).unwrap().len(), 4);
    }

    #[test]
    fn totals_of_parts_are_those_of_the_day() {
        let location = Location::new(1).unwrap();
        let date = "2026-07-18".parse().unwrap();
        let mut parts = location.checks(date, 0, 3).unwrap().1;
        parts += location.checks(date, 3, 9).unwrap().1;
        assert_eq!(parts, location.checks(date, 0, 9).unwrap().1);
    }
}
