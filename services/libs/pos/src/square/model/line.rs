use serde::Deserialize;

use super::{Money, list};

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ItemType {
    /// An item of the catalog, or one by name.
    Item,
    /// An amount without an item.
    CustomAmount,
    /// A gift card that is sold or loaded.
    GiftCard,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A line of an order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct LineItem {
    /// Unique in the order.
    pub uid: Option<String>,
    /// Of the item.
    pub name: Option<String>,
    /// Of the variation.
    pub variation_name: Option<String>,
    /// Decimal text with up to five digits after the point.
    pub quantity: Option<String>,
    /// The variation, unless it is an amount without an item.
    pub catalog_object_id: Option<String>,
    /// What it is.
    pub item_type: Option<ItemType>,
    /// What was ordered to it.
    #[serde(deserialize_with = "list")]
    pub modifiers: Vec<LineModifier>,
    /// What it has of the order's discounts.
    #[serde(deserialize_with = "list")]
    pub applied_discounts: Vec<AppliedDiscount>,
    /// What it has of the order's taxes.
    #[serde(deserialize_with = "list")]
    pub applied_taxes: Vec<AppliedTax>,
    /// Of one, without modifiers.
    pub base_price_money: Option<Money>,
    /// Of all, without modifiers.
    pub variation_total_price_money: Option<Money>,
    /// Of all with modifiers, before discounts; in the US without included tax.
    pub gross_sales_money: Option<Money>,
    /// All tax of the line.
    pub total_tax_money: Option<Money>,
    /// All discounts of the line, its share of those of the order among them.
    pub total_discount_money: Option<Money>,
    /// To be paid for the line.
    pub total_money: Option<Money>,
    /// Its share of charges that are apportioned to lines.
    pub total_service_charge_money: Option<Money>,
    /// Its share of the surcharge for paying by card; from version 2026-01-22.
    pub total_card_surcharge_money: Option<Money>,
}

/// A modifier of a line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct LineModifier {
    /// As printed.
    pub name: Option<String>,
    /// The modifier in the catalog.
    pub catalog_object_id: Option<String>,
    /// How many for each piece of the line.
    pub quantity: Option<String>,
    /// Of one.
    pub base_price_money: Option<Money>,
    /// Of the whole line.
    pub total_price_money: Option<Money>,
}

/// A line's part of a discount.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct AppliedDiscount {
    /// The discount.
    pub discount_uid: Option<String>,
    /// The part.
    pub applied_money: Option<Money>,
}

/// A part of a tax.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct AppliedTax {
    /// The tax.
    pub tax_uid: Option<String>,
    /// The part.
    pub applied_money: Option<Money>,
}
