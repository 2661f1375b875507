//! What was given back of a check. Toast keeps it inside its payments, and says beside which selections and charges it was for:
//! each transaction is a check of its own that refunds this one, in the date of the refund.

use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, Money};
use saffron_till::{Check as Fact, Event};

use super::charge::{Charge, charges};
use super::mapped::{Mapped, Written, amount_line, removed};
use super::piece::{Piece, of_transaction, pieces};
use super::tax;
use crate::part::Way;
use crate::time::instant;
use crate::toast::map::paid::{all, counts, described};
use crate::toast::map::{SOURCE, Why, id_of};
use crate::toast::model::{Payment, Refund};

/// Payments of which something was given back in one go.
struct Given<'a> {
    transaction: Option<&'a str>,
    payments: Vec<(&'a Payment, &'a Refund)>,
}

/// The checks of what was given back.
///
/// # Errors
/// If one holds what no fact may.
pub(super) fn checks(mapped: &Mapped<'_>) -> Result<Vec<Written>, Why> {
    let mut events = Vec::new();
    for given in given(mapped) {
        let mut ids = given.payments.iter().map(|(payment, _)| check_id(payment));
        let Some(id) = ids.next() else { continue };
        events.push(Event::check(SOURCE, &refund(mapped, id?, &given)?));
        // The others belong to the check of the first.
        for other in ids {
            events.push(removed(mapped.place, other?, mapped.revision));
        }
    }
    Ok(events)
}

fn check_id(payment: &Payment) -> Result<CheckId, Why> {
    let id = payment
        .guid
        .as_deref()
        .filter(|id| !id.is_empty())
        .ok_or("has a payment without an id: report it")?;
    CheckId::of_sent(&format!("refund-{id}")).map_err(|why| format!("has a payment whose id {why}"))
}

fn given<'a>(mapped: &Mapped<'a>) -> Vec<Given<'a>> {
    let mut groups: Vec<Given<'a>> = Vec::new();
    for payment in all(mapped.check).into_iter().filter(|payment| counts(payment)) {
        let Some(refund) = &payment.refund else { continue };
        if payment.refund_status.as_deref() == Some("NONE") {
            continue;
        }
        let transaction = id_of(refund.refund_transaction.as_ref());
        let same = groups.iter_mut().find(|group| transaction.is_some() && group.transaction == transaction);
        match same {
            Some(group) => group.payments.push((payment, refund)),
            None => groups.push(Given { transaction, payments: vec![(payment, refund)] }),
        }
    }
    groups
}

fn refund(mapped: &Mapped<'_>, id: CheckId, given: &Given<'_>) -> Result<Fact, Why> {
    let dates = given.payments.iter().filter_map(|(_, refund)| instant(refund.refund_date.as_ref()));
    let at = dates.max().ok_or("has a refund without a readable time: open it in Toast")?;
    let on = given.payments.iter().filter_map(|(_, refund)| refund.refund_business_date).max();
    let by = given.payments.first().and_then(|(payment, _)| payment.server.as_ref());
    let mut fact = mapped.empty(id, at, on, by)?;
    fact.covers = 0;
    fact.refund_of = Some(mapped.id.clone());
    let mut whole = Money::ZERO;
    for (payment, refund) in &given.payments {
        let amount = mapped.amounts.of(refund.refund_amount.as_ref())?;
        let tip = mapped.amounts.of(refund.tip_refund_amount.as_ref())?;
        whole += amount;
        fact.payments.push(described(mapped.setup, payment, -amount, -tip));
    }
    let (pieces, charges) = (pieces(mapped, false)?, charges(mapped)?);
    if is_all(mapped, given, &pieces, &charges)? {
        take_all(mapped, &pieces, &charges, &mut fact)?;
    } else {
        take_details(mapped, given.transaction, (&pieces, &charges), &mut fact)?;
    }
    let left = whole + due(&fact);
    let cents = i64::try_from(fact.lines.len() + fact.service_charges.len()).unwrap_or(i64::MAX);
    if left.abs().cents() <= cents {
        // Tax of parts is rounded for each of them.
        fact.rounding -= left;
    } else if left > Money::ZERO {
        fact.lines.push(amount_line("Refund", -left)?);
    } else {
        // They are worth more than what was given back: some of it was, and nobody says of what.
        (fact.lines, fact.service_charges, fact.rounding) = (Vec::new(), Vec::new(), Money::ZERO);
        fact.lines.push(amount_line("Refund", -whole)?);
    }
    Ok(fact)
}

/// What a refund check comes to, negative.
fn due(fact: &Fact) -> Money {
    crate::part::due(fact) + fact.rounding
}

/// Whether all of a check came back: Toast names nothing, and gave back all that was paid.
fn is_all(
    mapped: &Mapped<'_>,
    given: &Given<'_>,
    pieces: &[Piece<'_>],
    charges: &[Charge<'_>],
) -> Result<bool, Why> {
    let named = pieces.iter().map(|piece| piece.sent.refund_details.as_ref());
    let named = named.chain(charges.iter().map(|charge| charge.sent.refund_details.as_ref()));
    if named.flatten().count() > 0 {
        return Ok(false);
    }
    let counted = all(mapped.check).into_iter().filter(|payment| counts(payment)).count();
    let mut is_whole = counted == given.payments.len();
    for (payment, refund) in &given.payments {
        let paid = mapped.amounts.of(payment.amount.as_ref())?;
        is_whole &= paid == mapped.amounts.of(refund.refund_amount.as_ref())?;
    }
    Ok(is_whole)
}

fn take_all(
    mapped: &Mapped<'_>,
    pieces: &[Piece<'_>],
    charges: &[Charge<'_>],
    fact: &mut Fact,
) -> Result<(), Why> {
    for piece in pieces.iter().filter(|piece| !piece.is_voided) {
        fact.lines.push(piece.line(mapped, Way::Sold)?);
    }
    for charge in charges {
        charge.add(mapped, fact, Way::Sold, (charge.amount, charge.tax))?;
    }
    // The tax is that of the sale, to the cent; then all of it is turned around.
    tax::settle(mapped, fact)?;
    fact.taxes = tax::named(mapped, fact)?;
    turn(fact);
    Ok(())
}

/// Gives all amounts of a sale the other sign.
fn turn(fact: &mut Fact) {
    for line in &mut fact.lines {
        line.quantity = -line.quantity;
        (line.amount, line.discount, line.tax) = (-line.amount, -line.discount, -line.tax);
        line.discounts.iter_mut().for_each(|of| of.amount = -of.amount);
        for modifier in &mut line.modifiers {
            (modifier.quantity, modifier.amount) = (-modifier.quantity, -modifier.amount);
        }
    }
    for charge in &mut fact.service_charges {
        (charge.amount, charge.tax) = (-charge.amount, -charge.tax);
    }
    fact.taxes.iter_mut().for_each(|tax| tax.amount = -tax.amount);
    fact.rounding = -fact.rounding;
}

fn take_details(
    mapped: &Mapped<'_>,
    transaction: Option<&str>,
    (pieces, charges): (&[Piece<'_>], &[Charge<'_>]),
    fact: &mut Fact,
) -> Result<(), Why> {
    let amounts = mapped.amounts;
    for piece in pieces {
        let details = of_transaction(piece.sent.refund_details.as_ref(), transaction);
        let Some(details) = details else { continue };
        let net = amounts.of(details.refund_amount.as_ref())?;
        let tax = amounts.of(details.tax_refund_amount.as_ref())?;
        if net != Money::ZERO || tax != Money::ZERO {
            fact.lines.push(piece.part(mapped, net, tax)?);
        }
    }
    for charge in charges {
        let details = of_transaction(charge.sent.refund_details.as_ref(), transaction);
        let Some(details) = details else { continue };
        let net = amounts.of(details.refund_amount.as_ref())?;
        let tax = amounts.of(details.tax_refund_amount.as_ref())?;
        charge.add(mapped, fact, Way::Back, (net, tax))?;
    }
    Ok(())
}
