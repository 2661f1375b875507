use super::{Payout, payout_failure};

/// Where a payout stands (spec.md, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutState {
    /// Arrived.
    Paid,
    /// Not sent yet.
    Pending,
    /// Sent.
    InTransit,
    /// Given up.
    Cancelled,
    /// Sent back: what is said of it.
    Failed(&'static str),
    /// Something that the provider has added since.
    Unidentified,
}

impl PayoutState {
    /// What the provider's payout says.
    #[must_use]
    pub fn of(payout: &Payout) -> PayoutState {
        match payout.status.as_str() {
            "paid" => PayoutState::Paid,
            "pending" => PayoutState::Pending,
            "in_transit" => PayoutState::InTransit,
            "canceled" => PayoutState::Cancelled,
            "failed" => PayoutState::Failed(payout_failure(payout.failure_code.as_deref())),
            _ => PayoutState::Unidentified,
        }
    }

    /// Its name in answers and events.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            PayoutState::Paid => "PAYOUT_PAID",
            PayoutState::Pending => "PAYOUT_PENDING",
            PayoutState::InTransit => "PAYOUT_INTRANSIT",
            PayoutState::Cancelled => "PAYOUT_CANCELLED",
            PayoutState::Failed(_) => "PAYOUT_FAILED",
            PayoutState::Unidentified => "PAYOUT_UNIDENTIFIED",
        }
    }

    /// The label of its badge.
    #[must_use]
    pub const fn badge(&self) -> &'static str {
        match self {
            PayoutState::Paid => "Paid",
            PayoutState::Pending => "Pending",
            PayoutState::InTransit => "Intransit",
            PayoutState::Cancelled => "Canceled",
            PayoutState::Failed(_) => "Failed",
            PayoutState::Unidentified => "Unidentified",
        }
    }

    /// What is said of it (spec.md, section 8). The wording of an unidentified one stands nowhere.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        match self {
            PayoutState::Paid => "This payout was paid.",
            PayoutState::Pending => "This payout is in pending.",
            PayoutState::InTransit => "This payout is in progress.",
            PayoutState::Cancelled => "This payout was cancelled.",
            PayoutState::Failed(wording) => wording,
            PayoutState::Unidentified => "The state of this payout is not known.",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_row_of_the_states() {
        for (status, name, badge, message) in [
            ("paid", "PAYOUT_PAID", "Paid", "This payout was paid."),
            ("pending", "PAYOUT_PENDING", "Pending", "This payout is in pending."),
            ("in_transit", "PAYOUT_INTRANSIT", "Intransit", "This payout is in progress."),
            ("canceled", "PAYOUT_CANCELLED", "Canceled", "This payout was cancelled."),
            ("failed", "PAYOUT_FAILED", "Failed", "The bank account has been closed."),
            ("lost", "PAYOUT_UNIDENTIFIED", "Unidentified", "The state of this payout is not known."),
        ] {
            let payout = json!({"id": "po_1", "object": "payout", "amount": 1, "arrival_date": 1, "automatic": true,
                "created": 1, "currency": "usd", "failure_code": "account_closed", "method": "standard",
                "status": status, "type": "bank_account"});
            let state = PayoutState::of(&serde_json::from_value(payout).unwrap());
            assert_eq!((state.name(), state.badge(), state.message()), (name, badge, message), "{status}");
        }
    }
}
