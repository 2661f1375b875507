use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::shape::Expandable;
use super::{BalanceTransaction, Dispute, Kind, PaymentIntent, Payout, ProviderId, Refund, redacted};

/// An object, and the number of its read: of two reads the one that began later has the higher number.
pub type Read<T> = (i64, T);

/// Objects that were read from the provider, the latest read of each.
#[derive(Debug, Default)]
pub struct Objects {
    /// Payments with their newest charges.
    pub intents: BTreeMap<ProviderId, Read<PaymentIntent>>,
    pub refunds: BTreeMap<ProviderId, Read<Refund>>,
    pub payouts: BTreeMap<ProviderId, Read<Payout>>,
    pub disputes: BTreeMap<ProviderId, Read<Dispute>>,
    /// Balance transactions.
    pub transactions: BTreeMap<ProviderId, Read<BalanceTransaction>>,
    /// Balance transactions that were not expanded, to be fetched separately.
    pub unexpanded: BTreeSet<ProviderId>,
    /// Balance transactions, each with the payout that contains it.
    pub contained: BTreeMap<ProviderId, ProviderId>,
    /// Payouts, each with the net sum of its balance transactions, cents.
    pub contents: BTreeMap<ProviderId, i64>,
}

impl Objects {
    /// Adds an object, and the balance transactions in it.
    pub fn add(&mut self, kind: Kind, read: i64, object: &Value) -> Result<(), String> {
        let without_values = |e: serde_json::Error| redacted(&e);
        match kind {
            Kind::PaymentIntent => {
                let intent = PaymentIntent::deserialize(object).map_err(without_values)?;
                let charge = intent.latest_charge.as_ref();
                self.add_expandable(read, charge.and_then(|charge| charge.balance_transaction.as_ref()));
                insert_latest(&mut self.intents, intent.id.clone(), read, intent);
            }
            Kind::Refund => {
                let refund = Refund::deserialize(object).map_err(without_values)?;
                self.add_expandable(read, refund.balance_transaction.as_ref());
                self.add_expandable(read, refund.failure_balance_transaction.as_ref());
                insert_latest(&mut self.refunds, refund.id.clone(), read, refund);
            }
            Kind::Payout => {
                let payout = Payout::deserialize(object).map_err(without_values)?;
                self.add_expandable(read, payout.balance_transaction.as_ref());
                self.add_expandable(read, payout.failure_balance_transaction.as_ref());
                insert_latest(&mut self.payouts, payout.id.clone(), read, payout);
            }
            Kind::Dispute => {
                let dispute = Dispute::deserialize(object).map_err(without_values)?;
                for transaction in &dispute.balance_transactions {
                    insert_latest(&mut self.transactions, transaction.id.clone(), read, transaction.clone());
                }
                insert_latest(&mut self.disputes, dispute.id.clone(), read, dispute);
            }
            Kind::BalanceTransaction => {
                let transaction = BalanceTransaction::deserialize(object).map_err(without_values)?;
                insert_latest(&mut self.transactions, transaction.id.clone(), read, transaction);
            }
        }
        Ok(())
    }

    /// Adds the contents of a payout.
    pub fn add_contents(&mut self, payout: &ProviderId, read: i64, objects: &[Value]) -> Result<(), String> {
        let transactions: Result<Vec<BalanceTransaction>, _> =
            objects.iter().map(BalanceTransaction::deserialize).collect();
        let mut sum = 0_i64;
        for transaction in transactions.map_err(|e| redacted(&e))? {
            if !transaction.is_of(payout) {
                sum = sum.saturating_add(transaction.net);
                self.contained.insert(transaction.id.clone(), payout.clone());
            }
            insert_latest(&mut self.transactions, transaction.id.clone(), read, transaction);
        }
        self.contents.insert(payout.clone(), sum);
        Ok(())
    }

    /// Adds an expanded balance transaction, or its id.
    fn add_expandable(&mut self, read: i64, held: Option<&Expandable<BalanceTransaction>>) {
        match held {
            Some(Expandable::Expanded(transaction)) => {
                insert_latest(&mut self.transactions, transaction.id.clone(), read, (**transaction).clone());
            }
            Some(Expandable::Id(id)) => {
                self.unexpanded.insert(id.clone());
            }
            None => {}
        }
    }
}

/// Inserts an object, unless a later read of it is there.
fn insert_latest<T>(objects: &mut BTreeMap<ProviderId, Read<T>>, id: ProviderId, read: i64, object: T) {
    if objects.get(&id).is_none_or(|(other, _)| *other <= read) {
        objects.insert(id, (read, object));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn transaction(id: &str, kind: &str, net: i64) -> Value {
        json!({"id": id, "object": "balance_transaction", "amount": net, "available_on": 2, "created": 1,
            "currency": "usd", "fee": 0, "net": net, "status": "pending", "type": kind})
    }

    #[test]
    fn the_contents_of_a_payout_exclude_the_payout() {
        let mut objects = Objects::default();
        let of = |source: &str, mut transaction: Value| {
            transaction["source"] = json!(source);
            transaction
        };
        let contents = [
            of("ch_1", transaction("txn_1", "charge", 900)),
            of("re_1", transaction("txn_2", "refund", -200)),
            // One that came back before is paid out again.
            of("po_0", transaction("txn_3", "payout_failure", 50)),
            of("po_1", transaction("txn_4", "payout", -750)),
            of("po_1", transaction("txn_5", "payout_failure", 750)),
        ];
        let payout: ProviderId = "po_1".parse().unwrap();
        objects.add_contents(&payout, 1, &contents).unwrap();
        assert_eq!(objects.contents[&payout], 750);
        assert_eq!((objects.transactions.len(), objects.contained.len()), (5, 3));
    }

    #[test]
    fn the_later_read_is_kept() {
        let mut objects = Objects::default();
        let id: ProviderId = "txn_1".parse().unwrap();
        for (read, net) in [(2, 20), (1, 10), (3, 30), (2, 20)] {
            objects.add(Kind::BalanceTransaction, read, &transaction("txn_1", "charge", net)).unwrap();
        }
        assert_eq!(objects.transactions[&id].1.net, 30);
        for field in ["id", "amount", "fee", "net", "status", "type", "created"] {
            let mut lacking = transaction("txn_1", "charge", 1);
            lacking.as_object_mut().unwrap().remove(field);
            assert!(objects.add(Kind::BalanceTransaction, 4, &lacking).is_err(), "{field}");
            let mut wrong = transaction("txn_1", "charge", 1);
            wrong[field] = json!([1]);
            assert!(objects.add(Kind::BalanceTransaction, 4, &wrong).is_err(), "{field}");
        }
        assert_eq!(objects.transactions[&id].1.net, 30);
    }

    #[test]
    fn no_secret_or_personal_data_is_kept() {
        let charge = json!({"id": "ch_1", "object": "charge", "amount": 100, "amount_captured": 100,
            "amount_refunded": 0, "balance_transaction": transaction("txn_1", "charge", 92), "captured": true,
            "billing_details": {"email": "SECRET", "name": "SECRET", "phone": "SECRET", "address": {"line1": "SECRET"}},
            "created": 1, "currency": "usd", "customer": "SECRET", "disputed": false, "failure_code": null,
            "paid": true, "payment_intent": "pi_1", "refunded": false, "status": "succeeded",
            "receipt_email": "SECRET", "receipt_url": "SECRET", "shipping": {"name": "SECRET"},
            "metadata": {"guest": "SECRET"}, "source": {"owner": {"name": "SECRET"}},
            "payment_method_details": {"type": "card", "card": {"brand": "visa", "last4": "4242",
                "fingerprint": "SECRET", "exp_month": 8}}});
        let intent = json!({"id": "pi_1", "object": "payment_intent", "amount": 100, "currency": "usd", "created": 1,
            "status": "succeeded", "client_secret": "SECRET", "receipt_email": "SECRET", "customer": "SECRET",
            "shipping": {"name": "SECRET"}, "metadata": {"guest": "SECRET"}, "latest_charge": charge,
            "last_payment_error": {"type": "card_error", "payment_method": {"billing_details": "SECRET"}}});
        let dispute = json!({"id": "dp_1", "object": "dispute", "amount": 100, "charge": "ch_1", "created": 1,
            "currency": "usd", "reason": "general", "status": "won",
            "evidence": {"customer_name": "SECRET", "customer_email_address": "SECRET"}, "metadata": {"a": "SECRET"}});
        let refund = json!({"id": "re_1", "object": "refund", "amount": 1, "created": 1, "currency": "usd",
            "status": "pending", "metadata": {"a": "SECRET"}, "instructions_email": "SECRET"});
        let mut objects = Objects::default();
        objects.add(Kind::PaymentIntent, 1, &intent).unwrap();
        objects.add(Kind::Dispute, 1, &dispute).unwrap();
        objects.add(Kind::Refund, 1, &refund).unwrap();
        let kept = [
            serde_json::to_string(&objects.intents.values().next().unwrap().1).unwrap(),
            serde_json::to_string(&objects.disputes.values().next().unwrap().1).unwrap(),
            serde_json::to_string(&objects.refunds.values().next().unwrap().1).unwrap(),
        ];
        for text in kept {
            assert!(!text.contains("SECRET"), "{text}");
        }
        assert_eq!(objects.intents.values().next().unwrap().1.last4(), Some("4242"));
    }
}
