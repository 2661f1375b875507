use std::ops::Deref;
use std::time::Duration;

use saffron_core::Clock;
use saffron_kit::CancellationToken;
use saffron_kit::grpc::{Channel as Wire, MAX_MESSAGE};
use saffron_marketing::{Config, SPEC, start};
use saffron_proto::marketing::marketing_service_client::MarketingServiceClient;
use saffron_proto::marketing::public_service_client::PublicServiceClient;
use saffron_proto::marketing::{
    Campaign, CampaignState, Draft, GetCampaignRequest, ListOutcomesRequest, RecipientOutcome,
    SendCampaignRequest, SetSubscriptionRequest,
};
use saffron_sandbox::{mail, sms};
use saffron_testkit::{TestService, eventually, eventually_ok, listed};
use serde_json::Value;
use tokio::net::TcpListener;
use tonic::Status;
use uuid::Uuid;

pub use saffron_testkit::{GATEWAY_KEY, ZONE, field, refusal, with};

pub use crate::fixtures::*;
use crate::outside::{self, Rewards};

/// The location of the tests.
pub const POS: &str = "demo-pizza";
/// Its name.
pub const NAME: &str = "Ana's Grill";
pub const WEBSITE: &str = "grill.example";
pub const ACCOUNT: &str = "AC00000000000000000000000000000001";
pub const TOKEN: &str = "the provider's token";

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
    pub service: TestService,
    pub mail: mail::Running,
    pub sms: sms::Running,
    pub public_url: String,
    pub rewards: Rewards,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

impl World {
    pub async fn new() -> World {
        World::with(Options::default()).await
    }

    /// Starts everything, with a clock that is fixed at `now`.
    pub async fn at(now: &str) -> World {
        World::with(Options { clock: Clock::fixed(now.parse().unwrap()), ..Options::default() }).await
    }

    pub async fn with(Options { clock, idempotent, weekly_cap, in_flight }: Options) -> World {
        let (listener, ends) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), CancellationToken::new());
        let public_url = format!("http://{}", listener.local_addr().unwrap());
        let mut catcher = mail::Config::new(clock.clone());
        catcher.keep = 5_000;
        let mail = mail::serve(catcher, ends.clone()).await.unwrap();
        let mut provider = sms::Config::new(ACCOUNT, TOKEN, clock.clone());
        provider.inbound = Some(format!("{public_url}/notification/webhooks/sms/inbound").parse().unwrap());
        provider.retry = Duration::from_millis(50);
        let sms = sms::serve(provider, ends).await.unwrap();
        let rewards = Rewards::default();
        let customers_url = outside::customers(rewards.clone()).await;
        let variables = [
            ("SAFFRON_CUSTOMERS_URL", customers_url.as_str()),
            ("SAFFRON_PUBLIC_URL", &public_url),
            ("SAFFRON_SMTP_URL", &mail.url()),
            ("SAFFRON_MAIL_FROM", "news@saffron.example"),
            ("SAFFRON_MARKETING_ADDRESS_KEY", "the key of addresses, which is long"),
            ("SAFFRON_MARKETING_LINK_KEY", "the key of links, which is long too"),
            ("SAFFRON_MARKETING_SMS_URL", &sms.url()),
            ("SAFFRON_MARKETING_SMS_ACCOUNT", ACCOUNT),
            ("SAFFRON_MARKETING_SMS_TOKEN", TOKEN),
            ("SAFFRON_MARKETING_SMS_FROM", "+15005550006"),
            ("SAFFRON_MARKETING_SMS_IDEMPOTENT", &idempotent.to_string()),
            ("SAFFRON_MARKETING_EMAILS_PER_SECOND", "1000000"),
            ("SAFFRON_MARKETING_TEXTS_PER_SECOND", "1000000"),
            ("SAFFRON_MARKETING_IN_FLIGHT", &in_flight.to_string()),
            ("SAFFRON_MARKETING_LEASE_SECONDS", "3"),
            ("SAFFRON_MARKETING_RETRY_MILLISECONDS", "50"),
            ("SAFFRON_MARKETING_WEEKLY_CAP", &weekly_cap.to_string()),
            ("SAFFRON_MARKETING_TEXT_PRICE", "0.0083"),
        ];
        let service = TestService::start(&SPEC, clock, &variables, |env, clock, stop| {
            let mut config = Config::from_env(&env).unwrap();
            // No pause that a fixed clock would never end.
            (config.settings.emails_per_second, config.settings.texts_per_second) = (u32::MAX, u32::MAX);
            config.settings.lease = Duration::from_millis(1500);
            start(config, clock, stop)
        });
        let service = service.await;
        outside::take_hooks(listener, (service.connection.clone(), public_url.clone()));
        let world = World { service, mail, sms, public_url, rewards };
        world.describe(POS, NAME, WEBSITE).await;
        world
    }

    pub fn client(&self) -> MarketingServiceClient<Wire> {
        MarketingServiceClient::new(self.channel())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }

    pub fn public(&self) -> PublicServiceClient<Wire> {
        PublicServiceClient::new(self.channel())
    }

    /// Guests `g0` and on, with every consent.
    pub async fn guests(&self, count: usize) {
        let guests: Vec<Value> = (0..count).map(|number| guest(number, true)).collect();
        self.facts(POS, "customer.upserted", &guests).await;
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
        let answer = self.client().send_campaign(self.request(&[POS], asked)).await?;
        Ok(answer.into_inner().campaign.unwrap())
    }

    pub async fn campaign(&self, id: &str) -> Campaign {
        let asked = GetCampaignRequest { pos_id: POS.into(), campaign_id: id.into() };
        // A service that is killed and started beside it may be busy.
        let answer = eventually_ok("the campaign", async || {
            self.client().get_campaign(self.request(&[POS], asked.clone())).await
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
        listed(self.client().list_outcomes(self.request(&[POS], asked)).await.unwrap()).await.0
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
}
