//! The path of a check's money, and mismatches between checks, payments and payouts.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Path, State};
use saffron_core::Error;
use saffron_proto::Part;
use saffron_proto::payments as proto;
use serde::Serialize;
use strum::EnumString;
use utoipa::ToSchema;

use super::InPayments;
use super::shape::{BalanceTransaction, PaymentIntent, Payout, read_some};
use crate::Gateway;
use crate::api::some;
use crate::http::envelope::{Failure, Failures};

/// Mismatches of a page without a limit.
const DEFAULT_LIMIT: i32 = 100;

/// The kind of a mismatch.
#[derive(Debug, Clone, Copy, Serialize, ToSchema, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MismatchKind {
    /// Paid at the till, and still unknown to the provider an hour later.
    UnknownToProvider = proto::MismatchKind::UnknownToProvider as isize,
    /// Charged, and still without a check a day later.
    WithoutCheck = proto::MismatchKind::WithoutCheck as isize,
    /// The payout differs from the sum of its transactions.
    PayoutDiffers = proto::MismatchKind::PayoutDiffers as isize,
}

/// A mismatch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    kind: MismatchKind,
    /// Seconds since 1970: when the check was closed, the payment or the payout was made.
    at: i64,
    /// Minor units: the amount at the till, of the charge, or of the payout.
    amount: i64,
    /// Of the amounts: ISO 4217, in lower case; tills use dollars.
    currency: String,
    /// Minor units: for a payout, the sum of its transactions.
    expected: Option<i64>,
    #[serde(rename = "posCheckID")]
    pos_check_id: Option<String>,
    payment_intent_id: Option<String>,
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
    next_cursor: Option<String>,
}

/// A card payment of a check, and the path of its money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TracedPayment {
    /// From the POS, with tip; cents.
    amount: i64,
    payment_intent_id: String,
    /// Null: unknown to the provider.
    payment_intent: Option<PaymentIntent>,
    /// Its fee and net amount; null: no money moved yet.
    balance_transaction: Option<BalanceTransaction>,
    /// Null: not paid out yet.
    payout: Option<Payout>,
}

/// The path of a check's money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckTrace {
    #[serde(rename = "posCheckID")]
    pos_check_id: String,
    /// All payments with tips, including those without a card; cents.
    charged: i64,
    payments: Vec<TracedPayment>,
    /// When the provider was last read, seconds since 1970; null: not yet.
    as_of: Option<i64>,
}

/// Differences between checks, the provider's payments and its payouts, newest first.
#[utoipa::path(
    get, path = "/payments/v1/mismatches", operation_id = "listMismatches", tag = "payments",
    params(
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("kind" = String, Query, description = "unknown_to_provider, without_check or payout_differs."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 500; 100 without it."),
        ("cursor" = Option<String>, Query, nullable = false, description = "`nextCursor` of the previous page."),
    ),
    responses((status = 200, description = "The page.", body = MismatchList), Failures)
)]
pub async fn list_mismatches(
    State(gateway): State<Arc<Gateway>>,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Answer<MismatchList>, Failure> {
    let why = "must be unknown_to_provider, without_check or payout_differs";
    let kind: Option<MismatchKind> = query.kind.as_deref().and_then(|kind| kind.parse().ok());
    let kind = kind.ok_or_else(|| Error::invalid("kind", why))?;
    let limit = if query.limit.is_some() { query.limit()? } else { DEFAULT_LIMIT };
    let cursor = query.cursor.unwrap_or_default();
    let call = proto::ListMismatchesRequest { pos_id, kind: kind as i32, limit, cursor };
    let mut rows = gateway.services.list(&caller.session.token, call).await?;
    let (mut data, mut next_cursor) = (Vec::new(), None);
    while let Some(part) = rows.next().await? {
        match part {
            Part::Row(row) => data.push(Mismatch {
                kind,
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
    Ok(Answer(MismatchList { object: "list", url, has_more: next_cursor.is_some(), data, next_cursor }))
}

/// The path of a check's money: its card payments, their fees, and the payouts that contain them.
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
    Path(pos_check_id): Path<String>,
    InPayments { caller, pos_id, .. }: InPayments,
) -> Result<Answer<CheckTrace>, Failure> {
    let call = proto::TraceCheckRequest { pos_id, pos_check_id };
    let answer = gateway.services.call(&caller.session.token, call).await?;
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
    Ok(Answer(CheckTrace { pos_check_id: answer.pos_check_id, charged, payments, as_of }))
}
