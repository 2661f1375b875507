//! Orders as checks: open, closed, voided, or none; a check more for each return.

use jiff::{SignedDuration, Timestamp};
use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, Money};
use saffron_till::{Check, Event, Payment, RemovedCheck};

use super::menu::Menu;
use super::order::OrderAndMoney;
use super::paid::{PaidAll, paid};
use super::refund::{self, GivenBack, Refunds};
use super::team::Team;
use super::{MAPPING, PROCESSOR, SOURCE, Why, charge, of_location, sale};
use crate::part::Way;
use crate::square::model::OrderState;
use crate::time::{instant, revision};
use crate::{Place, Unmapped, door};

/// How much later than its last payment a check may be closed. A check that is closed later was settled then, or handed over:
/// sign and tip stays open for up to 36 hours, an online order until it is picked up. It counts when it was paid.
const SETTLED_LATER: SignedDuration = SignedDuration::from_mins(10);

/// The checks of an order: one for what it sells, and one for each return. None for carts, calculations and opened drawers; one
/// that is none any more is removed. The caller asks again whenever the order, a payment or a refund is changed.
///
/// # Errors
/// What is wrong with the order, and what to do.
pub fn checks(
    place: &Place,
    menu: &Menu,
    team: &Team,
    order: &OrderAndMoney,
) -> Result<Vec<Event>, Unmapped> {
    let id = order.order.id.as_deref().unwrap_or_default();
    let mapped = Mapped::new(place, menu, team, order).and_then(|mapped| mapped.checks());
    let facts = mapped.map_err(|why| Unmapped::new(KIND, id, why))?;
    facts.into_iter().map(|event| door::accepted(place, KIND, id, event)).collect()
}

const KIND: &str = "order";

/// An event that could be written.
type Written = Result<Event, serde_json::Error>;

/// An order that is mapped.
struct Mapped<'a> {
    place: &'a Place,
    menu: &'a Menu,
    team: &'a Team,
    order: &'a OrderAndMoney,
    id: CheckId,
    state: OrderState,
    revision: i64,
    paid: PaidAll<'a>,
}

/// What a sale is.
enum Sale {
    /// Nothing that was ever sent.
    None,
    /// It may have been sent, and is none now.
    Removed,
    /// Not closed.
    Open(Box<Check>),
    /// Closed or voided; what of it no payment paid.
    Closed(Box<Check>, Money),
}

impl<'a> Mapped<'a> {
    fn new(
        place: &'a Place,
        menu: &'a Menu,
        team: &'a Team,
        order: &'a OrderAndMoney,
    ) -> Result<Mapped<'a>, Why> {
        let sent = &order.order;
        of_location(place, sent.location_id.as_deref())?;
        let id = CheckId::of_sent(sent.id.as_deref().unwrap_or_default())
            .map_err(|why| format!("has an id that {why}"))?;
        let state = match sent.state {
            Some(OrderState::Other) => {
                return Err("is in a state that is not known: update Saffron".to_owned());
            }
            None => return Err("has no state: open it in Square".to_owned()),
            Some(state) => state,
        };
        // Orders from the till have no version: the time of the last change of order, payments and refunds is the revision.
        let changes = [sent.updated_at.as_ref(), sent.closed_at.as_ref(), sent.created_at.as_ref()];
        let of_payments = order.payments.iter().map(|of| of.updated_at.as_ref().or(of.created_at.as_ref()));
        let of_refunds = order.refunds.iter().map(|of| of.updated_at.as_ref().or(of.created_at.as_ref()));
        let changes = changes.into_iter().chain(of_payments).chain(of_refunds).filter_map(instant);
        let revision = revision(changes, MAPPING)?;
        Ok(Mapped { place, menu, team, order, id, state, revision, paid: paid(place, order)? })
    }

    fn checks(&self) -> Result<Vec<Written>, Why> {
        let mut events = Vec::new();
        let sale = self.sale()?;
        let unpaid = match &sale {
            Sale::Closed(check, unpaid) if !check.voided => *unpaid,
            _ => Money::ZERO,
        };
        let (returns, credit) = self.returns(unpaid)?;
        match sale {
            Sale::None => {}
            Sale::Removed => events.push(self.removed(self.id.clone())),
            Sale::Open(check) => events.push(Event::open_tab(SOURCE, &check)),
            Sale::Closed(mut check, _) => {
                if credit > Money::ZERO {
                    check.payments.push(exchanged(credit, Money::ZERO));
                }
                events.push(Event::check(SOURCE, &check));
            }
        }
        events.extend(returns);
        Ok(events)
    }

    fn removed(&self, id: CheckId) -> Written {
        let pos_id = self.place.pos_id.clone();
        Event::removed_check(SOURCE, &RemovedCheck { pos_id, id, revision: self.revision })
    }

    fn sale(&self) -> Result<Sale, Why> {
        let order = &self.order.order;
        if !sale::sells(order) || self.state == OrderState::Draft {
            return Ok(Sale::None);
        }
        let counts = !self.paid.counted.is_empty();
        let source = order.source.as_ref().and_then(|source| source.name.as_deref());
        let is_till = source.is_some_and(|source| self.place.settings.tills.contains(source));
        // A cart that a guest left is an open order with lines too: only a till's unpaid orders are checks.
        let is_none = match self.state {
            OrderState::Open => !counts && !is_till,
            OrderState::Canceled => !counts && !self.paid.has_canceled,
            _ => false,
        };
        if is_none {
            let may_be_sent = is_till || self.paid.has_any;
            return Ok(if may_be_sent { Sale::Removed } else { Sale::None });
        }
        let opened = instant(order.created_at.as_ref());
        let (closed, is_closed) = match self.closed() {
            Some(closed) => (closed, true),
            None => (opened.ok_or("has no readable time: open it in Square")?, false),
        };
        let at = self.place.wall(closed);
        let base = (self.id.clone(), self.revision, at);
        let empty = sale::check(self.place, self.team, self.order, &self.paid, base)?;
        let (mut check, due) = sale::sale(self.place, self.menu, order, &self.paid, empty)?;
        check.source_fee = sale::source_fee(self.place, &check, &self.paid);
        check.payments = self.paid.counted.iter().map(|paid| paid.payment.clone()).collect();
        let unpaid = due - self.paid.amount();
        if self.state == OrderState::Open && (!counts || unpaid > Money::ZERO || !is_closed) {
            let opened = opened.ok_or("has no readable time of its opening: open it in Square")?;
            check.open_time = self.place.wall(opened);
            check.business_date = Some(self.place.calendar.date_of(check.open_time));
            return Ok(Sale::Open(Box::new(check)));
        }
        if !is_closed {
            return Err("has no readable time of its closing: open it in Square".to_owned());
        }
        check.open_time = opened.map_or(at, |opened| self.place.wall(opened.min(closed)));
        // An order that was given up after the money was taken is a sale, which a return takes back.
        if self.state == OrderState::Canceled && !counts {
            check.voided = true;
            check.payments = Vec::new();
            check.source_fee = Money::ZERO;
        }
        Ok(Sale::Closed(Box::new(check), unpaid))
    }

    /// When the check was closed. `closed_at` is set only when the order is settled, and of an order that was taken without a
    /// connection it is the time of its upload.
    fn closed(&self) -> Option<Timestamp> {
        let last = self.paid.last();
        let closed = instant(self.order.order.closed_at.as_ref()).filter(|_| self.state != OrderState::Open);
        let is_offline = self.paid.counted.iter().any(|paid| paid.is_offline);
        match (closed, last) {
            (Some(closed), Some(last)) if is_offline || closed.duration_since(last) > SETTLED_LATER => {
                Some(last)
            }
            (Some(closed), _) => Some(closed),
            (None, Some(last)) => Some(last),
            (None, None) if self.state == OrderState::Open => None,
            (None, None) => instant(self.order.order.updated_at.as_ref()),
        }
    }

    /// The checks of what comes back, and what of it pays for the sale of the same order. In an exchange money moves for the
    /// difference alone: what stands on both sides is a payment by exchange, so that both checks balance (that Square's
    /// tenders and refunds hold only the difference is assumed; where they hold the whole, nothing is left to exchange).
    fn returns(&self, unpaid: Money) -> Result<(Vec<Written>, Money), Why> {
        let sent = &self.order.order.returns;
        let held: Vec<_> =
            sent.iter().enumerate().filter(|(_, of)| refund::holds_anything(&self.order.order, of)).collect();
        let order_id = self.order.order.id.as_deref().unwrap_or_default();
        let ids = || held.iter().map(|(number, _)| refund::id(order_id, number + 1));
        let removed = || -> Result<Vec<Written>, Why> { ids().map(|id| Ok(self.removed(id?))).collect() };
        let refunds = match (self.state, refund::refunds(self.place, self.order)?) {
            (OrderState::Canceled, _) | (_, Refunds::Rejected) => return Ok((removed()?, Money::ZERO)),
            // A refund on its way may be rejected: nothing comes back before it is done.
            (OrderState::Open | OrderState::Draft, _) | (_, Refunds::Pending) => {
                return Ok((Vec::new(), Money::ZERO));
            }
            (_, Refunds::Done(refunds)) => refunds,
        };
        let at = refund::last(&refunds).or_else(|| {
            let order = &self.order.order;
            [&order.closed_at, &order.updated_at, &order.created_at]
                .into_iter()
                .find_map(|at| instant(at.as_ref()))
        });
        let (mut credit, mut left) = (unpaid.max(Money::ZERO), refunds);
        let mut events = Vec::new();
        let mut used = Money::ZERO;
        for (index, (number, returned)) in held.iter().enumerate() {
            let at = at.ok_or("has a return without a readable time: open it in Square")?;
            let check = self.empty_return(refund::id(order_id, number + 1)?, at, &left)?;
            let (mut check, due) = refund::returned(self.place, self.menu, returned, check)?;
            let is_last = index + 1 == held.len();
            check.payments = refund::take(self.place, self.order, returned, &mut left, due.all, is_last)?;
            let given = check.payments.iter().map(|payment| -payment.amount - payment.tip).sum::<Money>();
            let rounding = returned.rounding_adjustment.as_ref();
            check.rounding = charge::rounding(self.place, rounding, -due.all, -given, Way::Back)?;
            let exchanged_here = credit.min(due.all - check.rounding - given).max(Money::ZERO);
            if exchanged_here > Money::ZERO {
                let tips_given = check.payments.iter().map(|payment| -payment.tip).sum::<Money>();
                let tip = exchanged_here.min(due.tips - tips_given).max(Money::ZERO);
                check.payments.push(exchanged(tip - exchanged_here, -tip));
                credit -= exchanged_here;
                used += exchanged_here;
            }
            events.push(Event::check(SOURCE, &check));
        }
        Ok((events, used))
    }

    /// The check of a return without lines and payments.
    fn empty_return(&self, id: CheckId, at: Timestamp, refunds: &[GivenBack<'_>]) -> Result<Check, Why> {
        let base = (id, self.revision, self.place.wall(at));
        let check = sale::check(self.place, self.team, self.order, &self.paid, base)?;
        let person = refunds.iter().find_map(|refund| refund.member).map(|member| self.team.person(member));
        Ok(Check {
            employee: person.clone().or(check.employee.clone()),
            cashier: person.or(check.cashier.clone()),
            ..check
        })
    }
}

/// What comes back in an exchange pays for what is taken instead: no money moves.
fn exchanged(amount: Money, tip: Money) -> Payment {
    Payment { processor: Some(PROCESSOR.to_owned()), ..Payment::new("Exchange".to_owned(), amount, tip) }
}
