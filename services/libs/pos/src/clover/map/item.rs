//! Items of the inventory as items of the menu.

use saffron_core::ItemId;
use saffron_core::id::PosGiven as _;
use saffron_till::{Event, Item as Dish, RemovedItem};

use super::menu::Menu;
use super::{Amounts, MAPPING, SOURCE, Why, moment};
use crate::clover::model::Item;
use crate::time::revision;
use crate::{Place, Unmapped, door, text};

const KIND: &str = "item";

/// An item: removed where it is deleted or hidden from the till. None for gift cards and donations, which are no items of a menu.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn item(place: &Place, menu: &Menu, item: &Item) -> Result<Option<Event>, Unmapped> {
    if item.is_revenue == Some(false) {
        return Ok(None);
    }
    let id = item.id.as_deref().unwrap_or_default();
    let event = mapped(place, menu, item).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, event).map(Some)
}

fn mapped(place: &Place, menu: &Menu, item: &Item) -> Result<Result<Event, serde_json::Error>, Why> {
    let sent_id = item.id.as_deref().unwrap_or_default();
    let id = ItemId::of_sent(sent_id).map_err(|why| format!("has an id that {why}"))?;
    let pos_id = place.pos_id.clone();
    let stock = item.item_stock.as_ref();
    let changes = [item.modified_time, item.deleted_time, stock.and_then(|stock| stock.modified_time)];
    let revision = revision(changes.into_iter().filter_map(moment), MAPPING)?;
    if item.deleted_time.is_some_and(|at| at > 0) || item.hidden == Some(true) {
        return Ok(Event::removed_item(SOURCE, &RemovedItem { pos_id, id, revision }));
    }
    let categories = menu.categories(sent_id);
    let amounts = Amounts { place, currency: None };
    let price = match item.price_type.as_deref() {
        // The price is asked for at the sale.
        Some("VARIABLE") => None,
        _ => item.price.map(|price| amounts.of(Some(price))).transpose()?,
    };
    let quantity = stock.and_then(|stock| text::quantity(&stock.quantity.as_ref()?.to_string()));
    Ok(Event::item(
        SOURCE,
        &Dish {
            pos_id,
            id,
            revision,
            name: text::name(item.name.as_deref()).ok_or("has no name: enter one in Clover")?,
            major_category: categories.root.unwrap_or_default(),
            minor_category: categories.leaf.unwrap_or_default(),
            price,
            cost: menu.cost(sent_id),
            stock: quantity.filter(|_| menu.tracks_stock),
            low_stock: None,
            sold_out: item.available == Some(false),
            sold_out_until: None,
        },
    ))
}
