//! Changing the menu: items, pictures, sold-out marks, and the list of who changed what.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{BusinessDate, Error, ItemId, Money, PosId, Quantity};
use saffron_proto::inventory as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CHOOSE, Item};
use crate::Gateway;
use crate::api::{given, list, picture, some};
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::{Json, LargeJson};
use crate::session::{SessionId, Visitor};

/// The most items that are marked at once.
const MAX_MARKS: usize = 500;

/// Changes of an item; fields that are left out stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateItemRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if more than one linked location has such an item.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "posItemID")]
    #[schema(value_type = String)]
    pos_item_id: ItemId,
    /// Dollars, 0 to 1,000,000; null restores the POS's own.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<f64>)]
    price: Option<Option<Money>>,
    /// Dollars, 0 to 1,000,000; null restores the POS's own.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<f64>)]
    estimated_cost: Option<Option<Money>>,
    /// 1 to 100 characters; null restores the POS's own.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    display_name: Option<Option<String>>,
    /// From `upload-item-image`; null restores the POS's picture or the default.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    image_url: Option<Option<String>>,
    /// Whole percent, 0 to 100; 0 ends the offer.
    #[schema(nullable = false)]
    off_percentage: Option<i32>,
    /// The offer's first day; a time part is ignored. Needed for a new offer.
    #[schema(value_type = Option<String>)]
    valid_from: Option<BusinessDate>,
    /// The offer's last day; a time part is ignored. Needed for a new offer.
    #[schema(value_type = Option<String>)]
    valid_until: Option<BusinessDate>,
    /// The stock as just counted.
    #[schema(value_type = Option<f64>)]
    stock: Option<Quantity>,
    /// At or below this the stock is low.
    #[schema(value_type = Option<f64>)]
    low_stock: Option<Quantity>,
    /// The version that the edit was made from: refused with 409 if it has changed since.
    #[schema(nullable = false)]
    version: Option<i64>,
}

/// A picture to store.
#[derive(Deserialize, ToSchema)]
pub struct UploadItemImageRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// JPEG, PNG or WebP in base64; 6 MiB at most before it is encoded.
    image: String,
}

/// Where a picture is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadedImage {
    /// For `update-positem`.
    image_url: String,
}

/// One item of one location.
#[derive(Deserialize, ToSchema)]
pub struct ItemName {
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
    #[serde(rename = "posItemID")]
    #[schema(value_type = String)]
    pos_item_id: ItemId,
}

/// Items to mark as sold out, or to unmark.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkSoldOutRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// 1 to 500, of one or several locations; all or none.
    items: Vec<ItemName>,
    /// False removes the marks.
    sold_out: bool,
    /// When it is back by itself, wall time of each location, YYYY-MM-DDTHH:mm:ss, within 30 days; without it: when
    /// the mark is taken back.
    until: Option<String>,
}

/// The items as they are now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkedItems {
    item_list: Vec<Item>,
}

/// Which changes.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemEditsRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// Of this item alone.
    #[serde(rename = "posItemID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_item_id: Option<ItemId>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
}

/// A change of an item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemEdit {
    #[serde(rename = "posItemID")]
    pos_item_id: String,
    item_name: String,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    at: String,
    /// The person who made the change; null: the POS.
    #[schema(required)]
    by: Option<String>,
    /// price, estimatedCost, displayName, imageUrl, offer, stock, lowStock or soldOut.
    field: String,
    /// In words.
    #[schema(required)]
    from: Option<String>,
    /// In words.
    #[schema(required)]
    to: Option<String>,
}

impl From<proto::Edit> for ItemEdit {
    fn from(edit: proto::Edit) -> ItemEdit {
        ItemEdit {
            pos_item_id: edit.pos_item_id,
            item_name: edit.item_name,
            at: edit.at,
            by: some(edit.by),
            field: edit.field,
            from: some(edit.from),
            to: some(edit.to),
        }
    }
}

/// A page of changes, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemEditList {
    item_edit_list: Vec<ItemEdit>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

envelope! {
    /// The answer of `update-positem`.
    UpdateItemEnvelope(Item)
}
envelope! {
    /// The answer of `upload-item-image`.
    UploadItemImageEnvelope(UploadedImage)
}
envelope! {
    /// The answer of `mark-item-sold-out`.
    MarkSoldOutEnvelope(MarkedItems)
}
envelope! {
    /// The answer of `get-item-edits`.
    GetItemEditsEnvelope(ItemEditList)
}

/// Change an item.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-positem", operation_id = "updatePositem",
    tag = "menu", request_body = UpdateItemRequest,
    responses((status = 200, description = "The item as it is now.", body = UpdateItemEnvelope), Failures)
)]
pub async fn update_positem(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<UpdateItemRequest>,
) -> Result<UpdateItemEnvelope, Failure> {
    let mut entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    if let Some(pos_id) = &request.pos_id {
        entered = gateway.with_location(entered, pos_id).await?;
    }
    let date = |date: Option<BusinessDate>| date.map(|date| date.to_string()).unwrap_or_default();
    let offer = match request.off_percentage {
        None if request.valid_from.is_some() || request.valid_until.is_some() => {
            return Err(Error::invalid("offPercentage", "is missing: say how many percent off").into());
        }
        None => None,
        Some(percent) => Some(proto::Offer {
            percent,
            valid_from: date(request.valid_from),
            valid_until: date(request.valid_until),
        }),
    };
    let call = proto::UpdateItemRequest {
        pos_id: request.pos_id.map(String::from).unwrap_or_default(),
        pos_item_id: request.pos_item_id.into(),
        price: request.price.flatten().map(Money::cents),
        estimated_cost: request.estimated_cost.flatten().map(Money::cents),
        display_name: request.display_name.map(Option::unwrap_or_default),
        image_url: request.image_url.map(Option::unwrap_or_default),
        offer,
        stock: request.stock.map(Quantity::milli),
        low_stock: request.low_stock.map(Quantity::milli),
        take_till_price: request.price == Some(None),
        take_till_cost: request.estimated_cost == Some(None),
        version: request.version.unwrap_or_default(),
    };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(Item::from(answer.item.unwrap_or_default()).into())
}

/// Store a picture for an item.
///
/// It is checked, resized and written anew; `update-positem` then gives it to an item.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/upload-item-image", operation_id = "uploadItemImage",
    tag = "menu", request_body = UploadItemImageRequest,
    responses((status = 200, description = "Its address.", body = UploadItemImageEnvelope), Failures)
)]
pub async fn upload_item_image(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    LargeJson(request, _place): LargeJson<UploadItemImageRequest>,
) -> Result<UploadItemImageEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::UploadImageRequest { pos_id: pos_id.into(), image: picture(request.image)? };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(UploadedImage { image_url: answer.image_url }.into())
}

/// Mark items as sold out, or remove the marks.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/mark-item-sold-out", operation_id = "markItemSoldOut",
    tag = "menu", request_body = MarkSoldOutRequest,
    responses((status = 200, description = "The items as they are now.", body = MarkSoldOutEnvelope), Failures)
)]
pub async fn mark_item_sold_out(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<MarkSoldOutRequest>,
) -> Result<MarkSoldOutEnvelope, Failure> {
    let mut entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    if request.items.is_empty() || request.items.len() > MAX_MARKS {
        return Err(Error::invalid("items", format!("must hold 1 to {MAX_MARKS} items")).into());
    }
    for item in &request.items {
        entered = gateway.with_location(entered, &item.pos_id).await?;
    }
    let items = request.items.into_iter();
    let call = proto::MarkSoldOutRequest {
        items: items
            .map(|item| proto::ItemName { pos_id: item.pos_id.into(), pos_item_id: item.pos_item_id.into() })
            .collect(),
        sold_out: request.sold_out,
        until: request.until.unwrap_or_default(),
    };
    let items = gateway.services.call(&entered.session.token, call).await?.items;
    Ok(MarkedItems { item_list: items.into_iter().map(Item::from).collect() }.into())
}

/// The history of changes.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-item-edits", operation_id = "getItemEdits",
    tag = "menu", request_body = ItemEditsRequest,
    responses((status = 200, description = "The answer.", body = GetItemEditsEnvelope), Failures)
)]
pub async fn get_item_edits(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ItemEditsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListEditsRequest {
        pos_id: pos_id.into(),
        pos_item_id: request.pos_item_id.map(String::from).unwrap_or_default(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
    };
    let edits = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, ItemEdit>("itemEditList", limit, edits).await
}
