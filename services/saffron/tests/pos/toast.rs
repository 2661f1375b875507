use std::sync::Arc;
use std::time::Duration;

use saffron_core::{BusinessDate, Calendar, Clock, DayStarts, Secret};
use saffron_pos::adapter::{Adapter as _, Asked, Credential, Feed, Reader, Totals};
use saffron_pos::http::Http;
use saffron_pos::toast::Toast;
use saffron_pos::{Place, PosError, Settings};
use saffron_sandbox::toast::{Config, Mode, Order, Restaurant, Running, Site, Stage, Tricks, serve};
use saffron_till::{Check, Item, Line, Payment, Person, Shift};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::common::{Plain, counted, days, of_day, read};
use crate::dice::PLACE;

const CLIENT: &str = "toast-client";
const SECRET: &str = "toast-secret-0123456789abcdef";
const DAYS: [&str; 5] = ["2026-07-17", "2026-07-18", "2026-07-19", "2026-07-20", "2026-07-21"];

pub struct World {
    stand_in: Running,
    clock: Clock,
    restaurant: Restaurant,
    stop: CancellationToken,
}

fn site(place: &str, name: &str) -> Site {
    Site::new(&place.parse().unwrap(), name, "America/New_York".parse().unwrap())
}

impl World {
    pub async fn start() -> World {
        let clock = Clock::fixed("2026-07-22T12:00:00Z".parse().unwrap());
        let stop = CancellationToken::new();
        let stand_in =
            serve(Config::new("control-0123456789abcdef", clock.clone()), stop.clone()).await.unwrap();
        let restaurant = Restaurant::new(site(PLACE, "Main Street"));
        stand_in.add_restaurant(restaurant.clone());
        stand_in.add_client(CLIENT, &Secret::new(SECRET), &[&restaurant.id], None);
        World { stand_in, clock, restaurant, stop }
    }

    pub fn toast(&self) -> Toast {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let http = Http::new(&self.stand_in.url(), Arc::new(Plain(client)), Duration::from_secs(60));
        Toast::new(http, self.clock.clone())
    }

    fn credential(&self) -> Credential {
        self.client(CLIENT, SECRET)
    }

    fn client(&self, id: &str, secret: &str) -> Credential {
        Credential::Client {
            id: id.to_owned(),
            secret: Secret::new(secret),
            location: self.restaurant.id.clone(),
        }
    }

    fn place(&self) -> Place {
        Place {
            pos_id: PLACE.parse().unwrap(),
            location: self.restaurant.id.clone(),
            calendar: Calendar::new("America/New_York".parse().unwrap(), DayStarts::default()),
            settings: Settings::default(),
        }
    }

    pub async fn reader(&self) -> Box<dyn Reader> {
        self.toast().open(&self.credential(), self.place()).await.unwrap()
    }

    fn trade(&self, seed: u64, checks: usize) {
        for (order, at) in days(seed, checks) {
            self.stand_in.put_order(order, at).unwrap();
        }
    }

    fn put(&self, order: Order, at: &str) {
        self.stand_in.put_order(order, at.parse().unwrap()).unwrap();
    }

    /// What the trade comes to.
    fn totals(&self, on: BusinessDate) -> Totals {
        let of = self.stand_in.totals(&self.restaurant.id, on);
        Totals {
            gross_sales: of.gross.cents(),
            net_sales: of.net.cents(),
            tax: of.tax.cents(),
            tips: of.tips.cents(),
            refunds: of.refunds.cents(),
            checks: of.checks,
        }
    }

    pub async fn stop(self) {
        self.stop.cancel();
        self.stand_in.ended().await.unwrap();
    }
}

fn all() -> Asked {
    Asked::Changed("2026-07-17T00:00:00Z".parse().unwrap(), "2026-07-22T12:00:00Z".parse().unwrap())
}

fn cents(cents: i64) -> saffron_core::Money {
    saffron_core::Money::from_cents(cents)
}

/// A check of a soup, paid by Visa.
fn soup(id: &str, closed: &str) -> Check {
    let mut check = Check::new(PLACE.parse().unwrap(), id.parse().unwrap(), closed.parse().unwrap());
    let one = saffron_core::Quantity::ONE;
    check.lines.push(Line::new("soup".parse().unwrap(), "Soup".to_owned(), one, cents(1_000)));
    check.payments = vec![Payment::new("Visa".to_owned(), cents(1_000), cents(0))];
    check
}

fn data(fact: &saffron_pos::adapter::Fact) -> Value {
    serde_json::from_str(fact.event.json()).unwrap()
}

#[tokio::test]
async fn days_that_are_read_are_those_of_the_trade() {
    let world = World::start().await;
    world.trade(7, 260);
    let mut reader = world.reader().await;
    for on in DAYS {
        let (on, asked) = of_day(&world.place().calendar, on);
        let read = counted(&read(&mut reader, Feed::Checks, asked).await);
        assert_eq!(read.get(&on).copied().unwrap_or_default(), world.totals(on), "{on}");
        assert!(read.len() <= 1, "other dates in {on}: {read:?}");
        let summed = reader.totals(on).await.unwrap().unwrap();
        assert!(!summed.is_independent);
        assert_eq!(summed.totals, world.totals(on), "{on}");
    }
    assert!(world.totals("2026-07-19".parse().unwrap()).checks > 50);
    assert!(world.totals("2026-07-21".parse().unwrap()).refunds > 0);
    // One token for all of it.
    assert_eq!(world.stand_in.logins(), 1);
    world.stop().await;
}

#[tokio::test]
async fn changes_bring_the_same_as_days() {
    let world = World::start().await;
    world.trade(11, 120);
    let mut reader = world.reader().await;
    let changed = counted(&read(&mut reader, Feed::Checks, all()).await);
    for on in changed.keys() {
        assert_eq!(changed[on], world.totals(*on), "{on}");
    }
    assert!(changed.len() >= 4);
    world.stop().await;
}

#[tokio::test]
async fn span_of_many_changes_is_read_in_shorter_ones() {
    let world = World::start().await;
    for number in 0..180 {
        let at = format!("2026-07-19T16:{:02}:{:02}Z", number / 60 * 10, number % 60);
        let closed = format!("2026-07-19T12:{:02}:{:02}", number / 60 * 10, number % 60);
        world.put(Order::sale(soup(&format!("s{number}"), &closed)), &at);
    }
    let on: BusinessDate = "2026-07-19".parse().unwrap();
    let read = counted(&read(&mut world.reader().await, Feed::Checks, all()).await);
    assert_eq!(read[&on].checks, 180);
    world.stop().await;
}

#[tokio::test]
async fn toast_that_misbehaves_is_asked_again() {
    let world = World::start().await;
    world.trade(3, 30);
    let (on, asked) = of_day(&world.place().calendar, "2026-07-19");
    for mode in [
        Mode::NotJson,
        Mode::Down,
        Mode::Truncated,
        Mode::Overloaded,
        Mode::RateLimited { retry_after: 1 },
        Mode::Reset,
    ] {
        world.stand_in.set_mode(mode, Some(2));
        let mut reader = world.reader().await;
        let read = counted(&read(&mut reader, Feed::Checks, asked).await);
        assert_eq!(read[&on], world.totals(on), "{mode:?}");
    }
    world.stop().await;
}

#[tokio::test]
async fn pages_that_come_twice_or_in_disorder_count_once() {
    let world = World::start().await;
    world.trade(5, 150);
    world.stand_in.set_tricks(Tricks {
        repeated_pages: 3,
        disorder: true,
        unknown_members: true,
        ..Tricks::default()
    });
    let (on, asked) = of_day(&world.place().calendar, "2026-07-19");
    let mut reader = world.reader().await;
    assert_eq!(counted(&read(&mut reader, Feed::Checks, asked).await)[&on], world.totals(on));
    let changed = counted(&read(&mut reader, Feed::Checks, all()).await);
    for on in changed.keys() {
        assert_eq!(changed[on], world.totals(*on), "{on}");
    }
    world.stop().await;
}

#[tokio::test]
async fn refund_of_an_old_sale_is_found_on_its_day() {
    let world = World::start().await;
    let sale = soup("old", "2026-05-02T12:00:00");
    world.put(Order::sale(sale.clone()), "2026-05-02T16:00:00Z");
    let mut back = Check { id: "back".parse().unwrap(), refund_of: Some(sale.id.clone()), ..sale };
    back.close_time = "2026-07-20T12:00:00".parse().unwrap();
    back.lines[0].amount = cents(-1_000);
    back.lines[0].quantity = -saffron_core::Quantity::ONE;
    back.payments[0].amount = cents(-1_000);
    world.put(Order::refund(back), "2026-07-20T16:00:00Z");
    let mut reader = world.reader().await;
    let (on, asked) = of_day(&world.place().calendar, "2026-07-20");
    let read_then = counted(&read(&mut reader, Feed::Checks, asked).await);
    assert_eq!(read_then[&on], world.totals(on));
    assert_eq!(read_then[&on].refunds, 1_000);
    // A poll finds it, too, and reads it once.
    let poll =
        Asked::Changed("2026-07-20T15:59:00Z".parse().unwrap(), "2026-07-20T16:05:00Z".parse().unwrap());
    let found = counted(&read(&mut reader, Feed::Checks, poll).await);
    assert_eq!(found[&on].refunds, 1_000);
    let calls = world.stand_in.calls();
    read(&mut reader, Feed::Checks, poll).await;
    assert!(world.stand_in.calls() - calls <= 3);
    world.stop().await;
}

#[tokio::test]
async fn order_that_is_not_paid_is_an_open_check() {
    let world = World::start().await;
    let open = |id: &str, stage| Order::sale(soup(id, "2026-07-19T12:00:00")).at_stage(stage);
    world.put(open("cart", Stage::Cart), "2026-07-19T16:00:00Z");
    world.put(open("draft", Stage::Draft), "2026-07-19T16:00:00Z");
    world.put(open("partly", Stage::Partly), "2026-07-19T16:00:00Z");
    world.put(open("signing", Stage::Signing), "2026-07-19T16:00:00Z");
    let facts = read(&mut world.reader().await, Feed::Checks, all()).await;
    let mut kinds: Vec<String> =
        facts.iter().map(|fact| data(fact)["type"].as_str().unwrap().to_owned()).collect();
    kinds.retain(|kind| kind.starts_with("check"));
    kinds.sort();
    assert_eq!(kinds, ["check.closed", "check.opened", "check.opened"]);
    world.stop().await;
}

#[tokio::test]
async fn account_offers_the_restaurants_that_its_client_opens() {
    let world = World::start().await;
    let toast = world.toast();
    let [harbor, closed] = ["harbor", "closed"].map(|place| Restaurant::new(site(place, place)));
    world.stand_in.add_restaurant(harbor.clone());
    world.stand_in.add_restaurant(closed);
    let both = [world.restaurant.id.as_str(), harbor.id.as_str()];
    world.stand_in.add_client("both", &Secret::new(SECRET), &both, None);
    let account = toast.account(&world.client("both", SECRET)).await.unwrap();
    assert_eq!(
        (account.id.as_str(), account.name.as_str()),
        (world.restaurant.group.as_str(), "Main Street")
    );
    assert!(account.lacks.is_empty() && account.unmapped.is_empty());
    let offered: Vec<&str> = account.locations.iter().map(|offer| offer.location.as_str()).collect();
    assert_eq!(offered, both);
    let registration = &account.locations[0].registration;
    assert_eq!(registration.day_start.unwrap().to_string(), "04:00");
    let few = ["restaurants:read", "orders:read", "config:read"];
    world.stand_in.add_client("few", &Secret::new(SECRET), &[&world.restaurant.id], Some(&few));
    let account = toast.account(&world.client("few", SECRET)).await.unwrap();
    assert_eq!(account.lacks, ["menus:read", "stock:read", "labor:read", "labor.employees:read"]);
    let wrong = toast.account(&world.client(CLIENT, "wrong")).await;
    assert_eq!(wrong.unwrap_err(), PosError::Revoked);
    world.stand_in.add_client("other", &Secret::new(SECRET), &[&harbor.id], None);
    let elsewhere = toast.account(&world.client("other", SECRET)).await.unwrap_err();
    assert_eq!(elsewhere, PosError::Lacks(format!("access to the location {}", world.restaurant.id)));
    world.stop().await;
}

#[tokio::test]
async fn token_that_ends_before_its_time_is_replaced_once() {
    let world = World::start().await;
    world.trade(3, 5);
    let mut reader = world.reader().await;
    read(&mut reader, Feed::Checks, all()).await;
    world.stand_in.expire(&world.restaurant.id);
    read(&mut reader, Feed::Checks, all()).await;
    assert_eq!(world.stand_in.logins(), 2);
    world.stand_in.revoke(&world.restaurant.id);
    assert_eq!(reader.page(Feed::Checks, all(), None).await.unwrap_err(), PosError::Revoked);
    world.stop().await;
}

#[tokio::test]
async fn readers_of_a_client_share_its_token() {
    let world = World::start().await;
    let toast = world.toast();
    for _ in 0..3 {
        let mut reader = toast.open(&world.credential(), world.place()).await.unwrap();
        read(&mut reader, Feed::Checks, all()).await;
    }
    assert_eq!(world.stand_in.logins(), 1);
    world.stop().await;
}

#[tokio::test]
async fn shifts_have_wage_and_job() {
    let world = World::start().await;
    for number in 0..3 {
        let shift = Shift {
            pos_id: PLACE.parse().unwrap(),
            id: format!("w{number}").parse().unwrap(),
            revision: 1,
            employee: Person { id: format!("e{number}"), name: format!("Server {number}") },
            job: "Server".to_owned(),
            clock_in: "2026-07-19T09:00:00".parse().unwrap(),
            clock_out: Some("2026-07-19T17:00:00".parse().unwrap()),
            unpaid_minutes: 30.into(),
            regular_minutes: None,
            overtime_minutes: 0.into(),
            rate: Some(cents(1_575)),
            overtime_rate: None,
            tips: cents(100 * number),
        };
        world.stand_in.put_shift(&shift, "2026-07-19T21:00:00Z".parse().unwrap()).unwrap();
    }
    let mut reader = world.reader().await;
    for asked in [all(), of_day(&world.place().calendar, "2026-07-19").1] {
        let facts = read(&mut reader, Feed::Shifts, asked).await;
        let shifts: Vec<Value> = facts.iter().map(|fact| data(fact)["data"].clone()).collect();
        assert_eq!(shifts.len(), 3);
        assert!(shifts.iter().all(|shift| shift["job"] == "Server" && shift["rate"].as_f64() == Some(15.75)));
        assert!(shifts.iter().all(|shift| shift["regularMinutes"].as_f64() == Some(450.0)));
        assert_eq!(shifts.iter().filter(|shift| shift["employee"]["name"] == "Server 1").count(), 1);
    }
    world.stop().await;
}

fn dish(id: &str, stock: Option<i64>, sold_out: bool) -> Item {
    Item {
        pos_id: PLACE.parse().unwrap(),
        id: id.parse().unwrap(),
        revision: 1,
        name: id.to_owned(),
        major_category: "Food".to_owned(),
        minor_category: "Soups".to_owned(),
        price: Some(cents(950)),
        cost: None,
        stock: stock.map(|pieces| saffron_core::Quantity::from_milli(pieces * 1_000)),
        low_stock: None,
        sold_out,
        sold_out_until: None,
    }
}

#[tokio::test]
async fn menu_is_sent_again_where_it_or_its_stock_changed() {
    let world = World::start().await;
    let (before, later) = ("2026-07-20T10:00:00Z".parse().unwrap(), "2026-07-22T12:00:00Z".parse().unwrap());
    for item in [dish("soup", Some(5), false), dish("stew", None, false)] {
        world.stand_in.put_item(&item, before).unwrap();
    }
    let mut reader = world.reader().await;
    let since = |from: &str| Asked::Changed(from.parse().unwrap(), later);
    let kinds = |facts: &[saffron_pos::adapter::Fact]| {
        let mut kinds: Vec<(String, bool)> = facts
            .iter()
            .map(|fact| {
                (data(fact)["type"].as_str().unwrap().to_owned(), data(fact)["data"]["soldOut"] == true)
            })
            .collect();
        kinds.sort();
        kinds
    };
    assert_eq!(read(&mut reader, Feed::Menu, since("2026-07-22T11:55:00Z")).await.len(), 2);
    world.clock.set("2026-07-22T12:10:00Z".parse().unwrap());
    world.stand_in.put_item(&dish("soup", Some(5), true), later).unwrap();
    let changed = read(&mut reader, Feed::Menu, since("2026-07-22T12:05:00Z")).await;
    assert_eq!(kinds(&changed), [("item.upserted".to_owned(), true)]);
    // The same once more, where what was read was lost.
    assert_eq!(read(&mut reader, Feed::Menu, since("2026-07-22T12:05:00Z")).await.len(), 1);
    world.clock.set("2026-07-22T12:20:00Z".parse().unwrap());
    assert_eq!(read(&mut reader, Feed::Menu, since("2026-07-22T12:15:00Z")).await.len(), 0);
    let now = "2026-07-22T12:20:00Z".parse().unwrap();
    world.stand_in.remove_item(&PLACE.parse().unwrap(), &"stew".parse().unwrap(), now).unwrap();
    let gone = read(&mut reader, Feed::Menu, since("2026-07-22T12:15:00Z")).await;
    assert_eq!(kinds(&gone), [("item.removed".to_owned(), false), ("item.upserted".to_owned(), true)]);
    world.stop().await;
}
