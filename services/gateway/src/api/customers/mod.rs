//! Guests: the list, one with rewards and points, and a guest's rights to a copy and to erasure.

mod export;
mod rewards;

use std::sync::Arc;

use axum::extract::State;
use saffron_proto::customers::{
    EraseCustomerRequest, ExportCustomerRequest, GetCustomerRequest, GetRewardPercentRequest,
    ListCustomersRequest, ListPointsRequest, ListTwinsRequest, SendRewardItemRequest, SendRewardPointRequest,
    UpdateRewardPercentRequest,
};
use utoipa_axum::router::OpenApiRouter;

use self::export::GuestData;
use self::rewards::SentReward;
use crate::Gateway;
use crate::call::file::{ListFile, count, dollars, text, time};
use crate::call::request::InLocation;
use crate::call::{in_location, list, route};
use crate::http::envelope::{Envelope, Failure};

/// Guests as a file.
static GUESTS: ListFile = ListFile {
    title: "customers",
    columns: &[
        text("First name", "/firstName"),
        text("Last name", "/lastName"),
        text("Email", "/email"),
        text("Phone", "/cellPhoneNumber"),
        time("Last visit", "/lastVisit"),
        count("Visits", "/visits"),
        dollars("Spend", "/spend"),
        count("Points", "/points"),
        text("Email consent", "/emailConsent"),
        text("Text consent", "/smsConsent"),
        text("Customer ID", "/posCustomerID"),
    ],
};

/// The calls about guests.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(list::<ListCustomersRequest>("get-customers-list", "customerList", Some(&GUESTS), "Guests."))
        .routes(in_location::<GetCustomerRequest>("get-customer", "One guest."))
        .routes(list::<ListPointsRequest>(
            "get-customer-points",
            "pointsList",
            None,
            "Movements of a guest's points.",
        ))
        .routes(route::<ExportCustomerRequest, GuestData, _, _>(
            "export-customer",
            "A copy of all data about a guest.\n\nContact, figures, rewards, points and checks; under `marketing` addresses, \
             consents, messages and texts. `complete` is false if there is more than a copy holds.",
            export_customer,
        ))
        .routes(list::<ListTwinsRequest>(
            "get-customer-twins",
            "twinList",
            None,
            "Other guests with the same email or phone.\n\nThey may be the same person, a family or an office. A \
             placeholder that a POS fills in is no email or phone.",
        ))
        .routes(in_location::<EraseCustomerRequest>(
            "erase-customer",
            "Erase a guest permanently.\n\nName, email and phone are erased; visits, spend and points stay without a person. \
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
            "The percentage of spend that guests earn as points.",
        ))
        .routes(in_location::<UpdateRewardPercentRequest>(
            "update-reward-percent",
            "Change the percentage for later checks.",
        ))
}

async fn export_customer(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<ExportCustomerRequest>,
) -> Result<Envelope<GuestData>, Failure> {
    Ok(export::document(&gateway, &caller.session.token, request).await?.into())
}
