use serde::Deserialize;

use super::{Reference, elements};

/// A line of an order: one piece, or so much of what is sold by weight.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LineItem {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// The item, unless it is an amount without one.
    pub item: Option<Reference>,
    /// As of the sale.
    pub name: Option<String>,
    /// Of one, without modifications.
    pub price: Option<i64>,
    /// Thousandths of a unit, of what is sold by weight.
    pub unit_qty: Option<i64>,
    /// Discounts of this line alone.
    #[serde(deserialize_with = "elements")]
    pub discounts: Vec<Discount>,
    /// What was ordered to it.
    #[serde(deserialize_with = "elements")]
    pub modifications: Vec<Modification>,
    /// Rates at which it is taxed.
    #[serde(deserialize_with = "elements")]
    pub tax_rates: Vec<TaxRate>,
    /// False for gift cards and donations.
    pub is_revenue: Option<bool>,
    /// Whether it was given in exchange, and is no longer part of the order.
    pub exchanged: Option<bool>,
    /// Whether it is a fee of the order.
    pub is_order_fee: Option<bool>,
    /// Such as AUTO_GRATUITY.
    pub order_fee_type: Option<String>,
    /// Of a fee: ten-thousandths of a percent.
    pub percentage: Option<i64>,
}

/// What was ordered to a line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Modification {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As of the sale.
    pub name: Option<String>,
    /// What it adds to the line.
    pub amount: Option<i64>,
    /// The modifier in the inventory.
    pub modifier: Option<Reference>,
}

/// A discount of a line or an order: an amount or a percentage.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Discount {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As printed.
    pub name: Option<String>,
    /// Negative.
    pub amount: Option<i64>,
    /// Percent.
    pub percentage: Option<serde_json::Number>,
    /// Ten-thousandths of a percent.
    pub percentage_decimal: Option<i64>,
    /// The manager who allowed it.
    pub approver: Option<Reference>,
}

/// A rate of tax.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TaxRate {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As printed.
    pub name: Option<String>,
    /// Hundred-thousandths of a percent: 825000 is 8.25 %.
    pub rate: Option<i64>,
    /// Of each line, where the rate is 0.
    pub tax_amount: Option<i64>,
}
