//! The orders of a file as the checks a till would have sent.

use std::collections::{HashMap, HashSet};

use saffron_core::{ItemId, Money, PosId};
use saffron_till::{Check, Payment, Person};

use super::book::{Book, Line, Order};
use super::ids;
use super::read::tenders::Tenders;

/// The payment type of orders whose file names none.
const NO_TENDER: &str = "Unassigned";

/// Makes checks of a book's orders.
pub struct Converter<'a> {
    book: &'a Book,
    pos_id: PosId,
    revision: i64,
    items: HashMap<String, ItemId>,
    /// Sales by payment id: a refund may come under a transaction of its own.
    sale_of_payment: HashMap<&'a str, &'a str>,
}

impl<'a> Converter<'a> {
    /// A converter for the orders of `book`, which become checks of `pos_id` with this revision.
    pub fn new(book: &'a Book, pos_id: PosId, revision: i64) -> Result<Converter<'a>, String> {
        let lines = book.orders.iter().flat_map(|order| &order.lines);
        let used: HashSet<&str> =
            lines.map(|Line { names: [item, ..], .. }| book.names.text(*item)).collect();
        let items = ids::item_ids(used.iter().copied())?;
        let sales = book.orders.iter().filter(|o| o.refund.is_none() && !o.payment.is_empty());
        let sale_of_payment = sales.map(|o| (&*o.payment, &*o.id)).collect();
        Ok(Converter { book, pos_id, revision, items, sale_of_payment })
    }

    /// The check of one order.
    pub fn check(&self, order: &Order, tenders: Option<&mut Tenders>) -> Result<Check, String> {
        let own = ids::check_id(&order.id)?;
        let (id, refund_of) = match order.refund {
            None => (own, None),
            Some(at) => {
                let id = ids::check_id(&format!("{}-refund-{}", order.id, at.strftime("%Y%m%d-%H%M%S")))?;
                let sale =
                    self.sale_of_payment.get(&*order.payment).map_or(Ok(own), |sale| ids::check_id(sale))?;
                (id, Some(sale))
            }
        };
        let voided = order.all_voided();
        let filled = |name| self.book.names.filled(name);
        let person = |name| filled(name).map(|name| Person { id: name.clone(), name });
        let [table, employee, cashier, revenue_center, order_type, input_type, tender] = order.facts;
        let (order_input_type, order_source) = input(filled(input_type));
        Ok(Check {
            revision: self.revision,
            open_time: order.opened,
            table: filled(table),
            covers: order.covers,
            employee: person(employee),
            cashier: person(cashier),
            revenue_center: filled(revenue_center),
            order_type: filled(order_type),
            order_input_type,
            order_source,
            lines: self.lines(order, voided)?,
            payments: if voided { Vec::new() } else { payments(order, filled(tender), tenders) },
            refund_of,
            voided,
            ..Check::new(self.pos_id.clone(), id, order.closed)
        })
    }

    /// The lines of an order. On a check that is voided as a whole they are not marked as voided.
    fn lines(&self, order: &Order, check_voided: bool) -> Result<Vec<saffron_till::Line>, String> {
        let lines = order.lines.iter().map(|Line { names: [item, major, minor], amounts }| {
            let name = self.book.names.text(*item);
            Ok(saffron_till::Line {
                item: self.items.get(name).ok_or_else(|| format!("the item '{name}' has no id"))?.clone(),
                name: name.to_owned(),
                major_category: self.book.names.filled(*major),
                minor_category: self.book.names.filled(*minor),
                quantity: amounts.quantity,
                price: amounts.price,
                amount: amounts.amount,
                cost: amounts.cost,
                discount: amounts.discount,
                discounts: Vec::new(),
                modifiers: Vec::new(),
                tax: amounts.tax,
                voided: amounts.voided && !check_voided,
                reason: None,
                approved_by: None,
                deferred: false,
                tax_included: false,
            })
        });
        lines.collect()
    }
}

/// The payments of an order: those of the second file, else one of the whole amount by the order's tender.
fn payments(order: &Order, tender: Option<String>, tenders: Option<&mut Tenders>) -> Vec<Payment> {
    if let Some(payments) = tenders.and_then(|t| t.take(&order.id, order.refund)) {
        return payments;
    }
    let amount = order.due();
    if amount == Money::ZERO && order.tip == Money::ZERO {
        return Vec::new();
    }
    vec![Payment::new(tender.unwrap_or_else(|| NO_TENDER.to_owned()), amount, order.tip)]
}

/// The input type and the source of an order. Input types that contain `online` become `online`, with the original as
/// the source.
fn input(input_type: Option<String>) -> (Option<String>, Option<String>) {
    match input_type {
        Some(text) if text.eq_ignore_ascii_case("online") => (Some("online".to_owned()), None),
        Some(text) if text.to_lowercase().contains("online") => (Some("online".to_owned()), Some(text)),
        other => (other, None),
    }
}
