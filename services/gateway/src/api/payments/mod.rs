//! Card payments in the card provider's shape, with Saffron's data about them.

mod files;
mod find;
mod mismatches;
mod payouts;
mod shape;
mod trace;

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::response::{IntoResponse as _, Response};
use http::HeaderMap;
use http::request::Parts;
use saffron_core::{Error, PosId};
use saffron_proto::payments::{
    self as proto, GetCurrentWeekPayoutRequest, ListPayoutHistoryRequest, list_payment_intents_response,
};
use saffron_proto::{Call, Service};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::files::{PagePart, Pages, WHOLE_PAGE, file_of};
use self::shape::{Dispute, PaymentIntent, Payout, Refund, read, read_some};
use crate::Gateway;
use crate::call::request::parse_location;
use crate::call::{in_location, list, query};
use crate::http::body::Json;
use crate::http::csv;
use crate::http::envelope::{Failure, Failures};
use crate::session::{Caller, Client};

/// The calls about payments and payouts.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(routes!(list_payment_intents))
        .routes(routes!(find::find_payments))
        .routes(routes!(get_payment_intent))
        .routes(routes!(capture_payment_intent))
        .routes(routes!(cancel_payment_intent))
        .routes(routes!(payouts::list_payouts))
        .routes(routes!(payouts::list_payout_transactions))
        .routes(routes!(mismatches::list_mismatches))
        .routes(routes!(mismatches::list_reviews))
        .routes(routes!(mismatches::resolve_mismatch))
        .routes(routes!(mismatches::reopen_mismatch))
        .routes(routes!(trace::trace_check))
        .routes(in_location::<GetCurrentWeekPayoutRequest>(
            "get-onlineorder-currentweek-payout",
            "The current week of online orders.",
        ))
        .routes(list::<ListPayoutHistoryRequest>(
            "get-onlineorder-payout-history",
            "payoutHistoryList",
            Some(&files::ONLINE_PAYOUTS),
            "The previous weeks of online orders, newest first.",
        ))
}

/// The query of a GET, in the provider's names.
#[derive(Deserialize)]
struct PaymentsQuery {
    #[serde(rename = "posID")]
    pos_id: Option<String>,
    #[serde(rename = "created[gt]")]
    created_gt: Option<String>,
    #[serde(rename = "created[lte]")]
    created_lte: Option<String>,
    limit: Option<String>,
    starting_after: Option<String>,
    ending_before: Option<String>,
    kind: Option<String>,
    state: Option<String>,
    cursor: Option<String>,
}

impl PaymentsQuery {
    /// 0 is refused: the provider refuses it, and services take it for the default.
    fn limit(&self) -> Result<i32, Error> {
        match query::number("limit", self.limit.as_deref())? {
            Some(0) => Err(Error::invalid("limit", "must be 1 at least")),
            limit => Ok(limit.unwrap_or_default()),
        }
    }

    fn created_gt(&self) -> Result<Option<i64>, Error> {
        query::number("created[gt]", self.created_gt.as_deref())
    }

    fn created_lte(&self) -> Result<Option<i64>, Error> {
        query::number("created[lte]", self.created_lte.as_deref())
    }
}

/// A GET about one of the caller's locations: the named one, or else the only one.
pub struct InPayments {
    caller: Caller,
    pos_id: String,
    query: PaymentsQuery,
}

impl FromRequestParts<Arc<Gateway>> for InPayments {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<InPayments, Failure> {
        let client = Client::from_request_parts(parts, gateway).await?;
        let query: PaymentsQuery = query::read(Query::from_request_parts(parts, gateway).await)?;
        let caller = gateway.authenticate(&client, None).await?;
        let named = query.pos_id.as_deref().map(parse_location).transpose()?;
        let (caller, pos_id) = gateway.locate(caller, named, Service::Payments).await?;
        Ok(InPayments { caller, pos_id: pos_id.into(), query })
    }
}

/// Capture or cancel an uncaptured payment.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePaymentRequest {
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// A repeated key with the same request gets the first answer again, and changes nothing.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
}

/// A page of payments, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentIntentList {
    /// Always list.
    object: &'static str,
    url: &'static str,
    /// More objects follow in the requested direction.
    has_more: bool,
    data: Vec<PaymentIntent>,
    /// When the provider was last read, seconds since 1970; null: not yet.
    #[serde(rename = "asOf")]
    as_of: Option<i64>,
}

/// A payment with its refunds, disputes and payout.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentIntentDetail {
    #[serde(flatten)]
    intent: PaymentIntent,
    /// Newest first.
    refunds: Vec<Refund>,
    /// The newest of `disputes`.
    dispute: Option<Dispute>,
    /// Newest first.
    disputes: Vec<Dispute>,
    /// The payout that contains its money; null: not paid out yet.
    payout: Option<Payout>,
    /// When the provider was last read, seconds since 1970; null: not yet.
    #[serde(rename = "asOf")]
    as_of: Option<i64>,
}

/// Card payments, newest first.
///
/// With the provider's own parameters; at most 150. With `Accept: text/csv` a file of all of them, with their totals at the end.
#[utoipa::path(
    get, path = "/payments/v1/payment_intents", operation_id = "listPaymentIntents", tag = "payments",
    params(
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("created[gt]" = Option<i64>, Query, nullable = false, description = "Later than this, seconds since 1970."),
        ("created[lte]" = Option<i64>, Query, nullable = false, description = "Not later than this."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 150; 10 without it."),
        ("starting_after" = Option<String>, Query, nullable = false, description = "Objects after this one: older."),
        ("ending_before" = Option<String>, Query, nullable = false, description = "Objects before this one: newer."),
    ),
    responses(
        (status = 200, description = "The page; a CSV file for `Accept: text/csv`.", content((PaymentIntentList = "application/json"), (String = "text/csv"))),
        Failures
    )
)]
async fn list_payment_intents(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    InPayments { caller, pos_id, query }: InPayments,
) -> Result<Response, Failure> {
    use list_payment_intents_response::Part;
    let call = proto::ListPaymentIntentsRequest {
        pos_id: pos_id.clone(),
        created_gt: query.created_gt()?,
        created_lte: query.created_lte()?,
        limit: query.limit()?,
        starting_after: query.starting_after.unwrap_or_default(),
        ending_before: query.ending_before.unwrap_or_default(),
    };
    if csv::is_wanted(&headers) {
        let read = |part: proto::ListPaymentIntentsResponse| match part.part {
            Some(Part::PaymentIntent(intent)) => PaymentIntent::of(intent).map(PagePart::Row),
            Some(Part::Page(page)) => Ok(PagePart::End(page)),
            None => Ok(PagePart::Other),
        };
        let after = |call: &mut proto::ListPaymentIntentsRequest, last: &PaymentIntent| {
            (call.limit, call.starting_after) = (WHOLE_PAGE, last.id.clone());
        };
        return file_of(gateway, &caller, &pos_id, &files::PAYMENTS, Pages { first: call, read, after })
            .await;
    }
    let (mut data, mut page) = (Vec::new(), proto::Page::default());
    for part in gateway.services.collect(&caller.session.token, call).await? {
        match part.part {
            Some(Part::PaymentIntent(intent)) => data.push(PaymentIntent::of(intent)?),
            Some(Part::Page(last)) => page = last,
            None => {}
        }
    }
    let url = "/payments/v1/payment_intents";
    let list = PaymentIntentList { object: "list", url, has_more: page.has_more, data, as_of: page.as_of };
    Ok(Answer(list).into_response())
}

/// A card payment with its refunds, disputes, payout and check.
#[utoipa::path(
    get, path = "/payments/v1/payment_intents/{id}", operation_id = "getPaymentIntent", tag = "payments",
    params(
        ("id" = String, Path, description = "The payment."),
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
    ),
    responses((status = 200, description = "The payment.", body = PaymentIntentDetail), Failures)
)]
async fn get_payment_intent(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    InPayments { caller, pos_id, .. }: InPayments,
) -> Result<Answer<PaymentIntentDetail>, Failure> {
    let call = proto::GetPaymentIntentRequest { pos_id, id };
    let answer = gateway.services.call(&caller.session.token, call).await?;
    let refunds: Result<Vec<Refund>, Error> = answer.refunds.iter().map(|json| read(json)).collect();
    let disputes: Result<Vec<Dispute>, Error> = answer.disputes.iter().map(|json| read(json)).collect();
    Ok(Answer(PaymentIntentDetail {
        intent: PaymentIntent::of(answer.payment_intent.unwrap_or_default())?,
        refunds: refunds?,
        dispute: read_some(&answer.dispute)?,
        disputes: disputes?,
        payout: answer.payout.map(Payout::of).transpose()?,
        as_of: answer.as_of,
    }))
}

/// Capture an authorized payment.
#[utoipa::path(
    post, path = "/payments/v1/payment_intents/{id}/capture", operation_id = "capturePaymentIntent",
    tag = "payments", params(("id" = String, Path, description = "The payment.")),
    request_body = ChangePaymentRequest,
    responses((status = 200, description = "The current state.", body = PaymentIntent), Failures)
)]
async fn capture_payment_intent(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Path(id): Path<String>,
    Json(request): Json<ChangePaymentRequest>,
) -> Result<Answer<PaymentIntent>, Failure> {
    let call = |pos_id, idempotency_key| proto::CapturePaymentIntentRequest { pos_id, id, idempotency_key };
    change(&gateway, &client, request, call, |answer| answer.payment_intent).await
}

/// Cancel an uncaptured payment.
#[utoipa::path(
    post, path = "/payments/v1/payment_intents/{id}/cancel", operation_id = "cancelPaymentIntent",
    tag = "payments", params(("id" = String, Path, description = "The payment.")),
    request_body = ChangePaymentRequest,
    responses((status = 200, description = "The current state.", body = PaymentIntent), Failures)
)]
async fn cancel_payment_intent(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Path(id): Path<String>,
    Json(request): Json<ChangePaymentRequest>,
) -> Result<Answer<PaymentIntent>, Failure> {
    let call = |pos_id, idempotency_key| proto::CancelPaymentIntentRequest { pos_id, id, idempotency_key };
    change(&gateway, &client, request, call, |answer| answer.payment_intent).await
}

/// Captures or cancels a payment, and answers with the payment that `payment_of` takes from the answer.
async fn change<C: Call>(
    gateway: &Gateway,
    client: &Client,
    request: ChangePaymentRequest,
    call: impl FnOnce(String, String) -> C,
    payment_of: fn(C::Answer) -> Option<proto::PaymentIntent>,
) -> Result<Answer<PaymentIntent>, Failure> {
    let caller = gateway.authenticate(client, None).await?;
    let (caller, pos_id) = gateway.locate(caller, request.pos_id, Service::Payments).await?;
    let call = call(pos_id.into(), request.idempotency_key.unwrap_or_default());
    let payment = payment_of(gateway.services.call(&caller.session.token, call).await?);
    Ok(Answer(PaymentIntent::of(payment.unwrap_or_default())?))
}
