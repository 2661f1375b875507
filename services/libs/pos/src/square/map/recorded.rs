//! Payments, payouts and disputes as the Money screens show them.

use saffron_core::fact::{DisputeStatus, MinorUnits, PaymentStatus as Status, TransferStatus};
use saffron_till::{
    Event, RecordedCard, RecordedDispute, RecordedEntry, RecordedPayment, RecordedPayout, RecordedRefund,
    RefundStatus as Refunded,
};

use super::amount::minor;
use super::{MAPPING, PROCESSOR, SOURCE, Why, of_location, refund};
use crate::square::model::{
    Dispute, DisputeState, Payment, PaymentRefund, PaymentStatus, Payout, PayoutEntry, PayoutStatus,
    RefundStatus,
};
use crate::time::{instant, revision};
use crate::unique::unique;
use crate::{Place, Unmapped, door, text};

/// The most entries of a payout in a fact.
const MAX_ENTRIES: usize = 2_000;
/// The most refunds of a payment in a fact.
const MAX_REFUNDS: usize = 100;

/// A payment that Square processed, with all refunds of it (others are left out). None for cash, and for what was paid outside
/// of Square.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn payment_recorded(
    place: &Place,
    payment: &Payment,
    refunds: &[PaymentRefund],
) -> Result<Option<Event>, Unmapped> {
    const KIND: &str = "payment";
    if matches!(payment.source_type.as_deref(), Some("CASH" | "EXTERNAL")) {
        return Ok(None);
    }
    let id = payment.id.as_deref().unwrap_or_default();
    let recorded = recorded_payment(place, payment, refunds).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::payment(SOURCE, &recorded)).map(Some)
}

fn recorded_payment(
    place: &Place,
    payment: &Payment,
    refunds: &[PaymentRefund],
) -> Result<RecordedPayment, Why> {
    of_location(place, payment.location_id.as_deref())?;
    let status = match payment.status {
        Some(PaymentStatus::Approved) => Status::RequiresCapture,
        Some(PaymentStatus::Pending) => Status::Processing,
        Some(PaymentStatus::Completed) => Status::Succeeded,
        Some(PaymentStatus::Canceled) => Status::Canceled,
        Some(PaymentStatus::Failed) => Status::Failed,
        Some(PaymentStatus::Other) | None => {
            return Err("is in a state that is not known: update Saffron".to_owned());
        }
    };
    let id = payment.id.clone().ok_or("has no id: report it")?;
    let created = instant(payment.created_at.as_ref()).ok_or("has no readable time: open it in Square")?;
    let own = refunds.iter().filter(|refund| refund.payment_id.as_deref() == Some(id.as_str()));
    let own = unique(own, refund::version);
    let changes = [payment.updated_at.as_ref(), payment.created_at.as_ref()].into_iter();
    let of_refunds = own.iter().map(|refund| refund.updated_at.as_ref().or(refund.created_at.as_ref()));
    let revision = revision(changes.chain(of_refunds).filter_map(instant), MAPPING)?;
    let (amount, currency) = match minor(place, payment.total_money.as_ref()) {
        Some(total) => total,
        None => {
            let (amount, currency) =
                minor(place, payment.amount_money.as_ref()).ok_or("has no amount: open it in Square")?;
            let tip = minor(place, payment.tip_money.as_ref()).map_or(0, |(tip, _)| tip.0);
            (MinorUnits(amount.0.saturating_add(tip)), currency)
        }
    };
    let fees = payment.processing_fee.iter().filter_map(|fee| minor(place, fee.amount_money.as_ref()));
    let fee = fees.map(|(fee, _)| fee.0).reduce(i64::saturating_add).map(MinorUnits);
    let card = payment.card_details.as_ref().and_then(|details| details.card.as_ref());
    let errors = payment.card_details.iter().flat_map(|details| &details.errors);
    let reason =
        errors.filter_map(|error| error.code.as_deref()).map(text::words).find(|code| !code.is_empty());
    Ok(RecordedPayment {
        pos_id: place.pos_id.clone(),
        id,
        revision,
        processor: PROCESSOR.to_owned(),
        created: place.wall(created),
        status,
        amount,
        currency,
        fee,
        reason: reason.filter(|_| status == Status::Failed),
        card: card.map(|card| RecordedCard {
            brand: card.card_brand.as_deref().map(text::words).filter(|brand| !brand.is_empty()),
            last4: card.last_4.clone().filter(|digits| text::is_last_digits(digits)),
        }),
        refunds: own
            .iter()
            .take(MAX_REFUNDS)
            .map(|refund| recorded_refund(place, refund))
            .collect::<Result<_, _>>()?,
    })
}

fn recorded_refund(place: &Place, refund: &PaymentRefund) -> Result<RecordedRefund, Why> {
    let (amount, _) = minor(place, refund.amount_money.as_ref())
        .ok_or("has a refund without an amount: open it in Square")?;
    let created = instant(refund.created_at.as_ref())
        .ok_or("has a refund without a readable time: open it in Square")?;
    Ok(RecordedRefund {
        id: refund.id.clone().ok_or("has a refund without an id: report it")?,
        created: place.wall(created),
        amount,
        status: match refund.status {
            Some(RefundStatus::Completed | RefundStatus::Approved) => Refunded::Succeeded,
            Some(RefundStatus::Rejected) => Refunded::Canceled,
            Some(RefundStatus::Failed) => Refunded::Failed,
            Some(RefundStatus::Pending | RefundStatus::Other) | None => Refunded::Pending,
        },
        reason: text::name(refund.reason.as_deref()),
    })
}

/// A payout, with all its entries: none where they are not at hand.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn payout_recorded(
    place: &Place,
    payout: &Payout,
    entries: Option<&[PayoutEntry]>,
) -> Result<Event, Unmapped> {
    const KIND: &str = "payout";
    let id = payout.id.as_deref().unwrap_or_default();
    let recorded = recorded_payout(place, payout, entries).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::payout(SOURCE, &recorded))
}

fn recorded_payout(
    place: &Place,
    payout: &Payout,
    entries: Option<&[PayoutEntry]>,
) -> Result<RecordedPayout, Why> {
    of_location(place, payout.location_id.as_deref())?;
    let created = instant(payout.created_at.as_ref()).ok_or("has no readable time: open it in Square")?;
    let changes = [payout.updated_at.as_ref(), payout.created_at.as_ref()].into_iter();
    let (amount, currency) =
        minor(place, payout.amount_money.as_ref()).ok_or("has no amount: open it in Square")?;
    // More than a fact holds are none: a part of them would not add up to the payout.
    let entries = entries.map(|entries| unique(entries, |entry| (entry.id.as_deref(), None)));
    let entries = entries.filter(|entries| entries.len() <= MAX_ENTRIES);
    let entries = entries.map(|entries| entries.iter().map(|entry| recorded_entry(place, entry)).collect());
    Ok(RecordedPayout {
        pos_id: place.pos_id.clone(),
        id: payout.id.clone().ok_or("has no id: report it")?,
        revision: revision(changes.filter_map(instant), MAPPING)?,
        processor: PROCESSOR.to_owned(),
        created: place.wall(created),
        arrival_date: payout.arrival_date.as_deref().and_then(|date| date.parse().ok()),
        status: match payout.status {
            Some(PayoutStatus::Sent) => TransferStatus::InTransit,
            Some(PayoutStatus::Paid) => TransferStatus::Paid,
            Some(PayoutStatus::Failed) => TransferStatus::Failed,
            Some(PayoutStatus::Other) | None => {
                return Err("is in a state that is not known: update Saffron".to_owned());
            }
        },
        amount,
        currency,
        entries: entries.transpose()?,
    })
}

fn recorded_entry(place: &Place, entry: &PayoutEntry) -> Result<RecordedEntry, Why> {
    let amount = |money| minor(place, money).map(|(amount, _)| amount);
    let (net, fee) = (amount(entry.net_amount_money.as_ref()), amount(entry.fee_amount_money.as_ref()));
    let fee = fee.unwrap_or_default();
    // Gross less fee is net, of refunds too [Square's example: -50 and -2 are -48].
    let gross = amount(entry.gross_amount_money.as_ref());
    let gross = gross.or_else(|| Some(MinorUnits(net?.0.saturating_add(fee.0))));
    Ok(RecordedEntry {
        id: entry.id.clone().ok_or("has an entry without an id: report it")?,
        kind: entry_kind(entry.kind.as_deref().unwrap_or("OTHER")),
        created: instant(entry.effective_at.as_ref()).map(|at| place.wall(at)),
        amount: gross.ok_or("has an entry without an amount: open it in Square")?,
        fee,
        payment: entry.details.payment_id().map(str::to_owned),
    })
}

/// The kind of an entry in words; a loan by its name.
fn entry_kind(kind: &str) -> String {
    let known = match kind {
        "SQUARE_CAPITAL_PAYMENT" => "loan repayment",
        "SQUARE_CAPITAL_REVERSED_PAYMENT" => "loan repayment reversed",
        other => &text::words(other),
    };
    if known.is_empty() { "other".to_owned() } else { known.to_owned() }
}

/// A dispute.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn dispute_recorded(place: &Place, dispute: &Dispute) -> Result<Event, Unmapped> {
    const KIND: &str = "dispute";
    let id = dispute.id.as_ref().or(dispute.dispute_id.as_ref());
    let shown = id.map_or("", String::as_str);
    let recorded = recorded_dispute(place, dispute, id).map_err(|why| Unmapped::new(KIND, shown, why))?;
    door::accepted(place, KIND, shown, Event::dispute(SOURCE, &recorded))
}

fn recorded_dispute(place: &Place, dispute: &Dispute, id: Option<&String>) -> Result<RecordedDispute, Why> {
    of_location(place, dispute.location_id.as_deref())?;
    let payment = dispute.disputed_payment.as_ref().and_then(|of| of.payment_id.clone());
    let opened = instant(dispute.created_at.as_ref()).or_else(|| instant(dispute.reported_at.as_ref()));
    let changes = [dispute.updated_at.as_ref(), dispute.created_at.as_ref(), dispute.reported_at.as_ref()];
    let (amount, currency) =
        minor(place, dispute.amount_money.as_ref()).ok_or("has no amount: open it in Square")?;
    Ok(RecordedDispute {
        pos_id: place.pos_id.clone(),
        id: id.cloned().ok_or("has no id: report it")?,
        revision: revision(changes.into_iter().filter_map(instant), MAPPING)?,
        processor: PROCESSOR.to_owned(),
        payment: payment.ok_or("names no payment: open it in Square")?,
        created: place.wall(opened.ok_or("has no readable time: open it in Square")?),
        status: match dispute.state {
            Some(DisputeState::InquiryEvidenceRequired) => DisputeStatus::WarningNeedsResponse,
            Some(DisputeState::InquiryProcessing) => DisputeStatus::WarningUnderReview,
            Some(DisputeState::InquiryClosed) => DisputeStatus::WarningClosed,
            Some(DisputeState::EvidenceRequired) => DisputeStatus::NeedsResponse,
            Some(DisputeState::Processing) => DisputeStatus::UnderReview,
            Some(DisputeState::Won) => DisputeStatus::Won,
            // Accepted is lost by the seller's own choice.
            Some(DisputeState::Lost | DisputeState::Accepted) => DisputeStatus::Lost,
            Some(DisputeState::Other) | None => {
                return Err("is in a state that is not known: update Saffron".to_owned());
            }
        },
        amount,
        currency,
        reason: dispute.reason.as_deref().map(text::words).filter(|reason| !reason.is_empty()),
        due: instant(dispute.due_at.as_ref()).map(|at| place.wall(at)),
    })
}
