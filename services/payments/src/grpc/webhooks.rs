use std::sync::Arc;

use saffron_kit::grpc::to_status;
use saffron_proto::payments::webhook_service_server::WebhookService;
use saffron_proto::payments::{TakeWebhookRequest, TakeWebhookResponse};
use tonic::{Request, Response, Status};

use crate::app::{self, App};

/// The gateways' calls.
pub(super) struct Webhooks {
    pub(super) app: Arc<App>,
}

#[tonic::async_trait]
impl WebhookService for Webhooks {
    async fn take_webhook(
        &self,
        request: Request<TakeWebhookRequest>,
    ) -> Result<Response<TakeWebhookResponse>, Status> {
        let asked = request.into_inner();
        let kept = app::take_webhook(&self.app, &asked.body, &asked.signature).await.map_err(to_status)?;
        Ok(Response::new(TakeWebhookResponse { kept }))
    }
}
