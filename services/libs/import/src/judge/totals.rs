//! What files say that their columns add up to, on rows of their own, beside what the rows add up to.

use std::collections::BTreeMap;

use saffron_core::Money;

use crate::form::word::Meaning;
use crate::layout::{Field, Reads};
use crate::orders::Row;
use crate::reading::{Reading, Use};

/// The most rows with totals that are compared; no exporter writes as many.
const MOST: usize = 4_000;

/// A column's own total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTotal {
    /// The file.
    pub table: usize,
    /// The column's name.
    pub column: String,
    /// What the file says, with its sign.
    pub said: Money,
    /// What the column's cells of all rows of sales, payments and charges that can be read add up to.
    pub rows: Money,
}

/// Amounts as a table writes them.
#[derive(Default)]
struct OfTable {
    /// Sums of rows.
    rows: BTreeMap<Field, Money>,
    /// Each row that sums others.
    said: Vec<BTreeMap<Field, Money>>,
}

/// Amounts of tables, as their rows are seen.
#[derive(Default)]
pub(super) struct Totals(BTreeMap<usize, OfTable>);

impl Totals {
    /// Adds rows.
    pub fn see(&mut self, rows: &[Row]) {
        for row in rows {
            let of_table = self.0.entry(row.place.table).or_default();
            if row.kind == Meaning::Total && of_table.said.len() < MOST {
                of_table.said.push(row.money.clone());
            } else if !row.is_no_trade() {
                for (field, amount) in &row.money {
                    *of_table.rows.entry(*field).or_default() += *amount;
                }
            }
        }
    }

    /// The totals that the tables state, in the order of their columns.
    pub fn own(self, readings: &[Reading]) -> Vec<OwnTotal> {
        let mut own = Vec::new();
        for reading in readings {
            let Some(OfTable { rows, said }) = self.0.get(&reading.table) else { continue };
            for part in &reading.plan.parts {
                let Use::Field(field) = part.used else { continue };
                let values: Vec<Money> = said.iter().filter_map(|of| of.get(&field).copied()).collect();
                // What one piece costs adds up to nothing.
                let is_sum = field.reads() == Reads::Money && !matches!(field, Field::Price | Field::Cost);
                if let Some(said) = of_all(&values).filter(|_| is_sum && values.len() < MOST) {
                    let rows = rows.get(&field).copied().unwrap_or_default();
                    own.push(OwnTotal { table: reading.table, column: part.name(), said, rows });
                }
            }
        }
        own
    }
}

/// The total of a column of its totals: one that sums the others, else their sum.
fn of_all(totals: &[Money]) -> Option<Money> {
    let largest = totals.iter().copied().max_by_key(|total| total.cents().abs())?;
    let sum: Money = totals.iter().copied().sum();
    Some(if sum == largest + largest { largest } else { sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_of_totals_is_no_total_twice() {
        let of =
            |cents: &[i64]| of_all(&cents.iter().map(|cents| Money::from_cents(*cents)).collect::<Vec<_>>());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[550]), Some(Money::from_cents(550)));
        assert_eq!(of(&[100, 200]), Some(Money::from_cents(300)));
        assert_eq!(of(&[100, 200, 300]), Some(Money::from_cents(300)));
        assert_eq!(of(&[-100, -200, -300]), Some(Money::from_cents(-300)));
        assert_eq!(of(&[0]), Some(Money::ZERO));
    }
}
