use saffron_core::currency::plain_amount;

use super::card_failure;
use crate::domain::shape::PaymentIntent;

/// The state of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentState {
    Success,
    /// The refunded amount in minor units, and the currency.
    PartialRefund(i64, String),
    CompleteRefunded,
    Cancelled,
    /// The amount is authorized, but not captured yet.
    Uncaptured,
    /// The customer has to do something.
    Incomplete,
    /// The customer has to confirm.
    IncompleteMethod,
    /// The card was refused: the provider's code, if it gave one, and its text.
    Failed(Option<String>, &'static str),
    /// A state that the provider has added since.
    Unidentified,
}

impl PaymentState {
    pub fn of(intent: &PaymentIntent) -> PaymentState {
        let charge = intent.latest_charge.as_ref();
        match intent.status.as_str() {
            "succeeded" => {
                let (refunded, captured) = charge.map_or((0, intent.amount_received), |charge| {
                    (charge.amount_refunded, charge.amount_captured)
                });
                match refunded {
                    0 => PaymentState::Success,
                    refunded if refunded == captured => PaymentState::CompleteRefunded,
                    refunded => PaymentState::PartialRefund(refunded, intent.currency.clone()),
                }
            }
            "canceled" => PaymentState::Cancelled,
            "requires_capture" => PaymentState::Uncaptured,
            // Failed: of other processors.
            "requires_payment_method" | "failed" => charge.map_or(PaymentState::Incomplete, |charge| {
                let error = intent.last_payment_error.as_ref();
                let (code, wording) = card_failure([
                    error.and_then(|error| error.decline_code.as_deref()),
                    charge.outcome.as_ref().and_then(|outcome| outcome.reason.as_deref()),
                    charge.failure_code.as_deref(),
                    error.and_then(|error| error.code.as_deref()),
                ]);
                PaymentState::Failed(code.map(str::to_owned), wording)
            }),
            "requires_confirmation" => PaymentState::IncompleteMethod,
            "requires_action" => PaymentState::Incomplete,
            _ => PaymentState::Unidentified,
        }
    }

    /// The name, the label of the badge, and the text.
    fn texts(&self) -> [&'static str; 3] {
        match self {
            PaymentState::Success => ["PAYMENT_SUCCESS", "Succeeded", "This payment is complete."],
            PaymentState::PartialRefund(..) => ["PARTIAL_REFUND", "Partial Refund", ""],
            PaymentState::CompleteRefunded => {
                ["COMPLETE_REFUNDED", "Refunded", "This refund has been initiated."]
            }
            PaymentState::Cancelled => ["PAYMENT_CANCELLED", "Canceled", "This payment was cancelled."],
            PaymentState::Uncaptured => {
                ["PAYMENT_UNCAPTURED", "Uncaptured", "The payment method was not captured."]
            }
            PaymentState::Incomplete => {
                ["PAYMENT_INCOMPLETE", "Incomplete", "The customer has not completed the payment."]
            }
            PaymentState::IncompleteMethod => [
                "PAYMENT_INCOMPLETE_METHOD",
                "Incomplete",
                "The customer has not entered their payment method.",
            ],
            PaymentState::Failed(_, text) => ["PAYMENT_FAILED", "Failed", text],
            PaymentState::Unidentified => {
                ["PAYMENT_UNIDENTIFIED", "Unidentified", "The status of this payment is unknown."]
            }
        }
    }

    /// The name in answers and events.
    pub fn name(&self) -> &'static str {
        let [name, _, _] = self.texts();
        name
    }

    pub fn badge(&self) -> &'static str {
        let [_, badge, _] = self.texts();
        badge
    }

    pub fn message(&self) -> String {
        let [_, _, message] = self.texts();
        match self {
            PaymentState::PartialRefund(refunded, currency) => {
                format!("{} refund was initiated.", plain_amount(*refunded, currency))
            }
            _ => message.to_owned(),
        }
    }

    /// The provider's code of a failure.
    pub fn failure(&self) -> Option<&str> {
        match self {
            PaymentState::Failed(code, _) => code.as_deref(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn charge(fields: Value) -> Value {
        let mut charge = json!({"id": "ch_1", "object": "charge", "amount": 1000, "amount_captured": 1000,
            "amount_refunded": 0, "balance_transaction": null, "captured": true, "created": 1, "currency": "usd",
            "disputed": false, "failure_code": null, "paid": true, "refunded": false, "status": "succeeded"});
        charge.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        charge
    }

    fn state(status: &str, charge: Value, error: Value) -> PaymentState {
        let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 1000, "amount_received": 1000,
            "currency": "usd", "created": 1, "status": status, "latest_charge": charge, "last_payment_error": error});
        PaymentState::of(&serde_json::from_value(intent).unwrap())
    }

    #[test]
    fn every_status_has_its_state() {
        let paid = || charge(json!({}));
        let refunded = |cents: i64| charge(json!({"amount_refunded": cents}));
        // Less was captured than was held: the captured amount counts.
        let part_captured = charge(json!({"amount_captured": 600, "amount_refunded": 600}));
        let refused = charge(json!({"failure_code": "expired_card", "paid": false, "captured": false}));
        let none = || Value::Null;
        for (status, charge, name, badge, message) in [
            ("succeeded", paid(), "PAYMENT_SUCCESS", "Succeeded", "This payment is complete."),
            ("succeeded", none(), "PAYMENT_SUCCESS", "Succeeded", "This payment is complete."),
            ("succeeded", refunded(1), "PARTIAL_REFUND", "Partial Refund", "$0.01 refund was initiated."),
            ("succeeded", refunded(999), "PARTIAL_REFUND", "Partial Refund", "$9.99 refund was initiated."),
            ("succeeded", refunded(1000), "COMPLETE_REFUNDED", "Refunded", "This refund has been initiated."),
            ("succeeded", part_captured, "COMPLETE_REFUNDED", "Refunded", "This refund has been initiated."),
            ("canceled", none(), "PAYMENT_CANCELLED", "Canceled", "This payment was cancelled."),
            ("canceled", paid(), "PAYMENT_CANCELLED", "Canceled", "This payment was cancelled."),
            (
                "requires_capture",
                charge(json!({"captured": false})),
                "PAYMENT_UNCAPTURED",
                "Uncaptured",
                "The payment method was not captured.",
            ),
            (
                "requires_payment_method",
                none(),
                "PAYMENT_INCOMPLETE",
                "Incomplete",
                "The customer has not completed the payment.",
            ),
            ("requires_payment_method", refused, "PAYMENT_FAILED", "Failed", "The card was expired."),
            (
                "requires_confirmation",
                none(),
                "PAYMENT_INCOMPLETE_METHOD",
                "Incomplete",
                "The customer has not entered their payment method.",
            ),
            (
                "requires_action",
                none(),
                "PAYMENT_INCOMPLETE",
                "Incomplete",
                "The customer has not completed the payment.",
            ),
            (
                "processing",
                none(),
                "PAYMENT_UNIDENTIFIED",
                "Unidentified",
                "The status of this payment is unknown.",
            ),
            (
                "a_status_of_next_year",
                paid(),
                "PAYMENT_UNIDENTIFIED",
                "Unidentified",
                "The status of this payment is unknown.",
            ),
        ] {
            let state = state(status, charge, Value::Null);
            assert_eq!(
                (state.name(), state.badge(), state.message().as_str()),
                (name, badge, message),
                "{status}"
            );
        }
    }

    #[test]
    fn a_refund_is_stated_in_its_currency() {
        for (currency, message) in [
            ("usd", "$5.00 refund was initiated."),
            ("jpy", "¥500 refund was initiated."),
            ("kwd", "KWD\u{a0}0.500 refund was initiated."),
        ] {
            let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 1000, "currency": currency,
                "created": 1, "status": "succeeded", "latest_charge": charge(json!({"amount_refunded": 500}))});
            assert_eq!(PaymentState::of(&serde_json::from_value(intent).unwrap()).message(), message);
        }
    }

    #[test]
    fn a_failure_has_its_decline_code_first() {
        let refused = |outcome: Value| {
            charge(json!({"failure_code": "card_declined", "paid": false, "outcome": outcome}))
        };
        let error =
            |decline: Value| json!({"type": "card_error", "code": "card_declined", "decline_code": decline});
        let failure = |charge, error| {
            let state = state("requires_payment_method", charge, error);
            (state.failure().map(str::to_owned), state.message())
        };
        assert_eq!(
            failure(refused(Value::Null), error(json!("insufficient_funds"))),
            (Some("insufficient_funds".into()), "The card has no sufficient balance.".into())
        );
        let outcome =
            json!({"type": "issuer_declined", "reason": "insufficient_funds", "network_status": null});
        assert_eq!(failure(refused(outcome), Value::Null).0.as_deref(), Some("insufficient_funds"));
        assert_eq!(
            failure(refused(Value::Null), error(json!("generic_decline"))),
            (Some("card_declined".into()), "The card was declined".into())
        );
    }
}
