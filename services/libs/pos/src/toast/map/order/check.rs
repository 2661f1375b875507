//! Orders as checks: open, closed, voided or none; a check more for each refund.

use jiff::Timestamp;
use saffron_core::CheckId;
use saffron_core::id::PosGiven as _;
use saffron_till::Event;

use super::mapped::{Mapped, Written, is_left_out, is_voided, removed};
use super::{back, sale};
use crate::time::{instant, revision};
use crate::toast::map::catalog::Catalog;
use crate::toast::map::setup::Setup;
use crate::toast::map::team::Team;
use crate::toast::map::{Amounts, MAPPING, Why};
use crate::toast::model::{Check, Order, Payment};
use crate::unique::unique;
use crate::{Place, Unmapped, door};

const KIND: &str = "order";

/// The checks of an order: one for what each of its checks sells, and one for each refund. None for orders of practice, food that
/// was thrown away, and what is due on another day; those that are deleted are removed.
///
/// # Errors
/// What is wrong with the order, and what to do.
pub fn checks(
    place: &Place,
    setup: &Setup,
    catalog: &Catalog,
    team: &Team,
    order: &Order,
) -> Result<Vec<Event>, Unmapped> {
    let id = order.guid.as_deref().unwrap_or_default();
    if is_left_out(order) {
        return Ok(Vec::new());
    }
    let facts = mapped(place, setup, catalog, team, order).map_err(|why| Unmapped::new(KIND, id, why))?;
    facts.into_iter().map(|event| door::accepted(place, KIND, id, event)).collect()
}

fn mapped(
    place: &Place,
    setup: &Setup,
    catalog: &Catalog,
    team: &Team,
    order: &Order,
) -> Result<Vec<Written>, Why> {
    let checks =
        unique(&order.checks, |check| (check.guid.as_deref(), instant(check.modified_date.as_ref())));
    let is_none = |check: &Check| order.deleted == Some(true) || check.deleted == Some(true);
    let has_guests = |check: &Check| !is_none(check) && !is_voided(order, check);
    let mut guests = Guests::new(order, checks.iter().filter(|check| has_guests(check)).count());
    let mut events = Vec::new();
    for check in checks {
        let id = CheckId::of_sent(check.guid.as_deref().unwrap_or_default())
            .map_err(|why| format!("has a check whose id {why}"))?;
        let revision = revision(changes(order, check), MAPPING)?;
        if is_none(check) {
            events.push(removed(place, id, revision));
            continue;
        }
        let covers = if has_guests(check) { guests.next() } else { 0 };
        let amounts = Amounts { place };
        let mapped = Mapped { place, setup, catalog, team, order, check, amounts, id, revision, covers };
        events.push(sale::sale(&mapped)?);
        events.extend(back::checks(&mapped)?);
    }
    Ok(events)
}

/// All times at which an order, a check or its money changed. Those of a deletion are the beginning of 1970 where there was none.
fn changes<'a>(order: &'a Order, check: &'a Check) -> impl Iterator<Item = Timestamp> + 'a {
    let of_order = [&order.modified_date, &order.closed_date, &order.deleted_date, &order.void_date];
    let of_check = [&check.modified_date, &check.closed_date, &check.deleted_date, &check.void_date];
    let opened = [&order.opened_date, &check.opened_date, &check.paid_date];
    let selections = check.selections.iter().flat_map(|of| [&of.modified_date, &of.void_date]);
    let dates = of_order.into_iter().chain(of_check).chain(opened).chain(selections);
    let payments = check.payments.iter().flat_map(money);
    dates.filter_map(|at| instant(at.as_ref())).chain(payments)
}

fn money(payment: &Payment) -> impl Iterator<Item = Timestamp> {
    let refunded = payment.refund.as_ref().and_then(|refund| refund.refund_date.as_ref());
    let voided = payment.void_info.as_ref().and_then(|of| of.void_date.as_ref());
    [payment.paid_date.as_ref(), refunded, voided].into_iter().filter_map(instant)
}

/// Guests of an order, of which each of its checks has its part: Toast counts them once for all.
struct Guests {
    each: u16,
    /// Checks that have one more.
    more: u16,
}

impl Guests {
    fn new(order: &Order, checks: usize) -> Guests {
        let all = u16::try_from(order.number_of_guests.unwrap_or_default().max(0)).unwrap_or(0);
        let checks = u16::try_from(checks).unwrap_or(u16::MAX).max(1);
        Guests { each: all / checks, more: all % checks }
    }

    fn next(&mut self) -> u16 {
        let one = u16::from(self.more > 0);
        self.more -= one;
        self.each + one
    }
}
