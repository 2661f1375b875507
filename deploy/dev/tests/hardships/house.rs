//! An instance with an owner, locations, guests and tills, for a hardship to come over.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use async_nats::{ConnectOptions, jetstream};
use saffron_core::Clock;
use saffron_dev::environment::Environment;
use saffron_dev::packages::Packages;
use saffron_dev::place::Place;
use saffron_dev::ports::StandIn;
use saffron_dev::postgres::Psql;
use saffron_dev::proc::Identity;
use saffron_dev::secrets::Secrets;
use saffron_dev::services::{GATEWAY, variable};
use serde_json::json;

use crate::fixture::Own;
use crate::operator::Operator;
use crate::owner::{Owner, client, read};
use crate::tills::{Till, guests};

/// How long NATS may take to store a message of many.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct House {
    pub own: Own,
    pub owner: Owner,
    /// Each location with its ingest key.
    pub locations: Vec<(String, String)>,
    secrets: Secrets,
}

impl House {
    /// An instance that is started by `start` from the launcher's own command, with these locations. Guests earn a point
    /// a cent.
    pub async fn open(own: Own, start: impl FnOnce(&Own, Command) -> Command, locations: &[&str]) -> Self {
        // Nobody looks at the app, so that it need not be built.
        let web = own.home().join("web");
        fs::create_dir_all(&web).unwrap();
        fs::write(web.join("index.html"), "<!doctype html>").unwrap();
        let mut up = own.launcher(&["up", "--detach", "--no-demo", "--no-build"]);
        up.env("SAFFRON_GATEWAY_WEB_DIR", web);
        // The load comes from one address and one session.
        for rate in ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"] {
            up.env(variable(GATEWAY, rate), "10000");
        }
        let mut up = start(&own, up);
        let up = tokio::task::spawn_blocking(move || up.output().unwrap()).await.unwrap();
        assert!(up.status.success(), "{up:?}");
        own.ready();
        let secrets = Secrets::load(&own.home()).unwrap();
        let address = format!("http://127.0.0.1:{}", own.ports.gateway);
        let mail_page = format!("127.0.0.1:{}", own.ports.stand_in(StandIn::MailPage));
        let owner = Owner::arrive(&address, &mail_page).await;
        let mut house = Self { own, owner, locations: Vec::new(), secrets };
        for pos_id in locations {
            house.open_location(pos_id).await;
        }
        house
    }

    async fn open_location(&mut self, pos_id: &str) {
        let ingest_key = self.owner.open_location(&self.secrets.provisioning_key, pos_id).await;
        let percent = json!({ "posID": pos_id, "rewardPercent": 100 });
        self.owner.call(&client(), "update-reward-percent", percent).await.unwrap();
        let request = client().post(format!("{}/ingest/v1/events", self.owner.address));
        let request = request.bearer_auth(&ingest_key).json(&guests(pos_id));
        read("ingest", request.send().await.unwrap(), 202).await.unwrap();
        self.locations.push((pos_id.to_owned(), ingest_key));
    }

    /// A till at each location, which sends so many checks at once.
    pub fn tills(&self, day: &str, at_once: usize, seed: u64) -> Vec<Till> {
        let tills = self.locations.iter().zip(0_u64..).map(|((pos_id, ingest_key), place)| Till {
            name: format!("till-{place}"),
            address: self.owner.address.clone(),
            pos_id: pos_id.clone(),
            ingest_key: ingest_key.clone(),
            at_once,
            day: day.to_owned(),
            seed: seed.wrapping_add(place),
        });
        tills.collect()
    }

    /// What an operator sees of NATS.
    pub async fn operator(&self) -> Operator {
        let (password, port) = (&self.secrets.nats_ops, self.own.ports.nats);
        Operator::connect(&format!("nats://ops:{password}@127.0.0.1:{port}")).await
    }

    /// The streams, as an operator.
    pub async fn jetstream(&self) -> jetstream::Context {
        let options = ConnectOptions::with_user_and_password("ops".to_owned(), self.secrets.nats_ops.clone());
        let address = format!("127.0.0.1:{}", self.own.ports.nats);
        let client = options.custom_inbox_prefix("_INBOX_ops").connect(address).await.unwrap();
        // Of many messages at once, the last waits for the flushes of all.
        jetstream::context::ContextBuilder::new().ack_timeout(PATIENCE).build(client)
    }

    /// Postgres as its superuser.
    pub async fn psql(&self) -> Psql {
        let place = Place::read(Environment::read()).unwrap();
        let packages = Packages::get(&place, |_| ()).await.unwrap();
        let (password, port) = (&self.secrets.postgres, self.own.ports.postgres);
        let url = format!("postgres://postgres:{password}@127.0.0.1:{port}/postgres");
        Psql::new(&packages, url.parse().unwrap())
    }

    /// The running process of this name.
    pub fn process(&self, name: &str) -> Option<Identity> {
        self.own.state().process(name).cloned()
    }

    /// What a process has logged.
    pub fn log(&self, name: &str) -> String {
        let log = self.own.home().join("logs").join(format!("{name}.log"));
        String::from_utf8_lossy(&fs::read(log).unwrap_or_default()).into_owned()
    }

    /// Ends everything.
    pub fn close(self) {
        let state = self.own.state();
        assert!(self.own.run(&["down"]).status.success());
        self.own.assert_nothing_left(&state);
    }
}

/// Waits until `look` finds something.
pub async fn eventually<T, F: Future<Output = Option<T>>>(
    what: &str,
    patience: Duration,
    mut look: impl FnMut() -> F,
) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(began.elapsed() < patience, "waited {patience:?} for {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The business date at the locations.
pub fn today() -> String {
    let now = Clock::system().now() - jiff::SignedDuration::from_hours(4);
    now.in_tz("America/New_York").unwrap().date().to_string()
}

/// What a proof is asked for: its seed, and how often.
pub fn asked(times: u64) -> (u64, u64) {
    let env = Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse().ok());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let times = number("SAFFRON_TEST_ROUNDS").unwrap_or(times);
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_ROUNDS={times}");
    (seed, times)
}
