use super::payout_failure;
use crate::domain::shape::Payout;

/// The state of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutState {
    Paid,
    Pending,
    InTransit,
    Cancelled,
    /// With the text of the failure.
    Failed(&'static str),
    /// A state that the provider has added since.
    Unidentified,
}

impl PayoutState {
    pub fn of(payout: &Payout) -> PayoutState {
        match payout.status.as_str() {
            "paid" => PayoutState::Paid,
            "pending" => PayoutState::Pending,
            "in_transit" => PayoutState::InTransit,
            "canceled" => PayoutState::Cancelled,
            "failed" => {
                let code = payout.failure_code.as_deref();
                PayoutState::Failed(payout_failure(code, payout.processor.is_none()))
            }
            _ => PayoutState::Unidentified,
        }
    }

    /// The name, the label of the badge, and the text.
    const fn texts(self) -> [&'static str; 3] {
        match self {
            PayoutState::Paid => ["PAYOUT_PAID", "Paid", "This payout was paid."],
            PayoutState::Pending => ["PAYOUT_PENDING", "Pending", "This payout is in pending."],
            PayoutState::InTransit => ["PAYOUT_INTRANSIT", "Intransit", "This payout is in progress."],
            PayoutState::Cancelled => ["PAYOUT_CANCELLED", "Canceled", "This payout was cancelled."],
            PayoutState::Failed(text) => ["PAYOUT_FAILED", "Failed", text],
            PayoutState::Unidentified => {
                ["PAYOUT_UNIDENTIFIED", "Unidentified", "The status of this payout is unknown."]
            }
        }
    }

    /// The name in answers and events.
    pub const fn name(self) -> &'static str {
        let [name, _, _] = self.texts();
        name
    }

    pub const fn badge(self) -> &'static str {
        let [_, badge, _] = self.texts();
        badge
    }

    pub const fn message(self) -> &'static str {
        let [_, _, message] = self.texts();
        message
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_status_has_its_state() {
        for (status, name, badge, message) in [
            ("paid", "PAYOUT_PAID", "Paid", "This payout was paid."),
            ("pending", "PAYOUT_PENDING", "Pending", "This payout is in pending."),
            ("in_transit", "PAYOUT_INTRANSIT", "Intransit", "This payout is in progress."),
            ("canceled", "PAYOUT_CANCELLED", "Canceled", "This payout was cancelled."),
            ("failed", "PAYOUT_FAILED", "Failed", "The bank account has been closed."),
            ("lost", "PAYOUT_UNIDENTIFIED", "Unidentified", "The status of this payout is unknown."),
        ] {
            let payout = json!({"id": "po_1", "object": "payout", "amount": 1, "arrival_date": 1, "automatic": true,
                "created": 1, "currency": "usd", "failure_code": "account_closed", "method": "standard",
                "status": status, "type": "bank_account"});
            let state = PayoutState::of(&serde_json::from_value(payout).unwrap());
            assert_eq!((state.name(), state.badge(), state.message()), (name, badge, message), "{status}");
        }
    }
}
