//! Items of the catalog as items of the menu: one for each variation.

use jiff::Timestamp;
use saffron_core::id::PosGiven as _;
use saffron_core::{ItemId, Money, Quantity};
use saffron_till::{Event, Item, RemovedItem};

use super::amount::cents;
use super::menu::{self, Menu};
use super::{MAPPING, SOURCE, Why};
use crate::square::model::{
    CatalogItem, CatalogItemVariation, CatalogObject, LocationOverride, ObjectType, PricingType,
};
use crate::time::{instant, revision};
use crate::{Place, Unmapped, door};

const KIND: &str = "item";

/// The items of an object of the catalog, one for each variation; removed ones where it is deleted, archived or not at the
/// location. None for objects that are no items.
#[must_use]
pub fn items(place: &Place, menu: &Menu, object: &CatalogObject) -> Vec<Result<Event, Unmapped>> {
    match (object.kind, &object.item_data) {
        // A gift card is no item of a menu.
        (Some(ObjectType::Item), Some(item)) if item.product_type.as_deref() == Some("GIFT_CARD") => {
            Vec::new()
        }
        (Some(ObjectType::Item), Some(item)) => {
            let variations = item.variations.iter();
            variations.map(|variation| event(place, menu, Some((object, item)), variation)).collect()
        }
        // A variation that comes without its item can only be known to be deleted.
        (Some(ObjectType::ItemVariation), _) if object.is_deleted == Some(true) => {
            vec![event(place, menu, None, object)]
        }
        _ => Vec::new(),
    }
}

fn event(
    place: &Place,
    menu: &Menu,
    item: Option<(&CatalogObject, &CatalogItem)>,
    variation: &CatalogObject,
) -> Result<Event, Unmapped> {
    let id = variation.id.as_deref().unwrap_or_default();
    let event = mapped(place, menu, item, variation).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, event)
}

fn mapped(
    place: &Place,
    menu: &Menu,
    item: Option<(&CatalogObject, &CatalogItem)>,
    variation: &CatalogObject,
) -> Result<Result<Event, serde_json::Error>, Why> {
    let sent_id = variation.id.as_deref().unwrap_or_default();
    let id = ItemId::of_sent(sent_id).map_err(|why| format!("has an id that {why}"))?;
    let pos_id = place.pos_id.clone();
    let count = menu.count(sent_id);
    let categories = menu.categories(sent_id);
    let of_item = item.and_then(|(object, _)| instant(object.updated_at.as_ref()));
    let changes: [Option<Timestamp>; 4] = [
        of_item,
        instant(variation.updated_at.as_ref()),
        categories.changed,
        count.and_then(|count| count.at),
    ];
    let revision = revision(changes.into_iter().flatten(), MAPPING)?;
    let (Some((object, item)), Some(data)) = (item, &variation.item_variation_data) else {
        return Ok(Event::removed_item(SOURCE, &RemovedItem { pos_id, id, revision }));
    };
    let is_gone = [object, variation].iter().any(|of| of.is_deleted == Some(true) || !is_present(place, of))
        || item.is_archived == Some(true)
        || data.sellable == Some(false);
    if is_gone {
        return Ok(Event::removed_item(SOURCE, &RemovedItem { pos_id, id, revision }));
    }
    let here =
        data.location_overrides.iter().find(|of| of.location_id.as_deref() == Some(place.location.as_str()));
    let is_counted = here.and_then(|here| here.track_inventory).or(data.track_inventory) == Some(true);
    let sold_out = here.is_some_and(|here| here.sold_out == Some(true));
    let until = here.and_then(|here| instant(here.sold_out_valid_until.as_ref())).filter(|_| sold_out);
    let name = menu::name(item.name.as_deref(), data.name.as_deref());
    Ok(Event::item(
        SOURCE,
        &Item {
            pos_id,
            id,
            revision,
            name: name.ok_or("has no name: enter one in Square")?,
            major_category: categories.root.unwrap_or_default(),
            minor_category: categories.leaf.unwrap_or_default(),
            price: price(place, data, here)?,
            cost: menu.cost(sent_id),
            stock: count.map(|count| count.quantity).filter(|_| is_counted),
            low_stock: low_stock(data, here),
            sold_out,
            sold_out_until: until.map(|until| place.wall(until)),
        },
    ))
}

/// Whether the location has an object. Square leaves the flag out of objects that it wrote before there were locations: they
/// are everywhere.
fn is_present(place: &Place, object: &CatalogObject) -> bool {
    let is_in = |ids: &[String]| ids.contains(&place.location);
    if object.present_at_all_locations == Some(false) {
        is_in(&object.present_at_location_ids)
    } else {
        !is_in(&object.absent_at_location_ids)
    }
}

/// The price at the location; none where it is asked for at the sale.
fn price(
    place: &Place,
    data: &CatalogItemVariation,
    here: Option<&LocationOverride>,
) -> Result<Option<Money>, Why> {
    let pricing = here.and_then(|here| here.pricing_type).or(data.pricing_type);
    if pricing == Some(PricingType::VariablePricing) {
        return Ok(None);
    }
    let own = cents(place, here.and_then(|here| here.price_money.as_ref()))?;
    Ok(match own {
        Some(own) => Some(own),
        None => cents(place, data.price_money.as_ref())?,
    })
}

fn low_stock(data: &CatalogItemVariation, here: Option<&LocationOverride>) -> Option<Quantity> {
    let own = here.filter(|here| here.inventory_alert_type.is_some());
    let (kind, threshold) = match own {
        Some(here) => (here.inventory_alert_type.as_deref(), here.inventory_alert_threshold),
        None => (data.inventory_alert_type.as_deref(), data.inventory_alert_threshold),
    };
    let threshold = threshold.filter(|_| kind == Some("LOW_QUANTITY"))?;
    // One that no fact can hold is none.
    crate::text::quantity(&threshold.to_string())
}
