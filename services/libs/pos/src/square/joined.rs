//! The money that belongs to orders.

use std::collections::{BTreeMap, BTreeSet};

use super::OrderAndMoney;
use super::model::{Order, Payment, PaymentRefund};

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
