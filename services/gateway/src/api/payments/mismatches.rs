//! Mismatches between checks, payments and payouts, and their reviews.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use futures::stream::TryStreamExt as _;
use http::HeaderMap;
use saffron_core::{Error, PosId};
use saffron_proto::payments::{self as proto, MismatchSum};
use saffron_proto::{Call, Part, Service};
use serde::{Deserialize, Serialize};
use strum::EnumString;
use utoipa::ToSchema;

use super::{InPayments, PaymentsQuery, files};
use crate::Gateway;
use crate::api::some;
use crate::call::file::{self, Origin};
use crate::http::body::Json;
use crate::http::csv;
use crate::http::envelope::{Failure, Failures};
use crate::session::{Caller, Client};

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
    /// The charge differs from what checks say of it, a day later.
    AmountDiffers = proto::MismatchKind::AmountDiffers as isize,
}

impl MismatchKind {
    fn of(kind: proto::MismatchKind) -> MismatchKind {
        match kind {
            proto::MismatchKind::WithoutCheck => MismatchKind::WithoutCheck,
            proto::MismatchKind::PayoutDiffers => MismatchKind::PayoutDiffers,
            proto::MismatchKind::AmountDiffers => MismatchKind::AmountDiffers,
            proto::MismatchKind::UnknownToProvider | proto::MismatchKind::Unspecified => {
                MismatchKind::UnknownToProvider
            }
        }
    }
}

/// Whether a mismatch needs review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MismatchState {
    Open = proto::MismatchState::Open as isize,
    /// A person resolved it, and it is still the same.
    Resolved = proto::MismatchState::Resolved as isize,
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
    /// Minor units: for a payout, the sum of its transactions; for a charge, what checks say of it.
    expected: Option<i64>,
    #[serde(rename = "posCheckID")]
    pos_check_id: Option<String>,
    payment_intent_id: Option<String>,
    payout_id: Option<String>,
    /// Unique within its location.
    id: String,
    /// Required by a review: changes with the amounts and with each review.
    version: String,
    state: MismatchState,
    /// The latest review; null: none yet.
    review: Option<MismatchReview>,
    /// The last digits of the charged card.
    last4: Option<String>,
    /// The processor, if it is not the location's card account.
    processor: Option<String>,
}

impl From<proto::Mismatch> for Mismatch {
    fn from(row: proto::Mismatch) -> Mismatch {
        let is_resolved = row.state() == proto::MismatchState::Resolved;
        Mismatch {
            kind: MismatchKind::of(row.kind()),
            at: row.at,
            amount: row.amount,
            currency: row.currency,
            expected: row.expected,
            pos_check_id: some(row.pos_check_id),
            payment_intent_id: some(row.payment_intent_id),
            payout_id: some(row.payout_id),
            id: row.id,
            version: row.version,
            state: if is_resolved { MismatchState::Resolved } else { MismatchState::Open },
            review: row.review.map(MismatchReview::from),
            last4: some(row.last4),
            processor: some(row.processor),
        }
    }
}

/// What a person did with a mismatch. If it is open although it was resolved, its amounts have changed since.
#[derive(Debug, Serialize, ToSchema)]
pub struct MismatchReview {
    /// False: it was opened again.
    resolved: bool,
    /// The person's name.
    by: String,
    /// Seconds since 1970.
    at: i64,
    note: Option<String>,
}

impl From<proto::MismatchReview> for MismatchReview {
    fn from(review: proto::MismatchReview) -> MismatchReview {
        let proto::MismatchReview { resolved, by, at, note } = review;
        MismatchReview { resolved, by, at, note: some(note) }
    }
}

/// Open mismatches of all kinds.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenMismatches {
    count: i64,
    /// For each currency the sum in minor units; for payouts the difference counts.
    sums: Vec<MismatchSum>,
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

/// A page of mismatches of all kinds, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewList {
    #[serde(flatten)]
    page: MismatchList,
    /// Null on all pages but the first.
    open: Option<OpenMismatches>,
}

/// A mismatch that a person resolved.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResolveMismatchRequest {
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    id: String,
    version: String,
    /// 150 characters at most.
    #[schema(nullable = false)]
    note: Option<String>,
}

/// A resolved mismatch to be opened again.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReopenMismatchRequest {
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    id: String,
    version: String,
}

/// A word of a query.
fn word<T: std::str::FromStr>(name: &'static str, text: Option<&str>, why: &str) -> Result<Option<T>, Error> {
    text.map(|text| text.parse().map_err(|_| Error::invalid(name, why))).transpose()
}

/// Differences between checks, the provider's payments and its payouts, newest first.
#[utoipa::path(
    get, path = "/payments/v1/mismatches", operation_id = "listMismatches", tag = "payments",
    params(
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("kind" = String, Query, description = "unknown_to_provider, without_check, payout_differs or amount_differs."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 500; 100 without it."),
        ("cursor" = Option<String>, Query, nullable = false, description = "`nextCursor` of the previous page."),
    ),
    responses((status = 200, description = "The page.", body = MismatchList), Failures)
)]
pub async fn list_mismatches(
    State(gateway): State<Arc<Gateway>>,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Answer<MismatchList>, Failure> {
    let why = "must be unknown_to_provider, without_check, payout_differs or amount_differs";
    let kind = word::<MismatchKind>("kind", Some(query.kind.as_deref().unwrap_or_default()), why)?;
    let filter = (kind, None);
    Ok(Answer(page(&gateway, &caller, pos_id, filter, query, "/payments/v1/mismatches").await?))
}

/// Differences of all kinds, each open until a person resolves it, newest first.
///
/// With `Accept: text/csv` a file of all of them, with their totals at the end.
#[utoipa::path(
    get, path = "/payments/v1/reviews", operation_id = "listReviews", tag = "payments",
    params(
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("state" = Option<String>, Query, nullable = false, description = "open or resolved; both without it."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 500; 100 without it."),
        ("cursor" = Option<String>, Query, nullable = false, description = "`nextCursor` of the previous page."),
    ),
    responses(
        (status = 200, description = "The page; a CSV file for `Accept: text/csv`.", content((ReviewList = "application/json"), (String = "text/csv"))),
        Failures
    )
)]
pub async fn list_reviews(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Response, Failure> {
    let state = word::<MismatchState>("state", query.state.as_deref(), "must be open or resolved")?;
    if csv::is_wanted(&headers) {
        let state = state.map_or(0, |state| state as i32);
        let call = proto::ListMismatchesRequest { pos_id: pos_id.clone(), state, ..Default::default() };
        let rows = gateway.services.list(&caller.session.token, call).await?;
        let rows = file::rows_of(rows).map_ok(Mismatch::from);
        let pos_id: Option<PosId> = pos_id.parse().ok();
        let origin = Origin::of(&gateway, &caller.session, pos_id.as_ref()).await?;
        return file::of_rows(&files::REVIEWS, origin, rows).await;
    }
    let open = if query.cursor.as_deref().unwrap_or_default().is_empty() {
        let call = proto::SumMismatchesRequest { pos_id: pos_id.clone() };
        let proto::SumMismatchesResponse { count, sums } =
            gateway.services.call(&caller.session.token, call).await?;
        Some(OpenMismatches { count, sums })
    } else {
        None
    };
    let page = page(&gateway, &caller, pos_id, (None, state), query, "/payments/v1/reviews").await?;
    Ok(Answer(ReviewList { page, open }).into_response())
}

/// The page of mismatches of a kind and in a state that a query asks for.
async fn page(
    gateway: &Gateway,
    caller: &Caller,
    pos_id: String,
    (kind, state): (Option<MismatchKind>, Option<MismatchState>),
    query: PaymentsQuery,
    url: &'static str,
) -> Result<MismatchList, Failure> {
    let call = proto::ListMismatchesRequest {
        pos_id,
        kind: kind.map_or(0, |kind| kind as i32),
        state: state.map_or(0, |state| state as i32),
        limit: if query.limit.is_some() { query.limit()? } else { DEFAULT_LIMIT },
        cursor: query.cursor.unwrap_or_default(),
    };
    let mut rows = gateway.services.list(&caller.session.token, call).await?;
    let (mut data, mut next_cursor) = (Vec::new(), None);
    while let Some(part) = rows.next().await? {
        match part {
            Part::Row(row) => data.push(row.into()),
            Part::NextCursor(cursor) => next_cursor = Some(cursor),
        }
    }
    Ok(MismatchList { object: "list", url, has_more: next_cursor.is_some(), data, next_cursor })
}

/// Resolve an open mismatch.
#[utoipa::path(
    post, path = "/payments/v1/mismatches/resolve", operation_id = "resolveMismatch", tag = "payments",
    request_body = ResolveMismatchRequest,
    responses((status = 200, description = "The current state.", body = Mismatch), Failures)
)]
pub async fn resolve_mismatch(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Json(request): Json<ResolveMismatchRequest>,
) -> Result<Answer<Mismatch>, Failure> {
    let ResolveMismatchRequest { pos_id, id, version, note } = request;
    let note = note.unwrap_or_default();
    let call = |pos_id| proto::ResolveMismatchRequest { pos_id, id, version, note };
    review(&gateway, &client, pos_id, call, |answer| answer.mismatch).await
}

/// Undo the resolution of a mismatch.
#[utoipa::path(
    post, path = "/payments/v1/mismatches/reopen", operation_id = "reopenMismatch", tag = "payments",
    request_body = ReopenMismatchRequest,
    responses((status = 200, description = "The current state.", body = Mismatch), Failures)
)]
pub async fn reopen_mismatch(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Json(request): Json<ReopenMismatchRequest>,
) -> Result<Answer<Mismatch>, Failure> {
    let ReopenMismatchRequest { pos_id, id, version } = request;
    let call = |pos_id| proto::ReopenMismatchRequest { pos_id, id, version };
    review(&gateway, &client, pos_id, call, |answer| answer.mismatch).await
}

/// Reviews a mismatch, and answers with the one that `mismatch_of` takes from the answer.
async fn review<C: Call>(
    gateway: &Gateway,
    client: &Client,
    pos_id: Option<PosId>,
    call: impl FnOnce(String) -> C,
    mismatch_of: fn(C::Answer) -> Option<proto::Mismatch>,
) -> Result<Answer<Mismatch>, Failure> {
    let caller = gateway.authenticate(client, None).await?;
    let (caller, pos_id) = gateway.locate(caller, pos_id, Service::Payments).await?;
    let answer = gateway.services.call(&caller.session.token, call(pos_id.into())).await?;
    Ok(Answer(mismatch_of(answer).unwrap_or_default().into()))
}
