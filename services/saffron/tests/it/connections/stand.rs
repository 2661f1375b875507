//! The same world for each POS: its stand-in, and all services, which know it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Deref;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{Clock, Secret};
use saffron_kit::CancellationToken;
use saffron_sandbox::square::{Mode, Order, Tricks};
use saffron_sandbox::{clover, square, toast};
use saffron_till::{Check, Shift};
use serde_json::{Value, json};

use super::dice::{Dice, PLACE, check};
use super::{DAYS, Day, Place, TOKEN, ZONE, reported, utc};
use crate::world::{NOW, SQUARE_APPLICATION, World, world_with};

const CONTROL_KEY: &str = "control-0123456789abcdef";
const CLIENT: &str = "toast-client";

/// POS systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pos {
    Square,
    Clover,
    Toast,
}

impl Pos {
    /// As connections name it.
    pub fn name(self) -> &'static str {
        match self {
            Pos::Square => "square",
            Pos::Clover => "clover",
            Pos::Toast => "toast",
        }
    }
}

enum Running {
    Square(square::Running),
    Clover(clover::Running),
    Toast(toast::Running),
}

/// Calls of what stand-ins have in common.
macro_rules! each {
    ($self:expr, $stand_in:ident => $call:expr) => {
        match &$self.running {
            Running::Square($stand_in) => $call,
            Running::Clover($stand_in) => $call,
            Running::Toast($stand_in) => $call,
        }
    };
}

/// A POS with one location.
pub struct StandIn {
    pub pos: Pos,
    /// The POS's id of the account.
    pub account: String,
    /// The POS's id of the location.
    pub location: String,
    running: Running,
    clock: Clock,
    stop: CancellationToken,
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// A POS with one location, and all services, which know it.
pub struct Stand {
    pub world: World,
    stand_in: StandIn,
}

impl Deref for Stand {
    type Target = StandIn;
    fn deref(&self) -> &StandIn {
        &self.stand_in
    }
}

impl Stand {
    /// One of which so many days of the past come in, with other variables of the services.
    pub async fn start(pos: Pos, past_days: i64, variables: &[(&str, &str)]) -> Stand {
        let stand_in = StandIn::start(pos, Clock::fixed(NOW.parse().unwrap())).await;
        let (name, url) = stand_in.variable();
        let days = past_days.to_string();
        let mut all = vec![(name.as_str(), url.as_str()), ("SAFFRON_CONNECTORS_PAST_DAYS", &days)];
        all.extend(variables);
        let world = world_with(&all).await;
        stand_in.admit(TOKEN);
        Stand { world, stand_in }
    }

    pub fn now(&self) -> Timestamp {
        self.world.clock.now()
    }

    /// Lets time pass, at the POS as here.
    pub fn pass(&self, time: SignedDuration) {
        let now = self.now() + time;
        self.world.clock.set(now);
        self.clock.set(now);
    }

    /// Kills connectors: another one begins once the work of the one before is not its own any more.
    pub async fn kill(&self) {
        self.world.kill_connectors().await;
        self.clock.set(self.now());
    }
}

impl StandIn {
    pub async fn start(pos: Pos, clock: Clock) -> StandIn {
        let stop = CancellationToken::new();
        let (place, zone) = (PLACE.parse().unwrap(), ZONE.parse().unwrap());
        let (running, account, location) = match pos {
            Pos::Square => {
                let config = square::Config::new(SQUARE_APPLICATION.1, CONTROL_KEY, clock.clone());
                let stand_in = square::serve(config, stop.clone()).await.unwrap();
                let locations = vec![square::Location::new(&place, "Main Street", zone)];
                let merchant = square::Merchant::new("Test Kitchens", locations);
                stand_in.add_merchant(merchant.clone());
                let location = merchant.locations[0].id.clone();
                (Running::Square(stand_in), merchant.id, location)
            }
            Pos::Clover => {
                let secret = "clover-secret-0123456789abcdef";
                let config = clover::Config::new(secret, CONTROL_KEY, clock.clone());
                let stand_in = clover::serve(config, stop.clone()).await.unwrap();
                let merchant = clover::Merchant::new(clover::Site::new(&place, "Main Street", zone));
                stand_in.add_merchant(merchant.clone());
                (Running::Clover(stand_in), merchant.id.clone(), merchant.id)
            }
            Pos::Toast => {
                let config = toast::Config::new(CONTROL_KEY, clock.clone());
                let stand_in = toast::serve(config, stop.clone()).await.unwrap();
                let restaurant = toast::Restaurant::new(toast::Site::new(&place, "Main Street", zone));
                stand_in.add_restaurant(restaurant.clone());
                (Running::Toast(stand_in), restaurant.group, restaurant.id)
            }
        };
        let stand_in = StandIn { pos, account, location, running, clock, stop };
        stand_in.set_tricks(Tricks::default());
        stand_in
    }

    /// The variable of connectors that names its address, and the address.
    pub fn variable(&self) -> (String, String) {
        let url = each!(self, stand_in => stand_in.url());
        (format!("SAFFRON_{}_URL", self.pos.name().to_uppercase()), url)
    }

    pub fn address(&self) -> SocketAddr {
        each!(self, stand_in => stand_in.address)
    }

    /// The number of calls so far.
    pub fn calls(&self) -> u64 {
        each!(self, stand_in => stand_in.calls())
    }

    /// Takes no credential of the account any more that it took before.
    pub fn revoke(&self) {
        match &self.running {
            Running::Square(stand_in) => stand_in.revoke(&self.account, true),
            Running::Clover(stand_in) => stand_in.revoke(&self.account, true),
            Running::Toast(stand_in) => stand_in.revoke(&self.location),
        }
    }

    /// Takes another token of the account, or a secret of its client.
    pub fn admit(&self, token: &str) {
        let token = Secret::new(token);
        match &self.running {
            Running::Square(stand_in) => stand_in.add_token(&self.account, &token, None),
            Running::Clover(stand_in) => stand_in.add_token(&self.account, &token, None),
            Running::Toast(stand_in) => stand_in.add_client(CLIENT, &token, &[&self.location], None),
        }
    }

    /// Puts an order in that the POS has from a moment on.
    pub fn put(&self, order: Order, at: Timestamp) {
        each!(self, stand_in => stand_in.put_order(order, at).map(drop)).unwrap();
    }

    pub fn put_shift(&self, shift: &Shift, at: Timestamp) {
        each!(self, stand_in => stand_in.put_shift(shift, at)).unwrap();
    }

    /// A random sale, closed at a wall time.
    pub fn sell(&self, id: &str, closed: DateTime) -> Check {
        let sale = check(&mut Dice::new(id.len() as u64), id, closed);
        self.put(Order::sale(sale.clone()), utc(closed));
        sale
    }

    /// What the POS has of a business date: at Square by its own reports.
    pub async fn counted_on(&self, on: &str) -> Day {
        let totals = match &self.running {
            Running::Square(stand_in) => {
                return reported(&stand_in.url(), TOKEN, &self.location, (on, 4)).await;
            }
            Running::Clover(stand_in) => stand_in.totals(&self.location, on.parse().unwrap()),
            Running::Toast(stand_in) => stand_in.totals(&self.location, on.parse().unwrap()),
        };
        Day {
            net: totals.net.cents(),
            tax: totals.tax.cents(),
            tips: totals.tips.cents(),
            checks: totals.checks,
        }
    }

    /// The same of each of the days of the tests' trade.
    pub async fn counted(&self) -> BTreeMap<String, Day> {
        let mut all = BTreeMap::new();
        for on in DAYS {
            all.insert(on.to_owned(), self.counted_on(on).await);
        }
        all.retain(|_, day| *day != Day::default());
        all
    }

    pub fn set_clock(&self, now: Timestamp) {
        self.clock.set(now);
    }

    /// Changes how calls are answered, for so many of them.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        each!(self, stand_in => stand_in.set_mode(mode, calls));
    }

    /// Changes what goes wrong beside. The reports of Square are always of this moment.
    pub fn set_tricks(&self, tricks: Tricks) {
        let tricks = Tricks { reporting_lag_seconds: 0, ..tricks };
        each!(self, stand_in => stand_in.set_tricks(tricks));
    }

    /// What begins a connection, with a token or the secret of a client.
    pub fn entered(&self, token: &str) -> Value {
        match self.pos {
            Pos::Toast => {
                json!({"pos": "toast", "token": token, "clientID": CLIENT, "externalID": self.location})
            }
            pos => json!({"pos": pos.name(), "token": token}),
        }
    }
}

impl Place<'_> {
    /// Connects the location to that of a POS.
    pub async fn connect_to(&self, stand: &StandIn) -> Value {
        let begun = self.call("create-connection", stand.entered(TOKEN)).await.ok();
        let fields = json!({"connectionID": begun["connectionID"], "externalID": stand.location});
        self.call("connect-location", fields).await.ok()
    }
}
