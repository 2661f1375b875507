//! Totals of a business date. Toast's reports are for its analytics API: they are added up from the sums that Toast writes on each
//! check (amount, tax) and from payments and refunds. Nothing is taken from lines but what is no sale, and prices before discounts.

use saffron_core::{BusinessDate, Money};

use super::map::{Amounts, counts, date, is_closed, is_left_out, is_sale, is_voided, of_transaction, sold};
use super::model::{AppliedCharge, Check, Order, RefundDetails};
use crate::Place;
use crate::adapter::Totals;

/// The totals of a date, from all orders that count in it or of which something was given back in it.
///
/// # Errors
/// If an order has an amount that is none.
pub(super) fn totals(place: &Place, on: BusinessDate, orders: &[Order]) -> Result<Totals, String> {
    let mut totals = Totals::default();
    for order in orders.iter().filter(|order| !is_left_out(order) && order.deleted != Some(true)) {
        for check in order.checks.iter().filter(|check| check.deleted != Some(true)) {
            if is_voided(order, check) {
                continue;
            }
            if date(order.business_date) == Some(on) && is_closed(check) {
                add_sale(place, check, &mut totals)?;
            }
            add_back(place, on, check, &mut totals)?;
        }
    }
    Ok(totals)
}

/// Charges that are no gratuity, which an amount holds.
fn charged(place: &Place, check: &Check) -> Result<Money, String> {
    let is_held = |charge: &&AppliedCharge| charge.gratuity != Some(true);
    let mut sum = Money::ZERO;
    for charge in check.applied_service_charges.iter().filter(is_held) {
        sum += Amounts { place }.of(charge.charge_amount.as_ref())?;
    }
    Ok(sum)
}

fn add_sale(place: &Place, check: &Check, totals: &mut Totals) -> Result<(), String> {
    let amounts = Amounts { place };
    let mut net = amounts.of(check.amount.as_ref())? - charged(place, check)?;
    for selection in sold(check) {
        if is_sale(selection) {
            let gross = selection.pre_discount_price.as_ref().or(selection.price.as_ref());
            totals.gross_sales += amounts.of(gross)?.cents();
        } else {
            net -= amounts.of(selection.price.as_ref())?;
        }
    }
    totals.net_sales += net.cents();
    totals.tax += amounts.of(check.tax_amount.as_ref())?.cents();
    for payment in check.payments.iter().filter(|payment| counts(payment)) {
        totals.tips += amounts.of(payment.tip_amount.as_ref())?.cents();
    }
    totals.checks += 1;
    Ok(())
}

/// Refunds count on their own days.
fn add_back(place: &Place, on: BusinessDate, check: &Check, totals: &mut Totals) -> Result<(), String> {
    let amounts = Amounts { place };
    let (mut back, mut paid, mut all, mut tips) = (Money::ZERO, Money::ZERO, true, Money::ZERO);
    let mut transactions: Vec<Option<&str>> = Vec::new();
    for payment in check.payments.iter().filter(|payment| counts(payment)) {
        let of_day = payment.refund.as_ref().filter(|refund| date(refund.refund_business_date) == Some(on));
        let Some(refund) = of_day else {
            all = false;
            continue;
        };
        let transaction = refund.refund_transaction.as_ref().and_then(|of| of.guid.as_deref());
        if !transactions.contains(&transaction) {
            transactions.push(transaction);
        }
        back += amounts.of(refund.refund_amount.as_ref())?;
        tips += amounts.of(refund.tip_refund_amount.as_ref())?;
        paid += amounts.of(payment.amount.as_ref())?;
    }
    totals.tips -= tips.cents();
    let details = || {
        let selections = check.selections.iter().map(|of| (is_sale(of), of.refund_details.as_ref()));
        selections.chain(check.applied_service_charges.iter().map(|of| (false, of.refund_details.as_ref())))
    };
    let (mut tax, mut others) = (Money::ZERO, Money::ZERO);
    let is_itemized = details().any(|(_, details)| details.is_some());
    if is_itemized {
        for (is_sale, details) in details() {
            let of: Option<&RefundDetails> = transactions.iter().find_map(|of| of_transaction(details, *of));
            let Some(of) = of else { continue };
            tax += amounts.of(of.tax_refund_amount.as_ref())?;
            others += if is_sale { Money::ZERO } else { amounts.of(of.refund_amount.as_ref())? };
        }
    } else if all && back == paid && back != Money::ZERO {
        // All of the check came back.
        tax = amounts.of(check.tax_amount.as_ref())?;
        let mut sales = amounts.of(check.amount.as_ref())? - charged(place, check)?;
        for selection in sold(check).filter(|selection| !is_sale(selection)) {
            sales -= amounts.of(selection.price.as_ref())?;
        }
        others = back - tax - sales;
    }
    let net = (back - tax - others).cents();
    totals.refunds += net;
    totals.net_sales -= net;
    totals.tax -= tax.cents();
    Ok(())
}
