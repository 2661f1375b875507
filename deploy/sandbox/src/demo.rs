//! The trade of the demo's restaurants at a stand-in of another POS: the past at once, then each check at its minute.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{BusinessDate, Money, PosId, Quantity};
use saffron_till::{Check, Guest, Item, Shift};

use crate::pos::{Day, Restaurant, Year, known_guests, restaurants};
use crate::trade::{Order, Origin, Site, Stage};

/// How often what is due is put in.
const TICK: Duration = Duration::from_secs(1);

/// A stand-in that takes trade.
pub trait Takes: Clone {
    /// What is settled of a day beside its checks, such as a payout or a dispute.
    type Settled;

    /// The present moment by its clock.
    fn now(&self) -> Timestamp;
    /// Whether no events are made from now on; gives whether it was so before.
    fn hush(&self, is_quiet: bool) -> bool;
    /// Takes an order.
    fn take_order(&self, order: Order, at: Timestamp) -> anyhow::Result<()>;
    /// Takes a shift.
    fn take_shift(&self, shift: &Shift, at: Timestamp) -> anyhow::Result<()>;
    /// Takes an item.
    fn take_item(&self, item: &Item, at: Timestamp) -> anyhow::Result<()>;
    /// Takes a guest.
    fn take_guest(&self, guest: &Guest, at: Timestamp) -> anyhow::Result<()>;
    /// What is settled of the checks of a date, and when.
    fn settle(&self, site: &Site, date: Date, checks: &[&Check]) -> Vec<(Timestamp, Self::Settled)>;
    /// Takes what was settled.
    fn take_settled(&self, settled: Self::Settled, at: Timestamp) -> anyhow::Result<()>;
    /// A check with what its POS knows of it beside.
    fn dressed(&self, check: &Check) -> Check;
}

/// What happens at a moment.
enum Step<S> {
    Order(Box<Order>),
    Shift(Box<Shift>),
    Settled(S),
}

/// A restaurant at the POS.
struct Place<S> {
    restaurant: Restaurant,
    site: Site,
    /// The last date that is planned.
    planned: BusinessDate,
    /// What is to happen, latest first.
    agenda: Vec<(Timestamp, Step<S>)>,
}

/// The restaurants of the demo that use the POS.
pub struct Demo<T: Takes> {
    stand_in: T,
    year: Arc<Year>,
    places: Vec<Place<T::Settled>>,
}

impl<T: Takes> Demo<T> {
    /// The restaurants as sites, without their trade: of so many days before today.
    pub fn open(stand_in: T, wanted: &[PosId], days: i64) -> anyhow::Result<Demo<T>> {
        let year = Arc::new(Year::load()?);
        let mut known = restaurants(&year)?;
        let mut places = Vec::new();
        let now = stand_in.now();
        for id in wanted {
            let index = known.iter().position(|restaurant| restaurant.pos_id == *id);
            let restaurant =
                known.swap_remove(index.with_context(|| format!("{id} is no location of the demo"))?);
            let calendar = restaurant.calendar()?;
            let mut site = Site::new(id, &restaurant.name, restaurant.time_zone.parse()?);
            site.address = Some(restaurant.address.clone());
            site.phone = Some(restaurant.phone.clone());
            site.website = Some(restaurant.website.clone());
            site.day_start = restaurant.day_start;
            let planned = calendar.today(now).plus_days(-days - 1);
            places.push(Place { restaurant, site, planned, agenda: Vec::new() });
        }
        anyhow::ensure!(!places.is_empty(), "no location is named");
        Ok(Demo { stand_in, year, places })
    }

    /// Its sites.
    pub fn sites(&self) -> impl Iterator<Item = &Site> {
        self.places.iter().map(|place| &place.site)
    }

    /// Puts the past in, without events.
    pub fn play_past(&mut self) -> anyhow::Result<()> {
        let was_quiet = self.stand_in.hush(true);
        self.set_up()?;
        self.advance(self.stand_in.now())?;
        self.stand_in.hush(was_quiet);
        Ok(())
    }

    /// Puts what happens in when it happens.
    pub async fn go_on(mut self) -> anyhow::Result<()> {
        let mut ticks = tokio::time::interval(TICK);
        loop {
            ticks.tick().await;
            self.advance(self.stand_in.now())?;
        }
    }

    /// Puts menus and guests in.
    fn set_up(&self) -> anyhow::Result<()> {
        for place in &self.places {
            let begin = place.site.at(place.planned.date().at(9, 0, 0, 0));
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
                self.stand_in.take_item(&item, begin)?;
            }
            for guest in known_guests(&place.restaurant.pos_id)? {
                self.stand_in.take_guest(&guest, begin)?;
            }
        }
        Ok(())
    }

    /// Puts in what is due.
    pub fn advance(&mut self, now: Timestamp) -> anyhow::Result<()> {
        for place in &mut self.places {
            let today = place.restaurant.calendar()?.today(now);
            while place.planned < today {
                place.planned = place.planned.plus_days(1);
                place.plan(&self.stand_in, &self.year, now)?;
                // Day by day, so that a long past is never all in the agenda.
                put(&self.stand_in, &mut place.agenda, now)?;
            }
            put(&self.stand_in, &mut place.agenda, now)?;
        }
        Ok(())
    }
}

/// Puts in what of an agenda is due.
fn put<T: Takes>(
    stand_in: &T,
    agenda: &mut Vec<(Timestamp, Step<T::Settled>)>,
    now: Timestamp,
) -> anyhow::Result<()> {
    while agenda.last().is_some_and(|(at, _)| *at <= now) {
        let Some((at, step)) = agenda.pop() else { break };
        match step {
            Step::Order(order) => stand_in.take_order(*order, at)?,
            Step::Shift(shift) => stand_in.take_shift(&shift, at)?,
            Step::Settled(settled) => stand_in.take_settled(settled, at)?,
        }
    }
    Ok(())
}

impl<S> Place<S> {
    /// Adds the planned date to the agenda. Tables that were paid before `now` are put in as they were paid.
    fn plan(
        &mut self,
        stand_in: &impl Takes<Settled = S>,
        year: &Year,
        now: Timestamp,
    ) -> anyhow::Result<()> {
        let date = self.planned.date();
        let day = Day::of(&self.restaurant, year, date)?;
        for revision in &day.revisions {
            let check = stand_in.dressed(&revision.check);
            let later = day.revisions.iter().any(|other| {
                other.check.id == check.id && other.check.revision > check.revision && !other.check.voided
            });
            let is_online = check.order_input_type.as_deref() == Some("online");
            let order = if check.refund_of.is_some() { Order::refund(check) } else { Order::sale(check) };
            let order = order.at_stage(if later { Stage::Signing } else { Stage::Closed });
            let order = if is_online { order.from_origin(Origin::Api) } else { order };
            let at = self.site.at(revision.at);
            // A table orders before it pays.
            let of_table = order.sale.as_ref().filter(|check| check.table.is_some() && check.revision == 1);
            if let Some(opened) = of_table.filter(|_| at > now).map(|check| self.site.at(check.open_time)) {
                self.agenda.push((opened, Step::Order(Box::new(order.clone().at_stage(Stage::Cart)))));
            }
            self.agenda.push((at, Step::Order(Box::new(order))));
        }
        for shift in day.shifts.iter().filter(|shift| shift.clock_out.is_some()) {
            let open =
                Shift { clock_out: None, tips: Money::ZERO, unpaid_minutes: 0.into(), ..shift.clone() };
            self.agenda.push((self.site.at(shift.clock_in), Step::Shift(Box::new(open))));
            let end = shift.clock_out.map(|at| self.site.at(at));
            self.agenda.extend(end.map(|at| (at, Step::Shift(Box::new(shift.clone())))));
        }
        let settled = stand_in.settle(&self.site, date, &day.checks());
        self.agenda.extend(settled.into_iter().map(|(at, settled)| (at, Step::Settled(settled))));
        self.agenda.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Ok(())
    }
}
