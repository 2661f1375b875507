//! What Clover holds of one merchant.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, CheckId, CustomerId, ItemId, Money};
use saffron_till::{Check, Guest, Item, Payment, Shift};
use serde_json::{Value, json};

use crate::ids::Key;
use crate::trade::{DayTotals, Order, RefundStatus, Return, Site, Stage, Sums};

/// A merchant: one location.
#[derive(Debug, Clone)]
pub struct Merchant {
    /// Clover's id of it.
    pub id: String,
    /// What its trade is of.
    pub site: Site,
}

impl Merchant {
    /// A merchant with this location.
    #[must_use]
    pub fn new(site: Site) -> Merchant {
        Merchant { id: id(&[&site.pos_id, &"clover merchant"]), site }
    }
}

/// An id as Clover makes them: 13 digits and capital letters.
pub fn id(parts: &[&dyn std::fmt::Display]) -> String {
    format!("{:.13}", Key::of(parts)).to_uppercase()
}

/// An order from a moment on.
#[derive(Debug, Clone)]
pub struct Version {
    /// Since when Clover has it.
    pub at: Timestamp,
    pub order: Arc<Order>,
    /// When the order itself was changed: a tip changes the payment alone.
    pub modified: Timestamp,
    /// When each payment was changed.
    pub payments: Vec<Timestamp>,
}

/// Money that was given back, from a moment on.
#[derive(Debug, Clone)]
pub struct Back {
    /// The id of the refund check.
    pub check: CheckId,
    pub versions: Vec<(Timestamp, Return)>,
}

/// An order with all that belongs to it.
#[derive(Debug, Default)]
pub struct Record {
    pub id: String,
    /// When Clover first had it.
    pub arrived: Timestamp,
    versions: Vec<Version>,
    backs: Vec<Back>,
}

impl Record {
    /// The version of a moment.
    pub fn as_of(&self, at: Timestamp) -> Option<&Version> {
        self.versions.iter().rev().find(|version| version.at <= at)
    }

    /// What was given back by a moment, with its last change.
    pub fn backs(&self, at: Timestamp) -> impl Iterator<Item = (Timestamp, &Return)> {
        self.backs.iter().filter_map(move |back| {
            back.versions.iter().rev().find(|(since, _)| *since <= at).map(|(since, back)| (*since, back))
        })
    }

    fn put(&mut self, order: Order, at: Timestamp) {
        let before = self.versions.last();
        if before.is_some_and(|before| *before.order == order) {
            return;
        }
        let least = before.and_then(|before| before.at.checked_add(SignedDuration::from_millis(1)).ok());
        let at = least.map_or(at, |least| at.max(least));
        let payments: Vec<Payment> = order.sale.iter().flat_map(|check| check.payments.clone()).collect();
        let known = before.map(|before| {
            let of = before.order.sale.iter().flat_map(|check| check.payments.clone());
            of.zip(before.payments.iter().copied()).collect::<Vec<_>>()
        });
        let was_voided = |order: &Order| order.sale.as_ref().map(|check| check.voided);
        let is_voided = before.is_some_and(|before| was_voided(&before.order) != was_voided(&order));
        let stamp = |(index, payment): (usize, &Payment)| {
            let same = known.as_ref().and_then(|known| known.get(index));
            same.filter(|(known, _)| known == payment && !is_voided).map_or(at, |(_, since)| *since)
        };
        let stamps = payments.iter().enumerate().map(stamp).collect();
        let modified = before.filter(|before| without_tips(&before.order) == without_tips(&order));
        let modified = modified.map_or(at, |before| before.modified);
        self.versions.push(Version { at, order: Arc::new(order), modified, payments: stamps });
    }
}

/// An order without what may change later and leaves it as it was.
fn without_tips(order: &Order) -> Order {
    let mut order = order.clone();
    if let Some(check) = &mut order.sale {
        check.revision = 0;
        check.payments.iter_mut().for_each(|payment| payment.tip = Money::ZERO);
    }
    order
}

/// A merchant with all its objects.
#[derive(Debug)]
pub struct Account {
    pub merchant: Merchant,
    /// By Clover's id.
    pub records: BTreeMap<String, Record>,
    pub items: BTreeMap<ItemId, (Item, Timestamp)>,
    pub guests: BTreeMap<CustomerId, (Guest, Timestamp)>,
    /// Names and jobs by the trade's ids.
    pub team: BTreeMap<String, (String, String)>,
    pub shifts: BTreeMap<String, Shift>,
}

impl Account {
    pub fn new(merchant: Merchant) -> Account {
        Account {
            merchant,
            records: BTreeMap::new(),
            items: BTreeMap::new(),
            guests: BTreeMap::new(),
            team: BTreeMap::new(),
            shifts: BTreeMap::new(),
        }
    }

    /// The id of the order of a check.
    pub fn order_id(&self, check: &CheckId) -> String {
        id(&[&self.merchant.id, check, &"order"])
    }

    /// The id of a person.
    pub fn employee_id(&self, person: &str) -> String {
        id(&[&self.merchant.id, &person, &"employee"])
    }

    fn record(&mut self, check: &CheckId, at: Timestamp) -> &mut Record {
        let id = self.order_id(check);
        let fresh = || Record { id: id.clone(), arrived: at, ..Record::default() };
        self.records.entry(id.clone()).or_insert_with(fresh)
    }

    /// Puts an order in. What came back belongs to the order of the sale; without one, to an order of its own.
    pub fn put_order(&mut self, order: Order, at: Timestamp) -> anyhow::Result<()> {
        let check = order.check().context("an order has a sale or a return")?;
        let people = check.employee.iter().chain(&check.cashier).cloned().collect::<Vec<_>>();
        for person in people {
            let job = "Server".to_owned();
            self.team.entry(person.id).or_insert((person.name, job));
        }
        for back in &order.returns {
            let sale = back.check.refund_of.clone().filter(|_| back.is_linked);
            let of = sale.unwrap_or_else(|| back.check.id.clone());
            let record = self.record(&of, at);
            match record.backs.iter_mut().find(|known| known.check == back.check.id) {
                Some(known) => known.versions.push((at, back.clone())),
                None => record
                    .backs
                    .push(Back { check: back.check.id.clone(), versions: vec![(at, back.clone())] }),
            }
        }
        if let Some(id) = order.sale.as_ref().map(|check| check.id.clone()) {
            self.record(&id, at).put(order, at);
        }
        Ok(())
    }

    pub fn put_shift(&mut self, shift: &Shift) {
        let person = shift.employee.clone();
        self.team.insert(person.id, (person.name, shift.job.clone()));
        self.shifts.insert(id(&[&self.merchant.id, &shift.id, &"shift"]), shift.clone());
    }

    /// What a date comes to, counted from the trade.
    pub fn totals(&self, on: BusinessDate) -> DayTotals {
        let site = &self.merchant.site;
        let mut sums = Sums::default();
        let mut add = |check: &Check| {
            if site.date_of(check) == on {
                sums.add(&Sums::of(check));
            }
        };
        for record in self.records.values() {
            let sale = record
                .as_of(Timestamp::MAX)
                .filter(|version| matches!(version.order.stage, Stage::Closed | Stage::Signing));
            sale.iter()
                .filter_map(|of| of.order.sale.as_ref())
                .filter(|check| !check.voided)
                .for_each(&mut add);
            let done =
                record.backs(Timestamp::MAX).filter(|(_, back)| back.status == RefundStatus::Completed);
            done.for_each(|(_, back)| add(&back.check));
        }
        sums.of_day()
    }

    /// How much of everything there is.
    pub fn counts(&self) -> Value {
        json!({
            "merchant": self.merchant.id, "name": self.merchant.site.name, "orders": self.records.len(),
            "items": self.items.len(), "customers": self.guests.len(), "employees": self.team.len(),
            "shifts": self.shifts.len(),
        })
    }
}
