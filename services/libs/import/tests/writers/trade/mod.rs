//! A restaurant's trade, richer than any file that tells of it. Amounts are in cents, quantities in thousandths, times are wall
//! time of the house.

pub mod dice;
mod labor;
mod make;
mod menu;
pub mod money;
mod order;
mod traits;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

pub use labor::{Guest, Shift};
pub use make::{build, trade};
pub use menu::{Dish, Size};
pub use traits::{Country, Refunds, Taxed, Traits};

/// All that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Trade {
    /// The house's settings.
    pub house: House,
    /// Its menu.
    pub menu: Vec<Dish>,
    /// Orders in the order of their end. Refunds are orders of their own.
    pub orders: Vec<Order>,
    /// Shifts worked.
    pub shifts: Vec<Shift>,
    /// Known guests.
    pub guests: Vec<Guest>,
}

impl Trade {
    /// The refund that gives an order back, if there is one.
    pub fn refund_of(&self, order: &Order) -> Option<&Order> {
        self.orders.iter().find(|refund| refund.refund_of.as_ref() == Some(&order.id))
    }
}

/// Settings that do not change during the trade.
#[derive(Debug, Clone, PartialEq)]
pub struct House {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub country: Country,
    /// IANA name of its time zone.
    pub zone: &'static str,
    /// When its business day begins.
    pub start_of_day: Time,
    /// Whether prices hold their tax.
    pub tax_inside: bool,
    /// How its orders are numbered.
    pub numbering: Numbering,
    /// Whether its charges belong to the staff.
    pub charge: Charge,
}

impl House {
    /// The business date of a wall time.
    pub fn business_date(&self, at: DateTime) -> Date {
        if at.time() < self.start_of_day { at.date().yesterday().unwrap() } else { at.date() }
    }

    /// Whether its clocks show a time: one hour of spring they leave out.
    pub fn has(&self, at: DateTime) -> bool {
        at.to_zoned(self.time_zone()).unwrap().datetime() == at
    }

    /// The time zone.
    pub fn time_zone(&self) -> TimeZone {
        TimeZone::get(self.zone).unwrap()
    }
}

/// How orders are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    /// Each number once.
    Unique,
    /// From 1 again each business date.
    Daily,
    /// Each register by itself.
    Register,
    /// Not at all: no two orders end in the same minute.
    None,
}

/// What a charge beside the sales is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Charge {
    /// Belongs to the staff.
    Gratuity,
    /// Belongs to the house.
    Fee,
    /// For bringing the order.
    Delivery,
}

/// What became of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Paid, or given away.
    Closed,
    /// Not paid yet.
    Open,
    /// Voided as a whole.
    Voided,
}

/// One order: a check.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Unique in the house: letters and digits.
    pub id: String,
    /// Its number, as the house numbers.
    pub number: i64,
    /// Id and number of the first check of its party, where several checks are of one party.
    pub party: Option<(String, i64)>,
    /// The register it was closed at, from 1.
    pub register: i64,
    /// Begin.
    pub opened: DateTime,
    /// End; of an open order what would be its end. Of the same business date as its begin.
    pub closed: DateTime,
    /// What became of it.
    pub state: State,
    /// Why it was voided or refunded.
    pub reason: Option<&'static str>,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Name of the discount that lines have as their share of the order's.
    pub discount_name: Option<&'static str>,
    /// Charges beside the sales.
    pub charges: Vec<(Charge, i64)>,
    /// What it was rounded by: positive if more was due.
    pub rounding: i64,
    /// Payments taken. Their sum is what is due.
    pub payments: Vec<Payment>,
    /// Payments that failed: they moved nothing.
    pub failed: Vec<Payment>,
    /// Guests at the table.
    pub covers: i64,
    /// Table, in the house's words.
    pub table: Option<String>,
    /// Whose order it is.
    pub server: &'static str,
    /// Whose register it is.
    pub cashier: &'static str,
    /// Eaten here, taken away, delivered.
    pub order_type: OrderType,
    /// Ordered over the web.
    pub online: bool,
    /// The guest, as a place in the trade's guests.
    pub guest: Option<usize>,
    /// The order that it gives back. A refund without one may still be a refund.
    pub refund_of: Option<String>,
    /// Whether it gives money back.
    pub refund: bool,
}

/// How an order is eaten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OrderType {
    /// In the house.
    DineIn,
    /// Elsewhere.
    ToGo,
    /// Brought.
    Delivery,
}

/// A line of an order. Its money is as it was charged: with the tax inside where the house has it so. Of a refund all is negative.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The dish, as a place in the menu; none of a gift card or an amount that was typed.
    pub dish: Option<usize>,
    /// Name.
    pub name: String,
    /// Size, where the dish has sizes.
    pub size: Option<&'static str>,
    /// Category.
    pub category: Option<&'static str>,
    /// Thousandths.
    pub quantity: i64,
    /// Price of one, without modifiers.
    pub price: i64,
    /// What was ordered to it: name, and money for the whole line.
    pub modifiers: Vec<(&'static str, i64)>,
    /// Of the whole line with modifiers, before discounts.
    pub amount: i64,
    /// Discount of the line alone.
    pub discount: i64,
    /// Its name.
    pub discount_name: Option<&'static str>,
    /// Its share of the order's discount.
    pub share: i64,
    /// Tax.
    pub tax: i64,
    /// Rate of the tax in basis points.
    pub rate: i64,
    /// Cost of one, where it is known.
    pub cost: Option<i64>,
    /// Voided: counts only as voided.
    pub voided: bool,
    /// A gift card that was sold.
    pub deferred: bool,
}

impl Line {
    /// All discounts.
    pub fn off(&self) -> i64 {
        self.discount + self.share
    }

    /// What is charged for it, with tax where that is inside.
    pub fn charged(&self) -> i64 {
        self.amount - self.off()
    }

    /// Whether it is a sale.
    pub fn counts(&self) -> bool {
        !self.voided && !self.deferred
    }
}

/// The money of lines as one sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    /// Amounts before discounts.
    pub amount: i64,
    /// Discounts.
    pub discount: i64,
    /// Tax.
    pub tax: i64,
}

impl Order {
    /// The sum of the lines that count as sold; of a voided order of those that were not voided before.
    pub fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        for line in self.lines.iter().filter(|line| line.counts()) {
            sum.amount += line.amount;
            sum.discount += line.off();
            sum.tax += line.tax;
        }
        sum
    }

    /// Gift cards sold.
    pub fn deferred(&self) -> i64 {
        self.lines.iter().filter(|line| line.deferred && !line.voided).map(Line::charged).sum()
    }

    /// Charges of a kind.
    pub fn charged(&self, kind: Charge) -> i64 {
        self.charges.iter().filter(|charge| charge.0 == kind).map(|charge| charge.1).sum()
    }

    /// Everything but tips.
    pub fn due(&self, tax_inside: bool) -> i64 {
        let sum = self.sum();
        let tax = if tax_inside { 0 } else { sum.tax };
        let charges: i64 = self.charges.iter().map(|charge| charge.1).sum();
        sum.amount - sum.discount + tax + charges + self.deferred() + self.rounding
    }

    /// Tips of its payments.
    pub fn tips(&self) -> i64 {
        self.payments.iter().map(|payment| payment.tip).sum()
    }

    /// Whether it counts in sales.
    pub fn is_closed(&self) -> bool {
        self.state == State::Closed
    }
}

/// Means of payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Means {
    /// Coins and notes.
    Cash,
    /// A card, with its brand.
    Card(&'static str),
    /// A gift card that is redeemed.
    GiftCard,
    /// Something else, by its name.
    Other(&'static str),
}

/// A payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// How.
    pub means: Means,
    /// Without the tip.
    pub amount: i64,
    /// Tip.
    pub tip: i64,
}
