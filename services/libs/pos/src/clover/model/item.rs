use serde::Deserialize;

use super::{Reference, elements};

/// An item of the inventory.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Item {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As the till shows it.
    pub name: Option<String>,
    /// Of one.
    pub price: Option<i64>,
    /// FIXED, VARIABLE or PER_UNIT.
    pub price_type: Option<String>,
    /// What one costs the house.
    pub cost: Option<i64>,
    /// Whether the till does not show it.
    pub hidden: Option<bool>,
    /// Whether it can be sold now.
    pub available: Option<bool>,
    /// False for gift cards and donations.
    pub is_revenue: Option<bool>,
    /// Categories.
    #[serde(deserialize_with = "elements")]
    pub categories: Vec<Category>,
    /// What is left of it.
    pub item_stock: Option<ItemStock>,
    /// When it was changed last.
    pub modified_time: Option<i64>,
    /// When it was deleted.
    pub deleted_time: Option<i64>,
}

/// What is left of an item.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ItemStock {
    /// With decimals, and maybe negative; none where nobody counted.
    pub quantity: Option<serde_json::Number>,
    /// When it was changed last.
    pub modified_time: Option<i64>,
}

/// A category of items.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Category {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As the till shows it.
    pub name: Option<String>,
    /// Its place among the others.
    pub sort_order: Option<i64>,
    /// The one above it.
    pub parent_category: Option<Reference>,
    /// Whether it was deleted.
    pub deleted: Option<bool>,
}
