//! The neighbors of marketing: the gateway with its webhooks, and customers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::post;
use saffron_kit::Secret;
use saffron_proto::customers::reward_messages_service_server::{
    RewardMessagesService, RewardMessagesServiceServer,
};
use saffron_proto::customers::{GetRewardMessageRequest, GetRewardMessageResponse};
use saffron_proto::marketing::public_service_client::PublicServiceClient;
use saffron_proto::marketing::{SmsWebhook, TakeTextRequest, TakeTextStatusRequest};
use saffron_testkit::Connection;
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use crate::world::GATEWAY_KEY;

/// Messages of rewards, by the reward.
pub type Rewards = Arc<Mutex<BTreeMap<String, GetRewardMessageResponse>>>;

/// The running service, and the origin of the gateway.
pub type Hooks = (Connection, String);

/// Hands the SMS provider's webhooks on, as the gateway does.
async fn hook(
    State((channel, origin)): State<Hooks>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let channel = channel.lock().unwrap().clone();
    let webhook = Some(SmsWebhook {
        body: body.to_vec(),
        signature: headers["x-twilio-signature"].to_str().unwrap().to_owned(),
        url: format!("{origin}{}", uri.path()),
    });
    let key = Secret::new(GATEWAY_KEY);
    let mut client = PublicServiceClient::new(channel.channel.clone());
    if uri.path().ends_with("/inbound") {
        let request = channel.as_gateway(&key, TakeTextRequest { webhook }).unwrap();
        return match client.take_text(request).await {
            Ok(answer) => {
                let reply = answer.into_inner().reply;
                (StatusCode::OK, format!("<Response><Message>{reply}</Message></Response>"))
            }
            Err(_) => (StatusCode::SERVICE_UNAVAILABLE, String::new()),
        };
    }
    let request = channel.as_gateway(&key, TakeTextStatusRequest { webhook }).unwrap();
    match client.take_text_status(request).await {
        Ok(_) => (StatusCode::OK, String::new()),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, String::new()),
    }
}

/// Serves the SMS provider's webhooks, as a gateway of this origin.
pub fn take_hooks(listener: TcpListener, hooks: Hooks) {
    let app = Router::new()
        .route("/notification/webhooks/sms/inbound", post(hook))
        .route("/notification/webhooks/sms/status", post(hook))
        .with_state(hooks);
    tokio::spawn(async move { axum::serve(listener, app).await });
}

struct Customers(Rewards);

#[tonic::async_trait]
impl RewardMessagesService for Customers {
    async fn get_reward_message(
        &self,
        request: Request<GetRewardMessageRequest>,
    ) -> Result<Response<GetRewardMessageResponse>, Status> {
        let known = self.0.lock().unwrap();
        let message = known.get(&request.get_ref().reward_id).cloned();
        message.map(Response::new).ok_or_else(|| Status::not_found("no such reward"))
    }
}

/// Starts customers with these messages; gives its URL.
pub async fn customers(rewards: Rewards) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = Server::builder().add_service(RewardMessagesServiceServer::new(Customers(rewards)));
    tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
    url
}
