use saffron_core::Money;

use crate::domain::shape::PaymentIntent;

/// The share of a charge that the provider keeps, in thousandths: 2.7 percent.
const THOUSANDTHS: i64 = 27;
/// The fixed fee of each transaction.
const EACH: Money = Money::from_cents(5);
/// The currency of the estimate.
const DOLLARS: &str = "usd";

/// An amount in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// Minor units.
    pub minor: i64,
    /// ISO 4217, in lower case.
    pub currency: String,
}

/// The cost of a card payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fee {
    /// The fee of the balance transaction, in the currency of the account's balance.
    Real(Amount),
    /// An estimate, while there is no balance transaction.
    Estimate(Amount),
    /// Nothing was charged, or the fee is not known yet: of a charge in another currency, or of another processor.
    None,
}

/// The estimated fee: 2.7 percent of an amount in dollars, rounded half away from zero, and 5 cents.
pub fn estimate(amount: Money) -> Money {
    amount.ratio(THOUSANDTHS, 1000) + EACH
}

/// The fee of an online check. A check without payments has none, and a refund returns none.
pub fn online_fee(charged: Money) -> Money {
    if charged > Money::ZERO { estimate(charged) } else { Money::ZERO }
}

impl Fee {
    pub fn of(intent: &PaymentIntent) -> Fee {
        if let Some(transaction) = intent.balance_transaction() {
            return Fee::Real(Amount { minor: transaction.fee, currency: transaction.currency.clone() });
        }
        match &intent.latest_charge {
            Some(_) if intent.processor.is_some() => Fee::None,
            Some(charge) if charge.captured && charge.paid && charge.currency == DOLLARS => {
                let minor = estimate(Money::from_cents(charge.amount_captured)).cents();
                Fee::Estimate(Amount { minor, currency: charge.currency.clone() })
            }
            _ => Fee::None,
        }
    }

    pub const fn amount(&self) -> Option<&Amount> {
        match self {
            Fee::Real(amount) | Fee::Estimate(amount) => Some(amount),
            Fee::None => None,
        }
    }

    pub const fn is_estimate(&self) -> bool {
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
        assert_eq!(online_fee(Money::from_cents(-1000)), Money::ZERO);
    }

    #[test]
    fn the_real_fee_goes_before_the_estimate() {
        let usd = |minor: i64| Amount { minor, currency: "usd".into() };
        let fee_in = |currency: &str, captured: bool, transaction: Value| {
            let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 1000, "currency": currency,
                "created": 1, "status": "succeeded", "latest_charge": {"id": "ch_1", "object": "charge",
                "amount": 1000, "amount_captured": 1000, "amount_refunded": 0, "captured": captured, "created": 1,
                "currency": currency, "paid": true, "refunded": false, "status": "succeeded",
                "balance_transaction": transaction}});
            Fee::of(&serde_json::from_value(intent).unwrap())
        };
        let transaction = json!({"id": "txn_1", "object": "balance_transaction", "amount": 1000, "available_on": 2,
            "created": 1, "currency": "usd", "fee": 42, "net": 958, "status": "pending", "type": "charge"});
        let fee = |captured, transaction| fee_in("usd", captured, transaction);
        assert_eq!(fee(true, transaction.clone()), Fee::Real(usd(42)));
        assert_eq!(fee(true, Value::Null), Fee::Estimate(usd(32)));
        assert_eq!(fee(true, json!("txn_1")), Fee::Estimate(usd(32)));
        assert_eq!(fee(false, Value::Null), Fee::None);
        // Five cents of a dollar are not five yen.
        assert_eq!(fee_in("jpy", true, Value::Null), Fee::None);
        assert_eq!(fee_in("jpy", true, transaction), Fee::Real(usd(42)));
    }
}
