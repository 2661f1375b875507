//! Reads a restaurant of Toast: pages of objects, joined with what their facts need, as facts.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Clock};
use serde_json::value::RawValue;

use super::client::Client;
use super::map::{LISTS, is_left_out};
use super::model::{Employee, Job, Named, Order, Payment, TimeEntry};
use super::place::{Spot, dates};
use super::shelf::Shelf;
use super::{Setup, Team};
use crate::adapter::{Asked, Counted, Fact, Feed, Page, Reader, Unread};
use crate::rows::{Span, all, parse, span_of};
use crate::{Place, PosError, toast};

/// How old names and menus may be.
const FRESH: SignedDuration = SignedDuration::from_secs(60);
/// The longest span of time entries, a little less than Toast answers for.
const ENTRIES: SignedDuration = SignedDuration::from_hours(28 * 24);
/// Refunds of a page: each is read by itself.
const REFUNDS: usize = 20;
/// The most refunds that are remembered as read; more are read again.
const SEEN: usize = 20_000;

/// A reader of one restaurant.
pub(super) struct ToastReader {
    client: Client,
    place: Place,
    setup: Option<(Setup, Timestamp)>,
    team: Option<(Team, Timestamp)>,
    shelf: Shelf,
    /// Payments of whose refunds the orders were read: by the polls so far, and by the sweep of a date.
    polled: BTreeSet<String>,
    swept: BTreeSet<String>,
    clock: Clock,
}

/// Orders of a page.
#[derive(Default)]
struct Read {
    orders: Vec<(Order, Box<RawValue>)>,
    unread: Vec<Unread>,
    next: Option<Spot>,
}

impl ToastReader {
    /// A reader of a place, by a clock.
    pub(super) fn new(client: Client, place: Place, clock: Clock) -> ToastReader {
        let (polled, swept) = (BTreeSet::new(), BTreeSet::new());
        ToastReader { client, place, setup: None, team: None, shelf: Shelf::default(), polled, swept, clock }
    }

    fn is_fresh(&self, read: Option<Timestamp>) -> bool {
        read.is_some_and(|at| self.clock.now().duration_since(at) < FRESH)
    }

    async fn refresh_setup(&mut self) -> Result<(), PosError> {
        if self.is_fresh(self.setup.as_ref().map(|(_, at)| *at)) {
            return Ok(());
        }
        let client = &self.client;
        let mut lists = Vec::with_capacity(LISTS.len());
        for list in LISTS {
            let rows = all(|token| async move { client.config(list, token.as_deref()).await }).await;
            // Without the scope checks have no tables and areas.
            let rows = unless_lacking(rows)?;
            lists.push((list, objects::<Named>(rows)));
        }
        self.setup = Some((Setup::new(&lists), self.clock.now()));
        Ok(())
    }

    async fn refresh_team(&mut self) -> Result<(), PosError> {
        if self.is_fresh(self.team.as_ref().map(|(_, at)| *at)) {
            return Ok(());
        }
        // Without the scopes reports name people by their GUIDs.
        let employees = unless_lacking(self.client.employees().await.map(|read| read.rows))?;
        let jobs = unless_lacking(self.client.jobs().await.map(|read| read.rows))?;
        let team = Team::new(&objects::<Employee>(employees), &objects::<Job>(jobs));
        self.team = Some((team, self.clock.now()));
        Ok(())
    }

    /// A page of orders: those of their own lists, then those of which something was given back on another date.
    async fn orders(&mut self, asked: Asked, from: Option<&str>) -> Result<Read, PosError> {
        let is_poll = matches!(asked, Asked::Changed(..));
        if from.is_none() && !is_poll {
            self.swept.clear();
        }
        let mut spot = Spot::read(from, asked, &self.place.calendar)?;
        let (rows, has_more, read) = loop {
            match spot {
                Spot::Changed(from, until, page) => {
                    let read = self.client.changed_orders((from, until), page).await?;
                    match spot.shorter().filter(|_| read.next.is_some()) {
                        Some(shorter) => spot = shorter,
                        None => break (read.rows, read.next.is_some(), 0),
                    }
                }
                Spot::Of(on, page) => {
                    let read = self.client.orders_of(on, page).await?;
                    break (read.rows, read.next.is_some(), 0);
                }
                Spot::Refunds(on, index) => {
                    let (rows, read) = self.refunded(on, index, is_poll).await?;
                    break (rows, read.is_some(), read.unwrap_or_default());
                }
            }
        };
        let parsed = parse::<Order>(rows);
        let seen = if is_poll { &mut self.polled } else { &mut self.swept };
        if seen.len() > SEEN {
            seen.clear();
        }
        for payment in parsed.objects.iter().flat_map(|(order, _)| &order.checks).flat_map(|of| &of.payments)
        {
            seen.extend(payment.guid.clone().filter(|_| payment.refund.is_some()));
        }
        let next = spot.after(has_more, read, asked, &self.place.calendar);
        Ok(Read { orders: parsed.objects, unread: parsed.unread, next })
    }

    /// The orders of refunds of a date, from one of these on, that were not read by then; and from where there are more.
    async fn refunded(
        &self,
        on: BusinessDate,
        index: usize,
        is_poll: bool,
    ) -> Result<(Vec<Box<RawValue>>, Option<usize>), PosError> {
        let mut payments = self.client.refunded(on).await?;
        payments.sort_unstable();
        payments.dedup();
        let seen = if is_poll { &self.polled } else { &self.swept };
        let (mut rows, mut orders) = (Vec::new(), BTreeSet::new());
        for (at, guid) in payments.iter().enumerate().skip(index) {
            if rows.len() >= REFUNDS {
                return Ok((rows, Some(at)));
            }
            if seen.contains(guid) {
                continue;
            }
            let payment = match self.client.payment(guid).await {
                Err(PosError::Missing) => continue,
                payment => payment?,
            };
            let order = objects::<Payment>(vec![payment]).pop().and_then(|payment| payment.order_guid);
            let Some(order) = order.filter(|order| orders.insert(order.clone())) else { continue };
            match self.client.order(&order).await {
                Err(PosError::Missing) => {}
                order => rows.push(order?),
            }
        }
        Ok((rows, None))
    }

    async fn checks(&mut self, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        let read = self.orders(asked, from).await?;
        let next = read.next.map(Spot::written);
        let mut page = Page { unread: read.unread, next, ..Page::default() };
        if read.orders.is_empty() {
            return Ok(page);
        }
        self.refresh_setup().await?;
        self.refresh_team().await?;
        self.refresh_menus(false).await?;
        let setup = self.setup.as_ref().map(|(setup, _)| setup.clone()).unwrap_or_default();
        let team = self.team.as_ref().map(|(team, _)| team.clone()).unwrap_or_default();
        let catalog = self.shelf.catalog();
        for (order, raw) in read.orders {
            if is_left_out(&order) {
                continue;
            }
            self.record(&order, &mut page);
            match toast::checks(&self.place, &setup, catalog, &team, &order) {
                Ok(events) => {
                    page.read.extend(order.guid.clone());
                    let facts = events.into_iter().map(Fact::of);
                    page.facts.extend(facts.filter(|fact| self.is_of(asked, fact)));
                }
                Err(unmapped) => page.unread.push(Unread { unmapped, raw }),
            }
        }
        Ok(page)
    }

    /// Whether a fact is of the time that is asked for: an order brings its sale and its refunds, each with a date of its own.
    fn is_of(&self, asked: Asked, fact: &Fact) -> bool {
        let (Asked::Of(..), Some((_, date))) = (asked, &fact.check) else { return true };
        let (first, last) = dates(&self.place.calendar, span_of(asked));
        (first..=last).contains(date)
    }

    /// What an order says of guests, and of payments for the screens of money.
    fn record(&self, order: &Order, page: &mut Page) {
        let is_deleted = |deleted: Option<bool>| deleted == Some(true);
        let checks = order.checks.iter().filter(|of| !is_deleted(of.deleted) && !is_deleted(order.deleted));
        for check in checks {
            let payments = check.payments.iter();
            let payments = payments.map(|payment| toast::payment_recorded(&self.place, check, payment));
            for event in payments.chain([toast::guest(&self.place, check)]) {
                match event {
                    Ok(event) => {
                        page.read.extend(event.as_ref().map(|event| event.about.clone()));
                        page.facts.extend(event.map(Fact::of));
                    }
                    Err(unmapped) => page.unread.push(Unread::without_raw(unmapped)),
                }
            }
        }
    }

    async fn shifts(&mut self, asked: Asked) -> Result<Page, PosError> {
        let (mut from, end) = span_of(asked);
        let mut page = Page::default();
        loop {
            let until = from.checked_add(ENTRIES).unwrap_or(end).min(end);
            let read = match asked {
                Asked::Changed(..) => self.client.changed_entries((from, until)).await?,
                Asked::Of(..) => self.client.entries_of((from, until)).await?,
            };
            if !read.rows.is_empty() {
                self.refresh_team().await?;
            }
            let team = self.team.as_ref().map(|(team, _)| team.clone()).unwrap_or_default();
            let parsed = parse::<TimeEntry>(read.rows);
            page.unread.extend(parsed.unread);
            for (entry, raw) in parsed.objects {
                page.take(toast::shift(&self.place, &team, &entry), raw);
            }
            if until >= end {
                return Ok(page);
            }
            from = until.checked_add(SignedDuration::from_millis(1)).unwrap_or(end);
        }
    }

    /// Reads the menus where they were published since; what is left of their items only where it `is_asked`.
    async fn refresh_menus(&mut self, is_asked: bool) -> Result<(), PosError> {
        let now = self.clock.now();
        if self.is_fresh(self.shelf.read_at()) && !is_asked {
            return Ok(());
        }
        match self.client.metadata().await {
            // Nothing is published.
            Err(PosError::Missing) => self.shelf.none_published(now),
            // Without the scope lines have no categories but those of sales.
            Err(PosError::Lacks(_)) if !is_asked => self.shelf.none_published(now),
            Err(error) => return Err(error),
            Ok(metadata) => {
                if self.shelf.is_outdated(metadata.as_ref())? {
                    let menus = self.client.menus().await?;
                    self.shelf.publish(menus.as_ref(), now)?;
                }
                self.shelf.seen(now);
            }
        }
        if is_asked {
            let stock = unless_lacking(self.client.stock().await.map(|read| read.rows))?;
            self.shelf.count(objects(stock), now);
        }
        Ok(())
    }

    async fn menu(&mut self, asked: Asked) -> Result<Page, PosError> {
        self.refresh_menus(true).await?;
        let since = match asked {
            Asked::Changed(from, _) => Some(from),
            Asked::Of(..) => None,
        };
        Ok(self.shelf.page(&self.place, since))
    }

    /// All orders of a date, and those of which something was given back on it. None without the scope.
    async fn of_date(&mut self, on: BusinessDate) -> Result<Option<Vec<Order>>, PosError> {
        let calendar = &self.place.calendar;
        let (from, next) = (calendar.begin_of(on), calendar.begin_of(on.plus_days(1)));
        let last = next.checked_sub(SignedDuration::from_millis(1)).unwrap_or(next);
        let span: Span = (from, last);
        let mut orders = BTreeMap::new();
        let mut page: Option<String> = None;
        loop {
            let read = match self.orders(Asked::Of(span.0, span.1), page.as_deref()).await {
                Err(PosError::Lacks(_)) => return Ok(None),
                other => other?,
            };
            orders.extend(read.orders.into_iter().map(|(order, _)| (order.guid.clone(), order)));
            match read.next {
                Some(next) => page = Some(next.written()),
                None => return Ok(Some(orders.into_values().collect())),
            }
        }
    }
}

/// Objects that can be read.
fn objects<T: crate::read::Kind + serde::de::DeserializeOwned>(rows: Vec<Box<RawValue>>) -> Vec<T> {
    parse::<T>(rows).objects.into_iter().map(|(object, _)| object).collect()
}

/// Nothing, where a scope is missing.
fn unless_lacking(rows: Result<Vec<Box<RawValue>>, PosError>) -> Result<Vec<Box<RawValue>>, PosError> {
    match rows {
        Err(PosError::Lacks(_)) => Ok(Vec::new()),
        other => other,
    }
}

#[async_trait]
impl Reader for ToastReader {
    async fn page(&mut self, feed: Feed, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        match feed {
            Feed::Checks => Box::pin(self.checks(asked, from)).await,
            Feed::Shifts => Box::pin(self.shifts(asked)).await,
            Feed::Menu => Box::pin(self.menu(asked)).await,
            // Guests come with their checks, and Toast's API has neither payouts nor disputes.
            Feed::Guests | Feed::Money => Ok(Page::default()),
        }
    }

    async fn totals(&mut self, on: BusinessDate) -> Result<Option<Counted>, PosError> {
        let until = self.clock.now();
        let Some(orders) = Box::pin(self.of_date(on)).await? else { return Ok(None) };
        let totals = super::totals::totals(&self.place, on, &orders);
        let unreadable = |why| PosError::Unreadable(format!("an order that {why}"));
        Ok(Some(Counted { totals: totals.map_err(unreadable)?, until, is_independent: false }))
    }
}
