//! inventory, as the gateway calls it.

use std::time::Duration;

use saffron_core::PosId;
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::grpc::{Channel, MAX_MESSAGE, ServiceChannel, channel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::inventory as proto;
use saffron_proto::inventory::counter_service_client::CounterServiceClient;
use saffron_proto::inventory::inventory_service_client::InventoryServiceClient;

use super::list::{Rows, piece};
use super::{answers, of_token_call};

const URL: &str = "SAFFRON_GATEWAY_INVENTORY_URL";
/// A picture is worked within it.
const DEADLINE: Duration = Duration::from_secs(20);

piece!(ListItemsResponse, list_items_response, Item, proto::Item);
piece!(ListEditsResponse, list_edits_response, Edit, proto::Edit);
piece!(ListPromotionsResponse, list_promotions_response, Promotion, proto::Promotion);

/// A connection to inventory.
#[derive(Clone)]
pub struct Inventory {
    channel: ServiceChannel,
    key: Secret,
}

impl Inventory {
    /// A connection to where the configuration says that inventory is.
    ///
    /// # Errors
    /// If the URL or the key is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<Inventory, ConfigError> {
        let url: String = env.required(URL)?;
        Ok(Inventory { channel: channel(URL, &url, DEADLINE)?, key: env.secret("SAFFRON_GATEWAY_KEY")? })
    }

    fn menu(&self) -> InventoryServiceClient<Channel> {
        InventoryServiceClient::new(self.channel.channel.clone())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }

    fn counter(&self) -> CounterServiceClient<Channel> {
        CounterServiceClient::new(self.channel.channel.clone()).max_decoding_message_size(MAX_MESSAGE)
    }

    /// Whether inventory serves.
    pub async fn answers(&self) -> bool {
        answers(&self.channel).await
    }

    /// Items by name.
    pub async fn items(
        &self,
        token: &str,
        request: proto::ListItemsRequest,
    ) -> Result<Rows<proto::ListItemsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.menu().list_items(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// One item.
    pub async fn item(
        &self,
        token: &str,
        request: proto::GetItemRequest,
    ) -> Result<proto::GetItemResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.menu().get_item(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// Changes an item.
    pub async fn update(&self, token: &str, request: proto::UpdateItemRequest) -> Result<proto::Item, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.menu().update_item(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().item.unwrap_or_default())
    }

    /// Keeps a picture and gives its URL.
    pub async fn upload(&self, token: &str, pos_id: &PosId, image: Vec<u8>) -> Result<String, Fault> {
        let message = proto::UploadImageRequest { pos_id: pos_id.to_string(), image };
        let request = self.channel.as_caller(token, message)?;
        let answer = self.menu().upload_image(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().image_url)
    }

    /// Marks items as sold out, or takes the marks back.
    pub async fn mark_sold_out(
        &self,
        token: &str,
        request: proto::MarkSoldOutRequest,
    ) -> Result<Vec<proto::Item>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.menu().mark_sold_out(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().items)
    }

    /// Who changed what.
    pub async fn edits(
        &self,
        token: &str,
        request: proto::ListEditsRequest,
    ) -> Result<Rows<proto::ListEditsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.menu().list_edits(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// What is, will be and was on offer.
    pub async fn promotions(
        &self,
        token: &str,
        request: proto::ListPromotionsRequest,
    ) -> Result<Rows<proto::ListPromotionsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.menu().list_promotions(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// Keeps a promo code for a campaign.
    pub async fn reserve_code(&self, token: &str, request: proto::ReserveCodeRequest) -> Result<(), Fault> {
        let request = self.channel.as_caller(token, request)?;
        self.menu().reserve_code(request).await.map_err(|e| of_token_call(&e))?;
        Ok(())
    }

    /// What owners changed, for a till.
    pub async fn changes(
        &self,
        request: proto::ListChangesRequest,
    ) -> Result<proto::ListChangesResponse, Fault> {
        let request = self.channel.as_gateway(&self.key, request)?;
        Ok(self.counter().list_changes(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// A picture.
    pub async fn image(&self, name: String) -> Result<proto::GetImageResponse, Fault> {
        let request = self.channel.as_gateway(&self.key, proto::GetImageRequest { name })?;
        Ok(self.counter().get_image(request).await.map_err(|e| from_status(&e))?.into_inner())
    }
}
