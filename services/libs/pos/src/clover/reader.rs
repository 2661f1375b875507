//! Reads a merchant of Clover: pages of objects, joined with what their facts need, as facts.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Clock};
use serde_json::value::RawValue;

use super::client::{Client, Time};
use super::joined::{Sent, order_of, orders};
use super::map::{moment, span_of_shift};
use super::model::{Category, Credit, Customer, Employee, Item, Merchant, Order, Payment, Refund, Shift};
use super::place::{Spot, Stage};
use super::{Hours, Menu, Team};
use crate::adapter::{Asked, Change, Counted, Fact, Feed, Page, Reader, Unread};
use crate::rows::{Span, all, earlier, parse, span_of};
use crate::{Place, PosError, clover};

/// How old the inventory and the team may be.
const FRESH: SignedDuration = SignedDuration::from_secs(60);
/// Shifts are read back to here, because Clover does not find them by their change.
const SHIFTS: SignedDuration = SignedDuration::from_hours(10 * 24);
/// A span in which guests are found by the making of their profiles; in a longer one all are read, and compared by their change.
const NEW_GUESTS: SignedDuration = SignedDuration::from_hours(6);
/// How much later payments may come that were taken without a connection.
const OFFLINE: SignedDuration = SignedDuration::from_hours(72);
/// The most orders that are remembered as read; more are read again.
const SEEN: usize = 20_000;

/// A reader of one merchant.
pub(super) struct CloverReader {
    client: Client,
    place: Place,
    menu: Option<(Menu, Timestamp)>,
    team: Option<(Team, Vec<String>, Timestamp)>,
    /// Orders that the pages of one reading brought so far, with their last change.
    seen: BTreeMap<String, Option<Timestamp>>,
    /// The page that follows on these. Another one is of another feed, or was lost on its way: what was seen may not have arrived.
    follows: Option<(Asked, String)>,
    clock: Clock,
}

/// Orders, and what else their lists brought.
#[derive(Default)]
struct Read {
    orders: Vec<Sent>,
    /// Payments of the list.
    payments: Vec<Payment>,
    /// Orders that payments name and that are no more, with the time of the payment's change.
    missing: Vec<(String, Timestamp)>,
    unread: Vec<Unread>,
    next: Option<String>,
}

impl CloverReader {
    /// A reader of a place, by a clock.
    pub(super) const fn new(client: Client, place: Place, clock: Clock) -> CloverReader {
        CloverReader { client, place, menu: None, team: None, seen: BTreeMap::new(), follows: None, clock }
    }

    /// Reads the inventory where it is too old; all items, as they were sent.
    async fn refresh_menu(&mut self, is_asked: bool) -> Result<Vec<(Item, Box<RawValue>)>, PosError> {
        let now = self.clock.now();
        let is_fresh = self.menu.as_ref().is_some_and(|(_, at)| now.duration_since(*at) < FRESH);
        if is_fresh && !is_asked {
            return Ok(Vec::new());
        }
        let client = &self.client;
        let rows = all(|cursor| async move { client.items(cursor.as_deref()).await }).await;
        let rows = match rows {
            // Without the permission lines have neither costs nor categories.
            Err(PosError::Lacks(_)) if !is_asked => Vec::new(),
            other => other?,
        };
        let categories = all(|cursor| async move { client.categories(cursor.as_deref()).await }).await;
        let categories = match categories {
            Err(PosError::Lacks(_)) if !is_asked => Vec::new(),
            other => other?,
        };
        let tracks = match client.merchant().await {
            Ok(raw) => parse::<Merchant>(vec![raw]).objects.into_iter().next(),
            Err(PosError::Lacks(_)) => None,
            Err(error) => return Err(error),
        };
        let tracks = tracks.and_then(|(merchant, _)| merchant.properties?.track_stock);
        let categories: Vec<Category> =
            parse(categories).objects.into_iter().map(|(category, _)| category).collect();
        let items = parse::<Item>(rows).objects;
        let mut menu = Menu::new(&self.place, &categories, &[]);
        items.iter().for_each(|(item, _)| menu.add(&self.place, item));
        menu.tracks_stock = tracks.unwrap_or(true);
        self.menu = Some((menu, now));
        Ok(items)
    }

    async fn refresh_team(&mut self) -> Result<(), PosError> {
        let now = self.clock.now();
        if self.team.as_ref().is_some_and(|(.., at)| now.duration_since(*at) < FRESH) {
            return Ok(());
        }
        let client = &self.client;
        let rows = match all(|cursor| async move { client.employees(cursor.as_deref()).await }).await {
            // Without the permission reports name people by their ids.
            Err(PosError::Lacks(_)) => Vec::new(),
            other => other?,
        };
        let employees: Vec<Employee> =
            parse(rows).objects.into_iter().map(|(employee, _)| employee).collect();
        let ids: BTreeSet<String> = employees.iter().filter_map(|employee| employee.id.clone()).collect();
        self.team = Some((Team::new(&employees), ids.into_iter().collect(), now));
        Ok(())
    }

    /// A page of orders: those of their own list, then those of payments, refunds and manual refunds that were not read by then.
    async fn orders(&mut self, asked: Asked, from: Option<&str>) -> Result<Read, PosError> {
        let span = span_of(asked);
        let by = match asked {
            Asked::Changed(..) => Time::Modified,
            Asked::Of(..) => Time::Created,
        };
        let follows = self.follows.take();
        let is_next =
            from.is_some() && follows.is_some_and(|(of, at)| of == asked && Some(at.as_str()) == from);
        if !is_next || self.seen.len() > SEEN {
            self.seen.clear();
        }
        let spot = Spot::read(from, span)?;
        let (window, offset) = (spot.window(span), spot.offset);
        let mut read = Read::default();
        let mut wanted: BTreeMap<String, Option<Timestamp>> = BTreeMap::new();
        let next = match spot.stage {
            Stage::Orders => {
                let page = orders(&self.client, by, window, offset).await?;
                read.unread = page.parsed.unread;
                read.orders = page.parsed.objects;
                page.next
            }
            Stage::Payments => {
                let page = self.client.payments(by, window, offset).await?;
                let parsed = parse::<Payment>(page.rows);
                read.unread = parsed.unread;
                for (payment, _) in parsed.objects {
                    let changed = moment(payment.modified_time.or(payment.created_time));
                    want(&mut wanted, payment.order.as_ref(), changed);
                    read.payments.push(payment);
                }
                page.next
            }
            Stage::Refunds => {
                let page = self.client.refunds(window, offset).await?;
                let parsed = parse::<Refund>(page.rows);
                read.unread = parsed.unread;
                for (refund, _) in parsed.objects {
                    want(&mut wanted, refund.order_ref.as_ref(), moment(refund.created_time));
                }
                page.next
            }
            Stage::Credits => {
                let page = self.client.credits(window, offset).await?;
                let parsed = parse::<Credit>(page.rows);
                read.unread = parsed.unread;
                for (credit, raw) in parsed.objects {
                    let order = credit.order_ref.clone();
                    if order.as_ref().is_some_and(|order| order.id.is_some()) {
                        want(&mut wanted, order.as_ref(), moment(credit.created_time));
                    } else {
                        // One without an order stands for itself.
                        let (id, created_time) = (credit.id.clone(), credit.created_time);
                        let alone = Order { id, created_time, credits: vec![credit], ..Order::default() };
                        read.orders.push((alone, raw));
                    }
                }
                page.next
            }
        };
        for (id, changed) in wanted {
            if self.seen.get(&id).is_some_and(|known| *known >= changed) {
                continue;
            }
            match order_of(&self.client, &id).await? {
                Some(order) => read.orders.push(order),
                None => read.missing.extend(changed.map(|changed| (id, changed))),
            }
        }
        for (order, _) in &read.orders {
            self.seen.extend(order.id.clone().map(|id| (id, clover::map::last_change(order).max())));
        }
        read.next = spot.after(next.as_deref(), span);
        self.follows = read.next.clone().map(|next| (asked, next));
        Ok(read)
    }

    async fn checks(&mut self, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        self.refresh_menu(false).await?;
        self.refresh_team().await?;
        let read = self.orders(asked, from).await?;
        let mut page = Page { unread: read.unread, next: read.next, ..Page::default() };
        let menu = self.menu.as_ref().map(|(menu, _)| menu.clone()).unwrap_or_default();
        let team = self.team.as_ref().map(|(team, ..)| team.clone()).unwrap_or_default();
        let mut recorded = BTreeSet::new();
        for (order, raw) in read.orders {
            for payment in &order.payments {
                recorded.insert(payment.id.clone());
                self.record(payment, &order.refunds, &mut page);
            }
            // What was taken without a connection comes days later, and is of the day before.
            let is_late = order.payments.iter().any(|payment| payment.offline == Some(true));
            match clover::checks(&self.place, &menu, &team, &order) {
                Ok(events) => {
                    page.read.extend(order.id.clone());
                    let facts = events.into_iter().map(Fact::of);
                    page.facts.extend(facts.filter(|fact| is_late || self.is_of(asked, fact)));
                }
                Err(unmapped) => page.unread.push(Unread { unmapped, raw }),
            }
        }
        // Voided payments are in no order.
        let others = read.payments.iter().filter(|of| !clover::map::counts(of) && !recorded.contains(&of.id));
        for payment in others {
            self.record(payment, &[], &mut page);
        }
        for (id, at) in read.missing {
            match clover::removed_check(&self.place, &id, at) {
                Ok(event) => page.facts.push(Fact::of(event)),
                Err(unmapped) => page.unread.push(Unread::without_raw(unmapped)),
            }
        }
        Ok(page)
    }

    /// Whether a fact is of the time that is asked for: an order brings its sale and its refunds, each with a date of its own.
    fn is_of(&self, asked: Asked, fact: &Fact) -> bool {
        let (Asked::Of(from, until), Some((_, date))) = (asked, &fact.check) else { return true };
        let of = |at: Timestamp| self.place.calendar.date_of(self.place.calendar.wall(at));
        (of(from)..=of(until)).contains(date)
    }

    /// A payment for the screens of money, with its refunds.
    fn record(&self, payment: &Payment, refunds: &[Refund], page: &mut Page) {
        match clover::payment_recorded(&self.place, payment, refunds) {
            Ok(event) => {
                page.read.extend(payment.id.clone());
                page.facts.extend(event.map(Fact::of));
            }
            Err(unmapped) => page.unread.push(Unread::without_raw(unmapped)),
        }
    }

    async fn shifts(&mut self, asked: Asked) -> Result<Page, PosError> {
        self.refresh_team().await?;
        let (from, until) = span_of(asked);
        let first = match asked {
            Asked::Changed(..) => earlier(until, SHIFTS),
            Asked::Of(..) => from,
        };
        let payments = self.payments_of((first, until)).await?;
        let Some((team, employees, _)) = &self.team else { return Ok(Page::default()) };
        let mut page = Page::default();
        for employee in employees {
            let (client, id, span) = (&self.client, employee.as_str(), (first, until));
            let rows = all(|cursor| async move { client.shifts(id, span, cursor.as_deref()).await }).await?;
            let parsed = parse::<Shift>(rows);
            page.unread.extend(parsed.unread);
            for (shift, raw) in parsed.objects {
                // Of a day are the shifts that began in it, as a manager corrected them.
                if span_of_shift(&shift).0.is_some_and(|start| start < first || start > until) {
                    continue;
                }
                let hours = Hours { shift: &shift, employee: Some(id), payments: &payments };
                page.take(clover::shift(&self.place, team, &hours), raw);
            }
        }
        Ok(page)
    }

    /// Payments of a span, whose tips belong to shifts; none without the permission.
    async fn payments_of(&self, span: Span) -> Result<Vec<Payment>, PosError> {
        let client = &self.client;
        let rows = all(|cursor| async move {
            let offset = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
            client.payments(Time::Created, span, offset).await
        });
        let rows = match rows.await {
            Err(PosError::Lacks(_)) => Vec::new(),
            other => other?,
        };
        let payments: BTreeMap<Option<String>, Payment> = parse::<Payment>(rows)
            .objects
            .into_iter()
            .map(|(payment, _)| (payment.id.clone(), payment))
            .collect();
        Ok(payments.into_values().collect())
    }

    async fn menu(&mut self, asked: Asked) -> Result<Page, PosError> {
        let items = self.refresh_menu(true).await?;
        let menu = self.menu.as_ref().map(|(menu, _)| menu.clone()).unwrap_or_default();
        let mut page = Page::default();
        let mut seen = BTreeSet::new();
        for (item, raw) in items {
            let stock = item.item_stock.as_ref().and_then(|stock| moment(stock.modified_time));
            let changed = stock.max(moment(item.modified_time));
            // A change of stock is none of the item: all of them are read, and compared.
            let is_asked = match asked {
                Asked::Changed(from, _) => changed.is_none_or(|changed| changed >= from),
                Asked::Of(..) => true,
            };
            if !is_asked || !seen.insert(item.id.clone()) {
                continue;
            }
            match clover::item(&self.place, &menu, &item) {
                Ok(event) => {
                    page.read.extend(item.id.clone());
                    page.facts.extend(event.map(Fact::of));
                }
                Err(unmapped) => page.unread.push(Unread { unmapped, raw }),
            }
        }
        Ok(page)
    }

    async fn guests(&mut self, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        let span = span_of(asked);
        let is_short = span.1.duration_since(span.0) <= NEW_GUESTS;
        let since = (is_short || matches!(asked, Asked::Of(..))).then_some(span);
        let read = self.client.customers(since, from).await?;
        let parsed = parse::<Customer>(read.rows);
        let mut page = Page { unread: parsed.unread, next: read.next, ..Page::default() };
        for (customer, raw) in parsed.objects {
            let changed = customer.metadata.as_ref().and_then(|of| moment(of.modified_time));
            let changed = changed.max(moment(customer.customer_since));
            if since.is_some() || changed.is_none_or(|changed| changed >= span.0) {
                page.take(clover::guest(&self.place, &customer), raw);
            }
        }
        Ok(page)
    }

    /// All orders of a date, and those that came later for want of a connection. None without the permission.
    async fn of_date(&mut self, on: BusinessDate, now: Timestamp) -> Result<Option<Vec<Order>>, PosError> {
        let calendar = &self.place.calendar;
        let (from, next) = (calendar.begin_of(on), calendar.begin_of(on.plus_days(1)));
        let last = next.checked_add(OFFLINE).unwrap_or(next).min(now.max(next));
        let asked = Asked::Of(from, last);
        let mut orders = BTreeMap::new();
        let mut page: Option<String> = None;
        loop {
            let read = match self.orders(asked, page.as_deref()).await {
                Err(PosError::Lacks(_)) => return Ok(None),
                other => other?,
            };
            orders.extend(read.orders.into_iter().map(|(order, _)| (order.id.clone(), order)));
            match read.next {
                Some(next) => page = Some(next),
                None => return Ok(Some(orders.into_values().collect())),
            }
        }
    }
}

/// Adds an order to those that are wanted, with the latest change that is known of it.
fn want(
    wanted: &mut BTreeMap<String, Option<Timestamp>>,
    order: Option<&super::model::Reference>,
    changed: Option<Timestamp>,
) {
    if let Some(id) = order.and_then(|order| order.id.clone()) {
        let known = wanted.entry(id).or_default();
        *known = (*known).max(changed);
    }
}

#[async_trait]
impl Reader for CloverReader {
    async fn page(&mut self, feed: Feed, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        match feed {
            Feed::Checks => Box::pin(self.checks(asked, from)).await,
            Feed::Shifts => Box::pin(self.shifts(asked)).await,
            Feed::Menu => Box::pin(self.menu(asked)).await,
            Feed::Guests => Box::pin(self.guests(asked, from)).await,
            // Clover's API has neither payouts nor disputes.
            Feed::Money => Ok(Page::default()),
        }
    }

    async fn totals(&mut self, on: BusinessDate) -> Result<Option<Counted>, PosError> {
        let until = self.clock.now();
        let orders = Box::pin(self.of_date(on, until)).await?;
        Ok(orders.map(|orders| {
            let totals = super::totals::totals(&self.place, on, orders.iter());
            Counted { totals, until, is_independent: false }
        }))
    }

    async fn write(&mut self, change: &Change, _before: Option<&str>) -> Result<(), PosError> {
        super::write::write(&self.client, change).await
    }
}
