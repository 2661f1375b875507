use std::sync::Arc;

use futures::StreamExt as _;
use futures::stream::BoxStream;
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, list, to_status};
use saffron_proto::marketing::marketing_service_server::MarketingService;
use saffron_proto::marketing::{
    Campaign, ChangeCampaignRequest, ChangeCampaignResponse, ExportGuestRequest, ExportGuestResponse,
    GetCampaignRequest, GetCampaignResponse, ListCampaignsRequest, ListCampaignsResponse,
    ListConsentsRequest, ListConsentsResponse, ListGuestTextsRequest, ListGuestTextsResponse,
    ListOutcomesRequest, ListOutcomesResponse, ListRecipientsRequest, ListRecipientsResponse,
    NoteConsentRequest, NoteConsentResponse, PreviewCampaignRequest, PreviewCampaignResponse,
    PreviewRewardRequest, PreviewRewardResponse, SendCampaignRequest, SendCampaignResponse,
};
use tonic::{Request, Response, Status};

use super::export::{Export, ExportCursor};
use super::lists::{Campaigns, Consents, Outcomes, People};
use super::texts::GuestTexts;
use super::{asked, refused, wire};
use crate::app::{self, App, no_such_campaign, no_such_customer};
use crate::domain::Channel;
use crate::store::{self, EntryCursor};

/// The owners' calls.
pub(super) struct Marketing {
    pub(super) app: Arc<App>,
}

type Answer<T> = Result<Response<T>, Status>;
type Parts<T> = BoxStream<'static, Result<T, Status>>;

impl Marketing {
    /// A campaign with what its code brought, as calls answer it.
    async fn shown(&self, caller: &Caller, campaign: store::Campaign) -> Result<Campaign, Fault> {
        let zone = caller.zone(&campaign.pos_id)?.clone();
        let code = campaign.content.promo_code.clone();
        let mut tx = self.app.database.begin().await?;
        let mut results = store::code_results(&mut tx, &campaign.pos_id, std::slice::from_ref(&code)).await?;
        Ok(wire::campaign(&zone, campaign, results.remove(&code)))
    }
}

#[tonic::async_trait]
impl MarketingService for Marketing {
    type ListRecipientsStream = Parts<ListRecipientsResponse>;
    type ListCampaignsStream = Parts<ListCampaignsResponse>;
    type ListOutcomesStream = Parts<ListOutcomesResponse>;
    type ListConsentsStream = Parts<ListConsentsResponse>;
    type ListGuestTextsStream = Parts<ListGuestTextsResponse>;
    type ExportGuestStream = Parts<ExportGuestResponse>;

    async fn list_recipients(
        &self,
        request: Request<ListRecipientsRequest>,
    ) -> Answer<Self::ListRecipientsStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) =
            People::of(self.app.clone(), &caller, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn preview_campaign(
        &self,
        request: Request<PreviewCampaignRequest>,
    ) -> Answer<PreviewCampaignResponse> {
        let caller = Caller::of(&request)?;
        let (pos_id, draft, name, website) =
            asked::draft(&caller, request.into_inner().draft, true).map_err(refused)?;
        let shown = app::preview(&self.app, &caller, &pos_id, &draft, (&name, &website)).await;
        Ok(Response::new(wire::preview(shown.map_err(to_status)?)))
    }

    async fn send_campaign(&self, request: Request<SendCampaignRequest>) -> Answer<SendCampaignResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, draft, business_name, website) =
            asked::draft(&caller, message.draft, false).map_err(refused)?;
        let send = app::Send {
            pos_id,
            campaign: asked::campaign(&message.campaign_id).map_err(refused)?,
            draft,
            business_name,
            website,
            idempotency_key: message.idempotency_key,
        };
        let campaign = app::send_campaign(&self.app, &caller, send).await.map_err(to_status)?;
        let campaign = self.shown(&caller, campaign).await.map_err(to_status)?;
        Ok(Response::new(SendCampaignResponse { campaign: Some(campaign) }))
    }

    async fn list_campaigns(
        &self,
        request: Request<ListCampaignsRequest>,
    ) -> Answer<Self::ListCampaignsStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) = Campaigns::of(&caller, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn get_campaign(&self, request: Request<GetCampaignRequest>) -> Answer<GetCampaignResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let pos_id = asked::location(&caller, &message.pos_id).map_err(refused)?;
        let id = asked::campaign(&message.campaign_id).map_err(refused)?;
        let mut tx = self.app.database.begin().await.map_err(to_status)?;
        let found = store::find_campaign(&mut tx, id).await.map_err(to_status)?;
        let campaign = found
            .filter(|campaign| campaign.pos_id == pos_id && !campaign.is_of_reward())
            .ok_or_else(|| refused(no_such_campaign()))?;
        drop(tx);
        let campaign = self.shown(&caller, campaign).await.map_err(to_status)?;
        Ok(Response::new(GetCampaignResponse { campaign: Some(campaign) }))
    }

    async fn list_outcomes(&self, request: Request<ListOutcomesRequest>) -> Answer<Self::ListOutcomesStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) = Outcomes::of(&caller, request.get_ref()).map_err(refused)?;
        let mut tx = self.app.database.begin().await.map_err(to_status)?;
        let found = store::find_campaign(&mut tx, list.campaign).await.map_err(to_status)?;
        found
            .filter(|campaign| campaign.pos_id == list.pos_id && !campaign.is_of_reward())
            .ok_or_else(|| refused(no_such_campaign()))?;
        drop(tx);
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn change_campaign(
        &self,
        request: Request<ChangeCampaignRequest>,
    ) -> Answer<ChangeCampaignResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let pos_id = asked::location(&caller, &message.pos_id).map_err(refused)?;
        let id = asked::campaign(&message.campaign_id).map_err(refused)?;
        let change = asked::change(message.change).map_err(refused)?;
        let campaign =
            app::change_campaign(&self.app, &caller, &pos_id, id, change).await.map_err(to_status)?;
        let campaign = self.shown(&caller, campaign).await.map_err(to_status)?;
        Ok(Response::new(ChangeCampaignResponse { campaign: Some(campaign) }))
    }

    async fn list_consents(&self, request: Request<ListConsentsRequest>) -> Answer<Self::ListConsentsStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let guest = asked::guest(&caller, &message.pos_id, &message.pos_customer_id).map_err(refused)?;
        let zone = caller.zone(&guest.0).map_err(refused)?.clone();
        let after = list::after(&message.cursor, EntryCursor::parse).map_err(refused)?;
        let limit = list::limit(message.limit).map_err(refused)?;
        let mut tx = self.app.database.begin().await.map_err(to_status)?;
        let contact = store::find_contact(&mut tx, &guest).await.map_err(to_status)?;
        let contact = contact.ok_or_else(|| refused(no_such_customer()))?;
        drop(tx);
        let addresses = [Channel::Email, Channel::Text].into_iter().filter_map(|channel| {
            contact.address(channel).map(|address| (channel, self.app.hasher.address(address)))
        });
        let list = Consents { pos_id: guest.0, zone, addresses: addresses.collect() };
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn note_consent(&self, request: Request<NoteConsentRequest>) -> Answer<NoteConsentResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let guest = asked::guest(&caller, &message.pos_id, &message.pos_customer_id).map_err(refused)?;
        let channel = asked::some_channel(message.channel).map_err(refused)?;
        let now = app::note_consent(&self.app, &caller, &guest, channel, message.granted).await;
        let exclusion = wire::exclusion(now.map_err(to_status)?).into();
        Ok(Response::new(NoteConsentResponse { exclusion }))
    }

    async fn preview_reward(&self, request: Request<PreviewRewardRequest>) -> Answer<PreviewRewardResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let guest = asked::guest(&caller, &message.pos_id, &message.pos_customer_id).map_err(refused)?;
        let may = app::preview_reward(&self.app, &guest, message.has_message).await.map_err(to_status)?;
        let (channel, why) = match may {
            Some(Ok(channel)) => (wire::channel(channel).into(), None),
            Some(Err(why)) => (0, Some(why)),
            None => (0, None),
        };
        Ok(Response::new(PreviewRewardResponse { channel, exclusion: wire::exclusion(why).into() }))
    }

    async fn list_guest_texts(
        &self,
        request: Request<ListGuestTextsRequest>,
    ) -> Answer<Self::ListGuestTextsStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) = GuestTexts::of(&caller, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn export_guest(&self, request: Request<ExportGuestRequest>) -> Answer<Self::ExportGuestStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let guest = asked::guest(&caller, &message.pos_id, &message.pos_customer_id).map_err(refused)?;
        let zone = caller.zone(&guest.0).map_err(refused)?.clone();
        let after = list::after(&message.cursor, ExportCursor::parse).map_err(refused)?;
        let limit = list::limit(message.limit).map_err(refused)?;
        let mut tx = self.app.database.begin().await.map_err(to_status)?;
        let contact = store::find_contact(&mut tx, &guest).await.map_err(to_status)?;
        drop(tx);
        let list = Export { app: self.app.clone(), guest, zone, contact };
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }
}
