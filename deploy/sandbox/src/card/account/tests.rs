//! The sums of 400 days, and what must be in them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::civil::{Date, date};
use saffron_core::{BusinessDate, Money};

use super::objects::{DisputeStatus, PayoutStatus, RefundStatus};
use super::reasons::REASONS;
use super::*;
use crate::pos::{Day, intent_keys, restaurants};

const BEGIN: Date = date(2025, 9, 1);

fn accounts(days: i64) -> Vec<Account> {
    let year = Arc::new(Year::load().unwrap());
    let begin = BusinessDate::from_date(BEGIN);
    let end = midnight(begin.plus_days(days));
    let open = |restaurant: Restaurant| {
        let calendar = restaurant.calendar().unwrap();
        let mut account = Account::open(restaurant, calendar, year.clone(), begin, end);
        account.advance(end).unwrap();
        account
    };
    restaurants(&year).unwrap().into_iter().map(open).collect()
}

fn check_sums(account: &Account) {
    let name = &account.restaurant.pos_id;
    // A payout is what it holds.
    let mut held: BTreeMap<Key, i64> = BTreeMap::new();
    for txn in account.txns.iter().filter(|txn| txn.kind != TxnKind::Payout) {
        let Some(key) = txn.payout else { continue };
        *held.entry(key).or_default() += txn.net();
        assert!(txn.available_on <= account.payouts.get(key).unwrap().created);
    }
    assert_eq!(held.len(), account.payouts.len());
    for payout in account.payouts.iter() {
        assert_eq!(held[&payout.key], payout.amount, "{name} {}", payout.id());
        assert!(payout.amount > 0);
        let own = account.txns.get(payout.txn).unwrap();
        assert_eq!((own.net(), own.payout), (-payout.amount, Some(payout.key)));
    }
    // What came in on a business date is paid out two days later, at ten; a closed day may make it wait.
    let mut late = 0;
    for txn in account.txns.iter().filter(|txn| txn.kind == TxnKind::Charge) {
        let Some(payout) = txn.payout else { continue };
        let day = account.calendar.today(Timestamp::from_second(txn.created).unwrap());
        let due = midnight(day.plus_days(2)) + 10 * HOUR;
        let payout = account.payouts.get(payout).unwrap();
        assert!(payout.created >= due, "{name}: {} is too early", payout.id());
        late += usize::from(payout.created > due);
        assert_eq!(payout.arrival, payout.created - 10 * HOUR + 2 * DAY);
    }
    assert!(late * 100 <= account.txns.len(), "{name}: {late} late");
    // What is not held waits; together with the payouts it is the balance.
    let net = |txns: &mut dyn Iterator<Item = &Txn>| txns.map(Txn::net).sum::<i64>();
    let (available, pending) = account.balance(Secs::MAX - 1);
    assert_eq!(pending, 0);
    assert_eq!(available, net(&mut account.txns.iter()));
    let waits = net(&mut account.unpaid.iter().map(|key| account.txns.get(*key).unwrap()));
    assert_eq!(available, waits, "{name}");
    let (available, pending) = account.balance(account.now());
    assert_eq!(available + pending, waits, "{name}");
    // What is given back or taken is booked as it is.
    for refund in account.refunds.iter() {
        let txn = account.txns.get(refund.txn).unwrap();
        assert_eq!((txn.amount, txn.fee), (-refund.amount, 0), "{name}");
        if let Some((_, back)) = refund.failure {
            assert_eq!(account.txns.get(back).unwrap().net(), refund.amount, "{name}");
        }
    }
    for dispute in account.disputes.iter() {
        let txn = account.txns.get(dispute.txns[0]).unwrap();
        assert_eq!((txn.amount, txn.fee), (-dispute.amount, 1_500), "{name}");
        if let Some(back) = dispute.txns.get(1) {
            assert_eq!(account.txns.get(*back).unwrap().net(), dispute.amount, "{name}");
        }
    }
    // A charge's fee is the rule's, and nothing is given back twice.
    for charge in account.charges.iter() {
        assert!(charge.refundable() >= 0);
        let refunds = charge.refunds.iter().map(|key| account.refunds.get(*key).unwrap());
        let standing = refunds.filter(|refund| refund.status != RefundStatus::Failed);
        assert_eq!(standing.map(|refund| refund.amount).sum::<i64>(), charge.refunded);
        let Some((amount, txn)) = charge.captured else { continue };
        let txn = account.txns.get(txn).unwrap();
        let is_foreign = account.intents.get(charge.intent).unwrap().is_foreign();
        let per_thousand = if is_foreign { 37 } else { 27 };
        let fee = Money::from_cents(amount).ratio(per_thousand, 1000).cents() + 5;
        assert_eq!((txn.amount, txn.fee), (amount, fee), "{name}");
    }
}

#[test]
fn payouts_add_up_for_400_days_and_have_every_state() {
    let (mut failures, mut payout_failures) = (BTreeSet::new(), BTreeSet::new());
    let mut statuses = BTreeMap::new();
    let mut foreign = 0;
    for account in &accounts(400) {
        check_sums(account);
        for intent in account.intents.iter() {
            *statuses.entry(format!("{:?}", intent.status)).or_insert(0) += 1;
            foreign += usize::from(intent.is_foreign());
            if intent.status == PaymentStatus::RequiresCapture {
                assert!(intent.created > account.now() - 8 * DAY, "an old reservation");
            }
        }
        for charge in account.charges.iter() {
            failures.extend(charge.failure.map(|failure| (&failure.code, &failure.decline)));
        }
        let (mut canceled, mut failed, mut pending) = (0, 0, 0);
        for payout in account.payouts.iter() {
            match payout.status {
                PayoutStatus::Failed => {
                    failed += 1;
                    payout_failures.insert(&payout.failure.unwrap().code);
                }
                PayoutStatus::Canceled => canceled += 1,
                PayoutStatus::Pending | PayoutStatus::InTransit => pending += 1,
                PayoutStatus::Paid => {}
            }
        }
        let name = &account.restaurant.pos_id;
        assert!(account.payouts.len() > 380, "{name}: {}", account.payouts.len());
        assert!((1..=2).contains(&canceled) && (6..=10).contains(&failed), "{name}: {canceled} {failed}");
        assert!((1..=3).contains(&pending), "{name}: {pending}");
        assert!((2..60).contains(&account.lost.len()), "{name}: {}", account.lost.len());
        let (extra, all) =
            (account.intents.iter().filter(|intent| intent.check.is_none()).count(), account.intents.len());
        assert!(extra * 100 / all < 3, "{name}: {extra} of {all}");
        let disputes = |wanted: fn(DisputeStatus) -> bool| {
            account.disputes.iter().filter(|dispute| wanted(dispute.status)).count()
        };
        assert!(disputes(|status| status == DisputeStatus::Won) > 3, "{name}");
        assert!(disputes(|status| status == DisputeStatus::Lost) > 3, "{name}");
        assert!(disputes(|status| status == DisputeStatus::UnderReview) > 0, "{name}");
        assert!(account.disputes.len() >= 400 / 7 - 2, "{name}: one of every Tuesday");
        let refunds = |wanted: fn(RefundStatus) -> bool| {
            account.refunds.iter().filter(|refund| wanted(refund.status)).count()
        };
        assert!(refunds(|status| status == RefundStatus::Succeeded) > 50);
        assert!(refunds(|status| status == RefundStatus::Failed) > 5, "{name}");
    }
    assert_eq!((failures.len(), REASONS.declined.len()), (17, 17), "{failures:?}");
    assert_eq!((payout_failures.len(), REASONS.payout_failed.len()), (7, 7), "{payout_failures:?}");
    assert_eq!(statuses.len(), 6, "{statuses:?}");
    assert!(foreign > 500, "{foreign}");
}

#[test]
fn every_card_payment_has_its_intent() {
    for account in accounts(40) {
        let year = Year::load().unwrap();
        let (mut paid, mut lost) = (0, 0);
        // The last days may still be running somewhere.
        for day in 0..38 {
            let day = BusinessDate::from_date(BEGIN).plus_days(day);
            let day = Day::of(&account.restaurant, &year, day.date()).unwrap();
            for check in day.checks() {
                for (number, (payment, key)) in check.payments.iter().zip(intent_keys(check)).enumerate() {
                    let Some(key) = key else { continue };
                    let amount = (payment.amount + payment.tip).cents();
                    let Ok(intent) = account.intents.get(key) else {
                        let known = account.lost.iter().any(|lost| lost.intent == format!("pi_{key}"));
                        assert!(known, "{} {}", check.id, number);
                        lost += 1;
                        continue;
                    };
                    let charge = account.charges.get(intent.charge.unwrap()).unwrap();
                    if check.refund_of.is_some() {
                        let mut back = charge.refunds.iter().map(|key| account.refunds.get(*key).unwrap());
                        assert!(back.any(|refund| refund.amount == -amount), "{}", check.id);
                        continue;
                    }
                    assert_eq!((intent.amount, intent.check.as_ref()), (amount, Some(&check.id)));
                    let is_canceled = intent.status == PaymentStatus::Canceled;
                    assert_eq!(is_canceled, check.voided, "{}", check.id);
                    let captured = charge.captured.map(|(amount, _)| amount);
                    assert_eq!(captured, (!check.voided).then_some(amount));
                    paid += 1;
                }
            }
        }
        assert!(paid > 500 && lost < 10, "{}: {paid} {lost}", account.restaurant.pos_id);
    }
}

#[test]
fn account_is_the_same_however_often_the_clock_is_read() {
    let year = Arc::new(Year::load().unwrap());
    let all = restaurants(&year).unwrap();
    let restaurant = all.into_iter().find(|one| one.pos_id.as_str() == "demo-noodles").unwrap();
    let begin = BusinessDate::from_date(BEGIN);
    let end = midnight(begin.plus_days(12));
    let calendar = restaurant.calendar().unwrap();
    let open = || Account::open(restaurant.clone(), calendar.clone(), year.clone(), begin, end);
    let (mut once, mut often) = (open(), open());
    once.advance(end).unwrap();
    let mut now = midnight(begin);
    while now < end {
        now += 4_321;
        often.advance(now.min(end)).unwrap();
    }
    assert_eq!(once.truth(Secs::MIN), often.truth(Secs::MIN));
    let events = |account: &Account| {
        account.events.iter().map(|event| (event.id(), event.created)).collect::<Vec<_>>()
    };
    assert_eq!(events(&once), events(&often));
    assert!(events(&once).is_sorted_by_key(|(_, at)| *at));
    check_sums(&once);
}
