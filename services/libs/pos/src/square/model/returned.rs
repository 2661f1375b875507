use serde::Deserialize;

use super::{
    AppliedDiscount, AppliedTax, Discount, ItemType, LineModifier, Money, RoundingAdjustment, ServiceCharge,
    Tax, list,
};

/// What comes back of one sale. Amounts are positive.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct OrderReturn {
    /// Unique in the order.
    pub uid: Option<String>,
    /// The sale; none where it is not known.
    pub source_order_id: Option<String>,
    /// The lines.
    #[serde(deserialize_with = "list")]
    pub return_line_items: Vec<ReturnLineItem>,
    /// Charges that are given back.
    #[serde(deserialize_with = "list")]
    pub return_service_charges: Vec<ServiceCharge>,
    /// Taxes that are given back.
    #[serde(deserialize_with = "list")]
    pub return_taxes: Vec<Tax>,
    /// Discounts that the sale had.
    #[serde(deserialize_with = "list")]
    pub return_discounts: Vec<Discount>,
    /// Tips that are given back.
    #[serde(deserialize_with = "list")]
    pub return_tips: Vec<ReturnTip>,
    /// Cash rounding.
    pub rounding_adjustment: Option<RoundingAdjustment>,
    /// Sums.
    pub return_amounts: Option<ReturnAmounts>,
}

/// Sums of a return.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ReturnAmounts {
    /// Surcharges for paying by card; from version 2026-01-22.
    pub card_surcharge_money: Option<Money>,
}

/// A line that comes back.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ReturnLineItem {
    /// Unique in the order.
    pub uid: Option<String>,
    /// Of the item.
    pub name: Option<String>,
    /// Of the variation.
    pub variation_name: Option<String>,
    /// Decimal text.
    pub quantity: Option<String>,
    /// The variation.
    pub catalog_object_id: Option<String>,
    /// What it is.
    pub item_type: Option<ItemType>,
    /// What was ordered to it.
    #[serde(deserialize_with = "list")]
    pub return_modifiers: Vec<LineModifier>,
    /// What it has of the discounts.
    #[serde(deserialize_with = "list")]
    pub applied_discounts: Vec<AppliedDiscount>,
    /// What it has of the taxes.
    #[serde(deserialize_with = "list")]
    pub applied_taxes: Vec<AppliedTax>,
    /// Of one, without modifiers.
    pub base_price_money: Option<Money>,
    /// Of all, without modifiers.
    pub variation_total_price_money: Option<Money>,
    /// Of all with modifiers.
    pub gross_return_money: Option<Money>,
    /// Tax.
    pub total_tax_money: Option<Money>,
    /// Discounts.
    pub total_discount_money: Option<Money>,
    /// To be given back.
    pub total_money: Option<Money>,
    /// Its share of charges that are apportioned to lines.
    pub total_service_charge_money: Option<Money>,
    /// Its share of the surcharge for paying by card; from version 2026-01-22.
    pub total_card_surcharge_money: Option<Money>,
}

/// A tip that is given back.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ReturnTip {
    /// How much.
    pub applied_money: Option<Money>,
    /// The payment that it was of.
    pub source_tender_id: Option<String>,
}
