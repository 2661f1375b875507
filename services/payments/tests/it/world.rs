use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use futures::TryStreamExt as _;
use jiff::Timestamp;
use saffron_core::event::{CardAccountSet, CloudEvent};
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Clock, Error, PosId, UserId, Zone};
use saffron_kit::grpc::{Channel, ServiceChannel, channel, from_status};
use saffron_kit::nats::subject;
use saffron_kit::pg::PgConfig;
use saffron_kit::service::ServiceConfig;
use saffron_kit::{CancellationToken, Fault, Secret};
use saffron_payments::{Config, SPEC, start};
use saffron_proto::payments::account_service_client::AccountServiceClient;
use saffron_proto::payments::payments_service_client::PaymentsServiceClient;
use saffron_proto::payments::webhook_service_client::WebhookServiceClient;
use saffron_proto::payments::{
    CheckAccountRequest, ListPaymentIntentsRequest, Page, PaymentIntent, TakeWebhookRequest,
    list_payment_intents_response,
};
use saffron_sandbox::card::{self, Command, NewPayment, PaymentStatus};
use saffron_testkit::{Keys, TestNats, database_url, eventually, nats};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::{Request, Status};

use crate::log;

/// The location of the tests; the sandbox's account of it.
pub const POS: &str = "demo-pizza";
/// Its time zone.
pub const ZONE: &str = "America/New_York";
/// The caller, unless a test names another.
pub const OWNER: UserId = UserId(uuid::Uuid::nil());
/// The key to the provider's API: found nowhere else.
pub const CARD_KEY: &str = "sk_test_4fd1c0ffee";
pub const WEBHOOK_SECRET: &str = "whsec_5eed";
/// The former secret of webhooks.
pub const OLD_WEBHOOK_SECRET: &str = "whsec_before";
const GATEWAY_KEY: &str = "the gateway's key";
const CONTROL_KEY: &str = "the control key";

/// The service, running by itself, and the provider beside it.
pub struct World {
    pub nats: Arc<TestNats>,
    pub pool: PgPool,
    pub clock: Clock,
    pub card: card::Running,
    pub account: String,
    database: String,
    provider: String,
    keys: Keys,
    channel: Arc<Mutex<ServiceChannel>>,
    ends: CancellationToken,
    stop: CancellationToken,
    running: JoinHandle<Result<(), Fault>>,
    events: std::sync::atomic::AtomicU32,
}

/// Forwards the provider's webhooks as the gateway does.
async fn hook(
    State(channel): State<Arc<Mutex<ServiceChannel>>>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let channel = channel.lock().unwrap().clone();
    let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
    let message = TakeWebhookRequest { body: body.to_vec(), signature };
    let request = channel.as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap();
    match WebhookServiceClient::new(channel.channel.clone()).take_webhook(request).await {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl World {
    /// Starts both, with the demo's trade of so many days before today.
    pub async fn with_days(days: i64) -> World {
        World::with(Clock::system(), days, None).await
    }

    /// Starts both, with the clock standing at `now` and no trade before it.
    pub async fn at(now: &str) -> World {
        World::with(Clock::fixed(now.parse().unwrap()), 0, None).await
    }

    /// Starts the service with another provider than the sandbox's.
    pub async fn at_provider(url: &str) -> World {
        World::with(Clock::system(), 0, Some(url)).await
    }

    async fn with(clock: Clock, days: i64, provider: Option<&str>) -> World {
        log::keep();
        saffron_testkit::unhurried();
        let (nats, keys, ends) =
            (Arc::new(nats(&[SPEC.consumers()]).await), Keys::default(), CancellationToken::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let hooks = format!("http://{}/hook", listener.local_addr().unwrap());
        let mut config = card::Config::new(CARD_KEY, CONTROL_KEY, days, clock.clone());
        config.locations = Some(vec![POS.parse().unwrap()]);
        config.webhook = Some(card::Webhook {
            url: hooks.parse().unwrap(),
            secret: saffron_sandbox::till::Secret::new(WEBHOOK_SECRET),
            retry: Duration::from_millis(100),
            tries: 8,
        });
        let card = card::serve(config, ends.clone()).await.unwrap();
        let account = card.accounts()[0].1.clone();
        let database = database_url(SPEC.name, SPEC.migrations).await;
        let pool = PgPool::connect(&database).await.unwrap();
        let stop = ends.child_token();
        let provider = provider.map_or(card.url(), str::to_owned);
        let (started, running) = run(&database, &nats, &keys, &clock, &provider, &stop).await;
        let channel = Arc::new(Mutex::new(started));
        let app = Router::new().route("/hook", post(hook)).with_state(channel.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        World {
            nats,
            pool,
            clock,
            card,
            account,
            database,
            provider,
            keys,
            channel,
            ends,
            stop,
            running,
            events: 0.into(),
        }
    }

    /// Aborts the service, and starts it again on the same database.
    pub async fn restart(&mut self) {
        self.running.abort();
        self.stop.cancel();
        let _ = (&mut self.running).await;
        self.stop = self.ends.child_token();
        let (started, running) =
            run(&self.database, &self.nats, &self.keys, &self.clock, &self.provider, &self.stop).await;
        *self.channel.lock().unwrap() = started;
        self.running = running;
    }

    /// Sets the card account of the location.
    pub async fn linked(&self) {
        self.link(POS, Some(&self.account), 1).await;
    }

    /// Sets the card account of a location.
    pub async fn link(&self, pos_id: &str, account: Option<&str>, sequence: i64) {
        let data = CardAccountSet {
            pos_id: pos_id.parse().unwrap(),
            card_account: account.map(str::to_owned),
            time_zone: ZONE.into(),
        };
        let event = CloudEvent::of(uuid::Uuid::now_v7(), sequence, self.clock.now(), data);
        let subject = subject::event(event.subject.as_ref(), "auth", "card_account_set");
        self.nats.put(&subject, serde_json::to_vec(&event).unwrap()).await;
    }

    /// Links the location and waits until its history was read.
    pub async fn read(&self) {
        self.linked().await;
        self.eventually_fresh(Timestamp::UNIX_EPOCH).await;
    }

    /// Waits until the mirror is fresh at this moment or a later one.
    pub async fn eventually_fresh(&self, since: Timestamp) {
        eventually_long("the mirror to be fresh", || async {
            self.as_of().await.is_some_and(|as_of| as_of > since.as_second()).then_some(())
        })
        .await;
    }

    pub async fn as_of(&self) -> Option<i64> {
        let found: Option<Option<i64>> =
            sqlx::query_scalar("SELECT extract(epoch FROM as_of)::bigint FROM location WHERE pos_id = $1")
                .bind(POS)
                .fetch_optional(&self.pool)
                .await
                .unwrap();
        found.flatten()
    }

    pub async fn count(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(what).fetch_one(&self.pool).await.unwrap()
    }

    /// Runs a command at the provider.
    pub fn command(&self, command: Command) -> Vec<String> {
        self.card.command(&self.account, command).unwrap()
    }

    /// Makes payments at the provider.
    pub fn pay(&self, status: PaymentStatus, amount: i64, count: usize) -> Vec<String> {
        self.pay_as(NewPayment { count, ..payment(status, amount) })
    }

    pub fn pay_as(&self, new: NewPayment) -> Vec<String> {
        self.command(Command::Pay(new))
    }

    pub fn client(&self) -> PaymentsServiceClient<Channel> {
        PaymentsServiceClient::new(self.channel.lock().unwrap().channel.clone())
            .max_decoding_message_size(saffron_kit::grpc::MAX_MESSAGE)
    }

    /// Forwards a webhook as the gateway does.
    pub async fn webhook(&self, body: &str, signature: &str) -> Result<bool, Status> {
        let channel = self.channel.lock().unwrap().clone();
        let message = TakeWebhookRequest { body: body.into(), signature: signature.into() };
        let request = channel.as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap();
        let answer = WebhookServiceClient::new(channel.channel.clone()).take_webhook(request).await?;
        Ok(answer.into_inner().kept)
    }

    /// Whether the provider's metadata of an account name a location.
    pub async fn check_account(&self, pos_id: &str, account: &str) -> Result<bool, Status> {
        let channel = self.channel.lock().unwrap().clone();
        let message = CheckAccountRequest { pos_id: pos_id.into(), card_account: account.into() };
        let request = channel.as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap();
        let answer = AccountServiceClient::new(channel.channel.clone()).check_account(request).await?;
        Ok(answer.into_inner().names_location)
    }

    /// The same without the gateway's key.
    pub async fn check_account_as_owner(&self) -> Status {
        let channel = self.channel.lock().unwrap().channel.clone();
        let message = CheckAccountRequest { pos_id: POS.into(), card_account: self.account.clone() };
        AccountServiceClient::new(channel).check_account(self.request(message)).await.unwrap_err()
    }

    /// A request of the owner of the location.
    pub fn request<T>(&self, message: T) -> Request<T> {
        self.request_of(&[POS], message)
    }

    /// A request of a person with these locations.
    pub fn request_of<T>(&self, locations: &[&str], message: T) -> Request<T> {
        let zone: Zone = ZONE.parse().unwrap();
        let locations: Vec<(PosId, Zone)> =
            locations.iter().map(|id| (id.parse().unwrap(), zone.clone())).collect();
        let token = self.keys.token(OWNER, &locations, self.clock.now());
        self.channel.lock().unwrap().as_caller(&token, message).unwrap()
    }

    /// A page of payments.
    pub async fn intents(&self, message: ListPaymentIntentsRequest) -> (Vec<PaymentIntent>, Page) {
        let answer = self.client().list_payment_intents(self.request(message)).await.unwrap();
        let (mut intents, mut page) = (Vec::new(), Page::default());
        let parts: Vec<_> = answer.into_inner().try_collect().await.unwrap();
        for part in parts {
            match part.part.unwrap() {
                list_payment_intents_response::Part::PaymentIntent(intent) => intents.push(intent),
                list_payment_intents_response::Part::Page(last) => page = last,
            }
        }
        (intents, page)
    }

    /// A CloudEvent of a check, with an id of its own.
    pub fn event(&self, data: Value) -> Value {
        let id = self.events.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        json!({"specversion": "1.0", "id": format!("e{id:06}"), "source": "till", "type": "check.closed", "data": data})
    }

    pub async fn ingest(&self, events: &[Value]) {
        self.ingest_at(&POS.parse().unwrap(), events).await;
    }

    pub async fn ingest_at(&self, pos_id: &PosId, events: &[Value]) {
        let (pos_id, zone): (PosId, Zone) = (pos_id.clone(), ZONE.parse().unwrap());
        let facts = read_events(&serde_json::to_vec(events).unwrap(), &pos_id, &zone).unwrap();
        let batch = StampedBatch { pos_id: pos_id.clone(), zone, received_at: Timestamp::UNIX_EPOCH, facts };
        self.nats.put(&subject::facts(&pos_id), serde_json::to_vec(&batch).unwrap()).await;
    }

    /// Sends checks and waits until they are recorded.
    pub async fn checks(&self, checks: &[Value]) {
        let events: Vec<Value> = checks.iter().map(|check| self.event(check.clone())).collect();
        for events in events.chunks(500) {
            self.ingest(events).await;
        }
        self.nats.facts_settled("payments").await;
    }
}

async fn run(
    database: &str,
    nats: &TestNats,
    keys: &Keys,
    clock: &Clock,
    provider: &str,
    stop: &CancellationToken,
) -> (ServiceChannel, JoinHandle<Result<(), Fault>>) {
    let config = Config {
        service: ServiceConfig {
            listen: "127.0.0.1:0".parse().unwrap(),
            pg: PgConfig::new(Secret::new(database), 8),
            nats: nats.config.clone(),
            verifier: keys.verifier(),
        },
        gateway_key: Secret::new(GATEWAY_KEY),
        provider_url: provider.to_owned(),
        secret_key: Secret::new(CARD_KEY),
        webhook_secrets: vec![Secret::new(OLD_WEBHOOK_SECRET), Secret::new(WEBHOOK_SECRET)],
        poll_every: Duration::from_secs(1),
        // The whole of the demo, whose first day begins more than 400 times 24 hours ago.
        history_days: 402,
        retry_after: Duration::from_millis(100),
    };
    let running = start(config, clock.clone(), stop.clone()).await.unwrap();
    let url = format!("http://{}", running.address);
    (channel("test", &url, saffron_testkit::PATIENCE).unwrap(), tokio::spawn(running.stopped()))
}

impl Drop for World {
    /// Ends the service; every test fails if a secret was logged.
    fn drop(&mut self) {
        self.ends.cancel();
        if !std::thread::panicking() {
            log::assert_no_secrets();
        }
    }
}

/// As [`eventually`], with a longer deadline for small machines.
pub async fn eventually_long<T, F: Future<Output = Option<T>>>(what: &str, look: impl Fn() -> F) -> T {
    for _ in 0..12 {
        let patient = async {
            loop {
                let begun = std::time::Instant::now();
                if let Some(found) = look().await {
                    return found;
                }
                // A slow check delays the work that it waits for.
                tokio::time::sleep(Duration::from_millis(50).max(begun.elapsed() * 3)).await;
            }
        };
        if let Ok(found) = tokio::time::timeout(Duration::from_secs(10), patient).await {
            return found;
        }
    }
    eventually(what, look).await
}

/// A payment of a test, to be changed by it.
pub fn payment(status: PaymentStatus, amount: i64) -> NewPayment {
    NewPayment {
        amount,
        status,
        created: None,
        failure_code: None,
        decline_code: None,
        check: None,
        count: 1,
    }
}

/// A check that was paid by card, to be changed by the test.
pub fn check(id: &str, close: &str, intent: Option<&str>, dollars: f64) -> Value {
    json!({"posID": POS, "posCheckID": id, "revision": 1, "closeTime": close, "items": [],
        "payments": [{"type": "Visa", "amount": dollars, "paymentIntentId": intent}]})
}

/// The same with some fields changed.
pub fn with(mut value: Value, fields: Value) -> Value {
    value.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    value
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
