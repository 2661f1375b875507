use std::sync::Arc;

use saffron_core::Code;
use saffron_kit::grpc::{ServiceChannel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::customers::GetRewardMessageRequest;

use crate::app::{AskReward, RewardWords};

/// Asks customers what a reward's message says.
pub fn ask_reward(customers: ServiceChannel, key: Secret) -> AskReward {
    Arc::new(move |pos_id, reward| {
        let (customers, key) = (customers.clone(), key.clone());
        Box::pin(async move {
            let asked = GetRewardMessageRequest { pos_id: pos_id.to_string(), reward_id: reward.to_string() };
            let request = customers.as_gateway(&key, asked)?;
            let message = match customers.call(request).await {
                Ok(message) => message,
                Err(status) => {
                    let error = from_status(&status);
                    return if error.code == Code::NotFound { Ok(None) } else { Err(error.into()) };
                }
            };
            let wrong = |e: &dyn std::fmt::Display| Fault::Permanent(format!("customers' answer: {e}"));
            let valid_until = match message.valid_until.as_str() {
                "" => None,
                date => Some(date.parse().map_err(|e| wrong(&e))?),
            };
            Ok(Some(RewardWords {
                customer: message.pos_customer_id.parse().map_err(|e| wrong(&e))?,
                message: message.message,
                item_name: message.item_name,
                points: message.points,
                valid_until,
            }))
        })
    })
}
