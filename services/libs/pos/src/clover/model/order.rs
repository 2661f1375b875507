use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{
    AdditionalCharge, Credit, Discount, LineItem, Payment, Reference, Refund, ServiceCharge, elements,
};

/// An order, with what is expanded of it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Order {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// ISO 4217.
    pub currency: Option<String>,
    /// Guests.
    #[serde(deserialize_with = "elements")]
    pub customers: Vec<Reference>,
    /// The server.
    pub employee: Option<Reference>,
    /// What is due, without tips.
    pub total: Option<i64>,
    /// OPEN, PAID, REFUNDED, CREDITED, PARTIALLY_PAID or PARTIALLY_REFUNDED.
    pub payment_state: Option<String>,
    /// A number, a table or a name.
    pub title: Option<String>,
    /// How the guest gets it.
    pub order_type: Option<OrderType>,
    /// Whether it is not taxed.
    pub tax_removed: Option<bool>,
    /// Whether prices hold the tax.
    pub is_vat: Option<bool>,
    /// `open` or `locked`; none hides it from the till.
    pub state: Option<String>,
    /// Whether it was made for practice.
    pub test_mode: Option<bool>,
    /// When Clover had it first.
    pub created_time: Option<i64>,
    /// When the device made it, by its clock.
    pub client_created_time: Option<i64>,
    /// When it was changed last.
    pub modified_time: Option<i64>,
    /// When it was deleted.
    pub deleted_timestamp: Option<i64>,
    /// A percentage of what is due.
    pub service_charge: Option<ServiceCharge>,
    /// Further charges.
    #[serde(deserialize_with = "elements")]
    pub additional_charges: Vec<AdditionalCharge>,
    /// Discounts of the whole order, which no line holds.
    #[serde(deserialize_with = "elements")]
    pub discounts: Vec<Discount>,
    /// What is sold; cut at 100.
    #[serde(deserialize_with = "elements")]
    pub line_items: Vec<LineItem>,
    /// How it was paid.
    #[serde(deserialize_with = "elements")]
    pub payments: Vec<Payment>,
    /// What was given back of its payments.
    #[serde(deserialize_with = "elements")]
    pub refunds: Vec<Refund>,
    /// What was given back without a payment.
    #[serde(deserialize_with = "elements")]
    pub credits: Vec<Credit>,
    /// The device that made it.
    pub device: Option<Reference>,
    /// What an online order has beside.
    pub online_order: Option<IgnoredAny>,
}

/// How the guest gets an order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderType {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// Such as Dine In.
    pub label: Option<String>,
    /// False: its orders are not taxed.
    pub taxable: Option<bool>,
}
