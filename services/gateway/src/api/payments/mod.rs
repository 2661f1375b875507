//! Card payments in the card provider's shape, and what it tells of them.

mod payouts;
mod shape;
mod trace;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use http::StatusCode;
use saffron_core::{Code, Error, PosId};
use saffron_proto::Service;
use saffron_proto::payments::{
    self as proto, GetCurrentWeekPayoutRequest, ListPayoutHistoryRequest, list_payment_intents_response,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::shape::{Dispute, PaymentIntent, Payout, Refund, read, read_some};
use crate::Gateway;
use crate::call::request::choose;
use crate::call::{in_location, list};
use crate::http::envelope::{Failure, Failures, json};
use crate::http::json::Json;
use crate::session::{Entered, Visitor};

/// The calls about payments and payouts.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(routes!(list_payment_intents))
        .routes(routes!(get_payment_intent))
        .routes(routes!(capture_payment_intent))
        .routes(routes!(cancel_payment_intent))
        .routes(routes!(payouts::list_payouts))
        .routes(routes!(payouts::list_payout_transactions))
        .routes(routes!(trace::list_mismatches))
        .routes(routes!(trace::trace_check))
        .routes(in_location::<GetCurrentWeekPayoutRequest>(
            "get-onlineorder-currentweek-payout",
            "The running week of online orders.",
        ))
        .routes(list::<ListPayoutHistoryRequest>(
            "get-onlineorder-payout-history",
            "payoutHistoryList",
            "PayoutHistoryList",
            "The weeks of online orders before the running one, newest first.",
        ))
}

/// Which objects, as the provider takes it. Texts, so that a wrong one is refused by name.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(rename = "posID")]
    pub(super) pos_id: Option<String>,
    #[serde(rename = "created[gt]")]
    created_gt: Option<String>,
    #[serde(rename = "created[lte]")]
    created_lte: Option<String>,
    pub(super) limit: Option<String>,
    pub(super) starting_after: Option<String>,
    pub(super) ending_before: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) cursor: Option<String>,
}

pub(super) type Question = Result<Query<Asked>, QueryRejection>;

pub(super) fn asked(question: Question) -> Result<Asked, Error> {
    question.map(|Query(asked)| asked).map_err(|e| Error::new(Code::Invalid, e.body_text()))
}

impl Asked {
    fn number<T: std::str::FromStr>(name: &str, text: Option<&str>) -> Result<Option<T>, Error> {
        text.map(|text| text.parse().map_err(|_| Error::invalid(name, "must be a whole number"))).transpose()
    }

    /// Asking for no object is no way to ask for the usual number.
    pub(super) fn limit(&self) -> Result<i32, Error> {
        match Asked::number("limit", self.limit.as_deref())? {
            Some(0) => Err(Error::invalid("limit", "must be 1 at least")),
            limit => Ok(limit.unwrap_or_default()),
        }
    }

    pub(super) fn created_gt(&self) -> Result<Option<i64>, Error> {
        Asked::number("created[gt]", self.created_gt.as_deref())
    }

    pub(super) fn created_lte(&self) -> Result<Option<i64>, Error> {
        Asked::number("created[lte]", self.created_lte.as_deref())
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
    /// The same key and request again give the same answer, and change nothing twice.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
}

/// A page of payments, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentIntentList {
    /// Always list.
    object: &'static str,
    url: &'static str,
    /// Others follow in the direction that was asked for.
    has_more: bool,
    data: Vec<PaymentIntent>,
    /// Up to when the provider was read, seconds since 1970; null: not yet.
    #[serde(rename = "asOf")]
    #[schema(required)]
    as_of: Option<i64>,
}

/// A payment with its refunds, dispute and payout.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentIntentDetail {
    #[serde(flatten)]
    intent: PaymentIntent,
    /// Newest first.
    refunds: Vec<Refund>,
    #[schema(required)]
    dispute: Option<Dispute>,
    /// The payout that contains its money; null: not paid out yet.
    #[schema(required)]
    payout: Option<Payout>,
    /// Up to when the provider was read, seconds since 1970; null: not yet.
    #[serde(rename = "asOf")]
    #[schema(required)]
    as_of: Option<i64>,
}

impl Gateway {
    /// Lets a caller in whose call has no sessionID, to the location that is named, or the only one they have.
    pub(super) async fn enter_payments(
        &self,
        visitor: &Visitor,
        pos_id: Option<&str>,
    ) -> Result<(Entered, PosId), Error> {
        let entered = self.enter(visitor, None).await?;
        let named = pos_id
            .map(|text| text.parse().map_err(|e| Error::invalid("posID", format!("{e}"))))
            .transpose()?;
        self.at(entered, named, choose(Service::Payments)).await
    }
}

/// Card payments, newest first.
///
/// With the provider's own parameters; 150 at most.
#[utoipa::path(
    get, path = "/payments/v1/payment_intents", operation_id = "listPaymentIntents", tag = "payments",
    params(
        ("posID" = Option<String>, Query, nullable = false, description = "Required if the caller has access to more than one location."),
        ("created[gt]" = Option<i64>, Query, nullable = false, description = "Later than this, seconds since 1970."),
        ("created[lte]" = Option<i64>, Query, nullable = false, description = "Not later than this."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 150; 10 without it."),
        ("starting_after" = Option<String>, Query, nullable = false, description = "Those after this one: older."),
        ("ending_before" = Option<String>, Query, nullable = false, description = "Those before this one: newer."),
    ),
    responses((status = 200, description = "The page.", body = PaymentIntentList), Failures)
)]
async fn list_payment_intents(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    question: Question,
) -> Result<Response, Failure> {
    use list_payment_intents_response::Part;
    let asked = asked(question)?;
    let (entered, pos_id) = gateway.enter_payments(&visitor, asked.pos_id.as_deref()).await?;
    let call = proto::ListPaymentIntentsRequest {
        pos_id: pos_id.into(),
        created_gt: asked.created_gt()?,
        created_lte: asked.created_lte()?,
        limit: asked.limit()?,
        starting_after: asked.starting_after.unwrap_or_default(),
        ending_before: asked.ending_before.unwrap_or_default(),
    };
    let (mut data, mut page) = (Vec::new(), proto::Page::default());
    for part in gateway.services.whole(&entered.session.token, call).await? {
        match part.part {
            Some(Part::PaymentIntent(intent)) => data.push(PaymentIntent::of(intent)?),
            Some(Part::Page(last)) => page = last,
            None => {}
        }
    }
    let url = "/payments/v1/payment_intents";
    let list = PaymentIntentList { object: "list", url, has_more: page.has_more, data, as_of: page.as_of };
    Ok(json(StatusCode::OK, &list))
}

/// A card payment with its refunds, its dispute, its payout and the check it paid.
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
    visitor: Visitor,
    Path(id): Path<String>,
    question: Question,
) -> Result<Response, Failure> {
    let asked = asked(question)?;
    let (entered, pos_id) = gateway.enter_payments(&visitor, asked.pos_id.as_deref()).await?;
    let call = proto::GetPaymentIntentRequest { pos_id: pos_id.into(), id };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    let refunds: Result<Vec<Refund>, Error> = answer.refunds.iter().map(|json| read(json)).collect();
    let detail = PaymentIntentDetail {
        intent: PaymentIntent::of(answer.payment_intent.unwrap_or_default())?,
        refunds: refunds?,
        dispute: read_some(&answer.dispute)?,
        payout: answer.payout.map(Payout::of).transpose()?,
        as_of: answer.as_of,
    };
    Ok(json(StatusCode::OK, &detail))
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
    visitor: Visitor,
    Path(id): Path<String>,
    Json(request): Json<ChangePaymentRequest>,
) -> Result<Response, Failure> {
    let named = request.pos_id.as_ref().map(PosId::as_str);
    let (entered, pos_id) = gateway.enter_payments(&visitor, named).await?;
    let idempotency_key = request.idempotency_key.unwrap_or_default();
    let call = proto::CapturePaymentIntentRequest { pos_id: pos_id.into(), id, idempotency_key };
    let captured = gateway.services.call(&entered.session.token, call).await?.payment_intent;
    Ok(json(StatusCode::OK, &PaymentIntent::of(captured.unwrap_or_default())?))
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
    visitor: Visitor,
    Path(id): Path<String>,
    Json(request): Json<ChangePaymentRequest>,
) -> Result<Response, Failure> {
    let named = request.pos_id.as_ref().map(PosId::as_str);
    let (entered, pos_id) = gateway.enter_payments(&visitor, named).await?;
    let idempotency_key = request.idempotency_key.unwrap_or_default();
    let call = proto::CancelPaymentIntentRequest { pos_id: pos_id.into(), id, idempotency_key };
    let cancelled = gateway.services.call(&entered.session.token, call).await?.payment_intent;
    Ok(json(StatusCode::OK, &PaymentIntent::of(cancelled.unwrap_or_default())?))
}
