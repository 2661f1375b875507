//! marketing, as the gateway calls it.

use std::time::Duration;

use saffron_kit::config::{ConfigError, Env};
use saffron_kit::grpc::{Channel, MAX_MESSAGE, ServiceChannel, channel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::marketing as proto;
use saffron_proto::marketing::marketing_service_client::MarketingServiceClient;
use saffron_proto::marketing::public_service_client::PublicServiceClient;

use super::list::{Part, Piece, Rows, piece};
use super::{answers, of_token_call};

const URL: &str = "SAFFRON_GATEWAY_MARKETING_URL";
/// A campaign to many is stored within it.
const DEADLINE: Duration = Duration::from_secs(25);

piece!(ListRecipientsResponse, list_recipients_response, Recipient, proto::Recipient);
piece!(ListCampaignsResponse, list_campaigns_response, Campaign, proto::Campaign);
piece!(ListOutcomesResponse, list_outcomes_response, Outcome, proto::RecipientOutcome);
piece!(ListConsentsResponse, list_consents_response, Entry, proto::ConsentEntry);
piece!(ListGuestTextsResponse, list_guest_texts_response, Text, proto::GuestText);

impl Piece for proto::ExportGuestResponse {
    type Row = proto::export_guest_response::Part;
    fn part(self) -> Option<Part<Self::Row>> {
        Some(match self.part? {
            proto::export_guest_response::Part::NextCursor(cursor) => Part::NextCursor(cursor),
            line => Part::Row(line),
        })
    }
}

/// A connection to marketing.
#[derive(Clone)]
pub struct Marketing {
    channel: ServiceChannel,
    key: Secret,
}

impl Marketing {
    /// A connection to where the configuration says that marketing is.
    ///
    /// # Errors
    /// If the URL or the key is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<Marketing, ConfigError> {
        let url: String = env.required(URL)?;
        Ok(Marketing { channel: channel(URL, &url, DEADLINE)?, key: env.secret("SAFFRON_GATEWAY_KEY")? })
    }

    fn client(&self) -> MarketingServiceClient<Channel> {
        MarketingServiceClient::new(self.channel.channel.clone())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }

    fn public(&self) -> PublicServiceClient<Channel> {
        PublicServiceClient::new(self.channel.channel.clone())
    }

    /// Whether marketing serves.
    pub async fn answers(&self) -> bool {
        answers(&self.channel).await
    }

    /// Whom a location may write to, and whom not.
    pub async fn recipients(
        &self,
        token: &str,
        request: proto::ListRecipientsRequest,
    ) -> Result<Rows<proto::ListRecipientsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_recipients(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// What is kept of a guest.
    pub async fn export(
        &self,
        token: &str,
        request: proto::ExportGuestRequest,
    ) -> Result<Rows<proto::ExportGuestResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().export_guest(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// What a campaign would be.
    pub async fn preview(
        &self,
        token: &str,
        draft: proto::Draft,
    ) -> Result<proto::PreviewCampaignResponse, Fault> {
        let message = proto::PreviewCampaignRequest { draft: Some(draft) };
        let request = self.channel.as_caller(token, message)?;
        Ok(self.client().preview_campaign(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// Stores a campaign, which is then sent.
    pub async fn send(
        &self,
        token: &str,
        request: proto::SendCampaignRequest,
    ) -> Result<proto::Campaign, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().send_campaign(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().campaign.unwrap_or_default())
    }

    /// Campaigns, newest first.
    pub async fn campaigns(
        &self,
        token: &str,
        request: proto::ListCampaignsRequest,
    ) -> Result<Rows<proto::ListCampaignsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_campaigns(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// One campaign.
    pub async fn campaign(
        &self,
        token: &str,
        request: proto::GetCampaignRequest,
    ) -> Result<proto::Campaign, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().get_campaign(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().campaign.unwrap_or_default())
    }

    /// What became of each recipient.
    pub async fn outcomes(
        &self,
        token: &str,
        request: proto::ListOutcomesRequest,
    ) -> Result<Rows<proto::ListOutcomesResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_outcomes(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// Pauses a campaign, goes on with it, or stops it.
    pub async fn change(
        &self,
        token: &str,
        request: proto::ChangeCampaignRequest,
    ) -> Result<proto::Campaign, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().change_campaign(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().campaign.unwrap_or_default())
    }

    /// What a guest agreed to and refused, newest first.
    pub async fn consents(
        &self,
        token: &str,
        request: proto::ListConsentsRequest,
    ) -> Result<Rows<proto::ListConsentsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_consents(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// Notes a guest's wish.
    pub async fn note_consent(
        &self,
        token: &str,
        request: proto::NoteConsentRequest,
    ) -> Result<proto::NoteConsentResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.client().note_consent(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// Whether a message about a reward may go to a guest, as things stand now.
    pub async fn preview_reward(
        &self,
        token: &str,
        request: proto::PreviewRewardRequest,
    ) -> Result<proto::PreviewRewardResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.client().preview_reward(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// What guests wrote by text, newest first.
    pub async fn guest_texts(
        &self,
        token: &str,
        request: proto::ListGuestTextsRequest,
    ) -> Result<Rows<proto::ListGuestTextsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_guest_texts(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// Whose messages a link stops.
    pub async fn subscription(&self, token: String) -> Result<proto::GetSubscriptionResponse, Fault> {
        let message = proto::GetSubscriptionRequest { token };
        let request = self.channel.as_gateway(&self.key, message)?;
        Ok(self.public().get_subscription(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// The person's own opt-out, or opt-in.
    pub async fn subscribe(
        &self,
        token: String,
        subscribed: bool,
    ) -> Result<proto::SetSubscriptionResponse, Fault> {
        let message = proto::SetSubscriptionRequest { token, subscribed };
        let request = self.channel.as_gateway(&self.key, message)?;
        Ok(self.public().set_subscription(request).await.map_err(|e| from_status(&e))?.into_inner())
    }

    /// What a person wrote; gives what they are answered.
    pub async fn take_text(&self, webhook: proto::SmsWebhook) -> Result<String, Fault> {
        let message = proto::TakeTextRequest { webhook: Some(webhook) };
        let request = self.channel.as_gateway(&self.key, message)?;
        Ok(self.public().take_text(request).await.map_err(|e| from_status(&e))?.into_inner().reply)
    }

    /// What became of a text.
    pub async fn take_text_status(&self, webhook: proto::SmsWebhook) -> Result<(), Fault> {
        let message = proto::TakeTextStatusRequest { webhook: Some(webhook) };
        let request = self.channel.as_gateway(&self.key, message)?;
        self.public().take_text_status(request).await.map_err(|e| from_status(&e))?;
        Ok(())
    }
}
