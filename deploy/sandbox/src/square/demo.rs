//! The trade of the demo's restaurants at a merchant of Square: the past at once, then each check at its minute.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{BusinessDate, Money, PosId, Quantity, Secret};
use saffron_till::{Check, Item, Payment, Shift};

use super::provider::Square;
use super::trade::{Location, Merchant, Order, Origin, Payout, PayoutEntry, Stage, order_id, payment_id};
use crate::ids::Key;
use crate::pos::{CARDS, Day, Restaurant, Year, known_guests, restaurants};

/// How often what is due is put in.
const TICK: Duration = Duration::from_secs(1);
/// The hour, wall time, at which a day is paid out.
const PAYOUT_HOUR: i8 = 10;

/// What happens at a moment.
enum Step {
    Order(Box<Order>),
    Shift(Box<Shift>),
    Payout(Payout),
}

/// A restaurant at Square.
struct Place {
    restaurant: Restaurant,
    location: Location,
    /// The last date that is planned.
    planned: BusinessDate,
    /// What is to happen, latest first.
    agenda: Vec<(Timestamp, Step)>,
}

/// The restaurants of the demo that use Square.
pub struct Demo {
    square: Square,
    year: Arc<Year>,
    places: Vec<Place>,
}

impl Demo {
    /// Makes the merchant and puts its past in.
    pub fn open(square: Square, wanted: &[PosId], days: i64, token: &Secret) -> anyhow::Result<Demo> {
        let year = Arc::new(Year::load()?);
        let mut known = restaurants(&year)?;
        let mut places = Vec::new();
        let now = square.now();
        for id in wanted {
            let index = known.iter().position(|restaurant| restaurant.pos_id == *id);
            let restaurant =
                known.swap_remove(index.with_context(|| format!("{id} is no location of the demo"))?);
            let calendar = restaurant.calendar()?;
            let mut location = Location::new(id, &restaurant.name, restaurant.time_zone.parse()?);
            location.address = Some(restaurant.address.clone());
            location.phone = Some(restaurant.phone.clone());
            location.website = Some(restaurant.website.clone());
            location.day_start = restaurant.day_start;
            let planned = calendar.today(now).plus_days(-days - 1);
            places.push(Place { restaurant, location, planned, agenda: Vec::new() });
        }
        let name =
            places.first().map(|place| place.restaurant.name.clone()).context("no location is named")?;
        let merchant = Merchant::new(&name, places.iter().map(|place| place.location.clone()).collect());
        square.add_token(&merchant.id, token, None);
        square.add_merchant(merchant);
        let mut demo = Demo { square, year, places };
        let was_quiet = demo.square.hush(true);
        demo.set_up()?;
        demo.advance(now)?;
        demo.square.hush(was_quiet);
        Ok(demo)
    }

    /// Puts what happens in when it happens.
    pub async fn go_on(mut self) -> anyhow::Result<()> {
        let mut ticks = tokio::time::interval(TICK);
        loop {
            ticks.tick().await;
            self.advance(self.square.now())?;
        }
    }

    /// Puts menus and guests in.
    fn set_up(&self) -> anyhow::Result<()> {
        for place in &self.places {
            let begin = place.location.at(place.planned.date().at(9, 0, 0, 0));
            for dish in &place.restaurant.menu {
                let item = Item {
                    pos_id: place.restaurant.pos_id.clone(),
                    id: dish.id.clone(),
                    revision: 1,
                    name: dish.name.clone(),
                    major_category: dish.major.clone(),
                    minor_category: dish.minor.clone(),
                    price: Some(dish.price),
                    cost: Some(dish.cost),
                    stock: dish.stock.map(|pieces| Quantity::from_milli(pieces * 1_000)),
                    low_stock: dish.stock.map(|_| Quantity::from_milli(10_000)),
                    sold_out: false,
                    sold_out_until: None,
                };
                self.square.put_item(&item, begin)?;
            }
            for guest in known_guests(&place.restaurant.pos_id)? {
                self.square.put_guest(&guest, begin)?;
            }
        }
        Ok(())
    }

    /// Puts in what is due.
    fn advance(&mut self, now: Timestamp) -> anyhow::Result<()> {
        for place in &mut self.places {
            let today = place.restaurant.calendar()?.today(now);
            while place.planned < today {
                place.planned = place.planned.plus_days(1);
                place.plan(&self.year)?;
                // Day by day, so that a long past is never all in the agenda.
                put(&self.square, &mut place.agenda, now)?;
            }
            put(&self.square, &mut place.agenda, now)?;
        }
        Ok(())
    }
}

/// Puts in what of an agenda is due.
fn put(square: &Square, agenda: &mut Vec<(Timestamp, Step)>, now: Timestamp) -> anyhow::Result<()> {
    while agenda.last().is_some_and(|(at, _)| *at <= now) {
        let Some((at, step)) = agenda.pop() else { break };
        match step {
            Step::Order(order) => square.put_order(*order, at).map(drop)?,
            Step::Shift(shift) => square.put_shift(&shift, at)?,
            Step::Payout(payout) => square.put_payout(payout, at)?,
        }
    }
    Ok(())
}

impl Place {
    /// Adds the planned date to the agenda.
    fn plan(&mut self, year: &Year) -> anyhow::Result<()> {
        let date = self.planned.date();
        let day = Day::of(&self.restaurant, year, date)?;
        for revision in &day.revisions {
            let check = with_fees(&revision.check);
            let later = day.revisions.iter().any(|other| {
                other.check.id == check.id && other.check.revision > check.revision && !other.check.voided
            });
            let is_online = check.order_input_type.as_deref() == Some("online");
            let order = if check.refund_of.is_some() { Order::refund(check) } else { Order::sale(check) };
            let order = order.at_stage(if later { Stage::Signing } else { Stage::Closed });
            let order = if is_online { order.from_origin(Origin::Api) } else { order };
            self.agenda.push((self.location.at(revision.at), Step::Order(Box::new(order))));
        }
        for shift in day.shifts.iter().filter(|shift| shift.clock_out.is_some()) {
            let open =
                Shift { clock_out: None, tips: Money::ZERO, unpaid_minutes: 0.into(), ..shift.clone() };
            self.agenda.push((self.location.at(shift.clock_in), Step::Shift(Box::new(open))));
            let end = shift.clock_out.map(|at| self.location.at(at));
            self.agenda.extend(end.map(|at| (at, Step::Shift(Box::new(shift.clone())))));
        }
        let payout = self.payout(date, &day.checks());
        self.agenda.extend(payout.map(|payout| (payout.created_at, Step::Payout(payout))));
        self.agenda.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Ok(())
    }

    /// The payout of a day's card payments, on the next morning.
    fn payout(&self, date: Date, checks: &[&Check]) -> Option<Payout> {
        let next = self.planned.plus_days(1).date();
        let at = self.location.at(next.at(PAYOUT_HOUR, 0, 0, 0));
        let mut entries = Vec::new();
        for check in checks.iter().filter(|check| !check.voided) {
            let sale = order_id(&check.pos_id, check.refund_of.as_ref().unwrap_or(&check.id));
            for (number, payment) in check.payments.iter().enumerate().filter(|(_, payment)| is_card(payment))
            {
                let gross = payment.amount + payment.tip;
                entries.push(PayoutEntry {
                    id: format!("poe_{}", Key::of(&[&check.pos_id, &check.id, &number, &"entry"])),
                    kind: if check.refund_of.is_some() { "REFUND" } else { "CHARGE" },
                    effective_at: self.location.at(check.close_time),
                    gross,
                    fee: fee(payment),
                    payment: Some(payment_id(&sale, number)),
                    other: None,
                });
            }
        }
        let id = format!("po_{}", Key::of(&[&self.restaurant.pos_id, &date, &"payout"]));
        let pos_id = self.restaurant.pos_id.clone();
        let payout = Payout { id, pos_id, status: "PAID", created_at: at, arrival: next, entries };
        (!payout.entries.is_empty()).then_some(payout)
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

/// The check with the fees of its card payments.
fn with_fees(check: &Check) -> Check {
    let mut check = check.clone();
    for payment in &mut check.payments {
        payment.fee = Some(fee(payment)).filter(|fee| *fee != Money::ZERO);
    }
    check
}
