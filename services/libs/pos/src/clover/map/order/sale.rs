//! The sale of an order, without what was given back of it.

use jiff::Timestamp;
use saffron_core::fact::ChargeKind;
use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, CustomerId, Money};
use saffron_till::{Check, ServiceCharge};

use super::line;
use super::price::Settled;
use super::priced::{Piece, Priced};
use crate::clover::map::menu::Menu;
use crate::clover::map::paid::PaidAll;
use crate::clover::map::team::Team;
use crate::clover::map::{Amounts, Why, id_of};
use crate::clover::model::Order;
use crate::part::{MOST, Way};
use crate::{Place, text};

/// Whether an order sells anything: none that only gives money back does.
pub(super) fn sells(order: &Order, paid: &PaidAll<'_>) -> bool {
    !order.line_items.is_empty() || !paid.counted.is_empty()
}

/// What payments say of an order, once they pay all of it.
pub(super) fn settled(paid: &PaidAll<'_>) -> Settled {
    Settled {
        tax: paid.tax,
        service_charge: paid.service_charge,
        paid: paid.amount(),
        surcharge: paid.surcharge,
    }
}

/// Fills a check with what an order sells, and how it was paid.
///
/// # Errors
/// If it holds what no fact may.
pub(super) fn fill(
    menu: &Menu,
    amounts: Amounts<'_>,
    priced: &Priced<'_>,
    paid: &PaidAll<'_>,
    check: &mut Check,
) -> Result<(), Why> {
    let pieces: Vec<&Piece<'_>> = priced.pieces.iter().collect();
    check.lines = line::lines(menu, amounts, &pieces, Way::Sold, priced.is_vat, &[])?;
    check.discount = priced.discount();
    check.discounts =
        priced.discounts.iter().filter(|of| of.amount != Money::ZERO).take(MOST).cloned().collect();
    check.service_charges = priced
        .fees
        .iter()
        .filter(|fee| fee.amount != Money::ZERO || fee.tax != Money::ZERO)
        .map(|fee| ServiceCharge { name: fee.name.clone(), kind: fee.kind, amount: fee.amount, tax: fee.tax })
        .collect();
    check.taxes = priced.taxes.clone();
    check.payments = paid.counted.iter().map(|paid| paid.payment.clone()).collect();
    let mut names = check.discounts.iter().chain(check.lines.iter().flat_map(|line| &line.discounts));
    let codes = &amounts.place.settings.promo_codes;
    check.promo_code = names.find(|of| codes.contains(&of.name)).map(|of| of.name.clone());
    if paid.surcharge != Money::ZERO {
        surcharge(priced.due(), paid, check);
    }
    let source = check.order_source.as_ref();
    let rate = source.and_then(|source| amounts.place.settings.source_fees.get(source));
    check.source_fee = rate.map_or(Money::ZERO, |rate| rate.of(priced.discounted()));
    Ok(())
}

/// Adds the surcharge for the way of paying. Whether a payment's amount holds it is said nowhere: it does where the check
/// balances only with it; else it was paid on top.
fn surcharge(due: Money, paid: &PaidAll<'_>, check: &mut Check) {
    let amount = paid.surcharge;
    check.service_charges.push(ServiceCharge {
        name: "Surcharge".to_owned(),
        kind: ChargeKind::Fee,
        amount,
        tax: Money::ZERO,
    });
    if paid.amount() - due < amount
        && let Some(payment) = check
            .payments
            .iter_mut()
            .zip(&paid.counted)
            .find(|(_, of)| !of.sent.additional_charges.is_empty())
    {
        payment.0.amount += amount;
    }
}

/// A sale that has payments and no lines, such as one by the terminal alone: an amount without an item.
pub(super) fn amount_only(priced: &Priced<'_>, paid: &PaidAll<'_>) -> Option<(Money, Money)> {
    let tax = paid.tax.unwrap_or_default();
    let charges: Money = priced.fees.iter().map(|fee| fee.amount).sum();
    (priced.pieces.is_empty() && priced.fees.iter().all(|fee| fee.line.is_none()))
        .then(|| (paid.amount() - tax - charges, tax))
}

/// An empty check of an order, with all that does not depend on money.
///
/// # Errors
/// If an id is none.
pub(super) fn empty(
    place: &Place,
    team: &Team,
    order: &Order,
    cashier: Option<&str>,
    (id, revision, at): (CheckId, i64, Timestamp),
) -> Result<Check, Why> {
    let at = place.wall(at);
    let label = order.order_type.as_ref().and_then(|of| text::name(of.label.as_deref()));
    let is_online = order.online_order.is_some()
        || label.as_deref().is_some_and(|label| place.settings.online.contains(label));
    let area = id_of(order.device.as_ref()).and_then(|device| place.settings.areas.get(device));
    let customer = order.customers.iter().find_map(|customer| id_of(Some(customer)));
    let customer =
        customer.map(|id| CustomerId::of_sent(id).map_err(|why| format!("has a guest whose id {why}")));
    Ok(Check {
        revision,
        covers: 0,
        table: order
            .title
            .as_deref()
            .filter(|_| place.settings.tickets_are_tables)
            .and_then(|title| text::name(Some(title))),
        employee: id_of(order.employee.as_ref()).map(|id| team.person(id)),
        cashier: cashier.map(|id| team.person(id)),
        revenue_center: area.and_then(|area| text::name(Some(area))),
        order_source: label.clone().filter(|_| is_online),
        order_type: label,
        order_input_type: Some(if is_online { "online" } else { "pos" }.to_owned()),
        customer: customer.transpose()?,
        business_date: Some(place.calendar.date_of(at)),
        ..Check::new(place.pos_id.clone(), id, at)
    })
}
