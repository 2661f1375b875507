use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Decimal, Reference};

/// A payment of a check.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Payment {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// CASH, CREDIT, GIFTCARD, HOUSE_ACCOUNT, REWARDCARD, LEVELUP, TOAST_SV, OTHER or UNDETERMINED.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// When it was made.
    pub paid_date: Option<String>,
    /// Without the tip.
    pub amount: Option<Decimal>,
    /// On top; may be entered later.
    pub tip_amount: Option<Decimal>,
    /// Of a card: OPEN, PROCESSING, AUTHORIZED, CAPTURED, DENIED, VOIDED and so on.
    pub payment_status: Option<String>,
    /// Such as VISA.
    pub card_type: Option<String>,
    /// The end of the card's number.
    pub last4_digits: Option<String>,
    /// What Toast keeps of it, once that is known.
    pub original_processing_fee: Option<Decimal>,
    /// The one who took it.
    pub server: Option<Reference>,
    /// The way of paying that the restaurant set up, of type OTHER.
    pub other_payment: Option<Reference>,
    /// Who voided it, and when.
    pub void_info: Option<VoidInfo>,
    /// NONE, PARTIAL or FULL.
    pub refund_status: Option<String>,
    /// What was given back of it.
    pub refund: Option<Refund>,
    /// The order.
    pub order_guid: Option<String>,
}

/// That a payment was voided.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct VoidInfo {
    /// When.
    pub void_date: Option<String>,
    /// By whom; what matters is that somebody did.
    pub void_user: Option<IgnoredAny>,
}

/// What was given back of a payment.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Refund {
    /// Positive, without the tip.
    pub refund_amount: Option<Decimal>,
    /// Of the tip.
    pub tip_refund_amount: Option<Decimal>,
    /// When.
    pub refund_date: Option<String>,
    /// The date in which it counts, which is not the sale's.
    pub refund_business_date: Option<i64>,
    /// What it was given back in, together with selections and charges.
    pub refund_transaction: Option<Reference>,
}
