use serde::Deserialize;

use super::{AppliedDiscount, AppliedTax, Decimal, Payment, RefundDetails, Selection, list};

/// A check of an order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Check {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// When it was opened.
    pub opened_date: Option<String>,
    /// When it was changed last.
    pub modified_date: Option<String>,
    /// When nothing was due any more.
    pub closed_date: Option<String>,
    /// When it was paid last.
    pub paid_date: Option<String>,
    /// Whether it is none.
    pub deleted: Option<bool>,
    /// When it was deleted; the beginning of 1970 where it was not.
    pub deleted_date: Option<String>,
    /// Whether it was voided.
    pub voided: Option<bool>,
    /// When it was voided.
    pub void_date: Option<String>,
    /// What is sold.
    #[serde(deserialize_with = "list")]
    pub selections: Vec<Selection>,
    /// Charges beside.
    #[serde(deserialize_with = "list")]
    pub applied_service_charges: Vec<AppliedCharge>,
    /// Discounts of the whole check, which the prices of its selections hold.
    #[serde(deserialize_with = "list")]
    pub applied_discounts: Vec<AppliedDiscount>,
    /// How it was paid.
    #[serde(deserialize_with = "list")]
    pub payments: Vec<Payment>,
    /// After discounts, with charges that are no gratuity, without tax.
    pub amount: Option<Decimal>,
    /// Tax of selections and charges.
    pub tax_amount: Option<Decimal>,
    /// OPEN, PAID (the tip is still to be entered) or CLOSED.
    pub payment_status: Option<String>,
    /// The name of the tab.
    pub tab_name: Option<String>,
    /// The guest.
    pub customer: Option<Customer>,
}

/// A charge of a check.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AppliedCharge {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// As printed.
    pub name: Option<String>,
    /// Without tax.
    pub charge_amount: Option<Decimal>,
    /// Whether it belongs to the staff.
    pub gratuity: Option<bool>,
    /// Whether deliveries have it.
    pub delivery: Option<bool>,
    /// Whether orders to take out have it.
    pub takeout: Option<bool>,
    /// Whether orders in the house have it.
    pub dine_in: Option<bool>,
    /// SERVICE_CHARGE, CREDIT_CARD_SURCHARGE, FUNDRAISING_CAMPAIGN or CASH_ROUNDING.
    pub service_charge_category: Option<String>,
    /// Tax of it.
    #[serde(deserialize_with = "list")]
    pub applied_taxes: Vec<AppliedTax>,
    /// What was given back of it.
    pub refund_details: Option<RefundDetails>,
}

/// A guest of a check.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Customer {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
    /// Email address.
    pub email: Option<String>,
}
