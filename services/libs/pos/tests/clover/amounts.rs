//! What orders come to: Clover sends prices, percentages and rates.

use saffron_core::fact::ChargeKind;
use serde_json::{Value, json};

use crate::door::{
    again, cents, line, list, mapped, mapped_unbalanced, one, order, paid, rate, soup, visa, with,
};

#[test]
fn one_line_a_piece_becomes_a_quantity() {
    let beer = line("Beer", 600);
    let sent =
        order(vec![beer.clone(), line("Soup", 1000), again(&beer, 2), again(&beer, 3)], vec![visa(2800)]);
    let seen = one(mapped(&sent));
    let lines = &seen.check().lines;
    let shown: Vec<_> =
        lines.iter().map(|line| (line.name.as_str(), line.quantity.milli(), cents(line.amount))).collect();
    assert_eq!(shown, [("Beer", 3000, 1800), ("Soup", 1000, 1000)]);
    assert_eq!(cents(lines[0].price), 600);
}

#[test]
fn pieces_that_differ_stay_apart() {
    let beer = line("Beer", 600);
    for other in [
        json!({"price": 700}),
        json!({"name": "Ale"}),
        json!({"item": {"id": "I-Ale"}}),
        json!({"item": null}),
        json!({"modifications": list(vec![json!({"name": "Lime", "amount": 50})])}),
        json!({"discounts": list(vec![json!({"name": "Regular", "amount": -100})])}),
        json!({"taxRates": list(vec![rate("City", 0)])}),
        json!({"isRevenue": false}),
    ] {
        let sent = order(vec![beer.clone(), with(again(&beer, 2), other.clone())], vec![visa(0)]);
        assert_eq!(one(mapped_unbalanced(&sent)).check().lines.len(), 2, "{other}");
    }
    let same = with(again(&beer, 2), json!({"note": "cold", "printed": true, "createdTime": 1}));
    assert_eq!(one(mapped(&order(vec![beer, same], vec![visa(1200)]))).check().lines.len(), 1);
}

#[test]
fn weighed_goods_keep_their_thousandths() {
    let fish = with(
        line("Fish", 1999),
        json!({"unitQty": 1250, "unitName": "lb",
        "modifications": list(vec![json!({"name": "Smoked", "amount": 200})])}),
    );
    let seen = one(mapped(&order(vec![fish.clone(), again(&fish, 2)], vec![visa(5398)])));
    let lines = &seen.check().lines;
    // 1.25 of 19.99 is 24.99, and what is ordered to it is not weighed.
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0].quantity.milli(), cents(lines[0].amount)), (1250, 2699));
}

#[test]
fn price_is_without_modifications() {
    let burger = with(
        line("Burger", 1000),
        json!({"modifications": list(vec![
        json!({"name": "Cheese", "amount": 150, "modifier": {"id": "M1"}}), json!({"name": "No onions"})])}),
    );
    let seen = one(mapped(&order(vec![burger.clone(), again(&burger, 2)], vec![visa(2300)])));
    let line = &seen.check().lines[0];
    assert_eq!((cents(line.amount), cents(line.price), line.quantity.milli()), (2300, 1150, 2000));
    let modifiers: Vec<_> =
        line.modifiers.iter().map(|of| (of.name.as_str(), of.quantity.milli(), cents(of.amount))).collect();
    assert_eq!(modifiers, [("Cheese", 2000, 300), ("No onions", 2000, 0)]);
}

#[test]
fn discount_amounts_are_negative() {
    let sent = with(
        order(
            vec![with(
                line("Soup", 1000),
                json!({"discounts": list(vec![json!({"name": "Late", "amount": -250})])}),
            )],
            vec![visa(650)],
        ),
        json!({"discounts": list(vec![json!({"name": "Regulars", "amount": -100, "approver": {"id": "E9"}})])}),
    );
    let seen = one(mapped(&sent));
    let check = seen.check();
    assert_eq!((cents(check.lines[0].discount), cents(check.discount)), (250, 100));
    assert_eq!(check.discounts[0].approved_by.as_ref().unwrap().id.as_str(), "E9");
    assert_eq!(cents(check.sales().net()), 650);
}

#[test]
fn percentages_of_a_line_are_of_its_whole_price() {
    let discounts = list(vec![
        json!({"name": "Half", "percentage": 50}),
        json!({"name": "Eighth", "percentageDecimal": 125_000}),
        json!({"name": "Coupon", "amount": -10}),
    ]);
    let seen = one(mapped(&order(
        vec![with(line("Soup", 999), json!({ "discounts": discounts }))],
        vec![visa(364)],
    )));
    let parts: Vec<_> = seen.check().lines[0].discounts.iter().map(|of| cents(of.amount)).collect();
    assert_eq!(parts, [500, 125, 10]);
}

#[test]
fn discounts_take_no_more_than_there_is() {
    let discounts =
        list(vec![json!({"name": "Comp", "percentage": 100}), json!({"name": "Coupon", "amount": -500})]);
    let free = order(vec![with(line("Soup", 1000), json!({ "discounts": discounts }))], vec![visa(0)]);
    let seen = one(mapped(&free));
    let line = &seen.check().lines[0];
    assert_eq!((cents(line.discount), line.discounts.len()), (1000, 1));
    assert_eq!(serde_json::to_value(line.discounts[0].kind).unwrap(), "comp");
}

#[test]
fn discount_of_the_order_is_in_no_line() {
    let sent = with(
        order(vec![line("Soup", 1000), line("Stew", 500)], vec![visa(1350)]),
        json!({"discounts": list(vec![json!({"name": "Tenth", "percentage": 10})])}),
    );
    let seen = one(mapped(&sent));
    let check = seen.check();
    assert!(check.lines.iter().all(|line| cents(line.discount) == 0));
    assert_eq!((cents(check.discount), check.discounts[0].name.as_str()), (150, "Tenth"));
}

/// An order of 9.99 less a third, as Clover computed it.
#[test]
fn cent_of_a_percentage_follows_what_was_paid() {
    let sent = |amount| {
        with(
            order(vec![line("Soup", 999)], vec![visa(amount)]),
            json!({"discounts": list(vec![json!({"name": "Third", "percentageDecimal": 333_300})])}),
        )
    };
    assert_eq!(cents(one(mapped(&sent(666))).check().discount), 333);
    assert_eq!(cents(one(mapped(&sent(667))).check().discount), 332);
    // More than a cent is no rounding: the check says that it does not balance.
    assert_eq!(cents(one(mapped_unbalanced(&sent(670))).check().totals().out_of_balance), 4);
}

/// community.clover.com: a tax of 152 where rounding each line gives 151.
#[test]
fn rates_are_rounded_once_over_all_lines() {
    let taxed = |name: &str, price: i64| {
        with(line(name, price), json!({"taxRates": list(vec![rate("City", 825_000)])}))
    };
    let lines = vec![taxed("A", 550), taxed("B", 500), taxed("C", 750), taxed("D", 650)];
    let sent = with(
        order(lines, vec![visa(1989)]),
        json!({"discounts": list(vec![json!({"name": "Coupon", "amount": -613})])}),
    );
    let seen = one(mapped(&sent));
    assert_eq!(cents(seen.check().totals().tax), 152);
    assert_eq!((seen.check().taxes[0].name.as_str(), cents(seen.check().taxes[0].amount)), ("City", 152));
}

#[test]
fn tax_that_payments_hold_counts_where_they_pay_all() {
    let soup = with(line("Soup", 1000), json!({"taxRates": list(vec![rate("City", 825_000)])}));
    let two = vec![
        with(visa(500), json!({"taxAmount": 41})),
        with(visa(584), json!({"id": "P2", "taxAmount": 43})),
    ];
    let seen = one(mapped(&order(vec![soup.clone()], two)));
    assert_eq!(cents(seen.check().totals().tax), 84);
    let partly = with(
        order(vec![soup], vec![with(visa(500), json!({"taxAmount": 41}))]),
        json!({"paymentState": "PARTIALLY_PAID"}),
    );
    let seen = one(mapped(&partly));
    assert_eq!((seen.kind.as_str(), cents(seen.check().totals().tax)), ("check.opened", 83));
}

#[test]
fn tax_without_rates_lies_in_all_lines() {
    let sent = order(
        vec![line("Soup", 1000), line("Stew", 3000)],
        vec![with(visa(4320), json!({"taxAmount": 320}))],
    );
    let seen = one(mapped(&sent));
    let taxes: Vec<_> = seen.check().lines.iter().map(|line| cents(line.tax)).collect();
    assert_eq!(taxes, [80, 240]);
}

#[test]
fn prices_with_vat_hold_their_tax() {
    let soup = with(line("Soup", 1190), json!({"taxRates": list(vec![rate("VAT", 1_900_000)])}));
    let sent = with(order(vec![soup], vec![visa(1190)]), json!({"isVat": true}));
    let seen = one(mapped(&sent));
    let totals = seen.check().totals();
    assert_eq!((cents(totals.tax), cents(totals.sales.gross), cents(totals.sales.net())), (190, 1000, 1000));
}

#[test]
fn order_that_is_not_taxed_has_no_tax() {
    let soup = with(line("Soup", 1000), json!({"taxRates": list(vec![rate("City", 825_000)])}));
    for untaxed in [json!({"taxRemoved": true}), json!({"orderType": {"label": "To go", "taxable": false}})] {
        let seen = one(mapped(&with(order(vec![soup.clone()], vec![visa(1000)]), untaxed)));
        assert_eq!(cents(seen.check().totals().tax), 0);
    }
}

#[test]
fn flat_tax_is_one_of_each_line() {
    let bottle = with(
        line("Water", 300),
        json!({"taxRates": list(vec![
        json!({"id": "T1", "name": "Deposit", "rate": 0, "taxAmount": 5}), json!({"id": "NO", "name": "NO_TAX_APPLIED", "rate": 0})])}),
    );
    let seen = one(mapped(&order(vec![bottle.clone(), again(&bottle, 2)], vec![visa(610)])));
    assert_eq!((cents(seen.check().lines[0].tax), seen.check().taxes.len()), (10, 1));
}

#[test]
fn line_that_is_no_revenue_is_no_sale() {
    let card = with(line("Gift card", 5000), json!({"isRevenue": false}));
    let seen = one(mapped(&order(vec![line("Soup", 1000), card], vec![visa(6000)])));
    let totals = seen.check().totals();
    assert_eq!((cents(totals.sales.gross), cents(totals.deferred)), (1000, 5000));
}

#[test]
fn service_charge_has_a_percentage_alone() {
    let charged = |more: Value, payment: Value| {
        with(
            paid(soup(), vec![payment]),
            json!({ "serviceCharge": with(json!({"id": "S", "name": "Large party"}), more) }),
        )
    };
    // 18 % of what is due after discounts.
    let seen = one(mapped(&with(
        charged(json!({"percentageDecimal": 180_000}), visa(1062)),
        json!({"discounts": list(vec![json!({"name": "Tenth", "percentage": 10})])}),
    )));
    let charge = &seen.check().service_charges[0];
    assert_eq!(
        (charge.name.as_str(), cents(charge.amount), charge.kind),
        ("Large party", 162, ChargeKind::Fee)
    );
    // What a payment says of it counts.
    let sent = with(visa(1181), json!({"serviceCharge": {"id": "S", "amount": 181}}));
    let seen = one(mapped(&charged(json!({"percentage": 18, "isAutoApplied": true}), sent)));
    let charge = &seen.check().service_charges[0];
    assert_eq!((cents(charge.amount), charge.kind), (181, ChargeKind::Gratuity));
}

#[test]
fn order_fee_is_a_charge_and_no_line() {
    let fee = |name: &str, more: Value| with(with(line(name, 200), json!({"isOrderFee": true})), more);
    let sent = order(
        vec![
            line("Soup", 1000),
            fee(
                "Large party",
                json!({"price": null, "percentage": 200_000, "orderFeeType": "AUTO_GRATUITY"}),
            ),
            fee("Delivery fee", json!({"taxRates": list(vec![rate("City", 1_000_000)])})),
            fee("Bag", json!({"price": 10})),
        ],
        vec![visa(1430)],
    );
    let seen = one(mapped(&sent));
    let charges: Vec<_> =
        seen.check().service_charges.iter().map(|of| (of.kind, cents(of.amount), cents(of.tax))).collect();
    assert_eq!(
        charges,
        [(ChargeKind::Gratuity, 200, 0), (ChargeKind::Delivery, 200, 20), (ChargeKind::Fee, 10, 0)]
    );
    assert_eq!(cents(seen.check().sales().gross), 1000);
}

#[test]
fn additional_charge_is_a_delivery() {
    let sent = with(
        order(vec![line("Soup", 1000)], vec![visa(1350)]),
        json!({"additionalCharges": list(vec![json!({"type": "DELIVERY_FEE", "amount": 300}),
                                              json!({"type": "DELIVERY_FEE", "percentageDecimal": 50_000})])}),
    );
    let charges: Vec<_> =
        one(mapped(&sent)).check().service_charges.iter().map(|of| (of.kind, cents(of.amount))).collect();
    assert_eq!(charges, [(ChargeKind::Delivery, 300), (ChargeKind::Delivery, 50)]);
}

/// No source says whether a payment's amount holds its surcharge.
#[test]
fn surcharge_is_paid_once() {
    let surcharge =
        json!({"additionalCharges": list(vec![json!({"type": "CREDIT_SURCHARGE", "amount": 30})])});
    for amount in [1000, 1030] {
        let seen = one(mapped(&paid(soup(), vec![with(visa(amount), surcharge.clone())])));
        let totals = seen.check().totals();
        assert_eq!((cents(totals.paid), cents(totals.service_charges)), (1030, 30), "{amount}");
    }
}
