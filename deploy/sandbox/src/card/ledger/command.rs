//! What is done to an account from outside: the calls that the real provider has, and what only a test can do.

use serde::{Deserialize, Serialize};

use super::objects::Subject;
use super::shelf::Secs;

/// Something that someone does to an account. Kept in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// Capture what was reserved; all of it where no amount is given (cents).
    Capture {
        /// The payment intent.
        intent: String,
        /// Cents.
        amount: Option<i64>,
    },
    /// Give a payment up.
    Cancel {
        /// The payment intent.
        intent: String,
        /// One of the provider's reasons.
        reason: Option<String>,
    },
    /// Try to charge the card.
    Confirm {
        /// The payment intent.
        intent: String,
        /// One of the provider's test cards, such as `pm_card_visa` or `pm_card_chargeDeclined`.
        method: Option<String>,
    },
    /// Give money back; all that is left where no amount is given (cents).
    Refund {
        /// The charge, or the payment intent.
        of: String,
        /// Cents.
        amount: Option<i64>,
        /// One of the provider's reasons.
        reason: Option<String>,
        /// What the caller writes on it.
        metadata: Vec<(String, String)>,
        /// Whether it takes its time. Only a test can ask for it.
        pending: bool,
    },
    /// Make payments of any state.
    Pay(NewPayment),
    /// Let a payout go on.
    Payout {
        /// The payout.
        payout: String,
        /// What becomes of it.
        to: PayoutTo,
    },
    /// Let a payout say another amount than its transactions add up to.
    Misstate {
        /// The payout.
        payout: String,
        /// Cents more, or less.
        by: i64,
    },
    /// Dispute a charge.
    Dispute {
        /// The charge, or the payment intent.
        of: String,
        /// One of the provider's reasons.
        reason: Option<String>,
    },
    /// Decide a dispute.
    CloseDispute {
        /// The dispute.
        dispute: String,
        /// For the restaurant.
        won: bool,
    },
    /// A refund reaches the guest.
    SettleRefund {
        /// The refund.
        refund: String,
    },
    /// A refund comes back.
    FailRefund {
        /// The refund.
        refund: String,
        /// One of the provider's reasons.
        reason: Option<String>,
    },
}

/// What becomes of a payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", content = "code", rename_all = "snake_case")]
pub enum PayoutTo {
    /// With the bank.
    InTransit,
    /// Arrived.
    Paid,
    /// Stopped.
    Canceled,
    /// Sent back, with the failure code.
    Failed(String),
}

/// The state of a payment that a test makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewStatus {
    /// Paid.
    Succeeded,
    /// Given up.
    Canceled,
    /// Reserved.
    RequiresCapture,
    /// Declined where a failure is given, else without a card.
    RequiresPaymentMethod,
    /// Nobody said go.
    RequiresConfirmation,
    /// The guest has to do something.
    RequiresAction,
}

/// Payments that a test makes: `count` alike, one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPayment {
    /// Cents.
    pub amount: i64,
    /// What they are.
    pub status: NewStatus,
    /// When they were made, seconds; now where it is not given.
    #[serde(default)]
    pub created: Option<Secs>,
    /// The code of the failure, for a declined card.
    #[serde(default)]
    pub failure_code: Option<String>,
    /// The bank's own code.
    #[serde(default)]
    pub decline_code: Option<String>,
    /// The check that they pay.
    #[serde(default, rename = "posCheckID")]
    pub check: Option<saffron_core::CheckId>,
    /// How many.
    #[serde(default = "one")]
    pub count: usize,
}

fn one() -> usize {
    1
}

/// What a command made or changed.
pub type Done = Vec<Subject>;
