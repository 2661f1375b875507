//! The objects of an account, reduced to what their JSON is made from. Amounts are cents.

use saffron_core::CheckId;
use serde::{Deserialize, Serialize};

use super::reasons::Failure;
use super::table::{Object, Secs};
use crate::ids::Key;

/// The state of a payment intent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// Paid.
    Succeeded,
    /// Given up.
    Canceled,
    /// The amount is reserved on the card.
    RequiresCapture,
    /// There is no card, or the card was declined.
    #[default]
    RequiresPaymentMethod,
    /// There is a card, and it is not to be charged yet.
    RequiresConfirmation,
    /// The guest has to confirm at their bank.
    RequiresAction,
}

/// A payment intent.
#[derive(Debug, Clone, Default)]
pub struct Intent {
    pub key: Key,
    pub created: Secs,
    /// With the tip.
    pub amount: i64,
    /// Whether it is captured by a separate call.
    pub manual: bool,
    /// The brand of the card, as the provider writes it; the rest of the card follows from the key.
    pub brand: &'static str,
    /// The check that it pays, if there is one.
    pub check: Option<CheckId>,
    pub status: PaymentStatus,
    /// How often the status was changed: part of its charges' ids.
    pub changes: usize,
    /// Whether it has a card that was not declined.
    pub has_method: bool,
    /// The charge of the latest try.
    pub charge: Option<Key>,
    /// The captured amount.
    pub received: i64,
    /// When and why it was canceled; an empty reason means none.
    pub canceled: Option<(Secs, &'static str)>,
}

impl Intent {
    /// Whether a payment's card is from abroad: three of a hundred are.
    pub fn is_foreign(&self) -> bool {
        self.key.throw("country", 100) < 3
    }

    /// Sets the status; a canceled payment keeps its card.
    pub fn set_status(&mut self, status: PaymentStatus) {
        self.status = status;
        self.changes += 1;
        if status != PaymentStatus::Canceled {
            self.has_method = status != PaymentStatus::RequiresPaymentMethod;
        }
    }
}

/// A try to charge a card.
#[derive(Debug, Clone, Default)]
pub struct Charge {
    pub key: Key,
    pub created: Secs,
    pub intent: Key,
    pub amount: i64,
    /// Why the card was declined.
    pub failure: Option<&'static Failure>,
    /// The captured amount and its balance transaction.
    pub captured: Option<(i64, Key)>,
    /// The amount that was reserved and released without capture.
    pub released: i64,
    /// The refunded amount, without failed refunds.
    pub refunded: i64,
    pub refunds: Vec<Key>,
    pub dispute: Option<Key>,
}

impl Charge {
    /// The amount that can still be refunded.
    pub fn refundable(&self) -> i64 {
        self.captured.map_or(0, |(amount, _)| amount) - self.refunded
    }
}

/// The state of a refund.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    /// Not yet with the guest's bank.
    Pending,
    /// With the guest's bank.
    #[default]
    Succeeded,
    /// Came back.
    Failed,
}

/// A refund.
#[derive(Debug, Clone, Default)]
pub struct Refund {
    pub key: Key,
    pub created: Secs,
    pub charge: Key,
    pub intent: Key,
    pub amount: i64,
    pub reason: Option<String>,
    pub metadata: Vec<(String, String)>,
    /// Its balance transaction.
    pub txn: Key,
    pub status: RefundStatus,
    /// Why the refund failed, and the balance transaction of the returned money.
    pub failure: Option<(&'static str, Key)>,
}

/// The state of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeStatus {
    /// The restaurant may answer.
    NeedsResponse,
    /// It has answered.
    UnderReview,
    /// The money came back.
    Won,
    /// The money is gone.
    Lost,
}

/// A dispute.
#[derive(Debug, Clone)]
pub struct Dispute {
    pub key: Key,
    pub created: Secs,
    pub charge: Key,
    pub intent: Key,
    pub amount: i64,
    pub reason: &'static str,
    /// The balance transactions that took the money and brought it back.
    pub txns: Vec<Key>,
    pub status: DisputeStatus,
}

/// The state of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PayoutStatus {
    /// Not yet handed to the bank.
    Pending,
    /// With the bank.
    InTransit,
    /// Arrived.
    Paid,
    /// Stopped.
    Canceled,
    /// Sent back by the bank.
    Failed,
}

/// A payout.
#[derive(Debug, Clone)]
pub struct Payout {
    pub key: Key,
    pub created: Secs,
    /// When it is to arrive: midnight, UTC.
    pub arrival: Secs,
    /// The sum of its transactions.
    pub amount: i64,
    /// By how much the amount that it shows differs from that: 0 unless a test planted it.
    pub misstated: i64,
    /// Its own balance transaction.
    pub txn: Key,
    pub status: PayoutStatus,
    pub failure: Option<&'static Failure>,
    /// The balance transaction of the returned money.
    pub back: Option<Key>,
}

/// The kind of a balance transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TxnKind {
    Charge,
    Refund,
    RefundFailure,
    Dispute,
    DisputeReversal,
    Payout,
    PayoutFailure,
    PayoutCancel,
}

/// A balance transaction.
#[derive(Debug, Clone)]
pub struct Txn {
    pub key: Key,
    pub created: Secs,
    /// From when it can be paid out: midnight, UTC.
    pub available_on: Secs,
    /// Negative for what is taken.
    pub amount: i64,
    pub fee: i64,
    pub kind: TxnKind,
    /// The id of the object that it is for.
    pub source: String,
    /// The payout that includes it.
    pub payout: Option<Key>,
}

impl Txn {
    /// The change of the balance.
    pub fn net(&self) -> i64 {
        self.amount - self.fee
    }
}

/// The state of an object at a moment.
#[derive(Debug, Clone)]
pub enum Snapshot {
    Intent(Intent),
    /// With its refunds.
    Charge(Charge, Vec<Refund>),
    Refund(Refund),
    Dispute(Dispute),
    Payout(Payout),
    Txn(Txn),
    /// The card of a payment.
    Method(Intent),
    /// Of the account.
    Balance,
}

/// An event.
#[derive(Debug)]
pub struct Event {
    pub key: Key,
    pub created: Secs,
    /// Such as `charge.refunded`.
    pub kind: &'static str,
    pub object: Snapshot,
}

macro_rules! objects {
    ($($type:ident $prefix:literal $name:literal $param:literal),+ $(,)?) => {$(
        impl Object for $type {
            const PREFIX: &'static str = $prefix;
            const NAME: &'static str = $name;
            const PARAM: &'static str = $param;
            fn key(&self) -> Key {
                self.key
            }
            fn created(&self) -> Secs {
                self.created
            }
        }
    )+};
}

objects! {
    Intent "pi_" "payment_intent" "intent",
    Charge "ch_" "charge" "charge",
    Refund "re_" "refund" "refund",
    Dispute "dp_" "dispute" "dispute",
    Payout "po_" "payout" "payout",
    Txn "txn_" "balance_transaction" "id",
    Event "evt_" "event" "id",
}
