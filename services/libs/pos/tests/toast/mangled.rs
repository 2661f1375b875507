//! Objects with anything in them: no mapping panics, the door accepts every event, and the rest says why there is none.

use proptest::prelude::*;
use saffron_pos::Place;
use saffron_pos::toast::model::{Employee, Job, Menus, Named, Order, Restaurant, Stock, TimeEntry};
use saffron_pos::toast::{Catalog, Setup, Team, checks, guest, item, payment_recorded, shift};
use serde_json::{Value, json};

use crate::common::mangle::{accepted, changes, explained, mangle, read, size};
use crate::door::{check, order_of, place, selection, usd, visa, with};

/// An order with everything that an order may hold.
fn full_order() -> Value {
    let back = json!({"refundDetails": {"refundAmount": usd(400), "taxRefundAmount": usd(30), "refundTransaction": {"guid": "t1"}}});
    let soup = with(
        with(selection("Soup", 1150), back.clone()),
        json!({"price": usd(1000), "tax": usd(80), "quantity": 1.5, "salesCategory": {"guid": "sc"}, "itemGroup": {"guid": "g1"},
            "appliedDiscounts": [{"name": "Late", "discountAmount": usd(150), "nonTaxDiscountAmount": usd(150), "approver": {"guid": "e1"},
                "appliedPromoCode": "SUMMER", "processingState": "APPLIED", "appliedDiscountReason": {"name": "Slow"}}],
            "modifiers": [with(selection("Bread", 150), json!({"modifiers": [selection("Butter", 50)]}))],
            "appliedTaxes": [{"name": "City", "taxAmount": usd(80), "facilitatorCollectAndRemitTax": true}]}),
    );
    let voided = with(
        selection("Stew", 700),
        json!({"voided": true, "voidDate": "2026-07-18T16:10:00.000+0000", "voidReason": {"guid": "vr"}}),
    );
    let card = with(
        selection("Card", 5000),
        json!({"deferred": true, "item": null, "selectionType": "TOAST_CARD_SELL"}),
    );
    let charge = with(
        json!({"guid": "f", "name": "Fee", "chargeAmount": usd(50), "gratuity": true, "delivery": true,
        "appliedTaxes": [{"name": "City", "taxAmount": usd(4)}]}),
        back,
    );
    let rounding =
        json!({"name": "Rounding", "chargeAmount": usd(1), "serviceChargeCategory": "CASH_ROUNDING"});
    let refund = json!({"refundAmount": usd(480), "tipRefundAmount": usd(20), "refundDate": "2026-07-20T15:00:00.000+0000",
        "refundBusinessDate": 20_260_720, "refundTransaction": {"guid": "t1"}});
    let paid = with(
        visa(6135),
        json!({"tipAmount": usd(200), "refundStatus": "PARTIAL", "refund": refund, "server": {"guid": "e1"}, "originalProcessingFee": usd(20)}),
    );
    let other = with(
        visa(0),
        json!({"guid": "p2", "type": "OTHER", "otherPayment": {"guid": "ap"}, "voidInfo": {"voidDate": "2026-07-18T17:00:00.000+0000"}}),
    );
    let first = with(
        check(vec![soup, voided, card], vec![paid, other]),
        json!({"appliedServiceCharges": [charge, rounding], "taxAmount": usd(84), "amount": usd(6000),
            "appliedDiscounts": [{"name": "Tenth", "discountAmount": usd(100)}], "tabName": "Tab",
            "customer": {"guid": "g1", "firstName": "Guest", "lastName": "One", "phone": "2025550143", "email": "guest@example.com"}}),
    );
    let second = with(
        check(vec![selection("Tea", 300)], vec![]),
        json!({"guid": "c2", "paymentStatus": "OPEN", "closedDate": null}),
    );
    with(
        order_of(vec![first, second]),
        json!({"table": {"guid": "t7"}, "revenueCenter": {"guid": "rc"}, "server": {"guid": "e1"}, "diningOption": {"guid": "dd"},
            "numberOfGuests": 3, "source": "API"}),
    )
}

fn objects() -> Vec<Value> {
    vec![
        full_order(),
        json!({"guid": "w1", "employeeReference": {"guid": "e1"}, "jobReference": {"guid": "j1"}, "inDate": "2026-07-18T13:00:00.000+0000",
            "outDate": "2026-07-18T22:00:00.000+0000", "hourlyWage": 15.5, "regularHours": 8.0, "overtimeHours": 0.5,
            "modifiedDate": "2026-07-18T22:00:01.000+0000", "declaredCashTips": 10.0, "nonCashTips": 25.0,
            "breaks": [{"paid": false, "inDate": "2026-07-18T16:00:00.000+0000", "outDate": "2026-07-18T16:30:00.000+0000"}]}),
        json!({"guid": "e1", "firstName": "Server", "chosenName": "One", "lastName": "Two"}),
        json!({"guid": "j1", "title": "Server"}),
        json!({"guid": "sc", "name": "Food"}),
        json!({"lastUpdated": "2026-07-01T10:00:00.000+0000", "menus": [{"name": "Lunch", "menuGroups": [{"guid": "g1", "name": "Soups",
            "menuItems": [{"guid": "i-Soup", "name": "Soup", "price": 10.5, "pricingStrategy": "BASE_PRICE", "salesCategory": {"guid": "sc", "name": "Food"}}],
            "menuGroups": [{"guid": "g2", "name": "Hot", "menuItems": [{"guid": "i2", "name": "Stew", "price": 7}]}]}]}]}),
        json!({"guid": "i-Soup", "status": "QUANTITY", "quantity": 7.0}),
        json!({"guid": "r1", "general": {"name": "Corner", "timeZone": "America/New_York", "closeoutHour": 4, "currencyCode": "USD"},
            "location": {"address1": "1 Main St"}}),
    ]
}

/// Maps all of them as the objects of each kind that they can be read as; how many events there are.
fn map_all(place: &Place, sent: &[Value]) -> usize {
    let named = read::<Named>(sent);
    let setup = Setup::new(&[
        ("salesCategories", named.clone()),
        ("tables", named.clone()),
        ("diningOptions", named),
    ]);
    let team = Team::new(&read::<Employee>(sent), &read::<Job>(sent));
    let menus = read::<Menus>(sent);
    let catalog = menus.iter().find(|menus| !menus.menus.is_empty()).map(Catalog::new).unwrap_or_default();
    let mut events = Vec::new();
    for order in read::<Order>(sent) {
        match checks(place, &setup, &catalog, &team, &order) {
            Ok(checks) => events.extend(checks.into_iter().map(Ok)),
            Err(why) => events.push(Err(why)),
        }
        for check in &order.checks {
            events.extend(guest(place, check).transpose());
            events.extend(
                check.payments.iter().filter_map(|of| payment_recorded(place, check, of).transpose()),
            );
        }
    }
    events.extend(read::<TimeEntry>(sent).iter().map(|entry| shift(place, &team, entry)));
    let (stock, seen) = (read::<Stock>(sent), "2026-07-18T12:00:00Z".parse().unwrap());
    for group in menus.iter().flat_map(|menus| &menus.menus).flat_map(|menu| &menu.menu_groups) {
        for dish in &group.menu_items {
            let left = stock.iter().find(|stock| stock.guid == dish.guid);
            events.extend(item(place, &catalog, dish, left, seen).transpose());
        }
    }
    for restaurant in read::<Restaurant>(sent) {
        if let Err(why) = saffron_pos::toast::offer(&restaurant) {
            explained(&why);
        }
    }
    events.into_iter().map(|event| usize::from(accepted(place, event))).sum()
}

#[test]
fn objects_that_are_whole_are_all_mapped() {
    let objects = objects();
    // A sale, its refund, the open check, the guest, and a payment by card; the shift; the item.
    assert_eq!(map_all(&place(), &objects[..1]), 5);
    assert!(map_all(&place(), &objects) >= 7);
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
