//! notifications, as the gateway calls it.

use std::time::Duration;

use saffron_kit::config::{ConfigError, Env};
use saffron_kit::grpc::{Channel, MAX_MESSAGE, ServiceChannel, channel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::notifications as proto;
use saffron_proto::notifications::notifications_service_client::NotificationsServiceClient;
use saffron_proto::notifications::push_key_service_client::PushKeyServiceClient;
use tokio::sync::OnceCell;

use super::list::{Rows, piece};
use super::{answers, of_token_call};

const URL: &str = "SAFFRON_GATEWAY_NOTIFICATIONS_URL";
/// A push service is waited for within it.
const DEADLINE: Duration = Duration::from_secs(20);

piece!(ListCommunicationsResponse, list_communications_response, Communication, proto::Communication);

/// A connection to notifications.
#[derive(Clone)]
pub struct Notifications {
    channel: ServiceChannel,
    key: Secret,
    /// Never changes while an installation lives.
    push_key: OnceCell<String>,
}

impl Notifications {
    /// A connection to where the configuration says that notifications is.
    ///
    /// # Errors
    /// If the URL or the key is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<Notifications, ConfigError> {
        let url: String = env.required(URL)?;
        let key = env.secret("SAFFRON_GATEWAY_KEY")?;
        Ok(Notifications { channel: channel(URL, &url, DEADLINE)?, key, push_key: OnceCell::new() })
    }

    fn client(&self) -> NotificationsServiceClient<Channel> {
        NotificationsServiceClient::new(self.channel.channel.clone())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }

    /// Whether notifications serves.
    pub async fn answers(&self) -> bool {
        answers(&self.channel).await
    }

    /// What browsers subscribe with; asked once.
    pub async fn push_key(&self) -> Result<&str, Fault> {
        let ask = async || {
            let request = self.channel.as_gateway(&self.key, proto::GetPushKeyRequest {})?;
            let mut client = PushKeyServiceClient::new(self.channel.channel.clone());
            let answer = client.get_push_key(request).await.map_err(|e| from_status(&e))?;
            Ok::<String, Fault>(answer.into_inner().public_key)
        };
        self.push_key.get_or_try_init(ask).await.map(String::as_str)
    }

    /// The inbox, newest first.
    pub async fn communications(
        &self,
        token: &str,
        request: proto::ListCommunicationsRequest,
    ) -> Result<Rows<proto::ListCommunicationsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_communications(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// What the person has not viewed.
    pub async fn unread(&self, token: &str, pos_ids: Vec<String>) -> Result<proto::Unread, Fault> {
        let request = self.channel.as_caller(token, proto::CountUnreadRequest { pos_ids })?;
        let answer = self.client().count_unread(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().unread.unwrap_or_default())
    }

    /// Notes what the person viewed.
    pub async fn mark_viewed(
        &self,
        token: &str,
        request: proto::MarkViewedRequest,
    ) -> Result<proto::Unread, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().mark_viewed(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().unread.unwrap_or_default())
    }

    /// What the person wants to be told of.
    pub async fn rules(&self, token: &str, pos_id: String) -> Result<proto::Rules, Fault> {
        let request = self.channel.as_caller(token, proto::GetRulesRequest { pos_id })?;
        let answer = self.client().get_rules(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().rules.unwrap_or_default())
    }

    /// Changes what the person wants to be told of.
    pub async fn set_rules(
        &self,
        token: &str,
        request: proto::SetRulesRequest,
    ) -> Result<proto::Rules, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().set_rules(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().rules.unwrap_or_default())
    }

    /// The browsers that get the person's pushes.
    pub async fn devices(&self, token: &str) -> Result<Vec<proto::Device>, Fault> {
        let request = self.channel.as_caller(token, proto::ListDevicesRequest {})?;
        let answer = self.client().list_devices(request).await.map_err(|e| of_token_call(&e))?;
        let (mut parts, mut devices) = (answer.into_inner(), Vec::new());
        while let Some(part) = parts.message().await.map_err(|e| of_token_call(&e))? {
            devices.extend(part.device);
        }
        Ok(devices)
    }

    /// Adds a browser.
    pub async fn add_device(
        &self,
        token: &str,
        request: proto::AddDeviceRequest,
    ) -> Result<proto::Device, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().add_device(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().device.unwrap_or_default())
    }

    /// Removes a browser.
    pub async fn remove_device(&self, token: &str, device_id: String) -> Result<(), Fault> {
        let request = self.channel.as_caller(token, proto::RemoveDeviceRequest { device_id })?;
        self.client().remove_device(request).await.map_err(|e| of_token_call(&e))?;
        Ok(())
    }

    /// Sends a push to one browser.
    pub async fn test_push(&self, token: &str, device_id: String) -> Result<(), Fault> {
        let request = self.channel.as_caller(token, proto::TestPushRequest { device_id })?;
        self.client().test_push(request).await.map_err(|e| of_token_call(&e))?;
        Ok(())
    }
}
