//! The trade of the demo's restaurants at a merchant of Square, with what Square keeps of it and pays out.

use anyhow::Context as _;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use saffron_core::{Money, PosId, Secret};
use saffron_till::{Check, Guest, Item, Payment, Shift};

use super::provider::Square;
use super::trade::{Location, Merchant, Order, Payout, PayoutEntry, order_id, payment_id};
use crate::demo::{Demo, Takes};
use crate::ids::Key;
use crate::pos::CARDS;
use crate::trade::Site;

/// The hour, wall time, at which a day is paid out.
const PAYOUT_HOUR: i8 = 10;

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
    type Settled = Payout;

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

    /// The payout of a day's card payments, on the next morning.
    fn settle(&self, site: &Site, date: Date, checks: &[&Check]) -> Option<(Timestamp, Payout)> {
        let next = date.saturating_add(1.day());
        let at = site.at(next.at(PAYOUT_HOUR, 0, 0, 0));
        let mut entries = Vec::new();
        for check in checks.iter().filter(|check| !check.voided) {
            let sale = order_id(&check.pos_id, check.refund_of.as_ref().unwrap_or(&check.id));
            for (number, payment) in check.payments.iter().enumerate().filter(|(_, payment)| is_card(payment))
            {
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
        (!payout.entries.is_empty()).then_some((at, payout))
    }

    fn take_settled(&self, payout: Payout, at: Timestamp) -> anyhow::Result<()> {
        self.put_payout(payout, at)
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
