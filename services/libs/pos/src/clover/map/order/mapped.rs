//! An order that is mapped, with what its checks have in common.

use saffron_core::{CheckId, Money, Quantity};
use saffron_till::{Check, Event, Line, RemovedCheck};

use super::priced::Priced;
use super::sale;
use crate::Place;
use crate::clover::map::menu::Menu;
use crate::clover::map::paid::PaidAll;
use crate::clover::map::team::Team;
use crate::clover::map::{Amounts, SOURCE, Why, moment};
use crate::clover::model::Order;
use crate::part::item_id;

/// An event that could be written.
pub(super) type Written = Result<Event, serde_json::Error>;

/// An order that is mapped.
pub(super) struct Mapped<'a> {
    pub(super) place: &'a Place,
    pub(super) menu: &'a Menu,
    pub(super) team: &'a Team,
    pub(super) order: &'a Order,
    pub(super) amounts: Amounts<'a>,
    pub(super) id: CheckId,
    pub(super) revision: i64,
    pub(super) paid: PaidAll<'a>,
    pub(super) priced: Priced<'a>,
    pub(super) is_closed: bool,
}

impl Mapped<'_> {
    /// An empty check of what was given back.
    pub(super) fn given_back(&self, id: CheckId, by: Option<&str>, at: Option<i64>) -> Result<Check, Why> {
        let at = moment(at).ok_or("has a refund without a readable time: open it in Clover")?;
        let mut check = sale::empty(self.place, self.team, self.order, by, (id, self.revision, at))?;
        check.employee = by.map(|id| self.team.person(id)).or(check.employee);
        Ok(check)
    }
}

pub(super) fn removed(place: &Place, id: CheckId, revision: i64) -> Written {
    Event::removed_check(SOURCE, &RemovedCheck { pos_id: place.pos_id.clone(), id, revision })
}

/// A line of an amount without an item.
pub(super) fn amount_line(name: &str, net: Money, tax: Money) -> Result<Line, Why> {
    let quantity = if net < Money::ZERO { -Quantity::ONE } else { Quantity::ONE };
    let item = item_id(None, name)?;
    Ok(Line { amount: net, price: net.abs(), tax, ..Line::new(item, name.to_owned(), quantity, Money::ZERO) })
}
