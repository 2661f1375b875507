use std::ops::Deref;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use jiff::Timestamp;
use saffron_core::Clock;
use saffron_core::event::CardAccountSet;
use saffron_kit::grpc::{Channel, MAX_MESSAGE};
use saffron_kit::{CancellationToken, Secret};
use saffron_payments::{Config, SPEC, start};
use saffron_proto::payments::account_service_client::AccountServiceClient;
use saffron_proto::payments::payments_service_client::PaymentsServiceClient;
use saffron_proto::payments::webhook_service_client::WebhookServiceClient;
use saffron_proto::payments::{
    CheckAccountRequest, ListPaymentIntentsRequest, ListPayoutsRequest, Page, PaymentIntent, Payout,
    TakeWebhookRequest, list_payment_intents_response, list_payouts_response,
};
use saffron_sandbox::card::{self, Command, NewPayment, PaymentStatus};
use saffron_testkit::{Connection, GATEWAY_KEY, TestService, collected, eventually};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tonic::Status;
use uuid::Uuid;

pub use saffron_testkit::{ZONE, field, refusal, with};

use crate::log;

/// The location of the tests; the sandbox's account of it.
pub const POS: &str = "demo-pizza";
/// The key to the provider's API: found nowhere else.
pub const CARD_KEY: &str = "sk_test_4fd1c0ffee";
pub const WEBHOOK_SECRET: &str = "whsec_5eed";
/// The former secret of webhooks.
pub const OLD_WEBHOOK_SECRET: &str = "whsec_before";
const CONTROL_KEY: &str = "the control key";

/// The service, running by itself, and the provider beside it.
pub struct World {
    pub service: TestService,
    pub card: card::Running,
    pub account: String,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

impl Drop for World {
    /// Every test fails if a secret was logged.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            log::assert_no_secrets();
        }
    }
}

/// Forwards the provider's webhooks as the gateway does.
async fn hook(State(connection): State<Connection>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let connection = connection.lock().unwrap().clone();
    let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
    let message = TakeWebhookRequest { body: body.to_vec(), signature };
    let request = connection.as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap();
    match WebhookServiceClient::new(connection.channel).take_webhook(request).await {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl World {
    /// Starts both, with the demo's trade of so many days before today.
    pub async fn with_days(days: i64) -> World {
        World::with(Clock::system(), days, None).await
    }

    /// Starts both after so many days of trade, with the clock standing at `now`: there is no trade meanwhile.
    pub async fn with_days_until(days: i64, now: &str) -> World {
        World::with(Clock::fixed(now.parse().unwrap()), days, None).await
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
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut config = card::Config::new(CARD_KEY, CONTROL_KEY, days, clock.clone());
        config.locations = Some(vec![POS.parse().unwrap()]);
        config.webhook = Some(card::Webhook {
            url: format!("http://{}/hook", listener.local_addr().unwrap()).parse().unwrap(),
            secret: Secret::new(WEBHOOK_SECRET),
            retry: Duration::from_millis(100),
            tries: 8,
        });
        let card = card::serve(config, CancellationToken::new()).await.unwrap();
        let account = card.accounts()[0].1.clone();
        let url = card.url();
        let variables = [
            ("SAFFRON_PAYMENTS_PROVIDER_URL", provider.unwrap_or(&url)),
            ("SAFFRON_PAYMENTS_SECRET_KEY", CARD_KEY),
            ("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", &format!("{OLD_WEBHOOK_SECRET},{WEBHOOK_SECRET}")),
            ("SAFFRON_PAYMENTS_POLL_SECONDS", "1"),
            // The whole of the demo, whose first day begins more than 400 times 24 hours ago.
            ("SAFFRON_PAYMENTS_HISTORY_DAYS", "402"),
            ("SAFFRON_PAYMENTS_RETRY_MILLISECONDS", "100"),
        ];
        let service = TestService::start(&SPEC, clock, &variables, |env, clock, stop| {
            start(Config::from_env(&env).unwrap(), clock, stop)
        });
        let service = service.await;
        let app = Router::new().route("/hook", post(hook)).with_state(service.connection.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        World { service, card, account }
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
        self.publish_as(Uuid::now_v7(), sequence, self.now(), data).await;
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
        PaymentsServiceClient::new(self.channel()).max_decoding_message_size(MAX_MESSAGE)
    }

    /// Forwards a webhook as the gateway does.
    pub async fn webhook(&self, body: &str, signature: &str) -> Result<bool, Status> {
        let message = TakeWebhookRequest { body: body.into(), signature: signature.into() };
        let mut client = WebhookServiceClient::new(self.channel());
        Ok(client.take_webhook(self.as_gateway(message)).await?.into_inner().kept)
    }

    /// Whether the provider's metadata of an account name a location.
    pub async fn check_account(&self, pos_id: &str, account: &str) -> Result<bool, Status> {
        let message = CheckAccountRequest { pos_id: pos_id.into(), card_account: account.into() };
        let mut client = AccountServiceClient::new(self.channel());
        Ok(client.check_account(self.as_gateway(message)).await?.into_inner().names_location)
    }

    /// The same without the gateway's key.
    pub async fn check_account_as_owner(&self) -> Status {
        let message = CheckAccountRequest { pos_id: POS.into(), card_account: self.account.clone() };
        let mut client = AccountServiceClient::new(self.channel());
        client.check_account(self.request(&[POS], message)).await.unwrap_err()
    }

    /// A page of payments.
    pub async fn intents(&self, message: ListPaymentIntentsRequest) -> (Vec<PaymentIntent>, Page) {
        let answer = self.client().list_payment_intents(self.request(&[POS], message)).await.unwrap();
        let (mut intents, mut page) = (Vec::new(), None);
        for part in collected(answer).await {
            match part.part.unwrap() {
                list_payment_intents_response::Part::PaymentIntent(intent) => intents.push(intent),
                list_payment_intents_response::Part::Page(last) => page = Some(last),
            }
        }
        (intents, page.unwrap())
    }

    /// A page of payouts.
    pub async fn payouts(&self, message: ListPayoutsRequest) -> (Vec<Payout>, Page) {
        let answer = self.client().list_payouts(self.request(&[POS], message)).await.unwrap();
        let (mut payouts, mut page) = (Vec::new(), None);
        for part in collected(answer).await {
            match part.part.unwrap() {
                list_payouts_response::Part::Payout(payout) => payouts.push(payout),
                list_payouts_response::Part::Page(last) => page = Some(last),
            }
        }
        (payouts, page.unwrap())
    }

    /// Sends checks and waits until they are recorded.
    pub async fn checks(&self, checks: &[Value]) {
        self.facts(POS, "check.closed", checks).await;
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
