//! Everything that an account holds, as it stands now: what a test compares a mirror with.

use serde_json::{Value, json};

use super::ledger::{Kept, Ledger, Place, Secs, Shelf};
use super::show::{self, Expand};

/// All objects that were made at or after `since`, oldest first, and the mismatches that are to be found.
pub fn of(ledger: &Ledger, since: Secs) -> Value {
    let now = ledger.now();
    let plain = Expand::default();
    json!({
        "account": ledger.account,
        "posID": ledger.place.pos_id,
        "at": now,
        "payment_intents": every(&ledger.intents, since, |place| show::intent(ledger, place, now, &plain)),
        "charges": every(&ledger.charges, since, |place| show::charge(ledger, place, now, &plain)),
        "refunds": every(&ledger.refunds, since, |place| show::refund(ledger, place, now, &plain)),
        "payouts": every(&ledger.payouts, since, |place| show::payout(ledger, place, now, &plain)),
        "balance_transactions": every(&ledger.txns, since, |place| show::txn(ledger, place, now)),
        "disputes": every(&ledger.disputes, since, |place| show::dispute(ledger, place, now)),
        "balance": show::balance(ledger, now),
        "mismatches": mismatches(ledger, since),
    })
}

fn every<T: Kept>(shelf: &Shelf<T>, since: Secs, show: impl Fn(Place) -> Value) -> Vec<Value> {
    let mut places: Vec<(Secs, Place)> =
        shelf.all().map(|(place, item)| (item.created(), place)).filter(|(at, _)| *at >= since).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| show(place)).collect()
}

/// Payments that only the POS knows, money without a check, and payouts that say another amount than their contents.
fn mismatches(ledger: &Ledger, since: Secs) -> Value {
    let lost = ledger.lost.iter().filter(|lost| lost.at >= since).map(|lost| {
        json!({
            "posID": ledger.place.pos_id,
            "posCheckID": lost.check,
            "payment": lost.number,
            "paymentIntentId": lost.intent,
            "amount": lost.amount,
            "at": lost.at,
        })
    });
    let paid = ledger.intents.all().filter(|(_, intent)| {
        intent.check.is_none() && intent.created >= since && show::is_paid(intent.now())
    });
    let unexplained = paid.map(|(_, intent)| {
        let charge = intent.charge(Secs::MAX).and_then(|place| ledger.charges.get(place));
        json!({
            "payment_intent": intent.id(),
            "charge": charge.map(Kept::id),
            "amount": charge.and_then(|charge| charge.captured).map_or(0, |capture| capture.amount),
            "created": intent.created,
        })
    });
    let misstated =
        ledger.payouts.all().filter(|(_, payout)| payout.misstated != 0 && payout.created >= since);
    let misstated = misstated.map(|(_, payout)| {
        json!({
            "payout": payout.id(),
            "amount": payout.amount + payout.misstated,
            "transactions": payout.amount,
        })
    });
    json!({
        "payments_without_intent": lost.collect::<Vec<_>>(),
        "charges_without_check": unexplained.collect::<Vec<_>>(),
        "payouts_that_differ": misstated.collect::<Vec<_>>(),
    })
}
