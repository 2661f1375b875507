//! Rewards for one guest.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use saffron_core::{BusinessDate, CustomerId, Error, ItemId, Money, PosId};
use saffron_kit::deadline::deadline;
use saffron_proto::Service;
use saffron_proto::customers::{self as proto, Customer, Reward};
use saffron_proto::http::{Request, read, write};
use saffron_proto::inventory::GetItemRequest;
use saffron_proto::marketing::{Channel, Exclusion, PreviewRewardRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Gateway;
use crate::api::request::InLocation;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::session::SessionId;

/// An item for a guest.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendRewardItemRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    _session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID", default, deserialize_with = "read::parsed_or_empty::<PosId, _>")]
    #[schema(required = false)]
    pos_id: String,
    /// The guest by the till's own id; else email and phone have to fit exactly one.
    #[serde(rename = "posCustomerID", default, deserialize_with = "read::parsed_or_empty::<CustomerId, _>")]
    #[schema(required = false)]
    pos_customer_id: String,
    email: Option<String>,
    cell_phone_number: Option<String>,
    #[serde(rename = "posItemID")]
    #[schema(value_type = String)]
    pos_item_id: ItemId,
    /// Dollars. The price of the menu is recorded.
    #[schema(value_type = Option<f64>)]
    price: Option<Money>,
    /// 150 characters at most.
    reward_message: Option<String>,
    /// Always 0.
    #[serde(rename = "userInformationID")]
    _user_information_id: Option<i64>,
    /// The last day; a time part is ignored. Null: it does not end.
    #[schema(value_type = Option<String>)]
    valid_until: Option<BusinessDate>,
    /// The same key with the same request gives one reward, however often it is sent within a day.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
}

/// Points for a guest.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendRewardPointRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    _session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID", default, deserialize_with = "read::parsed_or_empty::<PosId, _>")]
    #[schema(required = false)]
    pos_id: String,
    /// The guest by the till's own id; else email and phone have to fit exactly one.
    #[serde(rename = "posCustomerID", default, deserialize_with = "read::parsed_or_empty::<CustomerId, _>")]
    #[schema(required = false)]
    pos_customer_id: String,
    email: Option<String>,
    cell_phone_number: Option<String>,
    /// 1 to 100,000; 100 are a dollar.
    reward_point: i64,
    /// 150 characters at most.
    reward_message: Option<String>,
    /// Always 0.
    #[serde(rename = "userInformationID")]
    _user_information_id: Option<i64>,
    /// The last day; a time part is ignored. Null: they do not end.
    #[schema(value_type = Option<String>)]
    valid_until: Option<BusinessDate>,
    /// The same key with the same request gives one reward, however often it is sent within a day.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
}

impl Request for SendRewardItemRequest {
    const SERVICE: Service = Service::Customers;
    fn pos_id(&mut self) -> Option<&mut String> {
        Some(&mut self.pos_id)
    }
}

impl Request for SendRewardPointRequest {
    const SERVICE: Service = Service::Customers;
    fn pos_id(&mut self) -> Option<&mut String> {
        Some(&mut self.pos_id)
    }
}

/// The reward, and the guest's current state.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentReward {
    reward: Reward,
    customer: Customer,
    /// Whether a message about it goes to the guest, as far as it is known now; null: it is not known yet. `get-customer`
    /// answers the outcome of the message later.
    #[schema(required)]
    notified: Option<bool>,
    /// Why no message goes: optedOut, noConsent, tooMany, noAddress or erased; null: one goes, or it is not known yet.
    #[serde(serialize_with = "write::word::<Exclusion, _>")]
    #[schema(value_type = Option<Exclusion>, required)]
    exclusion: i32,
}

envelope! {
    /// The answer of `send-reward-item`.
    SendRewardItemEnvelope(SentReward)
}
envelope! {
    /// The answer of `send-reward-point`.
    SendRewardPointEnvelope(SentReward)
}

/// How long the answer waits for what marketing says of the message.
const PREVIEW: Duration = Duration::from_secs(2);

/// A reward that was given, and whether its guest gets a message. That does not change what was given: where marketing
/// does not answer, it is not known yet.
async fn sent(
    gateway: &Gateway,
    token: &str,
    has_message: bool,
    (reward, customer): (Option<Reward>, Option<Customer>),
) -> SentReward {
    let customer = customer.unwrap_or_default();
    let preview = PreviewRewardRequest {
        pos_id: customer.pos_id.clone(),
        pos_customer_id: customer.pos_customer_id.clone(),
        has_message,
    };
    let preview = gateway.services.call(token, preview);
    let exclusion = match tokio::time::timeout(deadline(PREVIEW), preview).await {
        Ok(Ok(preview)) if preview.exclusion == 0 && preview.channel() == Channel::Unspecified => None,
        Ok(Ok(preview)) => Some(preview.exclusion),
        Ok(Err(fault)) => {
            tracing::warn!(%fault, "whether a guest gets a message about a reward is not known yet");
            None
        }
        Err(_) => None,
    };
    SentReward {
        reward: reward.unwrap_or_default(),
        customer,
        notified: exclusion.map(|exclusion| exclusion == 0),
        exclusion: exclusion.unwrap_or_default(),
    }
}

/// Whether an owner wrote words of their own.
fn is_written(message: Option<&String>) -> bool {
    message.is_some_and(|message| !message.trim().is_empty())
}

fn day(date: Option<BusinessDate>) -> String {
    date.map(|date| date.to_string()).unwrap_or_default()
}

/// Give a guest an item.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/send-reward-item", operation_id = "sendRewardItem",
    tag = "customers", request_body = SendRewardItemRequest,
    responses((status = 200, description = "The reward.", body = SendRewardItemEnvelope), Failures)
)]
pub async fn send_reward_item(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<SendRewardItemRequest>,
) -> Result<SendRewardItemEnvelope, Failure> {
    if request.price.is_some_and(|price| price < Money::ZERO) {
        return Err(Error::invalid("price", "must not be negative").into());
    }
    let token = &caller.session.token;
    let item =
        GetItemRequest { pos_id: request.pos_id.clone(), pos_item_id: request.pos_item_id.to_string() };
    let item = gateway.services.call(token, item).await?.item.unwrap_or_default();
    let has_message = is_written(request.reward_message.as_ref());
    let call = proto::SendRewardItemRequest {
        to: Some(proto::Recipient {
            pos_id: request.pos_id,
            pos_customer_id: request.pos_customer_id,
            email: request.email.unwrap_or_default(),
            cell_phone_number: request.cell_phone_number.unwrap_or_default(),
        }),
        pos_item_id: request.pos_item_id.into(),
        item_name: item.display_name,
        price: item.price,
        message: request.reward_message.unwrap_or_default(),
        valid_until: day(request.valid_until),
        idempotency_key: request.idempotency_key.unwrap_or_default(),
    };
    let answer = gateway.services.call(token, call).await?;
    Ok(sent(&gateway, token, has_message, (answer.reward, answer.customer)).await.into())
}

/// Give a guest points.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/send-reward-point", operation_id = "sendRewardPoint",
    tag = "customers", request_body = SendRewardPointRequest,
    responses((status = 200, description = "The reward.", body = SendRewardPointEnvelope), Failures)
)]
pub async fn send_reward_point(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<SendRewardPointRequest>,
) -> Result<SendRewardPointEnvelope, Failure> {
    let has_message = is_written(request.reward_message.as_ref());
    let call = proto::SendRewardPointRequest {
        to: Some(proto::Recipient {
            pos_id: request.pos_id,
            pos_customer_id: request.pos_customer_id,
            email: request.email.unwrap_or_default(),
            cell_phone_number: request.cell_phone_number.unwrap_or_default(),
        }),
        points: request.reward_point,
        message: request.reward_message.unwrap_or_default(),
        valid_until: day(request.valid_until),
        idempotency_key: request.idempotency_key.unwrap_or_default(),
    };
    let token = &caller.session.token;
    let answer = gateway.services.call(token, call).await?;
    Ok(sent(&gateway, token, has_message, (answer.reward, answer.customer)).await.into())
}
