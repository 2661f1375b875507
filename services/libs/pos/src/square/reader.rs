//! Reads a location of Square: pages of objects, joined with what their facts need, as facts.

use std::collections::BTreeSet;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, CheckId, Clock};
use serde_json::value::RawValue;

use super::client::{Client, MoneyTime, OrderTime};
use super::joined::Money;
use super::model::{
    CatalogObject, Customer, Dispute, InventoryCount, Order, Payment, PaymentRefund, PaymentStatus, Payout,
    PayoutEntry,
};
use super::totals::Reports;
use super::write::Writer;
use super::{Menu, Team};
use crate::adapter::{Asked, Change, Counted, Fact, Feed, Page, Reader, Unread};
use crate::proof::{Figures, Report};
use crate::rows::{Span, all, earlier, parse, span_of};
use crate::time::instant;
use crate::{Place, PosError, square};

/// How old the catalog and the team may be.
pub(super) const FRESH: SignedDuration = SignedDuration::from_secs(60);
/// Kinds of the catalog that facts need.
const CATALOG: &[&str] = &["ITEM", "CATEGORY", "DISCOUNT", "MODIFIER_LIST"];
/// The most ids of one call for orders.
const AT_ONCE: usize = 100;
/// Payments that are fetched one by one; more of them are listed by the time of their making.
const FEW: usize = 4;
/// The longest span in which payments are listed for the sake of some.
const LISTED: SignedDuration = SignedDuration::from_hours(48);
/// Payouts change their state for some days.
const PAYOUTS: SignedDuration = SignedDuration::from_hours(10 * 24);

/// A reader of one location.
pub struct SquareReader {
    pub(super) client: Client,
    pub(super) place: Place,
    menu: Menu,
    /// Up to when the catalog is known, UTC.
    menu_until: Option<Timestamp>,
    pub(super) team: Option<(Team, Timestamp)>,
    reports: Reports,
    pub(super) day_payments: Option<DayPayments>,
    pub(super) clock: Clock,
}

/// The payments that were made in a span: the checks, the payments and the shifts of a day all need them.
pub(super) struct DayPayments {
    span: Span,
    /// When they were listed, UTC.
    at: Timestamp,
    pub(super) payments: Vec<Payment>,
    unread: Vec<Unread>,
}

/// Which list a page of checks comes from: each changes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Orders,
    Payments,
    Refunds,
}

impl Stage {
    const fn next(self) -> Option<Stage> {
        match self {
            Stage::Orders => Some(Stage::Payments),
            Stage::Payments => Some(Stage::Refunds),
            Stage::Refunds => None,
        }
    }

    const fn letter(self) -> char {
        match self {
            Stage::Orders => 'o',
            Stage::Payments => 'p',
            Stage::Refunds => 'r',
        }
    }

    /// The place at which a page begins.
    fn read(from: Option<&str>) -> Result<(Stage, Option<&str>), PosError> {
        let Some(from) = from else { return Ok((Stage::Orders, None)) };
        let (letter, cursor) = from.split_at_checked(1).unwrap_or_default();
        let stage = match letter {
            "o" => Stage::Orders,
            "p" => Stage::Payments,
            "r" => Stage::Refunds,
            _ => return Err(PosError::Unreadable("a place in a list".to_owned())),
        };
        Ok((stage, Some(cursor).filter(|cursor| !cursor.is_empty())))
    }

    /// The place after a page.
    fn after(self, next: Option<String>) -> Option<String> {
        match next {
            Some(cursor) => Some(format!("{}{cursor}", self.letter())),
            None => self.next().map(|stage| stage.letter().to_string()),
        }
    }
}

impl SquareReader {
    /// A reader of a place, by a clock.
    #[must_use]
    pub fn new(client: Client, place: Place, clock: Clock) -> SquareReader {
        SquareReader {
            client,
            place,
            menu: Menu::default(),
            menu_until: None,
            team: None,
            reports: Reports::default(),
            day_payments: None,
            clock,
        }
    }

    /// Brings the catalog up to date.
    async fn refresh_menu(&mut self) -> Result<(), PosError> {
        let now = self.clock.now();
        if self.menu_until.is_some_and(|until| now.duration_since(until) < FRESH) {
            return Ok(());
        }
        let (client, after) = (&self.client, self.menu_until.map(before));
        let rows =
            all(|cursor| async move { client.catalog(CATALOG, after, cursor.as_deref()).await }).await?;
        for (object, _) in parse::<CatalogObject>(rows).objects {
            self.menu.add(&self.place, &object);
        }
        self.menu_until = Some(now);
        Ok(())
    }

    /// The payments that were made in a span.
    pub(super) async fn day_payments(&mut self, span: Span) -> Result<&DayPayments, PosError> {
        let now = self.clock.now();
        let held =
            self.day_payments.take().filter(|made| made.span == span && now.duration_since(made.at) < FRESH);
        let made = match held {
            Some(made) => made,
            None => {
                let (client, location) = (&self.client, self.place.location.as_str());
                let (payments, unread) = payments(client, location, MoneyTime::Created, span).await?;
                DayPayments { span, at: now, payments, unread }
            }
        };
        Ok(self.day_payments.insert(made))
    }

    async fn checks(&mut self, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        self.refresh_menu().await?;
        self.refresh_team().await?;
        let (stage, cursor) = Stage::read(from)?;
        if from.is_none() {
            // Each reading has its own.
            self.day_payments = None;
        }
        let (location, span) = (self.place.location.clone(), span_of(asked));
        let (order_time, money_time) = match asked {
            Asked::Changed(..) => (OrderTime::Updated, MoneyTime::Updated),
            Asked::Of(..) => (OrderTime::Closed, MoneyTime::Created),
        };
        let mut page = Page::default();
        let mut known = Money::default();
        let orders = match stage {
            Stage::Orders => {
                let read = self.client.orders(&location, order_time, span, cursor).await?;
                page.next = stage.after(read.next);
                if matches!(asked, Asked::Of(..)) {
                    known.add_payments(self.day_payments(span).await?.payments.iter().cloned());
                }
                read.rows
            }
            Stage::Payments => {
                let (payments, unread) = match asked {
                    Asked::Of(..) => {
                        page.next = stage.after(None);
                        let made = self.day_payments(span).await?;
                        (made.payments.clone(), made.unread.clone())
                    }
                    Asked::Changed(..) => {
                        let read = self.client.payments(&location, MoneyTime::Updated, span, cursor).await?;
                        page.next = stage.after(read.next);
                        let parsed = parse::<Payment>(read.rows);
                        (parsed.objects.into_iter().map(|(payment, _)| payment).collect(), parsed.unread)
                    }
                };
                page.unread.extend(unread);
                // Closed orders of that time come with their own list; those that wait for their tip are open.
                let is_listed = |payment: &&Payment| {
                    matches!(asked, Asked::Of(..)) && payment.status != Some(PaymentStatus::Approved)
                };
                let others = payments.iter().filter(|payment| !is_listed(payment));
                let orders = others.filter_map(|payment| payment.order_id.clone()).collect();
                self.record(&payments, &mut known, &mut page).await?;
                known.add_payments(payments);
                self.orders_of(orders).await?
            }
            Stage::Refunds => {
                let read = self.client.refunds(&location, money_time, span, cursor).await?;
                page.next = stage.after(read.next);
                let parsed = parse::<PaymentRefund>(read.rows);
                page.unread.extend(parsed.unread);
                let refunds: Vec<PaymentRefund> =
                    parsed.objects.into_iter().map(|(refund, _)| refund).collect();
                let orders = refunds.iter().filter_map(|refund| refund.order_id.clone()).collect();
                let given: BTreeSet<String> =
                    refunds.iter().filter_map(|refund| refund.payment_id.clone()).collect();
                known.add_refunds(refunds);
                self.fetch_payments(&given, &mut known).await?;
                let payments: Vec<Payment> =
                    given.iter().filter_map(|id| known.payments.get(id).cloned()).collect();
                self.record(&payments, &mut known, &mut page).await?;
                if matches!(asked, Asked::Changed(..)) { self.orders_of(orders).await? } else { Vec::new() }
            }
        };
        let parsed = parse::<Order>(orders);
        page.unread.extend(parsed.unread);
        self.join(&parsed.objects, &mut known).await?;
        let team = self.team();
        for (order, raw) in parsed.objects {
            let joined = known.of(order);
            match square::checks(&self.place, &self.menu, &team, &joined) {
                Ok(events) => {
                    page.read.extend(joined.order.id);
                    page.facts.extend(events.into_iter().map(Fact::of));
                }
                Err(unmapped) => page.unread.push(Unread { unmapped, raw }),
            }
        }
        Ok(page)
    }

    /// Orders by their ids.
    async fn orders_of(&self, ids: BTreeSet<String>) -> Result<Vec<Box<RawValue>>, PosError> {
        let ids: Vec<String> = ids.into_iter().collect();
        let mut orders = Vec::with_capacity(ids.len());
        for some in ids.chunks(AT_ONCE) {
            orders.extend(self.client.orders_of(some).await?);
        }
        Ok(orders)
    }

    /// Gets the payments and refunds of orders.
    async fn join(&self, orders: &[(Order, Box<RawValue>)], known: &mut Money) -> Result<(), PosError> {
        let returning =
            orders.iter().filter(|(order, _)| !order.returns.is_empty() || !order.refunds.is_empty());
        let times = returning.flat_map(|(order, _)| [&order.created_at, &order.updated_at, &order.closed_at]);
        let times: Vec<Timestamp> = times.filter_map(|at| instant(at.as_ref())).collect();
        if let (Some(first), Some(last)) = (times.iter().min(), times.iter().max()) {
            let (client, location, span) = (&self.client, self.place.location.as_str(), (*first, *last));
            let rows = all(|cursor| async move {
                client.refunds(location, MoneyTime::Created, span, cursor.as_deref()).await
            })
            .await?;
            known.add_refunds(parse(rows).objects.into_iter().map(|(refund, _)| refund));
        }
        let ids: BTreeSet<&str> = orders.iter().filter_map(|(order, _)| order.id.as_deref()).collect();
        let refunded = known
            .refunds
            .values()
            .filter(|refund| refund.order_id.as_deref().is_some_and(|id| ids.contains(id)));
        let refunded = refunded.filter_map(|refund| refund.payment_id.clone());
        let tenders = orders.iter().flat_map(|(order, _)| &order.tenders);
        let paid =
            tenders.clone().filter_map(|tender| tender.payment_id.clone().or_else(|| tender.id.clone()));
        let wanted: BTreeSet<String> = refunded.chain(paid).collect();
        let missing = wanted.iter().filter(|id| !known.payments.contains_key(*id)).count();
        let times: Vec<Timestamp> =
            tenders.filter_map(|tender| instant(tender.created_at.as_ref())).collect();
        if missing > FEW
            && let (Some(first), Some(last)) = (times.iter().min(), times.iter().max())
            && last.duration_since(*first) <= LISTED
        {
            let (client, location) = (&self.client, self.place.location.as_str());
            known.add_payments(payments(client, location, MoneyTime::Created, (*first, *last)).await?.0);
        }
        self.fetch_payments(&wanted, known).await
    }

    /// Fetches payments that are not known yet, one by one.
    async fn fetch_payments(&self, ids: &BTreeSet<String>, known: &mut Money) -> Result<(), PosError> {
        for id in ids.iter().filter(|id| !known.is_asked(id)).cloned().collect::<Vec<_>>() {
            match self.client.payment(&id).await {
                Ok(raw) => known.add_payments(
                    parse::<Payment>(vec![raw]).objects.into_iter().map(|(payment, _)| payment),
                ),
                // A tender that no payment stands behind, such as one of a gift card of another system.
                Err(PosError::Missing) => drop(known.missing.insert(id)),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Payments for the screens of money, with their refunds.
    async fn record(&self, payments: &[Payment], known: &mut Money, page: &mut Page) -> Result<(), PosError> {
        let refunded: Vec<&Payment> =
            payments.iter().filter(|payment| !payment.refund_ids.is_empty()).collect();
        for payment in &refunded {
            for id in payment
                .refund_ids
                .iter()
                .filter(|id| !known.refunds.contains_key(*id))
                .cloned()
                .collect::<Vec<_>>()
            {
                match self.client.refund(&id).await {
                    Ok(raw) => known.add_refunds(
                        parse::<PaymentRefund>(vec![raw]).objects.into_iter().map(|(refund, _)| refund),
                    ),
                    Err(PosError::Missing) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        for payment in payments {
            let refunds: Vec<PaymentRefund> =
                payment.refund_ids.iter().filter_map(|id| known.refunds.get(id).cloned()).collect();
            match square::payment_recorded(&self.place, payment, &refunds) {
                Ok(event) => {
                    page.read.extend(payment.id.clone());
                    page.facts.extend(event.map(Fact::of));
                }
                Err(unmapped) => page.unread.push(Unread::without_raw(unmapped)),
            }
        }
        Ok(())
    }

    async fn menu(&mut self, asked: Asked) -> Result<Page, PosError> {
        self.refresh_menu().await?;
        let (from, _) = span_of(asked);
        // The whole catalog where all of it is asked for: a list of what changed leaves out what never did.
        let after = matches!(asked, Asked::Changed(..)).then_some(before(from));
        let (client, location) = (&self.client, self.place.location.as_str());
        let counts =
            all(|cursor| async move { client.counts(location, after, cursor.as_deref()).await }).await?;
        let counts = parse::<InventoryCount>(counts);
        let rows =
            all(|cursor| async move { client.catalog(&["ITEM"], after, cursor.as_deref()).await }).await?;
        let mut parsed = parse::<CatalogObject>(rows);
        let mut page = Page { unread: counts.unread, ..Page::default() };
        page.unread.append(&mut parsed.unread);
        let counted: BTreeSet<String> =
            counts.objects.iter().filter_map(|(count, _)| count.catalog_object_id.clone()).collect();
        for (count, _) in &counts.objects {
            self.menu.add_count(&self.place, count);
        }
        let has: BTreeSet<String> = parsed
            .objects
            .iter()
            .flat_map(|(object, _)| object.item_data.iter().flat_map(|item| &item.variations))
            .filter_map(|variation| variation.id.clone())
            .collect();
        let lacking: Vec<String> = counted.difference(&has).cloned().collect();
        for some in lacking.chunks(AT_ONCE) {
            parsed.objects.extend(parse::<CatalogObject>(self.client.items_of(some).await?).objects);
        }
        let mut seen = BTreeSet::new();
        for (object, raw) in parsed.objects {
            if !seen.insert(object.id.clone()) {
                continue;
            }
            page.read.extend(object.id.clone());
            for event in square::items(&self.place, &self.menu, &object) {
                page.take(event, raw.clone());
            }
        }
        Ok(page)
    }

    async fn guests(&mut self, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        let read = self.client.customers(span_of(asked), from).await?;
        let parsed = parse::<Customer>(read.rows);
        let mut page = Page { unread: parsed.unread, next: read.next, ..Page::default() };
        for (customer, raw) in parsed.objects {
            page.take(square::guest(&self.place, &customer), raw);
        }
        Ok(page)
    }

    async fn money(&mut self, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        let (first, until) = span_of(asked);
        let location = self.place.location.clone();
        let mut page = Page::default();
        match from.and_then(|from| from.split_at_checked(1)) {
            None | Some(("p", _)) => {
                let cursor = from.and_then(|from| from.get(1..)).filter(|cursor| !cursor.is_empty());
                let span = (earlier(first, PAYOUTS), until);
                let read = self.client.payouts(&location, span, cursor).await?;
                page.next = Some(read.next.map_or_else(|| "d".to_owned(), |next| format!("p{next}")));
                let parsed = parse::<Payout>(read.rows);
                page.unread.extend(parsed.unread);
                for (payout, raw) in parsed.objects {
                    let (client, id) = (&self.client, payout.id.clone().unwrap_or_default());
                    let id = id.as_str();
                    let entries =
                        all(|cursor| async move { client.payout_entries(id, cursor.as_deref()).await })
                            .await?;
                    let entries: Vec<PayoutEntry> =
                        parse(entries).objects.into_iter().map(|(entry, _)| entry).collect();
                    page.take(square::payout_recorded(&self.place, &payout, Some(&entries)), raw);
                }
            }
            Some((_, cursor)) => {
                let cursor = Some(cursor).filter(|cursor| !cursor.is_empty());
                let read = self.client.disputes(&location, cursor).await?;
                page.next = read.next.map(|next| format!("d{next}"));
                let parsed = parse::<Dispute>(read.rows);
                page.unread.extend(parsed.unread);
                for (dispute, raw) in parsed.objects {
                    page.take(square::dispute_recorded(&self.place, &dispute), raw);
                }
            }
        }
        Ok(page)
    }
}

/// All payments of a location in a span, and those that could not be read.
pub(super) async fn payments(
    client: &Client,
    location: &str,
    by: MoneyTime,
    span: Span,
) -> Result<(Vec<Payment>, Vec<Unread>), PosError> {
    let rows = all(|cursor| async move { client.payments(location, by, span, cursor.as_deref()).await });
    let parsed = parse::<Payment>(rows.await?);
    Ok((parsed.objects.into_iter().map(|(payment, _)| payment).collect(), parsed.unread))
}

/// The moment before: Square finds what changed after a moment, that one not included.
fn before(at: Timestamp) -> Timestamp {
    earlier(at, SignedDuration::from_millis(1))
}

#[async_trait]
impl Reader for SquareReader {
    async fn page(&mut self, feed: Feed, asked: Asked, from: Option<&str>) -> Result<Page, PosError> {
        match feed {
            Feed::Checks => Box::pin(self.checks(asked, from)).await,
            Feed::Shifts => Box::pin(self.shifts(asked)).await,
            Feed::Menu => Box::pin(self.menu(asked)).await,
            Feed::Guests => self.guests(asked, from).await,
            Feed::Money => Box::pin(self.money(asked, from)).await,
        }
    }

    async fn totals(&mut self, on: BusinessDate) -> Result<Option<Counted>, PosError> {
        Box::pin(self.reports.totals(&self.client, &self.place, on)).await
    }

    async fn report(&mut self, on: BusinessDate) -> Result<Option<Report>, PosError> {
        let now = self.clock.now();
        Box::pin(self.reports.report(&self.client, &self.place, on, now)).await.map(Some)
    }

    async fn report_by_hour(
        &mut self,
        on: BusinessDate,
    ) -> Result<Option<Vec<(Timestamp, Figures)>>, PosError> {
        Box::pin(self.reports.by_hour(&self.client, &self.place, on)).await
    }

    async fn report_by_order(
        &mut self,
        on: BusinessDate,
    ) -> Result<Option<Vec<(String, Figures)>>, PosError> {
        Box::pin(self.reports.by_order(&self.client, &self.place, on)).await
    }

    async fn before(&mut self, change: &Change) -> Result<Option<String>, PosError> {
        Writer::new(&self.client, &self.place, self.clock.now()).before(change).await
    }

    async fn write(&mut self, change: &Change, before: Option<&str>) -> Result<(), PosError> {
        Box::pin(Writer::new(&self.client, &self.place, self.clock.now()).write(change, before)).await
    }

    fn checks_of(&self, order: &str) -> Vec<CheckId> {
        square::checks_of(order)
    }
}
