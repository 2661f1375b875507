//! Objects as JSON, in the provider's own shape: its fields and their types as its public examples have them. Members that
//! never change are in data/card/objects.json.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::objects::{
    Charge, Dispute, DisputeStatus, Event, Intent, PaymentStatus, Payout, PayoutStatus, Refund, Snapshot,
    Txn, TxnKind,
};
use super::table::{Object, Secs, Table};
use super::{Account, DAY, Lost};
use crate::ids::Key;

/// The version of the API whose shapes these are.
pub const VERSION: &str = "2025-09-30.clover";
/// How long a dispute can be answered.
const ANSWER: Secs = 9 * DAY;

/// The constant members by object, part of the program; a test compares them with the public examples.
static CONSTANTS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/card/objects.json")).unwrap_or_default()
});

/// An object of this name: its constant members with `members` added.
fn object(name: &str, members: Value) -> Value {
    let mut object = CONSTANTS.get(name).cloned().unwrap_or_default();
    merge(&mut object, members);
    object
}

/// The constant members of a balance transaction of a kind, `type` included.
pub fn constants(kind: TxnKind) -> Value {
    let kinds = CONSTANTS.get("transactions");
    let of = json!(kind).as_str().and_then(|kind| kinds?.get(kind));
    of.cloned().unwrap_or_default()
}

macro_rules! object {
    ($name:literal $members:tt) => {
        object($name, json!($members))
    };
}

/// Adds the members of `from` to an object, nested ones too.
fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}

fn method_id(intent: Key) -> String {
    format!("pm_{intent}")
}

fn description(intent: &Intent) -> Option<String> {
    intent.check.as_ref().map(|check| format!("Check {check}"))
}

/// The members of a payment's card, in its charges as in its payment method.
fn card(intent: &Intent, is_checked: bool) -> Value {
    let throw = |what: &str, below| intent.key.throw(what, below);
    let last4 = format!("{:04}", throw("last4", 10_000));
    let country = match intent.is_foreign() {
        true if throw("where", 2) == 0 => "CA",
        true => "GB",
        false => "US",
    };
    let is_debit = intent.brand != "amex" && throw("funding", 3) == 0;
    json!({
        "brand": intent.brand, "checks": { "cvc_check": if is_checked { "pass" } else { "unchecked" } },
        "country": country, "exp_month": 1 + throw("month", 12), "exp_year": 2028 + throw("year", 5),
        "fingerprint": format!("{:.16}", Key::of(&[&intent.brand, &last4])),
        "funding": if is_debit { "debit" } else { "credit" }, "last4": last4,
    })
}

fn cardholder(intent: &Intent) -> String {
    format!("Cardholder {}", intent.key.throw("name", 900) + 100)
}

/// The payment method of a payment.
fn method(intent: &Intent) -> Value {
    let brand = intent.brand;
    let display = if brand == "amex" { "american_express" } else { brand };
    let mut card = card(intent, true);
    merge(&mut card, json!({ "display_brand": display, "networks": { "available": [brand] } }));
    object!("payment_method" {
        "id": method_id(intent.key), "billing_details": { "name": cardholder(intent) }, "card": card,
        "created": intent.created,
    })
}

fn refund(refund: &Refund) -> Value {
    let metadata: Map<String, Value> =
        refund.metadata.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let mut shown = object!("refund" {
        "id": refund.id(), "amount": refund.amount, "balance_transaction": Txn::id_of(refund.txn),
        "charge": Charge::id_of(refund.charge), "created": refund.created, "metadata": metadata,
        "payment_intent": Intent::id_of(refund.intent), "payment_method": method_id(refund.intent),
        "reason": refund.reason, "status": refund.status,
    });
    if let Some((reason, back)) = refund.failure {
        let back = Txn::id_of(back);
        merge(&mut shown, json!({ "failure_reason": reason, "failure_balance_transaction": back }));
    }
    shown
}

impl Account {
    /// The JSON of an object at a time.
    pub fn show(&self, shown: &Snapshot, time: Secs) -> Value {
        match shown {
            Snapshot::Intent(intent) => self.show_intent(intent),
            Snapshot::Charge(charge, refunds) => self.show_charge(charge, refunds),
            Snapshot::Refund(shown) => refund(shown),
            Snapshot::Dispute(dispute) => self.show_dispute(dispute, time),
            Snapshot::Payout(payout) => self.show_payout(payout),
            Snapshot::Txn(txn) => self.show_txn(txn, time),
            Snapshot::Method(intent) => method(intent),
            Snapshot::Balance => self.show_balance(time),
        }
    }

    /// The JSON of the present state of an object; null if there is none with this id.
    pub fn show_id(&self, id: &str) -> Value {
        self.snapshot(id).map_or(Value::Null, |object| self.show(&object, self.now))
    }

    /// Replaces the ids at these paths, such as `latest_charge.balance_transaction`, by the objects.
    pub fn expand(&self, shown: &mut Value, paths: &[String]) {
        for path in paths {
            let mut object = &mut *shown;
            for name in path.split('.') {
                let Some(member) = object.get_mut(name) else { break };
                if let Some(id) = member.as_str() {
                    *member = self.show_id(id);
                }
                object = member;
            }
        }
    }

    fn show_intent(&self, intent: &Intent) -> Value {
        let id = intent.id();
        let reserved = if intent.status == PaymentStatus::RequiresCapture { intent.amount } else { 0 };
        let next_action = (intent.status == PaymentStatus::RequiresAction).then(|| {
            let url = format!("https://hooks.stripe.com/redirect/authenticate/src_{}", intent.key);
            json!({ "type": "redirect_to_url", "redirect_to_url": { "url": url, "return_url": null } })
        });
        let reason = intent.canceled.map(|(_, reason)| reason).filter(|reason| !reason.is_empty());
        object!("payment_intent" {
            "id": id, "amount": intent.amount, "amount_capturable": reserved, "amount_received": intent.received,
            "canceled_at": intent.canceled.map(|(at, _)| at), "cancellation_reason": reason,
            "capture_method": if intent.manual { "manual" } else { "automatic" },
            "client_secret": format!("{id}_secret_{}", Key::of(&[&id, &"secret"])), "created": intent.created,
            "description": description(intent), "last_payment_error": self.last_error(intent),
            "latest_charge": intent.charge.map(Charge::id_of), "metadata": self.metadata(intent),
            "next_action": next_action, "payment_method": intent.has_method.then(|| method_id(intent.key)),
            "status": intent.status,
        })
    }

    /// The metadata that the POS wrote on a payment.
    fn metadata(&self, intent: &Intent) -> Value {
        let pos_id = &self.restaurant.pos_id;
        intent.check.as_ref().map_or(json!({}), |check| json!({ "posID": pos_id, "posCheckID": check }))
    }

    /// The error of the last charge, if the card was declined.
    fn last_error(&self, intent: &Intent) -> Option<Value> {
        let charge = intent.charge.filter(|_| intent.status == PaymentStatus::RequiresPaymentMethod)?;
        let failure = self.charges.get(charge).ok()?.failure?;
        let mut error = json!({
            "type": "card_error", "code": failure.code, "message": failure.message,
            "charge": Charge::id_of(charge), "payment_method": method(intent),
            "doc_url": format!("https://stripe.com/docs/error-codes/{}", failure.code.replace('_', "-")),
        });
        if let Some(code) = &failure.decline {
            merge(&mut error, json!({ "decline_code": code }));
        }
        Some(error)
    }

    fn show_charge(&self, charge: &Charge, refunds: &[Refund]) -> Value {
        let Ok(intent) = self.intents.get(charge.intent) else { return Value::Null };
        let (id, is_good) = (charge.id(), charge.failure.is_none());
        let (captured, txn) = charge.captured.unzip();
        let refunded = charge.refunded + charge.released;
        let statement = self.restaurant.name.to_uppercase();
        let statement: String = statement.chars().filter(char::is_ascii).take(22).collect();
        let mut card = card(intent, is_good);
        let used = json!({
            "amount_authorized": is_good.then_some(charge.amount),
            "authorization_code": is_good.then(|| format!("{:06}", intent.key.throw("code", 1_000_000))),
            "network": intent.brand, "overcapture": { "maximum_amount_capturable": charge.amount },
            "network_transaction_id": is_good.then(|| intent.key.throw("network", 999_999_999_999).to_string()),
        });
        merge(&mut card, used);
        object!("charge" {
            "id": id, "amount": charge.amount, "amount_captured": captured.unwrap_or(0),
            "amount_refunded": refunded, "balance_transaction": txn.map(Txn::id_of),
            "billing_details": { "name": cardholder(intent) },
            "calculated_statement_descriptor": statement.trim(), "captured": captured.is_some(),
            "created": charge.created, "description": description(intent), "disputed": charge.dispute.is_some(),
            "failure_code": charge.failure.map(|failure| &failure.code),
            "failure_message": charge.failure.map(|failure| &failure.message), "metadata": self.metadata(intent),
            "outcome": {
                "advice_code": (!is_good).then_some("try_again_later"),
                "network_decline_code": (!is_good).then_some("01"),
                "network_status": if is_good { "approved_by_network" } else { "declined_by_network" },
                "reason": charge.failure.and_then(|failure| failure.decline.as_ref()),
                "seller_message": if is_good { "Payment complete." } else { "The bank did not accept this payment." },
                "type": if is_good { "authorized" } else { "issuer_declined" },
            },
            "paid": is_good, "payment_intent": intent.id(), "payment_method": method_id(intent.key),
            "payment_method_details": { "card": card },
            "receipt_url": is_good.then(|| format!("https://pay.stripe.com/receipts/payment/{}", charge.key)),
            "refunded": refunded > 0 && refunded >= charge.amount,
            "refunds": {
                "data": refunds.iter().rev().map(refund).collect::<Vec<_>>(),
                "url": format!("/v1/charges/{id}/refunds"),
            },
            "status": if is_good { "succeeded" } else { "failed" },
        })
    }

    fn show_payout(&self, payout: &Payout) -> Value {
        let is_paid = payout.status == PayoutStatus::Paid;
        let trace = is_paid.then(|| payout.key.throw("trace", 99_999_999_999).to_string());
        object!("payout" {
            "id": payout.id(), "amount": payout.amount + payout.misstated, "arrival_date": payout.arrival,
            "balance_transaction": Txn::id_of(payout.txn), "created": payout.created,
            "destination": format!("ba_{}", Key::of(&[&self.id, &"bank"])),
            "failure_balance_transaction": payout.back.map(Txn::id_of),
            "failure_code": payout.failure.map(|failure| &failure.code),
            "failure_message": payout.failure.map(|failure| &failure.message), "status": payout.status,
            "trace_id": { "status": if is_paid { "supported" } else { "pending" }, "value": trace },
        })
    }

    fn show_dispute(&self, dispute: &Dispute, time: Secs) -> Value {
        let brand = self.intents.get(dispute.intent).map_or("visa", |intent| intent.brand);
        let txns = dispute.txns.iter().filter_map(|key| self.txns.get(*key).ok());
        let txns: Vec<Value> = txns.map(|txn| self.show_txn(txn, time)).collect();
        let is_answered = dispute.status != DisputeStatus::NeedsResponse;
        let due = dispute.created + ANSWER;
        object!("dispute" {
            "id": dispute.id(), "amount": dispute.amount, "balance_transactions": txns,
            "charge": Charge::id_of(dispute.charge), "created": dispute.created,
            "evidence_details": {
                "due_by": due, "has_evidence": is_answered, "past_due": time > due && !is_answered,
                "submission_count": i32::from(is_answered),
            },
            "payment_intent": Intent::id_of(dispute.intent),
            "payment_method_details": { "card": { "brand": brand, "network": brand } },
            "reason": dispute.reason, "status": dispute.status,
        })
    }

    fn show_txn(&self, txn: &Txn, time: Secs) -> Value {
        let check = || {
            let charge = self.charges.get(self.charges.key(&txn.source).ok()?).ok()?;
            description(self.intents.get(charge.intent).ok()?)
        };
        let what = if txn.kind == TxnKind::Dispute { "Dispute fee" } else { "Stripe processing fees" };
        let fee = json!({ "amount": txn.fee, "application": null, "currency": "usd", "description": what,
            "type": "stripe_fee" });
        let mut shown = object!("balance_transaction" {
            "id": txn.id(), "amount": txn.amount, "available_on": txn.available_on, "created": txn.created,
            "description": check(), "fee": txn.fee, "fee_details": if txn.fee == 0 { json!([]) } else { json!([fee]) },
            "net": txn.net(), "source": txn.source,
            "status": if txn.available_on <= time { "available" } else { "pending" },
        });
        merge(&mut shown, constants(txn.kind));
        shown
    }

    fn show_balance(&self, time: Secs) -> Value {
        let (available, pending) = self.balance(time);
        let part =
            |cents: i64| json!([{ "amount": cents, "currency": "usd", "source_types": { "card": cents } }]);
        object!("balance" { "available": part(available), "pending": part(pending) })
    }

    /// The JSON of an event; `is_waiting` means that it is not delivered to the webhook yet.
    pub fn show_event(&self, event: &Event, is_waiting: bool) -> Value {
        object!("event" {
            "id": event.id(), "created": event.created,
            "data": { "object": self.show(&event.object, event.created) },
            "pending_webhooks": u8::from(is_waiting), "type": event.kind,
        })
    }

    /// The JSON of the account for its platform, with the location in its metadata.
    pub fn show_account(&self) -> Value {
        object!("account" { "id": self.id, "metadata": { "posID": self.restaurant.pos_id } })
    }

    /// The JSON of the objects of a table that were made at or after `since`.
    fn all<T: Object>(&self, table: &Table<T>, since: Secs) -> Vec<Value> {
        table.from(since).map(|object| self.show_id(&object.id())).collect()
    }

    /// All objects made at or after `since`, oldest first, and the planted mismatches: payments that only the POS has, money
    /// without a check, and payouts whose amount differs from their transactions.
    pub fn truth(&self, since: Secs) -> Value {
        let lost = |lost: &Lost| {
            json!({ "posID": self.restaurant.pos_id, "posCheckID": lost.check, "payment": lost.number,
                "paymentIntentId": lost.intent, "amount": lost.amount, "at": lost.at })
        };
        let lost: Vec<Value> = self.lost.iter().filter(|lost| lost.at >= since).map(lost).collect();
        let is_unexplained =
            |intent: &&Intent| intent.check.is_none() && intent.status == PaymentStatus::Succeeded;
        let unexplained = self.intents.from(since).filter(is_unexplained).map(|intent| {
            json!({ "payment_intent": intent.id(), "charge": intent.charge.map(Charge::id_of),
                "amount": intent.received, "created": intent.created })
        });
        let misstated = self.payouts.from(since).filter(|payout| payout.misstated != 0).map(|payout| {
            let (shown, amount) = (payout.amount + payout.misstated, payout.amount);
            json!({ "payout": payout.id(), "amount": shown, "transactions": amount })
        });
        json!({
            "account": self.id, "posID": self.restaurant.pos_id, "at": self.now,
            "payment_intents": self.all(&self.intents, since), "charges": self.all(&self.charges, since),
            "refunds": self.all(&self.refunds, since), "payouts": self.all(&self.payouts, since),
            "balance_transactions": self.all(&self.txns, since), "disputes": self.all(&self.disputes, since),
            "balance": self.show_balance(self.now),
            "mismatches": {
                "payments_without_intent": lost,
                "charges_without_check": unexplained.collect::<Vec<_>>(),
                "payouts_that_differ": misstated.collect::<Vec<_>>(),
            },
        })
    }
}
