//! Rows and domain types to messages.

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::grpc::Mirrored as _;
use saffron_kit::mirrored;
use saffron_proto::payments as proto;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::domain::{
    Amount, Dispute, Fee, OnlineShare, PaymentIntent, PaymentState, PaymentStatus, Payout, PayoutState,
    Refund, Week, net,
};
use crate::store::{Mismatch, MismatchKind, OpenMismatches, Related};

mirrored!(PaymentStatus, proto::PaymentStatus: Succeeded, Refunded, Failed, Held, Disputed);
mirrored!(MismatchKind, proto::MismatchKind: UnknownToProvider, WithoutCheck, PayoutDiffers, AmountDiffers);

fn parse<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, Fault> {
    serde_json::from_str(json).map_err(|e| Fault::Permanent(format!("stored object: {e}")))
}

/// The objects of a stored list.
fn parse_list<'a, T: Deserialize<'a>>(json: Option<&'a str>) -> Result<Vec<T>, Fault> {
    json.map_or_else(|| Ok(Vec::new()), parse)
}

/// The objects of a stored list as JSON texts.
pub fn raw_objects(json: Option<&str>) -> Result<Vec<String>, Fault> {
    Ok(parse_list::<&RawValue>(json)?.into_iter().map(|text| text.get().to_owned()).collect())
}

pub fn intent(mut object: String, related: Related) -> Result<proto::PaymentIntent, Fault> {
    let mut intent: PaymentIntent = parse(&object)?;
    let disputes: Vec<Dispute> = parse_list(related.disputes.as_deref())?;
    // A POS sends payments and their disputes apart.
    if let Some(charge) = &mut intent.latest_charge
        && !charge.disputed
        && !disputes.is_empty()
    {
        charge.disputed = true;
        object = serde_json::to_string(&intent).map_err(|e| Fault::Permanent(format!("payment: {e}")))?;
    }
    if let Some(entry) = &related.entry {
        intent.note_fee(parse(entry)?);
    }
    let (state, fee) = (PaymentState::of(&intent), Fee::of(&intent));
    let refunds: Vec<Refund> = parse_list(related.refunds.as_deref())?;
    let net = net(&intent, &fee, &refunds, &disputes);
    let currency = |amount: Option<&Amount>| amount.map(|amount| amount.currency.clone()).unwrap_or_default();
    let summary = proto::PaymentSummary {
        state: state.name().into(),
        badge: state.badge().into(),
        message: state.message(),
        failure: state.failure().unwrap_or_default().into(),
        fee: fee.amount().map(|amount| amount.minor),
        fee_currency: currency(fee.amount()),
        fee_is_estimate: fee.is_estimate(),
        net: net.as_ref().map(|amount| amount.minor),
        net_currency: currency(net.as_ref()),
        last4: intent.last4().unwrap_or_default().into(),
        pos_check_id: related.check.map(String::from).unwrap_or_default(),
        processor: intent.processor.unwrap_or_default(),
    };
    Ok(proto::PaymentIntent { object, summary: Some(summary) })
}

pub fn payout(object: String) -> Result<proto::Payout, Fault> {
    let payout: Payout = parse(&object)?;
    let state = PayoutState::of(&payout);
    let summary = proto::PayoutSummary {
        state: state.name().into(),
        badge: state.badge().into(),
        message: state.message().into(),
        failure: payout.failure_code.unwrap_or_default(),
        processor: payout.processor.unwrap_or_default(),
    };
    Ok(proto::Payout { object, summary: Some(summary) })
}

/// The end of a page.
pub fn page(has_more: bool, as_of: Option<Timestamp>) -> proto::Page {
    proto::Page { has_more, as_of: as_of.map(Timestamp::as_second) }
}

pub fn mismatch(row: Mismatch) -> proto::Mismatch {
    let (version, kind) = (row.version(), row.kind());
    let state = if row.is_resolved { proto::MismatchState::Resolved } else { proto::MismatchState::Open };
    let review = row.review_resolved.map(|resolved| proto::MismatchReview {
        resolved,
        by: row.reviewed_by.unwrap_or_default(),
        at: row.reviewed_at.as_second(),
        note: row.note.unwrap_or_default(),
    });
    proto::Mismatch {
        kind: kind.for_message(),
        at: row.at.as_second(),
        amount: row.amount,
        currency: row.currency,
        expected: row.expected,
        pos_check_id: row.check.unwrap_or_default(),
        payment_intent_id: row.intent.unwrap_or_default(),
        payout_id: row.payout.unwrap_or_default(),
        id: row.id,
        version,
        state: state.into(),
        review,
        last4: row.last4.unwrap_or_default(),
        processor: row.processor.unwrap_or_default(),
    }
}

pub fn open_mismatches(rows: Vec<OpenMismatches>) -> proto::SumMismatchesResponse {
    proto::SumMismatchesResponse {
        count: rows.iter().map(|row| row.count).sum(),
        sums: rows
            .into_iter()
            .map(|OpenMismatches { currency, amount, .. }| proto::MismatchSum { currency, amount })
            .collect(),
    }
}

pub fn week(week: Week, share: OnlineShare) -> proto::WeekPayout {
    proto::WeekPayout {
        week_start: week.begin().to_string(),
        week_end: week.end().to_string(),
        payment_date: week.payment_date().to_string(),
        orders: share.orders,
        charged: share.charged.cents(),
        fee: share.fee.cents(),
        amount: share.amount().cents(),
    }
}
