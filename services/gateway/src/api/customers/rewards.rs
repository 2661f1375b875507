//! Rewards for one guest, and the percentage at which all earn points.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use saffron_core::{BusinessDate, CustomerId, Error, ItemId, Money, PosId};
use saffron_kit::deadline::deadline;
use saffron_proto::customers as proto;
use saffron_proto::inventory::GetItemRequest;
use saffron_proto::marketing::{Channel, PreviewRewardRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CHOOSE;
use super::shape::{Customer, Reward};
use crate::Gateway;
use crate::api::marketing::shape::Exclusion;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// An item for a guest.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendRewardItemRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// The guest by the till's own id; else email and phone have to fit exactly one.
    #[serde(rename = "posCustomerID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_customer_id: Option<CustomerId>,
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
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// The guest by the till's own id; else email and phone have to fit exactly one.
    #[serde(rename = "posCustomerID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_customer_id: Option<CustomerId>,
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

/// The reward, and the guest's current state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentReward {
    reward: Reward,
    customer: Customer,
    /// Whether a message about it goes to the guest, as far as it is known now; null: it is not known yet. What became of
    /// the message is told by `get-customer` later.
    #[schema(required)]
    notified: Option<bool>,
    /// Why no message goes: optedOut, noConsent, tooMany, noAddress or erased; null: one goes, or it is not known yet.
    #[schema(required)]
    exclusion: Option<Exclusion>,
}

/// Of which location.
#[derive(Deserialize, ToSchema)]
pub struct RewardPercentRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
}

/// The percentage from now on.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateRewardPercentRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// Points for each dollar, 0 to 100, two decimals at most.
    #[schema(value_type = f64)]
    reward_percent: Money,
}

/// A percentage and when it took effect.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PercentChange {
    #[schema(value_type = f64)]
    reward_percent: Money,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    effective_from: String,
    /// The person who set it.
    by: String,
}

/// The percentage at which points are earned, and what outstanding points cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardPercent {
    /// Points for each dollar.
    #[schema(value_type = f64)]
    reward_percent: Money,
    /// Newest first, 100 at most.
    history: Vec<PercentChange>,
    /// All guests' points that may still be spent.
    outstanding_points: i64,
    /// The same in dollars.
    #[schema(value_type = f64)]
    outstanding_dollars: Money,
    /// The calendar month before this one, YYYY-MM.
    last_month: String,
    /// Of last month's checks of known guests: what points are earned on; dollars.
    #[schema(value_type = f64)]
    last_month_eligible: Money,
    last_month_checks: i64,
    /// What this percentage costs at last month's sales; dollars.
    #[schema(value_type = f64)]
    last_month_cost: Money,
}

impl From<proto::GetRewardPercentResponse> for RewardPercent {
    fn from(now: proto::GetRewardPercentResponse) -> RewardPercent {
        let eligible = Money::from_cents(now.last_month_eligible);
        RewardPercent {
            reward_percent: Money::from_cents(now.percent),
            history: now
                .history
                .into_iter()
                .map(|change| PercentChange {
                    reward_percent: Money::from_cents(change.percent),
                    effective_from: change.effective_from,
                    by: change.by,
                })
                .collect(),
            outstanding_points: now.outstanding_points,
            // 100 points are a dollar: a point is a cent.
            outstanding_dollars: Money::from_cents(now.outstanding_points),
            last_month: now.last_month,
            last_month_eligible: eligible,
            last_month_checks: now.last_month_checks,
            last_month_cost: eligible.ratio(now.percent, 10_000),
        }
    }
}

envelope! {
    /// The answer of `send-reward-item`.
    SendRewardItemEnvelope(SentReward)
}
envelope! {
    /// The answer of `send-reward-point`.
    SendRewardPointEnvelope(SentReward)
}
envelope! {
    /// The answer of `get-reward-percent`.
    GetRewardPercentEnvelope(RewardPercent)
}
envelope! {
    /// The answer of `update-reward-percent`.
    UpdateRewardPercentEnvelope(RewardPercent)
}

fn recipient(
    pos_id: &PosId,
    id: Option<CustomerId>,
    email: Option<String>,
    phone: Option<String>,
) -> proto::Recipient {
    proto::Recipient {
        pos_id: pos_id.to_string(),
        pos_customer_id: id.map(String::from).unwrap_or_default(),
        email: email.unwrap_or_default(),
        cell_phone_number: phone.unwrap_or_default(),
    }
}

/// How long the answer waits for what marketing says of the message.
const PREVIEW: Duration = Duration::from_secs(2);

/// A reward that was given, and whether the guest will be told. Whether one is does not change what was given: where
/// marketing does not answer, it is not known yet.
async fn sent(
    gateway: &Gateway,
    token: &str,
    pos_id: &PosId,
    has_message: bool,
    (reward, customer): (Option<proto::Reward>, Option<proto::Customer>),
) -> SentReward {
    let customer = customer.unwrap_or_default();
    let asked = PreviewRewardRequest {
        pos_id: pos_id.to_string(),
        pos_customer_id: customer.pos_customer_id.clone(),
        has_message,
    };
    let asked = gateway.services.call(token, asked);
    let told = match tokio::time::timeout(deadline(PREVIEW), asked).await {
        Ok(Ok(told)) => match Exclusion::of(told.exclusion) {
            None if told.channel() == Channel::Unspecified => None,
            known => Some(known),
        },
        Ok(Err(fault)) => {
            tracing::warn!(%fault, "whether a guest is told of a reward is not known yet");
            None
        }
        Err(_) => None,
    };
    SentReward {
        reward: reward.unwrap_or_default().into(),
        customer: customer.into(),
        notified: told.map(|why| why.is_none()),
        exclusion: told.flatten(),
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
    visitor: Visitor,
    Json(request): Json<SendRewardItemRequest>,
) -> Result<SendRewardItemEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    if request.price.is_some_and(|price| price < Money::ZERO) {
        return Err(Error::invalid("price", "must not be negative").into());
    }
    let token = &entered.session.token;
    let item = GetItemRequest { pos_id: pos_id.to_string(), pos_item_id: request.pos_item_id.to_string() };
    let item = gateway.services.call(token, item).await?.item.unwrap_or_default();
    let call = proto::SendRewardItemRequest {
        to: Some(recipient(&pos_id, request.pos_customer_id, request.email, request.cell_phone_number)),
        pos_item_id: request.pos_item_id.into(),
        item_name: item.display_name,
        price: item.price,
        message: request.reward_message.clone().unwrap_or_default(),
        valid_until: day(request.valid_until),
        idempotency_key: request.idempotency_key.unwrap_or_default(),
    };
    let has_message = is_written(request.reward_message.as_ref());
    let answer = gateway.services.call(token, call).await?;
    Ok(sent(&gateway, token, &pos_id, has_message, (answer.reward, answer.customer)).await.into())
}

/// Give a guest points.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/send-reward-point", operation_id = "sendRewardPoint",
    tag = "customers", request_body = SendRewardPointRequest,
    responses((status = 200, description = "The reward.", body = SendRewardPointEnvelope), Failures)
)]
pub async fn send_reward_point(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<SendRewardPointRequest>,
) -> Result<SendRewardPointEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let has_message = is_written(request.reward_message.as_ref());
    let call = proto::SendRewardPointRequest {
        to: Some(recipient(&pos_id, request.pos_customer_id, request.email, request.cell_phone_number)),
        points: request.reward_point,
        message: request.reward_message.unwrap_or_default(),
        valid_until: day(request.valid_until),
        idempotency_key: request.idempotency_key.unwrap_or_default(),
    };
    let token = &entered.session.token;
    let answer = gateway.services.call(token, call).await?;
    Ok(sent(&gateway, token, &pos_id, has_message, (answer.reward, answer.customer)).await.into())
}

/// The percentage at which guests earn points.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-reward-percent", operation_id = "getRewardPercent",
    tag = "customers", request_body = RewardPercentRequest,
    responses((status = 200, description = "The answer.", body = GetRewardPercentEnvelope), Failures)
)]
pub async fn get_reward_percent(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<RewardPercentRequest>,
) -> Result<GetRewardPercentEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::GetRewardPercentRequest { pos_id: pos_id.into() };
    Ok(RewardPercent::from(gateway.services.call(&entered.session.token, call).await?).into())
}

/// Change the percentage from now on.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-reward-percent", operation_id = "updateRewardPercent",
    tag = "customers", request_body = UpdateRewardPercentRequest,
    responses((status = 200, description = "The current state.", body = UpdateRewardPercentEnvelope), Failures)
)]
pub async fn update_reward_percent(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<UpdateRewardPercentRequest>,
) -> Result<UpdateRewardPercentEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call =
        proto::UpdateRewardPercentRequest { pos_id: pos_id.into(), percent: request.reward_percent.cents() };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(RewardPercent::from(answer.now.unwrap_or_default()).into())
}
