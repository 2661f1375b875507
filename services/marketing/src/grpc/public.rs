use std::sync::Arc;

use saffron_kit::grpc::to_status;
use saffron_proto::marketing::public_service_server::PublicService;
use saffron_proto::marketing::{
    GetSubscriptionRequest, GetSubscriptionResponse, SetSubscriptionRequest, SetSubscriptionResponse,
    TakeTextRequest, TakeTextResponse, TakeTextStatusRequest, TakeTextStatusResponse,
};
use tonic::{Request, Response, Status};

use crate::app::{self, App};

/// The gateways' calls.
pub(super) struct Public {
    pub(super) app: Arc<App>,
}

#[tonic::async_trait]
impl PublicService for Public {
    async fn get_subscription(
        &self,
        request: Request<GetSubscriptionRequest>,
    ) -> Result<Response<GetSubscriptionResponse>, Status> {
        let now = app::subscription(&self.app, &request.get_ref().token).await.map_err(to_status)?;
        Ok(Response::new(GetSubscriptionResponse {
            business_name: now.business_name,
            address: now.address,
            subscribed: now.subscribed,
        }))
    }

    async fn set_subscription(
        &self,
        request: Request<SetSubscriptionRequest>,
    ) -> Result<Response<SetSubscriptionResponse>, Status> {
        let asked = request.into_inner();
        let now =
            app::set_subscription(&self.app, &asked.token, asked.subscribed).await.map_err(to_status)?;
        Ok(Response::new(SetSubscriptionResponse {
            business_name: now.business_name,
            address: now.address,
            subscribed: now.subscribed,
        }))
    }

    async fn take_text(
        &self,
        request: Request<TakeTextRequest>,
    ) -> Result<Response<TakeTextResponse>, Status> {
        let asked = request.into_inner().webhook.unwrap_or_default();
        let reply = app::take_text(&self.app, &asked.body, &asked.signature, &asked.url).await;
        Ok(Response::new(TakeTextResponse { reply: reply.map_err(to_status)? }))
    }

    async fn take_text_status(
        &self,
        request: Request<TakeTextStatusRequest>,
    ) -> Result<Response<TakeTextStatusResponse>, Status> {
        let asked = request.into_inner().webhook.unwrap_or_default();
        let taken = app::take_text_status(&self.app, &asked.body, &asked.signature, &asked.url).await;
        taken.map_err(to_status)?;
        Ok(Response::new(TakeTextStatusResponse {}))
    }
}
