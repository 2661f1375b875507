//! Where money went, and what is said differently about it.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use saffron_core::Error;
use saffron_proto::Part;
use saffron_proto::payments as proto;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{BalanceTransaction, PaymentIntent, Payout, read_some};
use super::{Question, asked};
use crate::Gateway;
use crate::api::some;
use crate::http::envelope::{Failure, Failures, json};
use crate::session::Visitor;

/// Mismatches of an answer that asks for no number.
const MISMATCHES: i32 = 100;

/// The kind of a mismatch.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MismatchKind {
    /// Paid at the till, and the provider does not know it an hour later.
    UnknownToProvider,
    /// Charged, and no check says so a day later.
    WithoutCheck,
    /// The payout is not what its transactions add up to.
    PayoutDiffers,
}

/// Something that is said differently.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    kind: MismatchKind,
    /// Seconds since 1970: when the check was closed, the payment or the payout was made.
    at: i64,
    /// Minor units: what the till says, what was charged, or what was paid out.
    amount: i64,
    /// Of the amounts: ISO 4217, in lower case; tills count in dollars.
    currency: String,
    /// Minor units: of a payout, what its transactions add up to.
    #[schema(required)]
    expected: Option<i64>,
    #[serde(rename = "posCheckID")]
    #[schema(required)]
    pos_check_id: Option<String>,
    #[schema(required)]
    payment_intent_id: Option<String>,
    #[schema(required)]
    payout_id: Option<String>,
}

/// A page of mismatches of one kind, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct MismatchList {
    /// Always list.
    object: &'static str,
    url: &'static str,
    has_more: bool,
    data: Vec<Mismatch>,
    /// Null on the last page.
    #[serde(rename = "nextCursor")]
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A card payment of a check, and where its money went.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TracedPayment {
    /// As the POS states it, tip included; cents.
    amount: i64,
    payment_intent_id: String,
    /// Null: the provider does not know it.
    #[schema(required)]
    payment_intent: Option<PaymentIntent>,
    /// Its fee and net amount; null: no money moved yet.
    #[schema(required)]
    balance_transaction: Option<BalanceTransaction>,
    /// Null: not paid out yet.
    #[schema(required)]
    payout: Option<Payout>,
}

/// Where the money of a check went.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckTrace {
    #[serde(rename = "posCheckID")]
    pos_check_id: String,
    /// All its payments with tips, also those without a card; cents.
    charged: i64,
    payments: Vec<TracedPayment>,
    /// Up to when the provider was read, seconds since 1970; null: not yet.
    #[schema(required)]
    as_of: Option<i64>,
}

/// Differences between checks, the provider's payments and its payouts, newest first.
#[utoipa::path(
    get, path = "/payments/v1/mismatches", operation_id = "listMismatches", tag = "payments",
    params(
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("kind" = String, Query, description = "unknown_to_provider, without_check or payout_differs."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 500; 100 without it."),
        ("cursor" = Option<String>, Query, nullable = false, description = "`nextCursor` of the page before."),
    ),
    responses((status = 200, description = "The page.", body = MismatchList), Failures)
)]
pub async fn list_mismatches(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    question: Question,
) -> Result<Response, Failure> {
    let asked = asked(question)?;
    let (entered, pos_id) = gateway.enter_payments(&visitor, asked.pos_id.as_deref()).await?;
    let (kind, shown) = match asked.kind.as_deref() {
        Some("unknown_to_provider") => {
            (proto::MismatchKind::UnknownToProvider, MismatchKind::UnknownToProvider)
        }
        Some("without_check") => (proto::MismatchKind::WithoutCheck, MismatchKind::WithoutCheck),
        Some("payout_differs") => (proto::MismatchKind::PayoutDiffers, MismatchKind::PayoutDiffers),
        _ => {
            let why = "must be unknown_to_provider, without_check or payout_differs";
            return Err(Error::invalid("kind", why).into());
        }
    };
    let limit = if asked.limit.is_some() { asked.limit()? } else { MISMATCHES };
    let cursor = asked.cursor.unwrap_or_default();
    let call = proto::ListMismatchesRequest { pos_id: pos_id.into(), kind: kind.into(), limit, cursor };
    let mut rows = gateway.services.list(&entered.session.token, call).await?;
    let (mut data, mut next_cursor) = (Vec::new(), None);
    while let Some(part) = rows.next().await? {
        match part {
            Part::Row(row) => data.push(Mismatch {
                kind: shown,
                at: row.at,
                amount: row.amount,
                currency: row.currency,
                expected: row.expected,
                pos_check_id: some(row.pos_check_id),
                payment_intent_id: some(row.payment_intent_id),
                payout_id: some(row.payout_id),
            }),
            Part::NextCursor(cursor) => next_cursor = Some(cursor),
        }
    }
    let url = "/payments/v1/mismatches";
    let list = MismatchList { object: "list", url, has_more: next_cursor.is_some(), data, next_cursor };
    Ok(json(StatusCode::OK, &list))
}

/// Where the money of a check went: its card payments, their fees, and the payouts that contain them.
#[utoipa::path(
    get, path = "/payments/v1/checks/{posCheckID}/trace", operation_id = "traceCheck", tag = "payments",
    params(
        ("posCheckID" = String, Path, description = "The check."),
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
    ),
    responses((status = 200, description = "The answer.", body = CheckTrace), Failures)
)]
pub async fn trace_check(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Path(pos_check_id): Path<String>,
    question: Question,
) -> Result<Response, Failure> {
    let asked = asked(question)?;
    let (entered, pos_id) = gateway.enter_payments(&visitor, asked.pos_id.as_deref()).await?;
    let call = proto::TraceCheckRequest { pos_id: pos_id.into(), pos_check_id };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    let mut payments = Vec::with_capacity(answer.payments.len());
    for payment in answer.payments {
        payments.push(TracedPayment {
            amount: payment.amount,
            payment_intent_id: payment.payment_intent_id,
            payment_intent: payment.payment_intent.map(PaymentIntent::of).transpose()?,
            balance_transaction: read_some(&payment.balance_transaction)?,
            payout: payment.payout.map(Payout::of).transpose()?,
        });
    }
    let (charged, as_of) = (answer.charged, answer.as_of);
    Ok(json(StatusCode::OK, &CheckTrace { pos_check_id: answer.pos_check_id, charged, payments, as_of }))
}
