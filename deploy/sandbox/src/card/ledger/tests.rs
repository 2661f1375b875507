//! The sums of 400 days, and what must be in them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::civil::date;
use saffron_core::{BusinessDate, Money};

use super::objects::at;
use super::*;
use crate::card::show;
use crate::pos::{Day, intents, restaurants};

const BEGIN: Date = date(2025, 9, 1);

fn ledgers(days: i64) -> Vec<Ledger> {
    let year = Arc::new(Year::load().unwrap());
    let begin = BusinessDate::from_date(BEGIN);
    let end = midnight(begin.plus_days(days).date());
    let open = |place: Restaurant| {
        let zone = place.time_zone.parse().unwrap();
        let mut ledger = Ledger::open(place, zone, year.clone(), begin, end);
        ledger.advance(end).unwrap();
        ledger
    };
    restaurants(&year).unwrap().into_iter().map(open).collect()
}

fn check_sums(ledger: &Ledger) {
    let name = &ledger.place.pos_id;
    // A payout is what it holds, and nothing is held twice.
    let mut held = BTreeSet::new();
    for (place, payout) in ledger.payouts.all() {
        let sum: i64 = payout.contents.iter().map(|txn| ledger.txns.get(*txn).unwrap().net()).sum();
        assert_eq!(sum, payout.amount, "{name} {}", payout.id());
        assert!(payout.amount > 0);
        let own = ledger.txns.get(payout.txn).unwrap();
        assert_eq!((own.net(), own.payout), (-payout.amount, Some(place)));
        for txn in &payout.contents {
            assert!(held.insert(*txn), "{name}: paid out twice");
            let txn = ledger.txns.get(*txn).unwrap();
            assert_eq!(txn.payout, Some(place));
            assert!(txn.available_on <= payout.created);
        }
    }
    // What came in on a business date is paid out two days later, at ten; a closed day may make it wait.
    let mut late = 0;
    for (_, txn) in ledger.txns.all() {
        let (Source::Charge(charge), Some(payout)) = (txn.source, txn.payout) else { continue };
        let at = ledger.charges.get(charge).unwrap().captured.unwrap().at;
        let day = ledger.zone.today(Timestamp::from_second(at).unwrap());
        let due = midnight(day.plus_days(2).date()) + 10 * HOUR;
        let payout = ledger.payouts.get(payout).unwrap();
        assert!(payout.created >= due, "{name}: {} is too early", payout.id());
        late += usize::from(payout.created > due);
        assert_eq!(payout.arrival, payout.created - 10 * HOUR + 2 * DAY);
    }
    assert!(late * 100 <= ledger.txns.len(), "{name}: {late} late");
    // What is not held waits; together with the payouts it is the balance.
    let net = |txns: &mut dyn Iterator<Item = &Txn>| txns.map(Txn::net).sum::<i64>();
    let (available, pending) = ledger.balance(Secs::MAX - 1);
    assert_eq!(pending, 0);
    assert_eq!(available, net(&mut ledger.txns.all().map(|(_, txn)| txn)));
    let waits = net(&mut ledger.unpaid.iter().filter_map(|txn| ledger.txns.get(*txn)));
    assert_eq!(available, waits, "{name}");
    let (available, pending) = ledger.balance(ledger.now());
    assert_eq!(available + pending, waits, "{name}");
    // What is given back or taken is booked as it is.
    for (_, refund) in ledger.refunds.all() {
        let txn = ledger.txns.get(refund.txn).unwrap();
        assert_eq!((txn.amount, txn.fee), (-refund.amount, 0), "{name}");
        if let Some(RefundStep::Failed(_, back)) = at(&refund.steps, Secs::MAX) {
            assert_eq!(ledger.txns.get(back).unwrap().net(), refund.amount, "{name}");
        }
    }
    for (_, dispute) in ledger.disputes.all() {
        let txn = ledger.txns.get(dispute.txn).unwrap();
        assert_eq!((txn.amount, txn.fee), (-dispute.amount, 1_500), "{name}");
        if let Some(DisputeStep::Won(back)) = at(&dispute.steps, Secs::MAX) {
            assert_eq!(ledger.txns.get(back).unwrap().net(), dispute.amount, "{name}");
        }
    }
    // A charge's fee is the rule's, and nothing is given back twice.
    for (_, charge) in ledger.charges.all() {
        assert!(ledger.refundable(charge) >= 0);
        let Some(capture) = charge.captured else { continue };
        let txn = ledger.txns.get(capture.txn).unwrap();
        let intent = ledger.intents.get(charge.intent).unwrap();
        let foreign = Ledger::is_foreign(intent.key);
        let per_thousand = if foreign { 37 } else { 27 };
        let fee = Money::from_cents(capture.amount).ratio(per_thousand, 1000).cents() + 5;
        assert_eq!((txn.amount, txn.fee), (capture.amount, fee), "{name}");
    }
}

#[test]
fn payouts_add_up_to_the_cent_for_400_days_and_every_state_is_there() {
    let ledgers = ledgers(400);
    let mut failures = BTreeSet::new();
    let mut payout_failures = BTreeSet::new();
    let mut statuses: BTreeMap<&str, usize> = BTreeMap::new();
    let mut foreign = 0;
    for ledger in &ledgers {
        check_sums(ledger);
        let (mut canceled, mut failed, mut pending) = (0, 0, 0);
        for (_, intent) in ledger.intents.all() {
            *statuses.entry(show::status(intent.now())).or_default() += 1;
            foreign += usize::from(Ledger::is_foreign(intent.key));
            if let IntentStep::Authorized(_) = intent.now() {
                assert!(intent.created > ledger.now() - 8 * DAY, "an old reservation");
            }
        }
        for (_, charge) in ledger.charges.all() {
            failures.extend(charge.failure.map(|failure| (failure.code, failure.decline)));
        }
        for (_, payout) in ledger.payouts.all() {
            match at(&payout.steps, Secs::MAX).unwrap() {
                PayoutStep::Failed((code, _), _) => {
                    failed += 1;
                    payout_failures.insert(*code);
                }
                PayoutStep::Canceled(_) => canceled += 1,
                PayoutStep::Pending | PayoutStep::InTransit => pending += 1,
                PayoutStep::Paid => {}
            }
        }
        let name = &ledger.place.pos_id;
        assert!(ledger.payouts.len() > 380, "{name}: {}", ledger.payouts.len());
        assert!((1..=2).contains(&canceled) && (6..=10).contains(&failed), "{name}: {canceled} {failed}");
        assert!((1..=3).contains(&pending), "{name}: {pending}");
        assert!((2..60).contains(&ledger.lost.len()), "{name}: {}", ledger.lost.len());
        let extra = ledger.intents.all().filter(|(_, intent)| intent.check.is_none()).count();
        assert!(extra * 100 / ledger.intents.len() < 3, "{name}: {extra} of {}", ledger.intents.len());
        let ends = |wanted: fn(DisputeStep) -> bool| {
            ledger
                .disputes
                .all()
                .filter(|(_, dispute)| wanted(at(&dispute.steps, Secs::MAX).unwrap()))
                .count()
        };
        assert!(ends(|step| matches!(step, DisputeStep::Won(_))) > 3, "{name}");
        assert!(ends(|step| step == DisputeStep::Lost) > 3, "{name}");
        assert!(ends(|step| step == DisputeStep::UnderReview) > 3, "{name}");
        let refunds = |wanted: fn(RefundStep) -> bool| {
            ledger.refunds.all().filter(|(_, refund)| wanted(at(&refund.steps, Secs::MAX).unwrap())).count()
        };
        assert!(refunds(|step| step == RefundStep::Succeeded) > 50);
        assert!(refunds(|step| matches!(step, RefundStep::Failed(..))) > 5, "{name}");
    }
    assert_eq!(failures.len(), FAILURES.len(), "{failures:?}");
    assert_eq!(payout_failures.len(), PAYOUT_FAILURES.len(), "{payout_failures:?}");
    for status in [
        "succeeded",
        "canceled",
        "requires_capture",
        "requires_payment_method",
        "requires_confirmation",
        "requires_action",
    ] {
        assert!(statuses.get(status).is_some_and(|count| *count > 0), "{status}: {statuses:?}");
    }
    assert!(foreign > 500, "{foreign}");
}

#[test]
fn every_card_payment_of_the_pos_has_its_intent() {
    for ledger in ledgers(40) {
        let year = Year::load().unwrap();
        let (mut paid, mut lost) = (0, 0);
        // The last days may still be running somewhere.
        for day in 0..38 {
            let day =
                Day::of(&ledger.place, &year, BusinessDate::from_date(BEGIN).plus_days(day).date()).unwrap();
            for check in day.checks() {
                for (number, (payment, key)) in check.payments.iter().zip(intents::of(check)).enumerate() {
                    let Some(key) = key else { continue };
                    let amount = (payment.amount + payment.tip).cents();
                    let Some(intent) = ledger.intents.find(key).and_then(|place| ledger.intents.get(place))
                    else {
                        let known = ledger.lost.iter().any(|lost| lost.intent == format!("pi_{key}"));
                        assert!(known, "{} {}", check.id, number);
                        lost += 1;
                        continue;
                    };
                    let charge = ledger.charges.get(intent.charge(Secs::MAX).unwrap()).unwrap();
                    if check.refund_of.is_some() {
                        let back = charge.refunds.iter().filter_map(|place| ledger.refunds.get(*place));
                        assert!(back.map(|refund| refund.amount).any(|back| back == -amount), "{}", check.id);
                        continue;
                    }
                    assert_eq!(intent.amount, amount, "{}", check.id);
                    let own = intent.check.as_ref().unwrap();
                    assert_eq!((&own.check, own.number), (&check.id, number));
                    assert_eq!(matches!(intent.now(), IntentStep::Canceled(_)), check.voided, "{}", check.id);
                    assert_eq!(
                        charge.captured.map(|capture| capture.amount),
                        (!check.voided).then_some(amount)
                    );
                    paid += 1;
                }
            }
        }
        assert!(paid > 500 && lost < 10, "{}: {paid} {lost}", ledger.place.pos_id);
    }
}

#[test]
fn it_does_not_matter_how_often_the_clock_is_looked_at() {
    let year = Arc::new(Year::load().unwrap());
    let place =
        restaurants(&year).unwrap().into_iter().find(|p| p.pos_id.as_str() == "demo-noodles").unwrap();
    let begin = BusinessDate::from_date(BEGIN);
    let end = midnight(begin.plus_days(12).date());
    let open = || Ledger::open(place.clone(), place.time_zone.parse().unwrap(), year.clone(), begin, end);
    let (mut once, mut often) = (open(), open());
    once.advance(end).unwrap();
    let mut now = midnight(BEGIN);
    while now < end {
        now += 4_321;
        often.advance(now.min(end)).unwrap();
    }
    let plain = show::Expand::default();
    assert_eq!(once.intents.len(), often.intents.len());
    for (place, _) in once.intents.all() {
        assert_eq!(show::intent(&once, place, end, &plain), show::intent(&often, place, end, &plain));
    }
    let events =
        |ledger: &Ledger| ledger.events.all().map(|(_, event)| (event.id(), event.at)).collect::<Vec<_>>();
    assert_eq!(events(&once), events(&often));
    assert!(events(&once).is_sorted_by_key(|(_, at)| *at));
    check_sums(&once);
}
