use std::fmt::Display;
use std::sync::Arc;

use saffron_core::Code;
use saffron_kit::grpc::{ServiceChannel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::customers::GetRewardMessageRequest;

use crate::app::{AskReward, RewardMessage};

/// Asks customers for the message about a reward.
pub fn ask_reward(customers: ServiceChannel, key: Secret) -> AskReward {
    Arc::new(move |pos_id, reward| {
        let (customers, key) = (customers.clone(), key.clone());
        Box::pin(async move {
            let request = GetRewardMessageRequest { pos_id: pos_id.into(), reward_id: reward.to_string() };
            let answer = customers.call(customers.as_gateway(&key, request)?).await;
            let message = match answer.map_err(|status| from_status(&status)) {
                Ok(message) => message,
                Err(error) if error.code == Code::NotFound => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            let wrong = |e: &dyn Display| Fault::Permanent(format!("customers' answer: {e}"));
            let valid_until = match message.valid_until.as_str() {
                "" => None,
                date => Some(date.parse().map_err(|e| wrong(&e))?),
            };
            Ok(Some(RewardMessage {
                customer: message.pos_customer_id.parse().map_err(|e| wrong(&e))?,
                message: message.message,
                item_name: message.item_name,
                points: message.points,
                valid_until,
            }))
        })
    })
}
