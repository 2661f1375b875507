//! What a POS says: every kind of fact with every field, and what is worked out from them.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// The most cents of one field.
pub const MOST: i64 = 10_000_000_000;

/// One version of a fact.
#[derive(Clone, Debug)]
pub struct Fact {
    pub pos_id: String,
    pub revision: i64,
    pub event_id: String,
    /// Of the envelope.
    pub time: Option<&'static str>,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub enum Body {
    Check(Check),
    OpenCheck(Check),
    RemovedCheck(String),
    Shift(Shift),
    RemovedShift(String),
    Cash(CashCount),
    Item(Item),
    RemovedItem(String),
    Guest(Guest),
    Merge(Merge),
}

/// Two guests become one.
#[derive(Clone, Debug)]
pub struct Merge {
    pub id: String,
    pub into: String,
}

/// Money in cents, quantities in thousandths, texts as they were sent.
#[derive(Clone, Debug)]
pub struct Check {
    pub id: String,
    pub closed: Timestamp,
    pub opened: Option<Timestamp>,
    /// None: the one that `closed` gives.
    pub date: Option<jiff::civil::Date>,
    pub covers: u16,
    pub employee: Option<Person>,
    pub cashier: Option<Person>,
    pub table: Option<String>,
    pub revenue_center: Option<String>,
    pub order_type: Option<String>,
    pub input: Option<String>,
    pub source: Option<String>,
    pub source_fee: i64,
    pub lines: Vec<Line>,
    pub discount: i64,
    pub discounts: Discounts,
    pub payments: Vec<Payment>,
    pub reward_used: i64,
    pub guest: Option<String>,
    pub code: Option<String>,
    pub refund_of: Option<String>,
    pub voided: bool,
    pub allowed: Allowed,
    pub tax_included: bool,
    pub charges: Vec<Charge>,
    pub taxes: Vec<Tax>,
    pub rounding: i64,
}

#[derive(Clone, Debug)]
pub struct Charge {
    pub name: String,
    pub kind: &'static str,
    pub amount: i64,
    pub tax: i64,
}

#[derive(Clone, Debug)]
pub struct Tax {
    pub name: String,
    pub amount: i64,
    /// None: by the restaurant.
    pub by: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub struct Person {
    pub id: Option<String>,
    pub name: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub item: String,
    pub name: String,
    pub major: Option<String>,
    pub minor: Option<String>,
    pub quantity: i64,
    pub price: Option<i64>,
    /// None: quantity times price.
    pub amount: Option<i64>,
    pub cost: Option<i64>,
    pub discount: i64,
    pub discounts: Discounts,
    pub modifiers: Vec<Modifier>,
    pub tax: i64,
    pub voided: bool,
    pub allowed: Allowed,
    /// None: as the check says.
    pub tax_included: Option<bool>,
    /// A gift card or a deposit.
    pub deferred: bool,
}

/// What a discount is for.
#[derive(Clone, Debug)]
pub struct Discounts {
    pub named: Vec<Discount>,
    /// Whether the discount is not sent beside them.
    pub are_all: bool,
}

#[derive(Clone, Debug)]
pub struct Discount {
    pub name: Option<String>,
    pub kind: Option<&'static str>,
    pub amount: i64,
    pub allowed: Allowed,
}

/// Why something was given or voided, and who allowed it.
#[derive(Clone, Debug)]
pub struct Allowed {
    pub reason: Option<String>,
    pub by: Option<Person>,
}

#[derive(Clone, Debug)]
pub struct Modifier {
    pub name: String,
    /// None: that of the line.
    pub quantity: Option<i64>,
    pub amount: Option<i64>,
    pub cost: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct Payment {
    pub tender: String,
    pub amount: i64,
    pub tip: i64,
    pub intent: Option<String>,
    pub gift_card: bool,
    pub deposit: bool,
    pub id: Option<String>,
    pub processor: Option<String>,
    pub fee: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct Shift {
    pub id: String,
    pub closed: bool,
    pub employee: Option<Person>,
    pub job: Option<String>,
    pub date: Option<jiff::civil::Date>,
    pub begin: Timestamp,
    pub minutes: i64,
    pub unpaid: i64,
    pub regular: Option<i64>,
    pub overtime: i64,
    pub rate: Option<i64>,
    pub overtime_rate: Option<i64>,
    pub tips: i64,
}

/// A counted drawer; its id is used once, so that it is its key.
#[derive(Clone, Debug)]
pub struct CashCount {
    pub drawer: String,
    pub closed: Timestamp,
    pub employee: Option<Person>,
    /// Opening, sales, paid in, paid out, drops.
    pub amounts: [i64; 5],
    /// None: what the amounts give.
    pub expected: Option<i64>,
    pub counted: i64,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub id: String,
    pub name: String,
    pub major: Option<String>,
    pub minor: Option<String>,
    /// None: open.
    pub price: Option<i64>,
    pub cost: Option<i64>,
    pub image: Option<String>,
    pub stock: Option<i64>,
    pub low: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct Guest {
    pub id: String,
    pub first: Option<String>,
    pub last: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub email_consent: Option<bool>,
    pub sms_consent: Option<bool>,
}

/// `a / b`, rounded half away from zero.
pub fn rounded(a: i128, b: i128) -> i64 {
    let magnitude = (a.unsigned_abs() + b.unsigned_abs() / 2) / b.unsigned_abs();
    let value = i64::try_from(magnitude).unwrap();
    if (a < 0) == (b < 0) { value } else { -value }
}

impl Line {
    /// Of the line, cents.
    pub fn worth(&self) -> i64 {
        self.amount.unwrap_or_else(|| self.times(self.price.unwrap_or(0)))
    }

    /// Of all pieces, cents.
    pub fn times(&self, cents: i64) -> i64 {
        rounded(i128::from(cents) * i128::from(self.quantity), 1000)
    }

    /// Of all pieces with their modifiers, cents.
    pub fn total_cost(&self) -> i64 {
        let with = self.modifiers.iter().map(|modifier| modifier.total_cost(self));
        self.times(self.cost.unwrap_or(0)) + with.sum::<i64>()
    }

    /// What is worked out from it has the bounds of a field.
    pub fn fits(&self) -> bool {
        let of_one = self.quantity == 0
            || self.price.is_some()
            || rounded(i128::from(self.worth()) * 1000, i128::from(self.quantity)).abs() <= MOST;
        of_one
            && self.worth().abs() <= MOST
            && self.times(self.cost.unwrap_or(0)).abs() <= MOST
            && self.total_cost().abs() <= MOST
    }
}

impl Modifier {
    /// How many, in thousandths.
    pub fn count(&self, line: &Line) -> i64 {
        self.quantity.unwrap_or(line.quantity)
    }

    /// Of all of it, cents.
    pub fn total_cost(&self, line: &Line) -> i64 {
        rounded(i128::from(self.cost.unwrap_or(0)) * i128::from(self.count(line)), 1000)
    }
}

impl Shift {
    /// Regular minutes, of a closed one.
    pub fn regular_minutes(&self) -> i64 {
        self.regular.unwrap_or_else(|| (self.minutes - self.unpaid - self.overtime).max(0))
    }

    /// Paid time of a closed one that has no wage.
    pub fn seconds_without_wage(&self) -> i64 {
        if self.rate.is_some() { 0 } else { (self.regular_minutes() + self.overtime) * 60 }
    }

    /// Of a closed one, cents.
    pub fn pay(&self) -> i64 {
        let rate = self.rate.unwrap_or_default();
        let regular = i128::from(rate) * i128::from(self.regular_minutes()) * 2;
        let overtime = match self.overtime_rate {
            Some(rate) => i128::from(rate) * i128::from(self.overtime) * 2,
            None => i128::from(rate) * i128::from(self.overtime) * 3,
        };
        rounded(regular + overtime, 120)
    }
}

/// The wall clock of every location.
pub fn zone() -> TimeZone {
    TimeZone::get("America/New_York").unwrap()
}

/// The date that a moment counts in.
pub fn business_date(at: Timestamp) -> jiff::civil::Date {
    (zone().to_datetime(at) - 4.hours()).date()
}
