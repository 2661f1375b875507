//! The trade of the demo's restaurants at a merchant of Square, with what Square keeps of it and pays out.

use anyhow::Context as _;
use jiff::civil::{Date, Weekday};
use jiff::{Timestamp, ToSpan as _};
use saffron_core::{Money, PosId, Secret};
use saffron_till::{Check, Guest, Item, Payment, Shift};

use super::provider::Square;
use super::trade::{Dispute, Location, Merchant, Order, Payout, PayoutEntry, order_id, payment_id};
use crate::demo::{Demo, Takes};
use crate::ids::Key;
use crate::pos::CARDS;
use crate::trade::Site;

/// The hour, wall time, at which a day is paid out.
const PAYOUT_HOUR: i8 = 10;
/// The hour, wall time, at which a guest's bank disputes a payment.
const DISPUTE_HOUR: i8 = 17;
/// Days after the dispute at which its evidence is due, is looked at, and the bank decides.
const EVIDENCE_DUE: i64 = 10;
const EVIDENCE_SENT: i64 = 4;
const DECIDED: i64 = 20;
/// Why payments are disputed, one after the other.
const REASONS: [&str; 3] = ["NOT_AS_DESCRIBED", "NO_KNOWLEDGE", "DUPLICATE"];

/// What Square settles of a day.
#[derive(Debug)]
pub enum Settled {
    /// The payout of its card payments.
    Payout(Payout),
    /// A dispute of one of them, as it is from a moment on.
    Dispute(Dispute),
}

/// Makes the merchant and puts its past in.
pub fn open(square: Square, wanted: &[PosId], days: i64, token: &Secret) -> anyhow::Result<Demo<Square>> {
    let mut demo = Demo::open(square.clone(), wanted, days)?;
    let name = demo.sites().next().map(|site| site.name.clone()).context("no location is named")?;
    let location = |site: &Site| Location {
        site: site.clone(),
        ..Location::new(&site.pos_id, &site.name, site.zone.clone())
    };
    let merchant = Merchant::new(&name, demo.sites().map(location).collect());
    square.add_token(&merchant.id, token, None);
    square.add_merchant(merchant);
    demo.play_past()?;
    Ok(demo)
}

impl Takes for Square {
    type Settled = Settled;

    fn now(&self) -> Timestamp {
        Square::now(self)
    }

    fn hush(&self, is_quiet: bool) -> bool {
        Square::hush(self, is_quiet)
    }

    fn take_order(&self, order: Order, at: Timestamp) -> anyhow::Result<()> {
        self.put_order(order, at).map(drop)
    }

    fn take_shift(&self, shift: &Shift, at: Timestamp) -> anyhow::Result<()> {
        self.put_shift(shift, at)
    }

    fn take_item(&self, item: &Item, at: Timestamp) -> anyhow::Result<()> {
        self.put_item(item, at)
    }

    fn take_guest(&self, guest: &Guest, at: Timestamp) -> anyhow::Result<()> {
        self.put_guest(guest, at)
    }

    fn settle(&self, site: &Site, date: Date, checks: &[&Check]) -> Vec<(Timestamp, Settled)> {
        payout(site, date, checks).into_iter().chain(disputes(site, date, checks)).collect()
    }

    fn take_settled(&self, settled: Settled, at: Timestamp) -> anyhow::Result<()> {
        match settled {
            Settled::Payout(payout) => self.put_payout(payout, at),
            Settled::Dispute(dispute) => self.put_dispute(dispute, at),
        }
    }

    /// The check with the fees of its card payments.
    fn dressed(&self, check: &Check) -> Check {
        let mut check = check.clone();
        for payment in &mut check.payments {
            payment.fee = Some(fee(payment)).filter(|fee| *fee != Money::ZERO);
        }
        check
    }
}

/// The payout of a day's card payments, on the next morning.
fn payout(site: &Site, date: Date, checks: &[&Check]) -> Option<(Timestamp, Settled)> {
    let next = date.saturating_add(1.day());
    let at = site.at(next.at(PAYOUT_HOUR, 0, 0, 0));
    let mut entries = Vec::new();
    for check in checks.iter().filter(|check| !check.voided) {
        let sale = order_id(&check.pos_id, check.refund_of.as_ref().unwrap_or(&check.id));
        for (number, payment) in check.payments.iter().enumerate().filter(|(_, payment)| is_card(payment)) {
            let gross = payment.amount + payment.tip;
            entries.push(PayoutEntry {
                id: format!("poe_{}", Key::of(&[&check.pos_id, &check.id, &number, &"entry"])),
                kind: if check.refund_of.is_some() { "REFUND" } else { "CHARGE" },
                effective_at: site.at(check.close_time),
                gross,
                fee: fee(payment),
                payment: Some(payment_id(&sale, number)),
                other: None,
            });
        }
    }
    let id = format!("po_{}", Key::of(&[&site.pos_id, &date, &"payout"]));
    let pos_id = site.pos_id.clone();
    let payout = Payout { id, pos_id, status: "PAID", created_at: at, arrival: next, entries };
    (!payout.entries.is_empty()).then_some((at, Settled::Payout(payout)))
}

/// A payment of each Tuesday is disputed on the next day: there is always one to look at.
fn disputes(site: &Site, date: Date, checks: &[&Check]) -> Vec<(Timestamp, Settled)> {
    let sales = checks.iter().filter(|check| !check.voided && check.refund_of.is_none());
    let mut paid = sales.filter_map(|check| {
        let by_visa = |(_, payment): &(usize, &Payment)| payment.tender == "Visa" && is_card(payment);
        let (number, payment) = check.payments.iter().enumerate().find(by_visa)?;
        Some((payment_id(&order_id(&check.pos_id, &check.id), number), payment.amount + payment.tip))
    });
    let Some((payment, amount)) = paid.nth(3).filter(|_| date.weekday() == Weekday::Tuesday) else {
        return Vec::new();
    };
    let number = Key::of(&[&site.pos_id, &date, &"dispute"]);
    let reason = usize::try_from(number.throw("reason", REASONS.len() as u64)).ok();
    let on = |days: i64| site.at(date.saturating_add((1 + days).days()).at(DISPUTE_HOUR, 0, 0, 0));
    let dispute = |state| Dispute {
        id: format!("dts_{number}"),
        pos_id: site.pos_id.clone(),
        payment: payment.clone(),
        amount,
        reason: reason.and_then(|reason| REASONS.get(reason)).copied().unwrap_or("NO_KNOWLEDGE"),
        state,
        created_at: on(0),
        due_at: Some(on(EVIDENCE_DUE)),
    };
    let end = if number.throw("won", 2) == 0 { "WON" } else { "LOST" };
    let states = [(0, "EVIDENCE_REQUIRED"), (EVIDENCE_SENT, "PROCESSING"), (DECIDED, end)];
    states.into_iter().map(|(days, state)| (on(days), Settled::Dispute(dispute(state)))).collect()
}

fn is_card(payment: &Payment) -> bool {
    CARDS.iter().any(|(name, _)| *name == payment.tender) && !payment.gift_card
}

/// What Square keeps of a card payment in person: 2.6 % and 15 cents; nothing is given back with a refund.
fn fee(payment: &Payment) -> Money {
    let whole = payment.amount + payment.tip;
    if whole <= Money::ZERO || !is_card(payment) {
        return Money::ZERO;
    }
    whole.ratio(26, 1_000) + Money::from_cents(15)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jiff::SignedDuration;
    use saffron_core::Clock;

    use super::*;
    use crate::square::Config;
    use crate::square::trade::Stage;

    /// Tables that ordered and did not pay yet, and sales that are paid.
    fn sales(square: &Square) -> (usize, usize) {
        square.with(|state| {
            let records = state.accounts.values().flat_map(|account| account.orders.values());
            let stages = records.filter_map(|record| Some(record.last()?.order.stage));
            let (open, paid): (Vec<_>, Vec<_>) = stages.partition(|stage| *stage == Stage::Cart);
            (open.len(), paid.len())
        })
    }

    #[test]
    fn tables_are_open_until_they_pay() {
        // A Saturday, 18:30 in Chicago.
        let clock = Clock::fixed("2026-07-18T23:30:00Z".parse().unwrap());
        let square = Square::open(Config::new("application", "control", clock.clone()));
        let noodles = ["demo-noodles".parse().unwrap()];
        let mut demo = open(square.clone(), &noodles, 2, &Secret::new("token")).unwrap();
        let (open, paid) = sales(&square);
        assert!((1..20).contains(&open) && paid > 100, "{open} open, {paid} paid");
        clock.set(clock.now() + SignedDuration::from_mins(20));
        demo.advance(clock.now()).unwrap();
        let (_, later) = sales(&square);
        assert!(later > paid, "{later}");
        // Nobody sits there at night.
        clock.set("2026-07-19T08:30:00Z".parse().unwrap());
        demo.advance(clock.now()).unwrap();
        let (open, last) = sales(&square);
        assert!(open == 0 && last > later, "{open} open, {last} paid");
    }

    #[test]
    fn each_tuesday_has_a_dispute_that_is_decided() {
        let clock = Clock::fixed("2026-07-18T23:30:00Z".parse().unwrap());
        let square = Square::open(Config::new("application", "control", clock));
        let noodles = ["demo-noodles".parse().unwrap()];
        open(square.clone(), &noodles, 40, &Secret::new("token")).unwrap();
        square.with(|state| {
            let account = state.accounts.values().next().unwrap();
            let mut states: BTreeMap<&str, usize> = BTreeMap::new();
            for (dispute, ..) in account.disputes.values() {
                assert!(account.payments.contains_key(&dispute.payment) && dispute.amount > Money::ZERO);
                *states.entry(dispute.state).or_default() += 1;
            }
            let decided = states.get("WON").unwrap_or(&0) + states.get("LOST").unwrap_or(&0);
            assert_eq!((decided, states["PROCESSING"], states["EVIDENCE_REQUIRED"]), (3, 2, 1), "{states:?}");
            assert_eq!(account.payouts.len(), 40);
        });
    }
}
