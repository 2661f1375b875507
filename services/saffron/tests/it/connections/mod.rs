//! Connections to a POS, from its trade to every service's figures: what reports shows is what the POS's own reports count.

mod clover;
mod days;
mod faults;
mod first;
mod granted;
mod killed;
mod proof;
mod random;
mod sealed;
pub mod stand;
mod toast;
mod unmapped;
mod webhooks;
mod written;

#[path = "../../pos/dice.rs"]
pub mod dice;

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Clock, Money, Secret};
use saffron_kit::CancellationToken;
use saffron_sandbox::square::{Config, Location, Merchant, Order, Running, Tricks, serve};
use saffron_testkit::eventually_ok;
use saffron_till::Check;
use serde_json::{Value, json};

use self::dice::{Dice, PLACE, check};
pub use self::granted::at_square;
use crate::imports::Place;
use crate::world::{Answer, NOW, SQUARE_APPLICATION, World, world_with};

pub const TOKEN: &str = "EAAA-0123456789abcdef";
/// The days of the past that connections bring in here.
const PAST_DAYS: i64 = 6;
/// The zone of the location.
const ZONE: &str = "America/New_York";
/// A location of the account that counts in euros.
const EUROS: &str = "square-euros";

/// The stand-in of Square, and all services, which know it.
pub struct Square {
    pub stand_in: Running,
    pub merchant: Merchant,
    pub world: World,
    clock: Clock,
    stop: CancellationToken,
}

impl Drop for Square {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Square {
    pub async fn start() -> Square {
        Square::start_with(PAST_DAYS).await
    }

    /// With so many days of the past.
    pub async fn start_with(past_days: i64) -> Square {
        let mut euros =
            Location::new(&EUROS.parse().unwrap(), "Rue du Port", "Europe/Paris".parse().unwrap());
        euros.currency = "EUR".to_owned();
        Square::start_beside(euros, past_days).await
    }

    /// Of an account whose main location, by whose currency the catalog counts, is another one.
    pub async fn start_beside(main: Location, past_days: i64) -> Square {
        let (clock, stop) = (Clock::fixed(NOW.parse().unwrap()), CancellationToken::new());
        let config = Config::new(SQUARE_APPLICATION.1, "control-0123456789abcdef", clock.clone());
        let stand_in = serve(config, stop.clone()).await.unwrap();
        let own = Location::new(&PLACE.parse().unwrap(), "Main Street", ZONE.parse().unwrap());
        let merchant = Merchant::new("Test Kitchens", vec![main, own]);
        stand_in.add_merchant(merchant.clone());
        stand_in.add_token(&merchant.id, &Secret::new(TOKEN), None);
        stand_in.set_tricks(Tricks { reporting_lag_seconds: 0, ..Tricks::default() });
        let (url, days) = (stand_in.url(), past_days.to_string());
        let variables = [("SAFFRON_SQUARE_URL", url.as_str()), ("SAFFRON_CONNECTORS_PAST_DAYS", &days)];
        let world = world_with(&variables).await;
        Square { stand_in, merchant, world, clock, stop }
    }

    /// Lets time pass, at Square as here.
    pub fn pass(&self, time: SignedDuration) {
        let now = self.world.clock.now() + time;
        self.world.clock.set(now);
        self.clock.set(now);
    }

    /// Square's id of the location.
    pub fn external_id(&self) -> &str {
        &self.merchant.locations[1].id
    }

    pub fn put(&self, order: Order) {
        let closed = order.check().unwrap().close_time;
        self.put_at(order, utc(closed));
    }

    pub fn put_at(&self, order: Order, at: Timestamp) {
        self.stand_in.put_order(order, at).unwrap();
    }

    /// A sale of one dish, closed at a wall time.
    pub fn sell(&self, id: &str, closed: &str) -> Check {
        let sale = check(&mut Dice::new(id.len() as u64), id, closed.parse().unwrap());
        self.put(Order::sale(sale.clone()));
        sale
    }

    /// Random sales of the days of the past, from the morning to after midnight, some with a tip that comes later, some brought back.
    pub fn trade(&self, seed: u64, checks: usize) {
        let mut dice = Dice::new(seed);
        for number in 0..checks {
            let (day, hour) = (13 + dice.throw(5), dice.throw(24));
            let closed = format!("2026-07-{day:02}T{hour:02}:{:02}:{:02}", dice.throw(60), dice.throw(60));
            let sale = check(&mut dice, &format!("s{seed}-{number}"), closed.parse().unwrap());
            self.put(Order::sale(sale.clone()));
            if dice.chance(15) && sale.payments[0].tender == "Visa" {
                self.tip_later(&sale, 250);
            } else if dice.chance(10) {
                self.put(Order::refund(refund(&sale, &format!("b{seed}-{number}"), "2026-07-18T09:20:00")));
            }
        }
    }

    /// A tip that is added hours after a sale.
    pub fn tip_later(&self, sale: &Check, cents: i64) {
        let mut later = sale.clone();
        later.payments[0].tip += Money::from_cents(cents);
        self.put_at(Order::sale(later), utc(sale.close_time) + SignedDuration::from_hours(7));
    }

    /// What Square's own reports count of a day that begins at this hour.
    async fn counted(&self, on: &str, hour: u8) -> Day {
        reported(&self.stand_in.url(), TOKEN, self.external_id(), (on, hour)).await
    }

    /// What Square's own reports count of each of the days.
    pub async fn all_counted(&self) -> BTreeMap<String, Day> {
        self.all_counted_from(4).await
    }

    /// The same of days that begin at this hour.
    pub async fn all_counted_from(&self, hour: u8) -> BTreeMap<String, Day> {
        let mut all = BTreeMap::new();
        for on in DAYS {
            all.insert(on.to_owned(), self.counted(on, hour).await);
        }
        all.retain(|_, day| *day != Day::default());
        all
    }
}

/// What Square's own reports count of a day that begins at this hour.
async fn reported(url: &str, token: &str, location: &str, (on, hour): (&str, u8)) -> Day {
    let on: BusinessDate = on.parse().unwrap();
    let at = |date: BusinessDate| utc(format!("{date}T{hour:02}:00:00").parse().unwrap());
    let last = at(on.plus_days(1)) - SignedDuration::from_millis(1);
    let ends = [at(on), last].map(|at| at.strftime("%Y-%m-%dT%H:%M:%S%.3f").to_string());
    let query = json!({"query": {
        "measures": ["Orders.net_sales", "Orders.sales_tax_amount", "Orders.tips_amount", "Orders.count"],
        "segments": ["Orders.closed_checks"],
        "timeDimensions": [{"dimension": "Orders.sale_timestamp", "dateRange": ends}],
        "filters": [{"member": "Orders.location_id", "operator": "equals", "values": [location]}],
        "timezone": "UTC",
    }});
    let url = format!("{}/reporting/v1/load", url);
    let asked =
        reqwest::Client::new().post(url).bearer_auth(token).header("content-type", "application/json");
    let answer = asked.body(query.to_string()).send().await.unwrap().text().await.unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let row = &answer["data"][0];
    let figure = |name: &str| match &row[format!("Orders.{name}")] {
        Value::String(text) => text.parse().unwrap(),
        value => value.as_f64().unwrap_or_default(),
    };
    let cents = |name: &str| (figure(name) * 100.0).round() as i64;
    Day {
        net: cents("net_sales"),
        tax: cents("sales_tax_amount"),
        tips: cents("tips_amount"),
        checks: figure("count").round() as i64,
    }
}

/// The days of the tests' trade.
pub const DAYS: [&str; 7] =
    ["2026-07-12", "2026-07-13", "2026-07-14", "2026-07-15", "2026-07-16", "2026-07-17", "2026-07-18"];

/// Figures of a business date, cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Day {
    pub net: i64,
    pub tax: i64,
    pub tips: i64,
    pub checks: i64,
}

pub fn utc(wall: jiff::civil::DateTime) -> Timestamp {
    wall.to_zoned(jiff::tz::TimeZone::get(ZONE).unwrap()).unwrap().timestamp()
}

/// The whole of a sale brought back at another time.
pub fn refund(of: &Check, id: &str, closed: &str) -> Check {
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

impl Place<'_> {
    /// Begins a connection with a token.
    pub async fn begin(&self, token: &str) -> Answer {
        self.call("create-connection", json!({"pos": "square", "token": token})).await
    }

    /// Connects the location to Square's.
    pub async fn connect(&self, square: &Square) -> Value {
        let begun = self.begin(TOKEN).await.ok();
        let fields = json!({"connectionID": begun["connectionID"], "externalID": square.external_id()});
        self.call("connect-location", fields).await.ok()
    }

    pub async fn of(&self, call: &str, connection: &Value) -> Answer {
        self.call(call, json!({"connectionID": connection["connectionID"]})).await
    }

    pub async fn now(&self, connection: &Value) -> Value {
        self.of("get-connection", connection).await.ok()
    }

    /// Waits until a connection is as it should be.
    pub async fn until_connected(&self, connection: &Value, is_right: impl Fn(&Value) -> bool) -> Value {
        eventually_ok("the connection", || async {
            let now = self.now(connection).await;
            if is_right(&now) { Ok(now) } else { Err(now) }
        })
        .await
    }

    /// Waits until all of the past is read.
    pub async fn until_read(&self, connection: &Value) -> Value {
        self.until_connected(connection, |now| {
            now["days"] == json!(PAST_DAYS + 1) && now["daysRead"] == now["days"]
        })
        .await
    }

    /// What reports shows of the days.
    pub async fn shown(&self) -> BTreeMap<String, Day> {
        self.shown_from(DAYS[0], DAYS[6]).await
    }

    /// The same of other days.
    pub async fn shown_from(&self, first: &str, last: &str) -> BTreeMap<String, Day> {
        let days = json!({"startDate": first, "endDate": last});
        let rows = self.call("get-daily-sales-labor", days).await.ok();
        let cents = |row: &Value, name: &str| (row[name].as_f64().unwrap_or_default() * 100.0).round() as i64;
        let all = rows.as_array().unwrap().iter().map(|row| {
            let day = Day {
                net: cents(row, "netSales"),
                tax: cents(row, "grossTax"),
                tips: cents(row, "grossTips"),
                checks: row["checks"].as_i64().unwrap_or_default(),
            };
            (row["businessDate"].as_str().unwrap().get(..10).unwrap().to_owned(), day)
        });
        let mut all: BTreeMap<String, Day> = all.collect();
        all.retain(|_, day| *day != Day::default());
        all
    }

    /// Waits until reports shows these days.
    pub async fn expect_days(&self, wanted: &BTreeMap<String, Day>) {
        eventually_ok("the days", || async {
            let shown = self.shown().await;
            if shown == *wanted { Ok(()) } else { Err(format!("{shown:?}\ninstead of\n{wanted:?}")) }
        })
        .await;
    }
}
