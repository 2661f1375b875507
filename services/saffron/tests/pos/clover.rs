use std::sync::Arc;
use std::time::Duration;

use saffron_core::{BusinessDate, Calendar, Clock, DayStarts, Secret};
use saffron_pos::adapter::{Adapter as _, Asked, Credential, Feed, Reader, Totals};
use saffron_pos::clover::Clover;
use saffron_pos::http::Http;
use saffron_pos::{Application, Place, PosError, Settings};
use saffron_sandbox::clover::{Config, Merchant, Mode, Order, Origin, Running, Site, Stage, Tricks, serve};
use saffron_till::{Check, Line, Payment, Person, Shift};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::common::{Plain, counted, days, of_day, read, refund};
use crate::dice::PLACE;

const TOKEN: &str = "clover-token-0123456789abcdef";
const SECRET: &str = "clover-secret-0123456789abcdef";
const DAYS: [&str; 5] = ["2026-07-17", "2026-07-18", "2026-07-19", "2026-07-20", "2026-07-21"];

pub struct World {
    pub stand_in: Running,
    pub clock: Clock,
    pub merchant: Merchant,
    stop: CancellationToken,
}

impl World {
    pub async fn start() -> World {
        let clock = Clock::fixed("2026-07-22T12:00:00Z".parse().unwrap());
        let stop = CancellationToken::new();
        let config = Config::new(SECRET, "control-0123456789abcdef", clock.clone());
        let stand_in = serve(config, stop.clone()).await.unwrap();
        let site = Site::new(&PLACE.parse().unwrap(), "Main Street", "America/New_York".parse().unwrap());
        let merchant = Merchant::new(site);
        stand_in.add_merchant(merchant.clone());
        stand_in.add_token(&merchant.id, &Secret::new(TOKEN), None);
        World { stand_in, clock, merchant, stop }
    }

    fn clover(&self) -> Clover {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let http = Http::new(&self.stand_in.url(), Arc::new(Plain(client)), Duration::from_secs(60));
        let application = Application { id: "SAFFRONAPP001".to_owned(), secret: Secret::new(SECRET) };
        Clover::new(http, Some(application), self.clock.clone())
    }

    fn place(&self) -> Place {
        Place {
            pos_id: PLACE.parse().unwrap(),
            location: self.merchant.id.clone(),
            calendar: Calendar::new("America/New_York".parse().unwrap(), DayStarts::default()),
            settings: Settings::default(),
        }
    }

    pub async fn reader(&self) -> Box<dyn Reader> {
        self.reader_of(TOKEN).await
    }

    /// By another token.
    pub async fn reader_of(&self, token: &str) -> Box<dyn Reader> {
        self.clover().open(&Credential::Token(Secret::new(token)), self.place()).await.unwrap()
    }

    fn trade(&self, seed: u64, checks: usize) {
        for (order, at) in days(seed, checks) {
            self.stand_in.put_order(order, at).unwrap();
        }
    }

    fn put(&self, order: Order, at: &str) {
        self.stand_in.put_order(order, at.parse().unwrap()).unwrap();
    }

    /// What the trade comes to: Clover itself has no such totals.
    fn totals(&self, on: BusinessDate) -> Totals {
        let of = self.stand_in.totals(&self.merchant.id, on);
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

/// A check of some pieces of soup, paid by Visa.
fn soups(id: &str, closed: &str, pieces: usize) -> Check {
    let mut check = Check::new(PLACE.parse().unwrap(), id.parse().unwrap(), closed.parse().unwrap());
    let cents = saffron_core::Money::from_cents;
    for number in 0..pieces {
        let item = format!("i{number}").parse().unwrap();
        check.lines.push(Line::new(
            item,
            format!("Soup {number}"),
            saffron_core::Quantity::ONE,
            cents(1_000),
        ));
    }
    check.payments = vec![Payment::new("Visa".to_owned(), cents(1_000 * pieces as i64), cents(0))];
    check
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
async fn clover_that_misbehaves_is_asked_again() {
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
    let mut reader = world.reader().await;
    let changed = counted(&read(&mut reader, Feed::Checks, all()).await);
    for on in changed.keys() {
        assert_eq!(changed[on], world.totals(*on), "{on}");
    }
    world.stop().await;
}

#[tokio::test]
async fn page_that_was_lost_brings_the_same_once_more() {
    let world = World::start().await;
    let sale = soups("sale", "2026-07-18T12:00:00", 2);
    world.put(Order::sale(sale.clone()), "2026-07-18T16:00:00Z");
    world.put(Order::refund(refund(&sale, "back", "2026-07-20T12:00:00")), "2026-07-20T16:00:00Z");
    let mut reader = world.reader().await;
    let (_, asked) = of_day(&world.place().calendar, "2026-07-20");
    let (mut from, mut facts): (Option<String>, _) = (None, 0);
    loop {
        let page = reader.page(Feed::Checks, asked, from.as_deref()).await.unwrap();
        let again = reader.page(Feed::Checks, asked, from.as_deref()).await.unwrap();
        assert_eq!(page.facts.len(), again.facts.len(), "{from:?}");
        facts += page.facts.len();
        from = again.next;
        if from.is_none() {
            break;
        }
    }
    assert!(facts > 0, "the refund was read");
    world.stop().await;
}

#[tokio::test]
async fn order_of_many_lines_is_read_as_a_whole() {
    let world = World::start().await;
    world.put(Order::sale(soups("big", "2026-07-19T12:00:00", 250)), "2026-07-19T16:00:00Z");
    let (on, asked) = of_day(&world.place().calendar, "2026-07-19");
    let read = counted(&read(&mut world.reader().await, Feed::Checks, asked).await);
    assert_eq!(read[&on].gross_sales, 250_000);
    world.stop().await;
}

#[tokio::test]
async fn span_of_a_year_is_read_in_windows() {
    let world = World::start().await;
    let dates = ["2025-08-01", "2025-11-15", "2026-02-20", "2026-05-05", "2026-07-20"];
    for (number, on) in dates.iter().enumerate() {
        let sale = soups(&format!("s{number}"), &format!("{on}T12:00:00"), 1);
        world.put(Order::sale(sale), &format!("{on}T16:00:00Z"));
    }
    let asked = Asked::Of("2025-07-25T00:00:00Z".parse().unwrap(), "2026-07-22T00:00:00Z".parse().unwrap());
    let read = counted(&read(&mut world.reader().await, Feed::Checks, asked).await);
    let seen: Vec<String> = read.keys().map(ToString::to_string).collect();
    assert_eq!(seen, dates);
    world.stop().await;
}

#[tokio::test]
async fn sale_without_a_connection_is_of_its_own_day() {
    let world = World::start().await;
    let sale = soups("offline", "2026-07-18T12:00:00", 2);
    world.put(Order::sale(sale).from_origin(Origin::OfflineTill), "2026-07-20T09:00:00Z");
    let mut reader = world.reader().await;
    let changed = counted(&read(&mut reader, Feed::Checks, all()).await);
    let on: BusinessDate = "2026-07-18".parse().unwrap();
    assert_eq!(changed[&on], world.totals(on));
    assert_eq!(reader.totals(on).await.unwrap().unwrap().totals, world.totals(on));
    world.stop().await;
}

#[tokio::test]
async fn order_that_is_not_paid_is_an_open_check() {
    let world = World::start().await;
    let open = |id: &str, stage| Order::sale(soups(id, "2026-07-19T12:00:00", 1)).at_stage(stage);
    world.put(open("cart", Stage::Cart), "2026-07-19T16:00:00Z");
    world.put(open("draft", Stage::Draft), "2026-07-19T16:00:00Z");
    world.put(open("partly", Stage::Partly), "2026-07-19T16:00:00Z");
    let facts = read(&mut world.reader().await, Feed::Checks, all()).await;
    let kinds: Vec<String> = facts
        .iter()
        .map(|fact| {
            serde_json::from_str::<Value>(fact.event.json()).unwrap()["type"].as_str().unwrap().to_owned()
        })
        .filter(|kind| kind.starts_with("check"))
        .collect();
    assert!(kinds.len() >= 2 && kinds.iter().all(|kind| kind == "check.opened"), "{kinds:?}");
    world.stop().await;
}

#[tokio::test]
async fn account_offers_its_merchant_and_names_what_it_lacks() {
    let world = World::start().await;
    let clover = world.clover();
    let account = clover.account(&Credential::Token(Secret::new(TOKEN))).await.unwrap();
    assert_eq!((account.id.as_str(), account.name.as_str()), (world.merchant.id.as_str(), "Main Street"));
    assert!(account.lacks.is_empty() && account.unmapped.is_empty());
    let offer = &account.locations[0];
    assert_eq!((offer.location.as_str(), offer.currency.as_str()), (world.merchant.id.as_str(), "USD"));
    let few = Secret::new("clover-few");
    world.stand_in.add_token(&world.merchant.id, &few, Some(&["MERCHANT_R", "ORDERS_R"]));
    let account = clover.account(&Credential::Token(few)).await.unwrap();
    assert_eq!(account.lacks, ["Read payments", "Read inventory", "Read employees", "Read customers"]);
    let wrong = clover.account(&Credential::Token(Secret::new("clover-wrong"))).await;
    assert_eq!(wrong.unwrap_err(), PosError::Revoked);
    world.stop().await;
}

#[tokio::test]
async fn token_that_is_deleted_is_revoked() {
    let world = World::start().await;
    let mut reader = world.reader().await;
    world.stand_in.revoke(&world.merchant.id, true);
    assert_eq!(reader.page(Feed::Checks, all(), None).await.unwrap_err(), PosError::Revoked);
    world.stop().await;
}

#[tokio::test]
async fn grant_is_renewed_once_it_has_expired() {
    let world = World::start().await;
    let clover = world.clover();
    let code = Secret::new(world.stand_in.allow(&world.merchant.id));
    let grant = clover.redeem(&code).await.unwrap();
    assert_eq!(clover.account(&grant).await.unwrap().id, world.merchant.id);
    assert_eq!(clover.redeem(&code).await.unwrap_err(), PosError::Revoked);
    world.stand_in.expire(&world.merchant.id);
    assert_eq!(clover.account(&grant).await.unwrap_err(), PosError::Revoked);
    let renewed = clover.renew(&grant).await.unwrap().unwrap();
    assert_eq!(clover.account(&renewed).await.unwrap().id, world.merchant.id);
    // A refresh token works once.
    assert_eq!(clover.renew(&grant).await.unwrap_err(), PosError::Revoked);
    world.stop().await;
}

#[tokio::test]
async fn shifts_are_read_of_all_employees() {
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
            unpaid_minutes: 0.into(),
            regular_minutes: None,
            overtime_minutes: 0.into(),
            rate: None,
            overtime_rate: None,
            tips: saffron_core::Money::from_cents(100 * number),
        };
        world.stand_in.put_shift(&shift, "2026-07-19T21:00:00Z".parse().unwrap()).unwrap();
    }
    let facts = read(&mut world.reader().await, Feed::Shifts, all()).await;
    let shifts: Vec<Value> = facts
        .iter()
        .map(|fact| serde_json::from_str::<Value>(fact.event.json()).unwrap()["data"].clone())
        .collect();
    assert_eq!(shifts.len(), 3);
    assert!(shifts.iter().all(|shift| shift["job"] == "Server" && shift.get("rate").is_none()));
    world.stop().await;
}
