//! Payments by card as the Money screens show them. Toast's API has neither payouts nor disputes.

use saffron_core::fact::{MinorUnits, PaymentStatus as Status};
use saffron_till::{Event, RecordedCard, RecordedPayment, RecordedRefund, RefundStatus};

use super::{Amounts, MAPPING, PROCESSOR, SOURCE, Why};
use crate::time::{instant, revision};
use crate::toast::model::{Check, Payment, Refund};
use crate::{Place, Unmapped, door, text};

const KIND: &str = "payment";

/// A payment by card of a check, with its refund. None for all others, which Toast does not process.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn payment_recorded(place: &Place, check: &Check, payment: &Payment) -> Result<Option<Event>, Unmapped> {
    if payment.kind.as_deref() != Some("CREDIT") {
        return Ok(None);
    }
    let id = payment.guid.as_deref().unwrap_or_default();
    let recorded = recorded(place, check, payment).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::payment(SOURCE, &recorded)).map(Some)
}

fn recorded(place: &Place, check: &Check, payment: &Payment) -> Result<RecordedPayment, Why> {
    let status = match payment.payment_status.as_deref() {
        _ if payment.void_info.is_some() => Status::Canceled,
        None | Some("CAPTURED" | "CAPTURE_IN_PROGRESS") => Status::Succeeded,
        Some("AUTHORIZED" | "AUTHORIZED_AT_RISK") => Status::RequiresCapture,
        Some("OPEN" | "PROCESSING") => Status::Processing,
        Some("DENIED" | "ERROR" | "ERROR_NETWORK") => Status::Failed,
        Some("VOIDED" | "CANCELLED" | "PROCESSING_VOID" | "VOIDED_AT_RISK") => Status::Canceled,
        _ => return Err("is in a state that is not known: update Saffron".to_owned()),
    };
    let id = payment.guid.clone().ok_or("has no id: report it")?;
    let created = instant(payment.paid_date.as_ref()).ok_or("has no readable time: open it in Toast")?;
    let amounts = Amounts { place };
    let refund = payment.refund.as_ref();
    let voided = payment.void_info.as_ref().and_then(|of| instant(of.void_date.as_ref()));
    // A tip is entered later, and a payment does not say when: its check was changed with it.
    let changes = [Some(created), voided, instant(check.modified_date.as_ref())];
    let refunded = refund.and_then(|refund| instant(refund.refund_date.as_ref()));
    let due = amounts.of(payment.amount.as_ref())? + amounts.of(payment.tip_amount.as_ref())?;
    let fee = payment.original_processing_fee.as_ref().map(|fee| amounts.of(Some(fee))).transpose()?;
    Ok(RecordedPayment {
        pos_id: place.pos_id.clone(),
        revision: revision(changes.into_iter().chain([refunded]).flatten(), MAPPING)?,
        processor: PROCESSOR.to_owned(),
        created: place.wall(created),
        status,
        amount: MinorUnits(due.cents()),
        currency: place.settings.currency.to_lowercase(),
        fee: fee.map(|fee| MinorUnits(fee.cents())),
        reason: None,
        card: Some(RecordedCard {
            brand: payment.card_type.as_deref().map(text::words).filter(|brand| !brand.is_empty()),
            last4: payment.last4_digits.clone().filter(|digits| text::is_last_digits(digits)),
        }),
        refunds: refund.map(|refund| recorded_refund(place, &id, refund)).transpose()?.into_iter().collect(),
        id,
    })
}

/// Toast keeps one refund of a payment, with all that was given back of it.
fn recorded_refund(place: &Place, payment: &str, refund: &Refund) -> Result<RecordedRefund, Why> {
    let amounts = Amounts { place };
    let created = instant(refund.refund_date.as_ref())
        .ok_or("has a refund without a readable time: open it in Toast")?;
    let amount =
        amounts.of(refund.refund_amount.as_ref())? + amounts.of(refund.tip_refund_amount.as_ref())?;
    Ok(RecordedRefund {
        id: format!("refund-{payment}"),
        created: place.wall(created),
        amount: MinorUnits(amount.cents()),
        status: RefundStatus::Succeeded,
        reason: None,
    })
}
