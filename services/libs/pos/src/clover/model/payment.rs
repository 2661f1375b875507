use serde::Deserialize;

use super::{ChargeAmount, Reference, elements};

/// A payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Payment {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// What it pays.
    pub order: Option<Reference>,
    /// What it was paid with.
    pub tender: Option<Tender>,
    /// With tax and charges, without the tip.
    pub amount: Option<i64>,
    /// On top; may come later.
    pub tip_amount: Option<i64>,
    /// Of the amount, tax.
    pub tax_amount: Option<i64>,
    /// The one who took it.
    pub employee: Option<Reference>,
    /// When Clover had it.
    pub created_time: Option<i64>,
    /// When the device took it, by its clock.
    pub client_created_time: Option<i64>,
    /// When it was changed last.
    pub modified_time: Option<i64>,
    /// Whether it was taken without a connection.
    pub offline: Option<bool>,
    /// SUCCESS, FAIL, VOIDED, PENDING and so on.
    pub result: Option<String>,
    /// The card.
    pub card_transaction: Option<CardTransaction>,
    /// Of the amount, the order's service charge.
    pub service_charge: Option<ChargeAmount>,
    /// Surcharges for the way of paying.
    #[serde(deserialize_with = "elements")]
    pub additional_charges: Vec<ChargeAmount>,
    /// Of the tax, each rate's.
    #[serde(deserialize_with = "elements")]
    pub tax_rates: Vec<PaymentTaxRate>,
    /// The device.
    pub device: Option<Reference>,
    /// Why it was voided.
    pub void_reason: Option<String>,
}

/// What a payment holds of a rate of tax.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PaymentTaxRate {
    /// As printed.
    pub name: Option<String>,
    /// In the smallest unit.
    pub tax_amount: Option<i64>,
}

/// A kind of payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Tender {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As the till shows it.
    pub label: Option<String>,
    /// Such as `com.clover.tender.cash`.
    pub label_key: Option<String>,
}

/// The card of a payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CardTransaction {
    /// Such as VISA, MC or GIFT_CARD.
    pub card_type: Option<String>,
    /// The end of its number.
    pub last4: Option<String>,
}

/// What was given back of a payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Refund {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// Whose payment.
    pub order_ref: Option<Reference>,
    /// Positive, with tax and tip.
    pub amount: Option<i64>,
    /// Of the amount, tax.
    pub tax_amount: Option<i64>,
    /// Of the amount, tip.
    pub tip_amount: Option<i64>,
    /// When Clover had it.
    pub created_time: Option<i64>,
    /// The payment.
    pub payment: Option<Reference>,
    /// The one who gave it.
    pub employee: Option<Reference>,
    /// The lines that came back; none if an amount did.
    #[serde(deserialize_with = "elements")]
    pub line_items: Vec<Reference>,
    /// What it was given back by, where that is another tender than the payment's.
    pub override_merchant_tender: Option<Tender>,
    /// Whether it was taken back.
    pub voided: Option<bool>,
    /// SUCCESS, FAIL, PENDING or VOIDED.
    pub status: Option<String>,
    /// Of the amount, the order's service charge.
    pub service_charge_amount: Option<ChargeAmount>,
    /// Of the amount, surcharges.
    #[serde(deserialize_with = "elements")]
    pub additional_charges: Vec<ChargeAmount>,
    /// Why.
    pub reason: Option<String>,
}

/// What was given back without a payment: a manual refund.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Credit {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// The order that was made for it.
    pub order_ref: Option<Reference>,
    /// Positive, with tax.
    pub amount: Option<i64>,
    /// Of the amount, tax.
    pub tax_amount: Option<i64>,
    /// When Clover had it.
    pub created_time: Option<i64>,
    /// What it was given back by.
    pub tender: Option<Tender>,
    /// The one who gave it.
    pub employee: Option<Reference>,
    /// Whether it was taken back.
    pub voided: Option<bool>,
    /// SUCCESS, FAIL and so on.
    pub result: Option<String>,
    /// The card.
    pub card_transaction: Option<CardTransaction>,
    /// Why.
    pub reason: Option<String>,
}
