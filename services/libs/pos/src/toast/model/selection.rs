use serde::Deserialize;

use super::{Decimal, Reference, list};

/// A line of a check, or what was ordered to one.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Selection {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// The item; none for gift cards and for what is on no menu.
    pub item: Option<Reference>,
    /// The group of the menu that it was chosen from.
    pub item_group: Option<Reference>,
    /// The category of sales.
    pub sales_category: Option<Reference>,
    /// As printed.
    pub display_name: Option<String>,
    /// Such as OPEN_ITEM, TOAST_CARD_SELL or HOUSE_ACCOUNT_PAY_BALANCE.
    pub selection_type: Option<String>,
    /// How many, or how much of what is weighed.
    pub quantity: Option<Decimal>,
    /// Of the whole quantity, with what was ordered to it, before discounts, without tax.
    pub pre_discount_price: Option<Decimal>,
    /// The same after all discounts, those of the whole check among them.
    pub price: Option<Decimal>,
    /// Tax of it.
    pub tax: Option<Decimal>,
    /// Whether it is a gift card, or something else that is no sale yet.
    pub deferred: Option<bool>,
    /// Whether it was voided.
    pub voided: Option<bool>,
    /// When it was voided.
    pub void_date: Option<String>,
    /// Why.
    pub void_reason: Option<Reference>,
    /// When it was changed last.
    pub modified_date: Option<String>,
    /// What was ordered to it.
    #[serde(deserialize_with = "list")]
    pub modifiers: Vec<Selection>,
    /// Discounts of it alone.
    #[serde(deserialize_with = "list")]
    pub applied_discounts: Vec<AppliedDiscount>,
    /// Its taxes by name.
    #[serde(deserialize_with = "list")]
    pub applied_taxes: Vec<AppliedTax>,
    /// What was given back of it.
    pub refund_details: Option<RefundDetails>,
}

/// A discount of a selection or a check.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AppliedDiscount {
    /// As printed.
    pub name: Option<String>,
    /// With its part of a tax that the price holds.
    pub discount_amount: Option<Decimal>,
    /// Without that.
    pub non_tax_discount_amount: Option<Decimal>,
    /// The one who allowed it.
    pub approver: Option<Reference>,
    /// Of a reward: PENDING_APPLIED, APPLIED, PENDING_VOID or VOID.
    pub processing_state: Option<String>,
    /// Why.
    pub applied_discount_reason: Option<DiscountReason>,
    /// The code of a promotion.
    pub applied_promo_code: Option<String>,
}

/// Why a discount was given.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct DiscountReason {
    /// As the till shows it.
    pub name: Option<String>,
}

/// A tax of a selection or a charge.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AppliedTax {
    /// As it is called.
    pub name: Option<String>,
    /// What it comes to.
    pub tax_amount: Option<Decimal>,
    /// Whether the marketplace that brought the order pays it to the state.
    pub facilitator_collect_and_remit_tax: Option<bool>,
}

/// What was given back of a selection or a charge.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RefundDetails {
    /// Without tax.
    pub refund_amount: Option<Decimal>,
    /// Tax.
    pub tax_refund_amount: Option<Decimal>,
    /// What it was given back in, together with money of payments.
    pub refund_transaction: Option<Reference>,
}
