use serde::Deserialize;

use super::{Decimal, list};

/// When the menus were published last.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Metadata {
    /// UTC.
    pub last_updated: Option<String>,
}

/// The published menus of a restaurant.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Menus {
    /// When they were published.
    pub last_updated: Option<String>,
    /// Such as Food and Drinks.
    #[serde(deserialize_with = "list")]
    pub menus: Vec<Menu>,
}

/// A menu.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Menu {
    /// As the till shows it.
    pub name: Option<String>,
    /// Its parts.
    #[serde(deserialize_with = "list")]
    pub menu_groups: Vec<MenuGroup>,
}

/// A part of a menu.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MenuGroup {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// As the till shows it.
    pub name: Option<String>,
    /// Parts of it.
    #[serde(deserialize_with = "list")]
    pub menu_groups: Vec<MenuGroup>,
    /// Its items.
    #[serde(deserialize_with = "list")]
    pub menu_items: Vec<MenuItem>,
}

/// An item of a menu.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MenuItem {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// As the till shows it.
    pub name: Option<String>,
    /// Of one; none where it is asked for at the sale, or depends on the size.
    pub price: Option<Decimal>,
    /// BASE_PRICE, MENU_SPECIFIC_PRICE, TIME_SPECIFIC_PRICE, SIZE_PRICE or OPEN_PRICE.
    pub pricing_strategy: Option<String>,
    /// Whether it is a gift card, or something else that is no sale.
    pub is_deferred: Option<bool>,
    /// The category of sales.
    pub sales_category: Option<Named>,
}

/// A thing of the configuration that has a name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Named {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// As the till shows it.
    pub name: Option<String>,
}

/// What is left of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Stock {
    /// The item.
    pub guid: Option<String>,
    /// IN_STOCK, QUANTITY or OUT_OF_STOCK.
    pub status: Option<String>,
    /// How many are left, of what is counted.
    pub quantity: Option<Decimal>,
}
