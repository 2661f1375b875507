//! Payouts in the card provider's shape, and their transactions.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Path, State};
use saffron_proto::payments::{
    self as proto, PayoutSums, list_payout_transactions_response, list_payouts_response,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::InPayments;
use super::shape::{BalanceTransaction, Payout, read};
use crate::Gateway;
use crate::http::envelope::{Failure, Failures};

/// A page of payouts, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct PayoutList {
    /// Always list.
    object: &'static str,
    url: &'static str,
    /// More objects follow in the requested direction.
    has_more: bool,
    data: Vec<Payout>,
    /// When the provider was last read, seconds since 1970; null: not yet.
    #[serde(rename = "asOf")]
    as_of: Option<i64>,
}

/// A page of a payout's transactions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct PayoutTransactionList {
    /// Always list.
    object: &'static str,
    url: String,
    /// More objects follow in the requested direction.
    has_more: bool,
    data: Vec<BalanceTransaction>,
    sums: PayoutSums,
    /// When the provider was last read, seconds since 1970; null: not yet.
    #[serde(rename = "asOf")]
    as_of: Option<i64>,
}

/// Payouts, newest first.
#[utoipa::path(
    get, path = "/payments/v1/payouts", operation_id = "listPayouts", tag = "payments",
    params(
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("created[gt]" = Option<i64>, Query, nullable = false, description = "Later than this, seconds since 1970."),
        ("created[lte]" = Option<i64>, Query, nullable = false, description = "Not later than this."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 150; 10 without it."),
        ("starting_after" = Option<String>, Query, nullable = false, description = "Objects after this one: older."),
        ("ending_before" = Option<String>, Query, nullable = false, description = "Objects before this one: newer."),
    ),
    responses((status = 200, description = "The page.", body = PayoutList), Failures)
)]
pub async fn list_payouts(
    State(gateway): State<Arc<Gateway>>,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Answer<PayoutList>, Failure> {
    use list_payouts_response::Part;
    let call = proto::ListPayoutsRequest {
        pos_id,
        created_gt: query.created_gt()?,
        created_lte: query.created_lte()?,
        limit: query.limit()?,
        starting_after: query.starting_after.unwrap_or_default(),
        ending_before: query.ending_before.unwrap_or_default(),
    };
    let (mut data, mut page) = (Vec::new(), proto::Page::default());
    for part in gateway.services.collect(&caller.session.token, call).await? {
        match part.part {
            Some(Part::Payout(payout)) => data.push(Payout::of(payout)?),
            Some(Part::Page(last)) => page = last,
            None => {}
        }
    }
    let url = "/payments/v1/payouts";
    Ok(Answer(PayoutList { object: "list", url, has_more: page.has_more, data, as_of: page.as_of }))
}

/// The transactions of a payout, newest first.
///
/// Their net amounts add up to the amount of the payout.
#[utoipa::path(
    get, path = "/payments/v1/payouts/{id}/transactions", operation_id = "listPayoutTransactions", tag = "payments",
    params(
        ("id" = String, Path, description = "The payout."),
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 150; 10 without it."),
        ("starting_after" = Option<String>, Query, nullable = false, description = "Objects after this one: older."),
        ("ending_before" = Option<String>, Query, nullable = false, description = "Objects before this one: newer."),
    ),
    responses((status = 200, description = "The page.", body = PayoutTransactionList), Failures)
)]
pub async fn list_payout_transactions(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Answer<PayoutTransactionList>, Failure> {
    use list_payout_transactions_response::Part;
    let call = proto::ListPayoutTransactionsRequest {
        pos_id,
        payout_id: id.clone(),
        limit: query.limit()?,
        starting_after: query.starting_after.unwrap_or_default(),
        ending_before: query.ending_before.unwrap_or_default(),
    };
    let (mut data, mut page, mut sums) = (Vec::new(), proto::Page::default(), PayoutSums::default());
    for part in gateway.services.collect(&caller.session.token, call).await? {
        match part.part {
            Some(Part::BalanceTransaction(object)) => data.push(read(&object)?),
            Some(Part::Page(last)) => page = last,
            Some(Part::Sums(all)) => sums = all,
            None => {}
        }
    }
    let url = format!("/payments/v1/payouts/{id}/transactions");
    let (has_more, as_of) = (page.has_more, page.as_of);
    Ok(Answer(PayoutTransactionList { object: "list", url, has_more, data, sums, as_of }))
}
