//! The sale of a check, without what was given back of it.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::{Check as Fact, Event};

use super::charge::charges;
use super::mapped::{Mapped, Written, is_closed, is_voided, removed};
use super::piece::pieces;
use super::tax;
use crate::part::Way;
use crate::time::instant;
use crate::toast::map::paid::{Paid, paid};
use crate::toast::map::{SOURCE, Why};

/// The check as it was sold: open, closed or voided. One of which nothing is left is none.
///
/// # Errors
/// If it holds what no fact may.
pub(super) fn sale(mapped: &Mapped<'_>) -> Result<Written, Why> {
    let (order, check) = (mapped.order, mapped.check);
    let is_voided = is_voided(order, check);
    let paid = paid(mapped.amounts, mapped.setup, check)?;
    let (pieces, charges) = (pieces(mapped, is_voided)?, charges(mapped)?);
    // Its lines were moved to another check.
    if pieces.is_empty() && charges.is_empty() && paid.is_empty() {
        return Ok(removed(mapped.place, mapped.id.clone(), mapped.revision));
    }
    let is_closed = is_voided || is_closed(check);
    let opened = mapped.opened();
    let at = if is_closed { closing(mapped, &paid, is_voided).or(opened) } else { opened };
    let at = at.ok_or("has no readable time: open it in Toast, and save it again")?;
    let cashier = paid.last().and_then(|paid| paid.sent.server.as_ref());
    let mut fact = mapped.empty(mapped.id.clone(), at, order.business_date, cashier)?;
    fact.open_time = mapped.place.wall(opened.map_or(at, |opened| opened.min(at)));
    for piece in &pieces {
        fact.lines.push(piece.line(mapped, Way::Sold)?);
    }
    for charge in &charges {
        charge.add(mapped, &mut fact, Way::Sold, (charge.amount, charge.tax))?;
    }
    if !is_voided {
        tax::settle(mapped, &mut fact)?;
        fact.taxes = tax::named(mapped, &fact)?;
    }
    fact.payments = paid.into_iter().map(|paid| paid.payment).collect();
    fact.voided = is_voided;
    fact.reason = check
        .selections
        .iter()
        .find_map(|selection| mapped.reason(selection.void_reason.as_ref()))
        .filter(|_| is_voided);
    dress(mapped, &mut fact);
    Ok(if is_closed { Event::check(SOURCE, &fact) } else { Event::open_tab(SOURCE, &fact) })
}

/// When it was closed: when it was paid, as a manager may close it hours later.
fn closing(mapped: &Mapped<'_>, paid: &[Paid<'_>], is_voided: bool) -> Option<Timestamp> {
    let (order, check) = (mapped.order, mapped.check);
    let first_of = |times: &[&Option<String>]| times.iter().find_map(|at| instant(at.as_ref()));
    if is_voided {
        return first_of(&[&check.void_date, &order.void_date, &check.modified_date]);
    }
    let last = paid.iter().filter_map(|paid| paid.at).max();
    last.or_else(|| first_of(&[&check.paid_date, &check.closed_date, &order.closed_date]))
}

/// The promotion that brought the guest, and what the source keeps.
fn dress(mapped: &Mapped<'_>, fact: &mut Fact) {
    let codes = &mapped.place.settings.promo_codes;
    let of_lines = mapped.check.selections.iter().flat_map(|selection| &selection.applied_discounts);
    let sent = of_lines.chain(&mapped.check.applied_discounts);
    let mut names = sent.flat_map(|of| [&of.applied_promo_code, &of.name]).flatten();
    fact.promo_code = names.find(|name| codes.contains(name)).map(|name| name.trim().to_owned());
    let source = fact.order_source.as_ref();
    let rate = source.and_then(|source| mapped.place.settings.source_fees.get(source));
    let sold = fact.lines.iter().filter(|line| !line.voided && !line.deferred);
    let net: Money = sold.map(|line| line.amount - line.discount).sum();
    fact.source_fee = rate.map_or(Money::ZERO, |rate| rate.of(net));
}
