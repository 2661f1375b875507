//! What Square holds of one merchant.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context as _;
use jiff::Timestamp;
use saffron_core::{CustomerId, ItemId, Money, PosId, ShiftId};
use saffron_till::{Check, Guest, Item, Shift};
use serde_json::{Value, json};

use super::event::Happened;
use super::show::{self, Dish, Guestbook, Local, Member, Refunded, View};
use super::trade::{Dispute, Location, Merchant, Order, Payout, Record, customer_id, order_id, timecard_id};

/// The most answers that are kept for repeated calls.
const ANSWERS_KEPT: usize = 10_000;

/// A timecard.
#[derive(Debug)]
pub struct Card {
    pub shift: Shift,
    pub created: Timestamp,
    pub updated: Timestamp,
    pub version: i64,
}

/// A merchant with all its objects.
#[derive(Debug)]
pub struct Account {
    pub merchant: Merchant,
    /// By Square's id.
    pub orders: BTreeMap<String, Record>,
    /// Order and place in it, by the payment's id.
    pub payments: HashMap<String, (String, usize)>,
    /// The same by the refund's id.
    pub refunds: HashMap<String, (String, usize)>,
    /// What came out of each payment.
    pub refunded: HashMap<String, Vec<Refunded>>,
    pub dishes: BTreeMap<ItemId, Dish>,
    pub guests: Guestbook,
    pub team: BTreeMap<String, Member>,
    /// By Square's id.
    pub cards: BTreeMap<String, Card>,
    pub payouts: BTreeMap<String, (Payout, Timestamp)>,
    /// With the number of changes.
    pub disputes: BTreeMap<String, (Dispute, Timestamp, i64)>,
    /// The names of discounts in the catalog, with the time at which each was first used.
    pub discounts: BTreeMap<String, Timestamp>,
    /// Whether no events are made of orders.
    pub is_quiet: bool,
    /// Answers by idempotency key.
    answers: HashMap<String, Value>,
}

impl Account {
    pub fn new(merchant: Merchant) -> Account {
        Account {
            merchant,
            orders: BTreeMap::new(),
            payments: HashMap::new(),
            refunds: HashMap::new(),
            refunded: HashMap::new(),
            dishes: BTreeMap::new(),
            guests: BTreeMap::new(),
            team: BTreeMap::new(),
            cards: BTreeMap::new(),
            payouts: BTreeMap::new(),
            disputes: BTreeMap::new(),
            discounts: BTreeMap::new(),
            is_quiet: false,
            answers: HashMap::new(),
        }
    }

    /// The view of a location by its place among the merchant's.
    pub fn view(&self, place: usize) -> Option<View<'_>> {
        Some(View { merchant: &self.merchant, place: self.merchant.locations.get(place)? })
    }

    /// The view of a location by Square's id.
    pub fn view_of(&self, id: &str) -> Option<View<'_>> {
        Some(View { merchant: &self.merchant, place: self.merchant.location(id)? })
    }

    /// The view of the main location.
    pub fn main(&self) -> Option<View<'_>> {
        self.view(0)
    }

    /// The place among the merchant's of the trade's location.
    pub fn place(&self, pos_id: &PosId) -> Option<(usize, &Location)> {
        self.merchant.locations.iter().enumerate().find(|(_, place)| place.pos_id == *pos_id)
    }

    fn placed(&self, pos_id: &PosId) -> anyhow::Result<View<'_>> {
        let place = self.place(pos_id).with_context(|| format!("{pos_id} is no location of the merchant"))?.1;
        Ok(View { merchant: &self.merchant, place })
    }

    /// Puts an order in; gives Square's id of it, and its events.
    pub fn put_order(&mut self, order: Order, at: Timestamp) -> anyhow::Result<(String, Vec<Happened>)> {
        let check = order.check().context("an order has a sale or a return")?.clone();
        let (index, place) = self.place(&check.pos_id).context("an order of another merchant")?;
        let place = place.clone();
        self.meet(order.sale.iter().chain(order.returns.iter().map(|returned| &returned.check)), at);
        if self.merchant.discounts_in_catalog {
            let named = check.discounts.iter().chain(check.lines.iter().flat_map(|line| &line.discounts));
            named.for_each(|discount| {
                self.discounts.entry(discount.name.clone()).or_insert(at);
            });
        }
        let id = order_id(&check.pos_id, &check.id);
        let record = self.orders.entry(id.clone()).or_insert_with(|| Record::new(id.clone(), index));
        let Some((before, version)) = record.put(order, &place, at) else { return Ok((id, Vec::new())) };
        let version = version.clone();
        let view = View { merchant: &self.merchant, place: &place };
        let Some(record) = self.orders.get(&id) else { return Ok((id, Vec::new())) };
        let is_sent = !self.is_quiet;
        let mut happened = Vec::new();
        if is_sent {
            happened = Happened::of_order(&view, record, before.as_ref(), &version);
        }
        let (mut payments, mut refunds) = (Vec::new(), Vec::new());
        for (number, refund) in show::refunds_of(&view, record, &version.order).iter().enumerate() {
            refunds.push(refund.id.clone());
            self.refunds.insert(refund.id.clone(), (id.clone(), number));
            let at = version.refunds.get(number).copied().unwrap_or(version.at);
            let back = self.refunded.entry(refund.payment.clone()).or_default();
            back.retain(|known| known.id != refund.id);
            back.push(Refunded { id: refund.id.clone(), amount: refund.amount, status: refund.status, at });
        }
        if let Some(sale) = &version.order.sale {
            for number in 0..sale.payments.len() {
                let payment = show::payment_of(record, sale, number);
                if is_sent {
                    let back = self.refunded.get(&payment).map_or(&[][..], Vec::as_slice);
                    let before = before.as_ref();
                    happened.extend(Happened::of_payment(&view, record, before, &version, number, back));
                }
                payments.push(payment.clone());
                self.payments.insert(payment, (id.clone(), number));
            }
        }
        for refund in show::refunds_of(&view, record, &version.order).iter().filter(|_| is_sent) {
            happened.extend(self.given_back(&refund.payment, version.at));
        }
        if let Some(record) = self.orders.get_mut(&id) {
            (record.payments, record.refunds) = (payments, refunds);
        }
        Ok((id, happened))
    }

    /// The event of a payment of which a refund was just made or changed.
    fn given_back(&self, payment: &str, at: Timestamp) -> Option<Happened> {
        let back = self.refunded.get(payment).filter(|back| back.iter().any(|refund| refund.at == at))?;
        let (order, number) = self.payments.get(payment)?;
        let record = self.orders.get(order)?;
        let shown = show::payment(&self.view(record.place)?, record, record.last()?, *number, back)?;
        Some(Happened::object("payment.updated", at, "payment", shown))
    }

    /// The answer that was given to an idempotency key before.
    pub fn answered(&self, key: &str) -> Option<Value> {
        self.answers.get(key).cloned()
    }

    /// Keeps an answer under its idempotency key; of very many, all are forgotten.
    pub fn keep_answer(&mut self, key: &str, answer: Value) {
        if self.answers.len() >= ANSWERS_KEPT {
            self.answers.clear();
        }
        self.answers.insert(key.to_owned(), answer);
    }

    /// Adds the people that checks name to the team.
    fn meet<'a>(&mut self, checks: impl Iterator<Item = &'a Check>, at: Timestamp) {
        for person in checks.flat_map(|check| check.employee.iter().chain(&check.cashier)) {
            self.member(&person.id, &person.name, at);
        }
    }

    fn member(&mut self, id: &str, name: &str, at: Timestamp) -> &mut Member {
        let made = || Member { id: id.to_owned(), name: name.to_owned(), jobs: BTreeMap::new(), updated: at };
        let member = self.team.entry(id.to_owned()).or_insert_with(made);
        if member.name != name {
            (member.name, member.updated) = (name.to_owned(), at);
        }
        member
    }

    /// Puts an item of a location in. What the item has at one location only is its own; elsewhere it overrides.
    pub fn put_item(&mut self, item: &Item, at: Timestamp) -> anyhow::Result<Vec<Happened>> {
        let place = self.placed(&item.pos_id)?.place.clone();
        let before = self.dishes.get(&item.id).cloned();
        let made = || Dish {
            item: item.id.clone(),
            name: item.name.clone(),
            major: item.major_category.clone(),
            minor: item.minor_category.clone(),
            price: item.price,
            cost: item.cost,
            places: BTreeMap::new(),
            is_deleted: false,
            updated: at,
        };
        let dish = self.dishes.entry(item.id.clone()).or_insert_with(made);
        dish.name.clone_from(&item.name);
        dish.major.clone_from(&item.major_category);
        dish.minor.clone_from(&item.minor_category);
        (dish.cost, dish.is_deleted) = (item.cost, false);
        let is_alone = dish.places.keys().all(|known| *known == place.id);
        if is_alone {
            dish.price = item.price;
        }
        let counted_before = dish.places.get(&place.id).map(|local| (local.stock, local.counted));
        let counted = match counted_before {
            Some((stock, counted)) if stock == item.stock => counted,
            _ => item.stock.map(|_| at),
        };
        let local = Local {
            price: (item.price != dish.price).then_some(item.price),
            is_tracked: item.stock.is_some(),
            stock: item.stock,
            low: item.low_stock,
            sold_out: item.sold_out.then(|| item.sold_out_until.map(|until| place.at(until))),
            counted,
        };
        dish.places.insert(place.id.clone(), local);
        Ok(self.dish_changed(&item.id, before, &place, at))
    }

    /// Notes that a dish was changed, if it was; gives the events.
    pub fn dish_changed(
        &mut self,
        item: &ItemId,
        before: Option<Dish>,
        place: &Location,
        at: Timestamp,
    ) -> Vec<Happened> {
        let Some(dish) = self.dishes.get_mut(item) else { return Vec::new() };
        if before.as_ref() == Some(dish) {
            return Vec::new();
        }
        let stock = |dish: &Dish| dish.places.get(&place.id).and_then(|local| local.stock);
        let was_counted = before.as_ref().is_some_and(|before| stock(before) == stock(dish));
        let plain = |dish: &Dish| {
            let mut dish = dish.clone();
            for local in dish.places.values_mut() {
                (local.stock, local.counted) = (local.stock.map(|_| saffron_core::Quantity::ZERO), None);
            }
            dish
        };
        let mut happened = Vec::new();
        if before.as_ref().map(plain) != Some(plain(dish)) {
            dish.updated = at;
            happened.push(Happened::catalog(at));
        }
        let view = View { merchant: &self.merchant, place };
        let counts = (!was_counted).then(|| self.dishes.get(item).and_then(|dish| show::count(&view, dish)));
        happened.extend(counts.flatten().map(|count| Happened::counts(at, item, vec![count])));
        happened
    }

    /// Removes an item from the catalog.
    pub fn remove_item(&mut self, item: &ItemId, at: Timestamp) -> Vec<Happened> {
        let Some(dish) = self.dishes.get_mut(item) else { return Vec::new() };
        (dish.is_deleted, dish.updated) = (true, at);
        vec![Happened::catalog(at)]
    }

    /// Puts a guest in.
    pub fn put_guest(&mut self, guest: &Guest, at: Timestamp) -> Vec<Happened> {
        let before = self.guests.get(&guest.id);
        if before.is_some_and(|(known, _, is_gone)| known == guest && !is_gone) {
            return Vec::new();
        }
        let kind = if before.is_some() { "customer.updated" } else { "customer.created" };
        self.guests.insert(guest.id.clone(), (guest.clone(), at, false));
        let shown = show::customer(&self.merchant.id, guest, at);
        vec![Happened::object(kind, at, "customer", shown)]
    }

    /// Merges guests into another one; the events say so.
    pub fn merge_guests(&mut self, from: &[CustomerId], into: &Guest, at: Timestamp) -> Vec<Happened> {
        let merchant = self.merchant.id.clone();
        let ids: Vec<String> = from.iter().map(|id| customer_id(&merchant, id)).collect();
        let merge = json!({ "from_customer_ids": ids, "to_customer_id": customer_id(&merchant, &into.id) });
        let removed: Vec<Happened> = from.iter().flat_map(|id| self.remove_guest(id, at)).collect();
        let made = self.put_guest(into, at);
        let with_context = |mut event: Happened| {
            if let Some(object) = event.data.get_mut("object").and_then(Value::as_object_mut) {
                object.insert("event_context".to_owned(), json!({ "merge": merge }));
            }
            event
        };
        removed.into_iter().chain(made).map(with_context).collect()
    }

    /// Removes a guest.
    pub fn remove_guest(&mut self, guest: &CustomerId, at: Timestamp) -> Vec<Happened> {
        let Some((known, updated, is_gone)) = self.guests.get_mut(guest) else { return Vec::new() };
        (*updated, *is_gone) = (at, true);
        let shown = show::customer(&self.merchant.id, known, at);
        vec![Happened::object("customer.deleted", at, "customer", shown)]
    }

    /// Puts a shift in.
    pub fn put_shift(&mut self, shift: &Shift, at: Timestamp) -> anyhow::Result<Vec<Happened>> {
        let place = self.placed(&shift.pos_id)?.place.clone();
        let member = self.member(&shift.employee.id, &shift.employee.name, at);
        if member.jobs.insert(shift.job.clone(), shift.rate) != Some(shift.rate) {
            member.updated = at;
        }
        let id = timecard_id(&shift.pos_id, &shift.id);
        let before = self.cards.get(&id);
        if before.is_some_and(|card| card.shift == *shift) {
            return Ok(Vec::new());
        }
        let (created, version) = before.map_or((at, 1), |card| (card.created, card.version + 1));
        let kind = if before.is_some() { "labor.timecard.updated" } else { "labor.timecard.created" };
        let view = View { merchant: &self.merchant, place: &place };
        let shown = show::timecard(&view, shift, created, at, version);
        self.cards.insert(id, Card { shift: shift.clone(), created, updated: at, version });
        Ok(vec![Happened::object(kind, at, "timecard", shown)])
    }

    /// Removes a shift: only a webhook tells.
    pub fn remove_shift(&mut self, pos_id: &PosId, shift: &ShiftId, at: Timestamp) -> Vec<Happened> {
        let id = timecard_id(pos_id, shift);
        let removed = self.cards.remove(&id);
        removed.map(|_| Happened::deleted("labor.timecard.deleted", at, &id)).into_iter().collect()
    }

    /// Puts a payout in.
    pub fn put_payout(&mut self, payout: Payout, at: Timestamp) -> anyhow::Result<Vec<Happened>> {
        let shown = show::payout(&self.placed(&payout.pos_id)?, &payout, at);
        let kind = match payout.status {
            "PAID" => "payout.paid",
            "FAILED" => "payout.failed",
            _ => "payout.sent",
        };
        self.payouts.insert(payout.id.clone(), (payout, at));
        Ok(vec![Happened::object(kind, at, "payout", shown)])
    }

    /// Puts a dispute in.
    pub fn put_dispute(&mut self, dispute: Dispute, at: Timestamp) -> anyhow::Result<Vec<Happened>> {
        let before = self.disputes.get(&dispute.id).map(|(_, _, version)| *version);
        let version = before.unwrap_or(0) + 1;
        let shown = show::dispute(&self.placed(&dispute.pos_id)?, &dispute, at, version);
        self.disputes.insert(dispute.id.clone(), (dispute, at, version));
        let kind = if before.is_some() { "dispute.state.updated" } else { "dispute.created" };
        // Unlike the others, its object is named `object`.
        Ok(vec![Happened::object(kind, at, "object", shown)])
    }

    /// How much of everything there is.
    pub fn counts(&self) -> Value {
        let money: Money = self.refunded.values().flatten().map(|refund| refund.amount).sum();
        json!({
            "merchant": self.merchant.id, "name": self.merchant.name, "locations": self.merchant.locations.len(),
            "orders": self.orders.len(), "payments": self.payments.len(), "refunds": self.refunds.len(),
            "refundedCents": money.cents(), "items": self.dishes.len(), "customers": self.guests.len(),
            "timecards": self.cards.len(), "payouts": self.payouts.len(), "disputes": self.disputes.len(),
        })
    }
}
