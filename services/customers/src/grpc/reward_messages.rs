//! The message about a reward, which marketing sends.

use std::sync::Arc;

use saffron_core::{Code, Error, PosId, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::{Answer, answer};
use saffron_proto::customers::reward_messages_service_server::RewardMessagesService;
use saffron_proto::customers::{GetRewardMessageRequest, GetRewardMessageResponse};
use tonic::Request;
use uuid::Uuid;

use crate::app::App;
use crate::store;

/// The calls of marketing.
pub struct Messages {
    pub app: Arc<App>,
}

impl Messages {
    async fn message(&self, message: &GetRewardMessageRequest) -> Result<GetRewardMessageResponse, Fault> {
        let pos_id: PosId = parse_field("posID", &message.pos_id)?;
        let reward: Uuid =
            message.reward_id.parse().map_err(|_| Error::invalid("rewardID", "must be a UUID"))?;
        let unknown = || Error::new(Code::NotFound, "There is no such reward.").about("rewardID");
        let found = store::find_message(&self.app.database, &pos_id, reward).await?.ok_or_else(unknown)?;
        Ok(GetRewardMessageResponse {
            pos_customer_id: found.customer.into(),
            message: found.text,
            item_name: found.item_name,
            points: found.points,
            valid_until: found.valid_until.map(|end| end.to_string()).unwrap_or_default(),
        })
    }
}

#[tonic::async_trait]
impl RewardMessagesService for Messages {
    async fn get_reward_message(
        &self,
        request: Request<GetRewardMessageRequest>,
    ) -> Answer<GetRewardMessageResponse> {
        answer(self.message(request.get_ref()).await?)
    }
}
