//! What was given back: objects of their own, with positive amounts.

use saffron_core::fact::ChargeKind;
use serde_json::{Value, json};

use crate::door::{
    again, cents, line, list, mapped, mapped_unbalanced, ms, order, paid, rate, soup, visa, with,
};

fn refund(more: Value) -> Value {
    let base = json!({"id": "R1", "orderRef": {"id": "O1"}, "payment": {"id": "P1"}, "amount": 1000, "taxAmount": 0,
        "createdTime": ms("2026-07-20T14:00:00Z"), "employee": {"id": "E2"}});
    with(base, more)
}

fn refunded(order: Value, refunds: Vec<Value>) -> Value {
    with(order, json!({"paymentState": "PARTIALLY_REFUNDED", "refunds": list(refunds)}))
}

/// Two soups and a stew, with tax: 10 + 10 + 20 and 8 %.
fn three() -> Value {
    let taxed = |line: Value| with(line, json!({"taxRates": list(vec![rate("City", 800_000)])}));
    let soup = taxed(line("Soup", 1000));
    order(
        vec![soup.clone(), again(&soup, 2), taxed(line("Stew", 2000))],
        vec![with(visa(4320), json!({"taxAmount": 320}))],
    )
}

#[test]
fn refund_is_a_check_of_its_own_day() {
    let seen = mapped(&refunded(soup(), vec![refund(json!({}))]));
    assert_eq!(seen.len(), 2);
    let back = &seen[1];
    assert_eq!((&back.data["posCheckID"], &back.data["refundOf"]), (&json!("refund-R1"), &json!("O1")));
    assert_eq!(
        (&back.data["closeTime"], &back.data["businessDate"]),
        (&json!("2026-07-20T10:00:00"), &json!("2026-07-20"))
    );
    assert_eq!((&back.data["employee"]["id"], &back.data["cashier"]["id"]), (&json!("E2"), &json!("E2")));
    assert_eq!(cents(back.check().totals().paid), -1000);
    assert_eq!(cents(seen[0].check().totals().paid), 1000);
}

#[test]
fn refund_of_lines_brings_them_back() {
    let lines = list(vec![json!({"id": "L-Soup"}), json!({"id": "L-Soup-2"})]);
    let sent = refunded(three(), vec![refund(json!({"amount": 2160, "taxAmount": 160, "lineItems": lines}))]);
    let seen = mapped(&sent);
    let back = seen[1].check();
    assert_eq!(back.lines.len(), 1);
    let line = &back.lines[0];
    assert_eq!((line.name.as_str(), line.quantity.milli()), ("Soup", -2000));
    assert_eq!((cents(line.amount), cents(line.tax)), (-2000, -160));
}

/// No line of Clover's holds its part of the order's discounts.
#[test]
fn returned_line_has_its_part_of_the_orders_discount() {
    let sold = with(
        paid(three(), vec![with(visa(3888), json!({"taxAmount": 288}))]),
        json!({"discounts": list(vec![json!({"name": "Tenth", "percentage": 10})])}),
    );
    let back =
        refund(json!({"amount": 1944, "taxAmount": 144, "lineItems": list(vec![json!({"id": "L-Stew"})])}));
    let seen = mapped(&refunded(sold, vec![back]));
    let line = &seen[1].check().lines[0];
    assert_eq!((cents(line.amount), cents(line.discount), cents(line.tax)), (-2000, -200, -144));
}

#[test]
fn refund_of_an_amount_is_one_line() {
    let seen = mapped(&refunded(three(), vec![refund(json!({"amount": 540, "taxAmount": 40}))]));
    let line = &seen[1].check().lines[0];
    assert_eq!((line.name.as_str(), cents(line.amount), cents(line.tax)), ("Refund", -500, -40));
    // Lines that came back in part are an amount too.
    let partly =
        refund(json!({"amount": 540, "taxAmount": 40, "lineItems": list(vec![json!({"id": "L-Stew"})])}));
    assert_eq!(mapped(&refunded(three(), vec![partly]))[1].check().lines[0].name.as_str(), "Refund");
}

#[test]
fn refund_of_all_without_lines_brings_all_back() {
    let seen = mapped(&refunded(three(), vec![refund(json!({"amount": 4320, "taxAmount": 320}))]));
    let names: Vec<_> =
        seen[1].check().lines.iter().map(|line| (line.name.as_str(), line.quantity.milli())).collect();
    assert_eq!(names, [("Soup", -2000), ("Stew", -1000)]);
    assert_eq!(cents(seen[1].check().totals().tax), -320);
}

#[test]
fn cent_of_a_refund_goes_into_its_discount() {
    let lines = list(vec![json!({"id": "L-Stew"})]);
    let seen = mapped(&refunded(
        three(),
        vec![refund(json!({"amount": 2159, "taxAmount": 160, "lineItems": lines}))],
    ));
    let line = &seen[1].check().lines[0];
    assert_eq!((cents(line.amount), cents(line.discount), cents(line.tax)), (-2000, -1, -160));
}

/// The SDK says that the amount holds the tip; another page has the tip beside it.
#[test]
fn tip_of_a_refund_is_within_its_amount_or_beside() {
    let tipped = paid(soup(), vec![with(visa(1000), json!({"tipAmount": 200}))]);
    let lines = list(vec![json!({"id": "L-Soup"})]);
    for amount in [1200, 1000] {
        let back = refund(json!({"amount": amount, "tipAmount": 200, "lineItems": lines.clone()}));
        let seen = mapped(&refunded(tipped.clone(), vec![back]));
        let totals = seen[1].check().totals();
        assert_eq!(
            (cents(totals.paid), cents(totals.tips), cents(totals.sales.net())),
            (-1200, -200, -1000),
            "{amount}"
        );
    }
}

#[test]
fn refund_that_is_not_done_brings_nothing_back() {
    let pending = mapped(&refunded(soup(), vec![refund(json!({"status": "PENDING"}))]));
    assert_eq!(pending.len(), 1);
    for more in [json!({"status": "FAIL"}), json!({"status": "VOIDED"}), json!({"voided": true})] {
        let seen = mapped(&refunded(soup(), vec![refund(more)]));
        assert_eq!((seen.len(), seen[1].kind.as_str()), (2, "check.removed"));
    }
}

#[test]
fn refund_gives_its_charges_back() {
    let fee = with(line("Delivery fee", 300), json!({"isOrderFee": true}));
    let sold = with(
        order(
            vec![line("Soup", 1000), fee],
            vec![with(visa(1480), json!({"serviceCharge": {"name": "Party", "amount": 180}}))],
        ),
        json!({"serviceCharge": {"name": "Party", "percentage": 18}}),
    );
    let lines = list(vec![json!({"id": "L-Soup"}), json!({"id": "L-Delivery fee"})]);
    let back = refund(json!({"amount": 1480, "lineItems": lines, "serviceChargeAmount": {"amount": 180}}));
    let seen = mapped(&refunded(sold.clone(), vec![back]));
    let charges: Vec<_> =
        seen[1].check().service_charges.iter().map(|of| (of.kind, cents(of.amount))).collect();
    assert_eq!(charges, [(ChargeKind::Delivery, -300), (ChargeKind::Fee, -180)]);
    // All of it without lines.
    let seen = mapped(&refunded(sold, vec![refund(json!({"amount": 1480}))]));
    assert_eq!(cents(seen[1].check().totals().service_charges), -480);
}

#[test]
fn refund_goes_back_by_its_tender() {
    let seen = mapped(&refunded(soup(), vec![refund(json!({}))]));
    assert_eq!(
        seen[1].data["payments"][0],
        json!({"type": "Visa", "amount": -10.0, "paymentID": "P1", "processor": "Clover"})
    );
    let cash = json!({"overrideMerchantTender": {"label": "Cash", "labelKey": "com.clover.tender.cash"}});
    let seen = mapped(&refunded(soup(), vec![refund(cash)]));
    assert_eq!(seen[1].data["payments"][0], json!({"type": "Cash", "amount": -10.0}));
    let unknown = mapped(&refunded(soup(), vec![refund(json!({"payment": {"id": "P9"}}))]));
    assert_eq!(unknown[1].data["payments"][0]["type"], "Card");
}

#[test]
fn refunds_of_two_days_are_two_checks() {
    let lines = |id: &str| list(vec![json!({ "id": id })]);
    let first = refund(json!({"amount": 1080, "taxAmount": 80, "lineItems": lines("L-Soup")}));
    let second = refund(json!({"id": "R2", "amount": 2160, "taxAmount": 160, "lineItems": lines("L-Stew"),
        "createdTime": ms("2026-07-21T14:00:00Z")}));
    let seen = mapped(&refunded(three(), vec![first, second]));
    let dates: Vec<_> = seen.iter().map(|seen| seen.data["businessDate"].as_str().unwrap()).collect();
    assert_eq!(dates, ["2026-07-18", "2026-07-20", "2026-07-21"]);
}

#[test]
fn manual_refund_is_a_refund_without_a_sale() {
    let credit = json!({"id": "C1", "orderRef": {"id": "O1"}, "amount": 1080, "taxAmount": 80, "createdTime": ms("2026-07-20T14:00:00Z"),
        "employee": {"id": "E2"}, "cardTransaction": {"cardType": "MC"}, "reason": "Cold"});
    let sent = |more: Value| {
        with(
            order(vec![], vec![]),
            json!({"paymentState": "CREDITED", "credits": list(vec![with(credit.clone(), more)])}),
        )
    };
    let seen = mapped(&sent(json!({})));
    assert_eq!(seen.len(), 1);
    // It counts among refunds, not as a check.
    assert_eq!((&seen[0].data["posCheckID"], &seen[0].data["refundOf"]), (&json!("credit-C1"), &json!("O1")));
    let totals = seen[0].check().totals();
    assert_eq!((cents(totals.sales.net()), cents(totals.tax), cents(totals.paid)), (-1000, -80, -1080));
    assert_eq!(seen[0].data["reason"], "Cold");
    assert_eq!(mapped(&sent(json!({"voided": true})))[0].kind, "check.removed");
    assert!(mapped(&sent(json!({"result": "FAIL"}))).is_empty());
}

#[test]
fn refund_without_time_says_why() {
    let why = crate::door::refused(&refunded(soup(), vec![refund(json!({"createdTime": null}))]));
    assert!(why.contains("refund without a readable time"), "{why}");
    assert_eq!(mapped_unbalanced(&soup()).len(), 1);
}
