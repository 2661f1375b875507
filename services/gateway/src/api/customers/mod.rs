//! Guests: the list, one with rewards and points, and what a guest may ask for: a copy of their data, and to be
//! forgotten.

mod export;
mod rewards;

use std::sync::Arc;

use axum::extract::State;
use saffron_proto::customers::{
    EraseCustomerRequest, ExportCustomerRequest, GetCustomerRequest, GetRewardPercentRequest,
    ListCustomersRequest, ListPointsRequest, ListTwinsRequest, SendRewardItemRequest, SendRewardPointRequest,
    UpdateRewardPercentRequest,
};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::rewards::SentReward;
use crate::Gateway;
use crate::call::request::InLocation;
use crate::call::{in_location, list, route};
use crate::http::envelope::{Failure, Failures};

/// The calls about guests.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(list::<ListCustomersRequest>("get-customers-list", "customerList", "CustomerList", "Guests."))
        .routes(in_location::<GetCustomerRequest>("get-customer", "One guest."))
        .routes(list::<ListPointsRequest>(
            "get-customer-points",
            "pointsList",
            "PointsList",
            "Movements of a guest's points.",
        ))
        .routes(routes!(export_customer))
        .routes(list::<ListTwinsRequest>(
            "get-customer-twins",
            "twinList",
            "TwinList",
            "Other guests with the same email or phone.\n\nThey may be the same person, or a family, or an office. A \
             placeholder that a POS fills in is no email or phone.",
        ))
        .routes(in_location::<EraseCustomerRequest>(
            "erase-customer",
            "Erase a guest for good.\n\nName, email and phone go; visits, spend and points stay as figures of nobody. \
             It cannot be undone. Other guests with the same email or phone stay, unless they are named in \
             `alsoErase`.",
        ))
        .routes(route::<SendRewardItemRequest, SentReward, _, _>(
            "send-reward-item",
            "Give a guest an item.",
            rewards::send_item,
        ))
        .routes(route::<SendRewardPointRequest, SentReward, _, _>(
            "send-reward-point",
            "Give a guest points.",
            rewards::send_points,
        ))
        .routes(in_location::<GetRewardPercentRequest>(
            "get-reward-percent",
            "The percentage at which guests earn points.",
        ))
        .routes(in_location::<UpdateRewardPercentRequest>(
            "update-reward-percent",
            "Change the percentage from now on.",
        ))
}

/// The answer of `export-customer`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportCustomerEnvelope {
    /// The HTTP status.
    status: u16,
    /// All data about the guest.
    #[schema(value_type = Object)]
    body: Box<RawValue>,
    /// Empty.
    message: &'static str,
}

/// A copy of all data about a guest.
///
/// Who it is, figures, rewards, points and checks; under `marketing` addresses, consents, messages and texts. `complete` is
/// false where there is more than a copy holds.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/export-customer", operation_id = "exportCustomer",
    tag = "customers", request_body = ExportCustomerRequest,
    responses((status = 200, description = "The copy.", body = ExportCustomerEnvelope), Failures)
)]
async fn export_customer(
    State(gateway): State<Arc<Gateway>>,
    asked: InLocation<ExportCustomerRequest>,
) -> Result<axum::Json<ExportCustomerEnvelope>, Failure> {
    let body = export::document(&gateway, &asked.caller.session.token, asked.request).await?;
    Ok(axum::Json(ExportCustomerEnvelope { status: 200, body, message: "" }))
}
