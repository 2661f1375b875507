//! A row of a file, read: its texts, amounts and times, and what it is.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use saffron_core::{BusinessDate, Money, Quantity};

use crate::form::word::Meaning;
use crate::layout::{Field, Rows};

/// Where a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place {
    /// Which of the tables.
    pub table: usize,
    /// Its line in the file, from 1.
    pub line: u64,
}

/// A row, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Where it stands.
    pub place: Place,
    /// What rows of its table are.
    pub rows: Rows,
    /// What it is.
    pub kind: Meaning,
    /// Whether it was given back.
    pub is_refund: bool,
    /// Whether it is a sale that was given back later.
    pub is_given_back: bool,
    /// Whether it was voided.
    pub is_void: bool,
    /// Whether a word says what it is.
    pub has_word: bool,
    /// Whether its tax is inside, where the row says so.
    pub tax_inside: Option<bool>,
    /// Filled texts.
    pub texts: BTreeMap<Field, String>,
    /// Filled amounts, with the signs of the file.
    pub money: BTreeMap<Field, Money>,
    /// Filled numbers, with the signs of the file.
    pub numbers: BTreeMap<Field, Quantity>,
    /// When it was sold, paid or closed: wall time of the location.
    pub at: Option<DateTime>,
    /// When its order was opened: wall time of the location.
    pub opened: Option<DateTime>,
    /// When its money was given back: wall time of the location.
    pub refunded_at: Option<DateTime>,
    /// The business date, where the file has one.
    pub business_date: Option<BusinessDate>,
    /// What was paid, by the names of columns for types of payments.
    pub tenders: Vec<(String, Money)>,
}

impl Row {
    /// A row of nothing.
    #[must_use]
    pub fn new(place: Place, rows: Rows) -> Row {
        Row {
            place,
            rows,
            kind: Meaning::Sale,
            is_refund: false,
            is_given_back: false,
            is_void: false,
            has_word: false,
            tax_inside: None,
            texts: BTreeMap::new(),
            money: BTreeMap::new(),
            numbers: BTreeMap::new(),
            at: None,
            opened: None,
            refunded_at: None,
            business_date: None,
            tenders: Vec::new(),
        }
    }

    /// Whether it is a sum, a mark, or money that moves without a sale.
    #[must_use]
    pub const fn is_no_trade(&self) -> bool {
        use Meaning::{CashDrop, NoSale, PaidIn, PaidOut, ShiftMark, Skip, Subtotal, Total};
        matches!(self.kind, Skip | Total | Subtotal | PaidIn | PaidOut | CashDrop | NoSale | ShiftMark)
    }

    /// The text of a field; none if it is blank.
    #[must_use]
    pub fn text(&self, field: Field) -> Option<&str> {
        self.texts.get(&field).map(String::as_str)
    }

    /// The amount of a field; none if it is blank.
    #[must_use]
    pub fn amount(&self, field: Field) -> Option<Money> {
        self.money.get(&field).copied()
    }

    /// The amount of a field without its sign.
    #[must_use]
    pub fn size(&self, field: Field) -> Option<Money> {
        self.amount(field).map(Money::abs)
    }

    /// The number of a field; none if it is blank.
    #[must_use]
    pub fn number(&self, field: Field) -> Option<Quantity> {
        self.numbers.get(&field).copied()
    }
}
