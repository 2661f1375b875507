use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CloudEvent, Event, LocationDescribed};
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Calendar, Clock, PosId, UserId};
use saffron_kit::config::Env;
use saffron_kit::grpc::{Channel, ServiceChannel, channel};
use saffron_kit::nats::subject;
use saffron_kit::pg::{Database, PgConfig};
use saffron_kit::service::{Running, Spec};
use saffron_kit::{CancellationToken, Fault, Secret};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use tokio::task::JoinHandle;
use tonic::Request;
use uuid::Uuid;

use crate::{Keys, PATIENCE, TestNats, database_url, eventually, nats, unhurried, warnings};

/// `SAFFRON_GATEWAY_KEY`
pub const GATEWAY_KEY: &str = "a gateway key that only tests know: 32+";
/// The time zone of locations, unless a test names another.
pub const ZONE: &str = "America/New_York";
/// The caller, unless a test names another.
pub const OWNER: UserId = UserId(Uuid::nil());

/// The connection to a service, which leads to another address after a restart.
pub type Connection = Arc<Mutex<ServiceChannel>>;

/// Starts a service that has these variables.
type Start =
    dyn Fn(Env, Clock, CancellationToken) -> BoxFuture<'static, Result<Running, Fault>> + Send + Sync;

/// A service that runs in the process of its test, with a database and a NATS prefix of its own.
pub struct TestService {
    /// Its streams.
    pub nats: TestNats,
    /// Its database.
    pub pool: PgPool,
    /// Its clock.
    pub clock: Clock,
    /// The keys that sign the tokens of its callers.
    pub keys: Keys,
    /// Its variables; a change applies from the next start on.
    pub variables: BTreeMap<String, String>,
    /// The connection to it.
    pub connection: Connection,
    spec: Spec,
    start: Box<Start>,
    stop: CancellationToken,
    running: JoinHandle<Result<(), Fault>>,
    events: AtomicU32,
    sequence: AtomicI64,
}

impl Drop for TestService {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl TestService {
    /// Starts a service with these variables, beside those that every service has.
    pub async fn start<F>(
        spec: &Spec,
        clock: Clock,
        variables: &[(&str, &str)],
        start: impl Fn(Env, Clock, CancellationToken) -> F + Send + Sync + 'static,
    ) -> TestService
    where
        F: Future<Output = Result<Running, Fault>> + Send + 'static,
    {
        unhurried();
        warnings::keep();
        let (nats, keys) = (nats(&[spec.consumers()]).await, Keys::default());
        let database = database_url(spec.name, spec.migrations).await;
        let common = [
            (variable(spec, "LISTEN").as_str(), "127.0.0.1:0"),
            (&variable(spec, "DATABASE_URL"), &database),
            (&variable(spec, "DATABASE_CONNECTIONS"), "8"),
            (&variable(spec, "NATS_URL"), nats.config.url.expose()),
            ("SAFFRON_SUBJECT_PREFIX", &nats.config.prefix),
            ("SAFFRON_GATEWAY_KEY", GATEWAY_KEY),
            ("SAFFRON_AUTH_TOKEN_KEY", &keys.private),
            ("SAFFRON_TOKEN_PUBLIC_KEYS", &keys.public()),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let own = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let variables: BTreeMap<String, String> = common.into_iter().chain(own).collect();
        let stop = CancellationToken::new();
        let running = start(Env::of(variables.clone()), clock.clone(), stop.clone()).await.unwrap();
        TestService {
            nats,
            pool: PgPool::connect(&database).await.unwrap(),
            clock,
            keys,
            variables,
            connection: Arc::new(Mutex::new(open(running.address))),
            spec: *spec,
            start: Box::new(move |env, clock, stop| start(env, clock, stop).boxed()),
            stop,
            running: tokio::spawn(running.stopped()),
            events: 0.into(),
            sequence: 1.into(),
        }
    }

    async fn run(&self) -> Running {
        let env = Env::of(self.variables.clone());
        (self.start)(env, self.clock.clone(), self.stop.clone()).await.unwrap()
    }

    /// Starts another replica.
    pub async fn replica(&self) {
        tokio::spawn(self.run().await.stopped());
    }

    /// Stops it, and waits until it has ended.
    pub async fn stop(&mut self) {
        self.stop.cancel();
        let ended = tokio::time::timeout(PATIENCE, &mut self.running).await;
        ended.expect("it ends in time").unwrap().unwrap();
    }

    /// Ends it in the middle of its work: nothing that is under way is finished.
    pub async fn kill(&mut self) {
        self.running.abort();
        let _ = (&mut self.running).await;
        self.stop.cancel();
    }

    /// Starts it again after [`TestService::stop`] or [`TestService::kill`], at another address.
    pub async fn restart(&mut self) {
        self.stop = CancellationToken::new();
        let running = self.run().await;
        self.connect_to(running.address);
        self.running = tokio::spawn(running.stopped());
    }

    /// Stops it and starts it on an empty database, as after the loss of its own; facts come again only when they are sent
    /// again.
    pub async fn lose_database(&mut self) {
        self.stop().await;
        let database = database_url(self.spec.name, self.spec.migrations).await;
        self.pool = PgPool::connect(&database).await.unwrap();
        self.variables.insert(variable(&self.spec, "DATABASE_URL"), database);
        self.restart().await;
    }

    /// Lets later calls go to this address.
    pub fn connect_to(&self, address: impl Display) {
        *self.connection.lock().unwrap() = open(address);
    }

    /// The database as the service opens it.
    pub fn database(&self) -> Database {
        let url = &self.variables[&variable(&self.spec, "DATABASE_URL")];
        let config = PgConfig::new(Secret::new(url.as_str()), 2);
        Database::open(self.spec.name, &config, self.clock.clone()).unwrap()
    }

    /// How many rows there are of a table, or of `table WHERE condition`.
    pub async fn count(&self, rows: &str) -> i64 {
        let query = AssertSqlSafe(format!("SELECT count(*) FROM {rows}"));
        sqlx::query_scalar(query).fetch_one(&self.pool).await.unwrap()
    }

    /// The time zone of a location that the service has stored.
    pub async fn zone_of(&self, pos_id: &str) -> String {
        let query = sqlx::query_scalar("SELECT time_zone FROM location WHERE pos_id = $1");
        query.bind(pos_id).fetch_one(&self.pool).await.unwrap()
    }

    /// What clients call over.
    pub fn channel(&self) -> Channel {
        self.connection.lock().unwrap().channel.clone()
    }

    /// A request of a gateway.
    pub fn as_gateway<T>(&self, message: T) -> Request<T> {
        self.connection.lock().unwrap().as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap()
    }

    /// A request with this token.
    pub fn as_caller<T>(&self, token: &str, message: T) -> Request<T> {
        self.connection.lock().unwrap().as_caller(token, message).unwrap()
    }

    /// A request of [`OWNER`] with these locations in [`ZONE`].
    pub fn request<T>(&self, locations: &[&str], message: T) -> Request<T> {
        let locations: Vec<(&str, &str)> = locations.iter().map(|id| (*id, ZONE)).collect();
        self.request_of(OWNER, &locations, message)
    }

    /// A request of a person with these locations, each in its time zone.
    pub fn request_of<T>(&self, user: UserId, locations: &[(&str, &str)], message: T) -> Request<T> {
        let locations: Vec<(PosId, Calendar)> =
            locations.iter().map(|(id, calendar)| (id.parse().unwrap(), calendar_of(calendar))).collect();
        self.as_caller(&self.keys.token(user, &locations, self.now()), message)
    }

    /// The present moment.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Sets the clock.
    pub fn set_clock(&self, now: &str) {
        self.clock.set(now.parse().unwrap());
    }

    /// Moves the clock on.
    pub fn pass(&self, time: SignedDuration) {
        self.clock.set(self.now() + time);
    }

    /// The CloudEvent of a fact, with an id of its own.
    pub fn event(&self, kind: &str, data: Value) -> Value {
        let id = self.events.fetch_add(1, Ordering::SeqCst);
        json!({"specversion": "1.0", "id": format!("e{id:07}"), "source": "till", "type": kind, "data": data})
    }

    /// Stores the events of one POST of a till, as the gateway does.
    pub async fn ingest(&self, pos_id: &str, events: &[Value]) {
        self.ingest_at(self.now(), ZONE, pos_id, events).await;
    }

    /// The same, received at this moment from a location in this time zone.
    pub async fn ingest_at(&self, received_at: Timestamp, calendar: &str, pos_id: &str, events: &[Value]) {
        let (id, calendar): (PosId, Calendar) = (pos_id.parse().unwrap(), calendar_of(calendar));
        let facts = read_events(&serde_json::to_vec(events).unwrap(), &id, &calendar).unwrap();
        let batch = StampedBatch::of(id, &calendar, received_at, facts);
        self.put_batch(pos_id, &serde_json::to_vec(&batch).unwrap()).await;
    }

    /// Stores these bytes as a message of facts.
    pub async fn put_batch(&self, pos_id: &str, body: &[u8]) {
        self.nats.put(&subject::facts(&pos_id.parse().unwrap()), body.to_vec()).await;
    }

    /// Waits until the service has worked all facts.
    pub async fn settled(&self) {
        self.nats.facts_settled(self.spec.name).await;
    }

    /// Stores the events of one POST, and waits until the service has worked them.
    pub async fn record(&self, pos_id: &str, events: &[Value]) {
        self.ingest(pos_id, events).await;
        self.settled().await;
    }

    /// Stores facts of one kind, and waits until the service has worked them.
    pub async fn facts(&self, pos_id: &str, kind: &str, facts: &[Value]) {
        for facts in facts.chunks(500) {
            let events: Vec<Value> = facts.iter().map(|data| self.event(kind, data.clone())).collect();
            self.ingest(pos_id, &events).await;
        }
        self.settled().await;
    }

    /// The sequence of an event of another service.
    pub fn next_sequence(&self) -> i64 {
        self.sequence.fetch_add(1, Ordering::SeqCst)
    }

    /// Publishes an event of another service, written now.
    pub async fn publish<E: Event>(&self, data: E) {
        self.publish_as(Uuid::now_v7(), self.next_sequence(), self.now(), data).await;
    }

    /// The same with this id and sequence, written at this moment.
    pub async fn publish_as<E: Event>(&self, id: Uuid, sequence: i64, time: Timestamp, data: E) {
        let event = CloudEvent::of(id, sequence, time, data);
        let subject = subject::event(event.subject.as_ref(), E::DOMAIN, E::NAME);
        self.nats.put(&subject, serde_json::to_vec(&event).unwrap()).await;
    }

    /// Describes a location in [`ZONE`] as auth does, and waits until the service has stored it.
    pub async fn describe(&self, pos_id: &str, name: &str, website: &str) {
        self.publish(LocationDescribed {
            pos_id: pos_id.parse().unwrap(),
            name: name.into(),
            website: website.into(),
            time_zone: ZONE.into(),
            postal_address: "1 Main St, Springfield".into(),
            phone: "2125550100".into(),
        })
        .await;
        eventually("the location to be described", || async {
            let query = sqlx::query_scalar("SELECT name FROM location WHERE pos_id = $1");
            let found: Option<String> = query.bind(pos_id).fetch_optional(&self.pool).await.unwrap();
            (found.as_deref() == Some(name)).then_some(())
        })
        .await;
    }
}

/// A calendar from the name of a time zone and, after a space, the starts of its days where they are not always 04:00.
#[must_use]
pub fn calendar_of(text: &str) -> Calendar {
    let (zone, starts) = text.split_once(' ').unwrap_or((text, ""));
    Calendar::new(zone.parse().unwrap(), starts.parse().unwrap())
}

/// The name of a service's own variable.
fn variable(spec: &Spec, what: &str) -> String {
    format!("SAFFRON_{}_{what}", spec.name.to_uppercase())
}

fn open(address: impl Display) -> ServiceChannel {
    channel("address", &format!("http://{address}"), PATIENCE).unwrap()
}
