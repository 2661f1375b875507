//! Rows that sum others and do not say so: all sales, once more.
//!
//! - Rows at the foot of a table whose number and date are blank. In a file whose orders say their number on their first row alone,
//!   such a row would be a line of the last order.
//! - Rows of a number or a date without an item, or of a date without a number, below those of it.

use std::collections::{BTreeSet, VecDeque};
use std::mem::take;

use saffron_core::Money;

use crate::form::number::{self, NumberForm};
use crate::layout::Field;
use crate::reading::{KEYS, Plan};
use crate::table::{Cell, CellKind, Row};

/// What rows are sums of: the first of these that a table has.
const AMOUNTS: [Field; 6] =
    [Field::Amount, Field::Net, Field::Total, Field::OrderTotal, Field::Paid, Field::PaidWithTip];
/// The forms in which the sum may be right.
const FORMS: [NumberForm; 2] = [NumberForm::DOT, NumberForm::COMMA];
/// The most rows of a foot.
const MOST: usize = 50;
/// Rows, each with a number or a date of its own, after which one without belongs to none of them.
const ENOUGH: u64 = 10;
/// What a row of a sale says beside its amount.
const OF_LINES: [Field; 5] = [Field::Item, Field::ItemId, Field::Size, Field::Quantity, Field::Price];
/// What a row of an order says beside its amount.
const OF_ORDERS: [Field; 2] = [Field::Order, Field::Check];
/// The most groups that one sum is of: a year has fewer days.
const MOST_GROUPS: usize = 400;

/// What rows add up to, in each form; none once one of them cannot be read so.
type Sums = [Option<Money>; FORMS.len()];

/// The rows of a table, as they are seen.
pub(super) struct SumRows {
    keys: Vec<usize>,
    /// Whether orders have numbers. A row without a date is refused where they have none.
    has_numbers: bool,
    amount: Option<usize>,
    /// Of the name of what was sold.
    names: Vec<usize>,
    /// Rows with a number or a date.
    keyed: u64,
    /// Whether rows without stand between them: their order says it above.
    is_sparse: bool,
    sums: Sums,
    /// The last rows without a number and a date: their lines and amounts.
    last: VecDeque<(u64, Sums)>,
    /// Rows with a number or a date, but without an item; of orders with a date, but without a number.
    bare: Bare,
}

/// Rows that may be sums of those above them.
#[derive(Default)]
struct Bare {
    /// The columns of which they have none.
    of_lines: Vec<usize>,
    lines: Vec<u64>,
    /// How many of them are the sum of rows above.
    right: usize,
    /// Whether one of these is the sum of several.
    is_of_several: bool,
    /// Sums of the rows between them, and how many these are; the last one is not ended.
    groups: VecDeque<(Sums, u64)>,
}

impl Bare {
    /// Adds a row with a number or a date. True for one that has an amount, and no item or, of orders, no number.
    fn see(&mut self, row: &Row, has_amount: bool, amounts: Sums) -> bool {
        let is_filled = |place: &usize| row.cells.get(*place).is_some_and(|cell| !cell.text.is_empty());
        if !has_amount || self.of_lines.is_empty() || self.of_lines.iter().any(is_filled) {
            if self.groups.is_empty() {
                self.groups.push_back((NOTHING, 0));
            }
            if let Some((sum, rows)) = self.groups.back_mut() {
                add(sum, amounts);
                *rows += 1;
            }
            return false;
        }
        self.lines.push(row.line);
        let (mut sum, mut rows) = (NOTHING, 0);
        let of_groups = self.groups.iter().rev().position(|(of_group, count)| {
            add(&mut sum, *of_group);
            rows += count;
            sum.iter().zip(&amounts).any(|(sum, amount)| sum.is_some() && sum == amount)
        });
        if let Some(of_groups) = of_groups {
            self.right += 1;
            self.is_of_several |= rows > 1;
            // A sum of these and others is one of their sum.
            self.groups.truncate(self.groups.len() - of_groups - 1);
            self.groups.push_back((sum, rows));
        }
        self.groups.push_back((NOTHING, 0));
        if self.groups.len() > MOST_GROUPS {
            self.groups.pop_front();
        }
        true
    }

    /// Whether they are sums: nearly all of them, as some reports leave voids out of their sums.
    fn are_sums(&self) -> bool {
        self.is_of_several && self.right * 5 >= self.lines.len() * 4
    }
}

const NOTHING: Sums = [Some(Money::ZERO); FORMS.len()];

fn add(sums: &mut Sums, amounts: Sums) {
    for (sum, amount) in sums.iter_mut().zip(amounts) {
        *sum = sum.zip(amount).map(|(sum, amount)| sum + amount);
    }
}

impl SumRows {
    pub fn new(plan: &Plan) -> SumRows {
        let places = |field: Field| plan.of(field).map(|part| part.places.clone()).unwrap_or_default();
        let keys = KEYS.into_iter().filter_map(|field| plan.of(field));
        let amount = AMOUNTS.into_iter().map(places).find(|places| !places.is_empty());
        SumRows {
            keys: keys.flat_map(|part| part.places.iter().chain(&part.fallbacks).copied()).collect(),
            has_numbers: plan.has(Field::Order) || plan.has(Field::Check),
            amount: amount.and_then(|places| places.first().copied()),
            names: places(Field::Item),
            keyed: 0,
            is_sparse: false,
            sums: NOTHING,
            last: VecDeque::new(),
            bare: Bare {
                of_lines: match plan.has(Field::Item) {
                    true => OF_LINES.into_iter().flat_map(places).collect(),
                    false => OF_ORDERS.into_iter().flat_map(places).collect(),
                },
                ..Bare::default()
            },
        }
    }

    pub fn see(&mut self, row: &Row) {
        let Some(place) = self.amount.filter(|_| !self.keys.is_empty()) else { return };
        let cell = |place: &usize| row.cells.get(*place);
        let is_filled = |place: &usize| cell(place).is_some_and(|cell| !cell.text.trim().is_empty());
        let amounts = cell(&place).map_or(NOTHING, amounts);
        if self.keys.iter().any(is_filled) {
            if self.bare.see(row, is_filled(&place), amounts) {
                return;
            }
            self.is_sparse |= !self.last.is_empty();
            self.keyed += 1;
            for (_, before) in take(&mut self.last) {
                add(&mut self.sums, before);
            }
            add(&mut self.sums, amounts);
            return;
        }
        if !self.names.is_empty() && !self.names.iter().any(is_filled) {
            // A line of an order has a name.
            return;
        }
        self.last.push_back((row.line, amounts));
        if self.last.len() > MOST
            && let Some((_, first)) = self.last.pop_front()
        {
            self.is_sparse = true;
            add(&mut self.sums, first);
        }
    }

    /// The lines of rows that are of no order.
    pub fn lines(mut self) -> BTreeSet<u64> {
        let belongs_to_none = self.has_numbers && !self.is_sparse && self.keyed >= ENOUGH;
        let mut lines = BTreeSet::new();
        if self.bare.are_sums() {
            lines.extend(take(&mut self.bare.lines));
        }
        for (line, amounts) in take(&mut self.last) {
            let is_sum = self.keyed > 1
                && self
                    .sums
                    .iter()
                    .zip(&amounts)
                    .any(|(sum, amount)| sum.is_some_and(|sum| sum != Money::ZERO) && sum == amount);
            if is_sum || belongs_to_none {
                lines.insert(line);
            } else {
                add(&mut self.sums, amounts);
            }
        }
        lines
    }
}

/// A cell's amount in each form; a blank one is nothing.
fn amounts(cell: &Cell) -> Sums {
    FORMS.map(|form| {
        let form = if cell.kind == CellKind::Number { NumberForm::DOT } else { form };
        match number::read(&cell.text, form) {
            Ok(Some(number)) => number.value.money_rounded().ok(),
            Ok(None) => Some(Money::ZERO),
            Err(_) => None,
        }
    })
}
