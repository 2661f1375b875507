//! The provider's objects in its own JSON, with the stored fields only. There is no client secret among
//! them, and no personal data: no billing details, receipt email, shipping address or card fingerprint. Amounts
//! are in cents, times in seconds since 1970, as the provider sends them. Enumerations are text, so that a value
//! that the provider adds is stored too.

use serde::{Deserialize, Serialize};

use super::ProviderId;

/// An object that is sent as its id, or expanded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Expandable<T> {
    Id(ProviderId),
    Expanded(Box<T>),
}

impl<T> Expandable<T> {
    /// The object, if it was expanded.
    pub fn expanded(&self) -> Option<&T> {
        match self {
            Expandable::Id(_) => None,
            Expandable::Expanded(object) => Some(object),
        }
    }
}

/// A payment, with all tries to charge a card for it.
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
    pub description: Option<String>,
    pub canceled_at: Option<i64>,
    pub cancellation_reason: Option<String>,
    pub capture_method: Option<String>,
    #[serde(default)]
    pub livemode: bool,
    pub last_payment_error: Option<PaymentError>,
    /// The newest try, expanded.
    pub latest_charge: Option<Charge>,
    /// Its processor, as a POS named it; none of the location's own account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
}

/// Why the last try failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentError {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
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
    /// None if no money was charged.
    pub balance_transaction: Option<Expandable<BalanceTransaction>>,
    pub captured: bool,
    pub created: i64,
    pub currency: String,
    #[serde(default)]
    pub disputed: bool,
    pub failure_code: Option<String>,
    pub failure_message: Option<String>,
    pub outcome: Option<Outcome>,
    pub paid: bool,
    pub payment_intent: Option<ProviderId>,
    pub payment_method_details: Option<MethodDetails>,
    pub refunded: bool,
    pub status: String,
}

/// The answer of the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub network_status: Option<String>,
    pub reason: Option<String>,
    pub r#type: String,
}

/// The means of payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card_present: Option<Card>,
    pub r#type: String,
}

/// The data of a card that a receipt shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    pub brand: Option<String>,
    pub funding: Option<String>,
    pub last4: Option<String>,
}

/// A refund of a charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    pub balance_transaction: Option<Expandable<BalanceTransaction>>,
    pub charge: Option<ProviderId>,
    pub created: i64,
    pub currency: String,
    /// The return of the money to the account, if the refund failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_balance_transaction: Option<Expandable<BalanceTransaction>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<String>,
    pub payment_intent: Option<ProviderId>,
    pub reason: Option<String>,
    /// The provider has refunds without a status.
    pub status: Option<String>,
    /// Its processor, as a POS named it; none of the location's own account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
}

/// Money on its way to the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    pub arrival_date: i64,
    pub automatic: bool,
    pub balance_transaction: Option<Expandable<BalanceTransaction>>,
    pub created: i64,
    pub currency: String,
    pub description: Option<String>,
    /// The return of the money to the account, if the payout failed or was canceled.
    pub failure_balance_transaction: Option<Expandable<BalanceTransaction>>,
    pub failure_code: Option<String>,
    pub failure_message: Option<String>,
    #[serde(default)]
    pub livemode: bool,
    pub method: String,
    pub reconciliation_status: Option<String>,
    pub statement_descriptor: Option<String>,
    pub status: String,
    pub r#type: String,
    /// Its processor, as a POS named it; none of the location's own account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
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
    pub description: Option<String>,
    pub fee: i64,
    pub net: i64,
    pub reporting_category: Option<String>,
    pub source: Option<ProviderId>,
    pub status: String,
    pub r#type: String,
    /// Its processor, as a POS named it; none of the location's own account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
}

/// A payment that the cardholder disputes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    pub id: ProviderId,
    pub object: String,
    pub amount: i64,
    /// The balance transactions of the dispute.
    #[serde(default)]
    pub balance_transactions: Vec<BalanceTransaction>,
    pub charge: ProviderId,
    pub created: i64,
    pub currency: String,
    pub evidence_details: Option<EvidenceDetails>,
    #[serde(default)]
    pub is_charge_refundable: bool,
    #[serde(default)]
    pub livemode: bool,
    pub payment_intent: Option<ProviderId>,
    pub reason: String,
    pub status: String,
    /// Its processor, as a POS named it; none of the location's own account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
}

/// The deadline for the answer to a dispute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceDetails {
    pub due_by: Option<i64>,
    #[serde(default)]
    pub has_evidence: bool,
    #[serde(default)]
    pub past_due: bool,
    #[serde(default)]
    pub submission_count: i64,
}

impl PaymentIntent {
    /// Whether it does not change any more, unless a person changes it.
    pub fn is_final(&self) -> bool {
        let has_fee = |charge: &Charge| match &charge.balance_transaction {
            Some(Expandable::Expanded(_)) => true,
            Some(Expandable::Id(_)) => false,
            None => !charge.captured,
        };
        match self.status.as_str() {
            "succeeded" => self.latest_charge.as_ref().is_none_or(has_fee),
            "canceled" => true,
            _ => false,
        }
    }

    /// The balance transaction of its charge, if it was expanded.
    pub fn balance_transaction(&self) -> Option<&BalanceTransaction> {
        self.latest_charge.as_ref()?.balance_transaction.as_ref()?.expanded()
    }

    /// Notes the fee that an entry of a payout says, where the payment itself does not.
    pub fn note_fee(&mut self, entry: BalanceTransaction) {
        if let Some(charge) = self.latest_charge.as_mut() {
            let expanded = || Expandable::Expanded(Box::new(entry));
            charge.balance_transaction.get_or_insert_with(expanded);
        }
    }

    /// The last digits of the card.
    pub fn last4(&self) -> Option<&str> {
        let details = self.latest_charge.as_ref()?.payment_method_details.as_ref()?;
        details.card.as_ref().or(details.card_present.as_ref())?.last4.as_deref()
    }
}

impl Refund {
    /// Whether it does not change any more.
    pub fn is_final(&self) -> bool {
        matches!(self.status.as_deref(), Some("succeeded" | "failed" | "canceled"))
    }
}

impl Payout {
    /// Whether it does not change any more. A paid payout may still fail within days; then the provider sends an event.
    pub fn is_final(&self) -> bool {
        matches!(self.status.as_str(), "paid" | "failed" | "canceled")
    }

    /// Whether the provider lists the payout's balance transactions: only for automatic payouts, once they are known.
    pub fn has_contents(&self) -> bool {
        self.automatic
            && !matches!(self.reconciliation_status.as_deref(), Some("in_progress" | "not_applicable"))
    }
}

impl Dispute {
    /// Whether it does not change any more.
    pub fn is_final(&self) -> bool {
        matches!(self.status.as_str(), "won" | "lost" | "warning_closed" | "prevented")
    }
}

impl BalanceTransaction {
    /// Whether it is the payout itself, or its return, and not one of its contents. The return of another payout is one of the
    /// contents of the next payout.
    pub fn is_of(&self, payout: &ProviderId) -> bool {
        self.source.as_ref().map_or(self.r#type == "payout", |source| source == payout)
    }

    /// Whether it does not change any more.
    pub fn is_final(&self) -> bool {
        self.status == "available"
    }
}

#[cfg(test)]
mod tests;
