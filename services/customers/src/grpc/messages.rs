//! What marketing asks to tell a guest of a reward.

use std::sync::Arc;

use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::to_status;
use saffron_proto::customers::reward_messages_service_server::RewardMessagesService;
use saffron_proto::customers::{GetRewardMessageRequest, GetRewardMessageResponse};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::app::App;
use crate::store;

/// The calls of marketing.
pub(super) struct Messages {
    pub(super) app: Arc<App>,
}

impl Messages {
    async fn words(&self, asked: &GetRewardMessageRequest) -> Result<GetRewardMessageResponse, Fault> {
        let pos_id: PosId = asked.pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
        let reward: Uuid =
            asked.reward_id.parse().map_err(|_| Error::invalid("rewardID", "must be a UUID"))?;
        let found = store::reward_words(&self.app.database, &pos_id, reward).await?;
        let words = found.ok_or_else(|| Error {
            field: Some("rewardID".into()),
            ..Error::new(Code::NotFound, "There is no such reward.")
        })?;
        Ok(GetRewardMessageResponse {
            pos_customer_id: words.customer,
            message: words.message,
            item_name: words.item_name,
            points: words.points,
            valid_until: words.valid_until.map(|end| end.to_string()).unwrap_or_default(),
        })
    }
}

#[tonic::async_trait]
impl RewardMessagesService for Messages {
    async fn get_reward_message(
        &self,
        request: Request<GetRewardMessageRequest>,
    ) -> Result<Response<GetRewardMessageResponse>, Status> {
        self.words(request.get_ref()).await.map(Response::new).map_err(to_status)
    }
}
