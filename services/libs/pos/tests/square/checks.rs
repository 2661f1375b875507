use serde_json::{Value, json};

use saffron_pos::square::model::CatalogObject;
use saffron_pos::square::{Menu, Team, checks};

use crate::door::{
    cents, line, mapped, mapped_unbalanced, object, one, order, place, soup, through, try_checks, usd, visa,
    with,
};

/// Trap 2.
#[test]
fn order_without_version_has_the_last_change_as_revision() {
    let late = with(visa(1000), json!({"updated_at": "2026-07-20T10:00:00.456Z"}));
    let millis = |text: &str| text.parse::<jiff::Timestamp>().unwrap().as_millisecond();
    let seen = one(mapped(&soup(), &[visa(1000)], &[]));
    assert_eq!(seen.revision, millis("2026-07-18T16:00:00.123Z") * 16 + 1);
    let versioned = with(soup(), json!({"version": 900_000_000}));
    let later = one(mapped(&versioned, &[late], &[]));
    assert_eq!(later.revision, millis("2026-07-20T10:00:00.456Z") * 16 + 1);
    assert!(later.revision < 1 << 53);
}

/// Trap 4.
#[test]
fn line_discount_holds_its_share_of_the_orders() {
    let discounted = |name: &str, gross: i64, share: i64| {
        let discounts = json!([{"uid": "a", "discount_uid": "D", "applied_money": usd(share)}]);
        let money = json!({"applied_discounts": discounts, "total_discount_money": usd(share), "total_money": usd(gross - share)});
        with(line(name, gross), money)
    };
    let sent = with(
        soup(),
        json!({"line_items": [discounted("Soup", 500, 250), discounted("Stew", 600, 300)],
               "discounts": [{"uid": "D", "name": "Half", "percentage": "50", "scope": "ORDER", "applied_money": usd(550)}],
               "total_discount_money": usd(550)}),
    );
    let seen = one(mapped(&sent, &[visa(550)], &[]));
    let check = seen.check();
    assert_eq!(
        (cents(check.discount), cents(check.sales().discounts), cents(check.sales().net())),
        (0, 550, 550)
    );
    assert_eq!(check.lines[0].discounts[0].name.as_str(), "Half");
}

/// Trap 5.
#[test]
fn base_price_is_without_modifiers_and_gross_with() {
    let burger = with(
        line("Burger", 1000),
        json!({"quantity": "2", "gross_sales_money": usd(2300), "total_tax_money": usd(200), "total_money": usd(2500),
               "modifiers": [{"name": "Cheese", "quantity": "1", "base_price_money": usd(150), "total_price_money": usd(300)},
                             {"name": "Onions", "quantity": "0", "base_price_money": usd(0), "total_price_money": usd(0)}]}),
    );
    let seen = one(mapped(&with(soup(), json!({"line_items": [burger]})), &[visa(2500)], &[]));
    let line = &seen.check().lines[0];
    assert_eq!((cents(line.amount), cents(line.price), cents(line.tax)), (2300, 1150, 200));
    let modifiers: Vec<_> =
        line.modifiers.iter().map(|of| (of.name.as_str(), of.quantity.milli(), cents(of.amount))).collect();
    assert_eq!(modifiers, [("Cheese", 2000, 300)]);
}

/// Square counts modifiers for each piece of a line (OrderLineItemModifier, `quantity`), facts for the whole line.
#[test]
fn modifiers_are_counted_for_the_whole_line() {
    let modifier = |name: &str, quantity: &str, whole: i64| json!({"name": name, "quantity": quantity, "total_price_money": usd(whole)});
    let burger = with(
        line("Burger", 2400),
        json!({"quantity": "2", "gross_sales_money": usd(2400), "total_money": usd(2400),
               "modifiers": [modifier("Extra cheese", "2", 400), modifier("No onions", "1", 0)]}),
    );
    let seen = one(mapped(&with(soup(), json!({"line_items": [burger]})), &[visa(2400)], &[]));
    let modifiers = &seen.check().lines[0].modifiers;
    let counted: Vec<_> = modifiers.iter().map(|of| (of.name.as_str(), of.quantity.milli())).collect();
    assert_eq!(counted, [("Extra cheese", 4000), ("No onions", 2000)]);
}

/// Trap 5: without the sums, they are added up.
#[test]
fn missing_gross_sales_are_added_up() {
    let sent = json!({"name": "Burger", "quantity": "2", "base_price_money": usd(1000),
        "modifiers": [{"name": "Cheese", "base_price_money": usd(150)}]});
    let seen = one(mapped(&with(soup(), json!({"line_items": [sent]})), &[visa(2300)], &[]));
    assert_eq!(cents(seen.check().lines[0].amount), 2300);
    let of_total = json!({"name": "Pie", "total_money": usd(1080), "total_tax_money": usd(80)});
    let seen = one(mapped(&with(soup(), json!({"line_items": [of_total]})), &[visa(1080)], &[]));
    assert_eq!(cents(seen.check().lines[0].amount), 1000);
}

/// Trap 9.
#[test]
fn abandoned_cart_is_no_check() {
    let cart = with(soup(), json!({"state": "OPEN", "closed_at": null, "source": {"name": "Square Online"}}));
    assert!(mapped(&cart, &[], &[]).is_empty());
    assert!(mapped(&with(cart, json!({"state": "CANCELED"})), &[], &[]).is_empty());
    assert!(mapped(&with(soup(), json!({"state": "DRAFT"})), &[], &[]).is_empty());
}

/// Trap 9.
#[test]
fn opened_drawer_is_no_check() {
    let no_sale = with(
        soup(),
        json!({"line_items": [], "tenders": [{"id": "T1", "type": "NO_SALE", "amount_money": usd(0)}]}),
    );
    assert!(mapped(&no_sale, &[], &[]).is_empty());
    assert!(mapped(&with(soup(), json!({"line_items": null})), &[], &[]).is_empty());
}

/// Trap 9.
#[test]
fn unpaid_check_of_a_till_is_open() {
    let open = with(
        soup(),
        json!({"state": "OPEN", "closed_at": null, "source": {"name": "Square Point of Sale"}, "ticket_name": "Table 4"}),
    );
    let seen = one(mapped(&open, &[], &[]));
    assert_eq!(
        (seen.kind.as_str(), seen.data["openTime"].as_str()),
        ("check.opened", Some("2026-07-18T11:30:00"))
    );
    assert_eq!((cents(seen.check().sales().net()), seen.check().table.as_ref()), (1000, None));
    // Given up before it was paid, it was never one.
    let seen = one(mapped(&with(open, json!({"state": "CANCELED"})), &[], &[]));
    assert_eq!(seen.kind, "check.removed");
}

#[test]
fn canceled_order_with_a_canceled_payment_is_voided() {
    let canceled = with(soup(), json!({"state": "CANCELED"}));
    let seen = one(mapped(&canceled, &[with(visa(1000), json!({"status": "CANCELED"}))], &[]));
    let check = seen.check();
    assert!(check.voided && check.payments.is_empty());
    assert_eq!((cents(check.sales().voids), cents(check.sales().net())), (1000, 0));
    // A payment that was only refused is no void.
    let seen = one(mapped(&canceled, &[with(visa(1000), json!({"status": "FAILED"}))], &[]));
    assert_eq!(seen.kind, "check.removed");
    // Given up after the money was taken, it is a sale, which a return takes back.
    assert!(!one(mapped(&canceled, &[visa(1000)], &[])).check().voided);
}

/// Trap 13.
#[test]
fn service_charge_is_revenue_with_its_own_tax() {
    let sent = with(
        soup(),
        json!({"line_items": [with(line("Soup", 1000), json!({"total_tax_money": usd(80), "total_money": usd(1080)}))],
               "service_charges": [
                   {"uid": "a", "name": "Party of six", "type": "AUTO_GRATUITY", "applied_money": usd(180), "total_money": usd(180)},
                   {"uid": "b", "name": "Room fee", "type": "CUSTOM", "applied_money": usd(100), "total_tax_money": usd(8),
                    "total_money": usd(108)},
                   {"uid": "c", "name": "Delivery fee", "applied_money": usd(300), "total_money": usd(300)}],
               "total_tax_money": usd(88),
               "taxes": [{"uid": "t", "name": "City tax", "type": "ADDITIVE", "applied_money": usd(88)}]}),
    );
    let seen = one(mapped(&sent, &[visa(1668)], &[]));
    let totals = seen.check().totals();
    let of = [totals.sales.net(), totals.gratuity, totals.service_charges, totals.tax, totals.tips];
    assert_eq!(of.map(cents), [1000, 180, 400, 88, 0]);
    let kinds: Vec<_> = seen.check().service_charges.iter().map(|of| of.kind.to_string()).collect();
    assert_eq!(kinds, ["gratuity", "fee", "delivery"]);
    assert_eq!(seen.data["taxes"], json!([{"name": "City tax", "amount": 0.88, "collectedBy": "us"}]));
}

/// Trap 13: what is distributed to lines is taxed with them.
#[test]
fn tax_of_an_apportioned_charge_counts_once() {
    let charge = json!({"uid": "a", "name": "Fee", "treatment_type": "APPORTIONED_TREATMENT", "applied_money": usd(100),
        "total_tax_money": usd(10), "total_money": usd(110)});
    let with_tax = |line_tax: i64, total_tax: i64| {
        let soup_line = with(
            line("Soup", 1000),
            json!({"total_tax_money": usd(line_tax), "total_service_charge_money": usd(100),
                   "total_money": usd(1100 + line_tax)}),
        );
        with(
            soup(),
            json!({"line_items": [soup_line], "service_charges": [charge], "total_tax_money": usd(total_tax)}),
        )
    };
    // The lines hold it, or the charge does.
    for (sent, paid, tax) in [(with_tax(110, 110), 1210, 110), (with_tax(100, 110), 1210, 110)] {
        let totals = one(mapped(&sent, &[visa(paid)], &[])).check().totals();
        assert_eq!([totals.sales.net(), totals.service_charges, totals.tax].map(cents), [1000, 100, tax]);
    }
}

/// Trap 13: what is added for paying by card lies in the payment, and in no line.
#[test]
fn card_surcharge_is_a_charge_of_its_own() {
    let surcharged = json!({"card_details": {"card": {"card_brand": "VISA"},
        "applied_card_surcharge_details": {"card_surcharge_money": usd(30)}}});
    let charged = |more: Value, paid: i64| {
        let seen = one(mapped(&with(soup(), more), &[with(visa(paid), surcharged.clone())], &[]));
        let totals = seen.check().totals();
        [totals.sales.net(), totals.service_charges, totals.tax].map(cents)
    };
    // As the order says, or the payment alone; with tax of its own; distributed to lines.
    assert_eq!(charged(json!({"total_card_surcharge_money": usd(30)}), 1030), [1000, 30, 0]);
    assert_eq!(charged(json!({}), 1030), [1000, 30, 0]);
    assert_eq!(
        charged(json!({"total_card_surcharge_money": usd(30), "total_tax_money": usd(2)}), 1032),
        [1000, 30, 2]
    );
    let share =
        json!({"total_card_surcharge_money": usd(30), "total_tax_money": usd(80), "total_money": usd(1110)});
    let order = json!({"line_items": [with(line("Soup", 1000), share)], "total_card_surcharge_money": usd(30), "total_tax_money": usd(80)});
    assert_eq!(charged(order, 1110), [1000, 30, 80]);
}

/// Trap 14.
#[test]
fn cash_rounding_is_no_difference() {
    let cash = |cents: i64| {
        json!({"id": "P1", "order_id": "O1", "status": "COMPLETED", "source_type": "CASH", "amount_money": usd(cents),
               "created_at": "2026-07-18T15:59:00Z"})
    };
    let soup = |gross: i64, by: i64| {
        let amount = json!({"line_items": [line("Soup", gross)], "rounding_adjustment": {"name": "Cash", "amount_money": usd(by)}});
        with(soup(), amount)
    };
    let up = one(mapped(&soup(998, 2), &[cash(1000)], &[]));
    assert_eq!((cents(up.check().rounding), up.data["payments"][0]["processor"].as_str()), (2, None));
    assert_eq!(cents(one(mapped(&soup(1002, -2), &[cash(1000)], &[])).check().rounding), -2);
    // Sent without its sign.
    assert_eq!(cents(one(mapped(&soup(1002, 2), &[cash(1000)], &[])).check().rounding), -2);
}

#[test]
fn included_tax_is_found_by_what_is_to_be_paid() {
    let soup_line = |gross: i64| {
        let money =
            json!({"gross_sales_money": usd(gross), "total_tax_money": usd(80), "total_money": usd(1080)});
        with(line("Soup", 1080), money)
    };
    // In the US gross sales are without it, in Europe with it.
    for gross in [1000, 1080] {
        let seen = one(mapped(&with(soup(), json!({"line_items": [soup_line(gross)]})), &[visa(1080)], &[]));
        let totals = seen.check().totals();
        assert_eq!([totals.sales.net(), totals.tax].map(cents), [1000, 80]);
    }
}

/// Trap 21.
#[test]
fn reward_of_squares_loyalty_is_a_discount() {
    let rewarded = json!({"applied_discounts": [{"discount_uid": "D", "applied_money": usd(500)}],
        "total_discount_money": usd(500), "total_money": usd(500)});
    let sent = with(
        soup(),
        json!({"line_items": [with(line("Soup", 1000), rewarded)], "rewards": [{"id": "R1", "reward_tier_id": "T"}],
               "discounts": [{"uid": "D", "name": "Five off", "reward_ids": ["R1"], "applied_money": usd(500)}]}),
    );
    let seen = one(mapped(&sent, &[visa(500)], &[]));
    assert_eq!((cents(seen.check().reward_used), cents(seen.check().sales().discounts)), (0, 500));
    assert_eq!(seen.check().lines[0].discounts[0].kind.to_string(), "promotion");
}

/// Trap 22.
#[test]
fn quantity_of_five_decimals_keeps_the_money_exact() {
    let ham = with(
        line("Ham", 1999),
        json!({"quantity": "0.33335", "base_price_money": usd(1999), "gross_sales_money": usd(666),
        "total_money": usd(666)}),
    );
    let seen = one(mapped(&with(soup(), json!({"line_items": [ham]})), &[visa(666)], &[]));
    let weighed = &seen.check().lines[0];
    assert_eq!((weighed.quantity.milli(), cents(weighed.amount)), (333, 666));
    let crumb = with(line("Saffron", 3), json!({"quantity": "0.00001"}));
    let seen = one(mapped(&with(soup(), json!({"line_items": [crumb]})), &[visa(3)], &[]));
    assert_eq!(seen.check().lines[0].quantity.milli(), 1);
}

#[test]
fn comp_is_a_discount_of_all() {
    let free = json!({"applied_discounts": [{"discount_uid": "D", "applied_money": usd(1000)}],
        "total_discount_money": usd(1000), "total_money": usd(0)});
    let sent = |discount: Value| {
        with(soup(), json!({"line_items": [with(line("Soup", 1000), free.clone())], "discounts": [discount]}))
    };
    let kind = |discount: Value| {
        one(mapped(&sent(discount), &[], &[])).check().lines[0].discounts[0].kind.to_string()
    };
    assert_eq!(kind(json!({"uid": "D", "name": "Came late", "percentage": "100"})), "comp");
    assert_eq!(kind(json!({"uid": "D", "name": "Staff meal", "percentage": "100"})), "employee");
    assert_eq!(kind(json!({"uid": "D", "name": "Birthday", "percentage": "99"})), "other");
}

#[test]
fn promotion_is_found_by_its_name_in_the_catalog() {
    let mut place = place();
    place.settings.promo_codes = ["JULY10"].into_iter().collect();
    let discount: CatalogObject =
        object(&json!({"type": "DISCOUNT", "id": "CD", "discount_data": {"name": "July10"}}));
    let menu = Menu::new(&place, &[discount], &[]);
    let cheaper = json!({"applied_discounts": [{"discount_uid": "D", "applied_money": usd(100)}],
        "total_discount_money": usd(100), "total_money": usd(900)});
    let sent = with(
        soup(),
        json!({"line_items": [with(line("Soup", 1000), cheaper)], "discounts": [{"uid": "D", "catalog_object_id": "CD"}]}),
    );
    let seen = one(try_checks(&place, &menu, &order(&sent, &[visa(900)], &[])).unwrap());
    assert_eq!(seen.data["promoCode"], "July10");
    assert_eq!(seen.data["items"][0]["discounts"][0]["kind"], "promotion");
}

#[test]
fn dimensions_come_from_order_and_payment() {
    let mut place = place();
    place.settings.areas.insert("Bar till".to_owned(), "Bar".to_owned());
    place.settings.tickets_are_tables = true;
    let members = [object(&json!({"id": "TM1", "given_name": "Ana", "family_name": "Ruiz"}))];
    let team = Team::new(&place, &members, &[], None);
    let sent = with(
        soup(),
        json!({"source": {"name": "Web shop"}, "customer_id": "C1", "ticket_name": "Table 4", "fulfillments": [{"type": "PICKUP"}]}),
    );
    let paid = with(
        visa(1000),
        json!({"team_member_id": "TM1", "device_details": {"device_name": "Bar till"},
               "application_details": {"square_product": "ONLINE_STORE"}}),
    );
    let events = checks(&place, &Menu::default(), &team, &order(&sent, &[paid], &[])).unwrap();
    let data = through(&place, &events[0]).data;
    let person = json!({"id": "TM1", "name": "Ana Ruiz"});
    assert_eq!((&data["employee"], &data["cashier"]), (&person, &person));
    let of = ["revenueCenter", "orderType", "orderInputType", "orderSource", "posCustomerID", "table"];
    assert_eq!(
        of.map(|field| data[field].as_str().unwrap()),
        ["Bar", "Pickup", "online", "Web shop", "C1", "Table 4"]
    );
}

#[test]
fn lines_without_an_item_share_an_id_by_name() {
    let tip = |name: &str| json!({"name": name, "quantity": "1", "item_type": "CUSTOM_AMOUNT", "gross_sales_money": usd(500)});
    let sent = with(soup(), json!({"line_items": [tip("Catering"), tip("Catering"), tip("Corkage")]}));
    let seen = one(mapped(&sent, &[visa(1500)], &[]));
    let ids: Vec<_> = seen.check().lines.iter().map(|line| line.item.as_str()).collect();
    assert!(ids[0] == ids[1] && ids[0] != ids[2] && ids[0].starts_with("custom-Catering-x"), "{ids:?}");
}

/// Trap 18.
#[test]
fn order_of_another_location_is_refused() {
    let of = order(&with(soup(), json!({"location_id": "L2"})), &[visa(1000)], &[]);
    let why = try_checks(&place(), &Menu::default(), &of).unwrap_err();
    assert_eq!((why.kind, why.id.as_str()), ("order", "O1"));
    assert!(why.why.contains("another location"), "{}", why.why);
}

#[test]
fn order_that_cannot_be_a_fact_says_what_to_do() {
    let why = |more: Value| {
        let of = order(&with(soup(), more), &[], &[]);
        try_checks(&place(), &Menu::default(), &of).unwrap_err().why
    };
    for (more, part) in [
        (
            json!({"line_items": [with(line("Soup", 1), json!({"gross_sales_money": {"amount": 5, "currency": "EUR"}}))]}),
            "EUR",
        ),
        (json!({"line_items": [{"name": "Soup"}]}), "without an amount"),
        (json!({"line_items": [with(line("Soup", 1), json!({"quantity": "many"}))]}), "quantity"),
        (json!({"line_items": [line("Soup", i64::MAX)]}), "larger than any"),
        (json!({"line_items": vec![line("Soup", 1); 1_001]}), "items may have at most 1000"),
        (json!({"state": "FERMENTED"}), "not known"),
        (json!({"state": null}), "no state"),
        (json!({"id": null}), "id"),
        (json!({"closed_at": "noon", "updated_at": null, "created_at": null}), "last change"),
    ] {
        let why = why(more);
        assert!(why.contains(part), "{why} has no {part}");
    }
}

/// Trap 23.
#[test]
fn partly_paid_invoice_is_open_until_it_is_paid() {
    let invoice = with(
        soup(),
        json!({"state": "OPEN", "closed_at": null, "total_money": null, "net_amount_due_money": usd(-600),
               "source": {"name": "Square Invoices"}}),
    );
    let seen = one(mapped(&invoice, &[visa(400)], &[]));
    assert_eq!((seen.kind.as_str(), cents(seen.check().totals().paid)), ("check.opened", 400));
    let rest = with(visa(600), json!({"id": "P2", "created_at": "2026-07-25T15:00:00Z"}));
    let seen = one(mapped(&invoice, &[visa(400), rest], &[]));
    assert_eq!(
        (seen.kind.as_str(), seen.data["businessDate"].as_str()),
        ("check.closed", Some("2026-07-25"))
    );
}

#[test]
fn completed_order_without_its_payments_is_out_of_balance() {
    let seen = one(mapped_unbalanced(&soup(), &[], &[]));
    assert_eq!(cents(seen.check().totals().out_of_balance), -1000);
}

#[test]
fn what_a_later_version_adds_is_left_out() {
    let sent = with(soup(), json!({"tip_settings": {"allow": true}, "fulfillments": [{"type": "DRONE"}]}));
    let seen = one(mapped(&sent, &[with(visa(1000), json!({"quantum": [1, 2]}))], &[]));
    assert_eq!(seen.data["orderType"], "Drone");
}
