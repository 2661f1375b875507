//! The trade that is put into stand-ins of other POS systems: checks as any till has them, with how far they are, how they came,
//! and what they come to.

mod site;
mod sums;

use saffron_till::Check;

pub use site::Site;
pub use sums::DayTotals;
pub(crate) use sums::Sums;

/// An order: a sale, what was brought back, or both in an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// What was sold; none for an order that only takes things back. A voided check is an order that was canceled.
    pub sale: Option<Check>,
    /// What was brought back.
    pub returns: Vec<Return>,
    /// How far the order is.
    pub stage: Stage,
    /// The way by which it reached the POS.
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

/// The way by which an order reached the POS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The till. At Square such an order has no version, and no webhook tells of it.
    Till,
    /// The till, which was offline then: the POS has it from the moment at which it is put in.
    OfflineTill,
    /// The API for orders.
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
