use serde::Deserialize;

use super::{LineItem, Money, OrderReturn, Tender, TenderRefund, list};

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderState {
    /// A check, a cart, or a check that is paid and not settled.
    Open,
    /// Paid and settled.
    Completed,
    /// Given up.
    Canceled,
    /// A calculation, or an order that was never placed.
    Draft,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// An order: a sale, a return, or an exchange.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Order {
    /// Unique at Square.
    pub id: Option<String>,
    /// Where it was placed.
    pub location_id: Option<String>,
    /// The application that it came from.
    pub source: Option<Source>,
    /// The guest.
    pub customer_id: Option<String>,
    /// What is sold.
    #[serde(deserialize_with = "list")]
    pub line_items: Vec<LineItem>,
    /// Taxes.
    #[serde(deserialize_with = "list")]
    pub taxes: Vec<Tax>,
    /// Discounts.
    #[serde(deserialize_with = "list")]
    pub discounts: Vec<Discount>,
    /// Charges beside what is sold.
    #[serde(deserialize_with = "list")]
    pub service_charges: Vec<ServiceCharge>,
    /// How the guest gets it.
    #[serde(deserialize_with = "list")]
    pub fulfillments: Vec<Fulfillment>,
    /// What comes back.
    #[serde(deserialize_with = "list")]
    pub returns: Vec<OrderReturn>,
    /// Cash rounding.
    pub rounding_adjustment: Option<RoundingAdjustment>,
    /// How it was paid.
    #[serde(deserialize_with = "list")]
    pub tenders: Vec<Tender>,
    /// What was given back with it.
    #[serde(deserialize_with = "list")]
    pub refunds: Vec<TenderRefund>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub updated_at: Option<String>,
    /// RFC 3339; set in the states that end an order.
    pub closed_at: Option<String>,
    /// Its state.
    pub state: Option<OrderState>,
    /// All tax, that of charges among it.
    pub total_tax_money: Option<Money>,
    /// A name, a table, or a number.
    pub ticket_name: Option<String>,
}

/// The application that an order came from.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Source {
    /// Its name.
    pub name: Option<String>,
}

/// How a tax is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TaxType {
    /// On top of the price.
    Additive,
    /// Inside of the price.
    Inclusive,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A tax of an order, or of a return.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Tax {
    /// Unique in the order.
    pub uid: Option<String>,
    /// As printed.
    pub name: Option<String>,
    /// How it is taken.
    #[serde(rename = "type")]
    pub kind: Option<TaxType>,
    /// All of it.
    pub applied_money: Option<Money>,
}

/// A discount of an order, or of a return.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Discount {
    /// Unique in the order.
    pub uid: Option<String>,
    /// As printed; may stand in the catalog alone.
    pub name: Option<String>,
    /// The discount in the catalog.
    pub catalog_object_id: Option<String>,
    /// Decimal text, such as 7.25.
    pub percentage: Option<String>,
    /// All of it.
    pub applied_money: Option<Money>,
    /// Rewards of Square's own loyalty program that it pays for.
    #[serde(deserialize_with = "list")]
    pub reward_ids: Vec<String>,
    /// The rule that gave it by itself.
    pub pricing_rule_id: Option<String>,
}

/// Why a charge is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChargeType {
    /// Belongs to the staff.
    AutoGratuity,
    /// Anything else.
    Custom,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// Where a charge is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChargeTreatment {
    /// Beside the lines.
    LineItemTreatment,
    /// Distributed to the lines.
    ApportionedTreatment,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A charge beside what is sold, of an order or of a return.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ServiceCharge {
    /// As printed.
    pub name: Option<String>,
    /// Of it, with an included tax.
    pub applied_money: Option<Money>,
    /// To be paid for it, with all tax.
    pub total_money: Option<Money>,
    /// Tax of it.
    pub total_tax_money: Option<Money>,
    /// Why it is made.
    #[serde(rename = "type")]
    pub kind: Option<ChargeType>,
    /// Where it is taken.
    pub treatment_type: Option<ChargeTreatment>,
}

/// How the guest gets an order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Fulfillment {
    /// PICKUP, DELIVERY, SHIPMENT, or one of a later version.
    #[serde(rename = "type")]
    pub kind: Option<String>,
}

/// Rounding to what cash there is.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct RoundingAdjustment {
    /// By how much.
    pub amount_money: Option<Money>,
}
