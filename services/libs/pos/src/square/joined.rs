//! Pages as they are read, and the money that belongs to orders.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;

use super::OrderAndMoney;
use super::client::Rows;
use super::model::{Kind, Order, Payment, PaymentRefund, Read};
use crate::PosError;
use crate::adapter::Unread;

/// The most pages of one list that is read as a whole.
const MOST_PAGES: usize = 500;

/// Objects that could be read, each with its JSON, and those that could not.
pub(super) struct Parsed<T> {
    pub(super) objects: Vec<(T, Box<RawValue>)>,
    pub(super) unread: Vec<Unread>,
}

pub(super) fn parse<T: Kind + serde::de::DeserializeOwned>(rows: Vec<Box<RawValue>>) -> Parsed<T> {
    let (mut objects, mut unread) = (Vec::with_capacity(rows.len()), Vec::new());
    for raw in rows {
        match Read::<T>::of(raw.get()) {
            Read::Object(object) => objects.push((*object, raw)),
            Read::Unreadable(unmapped) => unread.push(Unread { unmapped, raw }),
        }
    }
    Parsed { objects, unread }
}

/// All pages of a list.
pub(super) async fn all<F: Future<Output = Result<Rows, PosError>>>(
    page: impl Fn(Option<String>) -> F,
) -> Result<Vec<Box<RawValue>>, PosError> {
    let (mut rows, mut cursor) = (Vec::new(), None);
    for _ in 0..MOST_PAGES {
        let read = page(cursor).await?;
        rows.extend(read.rows);
        match read.next {
            Some(next) => cursor = Some(next),
            None => return Ok(rows),
        }
    }
    Err(PosError::Unreadable("a list that does not end".to_owned()))
}

/// Payments and refunds, by their ids.
#[derive(Default)]
pub(super) struct Money {
    pub(super) payments: BTreeMap<String, Payment>,
    pub(super) missing: BTreeSet<String>,
    pub(super) refunds: BTreeMap<String, PaymentRefund>,
}

impl Money {
    pub(super) fn add_payments(&mut self, payments: impl IntoIterator<Item = Payment>) {
        self.payments.extend(payments.into_iter().filter_map(|payment| Some((payment.id.clone()?, payment))));
    }

    pub(super) fn add_refunds(&mut self, refunds: impl IntoIterator<Item = PaymentRefund>) {
        self.refunds.extend(refunds.into_iter().filter_map(|refund| Some((refund.id.clone()?, refund))));
    }

    pub(super) fn is_asked(&self, id: &str) -> bool {
        self.payments.contains_key(id) || self.missing.contains(id)
    }

    /// An order with its own.
    pub(super) fn of(&self, order: Order) -> OrderAndMoney {
        let refunds: Vec<PaymentRefund> = self
            .refunds
            .values()
            .filter(|refund| refund.order_id.is_some() && refund.order_id == order.id)
            .cloned()
            .collect();
        let tenders =
            order.tenders.iter().filter_map(|tender| tender.payment_id.as_deref().or(tender.id.as_deref()));
        let given = refunds.iter().filter_map(|refund| refund.payment_id.as_deref());
        let of_order = self
            .payments
            .values()
            .filter(|payment| payment.order_id.is_some() && payment.order_id == order.id);
        let ids: BTreeSet<&str> =
            tenders.chain(given).chain(of_order.filter_map(|payment| payment.id.as_deref())).collect();
        let payments = ids.into_iter().filter_map(|id| self.payments.get(id).cloned()).collect();
        OrderAndMoney { payments, refunds, order }
    }
}
