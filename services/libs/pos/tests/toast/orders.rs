//! Orders: what is a check, on which date, and who had it.

use serde_json::{Value, json};

use crate::door::{
    Seen, cents, check, mapped, mapped_unbalanced, one, order, order_of, place, refused, selection,
    try_checks, usd, visa, with,
};

fn soup() -> Value {
    check(vec![selection("Soup", 1000)], vec![visa(1000)])
}

fn only(more: Value) -> Seen {
    one(mapped(&with(order(soup()), more)))
}

#[test]
fn business_date_is_the_one_of_toast() {
    // 03:30 in New York: ours begins at 04:00, the restaurant's day at midnight.
    let late = with(
        check(
            vec![selection("Soup", 1000)],
            vec![with(visa(1000), json!({"paidDate": "2026-07-19T07:30:00.000+0000"}))],
        ),
        json!({"openedDate": "2026-07-19T06:50:00.000+0000", "closedDate": "2026-07-19T07:30:00.000+0000"}),
    );
    let sent = with(order(late), json!({"businessDate": 20_260_719}));
    let seen = one(mapped(&sent));
    assert_eq!(
        (seen.data["businessDate"].as_str(), seen.data["closeTime"].as_str()),
        (Some("2026-07-19"), Some("2026-07-19T03:30:00"))
    );
    let without = one(mapped(&with(sent, json!({"businessDate": null}))));
    assert_eq!(without.data["businessDate"], "2026-07-18");
}

#[test]
fn table_area_server_and_dining_option_are_named() {
    let seen =
        only(json!({"table": {"guid": "t7"}, "revenueCenter": {"guid": "rc"}, "server": {"guid": "e1"},
        "diningOption": {"guid": "in"}, "numberOfGuests": 3}));
    let data = &seen.data;
    assert_eq!((data["table"].as_str(), data["revenueCenter"].as_str()), (Some("7"), Some("Patio")));
    assert_eq!((data["orderType"].as_str(), data["orderInputType"].as_str()), (Some("Dine In"), Some("pos")));
    assert_eq!((data["employee"]["name"].as_str(), data["covers"].as_i64()), (Some("Server One"), Some(3)));
    let unknown = only(json!({"table": {"guid": "t9"}, "server": {"guid": "e9"}}));
    assert_eq!((unknown.data.get("table"), unknown.data["employee"]["name"].as_str()), (None, Some("e9")));
}

#[test]
fn each_check_of_an_order_is_one_and_guests_count_once() {
    let second = with(soup(), json!({"guid": "c2"}));
    let gone = with(soup(), json!({"guid": "c3", "deleted": true}));
    let seen = mapped(&with(order_of(vec![soup(), second, gone]), json!({"numberOfGuests": 5})));
    let shown: Vec<_> = seen
        .iter()
        .map(|seen| {
            (seen.kind.as_str(), seen.data["posCheckID"].as_str().unwrap(), seen.data["covers"].as_i64())
        })
        .collect();
    assert_eq!(
        shown,
        [("check.closed", "c1", Some(3)), ("check.closed", "c2", Some(2)), ("check.removed", "c3", None)]
    );
}

#[test]
fn order_that_is_deleted_is_removed() {
    let seen = one(mapped(&with(
        order(soup()),
        json!({"deleted": true, "deletedDate": "2026-07-18T17:00:00.000+0000"}),
    )));
    assert_eq!(seen.kind, "check.removed");
    let before = one(mapped(&order(soup())));
    assert!(seen.revision > before.revision);
}

#[test]
fn practice_and_waste_are_no_checks() {
    for more in [
        json!({"createdInTestMode": true}),
        json!({"excessFood": true}),
        json!({"approvalStatus": "FUTURE"}),
        json!({"approvalStatus": "NEEDS_APPROVAL"}),
        json!({"approvalStatus": "NOT_APPROVED"}),
    ] {
        assert!(mapped(&with(order(soup()), more.clone())).is_empty(), "{more}");
    }
}

#[test]
fn check_that_is_voided_says_why() {
    let line = with(selection("Soup", 1000), json!({"voided": true, "voidReason": {"guid": "vr"}}));
    let voided = with(
        check(vec![line], vec![with(visa(1000), json!({"paymentStatus": "VOIDED"}))]),
        json!({"voided": true, "voidDate": "2026-07-18T17:00:00.000+0000", "paymentStatus": "OPEN"}),
    );
    let of_order = order(with(voided.clone(), json!({"voided": false})));
    for sent in [order(voided), with(of_order, json!({"voided": true}))] {
        let seen = one(mapped(&sent));
        assert_eq!((seen.kind.as_str(), seen.check().voided), ("check.closed", true));
        assert_eq!((seen.data["reason"].as_str(), seen.check().payments.len()), (Some("Server error"), 0));
        assert_eq!(seen.data["closeTime"], "2026-07-18T13:00:00");
    }
}

#[test]
fn check_with_something_due_is_open() {
    let open = with(soup(), json!({"paymentStatus": "OPEN", "closedDate": null, "payments": []}));
    let seen = one(mapped(&order(open)));
    assert_eq!((seen.kind.as_str(), seen.check().lines.len()), ("check.opened", 1));
    let partly = with(soup(), json!({"paymentStatus": "OPEN", "closedDate": null, "payments": [visa(400)]}));
    assert_eq!(one(mapped(&order(partly))).kind, "check.opened");
}

#[test]
fn check_that_waits_for_its_tip_is_closed() {
    let paid = with(soup(), json!({"paymentStatus": "PAID", "closedDate": null}));
    let seen = one(mapped(&order(paid)));
    assert_eq!(
        (seen.kind.as_str(), seen.data["closeTime"].as_str()),
        ("check.closed", Some("2026-07-18T12:30:00"))
    );
    let tipped = with(
        check(vec![selection("Soup", 1000)], vec![with(visa(1000), json!({"tipAmount": usd(200)}))]),
        json!({"modifiedDate": "2026-07-19T03:00:00.000+0000", "closedDate": "2026-07-19T03:00:00.000+0000"}),
    );
    let later = one(mapped(&order(tipped)));
    assert!(later.revision > seen.revision);
    // The night's end closed it: it was sold at noon.
    assert_eq!(
        (later.data["closeTime"].as_str(), cents(later.check().totals().tips)),
        (Some("2026-07-18T12:30:00"), 200)
    );
}

#[test]
fn check_whose_lines_went_to_another_is_removed() {
    let empty = with(soup(), json!({"selections": [], "payments": [], "paymentStatus": "OPEN"}));
    assert_eq!(one(mapped(&order(empty))).kind, "check.removed");
}

#[test]
fn order_of_a_delivery_service_is_online() {
    let seen = only(json!({"source": "API", "diningOption": {"guid": "dd"}}));
    assert_eq!(
        (seen.data["orderInputType"].as_str(), seen.data["orderSource"].as_str()),
        (Some("online"), Some("DoorDash"))
    );
    let own = only(json!({"source": "Branded Online Ordering", "diningOption": {"guid": "in"}}));
    assert_eq!(
        (own.data["orderInputType"].as_str(), own.data["orderSource"].as_str()),
        (Some("online"), Some("Branded Online Ordering"))
    );
    for source in ["In Store", "Kiosk", "Caller Id", "Order-and-Pay-at-Table"] {
        assert_eq!(only(json!({ "source": source })).data["orderInputType"], "pos", "{source}");
    }
}

#[test]
fn code_of_a_promotion_is_taken_where_it_is_known() {
    let line = with(
        selection("Soup", 1000),
        json!({"price": usd(900), "appliedDiscounts": [{"name": "App offer", "discountAmount": usd(100), "appliedPromoCode": "SUMMER"}]}),
    );
    let sent = order(check(vec![line], vec![visa(900)]));
    let mut place = place();
    place.settings.promo_codes = ["SUMMER"].into_iter().collect();
    assert_eq!(one(try_checks(&place, &sent).unwrap()).data["promoCode"], "SUMMER");
    assert_eq!(one(mapped(&sent)).data.get("promoCode"), None);
}

#[test]
fn order_without_times_says_what_to_do() {
    let sent = json!({"guid": "o1", "checks": [{"guid": "c1", "paymentStatus": "CLOSED", "selections": [selection("Soup", 1)]}]});
    assert!(refused(&sent).contains("save it again"), "{}", refused(&sent));
    assert!(refused(&order(with(soup(), json!({"guid": ""})))).contains("id"));
    let odd = with(selection("Soup", 1000), json!({"quantity": 1e300}));
    assert!(refused(&order(check(vec![odd], vec![]))).contains("quantity"));
}

#[test]
fn lists_that_are_null_are_empty() {
    let bare =
        with(soup(), json!({"appliedServiceCharges": null, "appliedDiscounts": null, "customer": null}));
    assert_eq!(mapped(&order(bare)).len(), 1);
    assert!(mapped_unbalanced(&with(order(soup()), json!({"checks": null}))).is_empty());
}

/// A check of 900 lines, which Toast sends in more than half a megabyte, is one event that the door takes.
#[test]
fn order_of_half_a_megabyte_is_one_event() {
    let line = with(
        selection("Soup", 100),
        json!({"modifiers": [selection("Bread", 0), selection("Butter", 0), selection("Herbs", 0), selection("Pepper", 0)]}),
    );
    let lines = vec![line; 900];
    let sent = order(check(lines, vec![visa(90_000)]));
    assert!(sent.to_string().len() > 450_000);
    assert_eq!(one(mapped(&sent)).check().lines.len(), 900);
}
