use saffron_core::Money;

use super::PaymentIntent;

/// The share of what was charged that the provider keeps, in thousandths: 2.7 percent (spec.md, section 9).
const THOUSANDTHS: i64 = 27;
/// What it keeps of each transaction besides, cents.
const EACH: Money = Money::from_cents(5);

/// What a card payment costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fee {
    /// What the balance transaction says, cents.
    Real(i64),
    /// What it should be, as long as there is no balance transaction; cents.
    Estimate(i64),
    /// Nothing was charged.
    None,
}

/// 2.7 percent of an amount, rounded half away from zero, and 5 cents.
#[must_use]
pub fn estimate(amount: Money) -> Money {
    amount.ratio(THOUSANDTHS, 1000) + EACH
}

/// What an online check costs (figures.md, Ledgers). A check that nothing was paid for costs nothing.
#[must_use]
pub fn online_fee(charged: Money) -> Money {
    if charged == Money::ZERO { Money::ZERO } else { estimate(charged) }
}

impl Fee {
    /// What this payment costs.
    #[must_use]
    pub fn of(intent: &PaymentIntent) -> Fee {
        if let Some(transaction) = intent.balance_transaction() {
            return Fee::Real(transaction.fee);
        }
        match &intent.latest_charge {
            Some(charge) if charge.captured && charge.paid => {
                Fee::Estimate(estimate(Money::from_cents(charge.amount_captured)).cents())
            }
            _ => Fee::None,
        }
    }

    /// Cents; none where nothing was charged.
    #[must_use]
    pub const fn cents(self) -> Option<i64> {
        match self {
            Fee::Real(cents) | Fee::Estimate(cents) => Some(cents),
            Fee::None => None,
        }
    }

    /// Whether the provider has not told it yet.
    #[must_use]
    pub const fn is_estimate(self) -> bool {
        matches!(self, Fee::Estimate(_))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_estimate_is_rounded_once() {
        for (amount, fee) in [(1000, 32), (1, 5), (18, 5), (19, 6), (0, 5), (12_345, 338), (500, 19)] {
            assert_eq!(estimate(Money::from_cents(amount)).cents(), fee, "{amount}");
        }
        assert_eq!(online_fee(Money::ZERO), Money::ZERO);
    }

    #[test]
    fn the_real_fee_wins_over_the_estimate_and_nothing_charged_costs_nothing() {
        let fee = |captured: bool, transaction: Value| {
            let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 1000, "currency": "usd",
                "created": 1, "status": "succeeded", "latest_charge": {"id": "ch_1", "object": "charge",
                "amount": 1000, "amount_captured": 1000, "amount_refunded": 0, "captured": captured, "created": 1,
                "currency": "usd", "paid": true, "refunded": false, "status": "succeeded",
                "balance_transaction": transaction}});
            Fee::of(&serde_json::from_value(intent).unwrap())
        };
        let transaction = json!({"id": "txn_1", "object": "balance_transaction", "amount": 1000, "available_on": 2,
            "created": 1, "currency": "usd", "fee": 42, "net": 958, "status": "pending", "type": "charge"});
        assert_eq!(fee(true, transaction), Fee::Real(42));
        assert_eq!(fee(true, Value::Null), Fee::Estimate(32));
        assert_eq!(fee(true, json!("txn_1")), Fee::Estimate(32));
        assert_eq!(fee(false, Value::Null), Fee::None);
    }
}
