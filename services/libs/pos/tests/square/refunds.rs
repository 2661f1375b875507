use serde_json::{Value, json};

use crate::door::{Seen, cents, line, mapped, mapped_unbalanced, one, soup, usd, visa, with};

/// An order that takes back, on Sunday the 19th.
fn back(returns: Value) -> Value {
    json!({"id": "O2", "location_id": "L1", "state": "COMPLETED", "created_at": "2026-07-19T16:00:00Z",
           "updated_at": "2026-07-19T16:00:00Z", "closed_at": "2026-07-19T16:00:00Z", "returns": returns})
}

/// A soup that comes back.
fn soup_back(cents: i64) -> Value {
    json!({"uid": "r", "name": "Soup", "quantity": "1", "catalog_object_id": "V-Soup", "item_type": "ITEM",
           "gross_return_money": usd(cents), "total_money": usd(cents)})
}

fn refund(cents: i64) -> Value {
    json!({"id": "P1_R1", "status": "COMPLETED", "location_id": "L1", "order_id": "O2", "payment_id": "P1",
           "destination_type": "CARD", "amount_money": usd(cents),
           "created_at": "2026-07-19T16:05:00Z", "updated_at": "2026-07-19T16:06:00Z"})
}

fn kinds(seen: &[Seen]) -> Vec<(&str, &str)> {
    seen.iter().map(|seen| (seen.kind.as_str(), seen.data["posCheckID"].as_str().unwrap())).collect()
}

/// Trap 6.
#[test]
fn itemized_refund_is_a_check_of_its_own() {
    let taxed = json!({"total_tax_money": usd(80), "total_discount_money": usd(100), "total_money": usd(980),
        "applied_discounts": [{"discount_uid": "D", "applied_money": usd(100)}],
        "return_modifiers": [{"name": "Bread", "quantity": "1", "total_price_money": usd(150)}]});
    let sent = back(
        json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [with(soup_back(1000), taxed)],
        "return_discounts": [{"uid": "D", "name": "Loyal"}],
        "return_taxes": [{"uid": "t", "name": "City tax", "applied_money": usd(80)}]}]),
    );
    let seen = one(mapped(&sent, &[visa(1080)], &[refund(980)]));
    assert_eq!(
        (seen.data["posCheckID"].as_str(), seen.data["refundOf"].as_str()),
        (Some("O2-r1"), Some("O1"))
    );
    assert_eq!(
        (seen.data["closeTime"].as_str(), seen.data["businessDate"].as_str()),
        (Some("2026-07-19T12:05:00"), Some("2026-07-19"))
    );
    let totals = seen.check().totals();
    assert_eq!(
        [totals.sales.gross, totals.sales.discounts, totals.tax, totals.paid].map(cents),
        [-1000, -100, -80, -980]
    );
    let line = &seen.check().lines[0];
    assert_eq!(
        (line.quantity.milli(), cents(line.price), line.discounts[0].name.as_str()),
        (-1000, 1000, "Loyal")
    );
    assert_eq!((line.modifiers[0].quantity.milli(), cents(line.modifiers[0].amount)), (-1000, -150));
    // By what the sale was paid with.
    let payment = &seen.data["payments"][0];
    assert_eq!((payment["type"].as_str(), payment["paymentID"].as_str()), (Some("Visa"), Some("P1")));
}

/// Trap 6.
#[test]
fn unlinked_return_names_no_sale() {
    let sent = back(json!([{"uid": "x", "return_line_items": [soup_back(1000)]}]));
    let cash = with(refund(1000), json!({"destination_type": "CASH", "payment_id": null}));
    let seen = one(mapped(&sent, &[], &[cash]));
    assert_eq!((seen.data.get("refundOf"), seen.data["payments"][0]["type"].as_str()), (None, Some("Cash")));
    assert_eq!(cents(seen.check().sales().net()), -1000);
}

/// Trap 6.
#[test]
fn unitemized_refund_is_one_custom_amount() {
    let custom = json!({"uid": "r", "quantity": "1", "item_type": "CUSTOM_AMOUNT", "base_price_money": usd(400), "total_money": usd(400)});
    let sent = back(json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [custom]}]));
    let seen = one(mapped(&sent, &[], &[refund(400)]));
    assert_eq!(
        (seen.data["items"][0]["name"].as_str(), cents(seen.check().sales().net())),
        (Some("Custom amount"), -400)
    );
    assert_eq!(seen.data["payments"][0]["type"], "Card");
}

/// Trap 6: a dearer dish for a cheaper one, the other way round, and the same again.
#[test]
fn exchange_is_a_sale_and_a_refund_that_balance() {
    for (new, old, paid, given) in [(1200, 1000, 200, 0), (800, 1000, 0, 200), (1000, 1000, 0, 0)] {
        let returns = json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(old)]}]);
        let sent = with(back(returns), json!({"line_items": [line("Stew", new)]}));
        let payments = [with(visa(paid), json!({"order_id": "O2", "created_at": "2026-07-19T15:59:00Z"}))];
        let refunds = [refund(given)];
        let seen = mapped(&sent, &payments[..usize::from(paid > 0)], &refunds[..usize::from(given > 0)]);
        assert_eq!(kinds(&seen), [("check.closed", "O2"), ("check.closed", "O2-r1")]);
        let nets: Vec<_> = seen.iter().map(|seen| cents(seen.check().sales().net())).collect();
        assert_eq!(nets, [new, -old]);
        let moved: i64 = seen.iter().map(|seen| cents(seen.check().totals().paid)).sum();
        assert_eq!(moved, paid - given);
    }
}

/// Trap 6: where tenders and refunds hold the whole of both sides, nothing is left to exchange.
#[test]
fn exchange_that_moves_all_money_has_no_other_payment() {
    let returns = json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]}]);
    let sent = with(back(returns), json!({"line_items": [line("Stew", 1200)]}));
    let paid = with(visa(1200), json!({"id": "P2", "order_id": "O2", "created_at": "2026-07-19T15:59:00Z"}));
    let seen = mapped(&sent, &[paid], &[refund(1000)]);
    assert!(
        seen.iter()
            .all(|seen| seen.check().payments.len() == 1 && !seen.data.to_string().contains("Exchange"))
    );
}

/// Trap 6.
#[test]
fn returns_of_two_sales_are_two_checks() {
    let sent = back(json!([
        {"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]},
        {"uid": "y", "source_order_id": "O0", "return_line_items": [soup_back(700)]}]));
    let seen =
        mapped(&sent, &[], &[refund(1200), with(refund(500), json!({"id": "P0_R2", "payment_id": "P0"}))]);
    assert_eq!(kinds(&seen), [("check.closed", "O2-r1"), ("check.closed", "O2-r2")]);
    let paid: Vec<Vec<_>> = seen
        .iter()
        .map(|seen| {
            seen.check()
                .payments
                .iter()
                .map(|of| (of.payment_id.as_ref().unwrap().to_string(), cents(of.amount)))
                .collect()
        })
        .collect();
    let of = |id: &str, cents| (id.to_owned(), cents);
    assert_eq!(paid, [vec![of("P1", -1000)], vec![of("P1", -200), of("P0", -500)]]);
}

/// Trap 7.
#[test]
fn refund_with_a_long_id_has_the_id_of_its_order() {
    let long = with(refund(1000), json!({"id": format!("P1_{}", "x".repeat(200))}));
    let sent = back(json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]}]));
    assert_eq!(one(mapped(&sent, &[], &[long])).data["posCheckID"], "O2-r1");
    // An order's own id may be long as well.
    let sent = with(sent, json!({"id": "y".repeat(192)}));
    let long = with(refund(1000), json!({"order_id": "y".repeat(192)}));
    let id = one(mapped(&sent, &[], &[long])).data["posCheckID"].as_str().unwrap().to_owned();
    assert!(id.len() <= 64 && id.starts_with("yyy"), "{id}");
}

/// Trap 8.
#[test]
fn pending_refund_counts_once_it_is_completed() {
    let sent = back(json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]}]));
    let in_state = |status: &str| mapped(&sent, &[], &[with(refund(1000), json!({"status": status}))]);
    assert!(in_state("PENDING").is_empty());
    assert_eq!(kinds(&in_state("COMPLETED")), [("check.closed", "O2-r1")]);
    for status in ["REJECTED", "FAILED"] {
        assert_eq!(kinds(&in_state(status)), [("check.removed", "O2-r1")], "{status}");
    }
}

#[test]
fn refund_that_only_its_order_holds_is_read_there() {
    let refunds = json!([{"id": "R1", "tender_id": "P1", "status": "APPROVED", "amount_money": usd(1000), "created_at": "2026-07-19T16:01:00Z"}]);
    let returns = json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]}]);
    let seen = one(mapped(&with(back(returns), json!({"refunds": refunds})), &[], &[]));
    assert_eq!(seen.data["closeTime"], "2026-07-19T12:01:00");
}

#[test]
fn tip_that_is_given_back_is_part_of_the_refund() {
    let tips = json!([{"uid": "t", "applied_money": usd(200), "source_tender_id": "P1"}]);
    let sent = back(
        json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)], "return_tips": tips}]),
    );
    let seen =
        one(mapped(&sent, &[], &[with(refund(300), json!({"id": "R0", "payment_id": "P0"})), refund(900)]));
    let paid: Vec<_> = seen.check().payments.iter().map(|of| (cents(of.amount), cents(of.tip))).collect();
    assert_eq!(paid, [(-300, 0), (-700, -200)]);
}

#[test]
fn charge_and_rounding_come_back_too() {
    let charge = json!({"uid": "c", "name": "Room fee", "applied_money": usd(100), "total_tax_money": usd(8), "total_money": usd(108)});
    let sent = back(json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)],
        "return_service_charges": [charge], "rounding_adjustment": {"amount_money": usd(2)},
        "return_taxes": [{"uid": "t", "name": "City tax", "applied_money": usd(8)}]}]));
    let seen = one(mapped(&sent, &[], &[with(refund(1110), json!({"destination_type": "CASH"}))]));
    let totals = seen.check().totals();
    assert_eq!([totals.service_charges, totals.tax, totals.rounding].map(cents), [-100, -8, -2]);
}

#[test]
fn gift_card_that_comes_back_is_no_negative_sale() {
    let card = with(soup_back(5000), json!({"item_type": "GIFT_CARD", "name": "Gift card"}));
    let sent = back(json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [card]}]));
    let totals = one(mapped(&sent, &[], &[refund(5000)])).check().totals();
    assert_eq!([totals.sales.net(), totals.deferred].map(cents), [0, -5000]);
}

#[test]
fn return_without_a_refund_shows_that_nothing_was_given_back() {
    let sent = back(json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]}]));
    let seen = one(mapped_unbalanced(&sent, &[], &[]));
    assert_eq!(cents(seen.check().totals().out_of_balance), 1000);
    // One that holds nothing is none.
    assert!(mapped(&back(json!([{"uid": "x"}])), &[], &[]).is_empty());
}

#[test]
fn refunds_of_a_sale_leave_its_check_as_it_was() {
    let seen = one(mapped(&soup(), &[with(visa(1000), json!({"refunded_money": usd(1000)}))], &[]));
    assert_eq!(cents(seen.check().sales().net()), 1000);
}

#[test]
fn return_that_a_sale_repeats_counts_once() {
    let repeated = json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]}]);
    let seen = one(mapped(&with(soup(), json!({"returns": repeated})), &[visa(1000)], &[]));
    assert_eq!(cents(seen.check().sales().net()), 1000);
}

#[test]
fn page_that_comes_twice_counts_once() {
    let sent = back(json!([{"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]}]));
    let pending = with(refund(1000), json!({"status": "PENDING", "updated_at": "2026-07-19T16:05:00Z"}));
    // In any order, the last change of each counts.
    for refunds in [[refund(1000), refund(1000)], [pending.clone(), refund(1000)], [refund(1000), pending]] {
        let seen = one(mapped(&sent, &[], &refunds));
        assert_eq!(cents(seen.check().totals().paid), -1000);
    }
    let late = with(visa(1000), json!({"tip_money": usd(300), "updated_at": "2026-07-19T15:00:00Z"}));
    for payments in [[visa(1000), late.clone()], [late, visa(1000)]] {
        assert_eq!(cents(one(mapped(&soup(), &payments, &[])).check().totals().paid), 1300);
    }
}

#[test]
fn card_surcharge_comes_back_too() {
    let returned = json!({"uid": "x", "source_order_id": "O1", "return_line_items": [soup_back(1000)]});
    let of_sums = with(returned.clone(), json!({"return_amounts": {"card_surcharge_money": usd(30)}}));
    let share = json!({"total_card_surcharge_money": usd(30), "total_money": usd(1030)});
    let of_lines = with(returned, json!({"return_line_items": [with(soup_back(1000), share)]}));
    for returned in [of_sums, of_lines] {
        let totals = one(mapped(&back(json!([returned])), &[], &[refund(1030)])).check().totals();
        assert_eq!([totals.sales.net(), totals.service_charges].map(cents), [-1000, -30]);
    }
}
