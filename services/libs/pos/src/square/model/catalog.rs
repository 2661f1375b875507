use serde::Deserialize;

use super::{Money, list};

/// What an object of the catalog is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ObjectType {
    /// An item, with its variations.
    Item,
    /// A variation: what is sold and counted.
    ItemVariation,
    /// A category.
    Category,
    /// A discount.
    Discount,
    /// A list of modifiers.
    ModifierList,
    /// A modifier.
    Modifier,
    /// One that is not read, or of a later version.
    #[serde(other)]
    Other,
}

/// An object of the catalog.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CatalogObject {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Option<ObjectType>,
    /// Unique at Square.
    pub id: Option<String>,
    /// RFC 3339; of a deleted one, when that was done.
    pub updated_at: Option<String>,
    /// Whether it is deleted.
    pub is_deleted: Option<bool>,
    /// Whether all locations have it that are not in `absent_at_location_ids`.
    pub present_at_all_locations: Option<bool>,
    /// The locations that have it.
    #[serde(deserialize_with = "list")]
    pub present_at_location_ids: Vec<String>,
    /// The locations that do not.
    #[serde(deserialize_with = "list")]
    pub absent_at_location_ids: Vec<String>,
    /// Of an item.
    pub item_data: Option<CatalogItem>,
    /// Of a variation.
    pub item_variation_data: Option<CatalogItemVariation>,
    /// Of a category.
    pub category_data: Option<CatalogCategory>,
    /// Of a discount.
    pub discount_data: Option<CatalogDiscount>,
    /// Of a list of modifiers.
    pub modifier_list_data: Option<CatalogModifierList>,
    /// Of a modifier.
    pub modifier_data: Option<CatalogModifier>,
}

/// An item.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CatalogItem {
    /// Its name.
    pub name: Option<String>,
    /// The old way to name the category.
    pub category_id: Option<String>,
    /// Its categories.
    #[serde(deserialize_with = "list")]
    pub categories: Vec<CategoryReference>,
    /// The category that reports use.
    pub reporting_category: Option<CategoryReference>,
    /// What is sold of it.
    #[serde(deserialize_with = "list")]
    pub variations: Vec<CatalogObject>,
    /// Such as REGULAR or GIFT_CARD.
    pub product_type: Option<String>,
    /// Whether it is put away.
    pub is_archived: Option<bool>,
}

/// A category by its id.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CategoryReference {
    /// The id.
    pub id: Option<String>,
    /// The order in which categories are shown.
    pub ordinal: Option<i64>,
}

/// Whether the price is known before the sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PricingType {
    /// It is.
    FixedPricing,
    /// It is asked for at the sale.
    VariablePricing,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A variation of an item.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CatalogItemVariation {
    /// The item.
    pub item_id: Option<String>,
    /// Its name, such as Large; Regular where there is but one.
    pub name: Option<String>,
    /// Whether the price is known before the sale.
    pub pricing_type: Option<PricingType>,
    /// The price.
    pub price_money: Option<Money>,
    /// What differs at a location.
    #[serde(deserialize_with = "list")]
    pub location_overrides: Vec<LocationOverride>,
    /// Whether its stock is counted.
    pub track_inventory: Option<bool>,
    /// LOW_QUANTITY or NONE.
    pub inventory_alert_type: Option<String>,
    /// At or below this the stock is low.
    pub inventory_alert_threshold: Option<i64>,
    /// Whether it can be sold; some are only counted.
    pub sellable: Option<bool>,
    /// How it is bought; the first entry is the default. From version 2026-07-15.
    #[serde(deserialize_with = "list")]
    pub vendor_information: Vec<VendorInformation>,
}

/// How a variation is bought.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct VendorInformation {
    /// Cost of one.
    pub unit_cost_money: Option<Money>,
}

/// What differs at a location.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct LocationOverride {
    /// The location.
    pub location_id: Option<String>,
    /// The price there; none where it is asked for.
    pub price_money: Option<Money>,
    /// Whether the price is known there before the sale.
    pub pricing_type: Option<PricingType>,
    /// Whether its stock is counted there.
    pub track_inventory: Option<bool>,
    /// LOW_QUANTITY or NONE.
    pub inventory_alert_type: Option<String>,
    /// At or below this the stock is low there.
    pub inventory_alert_threshold: Option<i64>,
    /// Marked as sold out there; no application can set it.
    pub sold_out: Option<bool>,
    /// RFC 3339: when that mark ends.
    pub sold_out_valid_until: Option<String>,
}

/// A category.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CatalogCategory {
    /// Its name.
    pub name: Option<String>,
    /// The one above it.
    pub parent_category: Option<CategoryReference>,
    /// The one at the top.
    pub root_category: Option<String>,
}

/// A discount.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CatalogDiscount {
    /// Its name.
    pub name: Option<String>,
}

/// A list of modifiers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CatalogModifierList {
    /// The modifiers.
    #[serde(deserialize_with = "list")]
    pub modifiers: Vec<CatalogObject>,
}

/// A modifier.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CatalogModifier {
    /// Its name.
    pub name: Option<String>,
}

/// How much there is of a variation in a state at a location.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct InventoryCount {
    /// The variation.
    pub catalog_object_id: Option<String>,
    /// Such as IN_STOCK.
    pub state: Option<String>,
    /// The location.
    pub location_id: Option<String>,
    /// Decimal text; may be negative.
    pub quantity: Option<String>,
    /// RFC 3339.
    pub calculated_at: Option<String>,
}
