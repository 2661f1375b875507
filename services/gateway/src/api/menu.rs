//! The menu: what is sold, at which price, what is left, and what is on offer.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::{BusinessDate, Error, ItemId, Money, PosId, Quantity};
use saffron_proto::Service;
use saffron_proto::http::{Request, read};
use saffron_proto::inventory::{
    self as proto, GetItemRequest, Item, ListEditsRequest, ListItemsRequest, ListPromotionsRequest,
    MarkSoldOutRequest, MarkSoldOutResponse, UploadImageRequest,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::given;
use crate::Gateway;
use crate::call::request::{InAnyLocation, Signed};
use crate::call::{Envelope, in_location, list, route};
use crate::http::envelope::Failure;
use crate::session::SessionId;

/// The most items that are marked at once.
const MAX_MARKS: usize = 500;

/// The calls about the menu.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(list::<ListItemsRequest>("get-items-list", "itemList", "ItemList", "The menu, by name."))
        .routes(in_location::<GetItemRequest>("get-item", "One item."))
        .routes(route::<UpdateItemRequest, Item, _, _>("update-positem", "Change an item.", update_positem))
        .routes(in_location::<UploadImageRequest>(
            "upload-item-image",
            "Store a picture for an item.\n\nIt is checked, resized and encoded again; `update-positem` then gives it to \
             an item.",
        ))
        .routes(route::<MarkSoldOutRequest, MarkSoldOutResponse, _, _>("mark-item-sold-out", "Mark items as sold out, or remove the marks.", mark_item_sold_out))
        .routes(list::<ListEditsRequest>(
            "get-item-edits",
            "itemEditList",
            "ItemEditList",
            "The history of changes, newest first.",
        ))
        .routes(list::<ListPromotionsRequest>(
            "get-promotions",
            "promotionList",
            "PromotionList",
            "Promotions: valid ones, those to come, those that have ended; each by name.",
        ))
}

/// Changes of an item; fields that are left out stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateItemRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    _session_id: SessionId,
    /// Required if more than one linked location has such an item.
    #[serde(rename = "posID", default, deserialize_with = "read::parsed_or_empty::<PosId, _>")]
    #[schema(required = false)]
    pos_id: String,
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

impl Request for UpdateItemRequest {
    const SERVICE: Service = Service::Inventory;
    fn pos_id(&mut self) -> Option<&mut String> {
        Some(&mut self.pos_id)
    }
}

async fn update_positem(
    State(gateway): State<Arc<Gateway>>,
    InAnyLocation { caller, request }: InAnyLocation<UpdateItemRequest>,
) -> Result<Envelope<Item>, Failure> {
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
        pos_id: request.pos_id,
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
    let answer = gateway.services.call(&caller.session.token, call).await?;
    Ok(answer.item.unwrap_or_default().into())
}

async fn mark_item_sold_out(
    State(gateway): State<Arc<Gateway>>,
    Signed { mut caller, request, .. }: Signed<MarkSoldOutRequest>,
) -> Result<Envelope<MarkSoldOutResponse>, Failure> {
    if request.items.is_empty() || request.items.len() > MAX_MARKS {
        return Err(Error::invalid("items", format!("must hold 1 to {MAX_MARKS} items")).into());
    }
    for item in &request.items {
        let pos_id: PosId = item.pos_id.parse().map_err(|_| Error::not_your_location())?;
        caller = gateway.with_location(caller, &pos_id).await?;
    }
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}
