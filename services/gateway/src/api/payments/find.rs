//! The search for payments at all of the caller's locations.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{FromRequestParts, Query, State};
use http::request::Parts;
use saffron_core::Error;
use saffron_proto::payments as proto;
use serde::{Deserialize, Serialize};
use strum::EnumString;
use utoipa::ToSchema;

use super::shape::PaymentIntent;
use crate::Gateway;
use crate::api::some;
use crate::call::query;
use crate::http::envelope::{Failure, Failures};
use crate::session::{Caller, Client};

/// A status by which payments are listed.
#[derive(Debug, Clone, Copy, EnumString)]
#[strum(serialize_all = "snake_case")]
enum PaymentStatus {
    Succeeded = proto::PaymentStatus::Succeeded as isize,
    Refunded = proto::PaymentStatus::Refunded as isize,
    Failed = proto::PaymentStatus::Failed as isize,
    Held = proto::PaymentStatus::Held as isize,
    Disputed = proto::PaymentStatus::Disputed as isize,
}

#[derive(Deserialize)]
struct FindQuery {
    search: Option<String>,
    status: Option<String>,
    limit: Option<String>,
    cursor: Option<String>,
}

/// A GET about all of the caller's locations.
pub struct Find {
    caller: Caller,
    query: FindQuery,
}

impl FromRequestParts<Arc<Gateway>> for Find {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<Find, Failure> {
        let client = Client::from_request_parts(parts, gateway).await?;
        let query: FindQuery = query::read(Query::from_request_parts(parts, gateway).await)?;
        let caller = gateway.authenticate(&client, None).await?;
        Ok(Find { caller, query })
    }
}

/// A payment of one of the caller's locations.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundPayment {
    #[serde(rename = "posID")]
    pos_id: String,
    #[serde(flatten)]
    intent: PaymentIntent,
}

/// A page of payments, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundPaymentList {
    /// Always list.
    object: &'static str,
    url: &'static str,
    has_more: bool,
    data: Vec<FoundPayment>,
    /// Null on the last page.
    #[serde(rename = "nextCursor")]
    next_cursor: Option<String>,
    /// Nothing matches: these are up to five payments whose charged amount is nearest, the nearest first.
    nearest: bool,
}

/// Payments of all dates at all of the caller's locations, newest first.
#[utoipa::path(
    get, path = "/payments/v1/search", operation_id = "findPayments", tag = "payments",
    params(
        ("search" = Option<String>, Query, nullable = false, description = "An amount such as 31.84 (charged, refunded or disputed), the last four digits of a card, or the number of a check; 100 characters at most. Required without `status`."),
        ("status" = Option<String>, Query, nullable = false, description = "succeeded, refunded, failed, held or disputed; any without it."),
        ("limit" = Option<i64>, Query, nullable = false, description = "1 to 100; 20 without it."),
        ("cursor" = Option<String>, Query, nullable = false, description = "`nextCursor` of the previous page."),
    ),
    responses((status = 200, description = "The page.", body = FoundPaymentList), Failures)
)]
pub async fn find_payments(
    State(gateway): State<Arc<Gateway>>,
    Find { caller, query }: Find,
) -> Result<Answer<FoundPaymentList>, Failure> {
    let why = "must be succeeded, refunded, failed, held or disputed";
    let status = query.status.as_deref().map(str::parse::<PaymentStatus>).transpose();
    let status = status.map_err(|_| Error::invalid("status", why))?;
    let call = proto::FindPaymentsRequest {
        search: query.search.unwrap_or_default(),
        status: status.map_or(0, |status| status as i32),
        limit: query::number("limit", query.limit.as_deref())?.unwrap_or_default(),
        cursor: query.cursor.unwrap_or_default(),
    };
    let found = gateway.services.call(&caller.session.token, call).await?;
    let data = found.payments.into_iter().map(|payment| {
        let intent = PaymentIntent::of(payment.payment_intent.unwrap_or_default())?;
        Ok(FoundPayment { pos_id: payment.pos_id, intent })
    });
    let (data, next_cursor) = (data.collect::<Result<_, Error>>()?, some(found.next_cursor));
    let url = "/payments/v1/search";
    let has_more = next_cursor.is_some();
    Ok(Answer(FoundPaymentList { object: "list", url, has_more, data, next_cursor, nearest: found.nearest }))
}
