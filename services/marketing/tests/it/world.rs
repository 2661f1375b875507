use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::TryStreamExt as _;
use saffron_core::event::{CloudEvent, Event, LocationDescribed};
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Clock, PosId, UserId, Zone};
use saffron_kit::grpc::{Channel as Wire, ServiceChannel, channel};
use saffron_kit::mail::MailConfig;
use saffron_kit::nats::subject;
use saffron_kit::pg::PgConfig;
use saffron_kit::service::ServiceConfig;
use saffron_kit::{CancellationToken, Fault, Secret};
use saffron_marketing::{Config, SPEC, Settings, start};
use saffron_proto::marketing::marketing_service_client::MarketingServiceClient;
use saffron_proto::marketing::public_service_client::PublicServiceClient;
use saffron_proto::marketing::{
    Campaign, CampaignState, Draft, GetCampaignRequest, ListOutcomesRequest, RecipientOutcome,
    SendCampaignRequest, SetSubscriptionRequest, list_outcomes_response,
};
use saffron_sandbox::{mail, sms};
use saffron_testkit::{Keys, TestNats, database_url, eventually, eventually_ok, nats};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::{Request, Status};
use uuid::Uuid;

pub use crate::fixtures::*;
use crate::outside::{self, Rewards};

/// The location of the tests.
pub const POS: &str = "demo-pizza";
/// Its time zone.
pub const ZONE: &str = "America/New_York";
/// Its name.
pub const NAME: &str = "Ana's Grill";
pub const WEBSITE: &str = "grill.example";
pub const ACCOUNT: &str = "AC00000000000000000000000000000001";
pub const TOKEN: &str = "the provider's token";
pub const GATEWAY_KEY: &str = "the gateway's key";

/// The options of a test.
#[derive(Clone)]
pub struct Options {
    pub clock: Clock,
    pub idempotent: bool,
    pub weekly_cap: u32,
    pub in_flight: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { clock: Clock::system(), idempotent: true, weekly_cap: 3, in_flight: 64 }
    }
}

/// The running service and its neighbors.
pub struct World {
    pub nats: Arc<TestNats>,
    pub pool: PgPool,
    pub clock: Clock,
    pub mail: mail::Running,
    pub sms: sms::Running,
    pub public_url: String,
    pub rewards: Rewards,
    options: Options,
    pub customers_url: String,
    pub database: String,
    pub keys: Keys,
    pub channel: Arc<Mutex<ServiceChannel>>,
    ends: CancellationToken,
    stop: CancellationToken,
    running: JoinHandle<Result<(), Fault>>,
    events: AtomicU32,
    sequence: AtomicU32,
}

impl World {
    pub async fn new() -> World {
        World::with(Options::default()).await
    }

    /// Starts everything, with a clock that is fixed at `now`.
    pub async fn at(now: &str) -> World {
        World::with(Options { clock: Clock::fixed(now.parse().unwrap()), ..Options::default() }).await
    }

    pub async fn with(options: Options) -> World {
        saffron_testkit::unhurried();
        let (nats, keys, ends) =
            (Arc::new(nats(&[SPEC.consumers()]).await), Keys::default(), CancellationToken::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let public_url = format!("http://{}", listener.local_addr().unwrap());
        let clock = options.clock.clone();
        let mut catcher = mail::Config::new(clock.clone());
        catcher.keep = 5_000;
        let mail = mail::serve(catcher, ends.clone()).await.unwrap();
        let mut provider = sms::Config::new(ACCOUNT, TOKEN, clock.clone());
        provider.inbound = Some(format!("{public_url}/notification/webhooks/sms/inbound").parse().unwrap());
        provider.retry = Duration::from_millis(50);
        let sms = sms::serve(provider, ends.clone()).await.unwrap();
        let rewards = Rewards::default();
        let customers_url = outside::customers(rewards.clone()).await;
        let database = database_url(SPEC.name, SPEC.migrations).await;
        let pool = PgPool::connect(&database).await.unwrap();
        let stop = ends.child_token();
        let outside = Outside {
            mail: mail.url(),
            sms: sms.url(),
            public_url: public_url.clone(),
            customers_url: customers_url.clone(),
        };
        let (started, running) = run(&database, &nats, &keys, &options, &outside, &stop).await;
        let channel = Arc::new(Mutex::new(started));
        outside::take_hooks(listener, (channel.clone(), public_url.clone()));
        let world = World {
            nats,
            pool,
            clock,
            mail,
            sms,
            public_url,
            rewards,
            options,
            customers_url,
            database,
            keys,
            channel,
            ends,
            stop,
            running,
            events: 0.into(),
            sequence: 1.into(),
        };
        world.describe(POS, NAME, WEBSITE).await;
        world
    }

    /// Ends the service in the midst of its work.
    pub async fn kill(&mut self) {
        self.running.abort();
        let _ = (&mut self.running).await;
        self.stop.cancel();
    }

    /// Starts it again on the same database.
    pub async fn start(&mut self) {
        self.stop = self.ends.child_token();
        let outside = Outside {
            mail: self.mail.url(),
            sms: self.sms.url(),
            public_url: self.public_url.clone(),
            customers_url: self.customers_url.clone(),
        };
        let (started, running) =
            run(&self.database, &self.nats, &self.keys, &self.options, &outside, &self.stop).await;
        *self.channel.lock().unwrap() = started;
        self.running = running;
    }

    /// Describes a location, and waits until the description is stored.
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
        let event = CloudEvent::of(
            Uuid::now_v7(),
            self.sequence.fetch_add(1, Ordering::SeqCst).into(),
            self.clock.now(),
            data,
        );
        let subject = subject::event(event.subject.as_ref(), E::DOMAIN, E::NAME);
        self.nats.put(&subject, serde_json::to_vec(&event).unwrap()).await;
    }

    pub fn client(&self) -> MarketingServiceClient<Wire> {
        MarketingServiceClient::new(self.channel.lock().unwrap().channel.clone())
            .max_decoding_message_size(saffron_kit::grpc::MAX_MESSAGE)
            .max_encoding_message_size(saffron_kit::grpc::MAX_MESSAGE)
    }

    pub fn public(&self) -> PublicServiceClient<Wire> {
        PublicServiceClient::new(self.channel.lock().unwrap().channel.clone())
    }

    pub fn as_gateway<T>(&self, message: T) -> Request<T> {
        self.channel.lock().unwrap().as_gateway(&Secret::new(GATEWAY_KEY), message).unwrap()
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
        let token = self.keys.token(UserId(Uuid::nil()), &locations, self.clock.now());
        self.channel.lock().unwrap().as_caller(&token, message).unwrap()
    }

    /// Records facts and waits until they are worked.
    pub async fn facts(&self, kind: &str, facts: &[Value]) {
        self.facts_of(POS, kind, facts).await;
    }

    pub async fn facts_of(&self, pos_id: &str, kind: &str, facts: &[Value]) {
        let (pos_id, zone): (PosId, Zone) = (pos_id.parse().unwrap(), ZONE.parse().unwrap());
        for facts in facts.chunks(500) {
            let events: Vec<Value> = facts
                .iter()
                .map(|data| {
                    let id = self.events.fetch_add(1, Ordering::SeqCst);
                    json!({"specversion": "1.0", "id": format!("e{id:07}"), "source": "till", "type": kind, "data": data})
                })
                .collect();
            let facts = read_events(&serde_json::to_vec(&events).unwrap(), &pos_id, &zone).unwrap();
            let received_at = self.clock.now();
            let batch = StampedBatch { pos_id: pos_id.clone(), zone: zone.clone(), received_at, facts };
            self.nats.put(&subject::facts(&pos_id), serde_json::to_vec(&batch).unwrap()).await;
        }
        self.nats.facts_settled("marketing").await;
    }

    /// Guests `g0` and on, with every consent.
    pub async fn guests(&self, count: usize) {
        let guests: Vec<Value> = (0..count).map(|number| guest(number, true)).collect();
        self.facts("customer.upserted", &guests).await;
    }

    pub async fn send(&self, draft: Draft) -> Result<Campaign, Status> {
        self.send_as(Uuid::now_v7(), "", draft).await
    }

    pub async fn send_as(&self, id: Uuid, key: &str, draft: Draft) -> Result<Campaign, Status> {
        let asked = SendCampaignRequest {
            draft: Some(draft),
            campaign_id: id.to_string(),
            idempotency_key: key.into(),
        };
        let answer = self.client().send_campaign(self.request(asked)).await?;
        Ok(answer.into_inner().campaign.unwrap())
    }

    pub async fn campaign(&self, id: &str) -> Campaign {
        let asked = GetCampaignRequest { pos_id: POS.into(), campaign_id: id.into() };
        // A service that is killed and started beside it may be busy.
        let answer = eventually_ok("the campaign", async || {
            self.client().get_campaign(self.request(asked.clone())).await
        });
        let campaign = answer.await.into_inner().campaign.unwrap();
        let sum = campaign.waiting
            + campaign.sending
            + campaign.sent
            + campaign.failed
            + campaign.excluded
            + campaign.unknown;
        assert_eq!(sum, campaign.recipients, "{campaign:?}");
        campaign
    }

    /// The campaign at its end.
    pub async fn finished(&self, id: &str) -> Campaign {
        eventually("the end of the campaign", || async {
            let campaign = self.campaign(id).await;
            (campaign.state() == CampaignState::Finished).then_some(campaign)
        })
        .await
    }

    pub async fn outcomes(&self, asked: ListOutcomesRequest) -> Vec<RecipientOutcome> {
        let answer = self.client().list_outcomes(self.request(asked)).await.unwrap();
        let parts: Vec<_> = answer.into_inner().try_collect().await.unwrap();
        parts
            .into_iter()
            .filter_map(|part| match part.part.unwrap() {
                list_outcomes_response::Part::Outcome(outcome) => Some(outcome),
                list_outcomes_response::Part::NextCursor(_) => None,
            })
            .collect()
    }

    pub async fn outcomes_of(&self, id: &str) -> Vec<RecipientOutcome> {
        let asked = ListOutcomesRequest { pos_id: POS.into(), campaign_id: id.into(), ..Default::default() };
        self.outcomes(asked).await
    }

    /// A person's opt-out or opt-in by a link.
    pub async fn subscribe(&self, link: &str, subscribed: bool) -> Result<(), Status> {
        let token = link.rsplit('/').next().unwrap().to_owned();
        let asked = SetSubscriptionRequest { token, subscribed };
        self.public().set_subscription(self.as_gateway(asked)).await.map(|_| ())
    }

    pub async fn count(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(what).fetch_one(&self.pool).await.unwrap()
    }
}

struct Outside {
    mail: String,
    sms: String,
    public_url: String,
    customers_url: String,
}

async fn run(
    database: &str,
    nats: &TestNats,
    keys: &Keys,
    options: &Options,
    outside: &Outside,
    stop: &CancellationToken,
) -> (ServiceChannel, JoinHandle<Result<(), Fault>>) {
    let config = Config {
        service: ServiceConfig {
            listen: "127.0.0.1:0".parse().unwrap(),
            pg: PgConfig::new(Secret::new(database), 10),
            nats: nats.config.clone(),
            verifier: keys.verifier(),
        },
        gateway_key: Secret::new(GATEWAY_KEY),
        customers_url: outside.customers_url.clone(),
        mail: MailConfig::new(&outside.mail, "news@saffron.example".parse().unwrap(), 32).unwrap(),
        address_key: Secret::new("the key of addresses, which is long"),
        link_key: Secret::new("the key of links, which is long too"),
        sms_url: outside.sms.clone(),
        sms_account: ACCOUNT.into(),
        sms_from: "+15005550006".into(),
        settings: Settings {
            public_url: outside.public_url.clone(),
            sms_token: Secret::new(TOKEN),
            sms_idempotent: options.idempotent,
            // No pause that a fixed clock would never end.
            emails_per_second: u32::MAX,
            texts_per_second: u32::MAX,
            in_flight: options.in_flight,
            lease: Duration::from_millis(1500),
            retry_after: Duration::from_millis(50),
            weekly_cap: options.weekly_cap,
        },
    };
    let running = start(config, options.clock.clone(), stop.clone()).await.unwrap();
    let url = format!("http://{}", running.address);
    (channel("test", &url, Duration::from_secs(60)).unwrap(), tokio::spawn(running.stopped()))
}

impl Drop for World {
    fn drop(&mut self) {
        self.ends.cancel();
    }
}
