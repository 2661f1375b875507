use std::sync::Arc;

use saffron_kit::grpc::{Answer, answer};
use saffron_proto::marketing::public_service_server::PublicService;
use saffron_proto::marketing::{
    GetSubscriptionRequest, GetSubscriptionResponse, SetSubscriptionRequest, SetSubscriptionResponse,
    TakeTextRequest, TakeTextResponse, TakeTextStatusRequest, TakeTextStatusResponse,
};
use tonic::Request;

use crate::app::{self, App};

/// The calls of gateways.
pub(super) struct Public {
    pub(super) app: Arc<App>,
}

#[tonic::async_trait]
impl PublicService for Public {
    async fn get_subscription(
        &self,
        request: Request<GetSubscriptionRequest>,
    ) -> Answer<GetSubscriptionResponse> {
        let now = app::subscription(&self.app, &request.get_ref().token).await?;
        answer(GetSubscriptionResponse {
            business_name: now.business_name,
            address: now.address,
            subscribed: now.subscribed,
        })
    }

    async fn set_subscription(
        &self,
        request: Request<SetSubscriptionRequest>,
    ) -> Answer<SetSubscriptionResponse> {
        let message = request.into_inner();
        let now = app::set_subscription(&self.app, &message.token, message.subscribed).await?;
        answer(SetSubscriptionResponse {
            business_name: now.business_name,
            address: now.address,
            subscribed: now.subscribed,
        })
    }

    async fn take_text(&self, request: Request<TakeTextRequest>) -> Answer<TakeTextResponse> {
        let sent = request.into_inner().webhook.unwrap_or_default();
        let reply = app::take_text(&self.app, &sent.body, &sent.signature, &sent.url).await?;
        answer(TakeTextResponse { reply })
    }

    async fn take_text_status(
        &self,
        request: Request<TakeTextStatusRequest>,
    ) -> Answer<TakeTextStatusResponse> {
        let sent = request.into_inner().webhook.unwrap_or_default();
        app::take_text_status(&self.app, &sent.body, &sent.signature, &sent.url).await?;
        answer(TakeTextStatusResponse {})
    }
}
