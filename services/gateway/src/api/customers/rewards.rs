//! Rewards for one guest.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use saffron_core::Error;
use saffron_kit::deadline::deadline;
use saffron_proto::customers::{Customer, Reward, SendRewardItemRequest, SendRewardPointRequest};
use saffron_proto::http::write;
use saffron_proto::inventory::GetItemRequest;
use saffron_proto::marketing::{Channel, Exclusion, PreviewRewardRequest};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Gateway;
use crate::call::request::InLocation;
use crate::http::envelope::{Envelope, Failure};

/// The reward, and the guest's current data.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentReward {
    reward: Reward,
    customer: Customer,
    /// Whether the guest will get a message about it; null: not known yet. `get-customer` has the message's outcome later.
    notified: Option<bool>,
    /// Why the guest gets no message: optedOut, noConsent, tooMany, noAddress or erased; null: the guest gets one, or it is not
    /// known yet.
    #[serde(serialize_with = "write::word::<Exclusion, _>")]
    #[schema(value_type = Option<Exclusion>)]
    exclusion: i32,
}

/// How long the answer waits for marketing.
const PREVIEW_DEADLINE: Duration = Duration::from_secs(2);

/// A reward that was given, and whether its guest gets a message: unknown, if marketing does not answer.
async fn sent_reward(
    gateway: &Gateway,
    token: &str,
    message: &str,
    (reward, customer): (Option<Reward>, Option<Customer>),
) -> Envelope<SentReward> {
    let customer = customer.unwrap_or_default();
    let preview = PreviewRewardRequest {
        pos_id: customer.pos_id.clone(),
        pos_customer_id: customer.pos_customer_id.clone(),
        has_message: !message.trim().is_empty(),
    };
    let preview = gateway.services.call(token, preview);
    let exclusion = match tokio::time::timeout(deadline(PREVIEW_DEADLINE), preview).await {
        Ok(Ok(preview)) if preview.exclusion == 0 && preview.channel() == Channel::Unspecified => None,
        Ok(Ok(preview)) => Some(preview.exclusion),
        Ok(Err(fault)) => {
            tracing::warn!(%fault, "whether a guest gets a message about a reward is not known yet");
            None
        }
        Err(_) => None,
    };
    let notified = exclusion.map(|exclusion| exclusion == 0);
    let (reward, exclusion) = (reward.unwrap_or_default(), exclusion.unwrap_or_default());
    SentReward { reward, customer, notified, exclusion }.into()
}

/// Gives a guest an item, with its current name and price.
pub async fn send_item(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, pos_id, mut request, .. }: InLocation<SendRewardItemRequest>,
) -> Result<Envelope<SentReward>, Failure> {
    if request.price < 0 {
        return Err(Error::invalid("price", "must not be negative").into());
    }
    let token = &caller.session.token;
    let item = GetItemRequest { pos_id: pos_id.into(), pos_item_id: request.pos_item_id.clone() };
    let item = gateway.services.call(token, item).await?.item.unwrap_or_default();
    (request.item_name, request.price) = (item.display_name, item.price);
    let message = request.message.clone();
    let answer = gateway.services.call(token, request).await?;
    Ok(sent_reward(&gateway, token, &message, (answer.reward, answer.customer)).await)
}

/// Gives a guest points.
pub async fn send_points(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<SendRewardPointRequest>,
) -> Result<Envelope<SentReward>, Failure> {
    let (token, message) = (&caller.session.token, request.message.clone());
    let answer = gateway.services.call(token, request).await?;
    Ok(sent_reward(&gateway, token, &message, (answer.reward, answer.customer)).await)
}
