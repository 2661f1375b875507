use std::sync::Arc;

use saffron_core::{PosId, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::{Answer, answer};
use saffron_proto::payments::account_service_server::AccountService;
use saffron_proto::payments::webhook_service_server::WebhookService;
use saffron_proto::payments::{
    CheckAccountRequest, CheckAccountResponse, TakeWebhookRequest, TakeWebhookResponse,
};
use tonic::Request;

use crate::app::{self, App};
use crate::domain::ProviderId;

/// The calls of gateways.
pub struct Gateways {
    pub app: Arc<App>,
}

#[tonic::async_trait]
impl AccountService for Gateways {
    async fn check_account(&self, request: Request<CheckAccountRequest>) -> Answer<CheckAccountResponse> {
        let message = request.get_ref();
        let pos_id: PosId = parse_field("posID", &message.pos_id).map_err(Fault::from)?;
        let account: ProviderId = parse_field("cardAccount", &message.card_account).map_err(Fault::from)?;
        let names_location = app::check_account(&self.app, &pos_id, &account).await?;
        answer(CheckAccountResponse { names_location })
    }
}

#[tonic::async_trait]
impl WebhookService for Gateways {
    async fn take_webhook(&self, request: Request<TakeWebhookRequest>) -> Answer<TakeWebhookResponse> {
        let message = request.get_ref();
        let kept = app::take_webhook(&self.app, &message.body, &message.signature).await?;
        answer(TakeWebhookResponse { kept })
    }
}
