use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use saffron_core::{Calendar, Clock, DayStarts, Money, Secret};
use saffron_pos::adapter::{Adapter as _, Asked, Credential, Feed, Reader};
use saffron_pos::http::Http;
use saffron_pos::square::Square;
use saffron_pos::{Place, PosError, Settings};
use saffron_sandbox::square::{Config, Location, Merchant, Mode, Order, Running, Stage, Tricks, serve};
use saffron_till::{Modifier, Payment};
use tokio_util::sync::CancellationToken;

use crate::common::{Plain, counted, days, of_day, read};
use crate::dice::PLACE;

pub const TOKEN: &str = "EAAA-0123456789abcdef";

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

    pub fn place(&self) -> Place {
        let zone = "America/New_York".parse().unwrap();
        Place {
            pos_id: PLACE.parse().unwrap(),
            location: self.merchant.locations[1].id.clone(),
            calendar: Calendar::new(zone, DayStarts::default()),
            settings: Settings::default(),
        }
    }

    pub async fn reader(&self) -> Box<dyn Reader> {
        self.square(Duration::from_secs(60)).open(&World::credential(), self.place()).await.unwrap()
    }

    /// By another token.
    pub async fn reader_of(&self, token: &str) -> Box<dyn Reader> {
        let credential = Credential::Token(Secret::new(token));
        self.square(Duration::from_secs(60)).open(&credential, self.place()).await.unwrap()
    }

    fn put(&self, order: Order, at: Timestamp) {
        self.stand_in.put_order(order, at).unwrap();
    }

    pub async fn stop(self) {
        self.stop.cancel();
        self.stand_in.ended().await.unwrap();
    }
}

/// Puts random sales of three days in.
fn trade(world: &World, seed: u64, checks: usize) {
    for (order, at) in days(seed, checks) {
        world.put(order, at);
    }
}

#[tokio::test]
async fn days_that_are_read_are_those_that_reports_count() {
    let world = World::start().await;
    trade(&world, 7, 260);
    let mut reader = world.reader().await;
    for on in ["2026-07-17", "2026-07-18", "2026-07-19", "2026-07-20", "2026-07-21"] {
        let (on, asked) = of_day(&world.place().calendar, on);
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
async fn modifiers_come_back_with_the_quantity_of_their_line() {
    let world = World::start().await;
    let closed = "2026-07-19T12:00:00".parse().unwrap();
    let mut sale = crate::dice::check(&mut crate::dice::Dice::new(1), "burgers", closed);
    let line = &mut sale.lines[0];
    line.quantity = saffron_core::Quantity::from_milli(2_000);
    let (name, quantity) = ("No onions".to_owned(), line.quantity);
    line.modifiers = vec![Modifier { name, quantity, amount: Money::ZERO, cost: None }];
    world.put(Order::sale(sale), "2026-07-19T16:00:00Z".parse().unwrap());
    let (_, asked) = of_day(&world.place().calendar, "2026-07-19");
    let facts = read(&mut world.reader().await, Feed::Checks, asked).await;
    let check = facts.iter().find(|fact| fact.check.is_some()).unwrap();
    let event: serde_json::Value = serde_json::from_str(check.event.json()).unwrap();
    assert_eq!(event["data"]["items"][0]["modifiers"][0]["quantity"].as_f64(), Some(2.0));
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
    let (on, asked) = of_day(&world.place().calendar, "2026-07-19");
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
    let (_, asked) = of_day(&world.place().calendar, "2026-07-19");
    assert_eq!(reader.page(Feed::Checks, asked, None).await.unwrap_err(), PosError::Revoked);
    world.stop().await;
}

#[tokio::test]
async fn check_that_waits_for_its_tip_is_of_its_day() {
    let world = World::start().await;
    let closed = "2026-07-19T12:00:00".parse().unwrap();
    let mut signed = crate::dice::check(&mut crate::dice::Dice::new(1), "signed", closed);
    let cash = Money::from_cents(500);
    signed.payments = vec![
        Payment::new("Visa".to_owned(), signed.payments[0].amount - cash, Money::ZERO),
        Payment::new("Cash".to_owned(), cash, Money::ZERO),
    ];
    let order = Order::sale(signed.clone()).at_stage(Stage::Signing);
    world.put(order, "2026-07-19T16:00:00Z".parse().unwrap());
    let (on, asked) = of_day(&world.place().calendar, "2026-07-19");
    let mut reader = world.reader().await;
    let signed_only = counted(&read(&mut reader, Feed::Checks, asked).await);
    assert_eq!(signed_only[&on], reader.totals(on).await.unwrap().unwrap().totals);
    // It is settled the next day.
    signed.payments[0].tip = Money::from_cents(700);
    world.put(Order::sale(signed), "2026-07-20T15:00:00Z".parse().unwrap());
    let (_, next) = of_day(&world.place().calendar, "2026-07-20");
    let mut facts = read(&mut reader, Feed::Checks, asked).await;
    facts.extend(read(&mut reader, Feed::Checks, next).await);
    assert_eq!(counted(&facts)[&on], reader.totals(on).await.unwrap().unwrap().totals);
    world.stop().await;
}
