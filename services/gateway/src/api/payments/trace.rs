//! The path of a check's money.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Path, State};
use saffron_proto::payments as proto;
use serde::Serialize;
use utoipa::ToSchema;

use super::InPayments;
use super::shape::{BalanceTransaction, PaymentIntent, Payout, read_some};
use crate::Gateway;
use crate::api::some;
use crate::http::envelope::{Failure, Failures};

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
    /// The processor, if it is another than the location's card account and has recorded payments here.
    processor: Option<String>,
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
            processor: some(payment.processor),
        });
    }
    let (charged, as_of) = (answer.charged, answer.as_of);
    Ok(Answer(CheckTrace { pos_check_id: answer.pos_check_id, charged, payments, as_of }))
}
