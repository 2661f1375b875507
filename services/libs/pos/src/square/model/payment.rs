use serde::Deserialize;

use super::{ApiError, Money, list};

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentStatus {
    /// Held, and not taken yet: a tip may be added.
    Approved,
    /// On its way.
    Pending,
    /// Taken.
    Completed,
    /// Given up before it was taken.
    Canceled,
    /// Refused.
    Failed,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Payment {
    /// Unique at Square; that of its tender.
    pub id: Option<String>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub updated_at: Option<String>,
    /// Without the tip.
    pub amount_money: Option<Money>,
    /// The tip.
    pub tip_money: Option<Money>,
    /// With the tip.
    pub total_money: Option<Money>,
    /// What Square keeps; filled some seconds after completion.
    #[serde(deserialize_with = "list")]
    pub processing_fee: Vec<ProcessingFee>,
    /// Its state.
    pub status: Option<PaymentStatus>,
    /// CARD, BANK_ACCOUNT, WALLET, BUY_NOW_PAY_LATER, SQUARE_ACCOUNT, CASH or EXTERNAL.
    pub source_type: Option<String>,
    /// Of a card.
    pub card_details: Option<CardDetails>,
    /// Of what was paid outside of Square.
    pub external_details: Option<ExternalDetails>,
    /// Of a wallet.
    pub wallet_details: Option<Wallet>,
    /// Of a payment in parts.
    pub buy_now_pay_later_details: Option<BuyNowPayLater>,
    /// Where it was taken.
    pub location_id: Option<String>,
    /// What it pays.
    pub order_id: Option<String>,
    /// What was given back of it.
    #[serde(deserialize_with = "list")]
    pub refund_ids: Vec<String>,
    /// The guest.
    pub customer_id: Option<String>,
    /// The old name of `team_member_id`.
    pub employee_id: Option<String>,
    /// The person who took it.
    pub team_member_id: Option<String>,
    /// The device.
    pub device_details: Option<DeviceDetails>,
    /// The application.
    pub application_details: Option<ApplicationDetails>,
    /// When it was taken without a connection.
    pub offline_payment_details: Option<OfflineDetails>,
}

/// A fee of Square.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ProcessingFee {
    /// Positive if Square keeps it.
    pub amount_money: Option<Money>,
}

/// Of a payment by card.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CardDetails {
    /// AUTHORIZED, CAPTURED, VOIDED or FAILED.
    pub status: Option<String>,
    /// The card.
    pub card: Option<Card>,
    /// The surcharge for paying by card; from version 2026-01-22.
    pub applied_card_surcharge_details: Option<CardSurcharge>,
    /// Why it was refused.
    #[serde(deserialize_with = "list")]
    pub errors: Vec<ApiError>,
}

/// A surcharge for paying by card.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CardSurcharge {
    /// Without tax; part of the payment's amount.
    pub card_surcharge_money: Option<Money>,
}

/// A card, as receipts show it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Card {
    /// Such as VISA.
    pub card_brand: Option<String>,
    /// Its last digits.
    pub last_4: Option<String>,
}

/// Of what was paid outside of Square.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ExternalDetails {
    /// CHECK, BANK_TRANSFER, OTHER_GIFT_CARD, EXTERNAL and others.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Such as the name of a delivery service.
    pub source: Option<String>,
    /// What that source keeps.
    pub source_fee_money: Option<Money>,
}

/// Of a payment by wallet.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Wallet {
    /// Such as CASH_APP.
    pub brand: Option<String>,
}

/// Of a payment in parts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct BuyNowPayLater {
    /// Such as AFTERPAY.
    pub brand: Option<String>,
}

/// The device that took a payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct DeviceDetails {
    /// Unique at Square.
    pub device_id: Option<String>,
    /// As the seller named it.
    pub device_name: Option<String>,
}

/// The application that took a payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ApplicationDetails {
    /// Such as SQUARE_POS or ONLINE_STORE.
    pub square_product: Option<String>,
}

/// When a payment was taken without a connection.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct OfflineDetails {
    /// RFC 3339, by the clock of the device.
    pub client_created_at: Option<String>,
}

impl Payment {
    /// The id of the team member who took it.
    #[must_use]
    pub fn taken_by(&self) -> Option<&str> {
        self.team_member_id.as_deref().or(self.employee_id.as_deref())
    }
}

/// A payment as its order holds it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Tender {
    /// That of the payment.
    pub id: Option<String>,
    /// That of the payment too, where it was taken by the newer API.
    pub payment_id: Option<String>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// With the tip.
    pub amount_money: Option<Money>,
    /// The tip.
    pub tip_money: Option<Money>,
    /// CARD, CASH, THIRD_PARTY_CARD, SQUARE_GIFT_CARD, NO_SALE, BANK_ACCOUNT, WALLET, BUY_NOW_PAY_LATER, SQUARE_ACCOUNT or OTHER.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Of a card.
    pub card_details: Option<CardDetails>,
    /// The guest.
    pub customer_id: Option<String>,
}

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RefundStatus {
    /// May still be rejected.
    Pending,
    /// Done, as orders name it.
    Approved,
    /// Done.
    Completed,
    /// Refused.
    Rejected,
    /// It did not arrive.
    Failed,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A refund of a payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PaymentRefund {
    /// Unique at Square; longer than other ids.
    pub id: Option<String>,
    /// Its state.
    pub status: Option<RefundStatus>,
    /// Where.
    pub location_id: Option<String>,
    /// CARD, CASH, EXTERNAL and others.
    pub destination_type: Option<String>,
    /// With the tip.
    pub amount_money: Option<Money>,
    /// What Square gives back of its fee.
    #[serde(deserialize_with = "list")]
    pub processing_fee: Vec<ProcessingFee>,
    /// The payment.
    pub payment_id: Option<String>,
    /// The order that holds the return.
    pub order_id: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub updated_at: Option<String>,
    /// The person who gave it.
    pub team_member_id: Option<String>,
}

/// A refund as its order holds it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct TenderRefund {
    /// Unique at Square.
    pub id: Option<String>,
    /// The payment.
    pub tender_id: Option<String>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// With the tip.
    pub amount_money: Option<Money>,
    /// Its state.
    pub status: Option<RefundStatus>,
}
