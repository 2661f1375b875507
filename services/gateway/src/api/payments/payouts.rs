//! Payouts in the card provider's shape, and their transactions.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use http::HeaderMap;
use saffron_proto::payments::{
    self as proto, PayoutSums, list_payout_transactions_response, list_payouts_response,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::InPayments;
use super::files::{self, PagePart, Pages, WHOLE_PAGE, file_of};
use super::shape::{BalanceTransaction, Payout, read};
use crate::Gateway;
use crate::http::csv;
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
///
/// With `Accept: text/csv` a file of all of them, with their totals at the end.
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
    responses(
        (status = 200, description = "The page; a CSV file for `Accept: text/csv`.", content((PayoutList = "application/json"), (String = "text/csv"))),
        Failures
    )
)]
pub async fn list_payouts(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Response, Failure> {
    use list_payouts_response::Part;
    let call = proto::ListPayoutsRequest {
        pos_id: pos_id.clone(),
        created_gt: query.created_gt()?,
        created_lte: query.created_lte()?,
        limit: query.limit()?,
        starting_after: query.starting_after.unwrap_or_default(),
        ending_before: query.ending_before.unwrap_or_default(),
    };
    if csv::is_wanted(&headers) {
        let read = |part: proto::ListPayoutsResponse| match part.part {
            Some(Part::Payout(payout)) => Payout::of(payout).map(PagePart::Row),
            Some(Part::Page(page)) => Ok(PagePart::End(page)),
            None => Ok(PagePart::Other),
        };
        let after = |call: &mut proto::ListPayoutsRequest, last: &Payout| {
            (call.limit, call.starting_after) = (WHOLE_PAGE, last.id.clone());
        };
        return file_of(gateway, &caller, &pos_id, &files::PAYOUTS, Pages { first: call, read, after }).await;
    }
    let (mut data, mut page) = (Vec::new(), proto::Page::default());
    for part in gateway.services.collect(&caller.session.token, call).await? {
        match part.part {
            Some(Part::Payout(payout)) => data.push(Payout::of(payout)?),
            Some(Part::Page(last)) => page = last,
            None => {}
        }
    }
    let url = "/payments/v1/payouts";
    let list = PayoutList { object: "list", url, has_more: page.has_more, data, as_of: page.as_of };
    Ok(Answer(list).into_response())
}

/// The transactions of a payout, newest first.
///
/// Their net amounts add up to the amount of the payout. With `Accept: text/csv` a file of all of them, with their totals at the
/// end.
#[utoipa::path(
    get, path = "/payments/v1/payouts/{id}/transactions", operation_id = "listPayoutTransactions", tag = "payments",
    params(
        ("id" = String, Path, description = "The payout."),
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 150; 10 without it."),
        ("starting_after" = Option<String>, Query, nullable = false, description = "Objects after this one: older."),
        ("ending_before" = Option<String>, Query, nullable = false, description = "Objects before this one: newer."),
    ),
    responses(
        (status = 200, description = "The page; a CSV file for `Accept: text/csv`.", content((PayoutTransactionList = "application/json"), (String = "text/csv"))),
        Failures
    )
)]
pub async fn list_payout_transactions(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Response, Failure> {
    use list_payout_transactions_response::Part;
    let call = proto::ListPayoutTransactionsRequest {
        pos_id: pos_id.clone(),
        payout_id: id.clone(),
        limit: query.limit()?,
        starting_after: query.starting_after.unwrap_or_default(),
        ending_before: query.ending_before.unwrap_or_default(),
    };
    if csv::is_wanted(&headers) {
        let read_part = |part: proto::ListPayoutTransactionsResponse| match part.part {
            Some(Part::BalanceTransaction(object)) => read(&object).map(PagePart::Row),
            Some(Part::Page(page)) => Ok(PagePart::End(page)),
            Some(Part::Sums(_)) | None => Ok(PagePart::Other),
        };
        let after = |call: &mut proto::ListPayoutTransactionsRequest, last: &BalanceTransaction| {
            (call.limit, call.starting_after) = (WHOLE_PAGE, last.id.clone());
        };
        let file = &files::TRANSACTIONS;
        return file_of(gateway, &caller, &pos_id, file, Pages { first: call, read: read_part, after }).await;
    }
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
    let list = PayoutTransactionList { object: "list", url, has_more, data, sums, as_of };
    Ok(Answer(list).into_response())
}
