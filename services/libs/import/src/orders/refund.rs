//! What was given back of an order: rows that are refunds, and amounts on its other rows.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use saffron_core::Money;
use saffron_till::{Check, Line};

use super::ids;
use super::items::Sold;
use super::outcome::{How, Outcome};
use super::row::Row;
use crate::layout::{Field, TaxPlace};

/// The item of money that was given back without naming what for.
const REFUND: &str = "Refund";

/// Money of a sale that was given back later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Returned {
    /// Without the tip; positive.
    pub amount: Money,
    /// Of the tip; positive.
    pub tip: Money,
}

/// Refund rows by their time, to the minute: files of one exporter differ in whether they name seconds.
pub fn by_time(rows: Vec<Row>) -> BTreeMap<Option<DateTime>, Vec<Row>> {
    let mut groups: BTreeMap<Option<DateTime>, Vec<Row>> = BTreeMap::new();
    let first = rows.iter().find_map(|row| row.at);
    let mut above = first;
    for row in rows {
        // An order that says once what its other rows leave blank.
        above = row.at.or(above);
        let minute = above.and_then(|at| at.with().second(0).subsec_nanosecond(0).build().ok());
        groups.entry(minute).or_default().push(row);
    }
    groups
}

/// What amounts on rows of a sale say was given back, by its time.
pub fn returned(sales: &[Row]) -> BTreeMap<Option<DateTime>, Returned> {
    let mut groups: BTreeMap<Option<DateTime>, Returned> = BTreeMap::new();
    // What payments say, orders say once more.
    let has_refund = |row: &&Row| row.amount(Field::Refunded).is_some_and(|amount| amount != Money::ZERO);
    let kind = sales.iter().filter(has_refund).map(|row| row.rows).max();
    for row in sales.iter().filter(|row| Some(row.rows) == kind) {
        let size = |field| row.size(field).unwrap_or_default();
        let (amount, tip) = (size(Field::Refunded), size(Field::RefundedTip));
        if amount != Money::ZERO || tip != Money::ZERO {
            let group =
                groups.entry(row.refunded_at).or_insert(Returned { amount: Money::ZERO, tip: Money::ZERO });
            group.amount += amount;
            group.tip += tip;
        }
    }
    groups
}

/// What the lines that were given back sold; none if no line says so.
pub fn marked(sales: &[Row], how: &How, outcome: &mut Outcome) -> Option<Sold> {
    let marked: Vec<Row> = sales.iter().filter(|row| row.is_given_back && !row.is_void).cloned().collect();
    Some(Sold::of(&marked, how, outcome)).filter(|sold| !sold.is_nothing())
}

/// What money that was given back stands for: the whole sale, or one line with its share of the tax.
pub fn sold_of(returned: Returned, sale: &Sold, how: &How, outcome: &mut Outcome, row: &Row) -> Sold {
    if returned.amount == sale.due() {
        return sale.clone().negative();
    }
    let tax: Money = sale.lines.iter().filter(|line| !line.voided).map(|line| line.tax).sum();
    let tax = returned.amount.ratio(tax.cents(), sale.due().cents());
    let amount = if how.understood.tax == TaxPlace::Inside { returned.amount } else { returned.amount - tax };
    let mut sold = Sold { tax_included: how.understood.tax == TaxPlace::Inside, ..Sold::default() };
    match ids::item_id(REFUND) {
        Ok(id) => {
            let line = Line::new(id, REFUND.to_owned(), saffron_core::Quantity::ONE, amount);
            sold.lines.push(Line { tax, ..line });
        }
        Err(why) => outcome.refused.push((row.place, format!("its item {why}"))),
    }
    sold.negative()
}

/// Whether refund rows name what was given back, or its tax or discount, rather than its sum alone.
pub fn names_what(rows: &[Row]) -> bool {
    let is_discounted = |row: &Row| {
        let (amount, net) = (row.amount(Field::Amount), row.amount(Field::Net));
        let discount = row.amount(Field::Discount).unwrap_or_default();
        discount != Money::ZERO || amount.zip(net).is_some_and(|(amount, net)| amount != net)
    };
    let names = |row: &Row| row.text(Field::Item).is_some() || row.amount(Field::Tax).is_some();
    rows.iter().any(|row| names(row) || is_discounted(row))
}

/// The id of a refund: that of its sale with the time.
pub fn id_of(sale: &str, at: DateTime) -> String {
    format!("{sale}-refund-{}", at.strftime("%Y%m%d-%H%M%S"))
}

/// The check that a refund is for: its sale, or the one that its rows name.
pub fn refund_of(rows: &[Row], sale: Option<&Check>) -> Option<String> {
    let named = rows.iter().find_map(|row| row.text(Field::RefundOf)).map(str::to_owned);
    named.or_else(|| sale.map(|check| check.id.to_string()))
}
