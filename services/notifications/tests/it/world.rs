use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CloudEvent, Event, LocationDescribed};
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Clock, PosId, UserId, Zone};
use saffron_kit::CancellationToken;
use saffron_kit::config::Env;
use saffron_kit::grpc::{Channel as Wire, ServiceChannel, channel};
use saffron_kit::nats::subject;
use saffron_notifications::{Config, SPEC, start};
use saffron_proto::notifications::notifications_service_client::NotificationsServiceClient;
use saffron_proto::notifications::{
    AddDeviceRequest, Communication, CountUnreadRequest, Device, ListCommunicationsRequest,
    ListDevicesRequest, SetRulesRequest, Shelf, Subscription, Unread, list_communications_response,
};
use saffron_proto::reports::{ReportRow, Sums};
use saffron_sandbox::{mail, push};
use saffron_testkit::{Keys, TestNats, database_url, eventually, nats};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tonic::Request;
use uuid::Uuid;

pub use crate::other_services::Answers;
use crate::other_services::{Others, server};

/// The location of the tests, and another one.
pub const POS: &str = "demo-pizza";
pub const OTHER: &str = "other-grill";
pub const ZONE: &str = "America/New_York";
pub const NAME: &str = "Ana's Pizza";
pub const GATEWAY_KEY: &str = "the gateway's key";
/// 12:00 in New York on a Saturday.
pub const NOON: &str = "2026-07-18T16:00:00Z";
/// 03:00 there.
pub const NIGHT: &str = "2026-07-18T07:00:00Z";

/// The service, running by itself, and the world beside it.
pub struct World {
    pub nats: TestNats,
    pub pool: PgPool,
    pub clock: Clock,
    pub mail: mail::Running,
    pub push: push::Running,
    pub answers: Arc<Mutex<Answers>>,
    pub away: Arc<AtomicBool>,
    /// While it is held, auth does not answer.
    pub answer_lock: Arc<tokio::sync::RwLock<()>>,
    pub vapid_key: String,
    keys: Keys,
    channel: ServiceChannel,
    ends: CancellationToken,
    config: Config,
    own: Replica,
    events: AtomicU32,
    sequence: AtomicU32,
}

impl Drop for World {
    fn drop(&mut self) {
        self.ends.cancel();
    }
}

/// A process of the service, on threads of its own.
pub struct Replica {
    address: SocketAddr,
    runtime: Option<Runtime>,
}

impl Replica {
    async fn of(config: &Config, clock: &Clock, ends: &CancellationToken) -> Replica {
        let (config, clock, ends) = (config.clone(), clock.clone(), ends.clone());
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let running = runtime.spawn(async move { start(config, clock, ends).await.unwrap() }).await.unwrap();
        let address = running.address;
        runtime.spawn(running.stopped());
        Replica { address, runtime: Some(runtime) }
    }

    fn channel(&self) -> ServiceChannel {
        channel("test", &format!("http://{}", self.address), saffron_testkit::PATIENCE).unwrap()
    }

    /// Ends it where it stands: nothing that is under way is finished, and its connections are closed.
    pub async fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            tokio::task::spawn_blocking(|| runtime.shutdown_timeout(saffron_testkit::PATIENCE))
                .await
                .unwrap();
        }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A day of these figures, cents.
pub fn day(pos_id: &str, date: &str, sales: i64, labor: i64, last_week: Option<(i64, i64)>) -> ReportRow {
    let sums = |(sales, labor)| Sums { gross_sales: sales, gross_labor: labor, checks: 9, ..Sums::default() };
    ReportRow {
        pos_id: pos_id.into(),
        business_date: date.into(),
        figures: Some(sums((sales, labor))),
        last_week: last_week.map(sums),
        ..ReportRow::default()
    }
}

impl World {
    /// Starts everything, with the clock standing at `now`, and two people: one sees the location, and one sees
    /// another beside it.
    pub async fn at(now: &str) -> (World, Uuid, Uuid) {
        let clock = Clock::fixed(now.parse().unwrap());
        saffron_testkit::unhurried();
        let (nats, keys, ends) = (nats(&[SPEC.consumers()]).await, Keys::default(), CancellationToken::new());
        let mail = mail::serve(mail::Config::new(clock.clone()), ends.clone()).await.unwrap();
        let push = push::serve(push::Config::new(clock.clone()), ends.clone()).await.unwrap();
        let (answers, away): (Arc<Mutex<Answers>>, Arc<AtomicBool>) = Default::default();
        let answer_lock = Arc::default();
        let others =
            Others { answers: answers.clone(), away: away.clone(), answer_lock: Arc::clone(&answer_lock) };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let others_url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(server(others, listener));
        let database = database_url(SPEC.name, SPEC.migrations).await;
        let pool = PgPool::connect(&database).await.unwrap();
        let url = nats.config.url.expose().to_owned();
        let env = Env::of([
            ("SAFFRON_NOTIFICATIONS_LISTEN", "127.0.0.1:0"),
            ("SAFFRON_NOTIFICATIONS_DATABASE_URL", database.as_str()),
            ("SAFFRON_NOTIFICATIONS_DATABASE_CONNECTIONS", "6"),
            ("SAFFRON_NOTIFICATIONS_NATS_URL", url.as_str()),
            ("SAFFRON_SUBJECT_PREFIX", nats.config.prefix.as_str()),
            ("SAFFRON_TOKEN_PUBLIC_KEYS", keys.public().as_str()),
            ("SAFFRON_GATEWAY_KEY", GATEWAY_KEY),
            ("SAFFRON_AUTH_URL", others_url.as_str()),
            ("SAFFRON_INVENTORY_URL", others_url.as_str()),
            ("SAFFRON_REPORTS_URL", others_url.as_str()),
            ("SAFFRON_PUBLIC_URL", "http://saffron.test"),
            ("SAFFRON_SMTP_URL", mail.url().as_str()),
            ("SAFFRON_MAIL_FROM", "news@saffron.test"),
            ("SAFFRON_VAPID_PRIVATE_KEY", URL_SAFE_NO_PAD.encode([7; 32]).as_str()),
            ("SAFFRON_VAPID_SUBJECT", "mailto:ops@saffron.test"),
            ("SAFFRON_PUSH_HOSTS", push.url().as_str()),
            ("SAFFRON_NOTIFICATIONS_RETRY_MILLISECONDS", "1000"),
            ("SAFFRON_NOTIFICATIONS_LOOK_SECONDS", "1"),
            ("SAFFRON_NOTIFICATIONS_LABOR_SECONDS", "1"),
        ]);
        let config = Config::from_env(&env).unwrap();
        let own = Replica::of(&config, &clock, &ends).await;
        let channel = own.channel();
        let (ana, bo) = (Uuid::from_u128(1), Uuid::from_u128(2));
        {
            let mut answers = answers.lock().unwrap();
            answers.people.insert(POS.into(), [ana, bo].into());
            answers.people.insert(OTHER.into(), [bo].into());
            answers.emails.insert(ana, "ana@example.com".into());
            answers.emails.insert(bo, "bo@example.com".into());
        }
        let mut world = World {
            nats,
            pool,
            clock,
            mail,
            push,
            answers,
            away,
            answer_lock,
            vapid_key: String::new(),
            keys,
            channel,
            ends,
            config,
            own,
            events: 0.into(),
            sequence: 1.into(),
        };
        world.vapid_key = world.push_key().await;
        world.describe(POS, NAME).await;
        world.describe(OTHER, "Bo's Grill").await;
        (world, ana, bo)
    }

    /// One more process of the service.
    pub async fn replica(&self) -> Replica {
        Replica::of(&self.config, &self.clock, &self.ends).await
    }

    /// Kills the service where it stands; later calls go to another process.
    pub async fn kill_and_replace(&mut self) {
        self.own.kill().await;
        self.own = self.replica().await;
        self.channel = self.own.channel();
    }

    async fn push_key(&self) -> String {
        use saffron_proto::notifications::GetPushKeyRequest;
        use saffron_proto::notifications::push_key_service_client::PushKeyServiceClient;
        let key = saffron_kit::Secret::new(GATEWAY_KEY);
        let request = self.channel.as_gateway(&key, GetPushKeyRequest {}).unwrap();
        let mut client = PushKeyServiceClient::new(self.channel.channel.clone());
        client.get_push_key(request).await.unwrap().into_inner().public_key
    }

    /// Describes a location as auth does, and waits until it is known.
    pub async fn describe(&self, pos_id: &str, name: &str) {
        self.publish(LocationDescribed {
            pos_id: pos_id.parse().unwrap(),
            name: name.into(),
            website: String::new(),
            time_zone: ZONE.into(),
            postal_address: String::new(),
            phone: String::new(),
        })
        .await;
        eventually("the location to be described", || async {
            let found: Option<String> = sqlx::query_scalar("SELECT name FROM location WHERE pos_id = $1")
                .bind(pos_id)
                .fetch_optional(&self.pool)
                .await
                .unwrap();
            (found.as_deref() == Some(name)).then_some(())
        })
        .await;
    }

    /// Publishes another service's event.
    pub async fn publish<E: Event>(&self, data: E) {
        self.publish_at(data, self.clock.now(), Uuid::now_v7()).await;
    }

    /// The sequence of an event that is not published.
    pub fn next_sequence(&self) -> u32 {
        self.sequence.fetch_add(1, Ordering::SeqCst)
    }

    /// Publishes another service's event with this sequence.
    pub async fn publish_as<E: Event>(&self, data: E, sequence: u32) {
        self.put(data, self.clock.now(), Uuid::now_v7(), sequence).await;
    }

    /// The same, as it was written at a moment.
    pub async fn publish_at<E: Event>(&self, data: E, time: Timestamp, id: Uuid) {
        self.put(data, time, id, self.next_sequence()).await;
    }

    async fn put<E: Event>(&self, data: E, time: Timestamp, id: Uuid, sequence: u32) {
        let event = CloudEvent::of(id, sequence.into(), time, data);
        let subject = subject::event(event.subject.as_ref(), E::DOMAIN, E::NAME);
        self.nats.put(&subject, serde_json::to_vec(&event).unwrap()).await;
    }

    /// Moves the clock on.
    pub fn later(&self, seconds: i64) {
        self.clock.set(self.clock.now() + SignedDuration::from_secs(seconds));
    }

    pub fn client(&self) -> NotificationsServiceClient<Wire> {
        NotificationsServiceClient::new(self.channel.channel.clone())
    }

    /// A request of a person with these locations.
    pub fn request_of<T>(&self, user: Uuid, locations: &[&str], message: T) -> Request<T> {
        let zone: Zone = ZONE.parse().unwrap();
        let locations: Vec<(PosId, Zone)> =
            locations.iter().map(|id| (id.parse().unwrap(), zone.clone())).collect();
        let token = self.keys.token(UserId(user), &locations, self.clock.now());
        self.channel.as_caller(&token, message).unwrap()
    }

    /// A request of a person with the location.
    pub fn request<T>(&self, user: Uuid, message: T) -> Request<T> {
        self.request_of(user, &[POS], message)
    }

    /// Records checks of the location and waits until they are worked.
    pub async fn checks(&self, checks: &[Value]) {
        let (pos_id, zone): (PosId, Zone) = (POS.parse().unwrap(), ZONE.parse().unwrap());
        let events: Vec<Value> = checks
            .iter()
            .map(|data| {
                let id = self.events.fetch_add(1, Ordering::SeqCst);
                json!({"specversion": "1.0", "id": format!("e{id:07}"), "source": "till", "type": "check.closed",
                       "data": data})
            })
            .collect();
        let facts = read_events(&serde_json::to_vec(&events).unwrap(), &pos_id, &zone).unwrap();
        let batch = StampedBatch { pos_id: pos_id.clone(), zone, received_at: self.clock.now(), facts };
        self.nats.put(&subject::facts(&pos_id), serde_json::to_vec(&batch).unwrap()).await;
        self.nats.facts_settled("notifications").await;
    }

    /// Waits until everything that happened was delivered.
    pub async fn all_delivered(&self) {
        eventually("everything to be delivered", || async {
            let left: i64 = sqlx::query_scalar("SELECT count(*) FROM happening WHERE NOT told")
                .fetch_one(&self.pool)
                .await
                .unwrap();
            (left == 0).then_some(())
        })
        .await;
    }

    /// A person's inbox at the location, newest first.
    pub async fn inbox(&self, user: Uuid) -> Vec<Communication> {
        self.page(user, ListCommunicationsRequest::default()).await.0
    }

    /// A page of it, and where the next one begins.
    pub async fn page(
        &self,
        user: Uuid,
        asked: ListCommunicationsRequest,
    ) -> (Vec<Communication>, Option<String>) {
        let answer = self.client().list_communications(self.request(user, asked)).await.unwrap();
        let (mut parts, mut rows, mut next) = (answer.into_inner(), Vec::new(), None);
        while let Some(part) = parts.message().await.unwrap() {
            match part.part.unwrap() {
                list_communications_response::Part::Communication(row) => rows.push(row),
                list_communications_response::Part::NextCursor(cursor) => next = Some(cursor),
            }
        }
        (rows, next)
    }

    /// The short lines of one list of a person's inbox.
    pub async fn lines(&self, user: Uuid, shelf: Shelf) -> Vec<String> {
        let asked = ListCommunicationsRequest { shelf: shelf.into(), ..ListCommunicationsRequest::default() };
        self.page(user, asked).await.0.into_iter().map(|one| one.notification).collect()
    }

    pub async fn unread(&self, user: Uuid) -> (i64, i64) {
        let asked = self.request(user, CountUnreadRequest::default());
        let Unread { notifications, messages } =
            self.client().count_unread(asked).await.unwrap().into_inner().unread.unwrap();
        (notifications, messages)
    }

    pub async fn set(&self, user: Uuid, change: SetRulesRequest) {
        self.client().set_rules(self.request(user, change)).await.unwrap();
    }

    /// A browser of a person subscribes; its endpoint and its id here.
    pub async fn device(&self, user: Uuid, session: &str) -> (String, String) {
        let made = self.push.subscribe(&self.vapid_key);
        let asked = AddDeviceRequest {
            subscription: Some(Subscription {
                endpoint: made.endpoint.clone(),
                p256dh: made.keys.p256dh,
                auth: made.keys.auth,
            }),
            label: "Chrome on Android".into(),
            session_handle: session.into(),
        };
        let added = self.client().add_device(self.request(user, asked)).await.unwrap().into_inner();
        (made.endpoint, added.device.unwrap().device_id)
    }

    pub async fn devices(&self, user: Uuid) -> Vec<Device> {
        let asked = self.request(user, ListDevicesRequest {});
        let mut parts = self.client().list_devices(asked).await.unwrap().into_inner();
        let mut devices = Vec::new();
        while let Some(part) = parts.message().await.unwrap() {
            devices.extend(part.device);
        }
        devices
    }

    /// What was pushed to an endpoint once there are so many.
    pub async fn pushed(&self, endpoint: &str, count: usize) -> Vec<push::Pushed> {
        eventually("pushes", || async {
            let pushed = self.push.pushed_to(endpoint);
            (pushed.len() >= count).then_some(pushed)
        })
        .await
    }

    /// Waits, where the clock stands at noon, until what is in `table` was tried and put off: what is in hand is due in
    /// thirty seconds at the soonest.
    pub async fn put_off(&self, table: &str) {
        eventually("it to be put off", || async {
            let is_put_off = AssertSqlSafe(format!(
                "SELECT bool_and(tries > 0 AND due_at < $1::timestamptz + interval '30 seconds') FROM {table}"
            ));
            let waits: Option<bool> =
                sqlx::query_scalar(is_put_off).bind(NOON).fetch_one(&self.pool).await.unwrap();
            waits.unwrap_or_default().then_some(())
        })
        .await;
    }

    /// How many communications each push that waits shows.
    pub async fn waiting_pushes(&self) -> Vec<i64> {
        sqlx::query_scalar("SELECT count FROM push_job").fetch_all(&self.pool).await.unwrap()
    }

    /// Waits until no push waits that is due.
    pub async fn no_push_waits(&self) {
        eventually("pushes to be settled", || async {
            let left: i64 =
                sqlx::query_scalar("SELECT count(*) FROM push_job").fetch_one(&self.pool).await.unwrap();
            (left == 0).then_some(())
        })
        .await;
    }
}

/// A voided check of today of this many dollars.
pub fn voided(id: &str, dollars: i64) -> Value {
    json!({"posID": POS, "posCheckID": id, "revision": 1, "closeTime": "2026-07-18T11:42:00", "voided": true,
           "items": [{"posItemID": "i1", "name": "Soup", "price": dollars}]})
}

/// A check of today, closed at a wall time.
pub fn sold(id: &str, closed: &str, dollars: i64) -> Value {
    json!({"posID": POS, "posCheckID": id, "revision": 1, "closeTime": closed,
           "items": [{"posItemID": "i1", "name": "Soup", "price": dollars}]})
}

/// The same with other fields.
pub fn with(mut check: Value, fields: Value) -> Value {
    check.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    check
}
