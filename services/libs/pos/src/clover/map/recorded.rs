//! Payments as the Money screens show them. Clover's API has neither payouts nor disputes.

use saffron_core::fact::{MinorUnits, PaymentStatus as Status};
use saffron_till::{Event, RecordedCard, RecordedPayment, RecordedRefund, RefundStatus};

use super::paid::described;
use super::{MAPPING, PROCESSOR, SOURCE, Why, moment};
use crate::clover::model::{Payment, Refund};
use crate::time::revision;
use crate::{Place, Unmapped, door, text};

/// The most refunds of a payment in a fact.
const MAX_REFUNDS: usize = 100;

/// A payment that Clover processed, with all refunds of it (others are left out). None for cash, and for what was paid outside of
/// Clover.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn payment_recorded(
    place: &Place,
    payment: &Payment,
    refunds: &[Refund],
) -> Result<Option<Event>, Unmapped> {
    const KIND: &str = "payment";
    let known = described(payment, saffron_core::Money::ZERO, saffron_core::Money::ZERO);
    if known.processor.as_deref() != Some(PROCESSOR) {
        return Ok(None);
    }
    let id = payment.id.as_deref().unwrap_or_default();
    let recorded = recorded(place, payment, refunds).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::payment(SOURCE, &recorded)).map(Some)
}

fn recorded(place: &Place, payment: &Payment, refunds: &[Refund]) -> Result<RecordedPayment, Why> {
    let status = match payment.result.as_deref() {
        Some("SUCCESS" | "AUTH_COMPLETED" | "DISCOUNT") => Status::Succeeded,
        Some("AUTH") => Status::RequiresCapture,
        Some("INITIATED" | "PENDING" | "OFFLINE_RETRYING" | "VOIDING") => Status::Processing,
        Some("VOIDED") => Status::Canceled,
        Some("FAIL" | "VOID_FAILED") => Status::Failed,
        _ => return Err("is in a state that is not known: update Saffron".to_owned()),
    };
    let id = payment.id.clone().ok_or("has no id: report it")?;
    let created = super::taken_at(payment).ok_or("has no readable time: open it in Clover")?;
    let own = refunds
        .iter()
        .filter(|refund| refund.payment.as_ref().and_then(|of| of.id.as_deref()) == Some(id.as_str()));
    let own: Vec<&Refund> = own.collect();
    let changes = [payment.modified_time, payment.created_time].into_iter();
    let changes = changes.chain(own.iter().map(|refund| refund.created_time));
    let tip = payment.tip_amount.unwrap_or_default();
    let amount = payment.amount.ok_or("has no amount: open it in Clover")?;
    let card = payment.card_transaction.as_ref();
    Ok(RecordedPayment {
        pos_id: place.pos_id.clone(),
        revision: revision(changes.filter_map(moment), MAPPING)?,
        processor: PROCESSOR.to_owned(),
        created: place.wall(created),
        status,
        amount: MinorUnits(amount.saturating_add(tip)),
        currency: place.settings.currency.to_lowercase(),
        fee: None,
        reason: payment
            .void_reason
            .as_deref()
            .map(text::words)
            .filter(|reason| !reason.is_empty() && status == Status::Failed),
        card: card.map(|card| RecordedCard {
            brand: card.card_type.as_deref().map(text::words).filter(|brand| !brand.is_empty()),
            last4: card.last4.clone().filter(|digits| text::is_last_digits(digits)),
        }),
        refunds: own
            .iter()
            .take(MAX_REFUNDS)
            .map(|refund| recorded_refund(place, refund))
            .collect::<Result<_, _>>()?,
        id,
    })
}

fn recorded_refund(place: &Place, refund: &Refund) -> Result<RecordedRefund, Why> {
    let amount = refund.amount.ok_or("has a refund without an amount: open it in Clover")?;
    let created =
        moment(refund.created_time).ok_or("has a refund without a readable time: open it in Clover")?;
    let status = match refund.status.as_deref() {
        _ if refund.voided == Some(true) => RefundStatus::Canceled,
        None | Some("SUCCESS") => RefundStatus::Succeeded,
        Some("FAIL") => RefundStatus::Failed,
        Some("VOIDED") => RefundStatus::Canceled,
        Some(_) => RefundStatus::Pending,
    };
    Ok(RecordedRefund {
        id: refund.id.clone().ok_or("has a refund without an id: report it")?,
        created: place.wall(created),
        amount: MinorUnits(amount),
        status,
        reason: text::name(refund.reason.as_deref()),
    })
}
