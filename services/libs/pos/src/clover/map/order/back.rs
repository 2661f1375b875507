//! What was given back: refunds of payments, each a check that refunds its order's, and manual refunds, which refund none.

use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, Money, spread};
use saffron_till::{Check, Event, Line, ServiceCharge};

use super::line;
use super::mapped::{Mapped, Written, amount_line, removed};
use super::priced::{Fee, Piece, weight};
use crate::clover::map::paid::{self, tendered};
use crate::clover::map::{SOURCE, Why, id_of};
use crate::clover::model::{Credit, Refund};
use crate::part::{self, Way};
use crate::text;

/// The checks of what was given back of an order.
///
/// # Errors
/// If one holds what no fact may.
pub(super) fn checks(mapped: &Mapped<'_>) -> Result<Vec<Written>, Why> {
    let mut events = Vec::new();
    for refund in &mapped.order.refunds {
        let id = check_id("refund", refund.id.as_deref())?;
        match refund.status.as_deref() {
            // It may still fail: nothing came back before it is done.
            Some("PENDING") => {}
            Some("FAIL" | "VOIDED") => events.push(removed(mapped.place, id, mapped.revision)),
            _ if refund.voided == Some(true) => events.push(removed(mapped.place, id, mapped.revision)),
            _ => events.push(Event::check(SOURCE, &refunded(mapped, id, refund)?)),
        }
    }
    for credit in &mapped.order.credits {
        let id = check_id("credit", credit.id.as_deref())?;
        match credit.result.as_deref() {
            _ if credit.voided == Some(true) => events.push(removed(mapped.place, id, mapped.revision)),
            None | Some("SUCCESS") => events.push(Event::check(SOURCE, &credited(mapped, id, credit)?)),
            Some(_) => {}
        }
    }
    Ok(events)
}

/// The id of such a check: what it was given back by stands before its own.
fn check_id(kind: &str, sent: Option<&str>) -> Result<CheckId, Why> {
    let sent =
        sent.filter(|id| !id.is_empty()).ok_or_else(|| format!("has a {kind} without an id: report it"))?;
    CheckId::of_sent(&format!("{kind}-{sent}")).map_err(|why| format!("has a {kind} whose id {why}"))
}

/// What of an order comes back.
struct Returned<'a, 'b> {
    pieces: Vec<&'a Piece<'b>>,
    fees: Vec<&'a Fee<'b>>,
}

impl Returned<'_, '_> {
    /// Without tax that is added.
    fn net(&self) -> Money {
        let pieces = self.pieces.iter().map(|piece| piece.net() - piece.share).sum::<Money>();
        pieces + self.fees.iter().filter(|fee| fee.line.is_some()).map(|fee| fee.amount).sum()
    }

    fn tax(&self) -> Money {
        let pieces = self.pieces.iter().map(|piece| piece.tax).sum::<Money>();
        pieces + self.fees.iter().map(|fee| fee.tax).sum()
    }
}

/// What a refund comes to; all positive.
struct Whole {
    /// Without tax that is added, tip and charges.
    net: Money,
    tax: Money,
    tip: Money,
    charge: Money,
    surcharge: Money,
    /// All of it.
    all: Money,
}

fn refunded(mapped: &Mapped<'_>, id: CheckId, refund: &Refund) -> Result<Check, Why> {
    let by = id_of(refund.employee.as_ref());
    let mut check = mapped.given_back(id, by, refund.created_time)?;
    check.refund_of = Some(mapped.id.clone());
    check.reason = text::name(refund.reason.as_deref());
    let returned = returned(mapped, refund);
    let whole = whole(mapped, refund, &returned)?;
    let pieces = i64::try_from(returned.pieces.len() + returned.fees.len()).unwrap_or(i64::MAX);
    let difference = whole.net - returned.net();
    // Lines that were given back in part are an amount.
    let has_lines = !returned.pieces.is_empty() && difference.abs().cents() <= pieces;
    if has_lines {
        let is_vat = mapped.priced.is_vat;
        check.lines = line::lines(
            mapped.menu,
            mapped.amounts,
            &returned.pieces,
            Way::Back,
            is_vat,
            &mapped.priced.discounts,
        )?;
        line::correct(&mut check.lines, difference);
        for fee in returned.fees.iter().filter(|fee| fee.line.is_some()) {
            check.service_charges.push(charge_back(fee, fee.amount));
        }
        take_tax(&mut check, &returned, whole.tax);
    } else {
        let tax_included = mapped.priced.is_vat && whole.tax != Money::ZERO;
        let line = amount_line("Refund", -whole.net, -whole.tax)?;
        check.lines.push(Line { tax_included, ..line });
    }
    if whole.charge != Money::ZERO {
        let sold = mapped.priced.fees.iter().find(|fee| fee.line.is_none());
        let name = refund.service_charge_amount.as_ref().and_then(|of| text::name(of.name.as_deref()));
        let kind =
            sold.map_or_else(|| mapped.place.settings.charge_kind(name.as_deref(), false), |fee| fee.kind);
        let name = name.or_else(|| sold.map(|fee| fee.name.clone()));
        let name = name.unwrap_or_else(|| crate::kind::charge_name(kind).to_owned());
        check.service_charges.push(ServiceCharge { name, kind, amount: -whole.charge, tax: Money::ZERO });
    }
    if whole.surcharge != Money::ZERO {
        let (name, kind) = ("Surcharge".to_owned(), saffron_core::fact::ChargeKind::Fee);
        check.service_charges.push(ServiceCharge { name, kind, amount: -whole.surcharge, tax: Money::ZERO });
    }
    let paid = id_of(refund.payment.as_ref());
    let paid = mapped.order.payments.iter().find(|of| paid.is_some() && of.id.as_deref() == paid);
    let (amount, tip) = (whole.tip - whole.all, -whole.tip);
    check.payments.push(match (&refund.override_merchant_tender, paid) {
        (Some(tender), _) => tendered(Some(tender), None, None, amount, tip),
        (None, Some(paid)) => paid::described(paid, amount, tip),
        (None, None) => tendered(None, Some(&Default::default()), None, amount, tip),
    });
    Ok(check)
}

/// What a refund brings back: the lines that it names; all of them, if it names none and gives back all that is due.
fn returned<'a, 'b>(mapped: &'a Mapped<'b>, refund: &Refund) -> Returned<'a, 'b> {
    let priced = &mapped.priced;
    let is_in = |id: Option<&String>| {
        id.is_some_and(|id| refund.line_items.iter().any(|line| line.id.as_ref() == Some(id)))
    };
    if refund.line_items.is_empty() {
        let without_tip = refund.amount.unwrap_or_default() - refund.tip_amount.unwrap_or_default();
        let is_all = mapped.order.refunds.len() == 1
            && mapped.amounts.of(Some(without_tip)).is_ok_and(|amount| amount == priced.due());
        if !is_all {
            return Returned { pieces: Vec::new(), fees: Vec::new() };
        }
        return Returned { pieces: priced.pieces.iter().collect(), fees: priced.fees.iter().collect() };
    }
    Returned {
        pieces: priced.pieces.iter().filter(|piece| is_in(piece.line.id.as_ref())).collect(),
        fees: priced.fees.iter().filter(|fee| fee.line.is_some_and(|line| is_in(line.id.as_ref()))).collect(),
    }
}

/// The parts of a refund. Its amount holds tax and tip [SDK: Refund]; another page of Clover's has the tip beside it: where the
/// lines that it names are worth the whole amount, the tip came on top.
fn whole(mapped: &Mapped<'_>, refund: &Refund, returned: &Returned<'_, '_>) -> Result<Whole, Why> {
    let amounts = mapped.amounts;
    let (amount, tip) = (amounts.of(refund.amount)?, amounts.of(refund.tip_amount)?);
    let tax = match refund.tax_amount {
        Some(_) => amounts.of(refund.tax_amount)?,
        None => returned.tax(),
    };
    let charge = amounts.of(refund.service_charge_amount.as_ref().and_then(|of| of.amount))?;
    // A charge that no refund names comes back with the whole order.
    let unnamed = returned.fees.iter().filter(|fee| fee.line.is_none()).map(|fee| fee.amount).sum();
    let charge = if refund.service_charge_amount.is_some() { charge } else { unnamed };
    let surcharge = paid::sum(amounts, &refund.additional_charges)?;
    let outside = if mapped.priced.is_vat { Money::ZERO } else { tax };
    let with_tip = amount - outside - charge - surcharge;
    let is_beside = tip != Money::ZERO && !returned.pieces.is_empty() && with_tip == returned.net();
    let net = if is_beside { with_tip } else { with_tip - tip };
    let all = if is_beside { amount + tip } else { amount };
    Ok(Whole { net, tax, tip, charge, surcharge, all })
}

fn charge_back(fee: &Fee<'_>, amount: Money) -> ServiceCharge {
    ServiceCharge { name: fee.name.clone(), kind: fee.kind, amount: -amount, tax: Money::ZERO }
}

/// Spreads the tax of a refund over what comes back.
fn take_tax(check: &mut Check, returned: &Returned<'_, '_>, tax: Money) {
    let known = check.lines.iter().map(|line| weight(-line.tax));
    let fees = returned.fees.iter().filter(|fee| fee.line.is_some()).map(|fee| weight(fee.tax));
    let mut weights: Vec<u64> = known.chain(fees).collect();
    if weights.iter().all(|weight| *weight == 0) {
        weights = check.lines.iter().map(|line| weight(-part::line_due(line))).collect();
    }
    let lines = check.lines.iter_mut().map(|line| &mut line.tax);
    let taxed = lines.chain(check.service_charges.iter_mut().map(|charge| &mut charge.tax));
    for (taxed, part) in taxed.zip(spread::spread(tax.cents(), &weights)) {
        *taxed = Money::from_cents(-part);
    }
}

/// A manual refund: money that was given back for no sale that Clover knows.
fn credited(mapped: &Mapped<'_>, id: CheckId, credit: &Credit) -> Result<Check, Why> {
    let by = id_of(credit.employee.as_ref());
    let mut check = mapped.given_back(id, by, credit.created_time)?;
    // No sale is known: its own order stands for one, so that it counts among refunds and not as a check.
    check.refund_of = Some(mapped.id.clone());
    check.reason = text::name(credit.reason.as_deref());
    let (amount, tax) = (mapped.amounts.of(credit.amount)?, mapped.amounts.of(credit.tax_amount)?);
    check.lines.push(amount_line("Manual refund", tax - amount, -tax)?);
    let (tender, card) = (credit.tender.as_ref(), credit.card_transaction.as_ref());
    check.payments.push(tendered(tender, card, credit.id.as_deref(), -amount, Money::ZERO));
    Ok(check)
}
