//! Clover by the same frame: what reports shows is the trade that its stand-in holds, as Clover has no totals of its own.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use saffron_core::{BusinessDate, Clock, Money, Secret};
use saffron_kit::CancellationToken;
use saffron_sandbox::clover::{Config, Merchant, Order, Running, Site, serve};
use serde_json::json;

use super::dice::{Dice, PLACE, check};
use super::{DAYS, Day, PAST_DAYS, Place, ZONE, refund, utc};
use crate::world::{NOW, World, world_with};

const TOKEN: &str = "clover-token-0123456789abcdef";

/// The stand-in of Clover, and all services, which know it.
struct Clover {
    stand_in: Running,
    merchant: Merchant,
    world: World,
    clock: Clock,
    stop: CancellationToken,
}

impl Drop for Clover {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Clover {
    async fn start() -> Clover {
        let (clock, stop) = (Clock::fixed(NOW.parse().unwrap()), CancellationToken::new());
        let config = Config::new("clover-secret-0123456789abcdef", "control-0123456789abcdef", clock.clone());
        let stand_in = serve(config, stop.clone()).await.unwrap();
        let merchant =
            Merchant::new(Site::new(&PLACE.parse().unwrap(), "Main Street", ZONE.parse().unwrap()));
        stand_in.add_merchant(merchant.clone());
        stand_in.add_token(&merchant.id, &Secret::new(TOKEN), None);
        let (url, days) = (stand_in.url(), PAST_DAYS.to_string());
        let variables = [("SAFFRON_CLOVER_URL", url.as_str()), ("SAFFRON_CONNECTORS_PAST_DAYS", &days)];
        let world = world_with(&variables).await;
        Clover { stand_in, merchant, world, clock, stop }
    }

    fn pass(&self, time: SignedDuration) {
        let now = self.world.clock.now() + time;
        self.world.clock.set(now);
        self.clock.set(now);
    }

    fn trade(&self, seed: u64, checks: usize) {
        let mut dice = Dice::new(seed);
        for number in 0..checks {
            let closed =
                format!("2026-07-{:02}T{:02}:{:02}:00", 13 + dice.throw(5), dice.throw(24), dice.throw(60));
            let sale = check(&mut dice, &format!("s{seed}-{number}"), closed.parse().unwrap());
            let at = utc(sale.close_time);
            self.stand_in.put_order(Order::sale(sale.clone()), at).unwrap();
            if dice.chance(15) && sale.payments[0].tender == "Visa" {
                let mut tipped = sale;
                tipped.payments[0].tip += Money::from_cents(250);
                self.stand_in.put_order(Order::sale(tipped), at + SignedDuration::from_hours(7)).unwrap();
            }
        }
    }

    /// What the trade of each day comes to.
    fn counted(&self) -> BTreeMap<String, Day> {
        let of = |on: &str| {
            let on: BusinessDate = on.parse().unwrap();
            let totals = self.stand_in.totals(&self.merchant.id, on);
            Day {
                net: totals.net.cents(),
                tax: totals.tax.cents(),
                tips: totals.tips.cents(),
                checks: totals.checks,
            }
        };
        let mut all: BTreeMap<String, Day> = DAYS.iter().map(|on| ((*on).to_owned(), of(on))).collect();
        all.retain(|_, day| *day != Day::default());
        all
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connected_merchant_of_clover_shows_its_trade() {
    let clover = Clover::start().await;
    clover.trade(3, 40);
    let ana = Place::new(&clover.world, "ana@example.com", "p1").await;
    let begun = ana.call("create-connection", json!({"pos": "clover", "token": TOKEN})).await.ok();
    assert_eq!(begun["offered"][0]["name"], "Main Street", "{begun}");
    let fields = json!({"connectionID": begun["connectionID"], "externalID": clover.merchant.id});
    let connection = ana.call("connect-location", fields).await.ok();
    let read = ana.until_read(&connection).await;
    assert_eq!((&read["unmapped"], &read["faults"]), (&json!(0), &json!([])), "{read}");
    ana.expect_days(&clover.counted()).await;

    let sale = check(&mut Dice::new(9), "later", "2026-07-18T12:01:00".parse().unwrap());
    clover.pass(SignedDuration::from_mins(3));
    clover.stand_in.put_order(Order::sale(sale.clone()), clover.clock.now()).unwrap();
    clover.pass(SignedDuration::from_secs(75));
    ana.expect_days(&clover.counted()).await;
    let back = refund(&sale, "back", "2026-07-18T12:05:00");
    clover.stand_in.put_order(Order::refund(back), clover.clock.now()).unwrap();
    clover.pass(SignedDuration::from_secs(75));
    ana.expect_days(&clover.counted()).await;
    let wrong = ana.call("create-connection", json!({"pos": "clover", "token": "not-a-token"})).await;
    assert_eq!(wrong.status, 400);
}
