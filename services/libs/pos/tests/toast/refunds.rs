//! Refunds: Toast keeps them inside payments, and dates them by their own days.

use serde_json::{Value, json};

use crate::door::{Seen, cents, check, mapped, order, selection, usd, visa, with};

/// A payment of which so much was given back two days later.
fn refunded(payment: Value, amount: i64, tip: i64, transaction: Option<&str>) -> Value {
    let is_all = payment["amount"] == usd(amount);
    let refund = json!({"refundAmount": usd(amount), "tipRefundAmount": usd(tip), "refundDate": "2026-07-20T15:00:00.000+0000",
        "refundBusinessDate": 20_260_720, "refundTransaction": transaction.map(|guid| json!({"guid": guid}))});
    with(payment, json!({"refundStatus": if is_all { "FULL" } else { "PARTIAL" }, "refund": refund}))
}

fn back(amount: i64, tax: i64, transaction: &str) -> Value {
    json!({"refundDetails": {"refundAmount": usd(amount), "taxRefundAmount": usd(tax), "refundTransaction": {"guid": transaction}}})
}

fn pair(sent: &Value) -> (Seen, Seen) {
    let mut seen = mapped(sent);
    assert_eq!(seen.len(), 2, "{seen:?}");
    (seen.remove(0), seen.remove(0))
}

fn taxed(name: &str, price: i64, tax: i64) -> Value {
    with(selection(name, price), json!({ "tax": usd(tax) }))
}

#[test]
fn refund_is_a_check_of_its_own_on_its_own_day() {
    let lines = vec![with(taxed("Soup", 1000, 80), back(1000, 80, "t1")), taxed("Stew", 500, 40)];
    let sent = order(check(lines, vec![refunded(visa(1620), 1080, 0, Some("t1"))]));
    let (sale, refund) = pair(&sent);
    assert_eq!(
        (sale.data["businessDate"].as_str(), cents(sale.check().sales().net())),
        (Some("2026-07-18"), 1500)
    );
    assert_eq!(refund.data["businessDate"], "2026-07-20");
    assert_eq!(
        (refund.data["posCheckID"].as_str(), refund.data["refundOf"].as_str()),
        (Some("refund-p1"), Some("c1"))
    );
    let of = refund.check();
    assert_eq!((of.lines.len(), cents(of.lines[0].amount), cents(of.totals().tax)), (1, -1000, -80));
    assert_eq!((of.lines[0].quantity.milli(), cents(of.totals().paid)), (-1000, -1080));
    assert_eq!(refund.data["covers"].as_i64().unwrap_or_default(), 0);
    assert!(sale.revision == refund.revision);
}

#[test]
fn refund_of_all_without_details_brings_all_back() {
    let soup = with(
        taxed("Soup", 1000, 60),
        json!({"price": usd(800), "appliedDiscounts": [{"name": "Late", "discountAmount": usd(200)}]}),
    );
    let charge = json!({"name": "Fee", "chargeAmount": usd(50), "appliedTaxes": [{"name": "City", "taxAmount": usd(4)}]});
    let rounding =
        json!({"name": "Rounding", "chargeAmount": usd(1), "serviceChargeCategory": "CASH_ROUNDING"});
    let sent = with(
        check(vec![soup], vec![refunded(with(visa(916), json!({"tipAmount": usd(100)})), 916, 100, None)]),
        json!({"appliedServiceCharges": [charge, rounding], "taxAmount": usd(65)}),
    );
    let (sale, refund) = pair(&order(sent));
    let (of_sale, of_refund) = (sale.check().totals(), refund.check().totals());
    assert_eq!(cents(of_refund.sales.net()), -cents(of_sale.sales.net()));
    assert_eq!((cents(of_refund.tax), cents(of_refund.tips)), (-65, -100));
    assert_eq!((cents(of_refund.service_charges), cents(refund.check().rounding)), (-50, -1));
    assert_eq!(cents(refund.check().lines[0].discount), -200);
}

#[test]
fn refund_of_an_amount_is_one_line() {
    let (_, refund) =
        pair(&order(check(vec![selection("Soup", 1000)], vec![refunded(visa(1000), 300, 0, None)])));
    let line = &refund.check().lines[0];
    assert_eq!((line.name.as_str(), cents(line.amount), line.quantity.milli()), ("Refund", -300, -1000));
}

#[test]
fn part_of_a_line_comes_back_in_part() {
    let beer = with(with(selection("Beer", 1800), json!({"quantity": 3.0})), back(600, 0, "t1"));
    let (_, refund) = pair(&order(check(vec![beer], vec![refunded(visa(1800), 600, 0, Some("t1"))])));
    let line = &refund.check().lines[0];
    assert_eq!((line.quantity.milli(), cents(line.amount), cents(line.price)), (-1000, -600, 600));
}

#[test]
fn refund_of_two_payments_in_one_go_is_one_check() {
    let soup = with(selection("Soup", 1000), back(1000, 0, "t1"));
    let second = with(visa(400), json!({"guid": "p2", "type": "CASH"}));
    let sent = check(
        vec![soup],
        vec![refunded(visa(600), 600, 0, Some("t1")), refunded(second, 400, 0, Some("t1"))],
    );
    let seen = mapped(&order(sent));
    let kinds: Vec<_> =
        seen.iter().map(|seen| (seen.kind.as_str(), seen.data["posCheckID"].as_str().unwrap())).collect();
    assert_eq!(
        kinds,
        [("check.closed", "c1"), ("check.closed", "refund-p1"), ("check.removed", "refund-p2")]
    );
    assert_eq!((seen[1].check().payments.len(), cents(seen[1].check().sales().net())), (2, -1000));
}

#[test]
fn refunds_of_two_days_are_two_checks() {
    let soup = with(selection("Soup", 1000), back(1000, 0, "t1"));
    let stew = with(selection("Stew", 500), back(500, 0, "t2"));
    let later = with(visa(500), json!({"guid": "p2"}));
    let mut later = refunded(later, 500, 0, Some("t2"));
    later["refund"]["refundBusinessDate"] = json!(20_260_722);
    later["refund"]["refundDate"] = json!("2026-07-22T15:00:00.000+0000");
    let seen =
        mapped(&order(check(vec![soup, stew], vec![refunded(visa(1000), 1000, 0, Some("t1")), later])));
    let shown: Vec<_> = seen
        .iter()
        .map(|seen| (seen.data["businessDate"].as_str().unwrap(), cents(seen.check().sales().net())))
        .collect();
    assert_eq!(shown, [("2026-07-18", 1500), ("2026-07-20", -1000), ("2026-07-22", -500)]);
}

#[test]
fn details_worth_more_than_the_money_are_an_amount() {
    let soup = with(selection("Soup", 1000), back(1000, 0, "t1"));
    let (_, refund) = pair(&order(check(vec![soup], vec![refunded(visa(1000), 600, 0, Some("t1"))])));
    assert_eq!(
        (refund.check().lines[0].name.as_str(), cents(refund.check().sales().net())),
        ("Refund", -600)
    );
}

#[test]
fn cent_between_details_and_money_is_rounding() {
    let soup = with(taxed("Soup", 1000, 83), back(1000, 82, "t1"));
    let (_, refund) = pair(&order(check(vec![soup], vec![refunded(visa(1083), 1083, 0, Some("t1"))])));
    assert_eq!((cents(refund.check().sales().net()), cents(refund.check().rounding)), (-1000, -1));
}

#[test]
fn tip_comes_back_beside_the_amount() {
    let tipped = with(visa(1000), json!({"tipAmount": usd(200)}));
    let (sale, refund) =
        pair(&order(check(vec![selection("Soup", 1000)], vec![refunded(tipped, 0, 200, None)])));
    assert_eq!(cents(sale.check().totals().tips), 200);
    assert_eq!((cents(refund.check().totals().tips), cents(refund.check().sales().net())), (-200, 0));
}

#[test]
fn gift_card_that_comes_back_is_no_sale_either() {
    let card = with(with(selection("Card", 5000), json!({"deferred": true})), back(5000, 0, "t1"));
    let (_, refund) = pair(&order(check(vec![card], vec![refunded(visa(5000), 5000, 0, Some("t1"))])));
    let totals = refund.check().totals();
    assert_eq!((cents(totals.sales.net()), cents(totals.deferred)), (0, -5000));
}

#[test]
fn charge_comes_back_by_its_own_details() {
    let soup = with(selection("Soup", 1000), back(1000, 0, "t1"));
    let charge =
        with(json!({"name": "Large party", "chargeAmount": usd(200), "gratuity": true}), back(200, 0, "t1"));
    let sent = with(
        check(vec![soup], vec![refunded(visa(1200), 1200, 0, Some("t1"))]),
        json!({"appliedServiceCharges": [charge]}),
    );
    let (_, refund) = pair(&order(sent));
    assert_eq!(cents(refund.check().totals().gratuity), -200);
}

#[test]
fn payment_without_a_refund_makes_none() {
    let none = with(visa(1000), json!({"refundStatus": "NONE", "refund": {"refundAmount": 0.0}}));
    assert_eq!(mapped(&order(check(vec![selection("Soup", 1000)], vec![none]))).len(), 1);
}
