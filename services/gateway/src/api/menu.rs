//! The menu: items, prices, stock, and promotions.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::{BusinessDate, Error, ItemId, Money, PosId, Quantity};
use saffron_proto::http::read;
use saffron_proto::inventory::{
    self as proto, GetItemRequest, Item, ListEditsRequest, ListItemsRequest, ListPromotionsRequest,
    MarkSoldOutRequest, MarkSoldOutResponse, UploadImageRequest,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::given;
use crate::Gateway;
use crate::call::file::{ListFile, count, price, text, time};
use crate::call::request::{InAnyLocation, SignedIn, requests};
use crate::call::{in_location, list, route};
use crate::http::envelope::{Envelope, Failure};

/// The most items of one call.
const MAX_MARKS: usize = 500;

/// Items as a file.
static ITEMS: ListFile = ListFile {
    title: "menu",
    columns: &[
        text("Item", "/displayName"),
        text("POS name", "/itemName"),
        text("Major category", "/majorCategory"),
        text("Minor category", "/minorCategory"),
        price("Price", "/price"),
        price("Cost", "/estimatedCost"),
        text("Stock", "/stock"),
        text("Low-stock alert", "/lowStock"),
        text("Sold out", "/soldOut"),
        text("Item ID", "/posItemID"),
        text("Open price", "/openPrice"),
        time("Sold out until", "/soldOutUntil"),
    ],
};

/// Changes of items as a file.
static EDITS: ListFile = ListFile {
    title: "menu-edits",
    columns: &[
        time("Time", "/at"),
        text("Item", "/itemName"),
        text("Field", "/field"),
        text("From", "/from"),
        text("To", "/to"),
        text("By", "/by"),
    ],
};

/// Promotions as a file.
static PROMOTIONS: ListFile = ListFile {
    title: "promotions",
    columns: &[
        text("Promo code", "/promoCode"),
        text("Item", "/item/displayName"),
        text("Percent off", "/offPercentage"),
        time("Valid from", "/validFrom"),
        time("Valid until", "/validUntil"),
        text("State", "/state"),
        count("Redemptions", "/redemptions"),
    ],
};

/// The calls about the menu.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(list::<ListItemsRequest>("get-items-list", "itemList", Some(&ITEMS), "The menu, by name."))
        .routes(in_location::<GetItemRequest>("get-item", "One item."))
        .routes(route::<UpdateItemRequest, Item, _, _>("update-positem", "Change an item.", update_positem))
        .routes(in_location::<UploadImageRequest>(
            "upload-item-image",
            "Store a picture for an item.\n\nIt is checked, resized and encoded again; `update-positem` then assigns it to \
             an item.",
        ))
        .routes(route::<MarkSoldOutRequest, MarkSoldOutResponse, _, _>(
            "mark-item-sold-out",
            "Mark items as sold out, or remove the marks.",
            mark_item_sold_out,
        ))
        .routes(list::<ListEditsRequest>(
            "get-item-edits",
            "itemEditList",
            Some(&EDITS),
            "The history of changes, newest first.",
        ))
        .routes(list::<ListPromotionsRequest>(
            "get-promotions",
            "promotionList",
            Some(&PROMOTIONS),
            "Promotions: current, then future, then past ones; each by name.",
        ))
}

/// Changes of an item; omitted fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateItemRequest {
    #[serde(rename = "sessionID")]
    _session_id: String,
    /// Required if more than one linked location has such an item.
    #[serde(rename = "posID", default, deserialize_with = "read::parsed_or_empty::<PosId, _>")]
    #[schema(required = false)]
    pos_id: String,
    #[serde(rename = "posItemID")]
    #[schema(value_type = String)]
    pos_item_id: ItemId,
    /// Dollars, 0 to 1,000,000; null restores the POS's price.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<f64>)]
    price: Option<Option<Money>>,
    /// Dollars, 0 to 1,000,000; null restores the POS's cost.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<f64>)]
    estimated_cost: Option<Option<Money>>,
    /// 1 to 100 characters; null restores the POS's name.
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
    /// The offer's first day; a time part is ignored. Required for a new offer.
    #[schema(value_type = Option<String>)]
    valid_from: Option<BusinessDate>,
    /// The offer's last day; a time part is ignored. Required for a new offer.
    #[schema(value_type = Option<String>)]
    valid_until: Option<BusinessDate>,
    /// The counted stock.
    #[schema(value_type = Option<f64>)]
    stock: Option<Quantity>,
    /// At or below this the stock is low.
    #[schema(value_type = Option<f64>)]
    low_stock: Option<Quantity>,
    /// The version that the edit is based on: refused with 409 if the item has changed since.
    #[schema(nullable = false)]
    version: Option<i64>,
}

requests! { UpdateItemRequest as Call: proto::UpdateItemRequest, in pos_id; }

async fn update_positem(
    State(gateway): State<Arc<Gateway>>,
    InAnyLocation { caller, request }: InAnyLocation<UpdateItemRequest>,
) -> Result<Envelope<Item>, Failure> {
    let date = |date: Option<BusinessDate>| date.map(|date| date.to_string()).unwrap_or_default();
    let offer = match request.off_percentage {
        None if request.valid_from.is_some() || request.valid_until.is_some() => {
            return Err(
                Error::invalid("offPercentage", "is missing: state the percentage of the offer").into()
            );
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
    SignedIn { mut caller, request, .. }: SignedIn<MarkSoldOutRequest>,
) -> Result<Envelope<MarkSoldOutResponse>, Failure> {
    if request.items.is_empty() || request.items.len() > MAX_MARKS {
        return Err(Error::invalid("items", format!("must hold 1 to {MAX_MARKS} items")).into());
    }
    for item in &request.items {
        let pos_id: PosId = item.pos_id.parse().map_err(|_| Error::not_your_location())?;
        caller = gateway.check_location(caller, &pos_id).await?;
        if pos_id.is_sample() {
            return Err(Error::read_only_sample().into());
        }
    }
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}
