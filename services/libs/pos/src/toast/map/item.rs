//! Items of the menus.

use jiff::Timestamp;
use saffron_core::ItemId;
use saffron_core::id::PosGiven as _;
use saffron_till::{Event, Item as Dish, RemovedItem};

use super::catalog::Catalog;
use super::{Amounts, MAPPING, SOURCE, Why};
use crate::time::revision;
use crate::toast::model::{MenuItem, Stock};
use crate::{Place, Unmapped, door, text};

const KIND: &str = "item";

/// An item, with what is left of it. Neither says when it was changed: `seen` is when the menus were published or the stock was
/// read, whichever is later. None for gift cards, which are no items of a menu.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn item(
    place: &Place,
    catalog: &Catalog,
    item: &MenuItem,
    stock: Option<&Stock>,
    seen: Timestamp,
) -> Result<Option<Event>, Unmapped> {
    if item.is_deferred == Some(true) {
        return Ok(None);
    }
    let id = item.guid.as_deref().unwrap_or_default();
    let mapped = mapped(place, catalog, item, stock, seen);
    let dish = mapped.map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::item(SOURCE, &dish)).map(Some)
}

/// That an item is on no menu any more.
///
/// # Errors
/// What is wrong with it.
pub fn removed_item(place: &Place, id: &str, seen: Timestamp) -> Result<Event, Unmapped> {
    let removed = || -> Result<RemovedItem, Why> {
        Ok(RemovedItem {
            pos_id: place.pos_id.clone(),
            id: item_id(id)?,
            revision: revision([seen], MAPPING)?,
        })
    };
    let removed = removed().map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::removed_item(SOURCE, &removed))
}

fn item_id(id: &str) -> Result<ItemId, Why> {
    ItemId::of_sent(id).map_err(|why| format!("has an id that {why}"))
}

fn mapped(
    place: &Place,
    catalog: &Catalog,
    item: &MenuItem,
    stock: Option<&Stock>,
    seen: Timestamp,
) -> Result<Dish, Why> {
    let id = item.guid.as_deref().unwrap_or_default();
    let categories = catalog.of_item(id);
    // Of a size or a time the price depends on the sale, and an open one is asked for at it.
    let is_fixed = !matches!(item.pricing_strategy.as_deref(), Some("OPEN_PRICE" | "SIZE_PRICE"));
    let price = item.price.as_ref().filter(|_| is_fixed);
    let price = price.map(|price| Amounts { place }.of(Some(price))).transpose()?;
    let counted = stock.filter(|stock| stock.status.as_deref() == Some("QUANTITY"));
    let sold_out = stock.is_some_and(|stock| stock.status.as_deref() == Some("OUT_OF_STOCK"));
    Ok(Dish {
        pos_id: place.pos_id.clone(),
        id: item_id(id)?,
        revision: revision([seen], MAPPING)?,
        name: text::name(item.name.as_deref()).ok_or("has no name: enter one in Toast")?,
        major_category: categories.major.unwrap_or_default(),
        minor_category: categories.minor.unwrap_or_default(),
        price,
        // What one costs the house is in no API of Toast's menus.
        cost: None,
        stock: counted.and_then(|stock| text::quantity(&stock.quantity.as_ref()?.to_string())),
        low_stock: None,
        sold_out,
        sold_out_until: None,
    })
}
