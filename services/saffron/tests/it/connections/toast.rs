//! Toast by the same frame: what reports shows is the trade that its stand-in holds.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use saffron_core::{BusinessDate, Clock, Money, Secret};
use saffron_kit::CancellationToken;
use saffron_sandbox::toast::{Config, Order, Restaurant, Running, Site, serve};
use serde_json::json;

use super::dice::{Dice, PLACE, check};
use super::{DAYS, Day, PAST_DAYS, Place, ZONE, refund, utc};
use crate::world::{NOW, World, world_with};

const CLIENT: &str = "toast-client";
const SECRET: &str = "toast-secret-0123456789abcdef";

/// The stand-in of Toast, and all services, which know it.
struct Toast {
    stand_in: Running,
    restaurant: Restaurant,
    world: World,
    clock: Clock,
    stop: CancellationToken,
}

impl Drop for Toast {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Toast {
    async fn start() -> Toast {
        let (clock, stop) = (Clock::fixed(NOW.parse().unwrap()), CancellationToken::new());
        let config = Config::new("control-0123456789abcdef", clock.clone());
        let stand_in = serve(config, stop.clone()).await.unwrap();
        let restaurant =
            Restaurant::new(Site::new(&PLACE.parse().unwrap(), "Main Street", ZONE.parse().unwrap()));
        stand_in.add_restaurant(restaurant.clone());
        stand_in.add_client(CLIENT, &Secret::new(SECRET), &[&restaurant.id], None);
        let (url, days) = (stand_in.url(), PAST_DAYS.to_string());
        let variables = [("SAFFRON_TOAST_URL", url.as_str()), ("SAFFRON_CONNECTORS_PAST_DAYS", &days)];
        let world = world_with(&variables).await;
        Toast { stand_in, restaurant, world, clock, stop }
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
            let totals = self.stand_in.totals(&self.restaurant.id, on);
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
async fn connected_restaurant_of_toast_shows_its_trade() {
    let toast = Toast::start().await;
    toast.trade(3, 40);
    let ana = Place::new(&toast.world, "ana@example.com", "p1").await;
    let location = &toast.restaurant.id;
    let entered = json!({"pos": "toast", "token": SECRET, "clientID": CLIENT, "externalID": location});
    let begun = ana.call("create-connection", entered.clone()).await.ok();
    assert_eq!(begun["offered"][0]["name"], "Main Street", "{begun}");
    assert!(!begun.to_string().contains(SECRET), "{begun}");
    let fields = json!({"connectionID": begun["connectionID"], "externalID": location});
    let connection = ana.call("connect-location", fields).await.ok();
    let read = ana.until_read(&connection).await;
    assert_eq!((&read["unmapped"], &read["faults"]), (&json!(0), &json!([])), "{read}");
    ana.expect_days(&toast.counted()).await;

    let sale = check(&mut Dice::new(9), "later", "2026-07-18T12:01:00".parse().unwrap());
    toast.pass(SignedDuration::from_mins(3));
    toast.stand_in.put_order(Order::sale(sale.clone()), toast.clock.now()).unwrap();
    toast.pass(SignedDuration::from_secs(75));
    ana.expect_days(&toast.counted()).await;
    let back = refund(&sale, "back", "2026-07-18T12:05:00");
    toast.stand_in.put_order(Order::refund(back), toast.clock.now()).unwrap();
    toast.pass(SignedDuration::from_secs(75));
    ana.expect_days(&toast.counted()).await;
    let writes = json!({"connectionID": begun["connectionID"], "writes": true});
    let refused = ana.call("set-connection-writing", writes).await;
    assert_eq!((refused.status, ana.now(&connection).await["takesWrites"].clone()), (409, json!(false)));
    assert!(refused.message.contains("Change them in Toast"), "{}", refused.message);
    // All of it with one token, beside that of the next secret.
    assert_eq!(toast.stand_in.logins(), 1);
    toast.stand_in.add_client(CLIENT, &Secret::new("another-secret"), &[location], None);
    let renewed = json!({"connectionID": begun["connectionID"], "token": "another-secret"});
    assert_eq!(ana.call("renew-connection", renewed).await.ok()["state"], "live");
    for (field, value) in [("token", "wrong"), ("clientID", ""), ("externalID", "")] {
        let mut wrong = entered.clone();
        wrong[field] = json!(value);
        let answer = ana.call("create-connection", wrong).await;
        assert_eq!((answer.status, &answer.body["field"]), (400, &json!(field)), "{field}");
    }
}
