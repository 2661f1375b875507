//! Orders as checks: open, closed, or none; a check more for each refund and each manual refund.

use jiff::Timestamp;
use saffron_core::CheckId;
use saffron_core::id::PosGiven as _;
use saffron_till::Event;

use super::mapped::{Mapped, Written, amount_line, removed};
use super::priced::Priced;
use super::{back, sale};
use crate::clover::map::menu::Menu;
use crate::clover::map::paid::paid;
use crate::clover::map::team::Team;
use crate::clover::map::{Amounts, MAPPING, SOURCE, Why, id_of, moment};
use crate::clover::model::{Order, Payment};
use crate::time::revision;
use crate::{Place, Unmapped, door};

const KIND: &str = "order";

/// The checks of an order: one for what it sells, and one for each refund. None for orders of practice and those that the till
/// hides; one that is deleted is removed. The caller asks again whenever the order, a payment or a refund is changed.
///
/// # Errors
/// What is wrong with the order, and what to do.
pub fn checks(place: &Place, menu: &Menu, team: &Team, order: &Order) -> Result<Vec<Event>, Unmapped> {
    let id = order.id.as_deref().unwrap_or_default();
    let mapped = Mapped::new(place, menu, team, order).and_then(|mapped| mapped.checks());
    let facts = mapped.map_err(|why| Unmapped::new(KIND, id, why))?;
    facts.into_iter().map(|event| door::accepted(place, KIND, id, event)).collect()
}

/// That an order is none: deleted ones are in no answer, so that a webhook says it, or a payment whose order is missing.
///
/// # Errors
/// What is wrong with it.
pub fn removed_check(place: &Place, id: &str, at: Timestamp) -> Result<Event, Unmapped> {
    let written = || -> Result<Written, Why> { Ok(removed(place, order_id(id)?, revision([at], MAPPING)?)) };
    let written = written().map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, written)
}

fn order_id(id: &str) -> Result<CheckId, Why> {
    CheckId::of_sent(id).map_err(|why| format!("has an id that {why}"))
}

/// The latest change of an order and of all money of it.
pub fn last_change(order: &Order) -> impl Iterator<Item = Timestamp> + '_ {
    let own = [order.modified_time, order.created_time, order.deleted_timestamp].into_iter();
    let of_payment = |of: &Payment| [of.modified_time, of.created_time];
    let payments = order.payments.iter().flat_map(of_payment);
    let refunds = order.refunds.iter().map(|refund| refund.created_time);
    let credits = order.credits.iter().map(|credit| credit.created_time);
    own.chain(payments).chain(refunds).chain(credits).filter_map(moment)
}

impl<'a> Mapped<'a> {
    fn new(place: &'a Place, menu: &'a Menu, team: &'a Team, order: &'a Order) -> Result<Mapped<'a>, Why> {
        let amounts = Amounts { place, currency: order.currency.as_deref() };
        let id = order_id(order.id.as_deref().unwrap_or_default())?;
        let revision = revision(last_change(order), MAPPING)?;
        let paid = paid(amounts, &order.payments)?;
        let sent = order.payment_state.as_deref();
        // What was given back was paid before. Older orders have no such state.
        let is_paid = matches!(sent, Some("PAID" | "REFUNDED" | "PARTIALLY_REFUNDED" | "CREDITED"));
        let is_closed = match sent {
            Some(_) => is_paid,
            None => {
                let due = Priced::of(place, team, order, None)?.due();
                !paid.counted.is_empty() && paid.amount() >= due
            }
        };
        let settled = (is_closed && !paid.counted.is_empty()).then(|| sale::settled(&paid));
        let priced = Priced::of(place, team, order, settled)?;
        Ok(Mapped { place, menu, team, order, amounts, id, revision, paid, priced, is_closed })
    }

    fn checks(&self) -> Result<Vec<Written>, Why> {
        if self.order.test_mode == Some(true) {
            return Ok(Vec::new());
        }
        if self.order.deleted_timestamp.is_some() {
            return Ok(vec![removed(self.place, self.id.clone(), self.revision)]);
        }
        let mut events = Vec::new();
        events.extend(self.sale()?);
        events.extend(back::checks(self)?);
        Ok(events)
    }

    fn sale(&self) -> Result<Option<Written>, Why> {
        let order = self.order;
        if !sale::sells(order, &self.paid) {
            return Ok(None);
        }
        // An order without a state is one that an application prepares: the till does not show it.
        if order.state.is_none() && self.paid.counted.is_empty() && !self.is_closed {
            return Ok(None);
        }
        let opened = moment(order.created_time).or_else(|| moment(order.client_created_time));
        let last = self.paid.last();
        let cashier = last.and_then(|paid| id_of(paid.sent.employee.as_ref()));
        // What costs nothing is closed without a payment.
        let closed = last.map_or_else(|| moment(order.modified_time), |paid| paid.at).or(opened);
        let at = if self.is_closed { closed } else { opened };
        let at = at.ok_or("has no readable time: open it in Clover, and save it again")?;
        let base = (self.id.clone(), self.revision, at);
        let mut check = sale::empty(self.place, self.team, order, cashier, base)?;
        check.open_time = self.place.wall(opened.map_or(at, |opened| opened.min(at)));
        sale::fill(self.menu, self.amounts, &self.priced, &self.paid, &mut check)?;
        if let Some((net, tax)) = sale::amount_only(&self.priced, &self.paid) {
            check.lines.push(amount_line("Custom amount", net, tax)?);
        }
        Ok(Some(if self.is_closed { Event::check(SOURCE, &check) } else { Event::open_tab(SOURCE, &check) }))
    }
}
