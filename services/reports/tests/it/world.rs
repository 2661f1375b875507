use jiff::Timestamp;
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Clock, PosId, UserId, Zone};
use saffron_kit::CancellationToken;
use saffron_kit::Secret;
use saffron_kit::grpc::{Channel, ServiceChannel, channel};
use saffron_kit::nats::subject;
use saffron_kit::pg::{Database, PgConfig};
use saffron_kit::service::ServiceConfig;
use saffron_proto::reports::ReportKind;
use saffron_proto::reports::day_service_client::DayServiceClient;
use saffron_proto::reports::reports_service_client::ReportsServiceClient;
use saffron_reports::{Config, SPEC, start};
use saffron_testkit::{Keys, TestNats, database_url, nats};
use serde_json::{Value, json};
use sqlx::PgPool;
use tonic::Request;

use crate::database::meter::Meter;

pub const GATEWAY_KEY: &str = "the gateway's key";

/// Every kind of report.
pub fn kinds() -> impl Iterator<Item = ReportKind> {
    (1..).map_while(|number| ReportKind::try_from(number).ok())
}

/// The service, running by itself.
pub struct World {
    pub nats: TestNats,
    pub pool: PgPool,
    pub clock: Clock,
    url: Secret,
    keys: Keys,
    channel: ServiceChannel,
    shutdown: CancellationToken,
    events: std::sync::atomic::AtomicU32,
}

impl World {
    /// Starts it, with the clock standing at `now`.
    pub async fn at(now: &str) -> World {
        World::folding_at(now, std::time::Duration::from_secs(3_600)).await
    }

    /// Starts it, with the clock standing at `now` and closed months folded every so often.
    pub async fn folding_at(now: &str, write_months_every: std::time::Duration) -> World {
        let url = database_url(SPEC.name, SPEC.migrations).await;
        World::on(url.clone(), url, now, write_months_every).await
    }

    /// Starts it, with the clock standing at `now` and its reads from Postgres counted.
    pub async fn metered_at(now: &str) -> (World, Meter) {
        let url = database_url(SPEC.name, SPEC.migrations).await;
        let (meter, through) = Meter::before(&url).await;
        (World::on(url, through, now, std::time::Duration::from_secs(3_600)).await, meter)
    }

    /// On a database of its own, which the service reaches by another URL.
    async fn on(url: String, through: String, now: &str, write_months_every: std::time::Duration) -> World {
        let clock = Clock::fixed(now.parse().unwrap());
        let keys = Keys::default();
        saffron_testkit::unhurried();
        let nats = nats(&[SPEC.consumers()]).await;
        let pool = PgPool::connect(&url).await.unwrap();
        let shutdown = CancellationToken::new();
        let config = Config {
            service: ServiceConfig {
                listen: "127.0.0.1:0".parse().unwrap(),
                pg: PgConfig::new(Secret::new(through), 6),
                nats: nats.config.clone(),
                verifier: keys.verifier(),
            },
            gateway_key: Secret::new(GATEWAY_KEY),
            write_months_every,
        };
        let database = Secret::new(url);
        let running = start(config, clock.clone(), shutdown.clone()).await.unwrap();
        let url = format!("http://{}", running.address);
        tokio::spawn(running.stopped());
        let channel = channel("test", &url, saffron_testkit::PATIENCE).unwrap();
        World { nats, pool, clock, url: database, keys, channel, shutdown, events: 0.into() }
    }

    /// The database as the service opens it.
    pub fn database(&self) -> Database {
        let config = PgConfig::new(self.url.clone(), 1);
        Database::open("reports", &config, self.clock.clone()).unwrap()
    }

    pub fn client(&self) -> ReportsServiceClient<Channel> {
        ReportsServiceClient::new(self.channel.channel.clone())
    }

    /// A request of a person with these locations of New York.
    pub fn request<T>(&self, locations: &[&str], message: T) -> Request<T> {
        let locations: Vec<(&str, &str)> = locations.iter().map(|id| (*id, ZONE)).collect();
        self.request_of(&locations, message)
    }

    /// A request of a person with these locations, each with its time zone.
    pub fn request_of<T>(&self, locations: &[(&str, &str)], message: T) -> Request<T> {
        let locations: Vec<(PosId, Zone)> =
            locations.iter().map(|(id, zone)| (id.parse().unwrap(), zone.parse().unwrap())).collect();
        let token = self.keys.token(UserId(uuid::Uuid::nil()), &locations, self.now());
        self.channel.as_caller(&token, message).unwrap()
    }

    pub fn days(&self) -> DayServiceClient<Channel> {
        DayServiceClient::new(self.channel.channel.clone())
    }

    /// A request of another service.
    pub fn request_of_service<T>(&self, message: T) -> Request<T> {
        self.channel.as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap()
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A CloudEvent of a fact, with an id of its own.
    pub fn event(&self, kind: &str, data: Value) -> Value {
        let id = self.events.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        json!({"specversion": "1.0", "id": format!("e{id}"), "source": "till", "type": kind, "data": data})
    }

    /// What the gateway does with the events of one POST.
    pub async fn ingest(&self, pos_id: &str, events: &[Value]) {
        self.nats.put(&subject::facts(&pos_id.parse().unwrap()), stamped(pos_id, events)).await;
    }

    /// Ingests and waits until it is recorded.
    pub async fn record(&self, pos_id: &str, events: &[Value]) {
        self.ingest(pos_id, events).await;
        self.nats.facts_settled("reports").await;
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

/// The time zone of locations where a test names none.
const ZONE: &str = "America/New_York";

/// One message of the POS stream.
pub fn stamped(pos_id: &str, events: &[Value]) -> Vec<u8> {
    stamped_in(ZONE, pos_id, events)
}

/// One message of the POS stream of a location in this time zone.
pub fn stamped_in(zone: &str, pos_id: &str, events: &[Value]) -> Vec<u8> {
    let pos_id: PosId = pos_id.parse().unwrap();
    let zone: Zone = zone.parse().unwrap();
    let body = serde_json::to_vec(events).unwrap();
    let facts = read_events(&body, &pos_id, &zone).unwrap();
    serde_json::to_vec(&StampedBatch { pos_id, zone, received_at: Timestamp::UNIX_EPOCH, facts }).unwrap()
}

/// A check of one line, to be changed by the test.
pub fn check(pos_id: &str, id: &str, close: &str, amount: f64) -> Value {
    json!({"posID": pos_id, "posCheckID": id, "revision": 1, "closeTime": close, "covers": 2,
        "items": [{"posItemID": "soup", "name": "Soup", "majorCategory": "Food", "amount": amount, "cost": 1}],
        "payments": [{"type": "Cash", "amount": amount}]})
}
