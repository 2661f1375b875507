//! The rows of one order as the checks that a till would have sent: the sale, and each time something of it was given back.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::DateTime;
use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, CustomerId, Money};
use saffron_till::{Check, Payment, Person};

use super::items::{Sold, of_sale};
use super::outcome::{How, LeftOut, Made, NO_TENDER, Outcome};
use super::payments::{payments, without_repeats};
use super::refund::{self, Returned};
use super::row::Row;
use crate::form::word::Meaning;
use crate::layout::{Field, OrderKey, Rows};

/// The checks of the rows that share an order's number.
#[must_use]
pub fn checks_of(number: &str, mut rows: Vec<Row>, how: &How) -> Outcome {
    let mut outcome = Outcome::default();
    if how.words_once {
        continue_first(&mut rows);
    }
    // An order that was opened and has no end is not paid yet.
    let is_open =
        |row: &Row| row.rows == Rows::Orders && row.opened.is_some() && row.at.is_none() && !row.is_void;
    if rows.iter().any(|row| row.kind == Meaning::Open || is_open(row)) {
        outcome.leave_out(&rows, LeftOut::Open);
        return outcome;
    }
    let is_trade = |row: &Row| !row.is_no_trade();
    let (rows, others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(is_trade);
    outcome.leave_out(&others, LeftOut::NoTrade);
    // An order whose lines are all marks is none, whatever other files say of its money.
    let is_line = |row: &Row| row.rows == Rows::Lines;
    if others.iter().any(is_line) && !rows.iter().any(is_line) {
        outcome.leave_out(&rows, LeftOut::NoTrade);
        return outcome;
    }
    for (id, rows) in by_check(number, rows) {
        make(&id, rows, how, &mut outcome);
    }
    outcome
}

/// Gives the lines of an order the state that its first one alone has.
fn continue_first(rows: &mut [Row]) {
    let mut lines = rows.iter_mut().filter(|row| row.rows == Rows::Lines);
    let Some(first) = lines.next() else { return };
    let (is_void, is_refund, kind) = (first.is_void, first.is_refund, first.kind);
    for row in lines {
        row.is_void |= is_void;
        row.is_refund |= is_refund;
        if row.kind == Meaning::Sale && is_state(kind) {
            row.kind = kind;
        }
    }
}

/// Whether a kind is one of whole orders.
const fn is_state(kind: Meaning) -> bool {
    matches!(kind, Meaning::Open | Meaning::Skip)
}

/// The rows of each check of an order. What stands on rows of the whole order goes to the first check, but what the rows of checks
/// say themselves; its texts are of all. Where no row says what a check sold, the order is one.
fn by_check(order: &str, rows: Vec<Row>) -> Vec<(String, Vec<Row>)> {
    if !of_sale(&rows).any(|row| row.text(Field::Check).is_some()) {
        return vec![(order.to_owned(), rows)];
    }
    let mut checks: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut of_order = Vec::new();
    for row in rows {
        match row.text(Field::Check) {
            Some(check) => checks.entry(check.to_owned()).or_default().push(row),
            None => of_order.push(row),
        }
    }
    if checks.len() > 1 {
        let payments = checks.values().flatten().filter(|row| row.rows == Rows::Payments);
        let said: BTreeSet<Field> = payments.flat_map(|row| row.money.keys().copied()).collect();
        let orders = of_order.iter_mut().filter(|row| row.rows == Rows::Orders);
        orders.for_each(|row| row.money.retain(|field, _| !said.contains(field)));
    }
    let mut is_first = true;
    let mut split = Vec::with_capacity(checks.len());
    for (check, mut rows) in checks {
        if is_first {
            rows.append(&mut of_order.clone());
        } else {
            let texts = |row: &Row| Row { money: BTreeMap::new(), numbers: BTreeMap::new(), ..row.clone() };
            rows.extend(of_order.iter().map(texts));
        }
        is_first = false;
        split.push((check, rows));
    }
    split
}

/// The checks of the rows of one check: the sale, and what was given back of it.
fn make(number: &str, rows: Vec<Row>, how: &How, outcome: &mut Outcome) {
    let (refunds, mut sales): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.is_refund);
    if how.repeats {
        sales = without_repeats(sales);
    }
    let mut sale = None;
    if !sales.is_empty() {
        let refused = outcome.refused.len();
        let sold = Sold::of(&sales, how, outcome);
        if sold.is_nothing() && outcome.refused.len() > refused {
            return;
        }
        let Some((id, check)) = check(number, &sales, &sold, how, outcome) else { return };
        outcome.checks.push(Made { check: check.clone(), sent_id: id.clone() });
        let mut marked = refund::marked(&sales, how, outcome);
        let mut returned = refund::returned(&sales);
        // Only the lines say that something was given back: all of it on the day of the sale.
        if let (true, Some(marked)) = (returned.is_empty(), &marked) {
            returned.insert(None, Returned { amount: marked.due(), tip: Money::ZERO });
        }
        for (at, back) in returned {
            let Some(row) = sales.first() else { continue };
            let sold = match marked.take_if(|marked| marked.due() == back.amount) {
                Some(marked) => marked.negative(),
                None => refund::sold_of(back, &sold, how, outcome, row),
            };
            let mut rows = sales.clone();
            rows.iter_mut().for_each(|row| row.tenders.clear());
            let at = at.unwrap_or(check.close_time);
            let payments = paid_back(&check.payments, &sold, back);
            let made = given_back(&id, at, &check, sold, payments, Some(check.id.to_string()), how);
            push(outcome, row, made);
        }
        sale = Some((sold, check));
    }
    for rows in refund::by_time(refunds).into_values() {
        let Some(row) = rows.first() else { continue };
        let refused = outcome.refused.len();
        let mut sold = Sold::of(&rows, how, outcome);
        if sold.is_nothing() && outcome.refused.len() > refused {
            continue;
        }
        if let Some((sale, _)) = &sale
            && !refund::names_what(&rows)
        {
            let back = Returned { amount: -sold.due(), tip: Money::ZERO };
            sold = refund::sold_of(back, sale, how, outcome, row);
        }
        let known = sale.as_ref().map(|(_, check)| check);
        let Some((id, check)) = check(number, &rows, &sold, how, outcome) else { continue };
        let at = rows.iter().find_map(|row| row.at).unwrap_or(check.close_time);
        let refund_of = refund::refund_of(&rows, known);
        let payments = check.payments.clone();
        let made = given_back(&id, at, &check, sold, payments, refund_of, how);
        push(outcome, row, made);
    }
}

/// Adds a check, or refuses the row that it would be of.
fn push(outcome: &mut Outcome, row: &Row, made: Result<Made, String>) {
    match made {
        Ok(made) => outcome.checks.push(made),
        Err(why) => outcome.refused.push((row.place, why)),
    }
}

/// The check of these rows and its id as it is sent; none, and the rows refused, if they say no time or no number.
fn check(
    number: &str,
    rows: &[Row],
    sold: &Sold,
    how: &How,
    outcome: &mut Outcome,
) -> Option<(String, Check)> {
    let made = check_of(number, rows, sold, how);
    if let Err(why) = &made {
        outcome.refused.extend(rows.iter().map(|row| (row.place, why.clone())));
    }
    made.ok()
}

fn check_of(number: &str, rows: &[Row], sold: &Sold, how: &How) -> Result<(String, Check), String> {
    let times = || rows.iter().filter_map(|row| row.at);
    let closed = times().max().ok_or("has no date")?;
    let opened = rows.iter().filter_map(|row| row.opened).chain(times()).min().unwrap_or(closed);
    let sent_id = id_of(number, rows, closed, how);
    let id = CheckId::of_sent(&sent_id).map_err(|e| format!("its number {e}"))?;
    let text = |field| rows.iter().find_map(|row| row.text(field)).map(str::to_owned);
    let covers = rows.iter().filter_map(|row| row.number(Field::Covers)).max().unwrap_or_default();
    let (order_input_type, source) = input(text(Field::InputType));
    let person = |name: String| Person { id: name.clone(), name };
    let employee = text(Field::Employee)
        .or_else(|| text(Field::EmployeeId))
        .map(|name| Person { id: text(Field::EmployeeId).unwrap_or_else(|| name.clone()), name });
    let voided = sold.is_void();
    let lines =
        sold.lines.iter().cloned().map(|line| saffron_till::Line { voided: line.voided && !voided, ..line });
    let check = Check {
        revision: how.revision,
        open_time: opened,
        business_date: rows.iter().find_map(|row| row.business_date),
        table: text(Field::Table),
        covers: u16::try_from(covers.milli() / 1_000).unwrap_or_default(),
        employee,
        cashier: text(Field::Cashier).map(person),
        revenue_center: text(Field::RevenueCenter),
        order_type: text(Field::OrderType),
        order_input_type,
        order_source: text(Field::Source).or(source),
        source_fee: rows.iter().find_map(|row| row.size(Field::SourceFee)).unwrap_or_default(),
        lines: lines.collect(),
        tax_included: sold.tax_included,
        rounding: sold.rounding,
        discount: sold.discount,
        discounts: sold.discounts.clone(),
        service_charges: sold.charges.clone(),
        taxes: sold.taxes.clone(),
        payments: if voided { Vec::new() } else { payments(rows, sold, how) },
        reward_used: sold.reward,
        customer: text(Field::CustomerId).and_then(|id| CustomerId::of_sent(&id).ok()),
        promo_code: text(Field::PromoCode),
        voided,
        reason: if voided { text(Field::Reason) } else { None },
        ..Check::new(how.pos_id.clone(), id, closed)
    };
    Ok((sent_id, check))
}

/// The id of a check: its number, with what makes that unique within the location.
fn id_of(number: &str, rows: &[Row], at: DateTime, how: &How) -> String {
    let day = rows.iter().find_map(|row| row.business_date).unwrap_or_else(|| how.starts.date_of(at));
    let register = || rows.iter().find_map(|row| row.text(Field::Register)).unwrap_or_default();
    match how.key {
        OrderKey::Number if !how.day_in_id => number.to_owned(),
        OrderKey::NumberAndRegister if !how.day_in_id => format!("{}-{number}", register()),
        OrderKey::Number | OrderKey::NumberAndDay => format!("{day}-{number}"),
        OrderKey::NumberAndRegister | OrderKey::NumberRegisterAndDay => {
            format!("{day}-{}-{number}", register())
        }
        OrderKey::Time | OrderKey::Row => format!("{}-{number}", at.strftime("%Y%m%d-%H%M%S")),
    }
}

/// What a sale gave back.
fn given_back(
    sale_id: &str,
    at: DateTime,
    like: &Check,
    sold: Sold,
    payments: Vec<Payment>,
    refund_of: Option<String>,
    how: &How,
) -> Result<Made, String> {
    let sent_id = refund::id_of(sale_id, at);
    let own = |text: &str| CheckId::of_sent(text).map_err(|e| format!("its number {e}"));
    let refund_of = refund_of.as_deref().map(own).transpose()?;
    let check = Check {
        open_time: at,
        close_time: at,
        // The business date of the sale says nothing of the refund's.
        business_date: like
            .business_date
            .filter(|date| at == like.close_time || how.starts.date_of(at) == *date),
        id: own(&sent_id)?,
        lines: sold.lines,
        rounding: sold.rounding,
        discount: sold.discount,
        discounts: sold.discounts,
        service_charges: sold.charges,
        taxes: sold.taxes,
        reward_used: sold.reward,
        payments,
        refund_of,
        voided: false,
        reason: None,
        ..like.clone()
    };
    Ok(Made { check, sent_id })
}

/// The payments by which money went back: to the types of payment of the sale, the largest first.
fn paid_back(paid: &[Payment], sold: &Sold, back: Returned) -> Vec<Payment> {
    let mut left = -sold.due();
    let mut by_size: Vec<&Payment> = paid.iter().collect();
    by_size.sort_by_key(|payment| -payment.amount);
    let mut payments = Vec::new();
    for payment in by_size {
        let amount = left.min(payment.amount);
        if amount.cents() > 0 {
            payments.push(Payment {
                amount: -amount,
                tip: Money::ZERO,
                id: None,
                fee: None,
                ..payment.clone()
            });
            left -= amount;
        }
    }
    if left.cents() > 0 {
        payments.push(Payment::new(NO_TENDER.to_owned(), -left, Money::ZERO));
    }
    if let Some(first) = payments.first_mut() {
        first.tip = -back.tip;
    }
    payments
}

/// The input type and the source of an order. Input types that contain `online` become `online`, with the original as the source.
fn input(input_type: Option<String>) -> (Option<String>, Option<String>) {
    match input_type {
        Some(text) if text.eq_ignore_ascii_case("online") => (Some("online".to_owned()), None),
        Some(text) if text.to_lowercase().contains("online") => (Some("online".to_owned()), Some(text)),
        other => (other, None),
    }
}
