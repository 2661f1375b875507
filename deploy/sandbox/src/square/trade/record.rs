//! An order with its versions. What Square does not touch stays as it was: a tip or a fee that comes later changes the
//! payment, and the order still shows the old one.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use saffron_core::Money;
use saffron_till::{Check, Payment};

use super::merchant::Location;
use super::{Order, Origin, RefundStatus, Stage};

/// An order, oldest version first.
#[derive(Debug)]
pub struct Record {
    /// Square's id.
    pub id: String,
    /// The index of its location.
    pub place: usize,
    /// The ids of its payments.
    pub payments: Vec<String>,
    /// The ids of its refunds.
    pub refunds: Vec<String>,
    versions: Vec<Version>,
}

/// An order from a moment on.
#[derive(Debug, Clone)]
pub struct Version {
    /// Since when Square has it.
    pub at: Timestamp,
    /// The trade.
    pub order: Arc<Order>,
    /// The trade as the order's object shows it.
    pub shown: Arc<Order>,
    /// `created_at` of the order.
    pub created: Timestamp,
    /// `updated_at` of the order.
    pub updated: Timestamp,
    /// `closed_at` of the order.
    pub closed: Option<Timestamp>,
    /// How often the order was changed.
    pub changes: i64,
    /// When Square first had it.
    pub arrived: Timestamp,
    /// `updated_at` of each payment.
    pub payments: Vec<Timestamp>,
    /// `updated_at` of each refund, in order of the returns and their payments.
    pub refunds: Vec<Timestamp>,
}

impl Record {
    /// An order that Square did not have before.
    pub fn new(id: String, place: usize) -> Record {
        Record { id, place, payments: Vec::new(), refunds: Vec::new(), versions: Vec::new() }
    }

    /// The present version.
    pub fn last(&self) -> Option<&Version> {
        self.versions.last()
    }

    /// The version of a moment.
    pub fn as_of(&self, at: Timestamp) -> Option<&Version> {
        self.versions.iter().rev().find(|version| version.at <= at)
    }

    /// Adds a version, unless nothing changed; gives it with the one before.
    pub fn put(
        &mut self,
        order: Order,
        place: &Location,
        at: Timestamp,
    ) -> Option<(Option<Version>, &Version)> {
        let before = self.versions.last().cloned();
        if before.as_ref().is_some_and(|before| *before.order == order) {
            return None;
        }
        // Of two versions the later one has the later time, whatever the clock does.
        let least = before.as_ref().map(|before| before.at.saturating_add(SignedDuration::from_millis(1)));
        let at = least.and_then(Result::ok).map_or(at, |least| at.max(least));
        let order = Arc::new(order);
        let version = match &before {
            None => first(order, place, at),
            Some(before) => next(order, before, place, at),
        };
        self.versions.push(version);
        self.versions.last().map(|version| (before, version))
    }
}

fn first(order: Arc<Order>, place: &Location, at: Timestamp) -> Version {
    let created = order.check().map_or(at, |check| place.at(check.open_time));
    let count = |checks: &mut dyn Iterator<Item = &Check>| checks.map(|check| check.payments.len()).sum();
    let payments: usize = count(&mut order.sale.iter());
    let refunds: usize = count(&mut order.returns.iter().map(|returned| &returned.check));
    Version {
        at,
        shown: order.clone(),
        created,
        updated: at,
        closed: closing(&order, place, at, None),
        changes: 1,
        arrived: at,
        payments: vec![at; payments],
        refunds: vec![at; refunds],
        order,
    }
}

fn next(order: Arc<Order>, before: &Version, place: &Location, at: Timestamp) -> Version {
    let is_changed = without_late(&order) != without_late(&before.order);
    let stage_changed = order.stage != before.order.stage
        || order.sale.as_ref().map(|check| check.voided)
            != before.order.sale.as_ref().map(|check| check.voided);
    let payments = |order: &Order| -> Vec<Payment> {
        order.sale.iter().flat_map(|check| check.payments.clone()).collect()
    };
    let refunds = |order: &Order| -> Vec<(Payment, RefundStatus)> {
        let of = |returned: &super::Return| {
            let status = returned.status;
            returned.check.payments.clone().into_iter().map(move |payment| (payment, status))
        };
        order.returns.iter().flat_map(of).collect()
    };
    let payments = stamps(&payments(&order), &payments(&before.order), &before.payments, stage_changed, at);
    let refunds = stamps(&refunds(&order), &refunds(&before.order), &before.refunds, false, at);
    Version {
        at,
        shown: if is_changed { order.clone() } else { before.shown.clone() },
        created: before.created,
        updated: if is_changed { at } else { before.updated },
        closed: closing(&order, place, at, Some(before)),
        changes: before.changes + i64::from(is_changed),
        arrived: before.arrived,
        payments,
        refunds,
        order,
    }
}

/// When each of the objects was changed last.
fn stamps<T: PartialEq>(
    now: &[T],
    before: &[T],
    stamps: &[Timestamp],
    all: bool,
    at: Timestamp,
) -> Vec<Timestamp> {
    let stamp = |(index, object): (usize, &T)| {
        let is_same = !all && before.get(index) == Some(object);
        stamps.get(index).copied().filter(|_| is_same).unwrap_or(at)
    };
    now.iter().enumerate().map(stamp).collect()
}

/// `closed_at`: when the order reached its end, which for sign and tip is when it was settled.
fn closing(order: &Order, place: &Location, at: Timestamp, before: Option<&Version>) -> Option<Timestamp> {
    if let Some(closed) = before.and_then(|before| before.closed) {
        return Some(closed);
    }
    let is_voided = order.sale.as_ref().is_some_and(|check| check.voided);
    let is_open = matches!(order.stage, Stage::Draft | Stage::Cart | Stage::Partly | Stage::Signing);
    if is_open && !is_voided {
        return None;
    }
    let was_signing = before.is_some_and(|before| before.order.stage == Stage::Signing);
    let is_late = order.origin == Origin::OfflineTill || was_signing;
    if is_late { Some(at) } else { order.check().map(|check| place.at(check.close_time)) }
}

/// The order without what may change later and leaves the order's object as it was.
fn without_late(order: &Order) -> Order {
    let strip = |check: &mut Check| {
        check.revision = 0;
        for payment in &mut check.payments {
            (payment.tip, payment.fee) = (Money::ZERO, None);
        }
    };
    let mut order = order.clone();
    order.sale.iter_mut().for_each(strip);
    for returned in &mut order.returns {
        strip(&mut returned.check);
        returned.status = RefundStatus::Pending;
    }
    order
}
