//! payments as a process of its own that is killed repeatedly.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use saffron_core::Clock;
use saffron_core::event::{CardAccountSet, CloudEvent};
use saffron_kit::config::Env;
use saffron_kit::grpc::{ServiceChannel, channel};
use saffron_kit::nats::subject;
use saffron_kit::{CancellationToken, Secret};
use saffron_proto::payments::TakeWebhookRequest;
use saffron_proto::payments::webhook_service_client::WebhookServiceClient;
use saffron_sandbox::card::{self, Command, Delivery, NewPayment, PaymentStatus};
use saffron_testkit::{Keys, PATIENCE, Process, TestNats, database_url, nats};
use sqlx::PgPool;
use tokio::net::TcpListener;

use super::mirror::difference_from;
use crate::world::{POS, ZONE};

const CARD_KEY: &str = "sk_test_of_a_process_that_is_killed";
const WEBHOOK_SECRET: &str = "whsec_of_a_process_that_is_killed";
const GATEWAY_KEY: &str = "the gateway's key of 32 characters";

/// Runs the service in the process, as its binary does. Does nothing in the process of the tests.
#[test]
fn as_a_process() {
    if Process::instruction().is_none() {
        return;
    }
    let env = Env::of_process();
    let _telemetry = saffron_kit::telemetry::start("payments", &env).unwrap();
    let config = saffron_payments::Config::from_env(&env).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let running = async {
        saffron_payments::start(config, Clock::system(), CancellationToken::new()).await?.stopped().await
    };
    runtime.block_on(running).unwrap();
}

/// The receiver of webhooks; none while the process is dead.
type Receiver = Arc<Mutex<Option<ServiceChannel>>>;

/// Forwards a webhook as the gateway does.
async fn hook(State(receiver): State<Receiver>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let Some(open) = receiver.lock().unwrap().clone() else { return StatusCode::SERVICE_UNAVAILABLE };
    let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
    let message = TakeWebhookRequest { body: body.to_vec(), signature };
    let request = open.as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap();
    match WebhookServiceClient::new(open.channel.clone()).take_webhook(request).await {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

struct World {
    nats: TestNats,
    pool: PgPool,
    card: card::Running,
    account: String,
    receiver: Receiver,
    variables: Vec<(&'static str, String)>,
    ends: CancellationToken,
}

impl World {
    async fn with_days(days: i64) -> World {
        let (nats, ends, receiver) = (
            nats(&[saffron_payments::SPEC.consumers()]).await,
            CancellationToken::new(),
            Receiver::default(),
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let app = Router::new().route("/hook", post(hook)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        let mut config = card::Config::new(CARD_KEY, "the control key", days, Clock::system());
        config.locations = Some(vec![POS.parse().unwrap()]);
        config.webhook = Some(card::Webhook {
            url: url.parse().unwrap(),
            secret: saffron_sandbox::till::Secret::new(WEBHOOK_SECRET),
            retry: Duration::from_millis(100),
            tries: 6,
        });
        let card = card::serve(config, ends.clone()).await.unwrap();
        let database = database_url("payments", saffron_payments::SPEC.migrations).await;
        let variables = vec![
            ("SAFFRON_LOG", "trace".to_owned()),
            ("SAFFRON_SUBJECT_PREFIX", nats.config.prefix.clone()),
            ("SAFFRON_TOKEN_PUBLIC_KEYS", Keys::default().public()),
            ("SAFFRON_GATEWAY_KEY", GATEWAY_KEY.to_owned()),
            ("SAFFRON_PAYMENTS_LISTEN", "127.0.0.1:0".to_owned()),
            ("SAFFRON_PAYMENTS_DATABASE_URL", database.clone()),
            ("SAFFRON_PAYMENTS_DATABASE_CONNECTIONS", "6".to_owned()),
            ("SAFFRON_PAYMENTS_NATS_URL", nats.config.url.expose().to_owned()),
            ("SAFFRON_PAYMENTS_PROVIDER_URL", card.url()),
            ("SAFFRON_PAYMENTS_SECRET_KEY", CARD_KEY.to_owned()),
            ("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", WEBHOOK_SECRET.to_owned()),
            ("SAFFRON_PAYMENTS_POLL_SECONDS", "1".to_owned()),
            ("SAFFRON_PAYMENTS_RETRY_MILLISECONDS", "100".to_owned()),
        ];
        let pool = PgPool::connect(&database).await.unwrap();
        let account = card.accounts()[0].1.clone();
        World { nats, pool, card, account, receiver, variables, ends }
    }

    /// Starts the process, waits until it serves, and searches its log for secrets.
    async fn start(&self) -> Process {
        let look = |line: &str| {
            assert!(!line.contains(CARD_KEY) && !line.contains(WEBHOOK_SECRET), "{line}");
        };
        let process =
            Process::start("provider::killed::as_a_process", "", self.variables.iter().cloned(), look).await;
        let open = channel("test", &format!("http://{}", process.address), Duration::from_secs(10)).unwrap();
        *self.receiver.lock().unwrap() = Some(open);
        process
    }

    /// Kills the process, and ends its claims.
    async fn kill(&self, process: Process) {
        let lines = process.kill().await;
        *self.receiver.lock().unwrap() = None;
        assert!(lines > 100, "it logs everything");
        for minute in [
            "UPDATE location SET poll_at = poll_at - interval '1 minute'",
            "UPDATE stale SET due_at = due_at - interval '1 minute'",
        ] {
            sqlx::query(minute).execute(&self.pool).await.unwrap();
        }
    }

    async fn link(&self) {
        let data = CardAccountSet {
            pos_id: POS.parse().unwrap(),
            card_account: Some(self.account.clone()),
            time_zone: ZONE.into(),
        };
        let event = CloudEvent::of(uuid::Uuid::now_v7(), 1, jiff::Timestamp::now(), data);
        let subject = subject::event(event.subject.as_ref(), "auth", "card_account_set");
        self.nats.put(&subject, serde_json::to_vec(&event).unwrap()).await;
    }

    async fn count(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(what).fetch_one(&self.pool).await.unwrap()
    }

    /// Waits until there are more of these than before.
    async fn more(&self, what: &'static str) {
        let before = self.count(what).await;
        patiently(what, || async { (self.count(what).await > before).then_some(()) }).await;
    }

    fn pay(&self, count: usize) -> Vec<String> {
        let (amount, status) = (1234, PaymentStatus::Succeeded);
        let (failure_code, decline_code, check) = (None, None, None);
        let new = NewPayment { amount, status, created: None, failure_code, decline_code, check, count };
        self.card.command(&self.account, Command::Pay(new)).unwrap()
    }

    fn refund(&self, of: &str, amount: i64) {
        let (of, amount) = (of.to_owned(), Some(amount));
        let refund = Command::Refund { of, amount, reason: None, metadata: Vec::new(), pending: false };
        self.card.command(&self.account, refund).unwrap();
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.ends.cancel();
    }
}

async fn difference(world: &World) -> Option<String> {
    difference_from(&world.pool, &world.card.truth(&world.account, 0).unwrap()).await
}

/// Waits longer, because everything is logged.
async fn patiently<F: Future<Output = Option<()>>>(what: &str, look: impl Fn() -> F) {
    let patient = async {
        while look().await.is_none() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE * 3, patient).await.is_ok(), "waited in vain for {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_change_nothing_and_no_secret_is_logged() {
    const PAYMENTS: &str = "SELECT count(*) FROM payment_intent";
    const EVENTS: &str = "SELECT count(*) FROM notice";
    let world = World::with_days(20).await;
    world.card.set_delivery(Delivery::Shuffle, 2);
    // During the first page of history, and during a later one, while webhooks arrive.
    let first = world.start().await;
    world.link().await;
    world.more("SELECT count(*) FROM history").await;
    world.kill(first).await;
    let second = world.start().await;
    let paid = world.pay(60);
    world.more(PAYMENTS).await;
    world.kill(second).await;
    // During webhooks and the fetching of their objects; some webhooks arrive while no process runs.
    for round in 0..3 {
        let process = world.start().await;
        world.pay(40);
        for id in &paid[round * 20..round * 20 + 20] {
            world.refund(id, 100 + round as i64);
        }
        world.more(EVENTS).await;
        world.kill(process).await;
        world.refund(&paid[round], 7);
    }
    let last = world.start().await;
    patiently("the mirror to be the truth", || async {
        let fresh = "SELECT count(*) FROM location WHERE as_of > now() - interval '1 minute'";
        (world.count(fresh).await == 1 && difference(&world).await.is_none()).then_some(())
    })
    .await;
    world.kill(last).await;
}
