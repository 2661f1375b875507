use std::sync::Arc;

use futures::TryStreamExt as _;
use jiff::Timestamp;
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Clock, Error, PosId, UserId, Zone};
use saffron_customers::{Config, SPEC, start};
use saffron_kit::grpc::{Channel, ServiceChannel, channel, from_status};
use saffron_kit::nats::subject;
use saffron_kit::pg::PgConfig;
use saffron_kit::service::ServiceConfig;
use saffron_kit::{CancellationToken, Fault, Secret};
use saffron_proto::customers::customers_service_client::CustomersServiceClient;
use saffron_proto::customers::reward_messages_service_client::RewardMessagesServiceClient;
use saffron_proto::customers::{
    Customer, GetCustomerRequest, GetCustomerResponse, ListPointsRequest, PointsEntry, Recipient,
    SendRewardItemRequest, SendRewardPointRequest, UpdateRewardPercentRequest, list_points_response,
};
use saffron_testkit::{Keys, TestNats, database_url, nats};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::task::JoinHandle;
use tonic::{Request, Status};

/// The time zone of locations, unless a test names another.
pub const ZONE: &str = "America/New_York";
/// The caller, unless a test names another.
pub const OWNER: UserId = UserId(uuid::Uuid::nil());

/// The service, running by itself.
pub struct World {
    pub nats: Arc<TestNats>,
    pub pool: PgPool,
    pub clock: Clock,
    keys: Arc<Keys>,
    channel: ServiceChannel,
    shutdown: CancellationToken,
    running: JoinHandle<Result<(), Fault>>,
    events: std::sync::atomic::AtomicU32,
}

/// The secret of marketing's calls.
const GATEWAY_KEY: &str = "gateway-key-of-tests-0123456789";

impl World {
    /// Starts it, with the clock standing at `now`.
    pub async fn at(now: &str) -> World {
        saffron_testkit::unhurried();
        World::on(
            Clock::fixed(now.parse().unwrap()),
            Keys::default().into(),
            nats(&[SPEC.consumers()]).await.into(),
        )
        .await
    }

    /// Stops the service and starts it on an empty database, as after the loss of its own; facts come again only when they
    /// are sent again.
    pub async fn without_database(mut self) -> World {
        self.shutdown.cancel();
        (&mut self.running).await.unwrap().unwrap();
        World::on(self.clock.clone(), self.keys.clone(), self.nats.clone()).await
    }

    async fn on(clock: Clock, keys: Arc<Keys>, nats: Arc<TestNats>) -> World {
        let url = database_url(SPEC.name, SPEC.migrations).await;
        let pool = PgPool::connect(&url).await.unwrap();
        let shutdown = CancellationToken::new();
        let config = Config {
            service: ServiceConfig {
                listen: "127.0.0.1:0".parse().unwrap(),
                pg: PgConfig::new(Secret::new(url), 8),
                nats: nats.config.clone(),
                verifier: keys.verifier(),
            },
            gateway_key: Secret::new(GATEWAY_KEY),
            erasure_key: Secret::new("0123456789abcdef0123456789abcdef"),
            look_every: std::time::Duration::from_millis(250),
        };
        let running = start(config, clock.clone(), shutdown.clone()).await.unwrap();
        let url = format!("http://{}", running.address);
        let running = tokio::spawn(running.stopped());
        let channel = channel("test", &url, saffron_testkit::PATIENCE).unwrap();
        World { nats, pool, clock, keys, channel, shutdown, running, events: 0.into() }
    }

    pub fn client(&self) -> CustomersServiceClient<Channel> {
        CustomersServiceClient::new(self.channel.channel.clone())
            .max_decoding_message_size(saffron_kit::grpc::MAX_MESSAGE)
    }

    /// The client of marketing.
    pub fn messages(&self) -> RewardMessagesServiceClient<Channel> {
        RewardMessagesServiceClient::new(self.channel.channel.clone())
    }

    /// A request with the gateway's key.
    pub fn gateway<T>(&self, message: T) -> Request<T> {
        self.channel.as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap()
    }

    /// A request of the owner of these locations of New York.
    pub fn request<T>(&self, locations: &[&str], message: T) -> Request<T> {
        let locations: Vec<(&str, &str)> = locations.iter().map(|id| (*id, ZONE)).collect();
        self.request_of(OWNER, &locations, message)
    }

    /// A request of a person with these locations, each in its time zone.
    pub fn request_of<T>(&self, user: UserId, locations: &[(&str, &str)], message: T) -> Request<T> {
        let locations: Vec<(PosId, Zone)> =
            locations.iter().map(|(id, zone)| (id.parse().unwrap(), zone.parse().unwrap())).collect();
        let token = self.keys.token(user, &locations, self.now());
        self.channel.as_caller(&token, message).unwrap()
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Moves the clock.
    pub fn set(&self, now: &str) {
        self.clock.set(now.parse().unwrap());
    }

    /// A CloudEvent of a fact, with an id of its own.
    pub fn event(&self, kind: &str, data: Value) -> Value {
        let id = self.events.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        json!({"specversion": "1.0", "id": format!("e{id:06}"), "source": "till", "type": kind, "data": data})
    }

    pub async fn ingest(&self, pos_id: &str, events: &[Value]) {
        self.nats.put(&subject::facts(&pos_id.parse().unwrap()), stamped(ZONE, pos_id, events)).await;
    }

    /// Ingests, and waits until the facts are recorded.
    pub async fn record(&self, pos_id: &str, events: &[Value]) {
        self.ingest(pos_id, events).await;
        self.settled().await;
    }

    /// Records checks.
    pub async fn checks(&self, pos_id: &str, checks: &[Value]) {
        let events: Vec<Value> =
            checks.iter().map(|check| self.event("check.closed", check.clone())).collect();
        self.record(pos_id, &events).await;
    }

    /// Records contact data of guests.
    pub async fn guests(&self, pos_id: &str, guests: &[Value]) {
        let events: Vec<Value> =
            guests.iter().map(|guest| self.event("customer.upserted", guest.clone())).collect();
        self.record(pos_id, &events).await;
    }

    pub async fn settled(&self) {
        self.nats.facts_settled("customers").await;
    }

    pub async fn percent(&self, pos_id: &str, percent: i64) {
        let message = UpdateRewardPercentRequest { pos_id: pos_id.into(), percent };
        self.client().update_reward_percent(self.request(&[pos_id], message)).await.unwrap();
    }

    /// A guest with rewards.
    pub async fn customer(&self, pos_id: &str, id: &str) -> GetCustomerResponse {
        let message = GetCustomerRequest { pos_id: pos_id.into(), pos_customer_id: id.into() };
        self.client().get_customer(self.request(&[pos_id], message)).await.unwrap().into_inner()
    }

    /// A guest.
    pub async fn guest(&self, pos_id: &str, id: &str) -> Customer {
        self.customer(pos_id, id).await.customer.unwrap()
    }

    /// Points and what is owed.
    pub async fn points(&self, pos_id: &str, id: &str) -> (i64, i64) {
        let guest = self.guest(pos_id, id).await;
        (guest.points, guest.points_owed)
    }

    /// A guest's ledger, newest first.
    pub async fn ledger(&self, pos_id: &str, id: &str) -> Vec<PointsEntry> {
        let message = ListPointsRequest {
            pos_id: pos_id.into(),
            pos_customer_id: id.into(),
            ..ListPointsRequest::default()
        };
        let answer = self.client().list_points(self.request(&[pos_id], message)).await.unwrap();
        let parts: Vec<_> = answer.into_inner().try_collect().await.unwrap();
        parts
            .into_iter()
            .map(|part| match part.part.unwrap() {
                list_points_response::Part::Entry(entry) => entry,
                list_points_response::Part::NextCursor(_) => panic!("the whole list was requested"),
            })
            .collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

/// One message of the POS stream of a location in this time zone.
pub fn stamped(zone: &str, pos_id: &str, events: &[Value]) -> Vec<u8> {
    stamped_at(Timestamp::UNIX_EPOCH, zone, pos_id, events)
}

/// One message that came in at this moment.
pub fn stamped_at(received_at: Timestamp, zone: &str, pos_id: &str, events: &[Value]) -> Vec<u8> {
    let pos_id: PosId = pos_id.parse().unwrap();
    let zone: Zone = zone.parse().unwrap();
    let body = serde_json::to_vec(events).unwrap();
    let facts = read_events(&body, &pos_id, &zone).unwrap();
    serde_json::to_vec(&StampedBatch { pos_id, zone, received_at, facts }).unwrap()
}

/// A check of one soup of a guest, to be changed by the test.
pub fn check(id: &str, guest: &str, close: &str, amount: f64) -> Value {
    json!({"posID": "p1", "posCheckID": id, "revision": 1, "closeTime": close, "posCustomerID": guest,
        "items": [{"posItemID": "soup", "name": "Soup", "amount": amount}]})
}

/// Contact data of a guest, to be changed by the test.
pub fn ana(id: &str) -> Value {
    json!({"posID": "p1", "posCustomerID": id, "revision": 1, "firstName": "Anabel", "lastName": "Zeppelin",
        "email": "Anabel.Zeppelin@Example.com", "cellPhoneNumber": "+1 (555) 867-5309", "emailConsent": true,
        "smsConsent": false})
}

/// The same with some fields changed.
pub fn with(mut value: Value, fields: Value) -> Value {
    value.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    value
}

/// Points for a guest of p1 by id.
pub fn points_for(id: &str, points: i64) -> SendRewardPointRequest {
    SendRewardPointRequest {
        to: Some(Recipient { pos_id: "p1".into(), pos_customer_id: id.into(), ..Recipient::default() }),
        points,
        message: "Thank you!".into(),
        ..SendRewardPointRequest::default()
    }
}

/// A soup for a guest of p1 by id.
pub fn soup_for(id: &str) -> SendRewardItemRequest {
    SendRewardItemRequest {
        to: Some(Recipient { pos_id: "p1".into(), pos_customer_id: id.into(), ..Recipient::default() }),
        pos_item_id: "soup".into(),
        item_name: "Soup".into(),
        price: 500,
        message: "On the house".into(),
        ..SendRewardItemRequest::default()
    }
}

/// The error that a caller reads.
pub fn refusal<T>(answer: Result<T, Status>) -> Error {
    match answer {
        Ok(_) => panic!("was not refused"),
        Err(status) => from_status(&status),
    }
}

/// The field of a refusal.
pub fn field<T>(answer: Result<T, Status>) -> String {
    refusal(answer).field.unwrap_or_default()
}
