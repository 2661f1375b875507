//! The orders of a file as the checks a till would have sent.

use std::collections::{HashMap, HashSet};

use saffron_core::{ItemId, Money, PosId};
use saffron_sandbox::till::{Check, Line, Payment, Person};

use super::book::{Book, Name, Order};
use super::ids;
use super::tenders::Tenders;

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
    /// For the orders of `book`, sent as facts of `pos_id` with this revision.
    pub fn new(book: &'a Book, pos_id: PosId, revision: i64) -> Result<Converter<'a>, String> {
        let used: HashSet<&str> =
            book.orders.iter().flat_map(|o| &o.lines).map(|line| book.names.text(line.item)).collect();
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
        let names = &self.book.names;
        let (order_input_type, order_source) = self.way_in(order.input_type);
        Ok(Check {
            pos_id: self.pos_id.clone(),
            id,
            revision: self.revision,
            open_time: order.opened,
            close_time: order.closed,
            table: names.filled(order.table),
            covers: order.covers,
            employee: self.person(order.employee),
            cashier: self.person(order.cashier),
            revenue_center: names.filled(order.revenue_center),
            order_type: names.filled(order.order_type),
            order_input_type,
            order_source,
            source_fee: Money::ZERO,
            lines: self.lines(order, voided)?,
            discount: Money::ZERO,
            payments: if voided { Vec::new() } else { self.payments(order, tenders) },
            reward_used: Money::ZERO,
            customer: None,
            promo_code: None,
            refund_of,
            voided,
        })
    }

    /// The lines. On a check that is voided as a whole they do not say so again.
    fn lines(&self, order: &Order, check_voided: bool) -> Result<Vec<Line>, String> {
        let names = &self.book.names;
        let lines = order.lines.iter().map(|line| {
            let name = names.text(line.item);
            Ok(Line {
                item: self.items.get(name).ok_or_else(|| format!("the item '{name}' has no id"))?.clone(),
                name: name.to_owned(),
                major_category: names.filled(line.category),
                minor_category: names.filled(line.subcategory),
                quantity: line.quantity,
                price: line.price,
                amount: line.amount,
                cost: line.cost,
                discount: line.discount,
                tax: line.tax,
                voided: line.voided && !check_voided,
            })
        });
        lines.collect()
    }

    fn payments(&self, order: &Order, tenders: Option<&mut Tenders>) -> Vec<Payment> {
        if let Some(payments) = tenders.and_then(|t| t.take(&order.id, order.refund)) {
            return payments;
        }
        let amount = order.due();
        if amount == Money::ZERO && order.tip == Money::ZERO {
            return Vec::new();
        }
        let tender = self.book.names.filled(order.tender).unwrap_or_else(|| NO_TENDER.to_owned());
        vec![Payment { tender, amount, tip: order.tip }]
    }

    /// `online` is what online means as a word; the export's own word is then the source.
    fn way_in(&self, input_type: Name) -> (Option<String>, Option<String>) {
        match self.book.names.filled(input_type) {
            Some(text) if text.eq_ignore_ascii_case("online") => (Some("online".to_owned()), None),
            Some(text) if text.to_lowercase().contains("online") => (Some("online".to_owned()), Some(text)),
            other => (other, None),
        }
    }

    fn person(&self, name: Name) -> Option<Person> {
        self.book.names.filled(name).map(|name| Person { id: name.clone(), name })
    }
}
