use std::sync::Arc;

use saffron_core::{Calendar, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, Mirrored as _, answer};
use saffron_proto::marketing::marketing_service_server::MarketingService;
use saffron_proto::marketing::{
    Campaign, ChangeCampaignRequest, ChangeCampaignResponse, ExportGuestRequest, ExportGuestResponse,
    GetCampaignRequest, GetCampaignResponse, ListCampaignsRequest, ListCampaignsResponse,
    ListConsentsRequest, ListConsentsResponse, ListGuestTextsRequest, ListGuestTextsResponse,
    ListOutcomesRequest, ListOutcomesResponse, ListRecipientsRequest, ListRecipientsResponse,
    NoteConsentRequest, NoteConsentResponse, PreviewCampaignRequest, PreviewCampaignResponse,
    PreviewRewardRequest, PreviewRewardResponse, SendCampaignRequest, SendCampaignResponse, SendFileRequest,
    SendFileResponse, SendTestRequest, SendTestResponse,
};
use tonic::Request;

use super::export::Export;
use super::lists::{Campaigns, Consents, GuestEligibility, GuestTexts, Outcomes};
use super::{answers, requests};
use crate::app::{self, App, NewCampaign, NewFile, no_such_campaign, no_such_customer};
use crate::domain::{Channel, Contact, Guest, Outcome, parse_search};
use crate::store;

/// The calls of owners.
pub(super) struct Marketing {
    pub(super) app: Arc<App>,
}

impl Marketing {
    /// A campaign with the results of its promo code, as a message.
    async fn with_result(
        &self,
        calendar: &Calendar,
        campaign: store::Campaign,
    ) -> Result<Option<Campaign>, Fault> {
        let code = campaign.content.promo_code.clone();
        let mut tx = self.app.database.begin().await?;
        let mut results = store::code_results(&mut tx, &campaign.pos_id, std::slice::from_ref(&code)).await?;
        Ok(Some(answers::campaign(&self.app, calendar, campaign, results.remove(&code))))
    }

    /// A campaign of a location.
    async fn campaign(&self, pos_id: &PosId, id: &str) -> Result<store::Campaign, Fault> {
        let id = requests::campaign_id(id)?;
        let mut tx = self.app.database.begin().await?;
        let found = store::find_campaign(&mut tx, id).await?;
        Ok(found.filter(|campaign| campaign.is_shown_at(pos_id)).ok_or_else(no_such_campaign)?)
    }

    async fn contact(&self, guest: &Guest) -> Result<Option<Contact>, Fault> {
        let mut tx = self.app.database.begin().await?;
        store::find_contact(&mut tx, guest).await
    }
}

#[tonic::async_trait]
impl MarketingService for Marketing {
    type ListRecipientsStream = Messages<ListRecipientsResponse>;
    type ListCampaignsStream = Messages<ListCampaignsResponse>;
    type ListOutcomesStream = Messages<ListOutcomesResponse>;
    type ListConsentsStream = Messages<ListConsentsResponse>;
    type ListGuestTextsStream = Messages<ListGuestTextsResponse>;
    type ExportGuestStream = Messages<ExportGuestResponse>;

    async fn list_recipients(
        &self,
        request: Request<ListRecipientsRequest>,
    ) -> Answer<Self::ListRecipientsStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, _) = requests::location(&caller, &message.pos_id)?;
        let channel = requests::channel(message.channel)?;
        let search = parse_search(&message.search).map_err(Fault::from)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        Ok(list::stream(GuestEligibility { app: self.app.clone(), pos_id, channel, search }, wanted))
    }

    async fn preview_campaign(
        &self,
        request: Request<PreviewCampaignRequest>,
    ) -> Answer<PreviewCampaignResponse> {
        let caller = Caller::of(&request)?;
        let (pos_id, draft, name, website) = requests::draft(&caller, request.into_inner().draft, true)?;
        let preview = app::preview(&self.app, &pos_id, &draft, (&name, &website)).await?;
        answer(answers::preview(&self.app, draft.channel, preview))
    }

    async fn send_test(&self, request: Request<SendTestRequest>) -> Answer<SendTestResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, draft, name, website) = requests::draft(&caller, message.draft, true)?;
        let to = requests::own_address(draft.channel, &message.to)?;
        app::send_test(&self.app, &caller, &pos_id, &draft, (&name, &website), &to).await?;
        answer(SendTestResponse { sent_to: to.shortened() })
    }

    async fn send_file(&self, request: Request<SendFileRequest>) -> Answer<SendFileResponse> {
        let caller = Caller::of(&request)?;
        let SendFileRequest { to, name, content, reply_to } = request.into_inner();
        let file = NewFile::check(&to, &reply_to, name, content).map_err(Fault::from)?;
        app::send_file(&self.app, &caller, file).await?;
        answer(SendFileResponse {})
    }

    async fn send_campaign(&self, request: Request<SendCampaignRequest>) -> Answer<SendCampaignResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, draft, business_name, website) = requests::draft(&caller, message.draft, false)?;
        let calendar = caller.calendar(&pos_id)?;
        let new = NewCampaign {
            pos_id,
            campaign: requests::campaign_id(&message.campaign_id)?,
            draft,
            business_name,
            website,
            idempotency_key: message.idempotency_key,
        };
        let campaign = app::send_campaign(&self.app, &caller, new).await?;
        answer(SendCampaignResponse { campaign: self.with_result(calendar, campaign).await? })
    }

    async fn list_campaigns(
        &self,
        request: Request<ListCampaignsRequest>,
    ) -> Answer<Self::ListCampaignsStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar) = requests::location(&caller, &message.pos_id)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let channel = Channel::of_message(message.channel);
        Ok(list::stream(Campaigns { app: self.app.clone(), pos_id, calendar, channel }, wanted))
    }

    async fn get_campaign(&self, request: Request<GetCampaignRequest>) -> Answer<GetCampaignResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar) = requests::location(&caller, &message.pos_id)?;
        let campaign = self.campaign(&pos_id, &message.campaign_id).await?;
        answer(GetCampaignResponse { campaign: self.with_result(&calendar, campaign).await? })
    }

    async fn list_outcomes(&self, request: Request<ListOutcomesRequest>) -> Answer<Self::ListOutcomesStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar) = requests::location(&caller, &message.pos_id)?;
        let search = parse_search(&message.search).map_err(Fault::from)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let campaign = self.campaign(&pos_id, &message.campaign_id).await?.id;
        let outcome = Outcome::of_message(message.outcome);
        Ok(list::stream(Outcomes { app: self.app.clone(), campaign, calendar, outcome, search }, wanted))
    }

    async fn change_campaign(
        &self,
        request: Request<ChangeCampaignRequest>,
    ) -> Answer<ChangeCampaignResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar) = requests::location(&caller, &message.pos_id)?;
        let id = requests::campaign_id(&message.campaign_id)?;
        let change = requests::change(message.change)?;
        let campaign = app::change_campaign(&self.app, &pos_id, id, change).await?;
        answer(ChangeCampaignResponse { campaign: self.with_result(&calendar, campaign).await? })
    }

    async fn list_consents(&self, request: Request<ListConsentsRequest>) -> Answer<Self::ListConsentsStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (guest, calendar) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let contact = self.contact(&guest).await?.ok_or_else(|| Fault::from(no_such_customer()))?;
        let addresses =
            contact.addresses().map(|address| (address.channel(), self.app.hasher.address(address)));
        let addresses = addresses.collect();
        Ok(list::stream(Consents { app: self.app.clone(), pos_id: guest.0, calendar, addresses }, wanted))
    }

    async fn note_consent(&self, request: Request<NoteConsentRequest>) -> Answer<NoteConsentResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (guest, _) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let channel = requests::channel(message.channel)?;
        let why = app::note_consent(&self.app, &caller, &guest, channel, message.granted).await?;
        answer(NoteConsentResponse { exclusion: answers::exclusion(why) })
    }

    async fn preview_reward(&self, request: Request<PreviewRewardRequest>) -> Answer<PreviewRewardResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (guest, _) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let (channel, why) = match app::preview_reward(&self.app, &guest, message.has_message).await? {
            Some(Ok(channel)) => (channel.for_message(), None),
            Some(Err(why)) => (0, Some(why)),
            None => (0, None),
        };
        answer(PreviewRewardResponse { channel, exclusion: answers::exclusion(why) })
    }

    async fn list_guest_texts(
        &self,
        request: Request<ListGuestTextsRequest>,
    ) -> Answer<Self::ListGuestTextsStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar) = requests::location(&caller, &message.pos_id)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let id = requests::text_id(&message.text_id)?;
        Ok(list::stream(GuestTexts { app: self.app.clone(), pos_id, calendar, id }, wanted))
    }

    async fn export_guest(&self, request: Request<ExportGuestRequest>) -> Answer<Self::ExportGuestStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (guest, calendar) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let ids = store::find_person(&mut self.app.database.begin().await?, &guest).await?;
        Ok(list::stream(Export { app: self.app.clone(), pos_id: guest.0, calendar, ids }, wanted))
    }
}
