//! Lines: Toast's prices hold modifiers and all discounts, and never tax.

use serde_json::json;

use crate::door::{cents, check, mapped, mapped_unbalanced, one, order, refused, selection, usd, visa, with};

#[test]
fn price_is_after_discounts_and_pre_discount_price_before() {
    let soup = with(
        selection("Soup", 1000),
        json!({"price": usd(750), "appliedDiscounts": [{"name": "Regulars", "discountAmount": usd(250), "nonTaxDiscountAmount": usd(250),
            "approver": {"guid": "e2"}, "appliedDiscountReason": {"name": "Late"}}]}),
    );
    let seen = one(mapped(&order(check(vec![soup], vec![visa(750)]))));
    let line = &seen.check().lines[0];
    assert_eq!((cents(line.amount), cents(line.discount)), (1000, 250));
    let discount = &line.discounts[0];
    assert_eq!((discount.name.as_str(), cents(discount.amount)), ("Regulars", 250));
    assert_eq!(discount.approved_by.as_ref().unwrap().name.as_str(), "Manager Two");
    assert_eq!(seen.data["items"][0]["discounts"][0]["reason"], "Late");
}

#[test]
fn discount_of_the_check_lies_in_the_prices_of_its_lines() {
    let tenth = |name: &str, price: i64| with(selection(name, price), json!({"price": usd(price * 9 / 10)}));
    let lines = vec![tenth("Soup", 1000), tenth("Stew", 2000)];
    let sent = with(
        check(lines, vec![visa(2700)]),
        json!({"appliedDiscounts": [{"name": "Tenth", "discountAmount": usd(300)}]}),
    );
    let seen = one(mapped(&order(sent)));
    let of = seen.check();
    assert_eq!((cents(of.discount), cents(of.sales().net())), (0, 2700));
    let given: Vec<_> =
        of.lines.iter().map(|line| (line.discounts[0].name.as_str(), cents(line.discount))).collect();
    assert_eq!(given, [("Tenth", 100), ("Tenth", 200)]);
}

#[test]
fn discounts_of_line_and_check_keep_their_names() {
    let soup = with(
        selection("Soup", 1000),
        json!({"price": usd(700), "appliedDiscounts": [{"name": "Late", "discountAmount": usd(200)}]}),
    );
    let sent = with(
        check(vec![soup], vec![visa(700)]),
        json!({"appliedDiscounts": [{"name": "Tenth", "discountAmount": usd(100)}]}),
    );
    let seen = one(mapped(&order(sent)));
    let given: Vec<_> =
        seen.check().lines[0].discounts.iter().map(|of| (of.name.as_str(), cents(of.amount))).collect();
    assert_eq!(given, [("Late", 200), ("Tenth", 100)]);
}

#[test]
fn comp_is_a_discount_of_everything() {
    let free = with(
        selection("Soup", 1000),
        json!({"price": 0.0, "appliedDiscounts": [{"name": "On the house", "discountAmount": usd(1000)}]}),
    );
    let seen = one(mapped(&order(check(vec![free], vec![]))));
    assert_eq!(serde_json::to_value(seen.check().lines[0].discounts[0].kind).unwrap(), "comp");
}

#[test]
fn reward_that_was_taken_back_is_no_discount() {
    let soup = with(
        selection("Soup", 1000),
        json!({"appliedDiscounts": [{"name": "Reward", "discountAmount": usd(500), "processingState": "VOID"}]}),
    );
    let seen = one(mapped(&order(check(vec![soup], vec![visa(1000)]))));
    assert!(seen.check().lines[0].discounts.is_empty());
}

#[test]
fn modifiers_are_nested_selections_that_the_price_holds() {
    let bread = json!({"displayName": "Bread", "quantity": 1.0, "preDiscountPrice": usd(150), "price": usd(150),
        "modifiers": [{"displayName": "Butter", "preDiscountPrice": usd(50), "price": usd(50)}]});
    let voided =
        json!({"displayName": "Cheese", "preDiscountPrice": usd(90), "price": usd(90), "voided": true});
    let soup = with(selection("Soup", 1150), json!({"modifiers": [bread, voided]}));
    let seen = one(mapped(&order(check(vec![soup], vec![visa(1150)]))));
    let line = &seen.check().lines[0];
    let modifiers: Vec<_> = line.modifiers.iter().map(|of| (of.name.as_str(), cents(of.amount))).collect();
    assert_eq!((cents(line.amount), modifiers), (1150, vec![("Bread", 100), ("Butter", 50)]));
}

#[test]
fn price_is_of_the_whole_quantity() {
    let beer = with(selection("Beer", 1800), json!({"quantity": 3.0}));
    let fish = with(selection("Fish", 2499), json!({"quantity": 1.25}));
    let seen = one(mapped(&order(check(vec![beer, fish], vec![visa(4299)]))));
    let lines: Vec<_> = seen
        .check()
        .lines
        .iter()
        .map(|line| (line.quantity.milli(), cents(line.price), cents(line.amount)))
        .collect();
    assert_eq!(lines, [(3000, 600, 1800), (1250, 1999, 2499)]);
}

#[test]
fn decimals_are_read_without_drift() {
    let soup = with(selection("Soup", 0), json!({"preDiscountPrice": 0.30000000000000004, "price": 0.3}));
    let stew = with(selection("Stew", 0), json!({"preDiscountPrice": 1234567.89, "price": 1234567.89}));
    let seen = one(mapped(&order(check(vec![soup, stew], vec![visa(123_456_819)]))));
    let amounts: Vec<_> = seen.check().lines.iter().map(|line| cents(line.amount)).collect();
    assert_eq!(amounts, [30, 123_456_789]);
    let absurd = with(selection("Soup", 0), json!({"price": 1e300}));
    assert!(refused(&order(check(vec![absurd], vec![]))).contains("amount"));
}

#[test]
fn gift_card_is_deferred_and_no_sale() {
    for kind in [
        json!({"deferred": true}),
        json!({"selectionType": "TOAST_CARD_SELL"}),
        json!({"selectionType": "HOUSE_ACCOUNT_PAY_BALANCE"}),
    ] {
        let card = with(with(selection("Card", 5000), json!({"item": null})), kind.clone());
        let seen = one(mapped(&order(check(vec![card, selection("Soup", 1000)], vec![visa(6000)]))));
        let totals = seen.check().totals();
        assert_eq!((cents(totals.sales.gross), cents(totals.deferred)), (1000, 5000), "{kind}");
    }
}

#[test]
fn voided_selection_says_why() {
    let voided = with(selection("Stew", 700), json!({"voided": true, "voidReason": {"guid": "vr"}}));
    let seen = one(mapped(&order(check(vec![selection("Soup", 1000), voided], vec![visa(1000)]))));
    let line = &seen.check().lines[1];
    assert!(line.voided);
    assert_eq!(seen.data["items"][1]["reason"], "Server error");
    assert_eq!(cents(seen.check().sales().gross), 1000);
}

#[test]
fn tax_is_never_in_a_price() {
    let soup = with(
        selection("Soup", 926),
        json!({"tax": usd(74), "taxInclusion": "INCLUDED", "receiptLinePrice": usd(1000),
            "appliedTaxes": [{"name": "City", "taxAmount": usd(74)}]}),
    );
    let sent = with(check(vec![soup], vec![visa(1000)]), json!({"taxAmount": usd(74)}));
    let seen = one(mapped(&order(sent)));
    assert_eq!((cents(seen.check().sales().net()), cents(seen.check().totals().tax)), (926, 74));
    assert_eq!(seen.data["items"][0].get("taxIncluded"), None);
    assert_eq!((seen.check().taxes[0].name.as_str(), cents(seen.check().taxes[0].amount)), ("City", 74));
}

#[test]
fn cents_of_tax_follow_the_check() {
    let taxed = |name: &str| with(selection(name, 333), json!({"tax": usd(27)}));
    let sent = with(
        check(vec![taxed("A"), taxed("B"), taxed("C")], vec![visa(1081)]),
        json!({"taxAmount": usd(82)}),
    );
    let seen = one(mapped(&order(sent)));
    let taxes: Vec<_> = seen.check().lines.iter().map(|line| cents(line.tax)).collect();
    assert_eq!((taxes.iter().sum::<i64>(), taxes.len()), (82, 3));
    assert!(taxes.iter().all(|tax| (27..=28).contains(tax)), "{taxes:?}");
}

#[test]
fn tax_that_a_marketplace_pays_is_not_owed_by_us() {
    let soup = with(
        selection("Soup", 1000),
        json!({"tax": usd(80), "appliedTaxes": [
            {"name": "State", "taxAmount": usd(60), "facilitatorCollectAndRemitTax": true},
            {"name": "City", "taxAmount": usd(20), "facilitatorCollectAndRemitTax": false}]}),
    );
    let seen = one(mapped_unbalanced(&order(check(vec![soup], vec![visa(1080)]))));
    let taxes = seen.data["taxes"].as_array().unwrap();
    let named: Vec<_> = taxes
        .iter()
        .map(|tax| (tax["name"].as_str().unwrap(), tax["collectedBy"].as_str().unwrap()))
        .collect();
    assert_eq!(named, [("State", "marketplace"), ("City", "us")]);
}

#[test]
fn categories_are_those_of_sales() {
    let soup = with(selection("Soup", 1000), json!({"salesCategory": {"guid": "sc"}}));
    let seen = one(mapped(&order(check(vec![soup], vec![visa(1000)]))));
    assert_eq!(seen.data["items"][0]["majorCategory"], "Food");
    assert_eq!(seen.data["items"][0]["posItemID"], "i-Soup");
}
