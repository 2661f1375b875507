//! The menu: items as lists and sheets show them.

pub mod edits;
pub mod promotions;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{ItemId, Money, PosId, Quantity};
use saffron_proto::inventory as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{list, some};
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// What is said where a location has to be chosen first (spec.md, section 8).
const CHOOSE: &str = "Please select location to view menu items.";

/// Which items.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemsListRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Part of a name or of a price such as 12.50; 100 characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
    /// Only what is low or out of stock.
    #[schema(nullable = false)]
    to_purchase: Option<bool>,
}

/// Which item.
#[derive(Deserialize, ToSchema)]
pub struct ItemRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "posItemID")]
    #[schema(value_type = String)]
    pos_item_id: ItemId,
}

/// How much is left.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InventoryLevel {
    /// Sufficient.
    Green,
    /// Limited.
    Orange,
    /// Out of stock.
    Red,
}

/// An item of the menu.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    #[serde(rename = "posID")]
    pos_id: String,
    #[serde(rename = "posItemID")]
    pos_item_id: String,
    /// The POS's name of it.
    item_name: String,
    /// The name that guests read.
    display_name: String,
    #[schema(required)]
    major_category: Option<String>,
    #[schema(required)]
    minor_category: Option<String>,
    /// The price in force, dollars.
    #[schema(value_type = f64)]
    price: Money,
    /// The cost in force, dollars; null if unknown.
    #[schema(value_type = Option<f64>, required)]
    estimated_cost: Option<Money>,
    /// Null: show the default picture.
    #[schema(required)]
    image_url: Option<String>,
    /// Of the offer that is valid or to come; 0 without one.
    off_percentage: i32,
    /// First moment of the offer's first day, YYYY-MM-DDTHH:mm:ss.
    #[schema(required)]
    valid_from: Option<String>,
    /// Last second of the offer's last day, YYYY-MM-DDTHH:mm:ss.
    #[schema(required)]
    valid_until: Option<String>,
    /// The offer is valid today.
    on_offer: bool,
    /// Null where nobody counts it.
    #[schema(value_type = Option<f64>, required)]
    stock: Option<Quantity>,
    #[schema(value_type = Option<f64>, required)]
    low_stock: Option<Quantity>,
    /// Null where nobody counts it.
    #[schema(required)]
    inventory_level: Option<InventoryLevel>,
    /// Marked as sold out, whatever the stock.
    sold_out: bool,
    /// When the mark ends by itself, wall time of the location; null: when it is taken back.
    #[schema(required)]
    sold_out_until: Option<String>,
    /// The POS's price where it differs from the price in force; dollars.
    #[schema(value_type = Option<f64>, required)]
    till_price: Option<Money>,
    /// The POS's cost where it differs from the cost in force; dollars.
    #[schema(value_type = Option<f64>, required)]
    till_cost: Option<Money>,
    /// Grows with each change. An edit may name the version it was made from.
    version: i64,
}

impl From<proto::Item> for Item {
    fn from(item: proto::Item) -> Item {
        let level = match item.level() {
            proto::StockLevel::Unspecified => None,
            proto::StockLevel::Green => Some(InventoryLevel::Green),
            proto::StockLevel::Orange => Some(InventoryLevel::Orange),
            proto::StockLevel::Red => Some(InventoryLevel::Red),
        };
        let (off_percentage, valid_from, valid_until) = days_of(item.offer.as_ref());
        Item {
            pos_id: item.pos_id,
            pos_item_id: item.pos_item_id,
            item_name: item.item_name,
            display_name: item.display_name,
            major_category: some(item.major_category),
            minor_category: some(item.minor_category),
            price: Money::from_cents(item.price),
            estimated_cost: item.estimated_cost.map(Money::from_cents),
            image_url: some(item.image_url),
            off_percentage,
            valid_from,
            valid_until,
            on_offer: item.on_offer,
            stock: item.stock.map(Quantity::from_milli),
            low_stock: item.low_stock.map(Quantity::from_milli),
            inventory_level: level,
            sold_out: item.sold_out,
            sold_out_until: some(item.sold_out_until),
            till_price: item.till_price.map(Money::from_cents),
            till_cost: item.till_cost.map(Money::from_cents),
            version: item.version,
        }
    }
}

/// An offer as the API writes it: percent, first moment, last second.
pub fn days_of(offer: Option<&proto::Offer>) -> (i32, Option<String>, Option<String>) {
    match offer {
        None => (0, None, None),
        Some(offer) => (
            offer.percent,
            Some(format!("{}T00:00:00", offer.valid_from)),
            Some(format!("{}T23:59:59", offer.valid_until)),
        ),
    }
}

/// A page of items, by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemList {
    item_list: Vec<Item>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// An item, and where else it is sold.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemDetail {
    item: Item,
    /// The caller's other locations that have an item of this id.
    also_at: Vec<String>,
}

envelope! {
    /// The answer of `get-items-list`.
    GetItemsListEnvelope(ItemList)
}
envelope! {
    /// The answer of `get-item`.
    GetItemEnvelope(ItemDetail)
}

/// The menu.
///
/// With `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-items-list", operation_id = "getItemsList",
    tag = "menu", request_body = ItemsListRequest,
    responses((status = 200, description = "The answer.", body = GetItemsListEnvelope), Failures)
)]
pub async fn get_items_list(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ItemsListRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListItemsRequest {
        pos_id: pos_id.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
        to_purchase: request.to_purchase.unwrap_or_default(),
    };
    let items = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, Item>("itemList", limit, items).await
}

/// One item.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-item", operation_id = "getItem",
    tag = "menu", request_body = ItemRequest,
    responses((status = 200, description = "The answer.", body = GetItemEnvelope), Failures)
)]
pub async fn get_item(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ItemRequest>,
) -> Result<GetItemEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::GetItemRequest { pos_id: pos_id.into(), pos_item_id: request.pos_item_id.into() };
    let found = gateway.services.call(&entered.session.token, call).await?;
    Ok(ItemDetail { item: found.item.unwrap_or_default().into(), also_at: found.also_at }.into())
}
