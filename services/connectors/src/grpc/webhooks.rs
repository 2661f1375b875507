use std::sync::Arc;

use saffron_kit::grpc::{Answer, Mirrored as _, answer};
use saffron_proto::connectors::pos_webhook_service_server::PosWebhookService;
use saffron_proto::connectors::{TakePosWebhookRequest, TakePosWebhookResponse};
use tonic::{Request, Status};

use crate::app::{self, App};
use crate::domain::Pos;

/// The calls of gateways about webhooks.
pub(super) struct Webhooks {
    pub(super) app: Arc<App>,
}

#[tonic::async_trait]
impl PosWebhookService for Webhooks {
    async fn take_pos_webhook(
        &self,
        request: Request<TakePosWebhookRequest>,
    ) -> Answer<TakePosWebhookResponse> {
        let message = request.get_ref();
        let pos = Pos::of_message(message.pos).ok_or_else(|| Status::invalid_argument("no POS"))?;
        app::take_webhook(&self.app, pos, &message.body, &message.signature).await?;
        answer(TakePosWebhookResponse {})
    }
}
