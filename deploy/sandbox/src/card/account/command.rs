//! Commands to an account: the calls of the real provider, and further ones for tests.

use serde::{Deserialize, Serialize};

use super::Account;
use super::objects::{Dispute, PaymentStatus, Refund, RefundStatus};
use super::reasons::{REASONS, one_of};
use super::table::{Object as _, Secs};
use crate::card::fault::Fault;

/// A command to an account.
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
    /// Cancel a payment.
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
        /// The caller's metadata.
        metadata: Vec<(String, String)>,
        /// Whether the refund stays pending; for tests only.
        pending: bool,
    },
    /// Make payments of any state.
    Pay(NewPayment),
    /// Move a payout to another state.
    Payout {
        /// The payout.
        payout: String,
        /// The new state.
        to: PayoutTo,
    },
    /// Let a payout show another amount than its transactions add up to.
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
        /// Whether the restaurant wins.
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

/// The new state of a payout.
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

/// Payments that a test makes: `count` equal ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPayment {
    /// Cents.
    pub amount: i64,
    /// Their state.
    pub status: PaymentStatus,
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
    /// The number of payments.
    #[serde(default = "one")]
    pub count: usize,
}

fn one() -> usize {
    1
}

impl Account {
    /// Applies a command at the present time; gives the ids of the objects that it made or changed.
    pub fn apply(&mut self, command: &Command) -> Result<Vec<String>, Fault> {
        let id = match command {
            Command::Capture { intent, amount } => {
                self.change_intent(intent, |account, key| account.capture(key, *amount))?
            }
            Command::Cancel { intent, reason: None } => {
                self.change_intent(intent, |account, key| account.cancel(key, ""))?
            }
            Command::Cancel { intent, reason } => self.change_intent(intent, |account, key| {
                let reason = one_of(&REASONS.canceled, reason.as_deref(), "cancellation_reason")?;
                account.cancel(key, reason)
            })?,
            Command::Confirm { intent, method } => {
                self.change_intent(intent, |account, key| account.confirm(key, method.as_deref()))?
            }
            Command::Refund { of, amount, reason, metadata, pending } => {
                if reason.is_some() {
                    one_of(&REASONS.refunded, reason.as_deref(), "reason")?;
                }
                let status = if *pending { RefundStatus::Pending } else { RefundStatus::Succeeded };
                let (reason, metadata) = (reason.clone(), metadata.clone());
                let refund = Refund { reason, metadata, status, ..Refund::default() };
                self.refund(self.charge_of(of)?, *amount, refund)?
            }
            Command::Pay(new) => return self.make_payments(new),
            Command::Payout { payout, to } => {
                self.move_payout(self.payouts.key(payout)?, to)?;
                payout.clone()
            }
            Command::Misstate { payout, by } => {
                self.payouts.get_mut(self.payouts.key(payout)?)?.misstated += by;
                payout.clone()
            }
            Command::Dispute { of, reason } => {
                let reason = one_of(&REASONS.disputed, reason.as_deref(), "reason")?;
                Dispute::id_of(self.open_dispute(self.charge_of(of)?, reason)?)
            }
            Command::CloseDispute { dispute, won } => {
                self.close_dispute(self.disputes.key(dispute)?, *won)?;
                dispute.clone()
            }
            Command::SettleRefund { refund } => {
                self.settle_refund(self.refunds.key(refund)?)?;
                refund.clone()
            }
            Command::FailRefund { refund, reason } => {
                let reason = one_of(&REASONS.refund_failed, reason.as_deref(), "reason")?;
                self.fail_refund(self.refunds.key(refund)?, reason)?;
                refund.clone()
            }
        };
        Ok(vec![id])
    }
}
