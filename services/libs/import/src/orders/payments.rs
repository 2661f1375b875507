//! How a check was paid: by the rows of payments, by the columns or the type on its other rows, or by what was due.

use std::collections::BTreeSet;

use saffron_core::Money;
use saffron_till::Payment;

use super::items::{Sold, of_check, of_sale};
use super::outcome::{How, NO_TENDER};
use super::row::Row;
use super::value::value_of;
use crate::form::word::Meaning;
use crate::layout::{Field, Rows};

/// The payments of the rows of one check, of what they sold. All are negative where it was given back.
pub fn payments(rows: &[Row], sold: &Sold, how: &How) -> Vec<Payment> {
    let mut payments: Vec<Payment> = rows.iter().flat_map(|row| of_row(row, how)).collect();
    let by_gift_card = by_gift_card(rows);
    let tip = tip_of(rows, sold, how);
    if payments.is_empty() {
        let paid: Money = by_gift_card.iter().map(|payment| payment.amount).sum();
        let due = sold.due() - paid;
        if let Some(by_row) = by_row(rows, sold, how) {
            payments = by_row;
        } else if due != Money::ZERO || tip != Money::ZERO {
            let tender = rows.iter().find_map(|row| row.text(Field::Tender)).unwrap_or(NO_TENDER);
            payments.push(payment(tender, due, tip, how));
        }
        payments.extend(by_gift_card);
        let given: Money = payments.iter().map(|payment| payment.tip).sum();
        if let Some(first) = payments.first_mut() {
            first.tip += tip - given;
        }
        return payments;
    }
    // Rows of payments name the gift card once more.
    let paid: Money = payments.iter().chain(&by_gift_card).map(|payment| payment.amount).sum();
    if paid <= sold.due() {
        payments.extend(by_gift_card);
    }
    let given: Money = payments.iter().map(|payment| payment.tip).sum();
    if given != tip
        && let Some(largest) =
            payments.iter_mut().max_by_key(|payment| (payment.tender != CASH, payment.amount.abs()))
    {
        largest.tip += tip - given;
        if how.tips_inside || how.tips_in_tenders {
            largest.amount -= tip - given;
        }
    }
    payments
}

/// What rows with types of payment of their own paid, where several do and that is all of it.
fn by_row(rows: &[Row], sold: &Sold, how: &How) -> Option<Vec<Payment>> {
    let rows: Vec<&Row> = of_sale(rows).filter(|row| !row.is_void).collect();
    let first = rows.first()?.text(Field::Tender)?;
    if rows.iter().all(|row| row.text(Field::Tender) == Some(first)) {
        return None;
    }
    let mut payments: Vec<Payment> = Vec::new();
    for row in rows {
        let value = value_of(row, how.understood).ok()?;
        let left = value.amount - value.discount;
        let amount = if how.understood.is_inside(row) { left } else { left + value.tax };
        let tender = row.text(Field::Tender)?;
        let tip = row.amount(Field::Tip).unwrap_or_default();
        match payments.iter_mut().find(|payment| payment.tender == tender) {
            Some(known) => (known.amount, known.tip) = (known.amount + amount, known.tip + tip),
            None => payments.push(payment(tender, amount, tip, how)),
        }
    }
    let paid: Money = payments.iter().map(|payment| payment.amount).sum();
    (paid == sold.due()).then_some(payments)
}

/// Gift cards that were used, where they stand among what was sold, taken off.
fn by_gift_card(rows: &[Row]) -> Vec<Payment> {
    let is_used = |row: &&Row| row.rows == Rows::Lines && row.kind == Meaning::GiftCardUsed;
    let amounts = [Field::Amount, Field::Net, Field::Total, Field::Price];
    let used = rows.iter().filter(is_used).filter_map(|row| {
        let amount =
            amounts.iter().find_map(|field| row.amount(*field)).filter(|amount| amount.cents() < 0)?;
        let name = row.text(Field::Item).unwrap_or(GIFT_CARD).to_owned();
        Some(Payment { gift_card: true, ..Payment::new(name, -amount, Money::ZERO) })
    });
    used.collect()
}

/// The type of a payment by gift card whose row names none.
const GIFT_CARD: &str = "Gift card";

/// The type that exporters give to money in the hand, in English.
const CASH: &str = "Cash";

/// The tip of a check: of its payments, else of its rows, with what rows of their own say.
fn tip_of(rows: &[Row], sold: &Sold, how: &How) -> Money {
    of_check(rows, Field::Tip, how) + sold.tip
}

/// The payments that one row says.
fn of_row(row: &Row, how: &How) -> Vec<Payment> {
    let signed = |amount: Money| if row.is_refund { -amount.abs() } else { amount };
    if !row.tenders.is_empty() {
        let tenders = row.tenders.iter().filter(|(_, amount)| *amount != Money::ZERO);
        return tenders.map(|(tender, amount)| payment(tender, signed(*amount), Money::ZERO, how)).collect();
    }
    if row.rows != Rows::Payments && row.kind != Meaning::Payment {
        return Vec::new();
    }
    let tip = signed(row.amount(Field::Tip).unwrap_or_default());
    let without_tip = |field| row.amount(field).map(|amount| signed(amount) - tip);
    let total =
        || if how.tips_inside { without_tip(Field::Total) } else { row.amount(Field::Total).map(signed) };
    let amount = row
        .amount(Field::Paid)
        .map(signed)
        .or_else(|| without_tip(Field::PaidWithTip))
        .or_else(total)
        .or_else(|| row.amount(Field::Amount).map(signed))
        .unwrap_or_default();
    if amount == Money::ZERO && tip == Money::ZERO {
        return Vec::new();
    }
    let tender = row.text(Field::Tender).or_else(|| row.text(Field::CardBrand)).unwrap_or(NO_TENDER);
    let text = |field| row.text(field).map(str::to_owned);
    vec![Payment {
        id: text(Field::Payment),
        processor: text(Field::Processor),
        fee: row.size(Field::Fee).filter(|_| row.texts.contains_key(&Field::Processor)),
        ..payment(tender, amount, tip, how)
    }]
}

fn payment(tender: &str, amount: Money, tip: Money, how: &How) -> Payment {
    let gift_card = how.gift_cards.contains(tender);
    Payment { gift_card, ..Payment::new(tender.to_owned(), amount, tip) }
}

/// Of rows of lines that are repeated for each payment of their order: those of the first payment, and a row for each.
pub fn without_repeats(rows: Vec<Row>) -> Vec<Row> {
    let key = |row: &Row| {
        let text = |field| row.text(field).unwrap_or_default().to_owned();
        (text(Field::Payment), text(Field::Tender), row.amount(Field::Paid))
    };
    let Some(first) = of_sale(&rows).next().map(key) else { return rows };
    let mut seen = BTreeSet::new();
    let mut payments = Vec::new();
    for row in &rows {
        if seen.insert(key(row)) {
            let mut payment = Row { rows: Rows::Payments, kind: Meaning::Payment, ..row.clone() };
            payment.money.retain(|field, _| {
                matches!(field, Field::Paid | Field::PaidWithTip | Field::Tip | Field::Fee)
            });
            payment.numbers.clear();
            payments.push(payment);
        }
    }
    let mut kept: Vec<Row> = rows.into_iter().filter(|row| key(row) == first).collect();
    for row in &mut kept {
        row.money.retain(|field, _| !matches!(field, Field::Paid | Field::PaidWithTip | Field::Tip));
    }
    kept.append(&mut payments);
    kept
}
