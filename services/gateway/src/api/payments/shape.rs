//! The card provider's objects in its own shape (cents, seconds since 1970), with Saffron's data about each under `saffron`.
//! Only these fields are passed on: no client secret, and nothing that identifies a person.

use saffron_core::Error;
use saffron_kit::Fault;
use saffron_proto::payments::{self as proto, PaymentSummary, PayoutSummary};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A card payment.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PaymentIntent {
    pub id: String,
    object: String,
    amount: i64,
    amount_capturable: i64,
    amount_received: i64,
    currency: String,
    created: i64,
    /// From the provider: succeeded, canceled, requires_capture and so on.
    status: String,
    description: Option<String>,
    canceled_at: Option<i64>,
    cancellation_reason: Option<String>,
    capture_method: Option<String>,
    livemode: bool,
    last_payment_error: Option<PaymentError>,
    /// The latest attempt to charge the card.
    latest_charge: Option<Charge>,
    #[serde(default)]
    #[schema(required)]
    saffron: PaymentSummary,
}

/// Why the last attempt failed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PaymentError {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    decline_code: Option<String>,
    r#type: String,
}

/// An attempt to charge a card.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Charge {
    id: String,
    object: String,
    amount: i64,
    amount_captured: i64,
    amount_refunded: i64,
    /// The movement of money.
    balance_transaction: Option<TransactionOrId>,
    captured: bool,
    created: i64,
    currency: String,
    disputed: bool,
    failure_code: Option<String>,
    failure_message: Option<String>,
    outcome: Option<ChargeOutcome>,
    paid: bool,
    payment_intent: Option<String>,
    payment_method_details: Option<MethodDetails>,
    refunded: bool,
    status: String,
}

/// The bank's answer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ChargeOutcome {
    network_status: Option<String>,
    reason: Option<String>,
    r#type: String,
}

/// The means of payment.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct MethodDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    card: Option<Card>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    card_present: Option<Card>,
    r#type: String,
}

/// A card, as on a receipt.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Card {
    brand: Option<String>,
    funding: Option<String>,
    last4: Option<String>,
}

/// A movement of the balance, or its id.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum TransactionOrId {
    /// Its id.
    Id(String),
    /// All of it.
    Whole(Box<BalanceTransaction>),
}

/// A refund.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Refund {
    id: String,
    object: String,
    amount: i64,
    balance_transaction: Option<TransactionOrId>,
    charge: Option<String>,
    created: i64,
    currency: String,
    /// The transaction that took the money back, if the refund failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    failure_balance_transaction: Option<TransactionOrId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    failure_reason: Option<String>,
    payment_intent: Option<String>,
    reason: Option<String>,
    status: Option<String>,
}

/// A transfer to the bank.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Payout {
    pub id: String,
    object: String,
    amount: i64,
    arrival_date: i64,
    automatic: bool,
    balance_transaction: Option<TransactionOrId>,
    created: i64,
    currency: String,
    description: Option<String>,
    /// The transaction that took the money back, if the payout failed or was canceled.
    failure_balance_transaction: Option<TransactionOrId>,
    failure_code: Option<String>,
    failure_message: Option<String>,
    livemode: bool,
    method: String,
    reconciliation_status: Option<String>,
    statement_descriptor: Option<String>,
    /// From the provider: paid, pending, in_transit, canceled, failed.
    status: String,
    r#type: String,
    #[serde(default)]
    #[schema(required)]
    saffron: PayoutSummary,
}

/// A movement of the account's balance.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct BalanceTransaction {
    pub id: String,
    object: String,
    amount: i64,
    available_on: i64,
    created: i64,
    currency: String,
    description: Option<String>,
    fee: i64,
    net: i64,
    reporting_category: Option<String>,
    source: Option<String>,
    status: String,
    r#type: String,
}

/// A disputed payment.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Dispute {
    id: String,
    object: String,
    amount: i64,
    balance_transactions: Vec<BalanceTransaction>,
    charge: String,
    created: i64,
    currency: String,
    evidence_details: Option<EvidenceDetails>,
    is_charge_refundable: bool,
    livemode: bool,
    payment_intent: Option<String>,
    reason: String,
    /// From the provider: needs_response, under_review, won, lost and so on.
    status: String,
}

/// The deadline for evidence in a dispute.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct EvidenceDetails {
    due_by: Option<i64>,
    has_evidence: bool,
    past_due: bool,
    submission_count: i64,
}

/// Reads an object that payments sent.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str(json).map_err(|e| Fault::Permanent(format!("object of payments: {e}")).into_answer())
}

/// Reads an object, or none from an empty text.
pub fn read_some<T: DeserializeOwned>(json: &str) -> Result<Option<T>, Error> {
    (!json.is_empty()).then(|| read(json)).transpose()
}

impl PaymentIntent {
    /// A payment with Saffron's data.
    pub fn of(sent: proto::PaymentIntent) -> Result<PaymentIntent, Error> {
        Ok(PaymentIntent { saffron: sent.summary.unwrap_or_default(), ..read(&sent.object)? })
    }
}

impl Payout {
    /// A payout with Saffron's data.
    pub fn of(sent: proto::Payout) -> Result<Payout, Error> {
        Ok(Payout { saffron: sent.summary.unwrap_or_default(), ..read(&sent.object)? })
    }
}
