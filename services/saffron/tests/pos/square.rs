use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Calendar, Clock, DayStarts, Secret};
use saffron_pos::adapter::{Adapter as _, Asked, Credential, Fact, Feed, Reader, Totals};
use saffron_pos::http::{Http, Transport};
use saffron_pos::square::Square;
use saffron_pos::{Place, PosError, Settings};
use saffron_sandbox::square::{Config, Location, Merchant, Mode, Order, Running, Tricks, serve};
use saffron_till::Check;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::dice::{Dice, PLACE, check};

const TOKEN: &str = "EAAA-0123456789abcdef";

/// Sends by reqwest.
struct Plain(reqwest::Client);

#[async_trait]
impl Transport for Plain {
    async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, String> {
        let request = reqwest::Request::try_from(request).map_err(|e| e.to_string())?;
        let answer = self.0.execute(request).await.map_err(|e| e.to_string())?;
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            response = response.header(name, value);
        }
        let body = answer.bytes().await.map_err(|e| e.to_string())?;
        response.body(body).map_err(|e| e.to_string())
    }
}

struct World {
    stand_in: Running,
    clock: Clock,
    merchant: Merchant,
    stop: CancellationToken,
}

impl World {
    async fn start() -> World {
        let clock = Clock::fixed("2026-07-22T12:00:00Z".parse().unwrap());
        let stop = CancellationToken::new();
        let config =
            Config::new("sandbox-sq0csb-0123456789abcdef", "control-0123456789abcdef", clock.clone());
        let stand_in = serve(config, stop.clone()).await.unwrap();
        let main = Location::new(&PLACE.parse().unwrap(), "Main Street", "America/New_York".parse().unwrap());
        let other =
            Location::new(&"square-other".parse().unwrap(), "Harbor", "America/Denver".parse().unwrap());
        // Payments of no location are those of the first one.
        let merchant = Merchant::new("Test Kitchens", vec![other, main]);
        stand_in.add_merchant(merchant.clone());
        stand_in.add_token(&merchant.id, &Secret::new(TOKEN), None);
        World { stand_in, clock, merchant, stop }
    }

    fn square(&self, patience: Duration) -> Square {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let http = Http::new(&self.stand_in.url(), Arc::new(Plain(client)), patience);
        Square::new(http, None, self.clock.clone())
    }

    fn credential() -> Credential {
        Credential::Token(Secret::new(TOKEN))
    }

    fn place(&self) -> Place {
        let zone = "America/New_York".parse().unwrap();
        Place {
            pos_id: PLACE.parse().unwrap(),
            location: self.merchant.locations[1].id.clone(),
            calendar: Calendar::new(zone, DayStarts::default()),
            settings: Settings::default(),
        }
    }

    async fn reader(&self) -> Box<dyn Reader> {
        self.square(Duration::from_secs(60)).open(&World::credential(), self.place()).await.unwrap()
    }

    fn put(&self, order: Order, at: Timestamp) {
        self.stand_in.put_order(order, at).unwrap();
    }

    fn utc(&self, check: &Check) -> Timestamp {
        check.close_time.to_zoned(jiff::tz::TimeZone::get("America/New_York").unwrap()).unwrap().timestamp()
    }

    async fn stop(self) {
        self.stop.cancel();
        self.stand_in.ended().await.unwrap();
    }
}

/// All pages.
async fn read(reader: &mut Box<dyn Reader>, feed: Feed, asked: Asked) -> Vec<Fact> {
    let (mut facts, mut from): (_, Option<String>) = (Vec::new(), None);
    loop {
        let page = reader.page(feed, asked, from.as_deref()).await.unwrap();
        let unread: Vec<_> = page.unread.iter().map(|one| &one.unmapped).collect();
        assert!(unread.is_empty(), "{unread:?}");
        facts.extend(page.facts);
        match page.next {
            Some(next) => from = Some(next),
            None => return facts,
        }
    }
}

fn cents(of: &Value, name: &str) -> i64 {
    of.get(name).map_or(0, |amount| (amount.as_f64().unwrap() * 100.0).round() as i64)
}

fn list<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    of.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// What checks come to by date, counted from the events as they are posted; the last of each check counts.
fn counted(facts: &[Fact]) -> BTreeMap<BusinessDate, Totals> {
    let mut last: BTreeMap<String, (i64, Value)> = BTreeMap::new();
    for fact in facts {
        let event: Value = serde_json::from_str(fact.event.json()).unwrap();
        if event["type"] != "check.closed" {
            continue;
        }
        let revision = event["data"]["revision"].as_i64().unwrap();
        let id = event["data"]["posCheckID"].as_str().unwrap().to_owned();
        let known = last.entry(id).or_insert((revision, event["data"].clone()));
        if revision > known.0 {
            *known = (revision, event["data"].clone());
        }
    }
    let mut totals: BTreeMap<BusinessDate, Totals> = BTreeMap::new();
    for (_, data) in last.into_values() {
        let of = totals.entry(data["businessDate"].as_str().unwrap().parse().unwrap()).or_default();
        let items = |name: &str| list(&data, "items").map(|item| cents(item, name)).sum::<i64>();
        let net = items("amount") - items("discount") - cents(&data, "discount");
        of.net_sales += net;
        of.tax +=
            items("tax") + list(&data, "serviceCharges").map(|charge| cents(charge, "tax")).sum::<i64>();
        of.tips += list(&data, "payments").map(|payment| cents(payment, "tip")).sum::<i64>();
        if data.get("refundOf").is_some() {
            of.refunds -= net;
        } else {
            of.gross_sales += items("amount");
            of.checks += 1;
        }
    }
    totals
}

/// The whole of a sale brought back at another time.
fn refund(of: &Check, id: &str, closed: &str) -> Check {
    let mut refund = Check { id: id.parse().unwrap(), refund_of: Some(of.id.clone()), ..of.clone() };
    (refund.close_time, refund.open_time) = (closed.parse().unwrap(), closed.parse().unwrap());
    for line in &mut refund.lines {
        line.quantity = -line.quantity;
        (line.amount, line.discount, line.tax) = (-line.amount, -line.discount, -line.tax);
        line.discounts.iter_mut().for_each(|discount| discount.amount = -discount.amount);
    }
    refund.discount = -refund.discount;
    refund.discounts.iter_mut().for_each(|discount| discount.amount = -discount.amount);
    for charge in &mut refund.service_charges {
        (charge.amount, charge.tax) = (-charge.amount, -charge.tax);
    }
    for payment in &mut refund.payments {
        (payment.amount, payment.tip) = (-payment.amount, -payment.tip);
    }
    refund
}

/// Random sales of three days, from the morning to after midnight, some with a tip that comes later, some brought back.
fn trade(world: &World, seed: u64, checks: usize) {
    let mut dice = Dice::new(seed);
    for number in 0..checks {
        let closed = format!(
            "2026-07-{:02}T{:02}:{:02}:{:02}",
            18 + dice.throw(3),
            dice.throw(24),
            dice.throw(60),
            dice.throw(60)
        );
        let sale = check(&mut dice, &format!("s{number}"), closed.parse().unwrap());
        let at = world.utc(&sale);
        world.put(Order::sale(sale.clone()), at);
        if dice.chance(15) && sale.payments[0].tender == "Visa" {
            let mut later = sale.clone();
            later.payments[0].tip += saffron_core::Money::from_cents(250);
            world.put(Order::sale(later), at + SignedDuration::from_hours(7));
        } else if dice.chance(10) {
            let back = refund(&sale, &format!("b{number}"), "2026-07-21T13:20:00");
            let at = world.utc(&back);
            world.put(Order::refund(back), at);
        }
    }
}

fn of_day(world: &World, on: &str) -> (BusinessDate, Asked) {
    let on: BusinessDate = on.parse().unwrap();
    let calendar = world.place().calendar;
    let last = calendar.begin_of(on.plus_days(1)) - SignedDuration::from_millis(1);
    (on, Asked::Of(calendar.begin_of(on), last))
}

#[tokio::test]
async fn days_that_are_read_are_those_that_reports_count() {
    let world = World::start().await;
    trade(&world, 7, 260);
    let mut reader = world.reader().await;
    for on in ["2026-07-17", "2026-07-18", "2026-07-19", "2026-07-20", "2026-07-21"] {
        let (on, asked) = of_day(&world, on);
        let read = counted(&read(&mut reader, Feed::Checks, asked).await);
        let reported = reader.totals(on).await.unwrap().unwrap();
        assert!(reported.is_independent);
        assert_eq!(read.get(&on).copied().unwrap_or_default(), reported.totals, "{on}");
        assert!(read.len() <= 1, "other dates in {on}: {read:?}");
    }
    world.stop().await;
}

#[tokio::test]
async fn changes_bring_the_same_as_days() {
    let world = World::start().await;
    trade(&world, 11, 120);
    let mut reader = world.reader().await;
    let span = ("2026-07-17T00:00:00Z".parse().unwrap(), "2026-07-22T12:00:00Z".parse().unwrap());
    let changed = counted(&read(&mut reader, Feed::Checks, Asked::Changed(span.0, span.1)).await);
    for on in changed.keys() {
        let reported = reader.totals(*on).await.unwrap().unwrap();
        assert_eq!(changed[on], reported.totals, "{on}");
    }
    assert!(changed.len() >= 4);
    world.stop().await;
}

#[tokio::test]
async fn account_offers_its_locations_and_names_what_it_lacks() {
    let world = World::start().await;
    let square = world.square(Duration::from_secs(60));
    let account = square.account(&World::credential()).await.unwrap();
    let names: Vec<&str> =
        account.locations.iter().filter_map(|offer| offer.registration.name.as_deref()).collect();
    assert_eq!((account.name.as_str(), names), ("Test Kitchens", vec!["Harbor", "Main Street"]));
    assert!(account.lacks.is_empty() && account.unmapped.is_empty());
    let few = Secret::new("EAAA-few");
    let scopes = ["MERCHANT_PROFILE_READ", "ORDERS_READ"];
    world.stand_in.add_token(&world.merchant.id, &few, Some(&scopes));
    let account = square.account(&Credential::Token(few)).await.unwrap();
    assert!(
        account.lacks.contains(&"PAYMENTS_READ".to_owned())
            && !account.lacks.contains(&"ORDERS_READ".to_owned())
    );
    let wrong = square.account(&Credential::Token(Secret::new("EAAA-wrong"))).await;
    assert_eq!(wrong.unwrap_err(), PosError::Revoked);
    world.stop().await;
}

#[tokio::test]
async fn square_that_misbehaves_is_asked_again() {
    let world = World::start().await;
    trade(&world, 3, 30);
    let (on, asked) = of_day(&world, "2026-07-19");
    for mode in [Mode::NotJson, Mode::Down, Mode::Truncated, Mode::Overloaded, Mode::Reset] {
        world.stand_in.set_mode(mode, Some(2));
        let mut reader = world.reader().await;
        let read = counted(&read(&mut reader, Feed::Checks, asked).await);
        assert_eq!(read[&on], reader.totals(on).await.unwrap().unwrap().totals, "{mode:?}");
    }
    world.stop().await;
}

#[tokio::test]
async fn token_without_reports_has_no_totals() {
    let world = World::start().await;
    world.stand_in.set_tricks(Tricks { no_reports: true, ..Tricks::default() });
    let mut reader = world.reader().await;
    assert_eq!(reader.totals("2026-07-19".parse().unwrap()).await.unwrap(), None);
    world.stand_in.revoke(&world.merchant.id, true);
    let (_, asked) = of_day(&world, "2026-07-19");
    assert_eq!(reader.page(Feed::Checks, asked, None).await.unwrap_err(), PosError::Revoked);
    world.stop().await;
}
