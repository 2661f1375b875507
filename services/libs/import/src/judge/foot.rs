//! Rows at the foot of a table that sum the others, and whose number and date are blank. In a file whose orders say their number on
//! their first row alone, such a row would be a line of the last order: all sales, once more.

use std::collections::{BTreeSet, VecDeque};

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

/// What rows add up to, in each form; none once one of them cannot be read so.
type Sums = [Option<Money>; FORMS.len()];

/// The rows of a table, as they are seen.
pub(super) struct Foot {
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
}

impl Foot {
    pub fn new(plan: &Plan) -> Foot {
        let places = |field: Field| plan.of(field).map(|part| part.places.clone()).unwrap_or_default();
        let keys = KEYS.into_iter().filter_map(|field| plan.of(field));
        let amount = AMOUNTS.into_iter().map(places).find(|places| !places.is_empty());
        Foot {
            keys: keys.flat_map(|part| part.places.iter().chain(&part.fallbacks).copied()).collect(),
            has_numbers: plan.has(Field::Order) || plan.has(Field::Check),
            amount: amount.and_then(|places| places.first().copied()),
            names: places(Field::Item),
            keyed: 0,
            is_sparse: false,
            sums: [Some(Money::ZERO); FORMS.len()],
            last: VecDeque::new(),
        }
    }

    pub fn see(&mut self, row: &Row) {
        let Some(place) = self.amount.filter(|_| !self.keys.is_empty()) else { return };
        let cell = |place: &usize| row.cells.get(*place);
        let is_filled = |place: &usize| cell(place).is_some_and(|cell| !cell.text.trim().is_empty());
        let amounts = cell(&place).map_or([Some(Money::ZERO); FORMS.len()], amounts);
        if self.keys.iter().any(is_filled) {
            self.is_sparse |= !self.last.is_empty();
            self.keyed += 1;
            for (_, before) in std::mem::take(&mut self.last) {
                self.add(before);
            }
            self.add(amounts);
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
            self.add(first);
        }
    }

    fn add(&mut self, amounts: Sums) {
        for (sum, amount) in self.sums.iter_mut().zip(amounts) {
            *sum = sum.zip(amount).map(|(sum, amount)| sum + amount);
        }
    }

    /// The lines of its rows.
    pub fn lines(mut self) -> BTreeSet<u64> {
        let belongs_to_none = self.has_numbers && !self.is_sparse && self.keyed >= ENOUGH;
        let mut lines = BTreeSet::new();
        for (line, amounts) in std::mem::take(&mut self.last) {
            let is_sum = self.keyed > 1
                && self
                    .sums
                    .iter()
                    .zip(&amounts)
                    .any(|(sum, amount)| sum.is_some_and(|sum| sum != Money::ZERO) && sum == amount);
            if is_sum || belongs_to_none {
                lines.insert(line);
            } else {
                self.add(amounts);
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
