//! Totals of a business date. Clover's API has no reports: they are added up from payments and refunds, which say of themselves
//! what is tax and tip, and from the prices of lines. Nothing is computed from rates and percentages, as the mapping does.

use jiff::Timestamp;
use saffron_core::{BusinessDate, Money, Quantity};

use super::map::{counts, moment, taken_at};
use super::model::{ChargeAmount, LineItem, Order, Payment};
use crate::Place;
use crate::adapter::Totals;

/// The totals of a date, from all orders that were paid or given back in it.
pub(super) fn totals<'a>(place: &Place, on: BusinessDate, orders: impl Iterator<Item = &'a Order>) -> Totals {
    let mut totals = Totals::default();
    for order in orders.filter(|order| order.test_mode != Some(true)) {
        add_sale(place, on, order, &mut totals);
        add_back(place, on, order, &mut totals);
    }
    totals
}

fn is_on(place: &Place, on: BusinessDate, at: Option<Timestamp>) -> bool {
    at.is_some_and(|at| place.calendar.date_of(place.calendar.wall(at)) == on)
}

fn cents(amount: Option<i64>) -> i64 {
    amount.unwrap_or_default()
}

fn sum(charges: &[ChargeAmount]) -> i64 {
    charges.iter().map(|charge| cents(charge.amount)).sum()
}

/// A sale counts on the day of its last payment.
fn add_sale(place: &Place, on: BusinessDate, order: &Order, totals: &mut Totals) {
    let paid: Vec<&Payment> = order.payments.iter().filter(|payment| counts(payment)).collect();
    let is_closed = !matches!(order.payment_state.as_deref(), Some("OPEN" | "PARTIALLY_PAID"));
    let last = paid.iter().filter_map(|payment| taken_at(payment)).max();
    if !is_closed || !is_on(place, on, last) {
        return;
    }
    let each = |of: fn(&Payment) -> i64| paid.iter().map(|payment| of(payment)).sum::<i64>();
    let tax = each(|payment| cents(payment.tax_amount));
    let charged = each(|payment| cents(payment.service_charge.as_ref().and_then(|of| of.amount)));
    let lines = || order.line_items.iter().filter(|line| line.exchanged != Some(true));
    let is_fee = |line: &&LineItem| line.is_order_fee == Some(true);
    let fees: i64 = lines().filter(is_fee).map(|line| cents(line.price)).sum();
    let further: i64 = order.additional_charges.iter().map(|charge| cents(charge.amount)).sum();
    let sold = |is_sale: bool| -> i64 {
        let sold = lines().filter(|line| !is_fee(line) && (line.is_revenue != Some(false)) == is_sale);
        sold.map(price).sum()
    };
    let paid_for = each(|payment| cents(payment.amount)) - tax - charged - fees - further;
    // A payment without lines is a sale of its amount.
    let has_lines = lines().any(|line| !is_fee(&line));
    totals.gross_sales += if has_lines { sold(true) } else { paid_for };
    totals.net_sales += paid_for - if has_lines { sold(false) } else { 0 };
    totals.tax += tax;
    totals.tips += each(|payment| cents(payment.tip_amount));
    totals.checks += 1;
}

/// A line with what was ordered to it.
fn price(line: &LineItem) -> i64 {
    let price = Money::from_cents(cents(line.price));
    let price = line.unit_qty.map_or(price, |milli| price.times(Quantity::from_milli(milli)));
    price.cents() + line.modifications.iter().map(|of| cents(of.amount)).sum::<i64>()
}

/// Refunds count on their own days.
fn add_back(place: &Place, on: BusinessDate, order: &Order, totals: &mut Totals) {
    for refund in &order.refunds {
        let is_done =
            matches!(refund.status.as_deref(), None | Some("SUCCESS")) && refund.voided != Some(true);
        if !is_done || !is_on(place, on, moment(refund.created_time)) {
            continue;
        }
        let (tax, tip) = (cents(refund.tax_amount), cents(refund.tip_amount));
        let charge = cents(refund.service_charge_amount.as_ref().and_then(|of| of.amount));
        let is_back =
            |line: &&LineItem| refund.line_items.iter().any(|of| of.id.is_some() && of.id == line.id);
        let fees = order.line_items.iter().filter(is_back).filter(|line| line.is_order_fee == Some(true));
        let fees: i64 = fees.map(|line| cents(line.price)).sum();
        let net = cents(refund.amount) - tax - tip - charge - fees - sum(&refund.additional_charges);
        take(totals, net, tax, tip);
    }
    for credit in &order.credits {
        let is_done =
            matches!(credit.result.as_deref(), None | Some("SUCCESS")) && credit.voided != Some(true);
        if is_done && is_on(place, on, moment(credit.created_time)) {
            let tax = cents(credit.tax_amount);
            take(totals, cents(credit.amount) - tax, tax, 0);
        }
    }
}

fn take(totals: &mut Totals, net: i64, tax: i64, tip: i64) {
    totals.refunds += net;
    totals.net_sales -= net;
    totals.tax -= tax;
    totals.tips -= tip;
}
