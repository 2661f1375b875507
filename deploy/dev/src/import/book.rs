//! All orders of a file, gathered row by row: the rows of one order may lie far apart.

use std::collections::HashMap;

use jiff::civil::DateTime;
use saffron_core::{Money, Quantity};

use super::row::Sold;

/// The most rows of one import: about 100 bytes each are held in memory.
pub const MAX_ROWS: u64 = 5_000_000;

/// A name that many rows share, held once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Name(u32);

/// Names and their numbers; number 0 is the blank name.
#[derive(Debug)]
pub struct Names {
    list: Vec<Box<str>>,
    numbers: HashMap<Box<str>, Name>,
}

impl Default for Names {
    fn default() -> Names {
        let blank: Box<str> = "".into();
        Names { list: vec![blank.clone()], numbers: HashMap::from([(blank, Name(0))]) }
    }
}

impl Names {
    fn number(&mut self, text: &str) -> Name {
        if let Some(name) = self.numbers.get(text) {
            return *name;
        }
        // The rows are fewer than u32 can count.
        let name = Name(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.list.push(text.into());
        self.numbers.insert(text.into(), name);
        name
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.list.get(name.0 as usize).map(AsRef::as_ref).unwrap_or_default()
    }

    /// The text of a name, if it is not blank.
    pub fn filled(&self, name: Name) -> Option<String> {
        Some(self.text(name)).filter(|text| !text.is_empty()).map(str::to_owned)
    }
}

/// A line of an order.
#[derive(Debug, Clone)]
pub struct Line {
    /// Item with size.
    pub item: Name,
    /// Major category.
    pub category: Name,
    /// Minor category.
    pub subcategory: Name,
    /// How many.
    pub quantity: Quantity,
    /// Price of one.
    pub price: Money,
    /// Of the line.
    pub amount: Money,
    /// Of the line.
    pub discount: Money,
    /// Of the line.
    pub tax: Money,
    /// Of one.
    pub cost: Option<Money>,
    /// Struck from the check.
    pub voided: bool,
    /// Whether rows of the same item are counted together.
    counted: bool,
}

/// An order, or one of its refunds.
#[derive(Debug, Clone)]
pub struct Order {
    /// As the file names it.
    pub id: Box<str>,
    /// Its payment id.
    pub payment: Box<str>,
    /// Its time, where it is a refund: an order can be refunded more than once.
    pub refund: Option<DateTime>,
    /// The earliest of its rows, wall time.
    pub opened: DateTime,
    /// The latest of its rows, wall time.
    pub closed: DateTime,
    /// Table.
    pub table: Name,
    /// Guests.
    pub covers: u16,
    /// Who served.
    pub employee: Name,
    /// Who took the money.
    pub cashier: Name,
    /// Revenue center.
    pub revenue_center: Name,
    /// Order type.
    pub order_type: Name,
    /// How it came in.
    pub input_type: Name,
    /// Payment type.
    pub tender: Name,
    /// Tip.
    pub tip: Money,
    /// What was sold.
    pub lines: Vec<Line>,
}

/// The orders of a file, in the order in which they begin.
#[derive(Debug, Default)]
pub struct Book {
    /// The names in use.
    pub names: Names,
    /// The orders and refunds.
    pub orders: Vec<Order>,
    places: HashMap<(Box<str>, Option<DateTime>), usize>,
}

impl Book {
    /// Adds a row that was sold at `at`, wall time of the location.
    pub fn add(&mut self, row: &Sold<'_>, at: DateTime) {
        let refund = row.refund.then_some(at);
        let names = &mut self.names;
        let facts = &row.order_facts;
        let place = *self.places.entry((row.order.into(), refund)).or_insert_with(|| {
            self.orders.push(Order {
                id: row.order.into(),
                payment: row.payment.into(),
                refund,
                opened: at,
                closed: at,
                table: Name::default(),
                covers: 0,
                employee: Name::default(),
                cashier: Name::default(),
                revenue_center: Name::default(),
                order_type: Name::default(),
                input_type: Name::default(),
                tender: Name::default(),
                tip: Money::ZERO,
                lines: Vec::with_capacity(2),
            });
            self.orders.len() - 1
        });
        let Some(order) = self.orders.get_mut(place) else { return };
        order.opened = order.opened.min(at);
        order.closed = order.closed.max(at);
        for (name, text) in [
            (&mut order.table, facts.table),
            (&mut order.employee, facts.employee),
            (&mut order.cashier, facts.cashier),
            (&mut order.revenue_center, facts.revenue_center),
            (&mut order.order_type, facts.order_type),
            (&mut order.input_type, facts.input_type),
            (&mut order.tender, facts.tender),
        ] {
            // The first row that says something speaks for the order.
            if *name == Name::default() {
                *name = names.number(text);
            }
        }
        order.covers = order.covers.max(facts.covers);
        if order.tip == Money::ZERO {
            order.tip = facts.tip;
        }
        let line = Line {
            item: names.number(&row.item),
            category: names.number(row.category),
            subcategory: names.number(row.subcategory),
            quantity: row.quantity.unwrap_or(if row.refund { -Quantity::ONE } else { Quantity::ONE }),
            price: row.price,
            amount: row.amount,
            discount: row.discount,
            tax: row.tax,
            cost: row.cost,
            voided: row.voided,
            counted: row.quantity.is_none(),
        };
        order.take(line);
    }
}

impl Order {
    fn take(&mut self, line: Line) {
        let same = |other: &&mut Line| {
            other.counted
                && (other.item, other.category, other.subcategory, other.price, other.cost, other.voided)
                    == (line.item, line.category, line.subcategory, line.price, line.cost, line.voided)
        };
        let twin = if line.counted { self.lines.iter_mut().find(same) } else { None };
        match twin {
            Some(twin) => {
                twin.quantity += line.quantity;
                twin.amount += line.amount;
                twin.discount += line.discount;
                twin.tax += line.tax;
            }
            None => self.lines.push(line),
        }
    }

    /// What was to be paid: sales less discounts, with tax, of what is not voided.
    pub fn due(&self) -> Money {
        let sold = self.lines.iter().filter(|line| !line.voided);
        sold.map(|line| line.amount - line.discount + line.tax).sum()
    }

    /// Whether everything on it was struck.
    pub fn all_voided(&self) -> bool {
        self.lines.iter().all(|line| line.voided)
    }
}
