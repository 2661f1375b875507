//! All orders of a file, gathered row by row: the rows of one order may lie far apart.

use std::collections::HashMap;

use indexmap::IndexSet;
use jiff::civil::DateTime;
use saffron_core::Money;

use super::read::row::{Amounts, FACTS, Sold};

/// The most rows of one import: about 100 bytes each are held in memory.
pub const MAX_ROWS: u64 = 5_000_000;

/// The number of a name in [`Names`], where each name is stored once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Name(u32);

/// Names by their numbers; number 0 is the blank name.
#[derive(Debug)]
pub struct Names(IndexSet<Box<str>>);

impl Default for Names {
    fn default() -> Names {
        Names(IndexSet::from(["".into()]))
    }
}

impl Names {
    /// The number of a name, which is stored if it is new.
    fn number(&mut self, text: &str) -> Name {
        let number = self.0.get_index_of(text).unwrap_or_else(|| self.0.insert_full(text.into()).0);
        // The rows are fewer than u32 can count.
        Name(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.0.get_index(name.0 as usize).map(AsRef::as_ref).unwrap_or_default()
    }

    /// The text of a name; none if it is blank.
    pub fn filled(&self, name: Name) -> Option<String> {
        Some(self.text(name)).filter(|text| !text.is_empty()).map(str::to_owned)
    }
}

/// A line of an order.
#[derive(Debug, Clone)]
pub struct Line {
    /// Item with its size, major and minor category.
    pub names: [Name; 3],
    pub amounts: Amounts,
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
    /// Guests.
    pub covers: u16,
    /// Tip.
    pub tip: Money,
    /// The names of [`FACTS`].
    pub facts: [Name; FACTS.len()],
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
    indexes: HashMap<(Box<str>, Option<DateTime>), usize>,
}

impl Book {
    /// Adds a row that was sold at `at`, wall time of the location.
    pub fn add(&mut self, row: &Sold<'_>, at: DateTime) {
        let refund = row.refund.then_some(at);
        let index = *self.indexes.entry((row.order.into(), refund)).or_insert_with(|| {
            self.orders.push(Order {
                id: row.order.into(),
                payment: row.payment.into(),
                refund,
                opened: at,
                closed: at,
                covers: 0,
                tip: Money::ZERO,
                facts: Default::default(),
                lines: Vec::with_capacity(2),
            });
            self.orders.len() - 1
        });
        let Some(order) = self.orders.get_mut(index) else { return };
        order.opened = order.opened.min(at);
        order.closed = order.closed.max(at);
        for (name, text) in order.facts.iter_mut().zip(row.facts) {
            // The first row with a value counts for the order.
            if *name == Name::default() {
                *name = self.names.number(text);
            }
        }
        order.covers = order.covers.max(row.covers);
        if order.tip == Money::ZERO {
            order.tip = row.tip;
        }
        let names = [&*row.item, row.category, row.subcategory].map(|text| self.names.number(text));
        order.take(Line { names, amounts: row.amounts });
    }
}

impl Order {
    /// Adds a line; a counted piece is added to an equal line.
    fn take(&mut self, line: Line) {
        let alike = |line: &Line| (line.names, line.amounts.price, line.amounts.cost, line.amounts.voided);
        let is_same = |other: &&mut Line| other.amounts.counted && alike(other) == alike(&line);
        let twin = if line.amounts.counted { self.lines.iter_mut().find(is_same) } else { None };
        match twin {
            Some(Line { amounts: twin, .. }) => {
                twin.quantity += line.amounts.quantity;
                twin.amount += line.amounts.amount;
                twin.discount += line.amounts.discount;
                twin.tax += line.amounts.tax;
            }
            None => self.lines.push(line),
        }
    }

    /// What was to be paid: sales less discounts, with tax, of what is not voided.
    pub fn due(&self) -> Money {
        let sold = self.lines.iter().map(|line| line.amounts).filter(|line| !line.voided);
        sold.map(|line| line.amount - line.discount + line.tax).sum()
    }

    /// Whether every line is voided.
    pub fn all_voided(&self) -> bool {
        self.lines.iter().all(|line| line.amounts.voided)
    }
}
