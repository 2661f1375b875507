//! A check that is mapped, with what its facts have in common.

use jiff::Timestamp;
use saffron_core::id::PosGiven as _;
use saffron_core::{BusinessDate, CheckId, CustomerId, Money, Quantity};
use saffron_till::{Check as Fact, Event, Line, RemovedCheck};

use crate::part::item_id;
use crate::time::instant;
use crate::toast::map::catalog::Catalog;
use crate::toast::map::setup::{Setup, name_of};
use crate::toast::map::team::Team;
use crate::toast::map::{Amounts, SOURCE, Why, date, id_of};
use crate::toast::model::{Check, Order, Reference};
use crate::{Place, text};

/// An event that could be written.
pub(super) type Written = Result<Event, serde_json::Error>;

/// Ways by which orders are placed with the staff, or in the house; all others are online.
const IN_HOUSE: [&str; 7] =
    ["In Store", "Caller Id", "Kiosk", "Order-and-Pay-at-Table", "Toast Pay", "Toast Tables", "Invoice"];
/// The way by which delivery services and other applications place orders.
const APPLICATION: &str = "API";

/// A check of an order.
pub(super) struct Mapped<'a> {
    pub(super) place: &'a Place,
    pub(super) setup: &'a Setup,
    pub(super) catalog: &'a Catalog,
    pub(super) team: &'a Team,
    pub(super) order: &'a Order,
    pub(super) check: &'a Check,
    pub(super) amounts: Amounts<'a>,
    pub(super) id: CheckId,
    pub(super) revision: i64,
    /// Guests of the order who are counted with this check.
    pub(super) covers: u16,
}

/// Orders for practice, food that was thrown away, and what nobody accepted or is due on another day are no checks.
pub fn is_left_out(order: &Order) -> bool {
    order.created_in_test_mode == Some(true)
        || order.excess_food == Some(true)
        || matches!(order.approval_status.as_deref(), Some("NEEDS_APPROVAL" | "FUTURE" | "NOT_APPROVED"))
}

/// Whether a check was voided, by itself or with its order.
pub fn is_voided(order: &Order, check: &Check) -> bool {
    order.voided == Some(true) || check.voided == Some(true)
}

/// Whether nothing of a check is due any more. One that is paid and waits for its tip is closed: the tip comes with its next change.
pub fn is_closed(check: &Check) -> bool {
    match check.payment_status.as_deref() {
        Some(status) => matches!(status, "PAID" | "CLOSED"),
        None => check.closed_date.is_some(),
    }
}

/// That a check is none.
pub(super) fn removed(place: &Place, id: CheckId, revision: i64) -> Written {
    Event::removed_check(SOURCE, &RemovedCheck { pos_id: place.pos_id.clone(), id, revision })
}

/// A line of an amount without an item.
pub(super) fn amount_line(name: &str, net: Money) -> Result<Line, Why> {
    let quantity = if net < Money::ZERO { -Quantity::ONE } else { Quantity::ONE };
    let item = item_id(None, name)?;
    Ok(Line { amount: net, price: net.abs(), ..Line::new(item, name.to_owned(), quantity, Money::ZERO) })
}

impl Mapped<'_> {
    /// The date in which Toast counts something, which begins at the restaurant's closeout hour and not at ours.
    pub(super) fn date(&self, sent: Option<i64>, at: Timestamp) -> BusinessDate {
        date(sent).unwrap_or_else(|| self.place.calendar.date_of(self.place.wall(at)))
    }

    /// An empty fact of the check, with all that does not depend on money.
    ///
    /// # Errors
    /// If an id is none.
    pub(super) fn empty(
        &self,
        id: CheckId,
        at: Timestamp,
        on: Option<i64>,
        cashier: Option<&Reference>,
    ) -> Result<Fact, Why> {
        let (order, check) = (self.order, self.check);
        let source = text::name(order.source.as_deref());
        let order_type = name_of(&self.setup.dining_options, order.dining_option.as_ref());
        let is_known = |name: &String| self.place.settings.online.contains(name);
        let is_online = source.as_deref().is_some_and(|source| !IN_HOUSE.contains(&source))
            || order_type.as_ref().is_some_and(is_known);
        // What tells the services that use the API from each other is the dining option that the restaurant gave them.
        let brought_by = match source.as_deref() {
            None | Some(APPLICATION) => order_type.clone().or(source),
            Some(_) => source,
        };
        let guest = check.customer.as_ref().and_then(|of| of.guid.as_deref()).filter(|id| !id.is_empty());
        let guest =
            guest.map(|id| CustomerId::of_sent(id).map_err(|why| format!("has a guest whose id {why}")));
        let wall = self.place.wall(at);
        Ok(Fact {
            revision: self.revision,
            covers: self.covers,
            table: name_of(&self.setup.tables, order.table.as_ref()),
            employee: self.team.person(order.server.as_ref()),
            cashier: self.team.person(cashier),
            revenue_center: name_of(&self.setup.revenue_centers, order.revenue_center.as_ref()),
            order_type,
            order_source: brought_by.filter(|_| is_online),
            order_input_type: Some(if is_online { "online" } else { "pos" }.to_owned()),
            customer: guest.transpose()?,
            business_date: Some(self.date(on, at)),
            ..Fact::new(self.place.pos_id.clone(), id, wall)
        })
    }

    /// When the check was opened.
    pub(super) fn opened(&self) -> Option<Timestamp> {
        instant(self.check.opened_date.as_ref()).or_else(|| instant(self.order.opened_date.as_ref()))
    }

    /// Why something was voided.
    pub(super) fn reason(&self, reference: Option<&Reference>) -> Option<String> {
        id_of(reference).and_then(|_| name_of(&self.setup.void_reasons, reference))
    }
}
