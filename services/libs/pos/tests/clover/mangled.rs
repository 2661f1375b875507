//! Objects with anything in them: no mapping panics, the door accepts every event, and the rest says why there is none.

use proptest::prelude::*;
use saffron_pos::Place;
use saffron_pos::clover::model::{
    Category, Customer, Employee, Item, Merchant, Order, Payment, Refund, Shift,
};
use saffron_pos::clover::{Hours, Menu, Team, checks, guest, item, payment_recorded, shift};
use serde_json::{Value, json};

use crate::common::mangle::{accepted, changes, mangle, read, size};
use crate::door::{again, line, list, ms, order, place, rate, visa, with};

/// An order with everything that an order may hold.
fn full_order() -> Value {
    let part = json!({"unitQty": 1500, "discounts": list(vec![json!({"name": "Late", "amount": -100, "approver": {"id": "E2"}})]),
        "modifications": list(vec![json!({"id": "MO", "name": "Bread", "amount": 30, "modifier": {"id": "M1"}})]),
        "taxRates": list(vec![rate("City", 825_000), json!({"id": "F", "name": "Flat", "rate": 0, "taxAmount": 5})]),
        "refunded": true, "exchanged": false});
    let fee = with(
        line("Party", 0),
        json!({"isOrderFee": true, "percentage": 180_000, "orderFeeType": "AUTO_GRATUITY"}),
    );
    let beer = line("Beer", 600);
    let lines = vec![with(line("Soup", 1000), part), beer.clone(), again(&beer, 2), fee];
    let refund = json!({"id": "R1", "orderRef": {"id": "O1"}, "payment": {"id": "P1"}, "amount": 600, "taxAmount": 40, "tipAmount": 20,
        "createdTime": ms("2026-07-18T18:00:00Z"), "lineItems": list(vec![json!({"id": "L-Beer"})]), "status": "SUCCESS",
        "serviceChargeAmount": {"name": "Fee", "amount": 10}, "additionalCharges": list(vec![json!({"type": "CREDIT_SURCHARGE", "amount": 3})])});
    let credit = json!({"id": "C1", "amount": 100, "taxAmount": 5, "createdTime": ms("2026-07-18T19:00:00Z"), "tender": {"label": "Cash"}});
    let money = json!({"tipAmount": 200, "taxAmount": 240, "serviceCharge": {"amount": 300}, "offline": true,
        "clientCreatedTime": ms("2026-07-18T15:59:00Z"), "employee": {"id": "E1"},
        "additionalCharges": list(vec![json!({"type": "CREDIT_SURCHARGE", "amount": 30})])});
    with(
        order(lines, vec![with(visa(3500), money)]),
        json!({"discounts": list(vec![json!({"name": "Tenth", "percentage": 10}), json!({"name": "Odd", "percentageDecimal": 12_345})]),
               "serviceCharge": {"name": "Fee", "percentageDecimal": 100_000, "isAutoApplied": true}, "isVat": false,
               "additionalCharges": list(vec![json!({"type": "DELIVERY_FEE", "amount": 300})]), "orderType": {"label": "DoorDash", "taxable": true},
               "customers": list(vec![json!({"id": "C1"})]), "employee": {"id": "E1"}, "title": "7", "device": {"id": "D1"},
               "refunds": list(vec![refund]), "credits": list(vec![credit])}),
    )
}

/// One of each kind.
fn objects() -> Vec<Value> {
    vec![
        full_order(),
        with(visa(1000), json!({"tipAmount": 100, "voidReason": "USER_CANCEL"})),
        json!({"id": "R1", "payment": {"id": "P1"}, "amount": 300, "createdTime": ms("2026-07-18T18:00:00Z"), "reason": "Cold"}),
        json!({"id": "I-Soup", "name": "Soup", "price": 1000, "priceType": "FIXED", "cost": 300, "available": false,
               "modifiedTime": ms("2026-07-01T10:00:00Z"), "itemStock": {"quantity": 7.5, "modifiedTime": ms("2026-07-02T10:00:00Z")},
               "categories": list(vec![json!({"id": "C1", "name": "Food", "sortOrder": 1})])}),
        json!({"id": "C1", "name": "Food", "parentCategory": {"id": "C1"}}),
        json!({"id": "E1", "name": "Server One", "role": "EMPLOYEE", "roles": list(vec![json!({"name": "Server"})])}),
        json!({"id": "S1", "employee": {"id": "E1"}, "inTime": ms("2026-07-18T14:00:00Z"), "outTime": ms("2026-07-18T22:00:00Z"),
               "overrideInTime": ms("2026-07-18T13:00:00Z"), "cashTipsCollected": 500}),
        json!({"id": "C1", "firstName": "Guest", "lastName": "One", "customerSince": ms("2026-01-05T10:00:00Z"), "marketingAllowed": true,
               "emailAddresses": list(vec![json!({"emailAddress": "guest@example.com"})]),
               "phoneNumbers": list(vec![json!({"phoneNumber": "202 555 0143"})]), "metadata": {"businessName": "Shop"}}),
        json!({"id": "MAIN00000000A", "name": "Corner", "address": {"address1": "1 Main St"}, "properties": {"timezone": "America/New_York"}}),
    ]
}

/// Maps all of them as the objects of each kind that they can be read as; how many events there are.
fn map_all(place: &Place, sent: &[Value]) -> usize {
    let inventory = read::<Item>(sent);
    let menu = Menu::new(place, &read::<Category>(sent), &inventory);
    let team = Team::new(&read::<Employee>(sent));
    let (payments, refunds) = (read::<Payment>(sent), read::<Refund>(sent));
    let mut events = Vec::new();
    for order in read::<Order>(sent) {
        match checks(place, &menu, &team, &order) {
            Ok(checks) => events.extend(checks.into_iter().map(Ok)),
            Err(why) => events.push(Err(why)),
        }
    }
    events.extend(inventory.iter().filter_map(|of| item(place, &menu, of).transpose()));
    events.extend(payments.iter().filter_map(|of| payment_recorded(place, of, &refunds).transpose()));
    for worked in read::<Shift>(sent) {
        events.push(shift(place, &team, &Hours { shift: &worked, employee: None, payments: &payments }));
    }
    events.extend(read::<Customer>(sent).iter().map(|of| guest(place, of)));
    for merchant in read::<Merchant>(sent) {
        if let Err(why) = saffron_pos::clover::offer(&merchant) {
            crate::common::mangle::explained(&why);
        }
    }
    events.into_iter().map(|event| usize::from(accepted(place, event))).sum()
}

#[test]
fn objects_that_are_whole_are_all_mapped() {
    let objects = objects();
    let of = |at: usize| map_all(&place(), std::slice::from_ref(&objects[at])) > 0;
    assert_eq!([0, 1, 3, 6, 7].map(of), [true; 5]);
    // The order is a sale, a refund and a manual refund.
    assert_eq!(map_all(&place(), &objects), 7);
}

proptest! {
    #[test]
    fn mangled_objects_are_facts_or_say_why_not(changes in changes(), currency in "(USD|USD|JPY|KWD)") {
        let mut place = place();
        place.settings.currency = currency;
        let mut sent = objects();
        for (object, (at, to)) in &changes {
            let object = object.get_mut(&mut sent);
            let mut left = at.index(size(object));
            mangle(object, &mut left, to);
        }
        map_all(&place, &sent);
    }
}
