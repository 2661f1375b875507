//! Which orders are checks, and of which time.

use saffron_core::BusinessDate;
use saffron_pos::clover::removed_check;
use serde_json::json;

use crate::door::{
    cents, line, list, mapped, mapped_unbalanced, ms, one, order, paid, place, refused, soup, through, visa,
    with,
};

#[test]
fn state_says_nothing_of_payment() {
    for state in [json!("open"), json!("locked"), json!("OPEN"), json!("closed"), json!(null)] {
        let seen = one(mapped(&with(soup(), json!({ "state": state }))));
        assert_eq!(seen.kind, "check.closed", "{state}");
    }
    for sent in ["PAID", "REFUNDED", "PARTIALLY_REFUNDED", "CREDITED"] {
        assert_eq!(one(mapped(&with(soup(), json!({ "paymentState": sent })))).kind, "check.closed");
    }
}

#[test]
fn unpaid_order_is_an_open_check() {
    let open = with(paid(soup(), vec![]), json!({"state": "open", "paymentState": "OPEN"}));
    let seen = one(mapped(&open));
    assert_eq!((seen.kind.as_str(), cents(seen.check().totals().sales.gross)), ("check.opened", 1000));
    assert!(seen.data.get("closeTime").is_none());
    assert_eq!(seen.data["openTime"], "2026-07-18T11:30:00");
}

#[test]
fn partly_paid_order_is_open_with_its_payments() {
    let partly = with(paid(soup(), vec![visa(400)]), json!({"paymentState": "PARTIALLY_PAID"}));
    let seen = one(mapped(&partly));
    assert_eq!((seen.kind.as_str(), cents(seen.check().totals().paid)), ("check.opened", 400));
}

#[test]
fn order_that_the_till_hides_is_no_check() {
    let hidden = with(paid(soup(), vec![]), json!({"state": null, "paymentState": "OPEN"}));
    assert!(mapped(&hidden).is_empty());
}

#[test]
fn order_of_practice_is_no_check() {
    assert!(mapped(&with(soup(), json!({"testMode": true}))).is_empty());
}

#[test]
fn order_without_lines_and_money_is_no_check() {
    assert!(
        mapped(&with(order(vec![], vec![]), json!({"state": "open", "paymentState": "OPEN"}))).is_empty()
    );
}

#[test]
fn order_of_an_old_till_is_closed_once_it_is_paid() {
    let old = |amount| with(paid(soup(), vec![visa(amount)]), json!({"paymentState": null, "state": "open"}));
    assert_eq!(one(mapped(&old(1000))).kind, "check.closed");
    assert_eq!(one(mapped(&old(900))).kind, "check.opened");
}

#[test]
fn deleted_order_is_removed() {
    let gone = with(soup(), json!({"deletedTimestamp": ms("2026-07-19T10:00:00Z")}));
    let seen = one(mapped(&gone));
    assert_eq!((seen.kind.as_str(), seen.revision), ("check.removed", ms("2026-07-19T10:00:00Z") * 16 + 1));
    let sent = removed_check(&place(), "O1", "2026-07-19T10:00:00Z".parse().unwrap()).unwrap();
    assert_eq!(through(&place(), &sent).data, seen.data);
}

#[test]
fn line_that_was_given_in_exchange_is_left_out() {
    let given = with(line("Soup", 1000), json!({"exchanged": true}));
    let seen = one(mapped(&order(vec![given, line("Stew", 1200)], vec![visa(1200)])));
    assert_eq!((seen.check().lines.len(), cents(seen.check().sales().gross)), (1, 1200));
}

/// A line that was removed before payment is in no answer of the API.
#[test]
fn line_that_comes_back_keeps_the_sale() {
    let back = with(line("Soup", 1000), json!({"refunded": true}));
    assert_eq!(cents(one(mapped(&order(vec![back], vec![visa(1000)]))).check().sales().gross), 1000);
}

#[test]
fn payment_without_lines_is_an_amount() {
    let manual = with(
        order(vec![], vec![with(visa(1080), json!({"taxAmount": 80}))]),
        json!({"manualTransaction": true, "lineItems": null}),
    );
    let seen = one(mapped(&manual));
    let line = &seen.check().lines[0];
    assert_eq!((line.name.as_str(), cents(line.amount), cents(line.tax)), ("Custom amount", 1000, 80));
}

#[test]
fn check_closes_with_its_last_payment() {
    let late = with(visa(400), json!({"id": "P2", "createdTime": ms("2026-07-19T03:30:00Z")}));
    let early = with(visa(600), json!({"createdTime": ms("2026-07-19T02:00:00Z")}));
    let seen = one(mapped(&paid(soup(), vec![late, early])));
    assert_eq!(seen.data["closeTime"], "2026-07-18T23:30:00");
    // The next morning in UTC is still the evening.
    assert_eq!(seen.data["businessDate"], "2026-07-18");
}

#[test]
fn payment_after_midnight_counts_in_the_day_before() {
    let late = with(visa(1000), json!({"createdTime": ms("2026-07-19T07:59:00Z")}));
    let seen = one(mapped(&paid(soup(), vec![late])));
    assert_eq!(seen.data["closeTime"], "2026-07-19T03:59:00");
    let date: BusinessDate = "2026-07-18".parse().unwrap();
    assert_eq!(seen.data["businessDate"], date.to_string());
}

#[test]
fn offline_payment_has_the_time_of_its_device() {
    let device = ms("2026-07-18T15:58:00Z");
    let late = json!({"createdTime": ms("2026-07-20T09:00:00Z"), "clientCreatedTime": device});
    let offline = with(with(visa(1000), late.clone()), json!({"offline": true}));
    assert_eq!(one(mapped(&paid(soup(), vec![offline]))).data["closeTime"], "2026-07-18T11:58:00");
    // The clock of a device that is connected may be wrong.
    let connected = with(visa(1000), late);
    assert_eq!(one(mapped(&paid(soup(), vec![connected]))).data["closeTime"], "2026-07-20T05:00:00");
}

#[test]
fn what_costs_nothing_is_closed_without_a_payment() {
    let free = with(
        order(
            vec![with(
                line("Soup", 1000),
                json!({"discounts": list(vec![json!({"name": "Comp", "percentage": 100})])}),
            )],
            vec![],
        ),
        json!({"paymentState": "PAID"}),
    );
    let seen = one(mapped(&free));
    assert_eq!(
        (seen.kind.as_str(), seen.data["closeTime"].as_str()),
        ("check.closed", Some("2026-07-18T12:00:00"))
    );
}

#[test]
fn revision_is_the_last_change_of_order_and_money() {
    let base = ms("2026-07-18T16:00:01Z");
    assert_eq!(one(mapped(&soup())).revision, base * 16 + 1);
    let tipped = with(visa(1000), json!({"tipAmount": 200, "modifiedTime": base + 5_000}));
    assert_eq!(one(mapped(&paid(soup(), vec![tipped]))).revision, (base + 5_000) * 16 + 1);
    let back = with(
        soup(),
        json!({"refunds": list(vec![json!({"id": "R1", "amount": 100, "taxAmount": 0, "createdTime": base + 9_000,
        "payment": {"id": "P1"}, "orderRef": {"id": "O1"}})])}),
    );
    assert!(mapped(&back).iter().all(|seen| seen.revision == (base + 9_000) * 16 + 1));
    assert!((base + 9_000) * 16 < 1 << 53);
}

#[test]
fn another_currency_is_refused_by_name() {
    let why = refused(&with(soup(), json!({"currency": "EUR"})));
    assert!(why.contains("EUR") && why.contains("USD"), "{why}");
}

#[test]
fn lists_come_bare_or_within_elements() {
    let bare = with(
        soup(),
        json!({"lineItems": [line("Soup", 1000), null], "payments": [visa(1000)],
        "discounts": {"href": "https://clover.test/v3/x"}, "refunds": null, "credits": {"elements": null}}),
    );
    assert_eq!(cents(one(mapped(&bare)).check().sales().gross), 1000);
}

#[test]
fn order_without_id_or_time_says_why() {
    for (more, part) in [
        (json!({"id": null}), "id"),
        (
            json!({"modifiedTime": null, "createdTime": -5, "payments": null, "paymentState": "OPEN", "state": "open"}),
            "time",
        ),
        (json!({"lineItems": [line("Soup", 99_000_000_000)]}), "larger than any real"),
    ] {
        let why = refused(&with(soup(), more));
        assert!(why.contains(part), "{why} has no {part}");
    }
}

#[test]
fn payments_that_came_twice_count_once() {
    let later = with(visa(1000), json!({"tipAmount": 150, "modifiedTime": ms("2026-07-18T18:00:00Z")}));
    let seen = one(mapped_unbalanced(&paid(soup(), vec![later, visa(1000)])));
    assert_eq!((cents(seen.check().totals().paid), cents(seen.check().totals().tips)), (1150, 150));
}
