use serde::Deserialize;

use super::{
    Discount, LineItem, Money, OrderReturn, RoundingAdjustment, ServiceCharge, Tax, Tender, TenderRefund,
    list,
};

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
    /// Surcharges for paying by card; from version 2026-01-22.
    pub total_card_surcharge_money: Option<Money>,
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

/// How the guest gets an order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Fulfillment {
    /// PICKUP, DELIVERY, SHIPMENT, or one of a later version.
    #[serde(rename = "type")]
    pub kind: Option<String>,
}
