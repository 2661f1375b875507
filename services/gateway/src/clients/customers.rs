//! customers, as the gateway calls it.

use std::time::Duration;

use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::grpc::{Channel, MAX_MESSAGE, ServiceChannel, channel};
use saffron_proto::customers as proto;
use saffron_proto::customers::customers_service_client::CustomersServiceClient;

use super::list::{Rows, piece};
use super::{answers, of_token_call};

const URL: &str = "SAFFRON_GATEWAY_CUSTOMERS_URL";
const DEADLINE: Duration = Duration::from_secs(20);

piece!(ListCustomersResponse, list_customers_response, Customer, proto::Customer);
piece!(ListTwinsResponse, list_twins_response, Twin, proto::Twin);
piece!(ListPointsResponse, list_points_response, Entry, proto::PointsEntry);

/// A connection to customers.
#[derive(Clone)]
pub struct Customers {
    channel: ServiceChannel,
}

impl Customers {
    /// A connection to where the configuration says that customers is.
    ///
    /// # Errors
    /// If the URL is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<Customers, ConfigError> {
        let url: String = env.required(URL)?;
        Ok(Customers { channel: channel(URL, &url, DEADLINE)? })
    }

    fn client(&self) -> CustomersServiceClient<Channel> {
        CustomersServiceClient::new(self.channel.channel.clone()).max_decoding_message_size(MAX_MESSAGE)
    }

    /// Whether customers serves.
    pub async fn answers(&self) -> bool {
        answers(&self.channel).await
    }

    /// Guests, who came last first.
    pub async fn list(
        &self,
        token: &str,
        request: proto::ListCustomersRequest,
    ) -> Result<Rows<proto::ListCustomersResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_customers(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// One guest with their rewards.
    pub async fn one(
        &self,
        token: &str,
        pos_id: &PosId,
        id: &CustomerId,
    ) -> Result<proto::GetCustomerResponse, Fault> {
        let message =
            proto::GetCustomerRequest { pos_id: pos_id.to_string(), pos_customer_id: id.to_string() };
        let request = self.channel.as_caller(token, message)?;
        Ok(self.client().get_customer(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// What moved a guest's points.
    pub async fn points(
        &self,
        token: &str,
        request: proto::ListPointsRequest,
    ) -> Result<Rows<proto::ListPointsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_points(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// Gives a guest an item.
    pub async fn send_item(
        &self,
        token: &str,
        request: proto::SendRewardItemRequest,
    ) -> Result<proto::SendRewardItemResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.client().send_reward_item(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// Gives a guest points.
    pub async fn send_points(
        &self,
        token: &str,
        request: proto::SendRewardPointRequest,
    ) -> Result<proto::SendRewardPointResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.client().send_reward_point(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// At which percentage points are earned, and what they stand for.
    pub async fn percent(
        &self,
        token: &str,
        pos_id: &PosId,
    ) -> Result<proto::GetRewardPercentResponse, Fault> {
        let message = proto::GetRewardPercentRequest { pos_id: pos_id.to_string() };
        let request = self.channel.as_caller(token, message)?;
        Ok(self.client().get_reward_percent(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// Changes the percentage from now on.
    pub async fn update_percent(
        &self,
        token: &str,
        request: proto::UpdateRewardPercentRequest,
    ) -> Result<proto::GetRewardPercentResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().update_reward_percent(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().now.unwrap_or_default())
    }

    /// All that is kept about a guest, as JSON.
    pub async fn export(&self, token: &str, pos_id: &PosId, id: &CustomerId) -> Result<String, Fault> {
        let message =
            proto::ExportCustomerRequest { pos_id: pos_id.to_string(), pos_customer_id: id.to_string() };
        let request = self.channel.as_caller(token, message)?;
        let answer = self.client().export_customer(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().document)
    }

    /// Other guests with the same email or phone.
    pub async fn twins(
        &self,
        token: &str,
        request: proto::ListTwinsRequest,
    ) -> Result<Rows<proto::ListTwinsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_twins(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// Forgets who a guest is, and who those are that are named with it.
    pub async fn erase(&self, token: &str, request: proto::EraseCustomerRequest) -> Result<(), Fault> {
        let request = self.channel.as_caller(token, request)?;
        self.client().erase_customer(request).await.map_err(|e| of_token_call(&e))?;
        Ok(())
    }
}
