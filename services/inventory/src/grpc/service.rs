use std::pin::Pin;
use std::sync::Arc;

use futures::{Stream, StreamExt as _};
use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, list, to_status};
use saffron_proto::inventory::inventory_service_server::InventoryService;
use saffron_proto::inventory::{
    GetItemRequest, GetItemResponse, ListEditsRequest, ListEditsResponse, ListItemsRequest,
    ListItemsResponse, ListPromotionsRequest, ListPromotionsResponse, MarkSoldOutRequest,
    MarkSoldOutResponse, ReserveCodeRequest, ReserveCodeResponse, UpdateItemRequest, UpdateItemResponse,
    UploadImageRequest, UploadImageResponse,
};
use tonic::{Request, Response, Status};

use super::edits::EditList;
use super::items::{ItemList, shown};
use super::promotions::PromotionList;
use super::{one_location, refused, update};
use crate::app::{self, App, Update};
use crate::domain::PromoCode;
use crate::store;

/// The owners' calls.
pub(super) struct Inventory {
    pub(super) app: Arc<App>,
}

type Rows<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

impl Inventory {
    async fn item(&self, caller: &Caller, message: GetItemRequest) -> Result<GetItemResponse, Fault> {
        let id = update::item_id(&message.pos_item_id)?;
        let database = &self.app.database;
        let pos_id = app::locate(database, caller, &message.pos_id, &id).await?;
        let found = store::find_item(database, &pos_id, &id).await?;
        let item = found.ok_or_else(|| app::no_such_item(&id))?;
        let others: Vec<String> =
            caller.locations.keys().filter(|other| **other != pos_id).map(ToString::to_string).collect();
        let also_at = store::locations_with_item(database, &others, &id).await?;
        let item = shown(&item, caller.zone(&pos_id)?, self.app.now());
        Ok(GetItemResponse { item: Some(item), also_at })
    }

    async fn update(&self, caller: &Caller, message: UpdateItemRequest) -> Result<UpdateItemResponse, Fault> {
        let id = update::item_id(&message.pos_item_id)?;
        let pos_id = app::locate(&self.app.database, caller, &message.pos_id, &id).await?;
        let zone = caller.zone(&pos_id)?;
        let edit = update::edit(&message, zone.today(self.app.now()))?;
        let version = (message.version != 0).then_some(message.version);
        let item = app::update_item(&self.app, caller, Update { pos_id, id, edit, version }).await?;
        Ok(UpdateItemResponse { item: Some(shown(&item, zone, self.app.now())) })
    }

    async fn mark(&self, caller: &Caller, message: MarkSoldOutRequest) -> Result<MarkSoldOutResponse, Fault> {
        let now = self.app.now();
        let (keys, marks) = update::marking(caller, &message, now)?;
        let items = app::mark_sold_out(&self.app, caller, keys, &marks).await?;
        let items = items
            .values()
            .map(|item| Ok(shown(item, caller.zone(&item.pos_id)?, now)))
            .collect::<Result<_, Fault>>()?;
        Ok(MarkSoldOutResponse { items })
    }

    async fn reserve(
        &self,
        caller: &Caller,
        message: ReserveCodeRequest,
    ) -> Result<ReserveCodeResponse, Fault> {
        let pos_id = one_location(caller, &message.pos_id, "Please select location to proceed!")?;
        let code = PromoCode::chosen(&message.code)?;
        let campaign =
            message.campaign_id.parse().map_err(|_| Error::invalid("campaignID", "must be a UUID"))?;
        app::reserve_code(&self.app, &pos_id, &code, campaign).await?;
        Ok(ReserveCodeResponse {})
    }

    async fn upload(
        &self,
        caller: &Caller,
        message: UploadImageRequest,
    ) -> Result<UploadImageResponse, Fault> {
        let pos_id = one_location(caller, &message.pos_id, "Please select location to upload a picture.")?;
        let name = app::upload_image(&self.app, caller, &pos_id, message.image).await?;
        Ok(UploadImageResponse { image_url: name.url() })
    }
}

#[tonic::async_trait]
impl InventoryService for Inventory {
    type ListItemsStream = Rows<ListItemsResponse>;
    type ListEditsStream = Rows<ListEditsResponse>;
    type ListPromotionsStream = Rows<ListPromotionsResponse>;

    async fn list_items(
        &self,
        request: Request<ListItemsRequest>,
    ) -> Result<Response<Self::ListItemsStream>, Status> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) =
            ItemList::of(&caller, request.get_ref(), self.app.now()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn get_item(&self, request: Request<GetItemRequest>) -> Result<Response<GetItemResponse>, Status> {
        let caller = Caller::of(&request)?;
        self.item(&caller, request.into_inner()).await.map(Response::new).map_err(to_status)
    }

    async fn update_item(
        &self,
        request: Request<UpdateItemRequest>,
    ) -> Result<Response<UpdateItemResponse>, Status> {
        let caller = Caller::of(&request)?;
        self.update(&caller, request.into_inner()).await.map(Response::new).map_err(to_status)
    }

    async fn upload_image(
        &self,
        request: Request<UploadImageRequest>,
    ) -> Result<Response<UploadImageResponse>, Status> {
        let caller = Caller::of(&request)?;
        self.upload(&caller, request.into_inner()).await.map(Response::new).map_err(to_status)
    }

    async fn mark_sold_out(
        &self,
        request: Request<MarkSoldOutRequest>,
    ) -> Result<Response<MarkSoldOutResponse>, Status> {
        let caller = Caller::of(&request)?;
        self.mark(&caller, request.into_inner()).await.map(Response::new).map_err(to_status)
    }

    async fn reserve_code(
        &self,
        request: Request<ReserveCodeRequest>,
    ) -> Result<Response<ReserveCodeResponse>, Status> {
        let caller = Caller::of(&request)?;
        self.reserve(&caller, request.into_inner()).await.map(Response::new).map_err(to_status)
    }

    async fn list_edits(
        &self,
        request: Request<ListEditsRequest>,
    ) -> Result<Response<Self::ListEditsStream>, Status> {
        let caller = Caller::of(&request)?;
        let (list, before, limit) = EditList::of(&caller, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), before, limit).boxed()))
    }

    async fn list_promotions(
        &self,
        request: Request<ListPromotionsRequest>,
    ) -> Result<Response<Self::ListPromotionsStream>, Status> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) =
            PromotionList::of(&caller, request.get_ref(), self.app.now()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }
}
