//! The proof names each fault of a mapping: faults are put into what was read of a day of Square, one by one.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use saffron_core::fact::{ChargeKind, DiscountKind, FactBody, read_events};
use saffron_core::{BusinessDate, CheckId, Money, Quantity};
use saffron_pos::adapter::{Asked, Fact, Feed, Reader};
use saffron_pos::proof::{
    self, CheckDiffers, Figure, Figures, HourDiffers, Line as Side, OurCheck, TheirOrder,
};
use saffron_sandbox::square::{Order, Origin, Stage};
use saffron_till::{Check, Discount, Line, Modifier, Payment, ServiceCharge};
use serde_json::{Value, json};

use crate::common::{read, refund};
use crate::dice::PLACE;
use crate::square::World;

const ON: &str = "2026-07-19";

fn money(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// A dish that is sold and paid by card, and closed at a wall time.
fn sale(id: &str, closed: &str, cents: i64) -> Check {
    let closed: DateTime = closed.parse().unwrap();
    let mut check = Check::new(PLACE.parse().unwrap(), id.parse().unwrap(), closed);
    let item = format!("i-{id}").parse().unwrap();
    check.lines = vec![Line::new(item, format!("Dish {id}"), Quantity::ONE, money(cents))];
    check.payments = vec![Payment::new("Visa".to_owned(), money(cents), Money::ZERO)];
    check
}

/// A day with each kind of sale once; the ids of the orders at Square by those of the checks.
struct Trade {
    world: World,
    orders: BTreeMap<&'static str, String>,
}

impl Trade {
    async fn start() -> Trade {
        let mut trade = Trade { world: World::start().await, orders: BTreeMap::new() };
        let plain = sale("plain", "2026-07-19T10:10:00", 1_000);
        trade.put("plain", Order::sale(plain.clone()));
        let mut tipped = sale("tipped", "2026-07-19T11:10:00", 1_000);
        tipped.payments[0].tip = money(200);
        trade.put("tipped", Order::sale(tipped));
        let mut taxed = sale("taxed", "2026-07-19T12:10:00", 1_000);
        taxed.lines[0].tax = money(80);
        taxed.payments[0].amount = money(1_080);
        trade.put("taxed", Order::sale(taxed));
        trade.put("back", Order::refund(refund(&plain, "back", "2026-07-19T13:10:00")));
        trade.put("early", Order::sale(sale("early", "2026-07-20T02:30:00", 1_000)));
        let mut discounted = sale("discounted", "2026-07-19T14:10:00", 1_000);
        discounted.discount = money(150);
        discounted.discounts = vec![Discount::new("Happy hour", DiscountKind::Promotion, money(150))];
        discounted.payments[0].amount = money(850);
        trade.put("discounted", Order::sale(discounted));
        let mut delivered = sale("delivered", "2026-07-19T15:10:00", 1_000);
        let kind = ChargeKind::Delivery;
        delivered.service_charges =
            vec![ServiceCharge { name: "Delivery".to_owned(), kind, amount: money(300), tax: money(24) }];
        delivered.payments[0].amount = money(1_324);
        trade.put("delivered", Order::sale(delivered));
        let mut card = sale("card", "2026-07-19T16:10:00", 2_500);
        card.lines[0].deferred = true;
        trade.put("card", Order::sale(card));
        let mut rounded = sale("rounded", "2026-07-19T17:10:00", 1_003);
        rounded.rounding = money(-3);
        rounded.payments = vec![Payment::new("Cash".to_owned(), money(1_000), Money::ZERO)];
        trade.put("rounded", Order::sale(rounded));
        let mut extra = sale("extra", "2026-07-19T18:10:00", 1_200);
        let (name, quantity) = ("Extra cheese".to_owned(), Quantity::ONE);
        extra.lines[0].modifiers = vec![Modifier { name, quantity, amount: money(200), cost: None }];
        trade.put("extra", Order::sale(extra));
        trade.put("cart", Order::sale(sale("cart", "2026-07-19T19:10:00", 1_000)).at_stage(Stage::Cart));
        let offline = sale("offline", "2026-07-19T20:10:00", 1_000);
        trade.put("offline", Order::sale(offline).from_origin(Origin::OfflineTill));
        let late = sale("late", "2026-07-19T21:10:00", 1_000);
        trade.put("late", Order::sale(late.clone()));
        let mut later = late;
        later.payments[0].tip = money(250);
        trade.put_at("late", Order::sale(later), "2026-07-20T15:00:00");
        trade
    }

    fn put(&mut self, id: &'static str, order: Order) {
        let closed = order.check().unwrap().close_time.to_string();
        self.put_at(id, order, &closed);
    }

    fn put_at(&mut self, id: &'static str, order: Order, at: &str) {
        let zone = jiff::tz::TimeZone::get("America/New_York").unwrap();
        let at = at.parse::<DateTime>().unwrap().to_zoned(zone).unwrap().timestamp();
        let order = self.world.stand_in.put_order(order, at).unwrap();
        self.orders.insert(id, order);
    }

    /// What was read, the last of each check.
    async fn read(&self, reader: &mut Box<dyn Reader>) -> Vec<Value> {
        let span = ("2026-07-19T00:00:00Z".parse().unwrap(), "2026-07-22T12:00:00Z".parse().unwrap());
        let facts = read(reader, Feed::Checks, Asked::Changed(span.0, span.1)).await;
        let mut last: BTreeMap<CheckId, Value> = BTreeMap::new();
        for Fact { event, check } in facts {
            if let Some((id, _)) = check {
                last.insert(id, serde_json::from_str(event.json()).unwrap());
            }
        }
        last.into_values().collect()
    }
}

/// Our checks of the day, as reports would have them.
fn ours(trade: &Trade, events: &[Value]) -> Vec<OurCheck> {
    let calendar = trade.world.place().calendar;
    let facts =
        read_events(json!(events).to_string().as_bytes(), &PLACE.parse().unwrap(), &calendar).unwrap();
    let on: BusinessDate = ON.parse().unwrap();
    let checks = facts.into_iter().filter_map(|fact| match fact.body {
        FactBody::Check(check) if check.business_date == on => Some(OurCheck::of(&check)),
        _ => None,
    });
    checks.collect()
}

/// The day as the proof has it: what differs of its figures, which hours, which checks.
async fn proven(
    reader: &mut Box<dyn Reader>,
    ours: &[OurCheck],
) -> (Vec<Side>, Vec<HourDiffers>, Vec<CheckDiffers>) {
    let on = ON.parse().unwrap();
    let report = reader.report(on).await.unwrap().unwrap();
    assert!(report.is_independent);
    let mut sum = Figures::default();
    ours.iter().for_each(|check| sum.add(&check.figures));
    let hours = reader.report_by_hour(on).await.unwrap().unwrap();
    let mut orders = Vec::new();
    for (id, figures) in reader.report_by_order(on).await.unwrap().unwrap() {
        let checks = reader.checks_of(&id);
        orders.push(TheirOrder { id, checks, figures });
    }
    let lines = proof::differences(&report.figures, &sum);
    (lines, proof::by_hour(&hours, ours), proof::by_check(orders, ours))
}

/// A fault: what it does to an event, and whether the event stays.
type Fault = fn(&mut Value) -> bool;
/// What it makes of the figures of an order, in cents.
type Cents = &'static [(Figure, i64)];

fn items(event: &mut Value) -> impl Iterator<Item = &mut Value> {
    event["data"]["items"].as_array_mut().into_iter().flatten()
}

fn payments(event: &mut Value) -> impl Iterator<Item = &mut Value> {
    event["data"]["payments"].as_array_mut().into_iter().flatten()
}

fn add(of: &mut Value, name: &str, more: f64) {
    let sum = of[name].as_f64().unwrap_or_default() + more;
    of[name] = json!((sum * 100.0).round() / 100.0);
}

fn dollars(of: &Value, name: &str) -> f64 {
    of[name].as_f64().unwrap_or_default()
}

fn is_of(event: &Value, closed: &str) -> bool {
    event["data"]["closeTime"].as_str().is_some_and(|at| at.starts_with(closed))
}

use Figure::{Collected, Discounts, Due, GiftCards, Gross, Net, Refunds, ServiceCharges, Tips};

/// What the proof has to say of a fault: per order, its hour (UTC) and cents.
type Named = &'static [(&'static str, u8, Cents)];

/// Each fault, and what the proof has to say of it.
const FAULTS: [(&str, Fault, Named); 12] = [
    (
        "the tip is in the amount",
        |event| {
            payments(event).for_each(|payment| add(payment, "amount", dollars(payment, "tip")));
            true
        },
        &[("tipped", 15, &[(Collected, 200)]), ("late", 1, &[(Collected, 250)])],
    ),
    (
        "tax is in sales",
        |event| {
            items(event).for_each(|item| add(item, "amount", dollars(item, "tax")));
            true
        },
        &[("taxed", 16, &[(Gross, 80), (Net, 80), (Due, 80)])],
    ),
    (
        "returns are dropped",
        |event| event["data"].get("refundOf").is_none(),
        &[("back", 17, &[(Refunds, -1_000), (Net, 1_000), (Collected, 1_000), (Due, 1_000)])],
    ),
    (
        "the morning is of the next day",
        |event| {
            if is_of(event, "2026-07-20T02") {
                event["data"]["businessDate"] = json!("2026-07-20");
            }
            true
        },
        &[("early", 6, &[(Gross, -1_000), (Net, -1_000), (Collected, -1_000), (Due, -1_000)])],
    ),
    (
        "the discount of the order counts twice",
        |event| {
            items(event).for_each(|item| add(item, "discount", dollars(item, "discount")));
            true
        },
        &[("discounted", 18, &[(Discounts, 150), (Net, -150), (Due, -150)])],
    ),
    (
        "service charges are dropped",
        |event| {
            event["data"].as_object_mut().unwrap().remove("serviceCharges");
            true
        },
        // The taxes by name still hold its tax.
        &[("delivered", 19, &[(ServiceCharges, -300), (Due, -300)])],
    ),
    (
        "a gift card is a sale",
        |event| {
            items(event).for_each(|item| item["deferred"] = json!(false));
            true
        },
        &[("card", 20, &[(Gross, 2_500), (Net, 2_500), (GiftCards, -2_500)])],
    ),
    (
        "cash rounding is dropped",
        |event| {
            event["data"].as_object_mut().unwrap().remove("rounding");
            true
        },
        &[("rounded", 21, &[(Due, 3)])],
    ),
    (
        "prices of modifiers are dropped",
        |event| {
            for item in items(event) {
                let of = item["modifiers"].as_array().into_iter().flatten().map(|of| dollars(of, "amount"));
                let more: f64 = of.sum();
                add(item, "amount", -more);
                item.as_object_mut().unwrap().remove("modifiers");
            }
            true
        },
        &[("extra", 22, &[(Gross, -200), (Net, -200), (Due, -200)])],
    ),
    (
        "unpaid carts count",
        |event| {
            if event["type"] == "check.opened" {
                event["type"] = json!("check.closed");
                event["data"]["closeTime"] = event["data"]["openTime"].clone();
            }
            true
        },
        &[("cart", 23, &[(Gross, 1_000), (Net, 1_000), (Due, 1_000)])],
    ),
    (
        "orders that were taken offline are dropped",
        |event| !is_of(event, "2026-07-19T20"),
        &[("offline", 0, &[(Gross, -1_000), (Net, -1_000), (Collected, -1_000), (Due, -1_000)])],
    ),
    (
        "late tips are dropped",
        |event| {
            if is_of(event, "2026-07-19T21") {
                payments(event).for_each(|payment| payment["tip"] = json!(0));
            }
            true
        },
        &[("late", 1, &[(Tips, -250), (Collected, -250), (Due, -250)])],
    ),
];

fn cents(lines: &[Side]) -> BTreeMap<Figure, i64> {
    lines.iter().map(|line| (line.figure, line.difference())).collect()
}

#[tokio::test]
async fn proof_of_a_faultless_mapping_differs_nowhere() {
    let trade = Trade::start().await;
    let mut reader = trade.world.reader().await;
    let events = trade.read(&mut reader).await;
    let (lines, hours, checks) = proven(&mut reader, &ours(&trade, &events)).await;
    assert_eq!((lines, hours, checks), (Vec::new(), Vec::new(), Vec::new()));
    trade.world.stop().await;
}

#[tokio::test]
async fn each_of_twelve_faults_is_named_with_its_cents_and_slice() {
    let trade = Trade::start().await;
    let mut reader = trade.world.reader().await;
    let events = trade.read(&mut reader).await;
    for (name, fault, expected) in FAULTS {
        let mut faulty = events.clone();
        faulty.retain_mut(fault);
        let (lines, hours, checks) = proven(&mut reader, &ours(&trade, &faulty)).await;
        let mut of_day: BTreeMap<Figure, i64> = BTreeMap::new();
        for (figure, more) in expected.iter().flat_map(|(.., cents)| cents.iter()) {
            *of_day.entry(*figure).or_default() += more;
        }
        assert_eq!(cents(&lines), of_day, "{name}");
        let named: BTreeMap<i8, _> = hours
            .iter()
            .map(|hour| (hour.at.to_zoned(jiff::tz::TimeZone::UTC).hour(), cents(&hour.lines)))
            .collect();
        let wanted = expected.iter().map(|(_, hour, of)| (*hour as i8, of.iter().copied().collect()));
        assert_eq!(named, wanted.collect(), "{name}");
        let named: BTreeMap<String, _> = checks
            .iter()
            .map(|of| {
                let id = of.order.clone().or(of.check.as_ref().map(ToString::to_string));
                (id.unwrap(), cents(&of.lines))
            })
            .collect();
        let wanted =
            expected.iter().map(|(id, _, of)| (trade.orders[id].clone(), of.iter().copied().collect()));
        assert_eq!(named, wanted.collect(), "{name}");
    }
    trade.world.stop().await;
}
