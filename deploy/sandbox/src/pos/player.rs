//! One restaurant at its till: the last weeks, today as it goes by, and behind it the days before.

use std::sync::{Arc, RwLock};
use std::time::Duration;

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use saffron_core::{BusinessDate, Calendar, Clock, ItemId, Money, PosTime};
use tokio::sync::Mutex;

use super::day::{Day, SOURCE};
use super::dice::Dice;
use super::guests;
use super::memory::Memory;
use super::owners::Codes;
use super::pizzaplace::Year;
use super::restaurant::{MenuItem, Restaurant};
use crate::progress::Progress;
use saffron_till::{ApiError, Batcher, Event, Guest, Item, Till};

/// How long a till sleeps at most: a machine that was suspended is noticed soon.
pub const LONGEST_NAP: Duration = Duration::from_secs(20);

/// How many days before today are sent before the demo is ready: the weeks that Home and the shortest reports show.
pub const RECENT: i64 = 35;

/// Menus are numbered by days from here.
const FIRST_MENU: Date = jiff::civil::date(2015, 1, 1);

/// The place on the menu of the dish that is sold out now and then.
const SCARCE: usize = 12;

/// One restaurant, with all that is needed to send its days.
pub struct Player {
    pub restaurant: Restaurant,
    /// The restaurant's time zone.
    pub calendar: Calendar,
    /// The restaurant's till.
    pub till: Till,
    /// The real orders.
    pub year: Arc<Year>,
    pub memory: Arc<Mutex<Memory>>,
    /// The promo codes of all restaurants.
    pub codes: Arc<RwLock<Codes>>,
    /// The time.
    pub clock: Clock,
    /// How long it sleeps at most.
    pub longest_nap: Duration,
}

impl Player {
    /// The present business date.
    pub fn today(&self) -> Date {
        self.calendar.today(self.clock.now()).date()
    }

    /// The days before `today` that the app shows first, oldest first: those since the last one that was sent; at the first
    /// start the last [`RECENT`] of `back`.
    pub async fn recent(&self, today: Date, back: i64) -> Vec<Date> {
        let today = BusinessDate::from_date(today);
        let sent = self.memory.lock().await.days(&self.restaurant.pos_id);
        let first = if sent.is_some() { back } else { back.min(RECENT) };
        let days = (1..=first).rev().map(|ago| today.plus_days(-ago).date());
        days.filter(|day| sent.is_none_or(|(_, last)| *day > last)).collect()
    }

    /// The days of `back` that come before all that was sent, newest first.
    pub async fn older(&self, today: Date, back: i64) -> Vec<Date> {
        let today = BusinessDate::from_date(today);
        let sent = self.memory.lock().await.days(&self.restaurant.pos_id);
        let days = (1..=back).map(|ago| today.plus_days(-ago).date());
        days.filter(|day| sent.is_some_and(|(first, _)| *day < first)).collect()
    }

    /// Sends the menu and the guests, `recent` days, and `today` up to the present moment, which it gives.
    pub async fn catch_up(
        &self,
        recent: &[Date],
        today: Date,
        progress: &Progress,
    ) -> anyhow::Result<Timestamp> {
        self.post(self.menu(today)?).await?;
        let guests = guests::known(&self.restaurant.pos_id)?;
        let event = |guest: &Guest| Event::new(SOURCE, "customer.upserted", guest.id.to_string(), guest);
        let guests: Result<Vec<Event>, _> = guests.iter().map(event).collect();
        self.post_all(guests?.into_iter()).await?;
        self.send(recent, progress).await?;
        let now = self.clock.now();
        let today = self.day(today)?.timeline()?;
        let due = today.into_iter().filter(|(at, _)| self.is_past(*at, now)).map(|(_, event)| event);
        self.post_all(due).await?;
        Ok(now)
    }

    /// Sends complete days. They adjoin each other, so that the stored days have no gap.
    pub async fn send(&self, days: &[Date], progress: &Progress) -> anyhow::Result<()> {
        let mut batcher = Batcher::default();
        let mut whole = Vec::new();
        for day in days {
            for event in Day::of(&self.restaurant, &self.year, *day)?.finished()? {
                if let Some(batch) = batcher.push(event) {
                    self.post(batch).await?;
                    self.store_sent_days(&mut whole, progress).await?;
                }
            }
            whole.push(*day);
        }
        self.post(batcher.rest()).await?;
        self.store_sent_days(&mut whole, progress).await
    }

    /// Stores the days of which every event is posted.
    async fn store_sent_days(&self, whole: &mut Vec<Date>, progress: &Progress) -> anyhow::Result<()> {
        if whole.is_empty() {
            return Ok(());
        }
        self.memory.lock().await.sent(&self.restaurant.pos_id, whole)?;
        progress.sent(whole.len());
        whole.clear();
        Ok(())
    }

    /// Sends each event of `date` after `since` at its minute, then day after day without end, and reads meanwhile what the
    /// owner changed. A server that is away is waited for.
    pub async fn trickle(&self, mut date: Date, since: Timestamp) -> anyhow::Result<()> {
        let mut sent = since;
        let mut read = 0;
        loop {
            let mut timeline = self.day(date)?.timeline()?;
            loop {
                if self.read_changes(&mut read).await {
                    timeline = self.day(date)?.timeline()?;
                }
                let now = self.clock.now();
                // What was sent once is the same event again after a failure; the server takes it once.
                let due =
                    timeline.iter().filter(|(at, _)| !self.is_past(*at, sent) && self.is_past(*at, now));
                match self.post_all(due.map(|(_, event)| event.clone())).await {
                    Ok(()) => sent = now,
                    Err(e) if is_away(&e) => tracing::warn!(location = %self.restaurant.pos_id, "{e:#}"),
                    Err(e) => return Err(e),
                }
                if sent == now && self.calendar.today(now).date() > date {
                    break;
                }
                tokio::time::sleep(self.nap(&timeline)).await;
            }
            self.memory.lock().await.sent(&self.restaurant.pos_id, &[date])?;
            // The clock may have left the day behind by more than one: each is played whole.
            date = date.tomorrow()?;
            if let Err(e) = self.post(self.menu(date)?).await {
                tracing::warn!(location = %self.restaurant.pos_id, "the menu waits for tomorrow: {e:#}");
            }
            sent = Timestamp::MIN;
        }
    }

    /// Reads the changes behind a position and moves it; true if guests may use another promo code now. What cannot be read
    /// now is read next time.
    async fn read_changes(&self, after: &mut i64) -> bool {
        let mut has_new_code = false;
        loop {
            let changes = match self.till.changes(*after).await {
                Ok(changes) => changes,
                Err(e) => {
                    tracing::warn!(location = %self.restaurant.pos_id, "the changes wait: {e:#}");
                    return has_new_code;
                }
            };
            if let (false, Ok(mut codes)) = (changes.promo_code_list.is_empty(), self.codes.write()) {
                let known = codes.entry(self.restaurant.pos_id.clone()).or_default();
                known.retain(|old| changes.promo_code_list.iter().all(|new| new.code != old.code));
                known.extend(changes.promo_code_list);
                has_new_code = true;
            }
            // The next reading confirms this one.
            let is_new = *after < changes.after;
            *after = changes.after;
            if !changes.more && !is_new {
                return has_new_code;
            }
        }
    }

    /// A day's trade, in which guests may use promo codes.
    fn day(&self, date: Date) -> anyhow::Result<Day> {
        let day = Day::of(&self.restaurant, &self.year, date)?;
        let codes = self.codes.read().ok().and_then(|codes| codes.get(&self.restaurant.pos_id).cloned());
        Ok(day.with_codes(date, &codes.unwrap_or_default()))
    }

    /// How long to sleep until the next event is due.
    fn nap(&self, timeline: &[(DateTime, Event)]) -> Duration {
        let now = self.clock.now();
        let waits = timeline.iter().filter_map(|(at, _)| {
            let due = self.calendar.resolve(PosTime::Wall(*at)).ok()?.at;
            Duration::try_from(due.duration_since(now)).ok()
        });
        waits.min().unwrap_or(self.longest_nap).max(Duration::from_millis(10)).min(self.longest_nap)
    }

    fn is_past(&self, at: DateTime, now: Timestamp) -> bool {
        self.calendar.resolve(PosTime::Wall(at)).is_ok_and(|moment| moment.at <= now)
    }

    async fn post_all(&self, events: impl Iterator<Item = Event>) -> anyhow::Result<()> {
        let mut batcher = Batcher::default();
        for event in events {
            if let Some(batch) = batcher.push(event) {
                self.post(batch).await?;
            }
        }
        self.post(batcher.rest()).await
    }

    /// Posts a batch; events that the server refuses are logged and left out.
    async fn post(&self, batch: Vec<Event>) -> anyhow::Result<()> {
        let refused =
            self.till.post(&batch).await.with_context(|| format!("location {}", self.restaurant.pos_id))?;
        for refused in refused {
            let about = batch.get(refused.index).map_or("", |event| &event.about);
            tracing::warn!(location = %self.restaurant.pos_id, about, field = refused.field, "refused: {}", refused.why);
        }
        Ok(())
    }

    /// The events of a day's menu; counted items are refilled in the morning. On one day in three a dish is sold out until dinner.
    fn menu(&self, date: Date) -> serde_json::Result<Vec<Event>> {
        let out = sold_out(&self.restaurant, date);
        let revision = BusinessDate::from_date(date).days_since(BusinessDate::from_date(FIRST_MENU));
        let pieces = |count: i64| saffron_core::Quantity::from_milli(count * 1000);
        let event = |item: &MenuItem| {
            let item = Item {
                pos_id: self.restaurant.pos_id.clone(),
                id: item.id.clone(),
                revision,
                name: item.name.clone(),
                major_category: item.major.clone(),
                minor_category: item.minor.clone(),
                price: Some(item.price.max(Money::ZERO)),
                cost: Some(item.cost),
                stock: item.stock.map(pieces),
                low_stock: item.stock.map(|_| pieces(8)),
                sold_out: out == Some(&item.id),
                sold_out_until: out.filter(|out| **out == item.id).map(|_| date.at(17, 0, 0, 0)),
            };
            Event::new(SOURCE, "item.upserted", item.id.to_string(), &item)
        };
        self.restaurant.menu.iter().map(event).collect()
    }
}

/// The dish that is sold out until dinner on a date, if there is one.
pub(super) fn sold_out(restaurant: &Restaurant, date: Date) -> Option<&ItemId> {
    let is_out = Dice::of(&[&restaurant.pos_id, &date, &"sold out"]).chance(333);
    restaurant.menu.get(SCARCE).filter(|_| is_out).map(|item| &item.id)
}

/// Whether an error means that the server is away, so that a retry is worth it.
fn is_away(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<ApiError>(), Some(ApiError::Away { .. }))
}
