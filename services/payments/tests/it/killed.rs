//! payments as a process of its own that is killed again and again.

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
use saffron_sandbox::card::{self, Command, Delivery, NewPayment, NewStatus};
use saffron_testkit::{Keys, PATIENCE, Process, TestNats, database_url, nats};
use sqlx::PgPool;
use tokio::net::TcpListener;

use crate::mirror::difference_from;
use crate::world::{POS, ZONE};

const CARD_KEY: &str = "sk_test_of_a_process_that_is_killed";
const WEBHOOK_SECRET: &str = "whsec_of_a_process_that_is_killed";
const GATEWAY_KEY: &str = "the gateway's key of 32 characters";

/// What runs in the process: the service, as its binary runs it. In the tests' own process nothing.
#[test]
fn as_a_process() {
    if Process::told().is_none() {
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

/// Where webhooks are handed on to; nowhere while the process is dead.
type Door = Arc<Mutex<Option<ServiceChannel>>>;

/// As the gateway hands a webhook on.
async fn hook(State(door): State<Door>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let Some(open) = door.lock().unwrap().clone() else { return StatusCode::SERVICE_UNAVAILABLE };
    let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
    let asked = TakeWebhookRequest { body: body.to_vec(), signature };
    let request = open.as_gateway(&Secret::new(GATEWAY_KEY), asked).unwrap();
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
    door: Door,
    variables: Vec<(&'static str, String)>,
    ends: CancellationToken,
}

impl World {
    async fn with_days(days: i64) -> World {
        let (nats, ends, door) =
            (nats(&[saffron_payments::SPEC.consumers()]).await, CancellationToken::new(), Door::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let app = Router::new().route("/hook", post(hook)).with_state(door.clone());
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
        World { nats, pool, card, account, door, variables, ends }
    }

    /// Starts the process, waits until it serves, and searches what it says for secrets.
    async fn start(&self) -> Process {
        let look = |line: &str| {
            assert!(!line.contains(CARD_KEY) && !line.contains(WEBHOOK_SECRET), "{line}");
        };
        let process = Process::start("killed::as_a_process", "", self.variables.iter().cloned(), look).await;
        let open = channel("test", &format!("http://{}", process.address), Duration::from_secs(10)).unwrap();
        *self.door.lock().unwrap() = Some(open);
        process
    }

    /// Kills the process as it is; what it had in hand is left to it for a minute, which passes.
    async fn kill(&self, process: Process) {
        let lines = process.kill().await;
        *self.door.lock().unwrap() = None;
        assert!(lines > 100, "it tells everything");
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
        let (amount, status) = (1234, NewStatus::Succeeded);
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

/// Waits for what takes long where everything is logged.
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
    // In the midst of the first page of history, and of a later one, while webhooks come.
    let first = world.start().await;
    world.link().await;
    world.more("SELECT count(*) FROM history").await;
    world.kill(first).await;
    let second = world.start().await;
    let paid = world.pay(60);
    world.more(PAYMENTS).await;
    world.kill(second).await;
    // In the midst of webhooks, and of the fetching of what they name; some of them come while nobody is there.
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
