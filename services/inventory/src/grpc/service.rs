use std::sync::Arc;

use saffron_core::{Error, ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, Mirrored as _, answer};
use saffron_proto::inventory::inventory_service_server::InventoryService;
use saffron_proto::inventory::{
    self as proto, GetCodeDeliveryRequest, GetCodeDeliveryResponse, GetItemFactsRequest,
    GetItemFactsResponse, GetItemRequest, GetItemResponse, ListEditsRequest, ListEditsResponse,
    ListItemsRequest, ListItemsResponse, ListPromotionsRequest, ListPromotionsResponse, MarkSoldOutRequest,
    MarkSoldOutResponse, ReserveCodeRequest, ReserveCodeResponse, UpdateItemRequest, UpdateItemResponse,
    UploadImageRequest, UploadImageResponse,
};
use tonic::Request;

use super::edits::EditList;
use super::items::{ItemList, sent_item, to_proto};
use super::promotions::PromotionList;
use super::requests;
use crate::app::{self, App, CodeDelivery, Update};
use crate::domain::{PromoCode, no_such_item, sort_name};
use crate::store::{self, ItemKey};

saffron_kit::mirrored!(CodeDelivery, proto::CodeDelivery: Delivered, Waiting, Manual);

/// The calls of owners.
pub(super) struct Inventory {
    pub(super) app: Arc<App>,
}

impl Inventory {
    /// The requested item: of the named location, otherwise of the only location of the caller that has it.
    async fn find_key(&self, caller: &Caller, pos_id: &str, id: ItemId) -> Result<ItemKey, Fault> {
        let several = "Several of your locations have such an item: say which.";
        if !pos_id.is_empty() {
            return Ok((caller.location(pos_id, several)?.0, id));
        }
        let mine: Vec<PosId> = caller.locations.keys().cloned().collect();
        let mut found = store::locations_with_item(&self.app.database, &mine, &id).await?.into_iter();
        match (found.next(), found.next()) {
            (Some(only), None) => Ok((only, id)),
            (None, _) => Err(no_such_item(&id).into()),
            _ => Err(Error::invalid("posID", several).into()),
        }
    }
}

#[tonic::async_trait]
impl InventoryService for Inventory {
    type ListItemsStream = Messages<ListItemsResponse>;
    type ListEditsStream = Messages<ListEditsResponse>;
    type ListPromotionsStream = Messages<ListPromotionsResponse>;

    async fn list_items(&self, request: Request<ListItemsRequest>) -> Answer<Self::ListItemsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let list = ItemList::for_request(self.app.database.clone(), &caller, message, self.app.now())?;
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn get_item(&self, request: Request<GetItemRequest>) -> Answer<GetItemResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let id = requests::item_id(&message.pos_item_id)?;
        let key = self.find_key(&caller, &message.pos_id, id).await?;
        let found = store::find_item(&self.app.database, &key).await?;
        let item = found.ok_or_else(|| Fault::from(no_such_item(&key.1)))?;
        let others: Vec<PosId> = caller.locations.keys().filter(|other| **other != key.0).cloned().collect();
        let name = sort_name(item.display_name());
        let same = store::same_items(&self.app.database, &others, &key.1, &name).await?;
        let also_at = same.iter().filter(|(_, id)| *id == key.1).map(|(pos_id, _)| pos_id.to_string());
        let also_at = also_at.collect();
        let same = same.into_iter();
        let same_items =
            same.map(|(pos_id, id)| proto::ItemAtLocation { pos_id: pos_id.into(), pos_item_id: id.into() });
        let item = Some(to_proto(&item, caller.calendar(&key.0)?, self.app.now()));
        answer(GetItemResponse { item, also_at, same_items: same_items.collect() })
    }

    async fn update_item(&self, request: Request<UpdateItemRequest>) -> Answer<UpdateItemResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let id = requests::item_id(&message.pos_item_id)?;
        let key = self.find_key(&caller, &message.pos_id, id).await?;
        let calendar = caller.calendar(&key.0)?;
        let edit = requests::item_edit(message, calendar.today(self.app.now()))?;
        let version = (message.version != 0).then_some(message.version);
        let item = app::update_item(&self.app, &caller, Update { key, edit, version }).await?;
        answer(UpdateItemResponse { item: Some(to_proto(&item, calendar, self.app.now())) })
    }

    async fn upload_image(&self, request: Request<UploadImageRequest>) -> Answer<UploadImageResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, _) = caller.location(&message.pos_id, "Please select location to upload a picture.")?;
        let name = app::upload_image(&self.app, &caller, &pos_id, message.image).await?;
        answer(UploadImageResponse { image_url: name.url() })
    }

    async fn mark_sold_out(&self, request: Request<MarkSoldOutRequest>) -> Answer<MarkSoldOutResponse> {
        let (caller, now) = (Caller::of(&request)?, self.app.now());
        let (keys, marks) = requests::parse_marking(&caller, request.get_ref(), now)?;
        let items = app::mark_sold_out(&self.app, &caller, keys, &marks).await?;
        let items = items.values().map(|item| Ok(to_proto(item, caller.calendar(&item.pos_id)?, now)));
        answer(MarkSoldOutResponse { items: items.collect::<Result<_, Fault>>()? })
    }

    async fn reserve_code(&self, request: Request<ReserveCodeRequest>) -> Answer<ReserveCodeResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _) = caller.location(&message.pos_id, "Please select location to proceed!")?;
        let code = PromoCode::parse(&message.code).map_err(Fault::from)?;
        let campaign = requests::campaign_id(&message.campaign_id)?;
        let terms = requests::code_terms(message.terms.as_ref())?;
        app::reserve_code(&self.app, &caller, (&pos_id, &code), campaign, terms).await?;
        answer(ReserveCodeResponse {})
    }

    async fn get_code_delivery(
        &self,
        request: Request<GetCodeDeliveryRequest>,
    ) -> Answer<GetCodeDeliveryResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _) = caller.location(&message.pos_id, "Please select location to proceed!")?;
        let code = match message.promo_code.trim() {
            "" => None,
            code => Some(PromoCode::parse(code).map_err(Fault::from)?),
        };
        let delivery = app::code_delivery(&self.app, &pos_id, code.as_ref()).await?;
        answer(GetCodeDeliveryResponse { delivery: delivery.for_message() })
    }

    async fn get_item_facts(&self, request: Request<GetItemFactsRequest>) -> Answer<GetItemFactsResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _) = caller.location(&message.pos_id, "Please select location to view menu items.")?;
        let keys: Vec<ItemKey> =
            requests::item_ids(&message.pos_item_ids)?.into_iter().map(|id| (pos_id.clone(), id)).collect();
        let mut conn = self.app.database.pool().acquire().await.map_err(Fault::from)?;
        let found = store::find_items(&mut conn, &keys).await?;
        let items = found.values().map(sent_item).collect::<Result<_, Fault>>()?;
        answer(GetItemFactsResponse { items })
    }

    async fn list_edits(&self, request: Request<ListEditsRequest>) -> Answer<Self::ListEditsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let list = EditList::for_request(self.app.database.clone(), &caller, message)?;
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn list_promotions(
        &self,
        request: Request<ListPromotionsRequest>,
    ) -> Answer<Self::ListPromotionsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let list = PromotionList::for_request(self.app.database.clone(), &caller, message, self.app.now())?;
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }
}
