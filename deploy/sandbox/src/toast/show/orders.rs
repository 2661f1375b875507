//! Orders.

use jiff::Timestamp;
use saffron_core::fact::ChargeKind;
use saffron_core::{BusinessDate, Money};
use saffron_till::Check;
use serde_json::{Value, json};

use super::back::Backs;
use super::lines::{charges, discounts, selection, sold};
use super::paid::{self, payments_of};
use super::{dollars, never, number, reference, time, usd};
use crate::toast::account::{Account, Record};
use crate::trade::{Order, Origin, Stage};

/// By what an order is found.
pub struct Dates {
    pub business: BusinessDate,
    pub opened: Timestamp,
    /// A refund does not change an order.
    pub modified: Timestamp,
}

/// The sale of an order that Toast shows.
fn shown(order: &Order) -> Option<&Check> {
    order.sale.as_ref().filter(|_| !matches!(order.stage, Stage::Draft | Stage::NoSale))
}

/// By what an order is found; none if it is not there.
pub fn dates(account: &Account, record: &Record, at: Timestamp) -> Option<Dates> {
    let (since, order) = record.as_of(at)?;
    let check = shown(order)?;
    let site = &account.restaurant.site;
    Some(Dates { business: site.date_of(check), opened: site.at(check.open_time), modified: since })
}

/// A payment of an order.
pub fn payment(account: &Account, record: &Record, number: usize, at: Timestamp) -> Option<Value> {
    let (_, order) = record.as_of(at)?;
    let check = shown(order)?;
    paid::payment(account, record, order, check, number, &Backs::new(account, record, check, at))
}

/// An order.
pub fn order(account: &Account, record: &Record, at: Timestamp) -> Option<Value> {
    let (since, order) = record.as_of(at)?;
    let check = shown(order)?;
    let site = &account.restaurant.site;
    let is_closed = matches!(order.stage, Stage::Signing | Stage::Closed);
    let dining = check.order_source.as_ref().or(check.order_type.as_ref());
    let named = |list: &str, name: Option<&String>| name.map(|name| account.guid(&[&list, name]));
    let is_online = order.origin == Origin::Api || check.order_input_type.as_deref() == Some("online");
    let server = check.employee.as_ref().map(|person| account.guid(&[&person.id, &"employee"]));
    let closed = (is_closed && !check.voided).then(|| time(site.at(check.close_time)));
    Some(json!({
        "guid": record.id,
        "entityType": "Order",
        "externalId": null,
        "businessDate": number(site.date_of(check)),
        "openedDate": time(site.at(check.open_time)),
        "createdDate": time(site.at(check.open_time)),
        "modifiedDate": time(since),
        "closedDate": closed,
        "deleted": false,
        "deletedDate": never(),
        "voided": check.voided,
        "voidDate": check.voided.then(|| time(site.at(check.close_time))),
        "diningOption": reference(named("diningOptions", dining), "DiningOption"),
        "table": reference(named("tables", check.table.as_ref()), "Table"),
        "revenueCenter": reference(named("revenueCenters", check.revenue_center.as_ref()), "RevenueCenter"),
        "server": reference(server, "RestaurantUser"),
        "numberOfGuests": check.covers,
        "source": if is_online { "API" } else { "In Store" },
        "approvalStatus": "APPROVED",
        "createdInTestMode": false,
        "excessFood": false,
        "checks": [shown_check(account, record, order, check, (at, since))],
    }))
}

fn shown_check(
    account: &Account,
    record: &Record,
    order: &Order,
    check: &Check,
    (at, since): (Timestamp, Timestamp),
) -> Value {
    let site = &account.restaurant.site;
    let id = account.guid(&[&check.id, &"check"]);
    let backs = Backs::new(account, record, check, at);
    let lines = sold(check);
    let status = match order.stage {
        Stage::Closed => "CLOSED",
        Stage::Signing => "PAID",
        _ => "OPEN",
    };
    // Toast adds dollars up as floating point numbers.
    let counted = lines.iter().filter(|of| !of.line.voided).map(|of| dollars(of.net)).sum::<f64>();
    let fees = check.service_charges.iter().filter(|charge| charge.kind != ChargeKind::Gratuity);
    let amount = counted + fees.map(|charge| dollars(charge.amount)).sum::<f64>() + dollars(check.rounding);
    let taxed = lines.iter().filter(|of| !of.line.voided).map(|of| of.line.tax);
    let tax: Money = taxed.chain(check.service_charges.iter().map(|charge| charge.tax)).sum();
    let paid = (0..payments_of(order).len())
        .filter_map(|number| paid::payment(account, record, order, check, number, &backs));
    let selections = lines
        .iter()
        .enumerate()
        .map(|(number, of)| selection(account, &id, number, of, backs.of_line(number)));
    let guest = check.customer.as_ref().and_then(|id| account.guests.get(id));
    let customer = guest.map(|guest| {
        json!({ "guid": account.guid(&[&guest.id, &"guest"]), "entityType": "Customer", "firstName": guest.first_name,
            "lastName": guest.last_name, "phone": guest.cell_phone_number, "email": guest.email })
    });
    let is_closed = matches!(order.stage, Stage::Signing | Stage::Closed) && !check.voided;
    json!({
        "guid": id,
        "entityType": "Check",
        "openedDate": time(site.at(check.open_time)),
        "modifiedDate": time(since),
        "closedDate": (is_closed && order.stage == Stage::Closed).then(|| time(site.at(check.close_time))),
        "paidDate": is_closed.then(|| time(site.at(check.close_time))),
        "deleted": false,
        "deletedDate": never(),
        "voided": check.voided,
        "voidDate": check.voided.then(|| time(site.at(check.close_time))),
        "paymentStatus": status,
        "amount": amount,
        "taxAmount": usd(tax),
        "totalAmount": amount + dollars(tax),
        "taxExempt": false,
        "displayNumber": check.id.to_string(),
        "tabName": null,
        "customer": customer,
        "selections": selections.collect::<Vec<_>>(),
        "appliedServiceCharges": charges(account, check, &id, |number| backs.of_charge(number)),
        "appliedDiscounts": discounts(account, check),
        "payments": paid.collect::<Vec<_>>(),
    })
}
