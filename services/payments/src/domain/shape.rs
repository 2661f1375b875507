//! The provider's objects, in its own shape: what is kept of them, and nothing else. There is no client secret among the
//! fields, and nothing that names a person: no billing details, receipt email, shipping address or card fingerprint.
//! Amounts are in cents, times in seconds since 1970, as the provider has them. Its enumerations are kept as text, so
//! that a value it adds breaks nothing.

use serde::{Deserialize, Serialize};

use super::ProviderId;

/// An object that comes as its id, or expanded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Expandable<T> {
    /// Not expanded.
    Id(ProviderId),
    /// Expanded.
    Whole(Box<T>),
}

impl Expandable<BalanceTransaction> {
    /// The id of it.
    #[must_use]
    pub fn id(&self) -> &ProviderId {
        match self {
            Expandable::Id(id) => id,
            Expandable::Whole(transaction) => &transaction.id,
        }
    }
}

impl<T> Expandable<T> {
    /// The object, where it was expanded.
    pub fn whole(&self) -> Option<&T> {
        match self {
            Expandable::Id(_) => None,
            Expandable::Whole(object) => Some(object),
        }
    }
}

/// A try to be paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentIntent {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    #[serde(default)]
    pub amount_capturable: i64,
    #[serde(default)]
    pub amount_received: i64,
    pub currency: String,
    pub created: i64,
    pub status: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub canceled_at: Option<i64>,
    #[serde(default)]
    pub cancellation_reason: Option<String>,
    #[serde(default)]
    pub capture_method: Option<String>,
    #[serde(default)]
    pub livemode: bool,
    #[serde(default)]
    pub last_payment_error: Option<PaymentError>,
    /// The newest try; the provider is asked to expand it.
    #[serde(default)]
    pub latest_charge: Option<Charge>,
}

/// Why the last try failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentError {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decline_code: Option<String>,
    pub r#type: String,
}

/// One try to charge a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    pub amount_captured: i64,
    pub amount_refunded: i64,
    /// Where money moved.
    #[serde(default)]
    pub balance_transaction: Option<Expandable<BalanceTransaction>>,
    pub captured: bool,
    pub created: i64,
    pub currency: String,
    #[serde(default)]
    pub disputed: bool,
    #[serde(default)]
    pub failure_code: Option<String>,
    #[serde(default)]
    pub failure_message: Option<String>,
    #[serde(default)]
    pub outcome: Option<Outcome>,
    pub paid: bool,
    #[serde(default)]
    pub payment_intent: Option<ProviderId>,
    #[serde(default)]
    pub payment_method_details: Option<MethodDetails>,
    pub refunded: bool,
    pub status: String,
}

/// What the bank said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    #[serde(default)]
    pub network_status: Option<String>,
    #[serde(default)]
    pub reason: Option<String>,
    pub r#type: String,
}

/// With what was paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodDetails {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_present: Option<Card>,
    pub r#type: String,
}

/// A card, as far as a receipt shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    #[serde(default)]
    pub brand: Option<String>,
    #[serde(default)]
    pub funding: Option<String>,
    #[serde(default)]
    pub last4: Option<String>,
}

/// Money given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    #[serde(default)]
    pub balance_transaction: Option<Expandable<BalanceTransaction>>,
    #[serde(default)]
    pub charge: Option<ProviderId>,
    pub created: i64,
    pub currency: String,
    /// What took the money back to the account, where the refund failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_balance_transaction: Option<Expandable<BalanceTransaction>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<String>,
    #[serde(default)]
    pub payment_intent: Option<ProviderId>,
    #[serde(default)]
    pub reason: Option<String>,
    /// The provider has refunds without one.
    #[serde(default)]
    pub status: Option<String>,
}

/// Money on its way to the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    pub arrival_date: i64,
    pub automatic: bool,
    #[serde(default)]
    pub balance_transaction: Option<Expandable<BalanceTransaction>>,
    pub created: i64,
    pub currency: String,
    #[serde(default)]
    pub description: Option<String>,
    /// What took the money back to the account, where the payout failed or was canceled.
    #[serde(default)]
    pub failure_balance_transaction: Option<Expandable<BalanceTransaction>>,
    #[serde(default)]
    pub failure_code: Option<String>,
    #[serde(default)]
    pub failure_message: Option<String>,
    #[serde(default)]
    pub livemode: bool,
    pub method: String,
    #[serde(default)]
    pub reconciliation_status: Option<String>,
    #[serde(default)]
    pub statement_descriptor: Option<String>,
    pub status: String,
    pub r#type: String,
}

/// A movement of the account's balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceTransaction {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    pub available_on: i64,
    pub created: i64,
    pub currency: String,
    #[serde(default)]
    pub description: Option<String>,
    pub fee: i64,
    pub net: i64,
    #[serde(default)]
    pub reporting_category: Option<String>,
    #[serde(default)]
    pub source: Option<ProviderId>,
    pub status: String,
    pub r#type: String,
}

/// A payment that a card's holder disputes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    /// What moved the account's balance.
    #[serde(default)]
    pub balance_transactions: Vec<BalanceTransaction>,
    pub charge: ProviderId,
    pub created: i64,
    pub currency: String,
    #[serde(default)]
    pub evidence_details: Option<EvidenceDetails>,
    #[serde(default)]
    pub is_charge_refundable: bool,
    #[serde(default)]
    pub livemode: bool,
    #[serde(default)]
    pub payment_intent: Option<ProviderId>,
    pub reason: String,
    pub status: String,
}

/// Until when an answer to a dispute counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceDetails {
    #[serde(default)]
    pub due_by: Option<i64>,
    #[serde(default)]
    pub has_evidence: bool,
    #[serde(default)]
    pub past_due: bool,
    #[serde(default)]
    pub submission_count: i64,
}

impl PaymentIntent {
    /// Whether the provider may still change it without anyone doing something.
    #[must_use]
    pub fn is_final(&self) -> bool {
        let has_fee = |charge: &Charge| match &charge.balance_transaction {
            Some(Expandable::Whole(_)) => true,
            Some(Expandable::Id(_)) => false,
            None => !charge.captured,
        };
        match self.status.as_str() {
            "succeeded" => self.latest_charge.as_ref().is_none_or(has_fee),
            "canceled" => true,
            _ => false,
        }
    }

    /// The balance transaction of its charge.
    #[must_use]
    pub fn balance_transaction(&self) -> Option<&BalanceTransaction> {
        self.latest_charge.as_ref()?.balance_transaction.as_ref()?.whole()
    }

    /// The last digits of the card.
    #[must_use]
    pub fn last4(&self) -> Option<&str> {
        let details = self.latest_charge.as_ref()?.payment_method_details.as_ref()?;
        details.card.as_ref().or(details.card_present.as_ref())?.last4.as_deref()
    }
}

impl Refund {
    /// Whether it stays as it is.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self.status.as_deref(), Some("succeeded" | "failed" | "canceled"))
    }
}

impl Payout {
    /// Whether it stays as it is. A paid one may still fail within days; the provider's events tell that.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self.status.as_str(), "paid" | "failed" | "canceled")
    }

    /// Whether the provider tells what it contains: of automatic ones only, once it knows.
    #[must_use]
    pub fn tells_contents(&self) -> bool {
        self.automatic
            && !matches!(self.reconciliation_status.as_deref(), Some("in_progress" | "not_applicable"))
    }
}

impl Dispute {
    /// Whether it stays as it is.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self.status.as_str(), "won" | "lost" | "warning_closed" | "prevented")
    }
}

impl BalanceTransaction {
    /// Whether it is this payout itself, or its coming back, rather than something that the payout contains. Another
    /// payout that came back is contained in the next one.
    #[must_use]
    pub fn is_of(&self, payout: &ProviderId) -> bool {
        self.source.as_ref().map_or(self.r#type == "payout", |source| source == payout)
    }

    /// Whether it stays as it is.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.status == "available"
    }
}

#[cfg(test)]
mod tests;
