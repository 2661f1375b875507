//! The card provider's objects in its own shape (cents, seconds since 1970), each with what Saffron says of it under
//! `saffron`. There is no client secret in them, and nothing that names a person.

use saffron_core::{Code, Error};
use saffron_proto::payments::{self as proto, PaymentSummary, PayoutSummary};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A try to be paid by card.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PaymentIntent {
    id: String,
    object: String,
    amount: i64,
    amount_capturable: i64,
    amount_received: i64,
    currency: String,
    created: i64,
    /// As the provider says: succeeded, canceled, requires_capture and so on.
    status: String,
    #[schema(required)]
    description: Option<String>,
    #[schema(required)]
    canceled_at: Option<i64>,
    #[schema(required)]
    cancellation_reason: Option<String>,
    #[schema(required)]
    capture_method: Option<String>,
    livemode: bool,
    #[schema(required)]
    last_payment_error: Option<PaymentError>,
    /// The newest try to charge the card.
    #[schema(required)]
    latest_charge: Option<Charge>,
    #[serde(default)]
    #[schema(required)]
    saffron: PaymentSummary,
}

/// Why the last try failed.
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

/// One try to charge a card.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Charge {
    id: String,
    object: String,
    amount: i64,
    amount_captured: i64,
    amount_refunded: i64,
    /// Where money moved.
    #[schema(required)]
    balance_transaction: Option<TransactionOrId>,
    captured: bool,
    created: i64,
    currency: String,
    disputed: bool,
    #[schema(required)]
    failure_code: Option<String>,
    #[schema(required)]
    failure_message: Option<String>,
    #[schema(required)]
    outcome: Option<ChargeOutcome>,
    paid: bool,
    #[schema(required)]
    payment_intent: Option<String>,
    #[schema(required)]
    payment_method_details: Option<MethodDetails>,
    refunded: bool,
    status: String,
}

/// The bank's answer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ChargeOutcome {
    #[schema(required)]
    network_status: Option<String>,
    #[schema(required)]
    reason: Option<String>,
    r#type: String,
}

/// With what was paid.
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

/// A card, as a receipt shows it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Card {
    #[schema(required)]
    brand: Option<String>,
    #[schema(required)]
    funding: Option<String>,
    #[schema(required)]
    last4: Option<String>,
}

/// A movement of the balance, or its id.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum TransactionOrId {
    /// Its id.
    Id(String),
    /// The whole.
    Whole(Box<BalanceTransaction>),
}

/// Money given back.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Refund {
    id: String,
    object: String,
    amount: i64,
    #[schema(required)]
    balance_transaction: Option<TransactionOrId>,
    #[schema(required)]
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
    #[schema(required)]
    payment_intent: Option<String>,
    #[schema(required)]
    reason: Option<String>,
    #[schema(required)]
    status: Option<String>,
}

/// Money on its way to the bank.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Payout {
    id: String,
    object: String,
    amount: i64,
    arrival_date: i64,
    automatic: bool,
    #[schema(required)]
    balance_transaction: Option<TransactionOrId>,
    created: i64,
    currency: String,
    #[schema(required)]
    description: Option<String>,
    /// The transaction that took the money back, if the payout failed or was canceled.
    #[schema(required)]
    failure_balance_transaction: Option<TransactionOrId>,
    #[schema(required)]
    failure_code: Option<String>,
    #[schema(required)]
    failure_message: Option<String>,
    livemode: bool,
    method: String,
    #[schema(required)]
    reconciliation_status: Option<String>,
    #[schema(required)]
    statement_descriptor: Option<String>,
    /// As the provider says: paid, pending, in_transit, canceled, failed.
    status: String,
    r#type: String,
    #[serde(default)]
    #[schema(required)]
    saffron: PayoutSummary,
}

/// A movement of the account's balance.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct BalanceTransaction {
    id: String,
    object: String,
    amount: i64,
    available_on: i64,
    created: i64,
    currency: String,
    #[schema(required)]
    description: Option<String>,
    fee: i64,
    net: i64,
    #[schema(required)]
    reporting_category: Option<String>,
    #[schema(required)]
    source: Option<String>,
    status: String,
    r#type: String,
}

/// A payment that the cardholder disputes.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Dispute {
    id: String,
    object: String,
    amount: i64,
    balance_transactions: Vec<BalanceTransaction>,
    charge: String,
    created: i64,
    currency: String,
    #[schema(required)]
    evidence_details: Option<EvidenceDetails>,
    is_charge_refundable: bool,
    livemode: bool,
    #[schema(required)]
    payment_intent: Option<String>,
    reason: String,
    /// As the provider says: needs_response, under_review, won, lost and so on.
    status: String,
}

/// Until when an answer to a dispute counts.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct EvidenceDetails {
    #[schema(required)]
    due_by: Option<i64>,
    has_evidence: bool,
    past_due: bool,
    submission_count: i64,
}

/// Reads an object that payments sent.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str(json).map_err(|error| {
        tracing::error!(%error, "payments sent an object that cannot be read");
        Error::new(Code::Internal, "Error Occured. Please contact system administrator.")
    })
}

/// The same, where there may be none.
pub fn read_some<T: DeserializeOwned>(json: &str) -> Result<Option<T>, Error> {
    (!json.is_empty()).then(|| read(json)).transpose()
}

impl PaymentIntent {
    /// A payment with what is said of it.
    pub fn of(sent: proto::PaymentIntent) -> Result<PaymentIntent, Error> {
        Ok(PaymentIntent { saffron: sent.summary.unwrap_or_default(), ..read(&sent.object)? })
    }
}

impl Payout {
    /// A payout with what is said of it.
    pub fn of(sent: proto::Payout) -> Result<Payout, Error> {
        Ok(Payout { saffron: sent.summary.unwrap_or_default(), ..read(&sent.object)? })
    }
}
