//! The trade that is put in: checks, shifts, items and guests as any till has them, with what Square knows beside.

mod id;
mod merchant;
mod record;

use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{Money, PosId};
use saffron_till::Check;

pub use id::{
    customer_id, discount_id, item_id, job_id, order_id, payment_id, refund_id, team_member_id, timecard_id,
    variation_id,
};
pub use merchant::{Location, Merchant};
pub(super) use record::{Record, Version};

/// An order of Square: a sale, what was brought back, or both in an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// What was sold; none for an order that only takes things back. A voided check is an order that was canceled.
    pub sale: Option<Check>,
    /// What was brought back.
    pub returns: Vec<Return>,
    /// How far the order is.
    pub stage: Stage,
    /// The way by which it reached Square.
    pub origin: Origin,
}

impl Order {
    /// A closed sale at the till.
    #[must_use]
    pub fn sale(check: Check) -> Order {
        Order { sale: Some(check), returns: Vec::new(), stage: Stage::Closed, origin: Origin::Till }
    }

    /// Things of a sale that were brought back, with their money. Each payment of the refund check names the payment that it
    /// gives back by its id; without one, it is the one at the same place in the sale.
    #[must_use]
    pub fn refund(check: Check) -> Order {
        let returns = vec![Return { check, status: RefundStatus::Completed, is_linked: true }];
        Order { sale: None, returns, stage: Stage::Closed, origin: Origin::Till }
    }

    /// The same at another stage.
    #[must_use]
    pub fn at_stage(self, stage: Stage) -> Order {
        Order { stage, ..self }
    }

    /// The same from another origin.
    #[must_use]
    pub fn from_origin(self, origin: Origin) -> Order {
        Order { origin, ..self }
    }

    /// The check that names the order: the sale, else the first return.
    #[must_use]
    pub fn check(&self) -> Option<&Check> {
        self.sale.as_ref().or_else(|| self.returns.first().map(|returned| &returned.check))
    }
}

/// What was brought back in an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Return {
    /// A refund check: its amounts are negative.
    pub check: Check,
    /// How far its refunds are.
    pub status: RefundStatus,
    /// Whether the order names the sale. The refunds name its payments in any case.
    pub is_linked: bool,
}

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// An order that is not shown to anybody yet.
    Draft,
    /// A cart online or a ticket at the till: lines, no tenders.
    Cart,
    /// Paid in part, such as an invoice with a deposit: open, with tenders.
    Partly,
    /// Paid, and open until the tip is entered: sign and tip.
    Signing,
    /// Closed.
    Closed,
    /// The cash drawer was opened without a sale.
    NoSale,
}

/// The way by which an order reached Square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The till. Such an order has no version, and no webhook tells of it.
    Till,
    /// The till, which was offline then: Square has it from the moment at which it is put in.
    OfflineTill,
    /// The Orders API.
    Api,
}

/// How far refunds are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// On their way; they may be rejected.
    Pending,
    /// Done.
    Completed,
    /// Rejected: no money went back.
    Rejected,
    /// Failed: no money went back.
    Failed,
}

impl RefundStatus {
    /// As a payment's refund names it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            RefundStatus::Pending => "PENDING",
            RefundStatus::Completed => "COMPLETED",
            RefundStatus::Rejected => "REJECTED",
            RefundStatus::Failed => "FAILED",
        }
    }

    /// As an order's refund names it.
    pub(super) const fn name_in_order(self) -> &'static str {
        match self {
            RefundStatus::Completed => "APPROVED",
            other => other.name(),
        }
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
