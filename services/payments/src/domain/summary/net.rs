use super::{Amount, Fee};
use crate::domain::shape::{BalanceTransaction, Charge, Dispute, Expandable, PaymentIntent, Refund};

/// The net amount of a payment: captured less refunded, less the fee, less decided disputes with their fees. It is in the
/// currency of the fee; if the charge was in another one, it is the sum of the balance transactions. None, if nothing was charged,
/// or while an amount is not known in a common currency.
pub fn net(intent: &PaymentIntent, fee: &Fee, refunds: &[Refund], disputes: &[Dispute]) -> Option<Amount> {
    let charge = intent.latest_charge.as_ref()?;
    let fee = fee.amount()?;
    let currency = fee.currency.as_str();
    let received = if currency == charge.currency {
        charge.amount_captured - refunded(charge, refunds) - fee.minor
    } else {
        let charged = intent.balance_transaction().filter(|charged| charged.currency == currency)?;
        charged.net - refunded_of_balance(charge, currency, refunds)?
    };
    let minor = received - disputed(currency, disputes)?;
    Some(Amount { minor, currency: currency.to_owned() })
}

/// Whether a refund has not failed.
fn is_valid(refund: &&Refund) -> bool {
    !matches!(refund.status.as_deref(), Some("failed" | "canceled"))
}

/// The refunded amount, in the charge's currency. The provider counts an authorized amount that was not captured as
/// refunded; here it is not.
fn refunded(charge: &Charge, refunds: &[Refund]) -> i64 {
    let released = charge.amount - charge.amount_captured;
    if released <= 0 {
        return charge.amount_refunded;
    }
    let listed: i64 = refunds.iter().filter(is_valid).map(|refund| refund.amount).sum();
    listed.max(charge.amount_refunded - released)
}

/// The cost of refunds by balance transactions. None, while they do not cover the whole refunded amount.
fn refunded_of_balance(charge: &Charge, currency: &str, refunds: &[Refund]) -> Option<i64> {
    let listed: i64 = refunds.iter().filter(is_valid).map(|refund| refund.amount).sum();
    if listed != refunded(charge, refunds) {
        return None;
    }
    refunds
        .iter()
        .map(|refund| {
            let taken = match &refund.balance_transaction {
                Some(transaction) => net_in(transaction, currency)?,
                None if is_valid(&refund) => return None,
                None => 0,
            };
            let back = refund.failure_balance_transaction.as_ref();
            Some(taken + back.map_or(Some(0), |transaction| net_in(transaction, currency))?)
        })
        .sum::<Option<i64>>()
        .map(|net| -net)
}

/// The net amount of a balance transaction, if it is expanded and in this currency.
fn net_in(transaction: &Expandable<BalanceTransaction>, currency: &str) -> Option<i64> {
    transaction
        .expanded()
        .filter(|transaction| transaction.currency == currency)
        .map(|transaction| transaction.net)
}

/// The cost of decided disputes, with their fees.
fn disputed(currency: &str, disputes: &[Dispute]) -> Option<i64> {
    disputes
        .iter()
        .filter(|dispute| dispute.is_final())
        .map(|dispute| {
            let transactions = &dispute.balance_transactions;
            if !transactions.is_empty() {
                let net: i64 = transactions.iter().map(|transaction| transaction.net).sum();
                return transactions
                    .iter()
                    .all(|transaction| transaction.currency == currency)
                    .then_some(-net);
            }
            match dispute.status.as_str() {
                "lost" => (dispute.currency == currency).then_some(dispute.amount),
                _ => Some(0),
            }
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn transaction(net: i64, fee: i64, currency: &str) -> Value {
        json!({"id": "txn_1", "object": "balance_transaction", "amount": net + fee, "available_on": 2, "created": 1,
            "currency": currency, "fee": fee, "net": net, "status": "pending", "type": "charge"})
    }

    /// A charge of 100.00 of which so much was captured, and so much refunded.
    fn intent(currency: &str, captured: i64, refunded: i64, transaction: Value) -> PaymentIntent {
        let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 10_000, "currency": currency,
            "created": 1, "status": "succeeded", "latest_charge": {"id": "ch_1", "object": "charge",
            "amount": 10_000, "amount_captured": captured, "amount_refunded": refunded, "captured": true, "created": 1,
            "currency": currency, "paid": true, "refunded": false, "status": "succeeded",
            "balance_transaction": transaction}});
        serde_json::from_value(intent).unwrap()
    }

    fn refund(amount: i64, status: &str, transaction: Value) -> Refund {
        let refund = json!({"id": "re_1", "object": "refund", "amount": amount, "currency": "eur", "created": 1,
            "status": status, "balance_transaction": transaction});
        serde_json::from_value(refund).unwrap()
    }

    fn dispute(status: &str, transactions: Vec<Value>) -> Dispute {
        let dispute = json!({"id": "dp_1", "object": "dispute", "amount": 10_000, "charge": "ch_1", "created": 1,
            "currency": "usd", "reason": "general", "status": status, "balance_transactions": transactions});
        serde_json::from_value(dispute).unwrap()
    }

    fn left(intent: &PaymentIntent, refunds: &[Refund], disputes: &[Dispute]) -> Option<(i64, String)> {
        net(intent, &Fee::of(intent), refunds, disputes).map(|amount| (amount.minor, amount.currency))
    }

    fn some(minor: i64, currency: &str) -> Option<(i64, String)> {
        Some((minor, currency.to_owned()))
    }

    #[test]
    fn a_lost_dispute_and_its_fee_are_not_kept() {
        let paid = intent("usd", 10_000, 0, transaction(9_725, 275, "usd"));
        let taken = || transaction(-11_500, 1_500, "usd");
        assert_eq!(left(&paid, &[], &[]), some(9_725, "usd"));
        assert_eq!(left(&paid, &[], &[dispute("lost", vec![taken()])]), some(-1_775, "usd"));
        assert_eq!(left(&paid, &[], &[dispute("lost", Vec::new())]), some(-275, "usd"));
        // Not decided yet, and given back but for the fee.
        assert_eq!(left(&paid, &[], &[dispute("needs_response", vec![taken()])]), some(9_725, "usd"));
        let won = dispute("won", vec![taken(), transaction(10_000, 0, "usd")]);
        assert_eq!(left(&paid, &[], &[won]), some(8_225, "usd"));
    }

    #[test]
    fn money_that_was_not_captured_is_no_refund() {
        let part = intent("usd", 6_000, 4_000, transaction(5_833, 167, "usd"));
        assert_eq!(left(&part, &[], &[]), some(5_833, "usd"));
        let back = intent("usd", 6_000, 5_000, transaction(5_833, 167, "usd"));
        assert_eq!(left(&back, &[], &[]), some(4_833, "usd"));
        let counted_otherwise = intent("usd", 6_000, 1_000, transaction(5_833, 167, "usd"));
        let refunds = [refund(1_000, "succeeded", Value::Null)];
        assert_eq!(left(&counted_otherwise, &refunds, &[]), some(4_833, "usd"));
    }

    #[test]
    fn currencies_are_never_mixed() {
        // 100.00 EUR that came to 108.00 USD, of which 3.00 are the fee.
        let sold = |refunded| intent("eur", 10_000, refunded, transaction(10_500, 300, "usd"));
        assert_eq!(left(&sold(0), &[], &[]), some(10_500, "usd"));
        let back = |status, transaction| [refund(5_000, status, transaction)];
        assert_eq!(
            left(&sold(5_000), &back("succeeded", transaction(-5_450, 0, "usd")), &[]),
            some(5_050, "usd")
        );
        assert_eq!(left(&sold(0), &back("failed", Value::Null), &[]), some(10_500, "usd"));
        // Refunded, and the movement of the balance is not known yet.
        assert_eq!(left(&sold(5_000), &[], &[]), None);
        assert_eq!(left(&sold(5_000), &back("pending", Value::Null), &[]), None);
        assert_eq!(left(&sold(5_000), &back("pending", json!("txn_9")), &[]), None);
        assert_eq!(left(&sold(0), &[], &[dispute("lost", vec![transaction(-9, 0, "eur")])]), None);
        assert_eq!(
            left(&sold(0), &[], &[dispute("lost", vec![transaction(-11_000, 200, "usd")])]),
            some(-500, "usd")
        );
        // Nothing is known of it: no fee can be said in euros.
        assert_eq!(left(&intent("eur", 10_000, 0, Value::Null), &[], &[]), None);
        assert_eq!(left(&intent("usd", 10_000, 0, Value::Null), &[], &[]), some(9_725, "usd"));
    }
}
