//! Answers to callers, from rows.

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_proto::payments as proto;
use serde::de::DeserializeOwned;

use crate::domain::{Amount, Dispute, Fee, PaymentIntent, PaymentState, Payout, PayoutState, Refund, net};
use crate::store::{Mismatch, MismatchKind, ObjectRow, WeekRow};

fn read<T: DeserializeOwned>(json: &str) -> Result<T, Fault> {
    serde_json::from_str(json).map_err(|e| Fault::Permanent(format!("stored object: {e}")))
}

/// The refunds or disputes of a payment; none: there are none.
fn read_all<T: DeserializeOwned>(json: Option<&str>) -> Result<Vec<T>, Fault> {
    json.map_or_else(|| Ok(Vec::new()), read)
}

/// A payment.
pub fn intent(row: ObjectRow) -> Result<proto::PaymentIntent, Fault> {
    let intent: PaymentIntent = read(&row.object)?;
    let (state, fee) = (PaymentState::of(&intent), Fee::of(&intent));
    let refunds: Vec<Refund> = read_all(row.refunds.as_deref())?;
    let disputes: Vec<Dispute> = read_all(row.disputes.as_deref())?;
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
        pos_check_id: row.check.unwrap_or_default(),
    };
    Ok(proto::PaymentIntent { object: row.object, summary: Some(summary) })
}

/// A payout.
pub fn payout(object: String) -> Result<proto::Payout, Fault> {
    let payout: Payout = read(&object)?;
    let state = PayoutState::of(&payout);
    let summary = proto::PayoutSummary {
        state: state.name().into(),
        badge: state.badge().into(),
        message: state.message().into(),
        failure: payout.failure_code.unwrap_or_default(),
    };
    Ok(proto::Payout { object, summary: Some(summary) })
}

/// The end of a page.
pub fn page(has_more: bool, as_of: Option<Timestamp>) -> proto::Page {
    proto::Page { has_more, as_of: as_of.map(Timestamp::as_second) }
}

/// Something that is said differently.
pub fn mismatch(kind: MismatchKind, row: Mismatch) -> proto::Mismatch {
    let kind = match kind {
        MismatchKind::UnknownToProvider => proto::MismatchKind::UnknownToProvider,
        MismatchKind::WithoutCheck => proto::MismatchKind::WithoutCheck,
        MismatchKind::PayoutDiffers => proto::MismatchKind::PayoutDiffers,
    };
    proto::Mismatch {
        kind: kind.into(),
        at: row.at,
        amount: row.amount,
        currency: row.currency,
        expected: row.expected,
        pos_check_id: row.check.unwrap_or_default(),
        payment_intent_id: row.intent.unwrap_or_default(),
        payout_id: row.payout.unwrap_or_default(),
    }
}

/// A week of online orders.
pub fn week(row: &WeekRow) -> proto::WeekPayout {
    proto::WeekPayout {
        week_start: row.week.begin().to_string(),
        week_end: row.week.end().to_string(),
        payment_date: row.week.payment_date().to_string(),
        orders: row.share.orders,
        charged: row.share.charged.cents(),
        fee: row.share.fee.cents(),
        amount: row.share.amount().cents(),
    }
}
