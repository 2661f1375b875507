//! Payments, payouts and disputes of other processors, as a POS records them, in the shape of the provider's objects: so
//! that everything that is read from the mirror holds for them too.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use saffron_core::fact::{
    DisputeStatus, MinorUnits, MoneyFact, PaymentStatus, Processor, RecordedDispute, RecordedEntry,
    RecordedPayment, RecordedPayout, RecordedRefund, TransferStatus,
};
use saffron_core::{BusinessDate, Moment};

use super::shape::{Card, Charge, EvidenceDetails, Expandable, MethodDetails};
use super::{BalanceTransaction, Dispute, Kind, Objects, PaymentIntent, Payout, ProviderId, Refund};

/// The provider gives a date as its midnight in UTC, seconds since this one.
const EPOCH: Date = Date::constant(1970, 1, 1);

/// The name of a recorded object: its kind, and its id in the mirror.
pub type RecordedKey = (Kind, ProviderId);

/// The key of a recorded fact.
pub fn recorded_key(fact: &MoneyFact) -> RecordedKey {
    match fact {
        MoneyFact::Payment(one) => (Kind::PaymentIntent, ProviderId::of_processor(&one.processor, &one.id)),
        MoneyFact::Payout(one) => (Kind::Payout, ProviderId::of_processor(&one.processor, &one.id)),
        MoneyFact::Dispute(one) => (Kind::Dispute, ProviderId::of_processor(&one.processor, &one.id)),
    }
}

/// The processor of a recorded fact, and when what it records began, seconds since 1970.
pub fn recorded_of(fact: &MoneyFact) -> (&Processor, i64) {
    match fact {
        MoneyFact::Payment(one) => (&one.processor, one.created.at.as_second()),
        MoneyFact::Payout(one) => (&one.processor, one.created.at.as_second()),
        MoneyFact::Dispute(one) => (&one.processor, one.created.at.as_second()),
    }
}

/// Whether an answer is still expected to what a fact records.
pub fn awaits_answer(fact: &MoneyFact) -> bool {
    matches!(fact, MoneyFact::Dispute(dispute) if dispute.status == DisputeStatus::NeedsResponse
        || dispute.status == DisputeStatus::WarningNeedsResponse)
}

/// What facts say an object holds, all of it: what the mirror has beside is deleted.
#[derive(Debug, Default)]
pub struct Held {
    /// Payments, each with its refunds.
    pub refunds: BTreeMap<ProviderId, BTreeSet<ProviderId>>,
    /// Payouts, each with its entries.
    pub entries: BTreeMap<ProviderId, BTreeSet<ProviderId>>,
}

impl Held {
    /// Adds a fact to what is to be stored, as of this read.
    pub fn add(&mut self, objects: &mut Objects, read: i64, fact: &MoneyFact) {
        match fact {
            MoneyFact::Payment(payment) => self.add_payment(objects, read, payment),
            MoneyFact::Payout(payout) => self.add_payout(objects, read, payout),
            MoneyFact::Dispute(one) => {
                let dispute = dispute(one);
                objects.disputes.insert(dispute.id.clone(), (read, dispute));
            }
        }
    }

    fn add_payment(&mut self, objects: &mut Objects, read: i64, payment: &RecordedPayment) {
        let intent = intent(payment);
        let mut kept = BTreeSet::new();
        for one in &payment.refunds {
            let refund = refund(payment, &intent, one);
            kept.insert(refund.id.clone());
            objects.refunds.insert(refund.id.clone(), (read, refund));
        }
        self.refunds.insert(intent.id.clone(), kept);
        objects.intents.insert(intent.id.clone(), (read, intent));
    }

    fn add_payout(&mut self, objects: &mut Objects, read: i64, recorded: &RecordedPayout) {
        let payout = payout(recorded);
        if let Some(entries) = &recorded.entries {
            let mut kept = BTreeSet::new();
            let mut sum = 0_i64;
            for one in entries {
                let mut entry = entry(recorded, one);
                // A processor may name one payment twice: what follows is an entry of its own.
                if kept.contains(&entry.id) {
                    entry.id = ProviderId::of_processor(&recorded.processor, &one.id);
                }
                sum = sum.saturating_add(entry.net);
                objects.contained.insert(entry.id.clone(), payout.id.clone());
                kept.insert(entry.id.clone());
                objects.transactions.insert(entry.id.clone(), (read, entry));
            }
            objects.contents.insert(payout.id.clone(), sum);
            self.entries.insert(payout.id.clone(), kept);
        }
        objects.payouts.insert(payout.id.clone(), (read, payout));
    }
}

fn seconds(moment: Moment) -> i64 {
    moment.at.as_second()
}

/// The words of states in the provider's objects.
const fn payment_status(status: PaymentStatus) -> &'static str {
    match status {
        PaymentStatus::RequiresCapture => "requires_capture",
        PaymentStatus::Processing => "processing",
        PaymentStatus::Succeeded => "succeeded",
        PaymentStatus::Canceled => "canceled",
        PaymentStatus::Failed => "failed",
    }
}

const fn refund_status(status: TransferStatus) -> &'static str {
    match status {
        TransferStatus::Pending | TransferStatus::InTransit => "pending",
        TransferStatus::Paid => "succeeded",
        TransferStatus::Failed => "failed",
        TransferStatus::Canceled => "canceled",
    }
}

const fn payout_status(status: TransferStatus) -> &'static str {
    match status {
        TransferStatus::Pending => "pending",
        TransferStatus::InTransit => "in_transit",
        TransferStatus::Paid => "paid",
        TransferStatus::Failed => "failed",
        TransferStatus::Canceled => "canceled",
    }
}

fn intent(payment: &RecordedPayment) -> PaymentIntent {
    let id = ProviderId::of_processor(&payment.processor, &payment.id);
    let currency = payment.currency.as_str();
    let is_taken = payment.status == PaymentStatus::Succeeded;
    let captured = match payment.amount_captured {
        Some(captured) => captured.0,
        None if is_taken => payment.amount.0,
        None => 0,
    };
    let stands = |refund: &&RecordedRefund| {
        !matches!(refund.status, TransferStatus::Failed | TransferStatus::Canceled)
    };
    let refunded: i64 = payment.refunds.iter().filter(stands).map(|refund| refund.amount.0).sum();
    let created = seconds(payment.created);
    let balance = payment.fee.map(|MinorUnits(fee)| BalanceTransaction {
        created,
        ..balance(id.clone(), "charge", (captured, fee), currency, &payment.processor)
    });
    let card = payment.card.as_ref().map(|card| MethodDetails {
        card: Some(Card {
            brand: card.brand.as_ref().map(ToString::to_string),
            funding: None,
            last4: card.last4.as_ref().map(ToString::to_string),
        }),
        card_present: None,
        r#type: "card".to_owned(),
    });
    let failed = payment.status == PaymentStatus::Failed;
    let charge = Charge {
        id: id.clone(),
        object: "charge".to_owned(),
        amount: payment.amount.0,
        amount_captured: captured,
        amount_refunded: refunded,
        balance_transaction: balance.map(|balance| Expandable::Expanded(Box::new(balance))),
        captured: is_taken,
        created,
        currency: currency.to_owned(),
        disputed: false,
        failure_code: payment.reason.as_ref().filter(|_| failed).map(ToString::to_string),
        failure_message: None,
        outcome: None,
        paid: is_taken,
        payment_intent: Some(id.clone()),
        payment_method_details: card,
        refunded: refunded > 0 && refunded == captured,
        status: if failed { "failed" } else { payment_status(payment.status) }.to_owned(),
    };
    PaymentIntent {
        id,
        object: "payment_intent".to_owned(),
        amount: payment.amount.0,
        amount_capturable: if payment.status == PaymentStatus::RequiresCapture {
            payment.amount.0
        } else {
            0
        },
        amount_received: captured,
        currency: currency.to_owned(),
        created,
        status: payment_status(payment.status).to_owned(),
        description: None,
        canceled_at: None,
        cancellation_reason: payment.reason.as_ref().filter(|_| !failed).map(ToString::to_string),
        capture_method: None,
        livemode: false,
        last_payment_error: None,
        latest_charge: Some(charge),
        processor: Some(payment.processor.as_str().to_owned()),
    }
}

fn refund(payment: &RecordedPayment, intent: &PaymentIntent, refund: &RecordedRefund) -> Refund {
    let status = refund_status(refund.status);
    let failed = status == "failed";
    let reason = refund.reason.as_ref().map(ToString::to_string);
    Refund {
        id: ProviderId::of_processor(&payment.processor, &refund.id),
        object: "refund".to_owned(),
        amount: refund.amount.0,
        balance_transaction: None,
        charge: Some(intent.id.clone()),
        created: seconds(refund.created),
        currency: intent.currency.clone(),
        failure_balance_transaction: None,
        failure_reason: reason.clone().filter(|_| failed),
        payment_intent: Some(intent.id.clone()),
        reason: reason.filter(|_| !failed),
        status: Some(status.to_owned()),
        processor: intent.processor.clone(),
    }
}

fn payout(payout: &RecordedPayout) -> Payout {
    let created = seconds(payout.created);
    let arrival = payout.arrival_date.map_or_else(|| payout.created.wall.date(), BusinessDate::date);
    let reconciliation = if payout.entries.is_some() { "completed" } else { "not_applicable" };
    Payout {
        id: ProviderId::of_processor(&payout.processor, &payout.id),
        object: "payout".to_owned(),
        amount: payout.amount.0,
        arrival_date: arrival.duration_since(EPOCH).as_secs(),
        automatic: true,
        balance_transaction: None,
        created,
        currency: payout.currency.as_str().to_owned(),
        description: None,
        failure_balance_transaction: None,
        failure_code: payout.reason.as_ref().map(ToString::to_string),
        failure_message: None,
        livemode: false,
        method: "standard".to_owned(),
        reconciliation_status: Some(reconciliation.to_owned()),
        statement_descriptor: None,
        status: payout_status(payout.status).to_owned(),
        r#type: "bank_account".to_owned(),
        processor: Some(payout.processor.as_str().to_owned()),
    }
}

/// An entry of a payout. That of a charge has the id of its payment, so that the payment leads to its payout.
fn entry(payout: &RecordedPayout, entry: &RecordedEntry) -> BalanceTransaction {
    let words = entry.kind.as_str().to_lowercase();
    let kind = words.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    let kind = kind.collect::<Vec<_>>().join("_");
    let payment = entry.payment.as_ref().map(|id| ProviderId::of_processor(&payout.processor, id));
    let of_payment = payment.clone().filter(|_| matches!(kind.as_str(), "charge" | "payment"));
    let id = of_payment.unwrap_or_else(|| ProviderId::of_processor(&payout.processor, &entry.id));
    let amounts = (entry.amount.0, entry.fee.0);
    let created = seconds(entry.created.unwrap_or(payout.created));
    BalanceTransaction {
        created,
        source: payment,
        ..balance(id, &kind, amounts, payout.currency.as_str(), &payout.processor)
    }
}

/// A movement of the balance at a processor: an amount before the fee, and the fee.
fn balance(
    id: ProviderId,
    kind: &str,
    (amount, fee): (i64, i64),
    currency: &str,
    processor: &Processor,
) -> BalanceTransaction {
    BalanceTransaction {
        id,
        object: "balance_transaction".to_owned(),
        amount,
        available_on: 0,
        created: 0,
        currency: currency.to_owned(),
        description: None,
        fee,
        net: amount.saturating_sub(fee),
        reporting_category: None,
        source: None,
        status: "available".to_owned(),
        r#type: kind.to_owned(),
        processor: Some(processor.as_str().to_owned()),
    }
}

fn dispute(dispute: &RecordedDispute) -> Dispute {
    let id = ProviderId::of_processor(&dispute.processor, &dispute.id);
    let payment = ProviderId::of_processor(&dispute.processor, &dispute.payment);
    let currency = dispute.currency.as_str();
    let taken = if dispute.status == DisputeStatus::Lost { dispute.amount.0 } else { 0 };
    let fee = dispute.fee.map(|fee| BalanceTransaction {
        created: seconds(dispute.created),
        source: Some(id.clone()),
        ..balance(id.clone(), "adjustment", (-taken, fee.0), currency, &dispute.processor)
    });
    let status: &'static str = dispute.status.into();
    Dispute {
        object: "dispute".to_owned(),
        amount: dispute.amount.0,
        balance_transactions: fee.into_iter().collect(),
        charge: payment.clone(),
        created: seconds(dispute.created),
        currency: currency.to_owned(),
        evidence_details: dispute.due.map(|due| EvidenceDetails {
            due_by: Some(seconds(due)),
            has_evidence: false,
            past_due: false,
            submission_count: 0,
        }),
        is_charge_refundable: false,
        livemode: false,
        payment_intent: Some(payment),
        reason: dispute.reason.as_ref().map_or("general", |reason| reason.as_str()).to_owned(),
        status: status.to_owned(),
        processor: Some(dispute.processor.as_str().to_owned()),
        id,
    }
}
