//! The catalog: items with one variation each, categories, and what of them each location has of its own.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{ItemId, Money, Quantity};
use serde_json::{Value, json};

use super::{View, listed, tidy, time};
use crate::ids::Key;
use crate::square::trade::{discount_id, item_id, variation_id};

/// An item of the menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Dish {
    pub item: ItemId,
    pub name: String,
    pub major: String,
    pub minor: String,
    /// None where it is priced when it is sold.
    pub price: Option<Money>,
    pub cost: Option<Money>,
    /// By Square's id of the location.
    pub places: BTreeMap<String, Local>,
    pub is_deleted: bool,
    pub updated: Timestamp,
}

/// What a location has of its own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Local {
    /// Where it differs from the item's.
    pub price: Option<Option<Money>>,
    /// Whether its stock is tracked.
    pub is_tracked: bool,
    /// What is left, where somebody counted it.
    pub stock: Option<Quantity>,
    pub low: Option<Quantity>,
    /// Sold out, with the end of it.
    pub sold_out: Option<Option<Timestamp>>,
    /// When the stock was changed last.
    pub counted: Option<Timestamp>,
}

/// How the catalog is shown.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    /// Whether the caller's version of the API has the cost.
    pub with_cost: bool,
}

impl Local {
    /// Whether it is marked as sold out, or tracked with nothing left of it: Square marks it then by itself.
    fn is_sold_out(&self) -> bool {
        let is_gone = self.is_tracked && self.stock.is_none_or(|stock| stock <= Quantity::ZERO);
        self.sold_out.is_some() || is_gone
    }
}

impl Dish {
    fn version(&self) -> i64 {
        self.updated.as_millisecond()
    }
}

/// The id of a category.
fn category_id(merchant: &str, major: &str, minor: Option<&str>) -> String {
    Key::of(&[&merchant, &major, &minor.unwrap_or_default(), &"category"]).to_string()
}

/// An item, with its variation inside.
pub fn item(view: &View<'_>, dish: &Dish, shown: Shown) -> Value {
    let merchant = &view.merchant.id;
    let leaf = json!({ "id": category_id(merchant, &dish.major, Some(&dish.minor)) });
    let mut object = frame(view, dish, "ITEM", &item_id(merchant, &dish.item));
    let data = json!({
        "name": dish.name,
        "product_type": "REGULAR",
        "is_archived": false,
        "categories": [leaf],
        "reporting_category": leaf,
        "variations": [variation(view, dish, shown)],
    });
    if let Some(object) = object.as_object_mut() {
        object.insert("item_data".to_owned(), data);
    }
    object
}

/// What all objects of a dish begin with.
fn frame(view: &View<'_>, dish: &Dish, kind: &str, id: &str) -> Value {
    let everywhere = view.merchant.locations.iter().all(|place| dish.places.contains_key(&place.id));
    let present: Vec<Value> = dish.places.keys().map(|place| json!(place)).collect();
    tidy(json!({
        "type": kind,
        "id": id,
        "updated_at": time(dish.updated),
        "version": dish.version(),
        "is_deleted": dish.is_deleted,
        "present_at_all_locations": everywhere,
        "present_at_location_ids": if everywhere { Value::Null } else { present.into() },
    }))
}

/// A variation.
pub fn variation(view: &View<'_>, dish: &Dish, shown: Shown) -> Value {
    let merchant = &view.merchant.id;
    let pricing = |price: Option<Money>| if price.is_some() { "FIXED_PRICING" } else { "VARIABLE_PRICING" };
    let places = dish.places.iter().map(|(place, local)| {
        let sold_out = local.is_sold_out();
        let until = local.sold_out.flatten().map(time);
        tidy(json!({
            "location_id": place,
            "price_money": local.price.flatten().map(|price| view.money(price)),
            "pricing_type": local.price.map(pricing),
            "track_inventory": local.is_tracked,
            "inventory_alert_type": if local.low.is_some() { "LOW_QUANTITY" } else { "NONE" },
            "inventory_alert_threshold": local.low.map(|low| low.milli() / 1_000),
            "sold_out": sold_out.then_some(true),
            "sold_out_valid_until": until,
        }))
    });
    let cost = dish.cost.filter(|_| shown.with_cost);
    let vendors = cost.map(|cost| json!([{ "vendor_id": "VENDOR1", "unit_cost_money": view.money(cost) }]));
    let data = tidy(json!({
        "item_id": item_id(merchant, &dish.item),
        "name": "Regular",
        "ordinal": 1,
        "pricing_type": pricing(dish.price),
        "price_money": dish.price.map(|price| view.money(price)),
        "location_overrides": listed(places.collect()),
        "sellable": true,
        "stockable": true,
        "vendor_information": vendors,
    }));
    let mut object = frame(view, dish, "ITEM_VARIATION", &variation_id(merchant, &dish.item));
    if let Some(object) = object.as_object_mut() {
        object.insert("item_variation_data".to_owned(), data);
    }
    object
}

/// The categories of the dishes, with the time of their last change: a root for each major one, and its leaves.
pub fn categories<'a>(merchant: &str, dishes: impl Iterator<Item = &'a Dish>) -> Vec<(Timestamp, Value)> {
    let mut names: BTreeMap<&str, (Timestamp, BTreeSet<&str>)> = BTreeMap::new();
    for dish in dishes {
        let (first, leaves) = names.entry(&dish.major).or_insert((dish.updated, BTreeSet::new()));
        *first = dish.updated.min(*first);
        leaves.insert(&dish.minor);
    }
    let mut shown = Vec::new();
    for (major, (at, leaves)) in names {
        let root = category_id(merchant, major, None);
        shown.push((at, category(&root, at, json!({ "name": major, "is_top_level": true }))));
        for minor in leaves {
            let data = json!({ "name": minor, "is_top_level": false, "parent_category": { "id": root }, "root_category": root });
            shown.push((at, category(&category_id(merchant, major, Some(minor)), at, data)));
        }
    }
    shown
}

fn category(id: &str, at: Timestamp, data: Value) -> Value {
    json!({
        "type": "CATEGORY", "id": id, "updated_at": time(at), "version": at.as_millisecond(), "is_deleted": false,
        "present_at_all_locations": true, "category_data": data,
    })
}

/// A discount.
pub fn discount(merchant: &str, name: &str, at: Timestamp) -> Value {
    json!({
        "type": "DISCOUNT", "id": discount_id(merchant, name), "updated_at": time(at), "version": at.as_millisecond(),
        "is_deleted": false, "present_at_all_locations": true,
        "discount_data": { "name": name, "discount_type": "VARIABLE_AMOUNT" },
    })
}

/// The count of a variation at a location, where somebody counted it.
pub fn count(view: &View<'_>, dish: &Dish) -> Option<Value> {
    let local = dish.places.get(&view.place.id)?;
    Some(json!({
        "catalog_object_id": variation_id(&view.merchant.id, &dish.item),
        "catalog_object_type": "ITEM_VARIATION",
        "state": "IN_STOCK",
        "location_id": view.place.id,
        "quantity": quantity(local.stock?),
        "calculated_at": time(local.counted.unwrap_or(dish.updated)),
    }))
}

/// A quantity that may be negative, as text.
fn quantity(quantity: Quantity) -> String {
    let (milli, sign) = (quantity.milli().unsigned_abs(), if quantity.milli() < 0 { "-" } else { "" });
    match milli % 1_000 {
        0 => format!("{sign}{}", milli / 1_000),
        part => format!("{sign}{}.{part:03}", milli / 1_000),
    }
}
