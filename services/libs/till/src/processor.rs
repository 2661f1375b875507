//! What another processor than the location's own did with money, as facts: payments with their refunds, payouts with their
//! entries, disputes. Amounts are whole minor units of their currency. Times are wall time of the location.

use jiff::civil::DateTime;
use saffron_core::fact::{DisputeStatus, MinorUnits, PaymentStatus, TransferStatus};
use saffron_core::{BusinessDate, PosId};
use serde::Serialize;

use crate::fact::{wall, wall_if_any};

/// A payment, with all its refunds: `payment.recorded`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedPayment {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Unique at its processor; that of the check's payment.
    #[serde(rename = "paymentID")]
    pub id: String,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// Its processor.
    pub processor: String,
    /// When it was made.
    #[serde(serialize_with = "wall")]
    pub created: DateTime,
    /// Its state.
    pub status: PaymentStatus,
    /// What was charged or held, with the tip. Never negative.
    pub amount: MinorUnits,
    /// Of all amounts: ISO 4217.
    pub currency: String,
    /// What the processor keeps, once it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fee: Option<MinorUnits>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<RecordedCard>,
    /// All refunds of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refunds: Vec<RecordedRefund>,
}

/// What a receipt shows of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordedCard {
    /// Such as visa.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// Its last four digits, never more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last4: Option<String>,
}

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    /// On its way.
    Pending,
    /// The guest has the money.
    Succeeded,
    /// It did not arrive.
    Failed,
    /// Given up.
    Canceled,
}

/// A refund of a recorded payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedRefund {
    /// Unique at its processor.
    #[serde(rename = "refundID")]
    pub id: String,
    /// When it was made.
    #[serde(serialize_with = "wall")]
    pub created: DateTime,
    /// What was given back. Never negative.
    pub amount: MinorUnits,
    /// Its state.
    pub status: RefundStatus,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Money on its way to the bank: `payout.recorded`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedPayout {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Unique at its processor.
    #[serde(rename = "payoutID")]
    pub id: String,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// Its processor.
    pub processor: String,
    /// When it was made.
    #[serde(serialize_with = "wall")]
    pub created: DateTime,
    /// The day on which it is at the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrival_date: Option<BusinessDate>,
    /// Its state.
    pub status: TransferStatus,
    /// Negative: taken from the bank.
    pub amount: MinorUnits,
    /// Of all amounts: ISO 4217.
    pub currency: String,
    /// All of what it holds; none if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<RecordedEntry>>,
}

/// An entry of a recorded payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedEntry {
    /// Unique at its processor.
    #[serde(rename = "entryID")]
    pub id: String,
    /// Such as charge, refund, dispute, fee or loan repayment.
    pub kind: String,
    /// When the balance moved.
    #[serde(serialize_with = "wall_if_any", skip_serializing_if = "Option::is_none")]
    pub created: Option<DateTime>,
    /// Before the fee; negative where it is taken.
    pub amount: MinorUnits,
    /// What the processor keeps of it.
    pub fee: MinorUnits,
    /// The payment that it pays out.
    #[serde(rename = "paymentID", skip_serializing_if = "Option::is_none")]
    pub payment: Option<String>,
}

/// A payment that the cardholder disputes: `dispute.recorded`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedDispute {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Unique at its processor.
    #[serde(rename = "disputeID")]
    pub id: String,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// Its processor.
    pub processor: String,
    /// The disputed payment.
    #[serde(rename = "paymentID")]
    pub payment: String,
    /// When it was opened.
    #[serde(serialize_with = "wall")]
    pub created: DateTime,
    /// Its state.
    pub status: DisputeStatus,
    /// What is disputed.
    pub amount: MinorUnits,
    /// Of all amounts: ISO 4217.
    pub currency: String,
    /// As the cardholder's bank says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Until when it is to be answered.
    #[serde(serialize_with = "wall_if_any", skip_serializing_if = "Option::is_none")]
    pub due: Option<DateTime>,
}
