//! What comes back: a check of its own for each return of an order.

use jiff::Timestamp;
use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, Money};
use saffron_till::{Check, Payment};

use super::amount::{cents, cents_or_zero};
use super::line;
use super::menu::Menu;
use super::order::OrderAndMoney;
use super::{PROCESSOR, Why, charge, paid};
use crate::part::{self, Way};
use crate::square::model::{Order, OrderReturn, PaymentRefund, RefundStatus};
use crate::time::instant;
use crate::unique::{Version, unique};
use crate::{Place, text};

/// Money that was given back, or is on its way.
#[derive(Debug, Clone)]
pub(super) struct GivenBack<'a> {
    /// With the tip; positive.
    amount: Money,
    at: Option<Timestamp>,
    payment: Option<&'a str>,
    destination: Option<&'a str>,
    /// The person who gave it.
    pub(super) member: Option<&'a str>,
    fee: Option<Money>,
    status: Option<RefundStatus>,
}

/// The refunds of an order.
#[derive(Debug)]
pub(super) enum Refunds<'a> {
    /// Some may still be rejected: nothing came back yet.
    Pending,
    /// All of them were.
    Rejected,
    /// What was given back; nothing in an even exchange.
    Done(Vec<GivenBack<'a>>),
}

/// The refunds of an order: as the refunds themselves say, else as the order does.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn refunds<'a>(place: &Place, order: &'a OrderAndMoney) -> Result<Refunds<'a>, Why> {
    let own = order.order.id.as_deref();
    let mut all = Vec::new();
    let of_order = order.refunds.iter().filter(|of| of.order_id.is_none() || of.order_id.as_deref() == own);
    for refund in unique(of_order, version) {
        all.push(GivenBack {
            amount: cents_or_zero(place, refund.amount_money.as_ref())?,
            at: instant(refund.created_at.as_ref()),
            payment: refund.payment_id.as_deref(),
            destination: refund.destination_type.as_deref(),
            member: refund.team_member_id.as_deref(),
            fee: paid::fee(place, &refund.processing_fee)?,
            status: refund.status,
        });
    }
    if all.is_empty() {
        for refund in &order.order.refunds {
            all.push(GivenBack {
                amount: cents_or_zero(place, refund.amount_money.as_ref())?,
                at: instant(refund.created_at.as_ref()),
                payment: refund.tender_id.as_deref(),
                destination: None,
                member: None,
                fee: None,
                status: refund.status,
            });
        }
    }
    let has_any = !all.is_empty();
    if all.iter().any(|refund| refund.status == Some(RefundStatus::Pending)) {
        return Ok(Refunds::Pending);
    }
    all.retain(|refund| matches!(refund.status, Some(RefundStatus::Completed | RefundStatus::Approved)));
    Ok(if has_any && all.is_empty() { Refunds::Rejected } else { Refunds::Done(all) })
}

/// What tells a refund from another.
pub(super) fn version(refund: &PaymentRefund) -> Version<'_> {
    (refund.id.as_deref(), instant(refund.updated_at.as_ref()))
}

/// When the last of them was made.
pub(super) fn last(refunds: &[GivenBack<'_>]) -> Option<Timestamp> {
    refunds.iter().filter_map(|refund| refund.at).max()
}

/// Whether a return holds anything. One of the order's own sale repeats on the sale what an order of its own holds: it is not
/// counted twice (assumed from [forums 14485]; no published answer shows one).
pub(super) fn holds_anything(order: &Order, returned: &OrderReturn) -> bool {
    if returned.source_order_id.is_some() && returned.source_order_id == order.id {
        return false;
    }
    !returned.return_line_items.is_empty()
        || !returned.return_tips.is_empty()
        || returned.return_service_charges.iter().any(|charge| charge.applied_money.is_some())
}

/// What is to be given back for a return; positive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Due {
    /// With tips, without rounding.
    pub(super) all: Money,
    /// Of it, tips.
    pub(super) tips: Money,
}

/// The check of a return without payments, and what is to be given back for it.
///
/// # Errors
/// If it holds what no fact may.
pub(super) fn returned(
    place: &Place,
    menu: &Menu,
    sent: &OrderReturn,
    mut check: Check,
) -> Result<(Check, Due), Why> {
    let discounts = line::discounts(place, menu, &sent.return_discounts);
    for item in &sent.return_line_items {
        check.lines.push(line::line(place, menu, &discounts, &item.into(), Way::Back)?);
    }
    let lines_tax = check.lines.iter().map(|line| line.tax).sum::<Money>();
    let mut total_tax = None;
    for tax in &sent.return_taxes {
        if let Some(amount) = cents(place, tax.applied_money.as_ref())? {
            total_tax = Some(total_tax.unwrap_or(Money::ZERO) + amount);
        }
    }
    check.service_charges =
        charge::charges(place, &sent.return_service_charges, -lines_tax, total_tax, Way::Back)?;
    let known_tax = -lines_tax - part::charges_tax(&check);
    let surcharge = surcharge(place, sent)?;
    check.service_charges.extend(charge::surcharge(surcharge, total_tax, known_tax, Way::Back));
    let tax = lines_tax + part::charges_tax(&check);
    check.taxes = charge::taxes(place, &sent.return_taxes, tax, Way::Back)?;
    let sale = sent.source_order_id.as_deref().filter(|id| !id.is_empty());
    let sale = sale.map(|id| CheckId::of_sent(id).map_err(|why| format!("returns a sale whose id {why}")));
    check.refund_of = sale.transpose()?;
    let mut tips = Money::ZERO;
    for tip in &sent.return_tips {
        tips += cents_or_zero(place, tip.applied_money.as_ref())?;
    }
    let due = Due { all: tips - part::due(&check), tips };
    Ok((check, due))
}

/// What comes back of a surcharge for paying by card: as the return adds up, else as its lines do.
fn surcharge(place: &Place, sent: &OrderReturn) -> Result<Money, Why> {
    let sum = sent.return_amounts.as_ref().and_then(|amounts| amounts.card_surcharge_money.as_ref());
    if let Some(sum) = cents(place, sum)? {
        return Ok(sum);
    }
    let mut sum = Money::ZERO;
    for item in &sent.return_line_items {
        sum += cents_or_zero(place, item.total_card_surcharge_money.as_ref())?;
    }
    Ok(sum)
}

/// Takes from what was given back, in order, what belongs to a return; the last return takes the rest. A refund is the whole
/// with its tip, which `return_tips` tells: by the payment it was of, else from the first refund that is large enough.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn take(
    place: &Place,
    order: &OrderAndMoney,
    sent: &OrderReturn,
    left: &mut Vec<GivenBack<'_>>,
    due: Money,
    is_last: bool,
) -> Result<Vec<Payment>, Why> {
    let mut wanted = due;
    let mut parts = Vec::new();
    while let Some(refund) = left.first_mut() {
        if !is_last && wanted <= Money::ZERO {
            break;
        }
        let amount = if is_last { refund.amount } else { refund.amount.min(wanted) };
        parts.push(GivenBack { amount, ..refund.clone() });
        wanted -= amount;
        refund.amount -= amount;
        // A fee belongs to the first part.
        refund.fee = None;
        if refund.amount <= Money::ZERO {
            left.remove(0);
        }
    }
    let mut tips = vec![Money::ZERO; parts.len()];
    for tip in &sent.return_tips {
        let mut amount = cents_or_zero(place, tip.applied_money.as_ref())?;
        let of_tip =
            |part: &GivenBack<'_>| part.payment.is_some() && part.payment == tip.source_tender_id.as_deref();
        for only_own in [true, false] {
            for (part, taken) in parts.iter().zip(&mut tips).filter(|(part, _)| !only_own || of_tip(part)) {
                let more = amount.min(part.amount - *taken).max(Money::ZERO);
                *taken += more;
                amount -= more;
            }
        }
    }
    Ok(parts.iter().zip(tips).map(|(part, tip)| payment(order, part, tip)).collect())
}

/// A payment of a refund: negative, by what the sale was paid with.
fn payment(order: &OrderAndMoney, part: &GivenBack<'_>, tip: Money) -> Payment {
    let (amount, tip) = (tip - part.amount, -tip);
    let paid = order.payments.iter().find(|of| of.id.is_some() && of.id.as_deref() == part.payment);
    if let Some(of) = paid {
        return paid::described(of, part.fee, amount, tip);
    }
    let tender = paid::destination_name(part.destination);
    let processor = match part.destination {
        Some("CASH") => None,
        Some("EXTERNAL") => Some("External".to_owned()),
        _ => Some(PROCESSOR.to_owned()),
    };
    let id = part.payment.filter(|_| processor.as_deref() == Some(PROCESSOR)).map(str::to_owned);
    Payment { id, processor, fee: part.fee, ..Payment::new(tender, amount, tip) }
}

/// The id of the check of a return: never that of the refund, which is longer than a check's may be, and is another one in an
/// exchange.
///
/// # Errors
/// If there can be none.
pub(super) fn id(order: &str, number: usize) -> Result<CheckId, Why> {
    CheckId::of_sent(&format!("{}-r{number}", text::cut(order, 900)))
        .map_err(|why| format!("has an id that {why}"))
}

/// The most returns of an order that its checks are looked for by.
const MOST_RETURNS: usize = 20;

/// The ids of the checks that an order can be: its sale, and its returns.
#[must_use]
pub fn checks_of(order: &str) -> Vec<CheckId> {
    let sale = CheckId::of_sent(order).ok();
    sale.into_iter().chain((1..=MOST_RETURNS).filter_map(|number| id(order, number).ok())).collect()
}
