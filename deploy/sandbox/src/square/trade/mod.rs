//! The trade that is put in: checks, shifts, items and guests as any till has them, with what Square knows beside.

mod id;
mod merchant;
mod record;

use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{Money, PosId};

pub use crate::trade::{Order, Origin, RefundStatus, Return, Stage};

pub use id::{
    customer_id, discount_id, item_id, job_id, order_id, payment_id, refund_id, team_member_id, timecard_id,
    variation_id,
};
pub use merchant::{Location, Merchant};
pub(super) use record::{Record, Version};

/// How far a refund is, as a payment's refund names it.
pub(super) const fn status(status: RefundStatus) -> &'static str {
    match status {
        RefundStatus::Pending => "PENDING",
        RefundStatus::Completed => "COMPLETED",
        RefundStatus::Rejected => "REJECTED",
        RefundStatus::Failed => "FAILED",
    }
}

/// The same, as an order's refund names it.
pub(super) const fn status_in_order(of: RefundStatus) -> &'static str {
    match of {
        RefundStatus::Completed => "APPROVED",
        other => status(other),
    }
}

/// A payout to the merchant's bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// Square's id of it.
    pub id: String,
    /// Whose money it is.
    pub pos_id: PosId,
    /// `SENT`, `PAID` or `FAILED`.
    pub status: &'static str,
    /// When it was made.
    pub created_at: Timestamp,
    /// When the bank has it.
    pub arrival: Date,
    /// Its parts; their sum is its amount.
    pub entries: Vec<PayoutEntry>,
}

/// A part of a payout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutEntry {
    /// Square's id of it.
    pub id: String,
    /// `CHARGE`, `REFUND`, `DISPUTE`, `FEE` and so on.
    pub kind: &'static str,
    /// When it took effect.
    pub effective_at: Timestamp,
    /// Without the fee; negative for a refund.
    pub gross: Money,
    /// The fee.
    pub fee: Money,
    /// The payment that it belongs to.
    pub payment: Option<String>,
    /// Its refund or dispute.
    pub other: Option<String>,
}

/// A payment that a guest disputes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Square's id of it.
    pub id: String,
    /// Where it was paid.
    pub pos_id: PosId,
    /// Square's id of the payment.
    pub payment: String,
    /// What is disputed.
    pub amount: Money,
    /// Such as `NOT_AS_DESCRIBED`.
    pub reason: &'static str,
    /// Such as `EVIDENCE_REQUIRED`.
    pub state: &'static str,
    /// When it was begun.
    pub created_at: Timestamp,
    /// Until when evidence is taken.
    pub due_at: Option<Timestamp>,
}
