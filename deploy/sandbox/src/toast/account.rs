//! What Toast holds of one restaurant.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::Arc;

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, CheckId, CustomerId, ItemId};
use saffron_till::{Check, Guest, Item, Shift};
use serde_json::{Value, json};

use crate::ids::Key;
use crate::trade::{DayTotals, Order, RefundStatus, Return, Site, Stage, Sums};

/// A restaurant: one location.
#[derive(Debug, Clone)]
pub struct Restaurant {
    /// Its GUID.
    pub id: String,
    /// The GUID of its management group.
    pub group: String,
    /// What its trade is of.
    pub site: Site,
}

impl Restaurant {
    /// A restaurant with this location, in a group of this name.
    #[must_use]
    pub fn new(site: Site) -> Restaurant {
        let group = guid(&[&"group"]);
        Restaurant { id: guid(&[&site.pos_id, &"restaurant"]), group, site }
    }
}

/// The GUID of the object that these parts identify.
pub fn guid(parts: &[&dyn Display]) -> String {
    Key::of(parts).guid()
}

/// An order with all that belongs to it, in its versions.
#[derive(Debug, Default)]
pub struct Record {
    pub id: String,
    versions: Vec<(Timestamp, Arc<Order>)>,
    backs: Vec<(Timestamp, Return)>,
}

impl Record {
    /// The version of a moment, and since when it is so.
    pub fn as_of(&self, at: Timestamp) -> Option<(Timestamp, &Order)> {
        let version = self.versions.iter().rev().find(|(since, _)| *since <= at)?;
        Some((version.0, &version.1))
    }

    /// What was given back by a moment: each refund in its last version.
    pub fn backs(&self, at: Timestamp) -> impl Iterator<Item = (Timestamp, &Return)> {
        let known = self.backs.iter().filter(move |(since, _)| *since <= at);
        let last: BTreeMap<&CheckId, (Timestamp, &Return)> =
            known.map(|(since, back)| (&back.check.id, (*since, back))).collect();
        last.into_values().filter(|(_, back)| back.status == RefundStatus::Completed)
    }

    fn put(&mut self, order: Order, at: Timestamp) {
        let before = self.versions.last();
        if before.is_some_and(|(_, before)| **before == order) {
            return;
        }
        let least = before.and_then(|(before, _)| before.checked_add(SignedDuration::from_millis(1)).ok());
        self.versions.push((least.map_or(at, |least| at.max(least)), Arc::new(order)));
    }
}

/// A restaurant with all its objects.
#[derive(Debug)]
pub struct Account {
    pub restaurant: Restaurant,
    /// By Toast's GUID.
    pub records: BTreeMap<String, Record>,
    pub items: BTreeMap<ItemId, Item>,
    /// When the menus were published.
    pub published: Option<Timestamp>,
    pub guests: BTreeMap<CustomerId, Guest>,
    /// Names by the trade's ids.
    pub team: BTreeMap<String, String>,
    pub jobs: BTreeSet<String>,
    /// With the time of the last change.
    pub shifts: BTreeMap<String, (Shift, Timestamp)>,
    /// What the restaurant set up: names by the lists of the configuration.
    names: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Account {
    pub const fn new(restaurant: Restaurant) -> Account {
        Account {
            restaurant,
            records: BTreeMap::new(),
            items: BTreeMap::new(),
            published: None,
            guests: BTreeMap::new(),
            team: BTreeMap::new(),
            jobs: BTreeSet::new(),
            shifts: BTreeMap::new(),
            names: BTreeMap::new(),
        }
    }

    /// The GUID of something of the restaurant.
    pub fn guid(&self, parts: &[&dyn Display]) -> String {
        let own: [&dyn Display; 1] = [&self.restaurant.id];
        let all: Vec<&dyn Display> = own.into_iter().chain(parts.iter().copied()).collect();
        guid(&all)
    }

    /// A list of the configuration; none if there is no such list.
    pub fn list(&self, list: &str) -> Option<Vec<Value>> {
        const LISTS: [&str; 8] = [
            "alternatePaymentTypes",
            "diningOptions",
            "discounts",
            "revenueCenters",
            "salesCategories",
            "serviceCharges",
            "tables",
            "voidReasons",
        ];
        let list = LISTS.into_iter().find(|known| *known == list)?;
        let names = self.names.get(list).into_iter().flatten();
        Some(
            names
                .map(|name| json!({ "guid": self.guid(&[&list, &name]), "entityType": list, "name": name }))
                .collect(),
        )
    }

    fn name(&mut self, list: &'static str, name: Option<&str>) {
        if let Some(name) = name {
            self.names.entry(list).or_default().insert(name.to_owned());
        }
    }

    fn note(&mut self, check: &Check) {
        for person in check.employee.iter().chain(&check.cashier) {
            self.team.insert(person.id.clone(), person.name.clone());
        }
        self.name("tables", check.table.as_deref());
        self.name("revenueCenters", check.revenue_center.as_deref());
        self.name("diningOptions", check.order_type.as_deref());
        self.name("diningOptions", check.order_source.as_deref());
        for line in &check.lines {
            self.name("salesCategories", line.major_category.as_deref());
            self.name("voidReasons", line.reason.as_deref());
        }
        self.name("voidReasons", check.reason.as_deref());
        for payment in &check.payments {
            self.name("alternatePaymentTypes", Some(&payment.tender));
        }
    }

    /// Puts an order in. What came back belongs to the order of the sale: Toast has no refund without one.
    pub fn put_order(&mut self, order: Order, at: Timestamp) -> anyhow::Result<()> {
        for back in &order.returns {
            self.note(&back.check);
            let sale = back.check.refund_of.as_ref().map(|sale| self.guid(&[sale, &"order"]));
            let record = sale.and_then(|sale| self.records.get_mut(&sale));
            record.context("a refund has its sale")?.backs.push((at, back.clone()));
        }
        if let Some(check) = &order.sale {
            self.note(check);
            let id = self.guid(&[&check.id, &"order"]);
            let record = self.records.entry(id.clone()).or_default();
            record.id = id;
            record.put(order, at);
        }
        Ok(())
    }

    pub fn put_item(&mut self, item: &Item, at: Timestamp) {
        let before = self.items.insert(item.id.clone(), item.clone());
        // What is left of an item is no part of a menu.
        let shown = |item: &Item| {
            (item.name.clone(), item.price, item.major_category.clone(), item.minor_category.clone())
        };
        if before.as_ref().map(shown) != Some(shown(item)) {
            self.published = self.published.max(Some(at));
        }
    }

    pub fn remove_item(&mut self, item: &ItemId, at: Timestamp) {
        self.items.remove(item);
        self.published = self.published.max(Some(at));
    }

    pub fn put_shift(&mut self, shift: &Shift, at: Timestamp) {
        self.team.insert(shift.employee.id.clone(), shift.employee.name.clone());
        self.jobs.insert(shift.job.clone());
        self.shifts.insert(self.guid(&[&shift.id, &"time entry"]), (shift.clone(), at));
    }

    /// What a date comes to, counted from the trade.
    pub fn totals(&self, on: BusinessDate) -> DayTotals {
        let site = &self.restaurant.site;
        let mut sums = Sums::default();
        let mut add = |check: &Check| {
            if site.date_of(check) == on {
                sums.add(&Sums::of(check));
            }
        };
        for record in self.records.values() {
            let sale = record.as_of(Timestamp::MAX).map(|(_, order)| order);
            let sale = sale.filter(|order| matches!(order.stage, Stage::Closed | Stage::Signing));
            let sale = sale.and_then(|order| order.sale.as_ref()).filter(|check| !check.voided);
            sale.into_iter().for_each(&mut add);
            record.backs(Timestamp::MAX).for_each(|(_, back)| add(&back.check));
        }
        sums.of_day()
    }

    /// How much of everything there is.
    pub fn counts(&self) -> Value {
        json!({
            "merchant": self.restaurant.id, "name": self.restaurant.site.name, "orders": self.records.len(),
            "items": self.items.len(), "customers": self.guests.len(), "employees": self.team.len(),
            "shifts": self.shifts.len(),
        })
    }
}
