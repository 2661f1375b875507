//! Objects with anything in them: no mapping panics, the door accepts every event, and the rest says why there is none.

use proptest::prelude::*;
use saffron_pos::Place;
use saffron_pos::square::model::{
    Answer, CatalogObject, Customer, Dispute, InventoryCount, Order, Payment, PaymentRefund, Payout,
    PayoutEntry, TeamMember, Timecard, WorkweekConfig,
};
use saffron_pos::square::{
    Hours, Menu, OrderAndMoney, Team, checks, dispute_recorded, guest, items, payment_recorded,
    payout_recorded, shift,
};
use serde_json::{Value, json};

use crate::common::mangle::{accepted, changes, explained, mangle, read, size};
use crate::door::{line, place, soup, tender_of, usd, visa, with};

/// An order with everything that an order may hold.
fn full_order() -> Value {
    let part = json!({"quantity": "1.5", "total_tax_money": usd(80), "total_discount_money": usd(100), "total_money": usd(1080),
        "total_service_charge_money": usd(100), "total_card_surcharge_money": usd(3), "variation_name": "Large",
        "modifiers": [{"name": "Bread", "quantity": "2", "base_price_money": usd(10), "total_price_money": usd(30)}],
        "applied_discounts": [{"discount_uid": "D", "applied_money": usd(100)}]});
    let sold = with(line("Soup", 1000), part);
    let back =
        with(sold.clone(), json!({"gross_return_money": usd(1000), "return_modifiers": sold["modifiers"]}));
    let charge = json!({"uid": "c", "name": "Fee", "type": "AUTO_GRATUITY", "treatment_type": "APPORTIONED_TREATMENT",
        "applied_money": usd(100), "total_money": usd(108), "total_tax_money": usd(8)});
    with(
        soup(),
        json!({"line_items": [sold, line("Stew", 700)], "service_charges": [charge], "tenders": [tender_of(1000)],
        "taxes": [{"uid": "t", "name": "Tax", "type": "INCLUSIVE", "applied_money": usd(88)}], "total_tax_money": usd(88),
        "discounts": [{"uid": "D", "name": "Half", "percentage": "50", "applied_money": usd(100)}],
        "rounding_adjustment": {"amount_money": usd(2)}, "source": {"name": "Square Point of Sale"}, "customer_id": "C1",
        "fulfillments": [{"type": "PICKUP"}], "ticket_name": "7",
        "returns": [{"uid": "r", "source_order_id": "O0", "return_line_items": [back], "return_service_charges": [charge],
                     "return_taxes": [{"name": "Tax", "applied_money": usd(80)}], "return_discounts": [{"uid": "D", "name": "Half"}],
                     "return_tips": [{"applied_money": usd(50), "source_tender_id": "P1"}],
                     "rounding_adjustment": {"amount_money": usd(1)}}],
        "refunds": [{"id": "R1", "tender_id": "P1", "status": "APPROVED", "amount_money": usd(200), "created_at": "2026-07-18T16:00:00Z"}]}),
    )
}

fn full_payment() -> Value {
    with(
        visa(1000),
        json!({"tip_money": usd(200), "processing_fee": [{"amount_money": usd(40)}], "team_member_id": "TM1",
        "external_details": {"type": "CHECK", "source": "Uber Eats", "source_fee_money": usd(5)}, "customer_id": "C1",
        "wallet_details": {"brand": "CASH_APP"}, "buy_now_pay_later_details": {"brand": "AFTERPAY"},
        "device_details": {"device_name": "Bar"}, "application_details": {"square_product": "ONLINE_STORE"},
        "offline_payment_details": {"client_created_at": "2026-07-18T15:59:00Z"}}),
    )
}

fn full_refund() -> Value {
    json!({"id": "P1_R1", "status": "COMPLETED", "location_id": "L1", "order_id": "O1", "payment_id": "P1", "destination_type": "CARD",
           "amount_money": usd(300), "processing_fee": [{"amount_money": usd(-4)}], "reason": "Cold", "team_member_id": "TM1",
           "created_at": "2026-07-18T16:05:00Z", "updated_at": "2026-07-18T16:06:00Z"})
}

fn full_item() -> Value {
    json!({"type": "ITEM", "id": "I1", "updated_at": "2026-07-01T10:00:00Z", "present_at_all_locations": true,
        "item_data": {"name": "Soup", "reporting_category": {"id": "C1"}, "is_archived": false, "product_type": "REGULAR",
            "variations": [{"type": "ITEM_VARIATION", "id": "V-Soup", "updated_at": "2026-07-02T10:00:00Z",
                "item_variation_data": {"name": "Large", "pricing_type": "FIXED_PRICING", "price_money": usd(1000), "track_inventory": true,
                    "inventory_alert_type": "LOW_QUANTITY", "inventory_alert_threshold": 5,
                    "vendor_information": [{"unit_cost_money": usd(300)}],
                    "location_overrides": [{"location_id": "L1", "price_money": usd(900), "sold_out": true,
                                            "sold_out_valid_until": "2026-07-19T08:00:00Z"}]}}]}})
}

/// One of each kind.
fn objects() -> Vec<Value> {
    vec![
        full_order(),
        full_payment(),
        full_refund(),
        full_item(),
        json!({"type": "CATEGORY", "id": "C1", "category_data": {"name": "Food", "parent_category": {"id": "C1"}}}),
        json!({"catalog_object_id": "V-Soup", "state": "IN_STOCK", "location_id": "L1", "quantity": "7.5", "calculated_at": "2026-07-03T10:00:00Z"}),
        json!({"id": "TM1", "given_name": "Ana", "wage_setting": {"job_assignments": [{"job_id": "J1", "hourly_rate": usd(1500)}]}}),
        json!({"start_of_week": "SUN", "start_of_day_local_time": "04:00"}),
        json!({"id": "T1", "location_id": "L1", "team_member_id": "TM1", "start_at": "2026-07-18T10:00:00-04:00",
               "end_at": "2026-07-18T18:00:00-04:00", "updated_at": "2026-07-18T22:01:00Z", "status": "CLOSED",
               "wage": {"title": "Server", "hourly_rate": usd(1500), "job_id": "J1"}, "declared_cash_tip_money": usd(50),
               "breaks": [{"start_at": "2026-07-18T12:00:00-04:00", "end_at": "2026-07-18T12:30:00-04:00", "is_paid": false}]}),
        json!({"id": "C1", "updated_at": "2026-07-01T00:00:00Z", "given_name": "Mia", "family_name": "Lang",
               "email_address": "mia@example.com", "phone_number": "+1 (212) 555-0123", "preferences": {"email_unsubscribed": true}}),
        json!({"id": "po_1", "status": "PAID", "location_id": "L1", "created_at": "2026-07-19T10:00:00Z", "updated_at": "2026-07-20T10:00:00Z",
               "amount_money": usd(3900), "arrival_date": "2026-07-20"}),
        json!({"id": "e1", "type": "CHARGE", "effective_at": "2026-07-18T23:31:49Z", "gross_amount_money": usd(4000),
               "fee_amount_money": usd(100), "net_amount_money": usd(3900), "type_charge_details": {"payment_id": "P1"}}),
        json!({"id": "D1", "location_id": "L1", "state": "LOST", "amount_money": usd(4064), "reason": "NO_KNOWLEDGE",
               "disputed_payment": {"payment_id": "P1"}, "created_at": "2026-07-19T13:00:00Z", "due_at": "2026-07-31T03:59:00Z"}),
    ]
}

/// Maps all of them as the objects of each kind that they can be read as; how many events there are.
pub fn map_all(place: &Place, sent: &[Value]) -> usize {
    let catalog = read::<CatalogObject>(sent);
    let menu = Menu::new(place, &catalog, &read::<InventoryCount>(sent));
    let week = read::<WorkweekConfig>(sent);
    let team = Team::new(place, &read::<TeamMember>(sent), &[], week.last());
    let (payments, refunds) = (read::<Payment>(sent), read::<PaymentRefund>(sent));
    let (cards, entries) = (read::<Timecard>(sent), read::<PayoutEntry>(sent));
    let mut events = Vec::new();
    for order in read::<Order>(sent) {
        let of = OrderAndMoney { order, payments: payments.clone(), refunds: refunds.clone() };
        match checks(place, &menu, &team, &of) {
            Ok(checks) => events.extend(checks.into_iter().map(Ok)),
            Err(why) => events.push(Err(why)),
        }
    }
    events.extend(catalog.iter().flat_map(|object| items(place, &menu, object)));
    events
        .extend(payments.iter().filter_map(|payment| payment_recorded(place, payment, &refunds).transpose()));
    events.extend(
        cards.iter().map(|card| shift(place, &team, &Hours { card, others: &cards, payments: &payments })),
    );
    events.extend(read::<Customer>(sent).iter().map(|customer| guest(place, customer)));
    events.extend(read::<Payout>(sent).iter().map(|payout| payout_recorded(place, payout, Some(&entries))));
    events.extend(read::<Dispute>(sent).iter().map(|dispute| dispute_recorded(place, dispute)));
    events.into_iter().map(|event| usize::from(accepted(place, event))).sum()
}

#[test]
fn objects_that_are_whole_are_all_mapped() {
    let place = place();
    let of = |object: &Value| map_all(&place, std::slice::from_ref(object));
    let objects = objects();
    // An order is a sale and a return.
    assert_eq!([0, 1, 3, 8, 9, 10, 12].map(|at| of(&objects[at]) > 0), [true; 7]);
    assert!(map_all(&place, &objects) > objects.len());
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

    #[test]
    fn mangled_answers_are_read_or_refused(changes in changes()) {
        let mut answer = json!({"orders": [full_order(), full_order()], "payments": [full_payment()], "cursor": "c", "errors": []});
        for (_, (at, to)) in &changes {
            let mut left = at.index(size(&answer));
            mangle(&mut answer, &mut left, to);
        }
        let answer = serde_json::from_str::<Answer>(&answer.to_string());
        for order in answer.map(|answer| answer.orders).unwrap_or_default() {
            if let Err(why) = order.object() {
                explained(&why);
            }
        }
    }
}
