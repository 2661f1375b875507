use serde::Deserialize;
use serde_json::Value;

use super::Money;

/// The state of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PayoutStatus {
    /// On its way.
    Sent,
    /// At the bank.
    Paid,
    /// It did not arrive.
    Failed,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// Money on its way to the bank, or from it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Payout {
    /// Unique at Square.
    pub id: Option<String>,
    /// Its state.
    pub status: Option<PayoutStatus>,
    /// Whose it is.
    pub location_id: Option<String>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub updated_at: Option<String>,
    /// Negative: taken from the bank.
    pub amount_money: Option<Money>,
    /// The day it is at the bank, `YYYY-MM-DD`.
    pub arrival_date: Option<String>,
}

/// An entry of a payout.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PayoutEntry {
    /// Unique at Square.
    pub id: Option<String>,
    /// RFC 3339.
    pub effective_at: Option<String>,
    /// One of some sixty, such as CHARGE or SQUARE_CAPITAL_PAYMENT.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Before fees.
    pub gross_amount_money: Option<Money>,
    /// What Square keeps.
    pub fee_amount_money: Option<Money>,
    /// Gross less fees.
    pub net_amount_money: Option<Money>,
    /// The details of its type.
    #[serde(flatten)]
    pub details: EntryDetails,
}

/// The members of an entry that are not read otherwise: `type_charge_details` and its like.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct EntryDetails(serde_json::Map<String, Value>);

impl EntryDetails {
    /// The payment that the entry is about.
    #[must_use]
    pub fn payment_id(&self) -> Option<&str> {
        let details = self.0.iter().filter(|(name, _)| name.starts_with("type_"));
        details.filter_map(|(_, details)| details.get("payment_id")?.as_str()).next()
    }
}

/// The state of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DisputeState {
    /// An inquiry that is to be answered.
    InquiryEvidenceRequired,
    /// An inquiry that was answered.
    InquiryProcessing,
    /// An inquiry that ended.
    InquiryClosed,
    /// To be answered.
    EvidenceRequired,
    /// Answered.
    Processing,
    /// The seller keeps the money.
    Won,
    /// The seller lost it.
    Lost,
    /// The seller gave it up.
    Accepted,
    /// Of a later version.
    #[serde(other)]
    Other,
}

/// A payment that the cardholder disputes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Dispute {
    /// The old name of `id`.
    pub dispute_id: Option<String>,
    /// Unique at Square.
    pub id: Option<String>,
    /// What is disputed.
    pub amount_money: Option<Money>,
    /// Such as NO_KNOWLEDGE.
    pub reason: Option<String>,
    /// Its state.
    pub state: Option<DisputeState>,
    /// RFC 3339: until when it is to be answered.
    pub due_at: Option<String>,
    /// The payment.
    pub disputed_payment: Option<DisputedPayment>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub updated_at: Option<String>,
    /// RFC 3339.
    pub reported_at: Option<String>,
    /// Where.
    pub location_id: Option<String>,
}

/// The payment of a dispute.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct DisputedPayment {
    /// Its id.
    pub payment_id: Option<String>,
}
