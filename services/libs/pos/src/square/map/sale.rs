//! The sale of an order: what was sold, without how it was paid.

use jiff::civil::DateTime;
use saffron_core::id::PosGiven as _;
use saffron_core::{CheckId, CustomerId, Money};
use saffron_till::Check;

use super::amount::cents;
use super::line;
use super::menu::Menu;
use super::order::OrderAndMoney;
use super::paid::PaidAll;
use super::team::Team;
use super::{Why, charge};
use crate::part::{Way, charges_tax, due};
use crate::square::model::Order;
use crate::{Place, text};

/// Products of Square through which guests order online.
const ONLINE_PRODUCTS: [&str; 2] = ["ECOMMERCE_API", "ONLINE_STORE"];

/// Whether an order sells anything: none that opened a drawer does, nor one that only takes back.
pub(super) fn sells(order: &Order) -> bool {
    !order.line_items.is_empty() || order.service_charges.iter().any(|charge| charge.applied_money.is_some())
}

/// A check without payments, and what is to be paid for it without tips.
pub(super) fn sale(
    place: &Place,
    menu: &Menu,
    order: &Order,
    paid: &PaidAll<'_>,
    mut check: Check,
) -> Result<(Check, Money), Why> {
    let discounts = line::discounts(place, menu, &order.discounts);
    for item in &order.line_items {
        check.lines.push(line::line(place, menu, &discounts, &item.into(), Way::Sold)?);
    }
    let lines_tax = check.lines.iter().map(|line| line.tax).sum();
    let total_tax = cents(place, order.total_tax_money.as_ref())?;
    check.service_charges = charge::charges(place, &order.service_charges, lines_tax, total_tax, Way::Sold)?;
    let tax = lines_tax + charges_tax(&check);
    let surcharge = match cents(place, order.total_card_surcharge_money.as_ref())? {
        Some(surcharge) => surcharge,
        None => paid.surcharge(place)?,
    };
    check.service_charges.extend(charge::surcharge(surcharge, total_tax, tax, Way::Sold));
    let tax = lines_tax + charges_tax(&check);
    check.taxes = charge::taxes(place, &order.taxes, tax, Way::Sold)?;
    let due = due(&check);
    check.rounding =
        charge::rounding(place, order.rounding_adjustment.as_ref(), due, paid.amount(), Way::Sold)?;
    let due = due + check.rounding;
    let mut names = order.discounts.iter().filter_map(|discount| line::discount_name(menu, discount));
    check.promo_code = names.find(|name| place.settings.promo_codes.contains(name));
    Ok((check, due))
}

/// An empty check of an order, with all that does not depend on money.
///
/// # Errors
/// If an id is none.
pub(super) fn check(
    place: &Place,
    team: &Team,
    order: &OrderAndMoney,
    paid: &PaidAll<'_>,
    (id, revision, at): (CheckId, i64, DateTime),
) -> Result<Check, Why> {
    let sent = &order.order;
    let payments = || paid.counted.iter().filter_map(|paid| paid.sent);
    // The one who took the money: Square's orders do not name the server.
    let member = payments().find_map(|of| of.taken_by());
    let person = member.map(|member| team.person(member));
    let source = sent.source.as_ref().and_then(|source| text::name(source.name.as_deref()));
    let product = payments().find_map(|of| of.application_details.as_ref()?.square_product.as_deref());
    let is_online = product.is_some_and(|product| ONLINE_PRODUCTS.contains(&product))
        || source.as_deref().is_some_and(|source| place.settings.online.contains(source));
    let area = payments().find_map(|of| {
        let device = of.device_details.as_ref()?;
        let names = [device.device_name.as_deref(), device.device_id.as_deref()];
        names.into_iter().flatten().find_map(|name| place.settings.areas.get(name))
    });
    let customer = sent.customer_id.as_deref().filter(|id| !id.is_empty());
    let customer = customer.or_else(|| paid.counted.iter().find_map(|paid| paid.customer));
    let customer =
        customer.map(|id| CustomerId::of_sent(id).map_err(|why| format!("has a guest whose id {why}")));
    Ok(Check {
        revision,
        covers: 0,
        table: sent
            .ticket_name
            .as_deref()
            .filter(|_| place.settings.tickets_are_tables)
            .and_then(|name| text::name(Some(name))),
        employee: person.clone(),
        cashier: person,
        revenue_center: area.and_then(|area| text::name(Some(area))),
        order_type: Some(order_type(sent)),
        order_input_type: Some(if is_online { "online" } else { "pos" }.to_owned()),
        order_source: source,
        customer: customer.transpose()?,
        business_date: Some(place.calendar.date_of(at)),
        ..Check::new(place.pos_id.clone(), id, at)
    })
}

/// What the source of an order keeps: as the payment says, else by the rate that the owner entered.
pub(super) fn source_fee(place: &Place, check: &Check, paid: &PaidAll<'_>) -> Money {
    let sent = paid.counted.iter().filter_map(|paid| paid.source_fee).sum::<Money>();
    if sent != Money::ZERO {
        return sent;
    }
    let rate = check.order_source.as_ref().and_then(|source| place.settings.source_fees.get(source));
    let sold = check.lines.iter().filter(|line| !line.deferred);
    let net = sold.map(|line| line.amount - line.discount).sum();
    rate.map_or(Money::ZERO, |rate| rate.of(net))
}

/// From the fulfillment: the dining option of Square for Restaurants is no field of its orders.
fn order_type(order: &Order) -> String {
    let kind = order.fulfillments.iter().find_map(|of| of.kind.as_deref()).map(text::title);
    kind.filter(|kind| !kind.is_empty()).unwrap_or_else(|| "In store".to_owned())
}
