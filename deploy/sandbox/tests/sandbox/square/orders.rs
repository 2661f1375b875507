//! Orders, payments and refunds with what is odd about them.

use jiff::SignedDuration;
use saffron_core::fact::{ChargeKind, DiscountKind};
use saffron_core::{Money, Quantity};
use saffron_sandbox::square::{Order, Origin, RefundStatus, Return, Stage, payment_id, variation_id};
use saffron_till::{Discount, Modifier, Payment, ServiceCharge};
use serde_json::{Value, json};

use super::trade::{Dice, check, line, money, random, refund, simple, visa};
use super::world::{World, cents, moment};

const NOON: &str = "2026-07-19T12:00:00";
/// The same in UTC at the main location.
const NOON_UTC: &str = "2026-07-19T16:00:00.000Z";

#[tokio::test]
async fn tender_holds_the_tip_and_payment_does_not() {
    let world = World::start().await;
    let id = world.put(Order::sale(simple("a", NOON, 2_000, 300)), NOON_UTC);
    let order = world.order(&id).await;
    let tender = &order["tenders"][0];
    assert_eq!((cents(tender, "amount_money"), cents(tender, "tip_money")), (2_300, 300));
    assert_eq!((cents(&order, "total_money"), cents(&order, "total_tip_money")), (2_300, 300));
    assert_eq!(cents(&order, "net_amount_due_money"), 0);
    let payment = world.payment(&payment_id(&id, 0)).await;
    assert_eq!((cents(&payment, "amount_money"), cents(&payment, "tip_money")), (2_000, 300));
    assert_eq!(cents(&payment, "total_money"), 2_300);
    assert_eq!((payment["order_id"].as_str(), payment["status"].as_str()), (Some(&*id), Some("COMPLETED")));
    assert_eq!(
        (&order["closed_at"], &order["created_at"]),
        (&json!(NOON_UTC), &json!("2026-07-19T15:30:00.000Z"))
    );
    world.stop().await;
}

#[tokio::test]
async fn lines_hold_their_share_of_the_order_discount() {
    let world = World::start().await;
    let mut sale = check("a", NOON);
    let mut soup = line("soup", 1_000);
    soup.discount = money(100);
    soup.modifiers.push(Modifier {
        name: "Bread".into(),
        quantity: Quantity::ONE,
        amount: money(200),
        cost: None,
    });
    soup.amount += money(200);
    sale.lines = vec![soup, line("wine", 900)];
    sale.discount = money(200);
    sale.payments = vec![visa(1_800, 0)];
    let order = world.order(&world.put(Order::sale(sale), NOON_UTC)).await;
    let lines = order["line_items"].as_array().unwrap();
    let of = |name: &str| lines.iter().map(|line| cents(line, name)).collect::<Vec<_>>();
    assert_eq!(of("total_discount_money"), [210, 90]);
    assert_eq!((of("base_price_money"), of("gross_sales_money")), (vec![1_000, 900], vec![1_200, 900]));
    assert_eq!(of("total_money"), [990, 810]);
    assert_eq!(cents(&order, "total_discount_money"), 300);
    let scopes: Vec<&str> =
        order["discounts"].as_array().unwrap().iter().map(|one| one["scope"].as_str().unwrap()).collect();
    assert_eq!(scopes, ["LINE_ITEM", "ORDER"]);
    assert_eq!(lines[0]["catalog_object_id"], variation_id(&world.merchant.id, &"soup".parse().unwrap()));
    world.stop().await;
}

#[tokio::test]
async fn discount_may_have_its_name_in_the_catalog_only() {
    let mut world = World::start().await;
    world.merchant.discounts_in_catalog = true;
    world.running.add_merchant(world.merchant.clone());
    let mut sale = simple("a", NOON, 2_000, 0);
    sale.discounts = vec![Discount::new("Happy hour", DiscountKind::Promotion, money(300))];
    (sale.discount, sale.payments) = (money(300), vec![visa(1_700, 0)]);
    let order = world.order(&world.put(Order::sale(sale), NOON_UTC)).await;
    let discount = &order["discounts"][0];
    assert_eq!(discount.get("name"), None);
    let objects = world.read("/v2/catalog/list?types=DISCOUNT").await["objects"].clone();
    assert_eq!(objects[0]["id"], discount["catalog_object_id"]);
    assert_eq!(objects[0]["discount_data"]["name"], "Happy hour");
    world.stop().await;
}

#[tokio::test]
async fn late_tip_changes_the_payment_and_not_the_order() {
    let world = World::start().await;
    let id = world.put(Order::sale(simple("a", NOON, 2_000, 0)), NOON_UTC);
    let before = world.order(&id).await;
    let next_day = "2026-07-20T01:00:00.000Z";
    world.put(Order::sale(simple("a", NOON, 2_000, 400)), next_day);
    assert_eq!(world.order(&id).await, before, "the order does not change");
    let payment = world.payment(&payment_id(&id, 0)).await;
    assert_eq!((cents(&payment, "tip_money"), &payment["updated_at"]), (400, &json!(next_day)));
    // A line that changes changes both.
    let corrected = simple("a", NOON, 2_100, 400);
    world.put(Order::sale(corrected), "2026-07-20T01:10:00Z");
    let order = world.order(&id).await;
    assert_eq!(
        (cents(&order, "total_money"), &order["updated_at"]),
        (2_500, &json!("2026-07-20T01:10:00.000Z"))
    );
    world.stop().await;
}

#[tokio::test]
async fn only_orders_of_the_api_have_a_version() {
    let world = World::start().await;
    let till = world.put(Order::sale(simple("a", NOON, 500, 0)), NOON_UTC);
    assert_eq!(world.order(&till).await.get("version"), None);
    let mut online = simple("b", NOON, 500, 0);
    online.order_type = Some("Pickup".to_owned());
    let order = |check| Order::sale(check).from_origin(Origin::Api);
    let api = world.put(order(online.clone()), NOON_UTC);
    let shown = world.order(&api).await;
    assert_eq!((&shown["version"], &shown["fulfillments"][0]["type"]), (&json!(1), &json!("PICKUP")));
    online.lines.push(line("tea", 0));
    world.put(order(online), "2026-07-19T16:05:00Z");
    assert_eq!(world.order(&api).await["version"], 2);
    world.stop().await;
}

#[tokio::test]
async fn sign_and_tip_check_is_open_until_it_is_settled() {
    let world = World::start().await;
    let sale = |tip| Order::sale(simple("a", NOON, 2_000, tip));
    let id = world.put(sale(0).at_stage(Stage::Signing), NOON_UTC);
    let open = world.order(&id).await;
    assert_eq!((&open["state"], open.get("closed_at")), (&json!("OPEN"), None));
    assert_eq!(open["tenders"][0]["created_at"], NOON_UTC);
    assert_eq!(world.payment(&payment_id(&id, 0)).await["status"], "APPROVED");
    let settled = "2026-07-21T03:00:00.000Z";
    world.put(sale(350), settled);
    let closed = world.order(&id).await;
    assert_eq!((&closed["state"], &closed["closed_at"]), (&json!("COMPLETED"), &json!(settled)));
    assert_eq!(closed["tenders"][0]["created_at"], NOON_UTC, "it was paid then");
    let payment = world.payment(&payment_id(&id, 0)).await;
    assert_eq!((&payment["status"], cents(&payment, "tip_money")), (&json!("COMPLETED"), 350));
    world.stop().await;
}

#[tokio::test]
async fn offline_order_arrives_later_with_its_old_time() {
    let world = World::start().await;
    let uploaded = "2026-07-21T20:00:00.000Z";
    let offline = Order::sale(simple("a", NOON, 900, 0)).from_origin(Origin::OfflineTill);
    let id = world.put(offline, uploaded);
    let order = world.order(&id).await;
    assert_eq!(order["created_at"], "2026-07-19T15:30:00.000Z");
    assert_eq!((&order["updated_at"], &order["closed_at"]), (&json!(uploaded), &json!(uploaded)));
    let payment = world.payment(&payment_id(&id, 0)).await;
    assert_eq!((&payment["is_offline_payment"], &payment["created_at"]), (&json!(true), &json!(uploaded)));
    assert_eq!(payment["offline_payment_details"]["client_created_at"], NOON_UTC);
    world.stop().await;
}

#[tokio::test]
async fn refund_is_an_order_of_its_own() {
    let world = World::start().await;
    let sold = simple("a", NOON, 2_000, 300);
    let sale = world.put(Order::sale(sold.clone()), NOON_UTC);
    let back = refund(&sold, "a-r", "2026-07-20T11:00:00");
    let at = "2026-07-20T15:00:00.000Z";
    let id = world.put(Order::refund(back), at);
    let order = world.order(&id).await;
    assert_eq!(
        (order.get("line_items"), order.get("tenders"), &order["state"]),
        (None, None, &json!("COMPLETED"))
    );
    let returned = &order["returns"][0];
    assert_eq!(returned["source_order_id"], sale);
    assert_eq!(cents(&returned["return_line_items"][0], "gross_return_money"), 2_000);
    assert_eq!(cents(&returned["return_tips"][0], "applied_money"), 300);
    assert_eq!(
        (cents(&order["return_amounts"], "total_money"), cents(&order["net_amounts"], "total_money")),
        (2_300, -2_300)
    );
    let refunds = world.read("/v2/refunds").await["refunds"].as_array().unwrap().clone();
    let [refund] = refunds.as_slice() else { panic!("{refunds:?}") };
    assert!(refund["id"].as_str().unwrap().len() > 64, "{refund}");
    assert_eq!((&refund["payment_id"], &refund["order_id"]), (&json!(payment_id(&sale, 0)), &json!(id)));
    assert_eq!((cents(refund, "amount_money"), &refund["created_at"]), (2_300, &json!(at)));
    let payment = world.payment(&payment_id(&sale, 0)).await;
    assert_eq!((cents(&payment, "refunded_money"), &payment["updated_at"]), (2_300, &json!(at)));
    assert_eq!(world.order(&sale).await.get("returns"), None, "the sale stays as it was");
    world.stop().await;
}

#[tokio::test]
async fn refund_may_name_the_order_of_the_sale() {
    let mut world = World::start().await;
    world.merchant.refunds_name_sale = true;
    world.running.add_merchant(world.merchant.clone());
    let sold = simple("a", NOON, 2_000, 0);
    let sale = world.put(Order::sale(sold.clone()), NOON_UTC);
    world.put(Order::refund(refund(&sold, "a-r", NOON)), NOON_UTC);
    assert_eq!(world.read("/v2/refunds").await["refunds"][0]["order_id"], sale);
    world.stop().await;
}

#[tokio::test]
async fn pending_refund_may_be_rejected() {
    let world = World::start().await;
    let sold = simple("a", NOON, 2_000, 0);
    world.put(Order::sale(sold.clone()), NOON_UTC);
    let order = |status| Order {
        returns: vec![Return { check: refund(&sold, "a-r", NOON), status, is_linked: false }],
        ..Order::refund(sold.clone())
    };
    let id = world.put(order(RefundStatus::Pending), NOON_UTC);
    let before = world.order(&id).await;
    assert_eq!(before["returns"][0].get("source_order_id"), None, "it is not linked");
    assert_eq!(world.read("/v2/refunds?status=PENDING").await["refunds"].as_array().unwrap().len(), 1);
    world.put(order(RefundStatus::Rejected), "2026-07-19T18:00:00Z");
    let refund = world.read("/v2/refunds").await["refunds"][0].clone();
    assert_eq!(
        (&refund["status"], &refund["updated_at"]),
        (&json!("REJECTED"), &json!("2026-07-19T18:00:00.000Z"))
    );
    assert_eq!(world.order(&id).await["updated_at"], before["updated_at"], "the order does not change");
    world.stop().await;
}

#[tokio::test]
async fn exchange_has_lines_and_returns() {
    let world = World::start().await;
    let sold = simple("a", NOON, 2_000, 0);
    world.put(Order::sale(sold.clone()), NOON_UTC);
    let returned = Return {
        check: refund(&sold, "b-r", "2026-07-19T13:00:00"),
        status: RefundStatus::Completed,
        is_linked: true,
    };
    let exchange =
        Order { returns: vec![returned], ..Order::sale(simple("b", "2026-07-19T13:00:00", 2_500, 0)) };
    let order = world.order(&world.put(exchange, "2026-07-19T17:00:00Z")).await;
    assert_eq!(order["line_items"].as_array().unwrap().len(), 1);
    assert_eq!(order["returns"].as_array().unwrap().len(), 1);
    assert_eq!(cents(&order["net_amounts"], "total_money"), 500);
    world.stop().await;
}

#[tokio::test]
async fn gift_cards_charges_and_rounding_are_shown() {
    let world = World::start().await;
    let mut sale = check("a", NOON);
    let mut card = line("gift", 5_000);
    card.deferred = true;
    let mut weighed = line("fish", 2_000);
    weighed.quantity = Quantity::from_milli(333);
    sale.lines = vec![card, weighed, line("custom-1", 100)];
    let charge = |kind, name: &str, amount, tax| ServiceCharge {
        name: name.into(),
        kind,
        amount: money(amount),
        tax: money(tax),
    };
    sale.service_charges =
        vec![charge(ChargeKind::Gratuity, "Party", 900, 0), charge(ChargeKind::Fee, "Large table", 200, 16)];
    sale.rounding = money(-1);
    let mut gift = Payment::new("Gift card".into(), money(1_000), Money::ZERO);
    gift.gift_card = true;
    let other = Payment::new("DoorDash".into(), money(2_000), Money::ZERO);
    sale.payments = vec![gift, other, Payment::new("Cash".into(), money(5_215), Money::ZERO)];
    let id = world.put(Order::sale(sale), NOON_UTC);
    let order = world.order(&id).await;
    let of = |list: &str, name: &str| -> Vec<Value> {
        order[list].as_array().unwrap().iter().map(|one| one[name].clone()).collect()
    };
    assert_eq!(of("line_items", "item_type"), ["GIFT_CARD", "ITEM", "CUSTOM_AMOUNT"]);
    assert_eq!(of("line_items", "quantity"), ["1", "0.33333", "1"]);
    assert_eq!(of("service_charges", "type"), ["AUTO_GRATUITY", "CUSTOM"]);
    assert_eq!(of("tenders", "type"), ["SQUARE_GIFT_CARD", "OTHER", "CASH"]);
    assert_eq!(cents(&order["rounding_adjustment"], "amount_money"), -1);
    assert_eq!((cents(&order, "total_tax_money"), cents(&order, "total_service_charge_money")), (16, 1_100));
    assert_eq!(cents(&order, "total_money"), 8_215);
    let sources: Vec<Value> = {
        let mut all = Vec::new();
        for number in 0..3 {
            all.push(world.payment(&payment_id(&id, number)).await["source_type"].clone());
        }
        all
    };
    assert_eq!(sources, ["CARD", "EXTERNAL", "CASH"]);
    world.stop().await;
}

#[tokio::test]
async fn points_are_a_discount_with_rewards() {
    let world = World::start().await;
    let mut sale = simple("a", NOON, 2_000, 0);
    (sale.reward_used, sale.payments) = (money(500), vec![visa(1_500, 0)]);
    let order = world.order(&world.put(Order::sale(sale), NOON_UTC)).await;
    assert_eq!(order["rewards"].as_array().unwrap().len(), 1);
    assert!(order["discounts"][0]["reward_ids"].is_array());
    assert_eq!((cents(&order, "total_discount_money"), cents(&order, "total_money")), (500, 1_500));
    world.stop().await;
}

#[tokio::test]
async fn tax_in_prices_is_no_sale() {
    let world = World::start().await;
    let mut sale = simple("a", NOON, 1_080, 0);
    (sale.lines[0].tax, sale.lines[0].tax_included) = (money(80), true);
    let order = world.order(&world.put(Order::sale(sale), NOON_UTC)).await;
    let line = &order["line_items"][0];
    assert_eq!((cents(line, "base_price_money"), cents(line, "gross_sales_money")), (1_080, 1_000));
    assert_eq!((&order["taxes"][0]["type"], cents(&order, "total_money")), (&json!("INCLUSIVE"), 1_080));
    world.stop().await;
}

#[tokio::test]
async fn carts_drawers_and_voids_are_no_sales() {
    let world = World::start().await;
    let mut cart = simple("a", NOON, 2_000, 0);
    cart.payments.clear();
    let cart = world.put(Order::sale(cart).at_stage(Stage::Cart).from_origin(Origin::Api), NOON_UTC);
    let order = world.order(&cart).await;
    assert_eq!(
        (&order["state"], order.get("tenders"), cents(&order, "net_amount_due_money")),
        (&json!("OPEN"), None, 2_000)
    );
    let drawer = world.put(Order::sale(check("b", NOON)).at_stage(Stage::NoSale), NOON_UTC);
    let order = world.order(&drawer).await;
    assert_eq!((order.get("line_items"), &order["tenders"][0]["type"]), (None, &json!("NO_SALE")));
    let mut voided = simple("c", NOON, 700, 0);
    voided.voided = true;
    let voided = world.put(Order::sale(voided), NOON_UTC);
    assert_eq!(world.order(&voided).await["state"], "CANCELED");
    assert_eq!(world.payment(&payment_id(&voided, 0)).await["status"], "CANCELED");
    assert_eq!(world.get("/v2/payments").await.list("payments").len(), 1, "only the canceled one");
    world.stop().await;
}

#[tokio::test]
async fn invoice_that_is_paid_in_part_is_open() {
    let world = World::start().await;
    let deposit = |paid| {
        let mut sale = simple("a", NOON, 2_000, 0);
        sale.payments = vec![visa(paid, 0)];
        Order::sale(sale)
    };
    let id = world.put(deposit(500).at_stage(Stage::Partly).from_origin(Origin::Api), NOON_UTC);
    let order = world.order(&id).await;
    assert_eq!((&order["state"], cents(&order, "net_amount_due_money")), (&json!("OPEN"), 1_500));
    assert_eq!(world.payment(&payment_id(&id, 0)).await["status"], "COMPLETED");
    let report = world.report(json!({ "measures": ["Sales.count"] })).await;
    assert!(report.is_empty(), "it is no sale yet: {report:?}");
    world.stop().await;
}

#[tokio::test]
async fn random_trade_balances_in_its_orders() {
    let world = World::start().await;
    let at = moment("2026-07-20T00:00:00Z");
    for number in 0..150 {
        let sale = random(&mut Dice::new(number), usize::try_from(number).unwrap());
        let due = super::trade::due(&sale);
        let paid: i64 = sale.payments.iter().map(|payment| (payment.amount + payment.tip).cents()).sum();
        let at = at + SignedDuration::from_secs(i64::try_from(number).unwrap());
        let order = world.order(&world.running.put_order(Order::sale(sale.clone()), at).unwrap()).await;
        assert_eq!(cents(&order, "total_money"), paid, "{number}: {order:#}");
        assert_eq!(cents(&order, "total_money") - cents(&order, "total_tip_money"), due, "{number}");
        let lines: i64 = order["line_items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| cents(one, "total_discount_money"))
            .sum();
        assert_eq!(cents(&order, "total_discount_money"), lines, "{number}");
        let back = refund(&sale, &format!("r{number}-r"), "2026-07-19T23:00:00");
        let back = world.order(&world.running.put_order(Order::refund(back), at).unwrap()).await;
        assert_eq!(cents(&back["return_amounts"], "total_money"), paid, "{number}: {back:#}");
    }
    world.stop().await;
}
