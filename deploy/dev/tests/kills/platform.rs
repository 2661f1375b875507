//! An instance whose processes are killed, and the outside world that it is in: a card provider and a mail catcher, which
//! live on.

use std::fs;
use std::time::{Duration, Instant};

use saffron_core::Clock;
use saffron_dev::environment::Environment;
use saffron_dev::packages::Packages;
use saffron_dev::place::Place;
use saffron_dev::postgres::Psql;
use saffron_dev::proc::Identity;
use saffron_dev::secrets::Secrets;
use saffron_dev::services::{GATEWAY, SERVICES, database, variable};
use saffron_sandbox::till::Secret;
use saffron_sandbox::{card, mail};
use tokio_util::sync::CancellationToken;

use crate::fixture::{Own, kill};

/// The location of the demo that the card provider's account was made for.
const CARDS_OF: &str = "demo-pizza";
const CARD_KEY: &str = "sk_test_of_the_proof_of_kills";
const CONTROL_KEY: &str = "control_of_the_proof_of_kills";
const WEBHOOK_SECRET: &str = "whsec_of_the_proof_of_kills";
/// How long the launcher may take to start again what was killed: it waits longer each time.
const BACK: Duration = Duration::from_secs(60);

pub struct Platform {
    own: Own,
    secrets: Secrets,
    psql: Psql,
    pub cards: card::Running,
    pub mails: mail::Running,
    outside: CancellationToken,
}

impl Platform {
    /// Postgres, NATS and every service, ready.
    pub async fn start() -> Self {
        let own = Own::new();
        let mut place = Place::read(Environment::read()).unwrap();
        (place.home, place.ports) = (own.home(), own.ports);
        place.create_home().unwrap();
        let packages = Packages::get(&place, |_| ()).await.unwrap();
        let secrets = Secrets::load(&place.home).unwrap();
        let outside = CancellationToken::new();
        // All of them are counted in the end.
        let mails = mail::Config { keep: 200_000, ..mail::Config::new(Clock::system()) };
        let mails = mail::serve(mails, outside.clone()).await.unwrap();
        let mut config = card::Config::new(CARD_KEY, CONTROL_KEY, 0, Clock::system());
        config.locations = Some(vec![CARDS_OF.parse().unwrap()]);
        config.webhook = Some(card::Webhook {
            url: format!("http://127.0.0.1:{}/payments/v1/webhooks", own.ports.gateway).parse().unwrap(),
            secret: Secret::new(WEBHOOK_SECRET),
            retry: Duration::from_millis(500),
            tries: 8,
        });
        let cards = card::serve(config, outside.clone()).await.unwrap();

        // Nobody looks at the app, so that it need not be built.
        let web = place.home.join("web");
        fs::create_dir_all(&web).unwrap();
        fs::write(web.join("index.html"), "<!doctype html>").unwrap();

        let mut up = own.launcher(&["up", "--detach", "--no-demo", "--no-build"]);
        up.env("SAFFRON_GATEWAY_WEB_DIR", web).env("SAFFRON_SMTP_URL", mails.url());
        up.env("SAFFRON_PAYMENTS_PROVIDER_URL", cards.url()).env("SAFFRON_PAYMENTS_SECRET_KEY", CARD_KEY);
        up.env("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", WEBHOOK_SECRET).env("SAFFRON_PAYMENTS_POLL_SECONDS", "10");
        // So many campaigns that no guest is left out of one.
        up.env("SAFFRON_MARKETING_WEEKLY_CAP", "1000");
        // The load comes from one address, and all streams from one session.
        for rate in ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"] {
            up.env(variable(GATEWAY, rate), "10000");
        }
        let up = tokio::task::spawn_blocking(move || up.output().unwrap()).await.unwrap();
        assert!(up.status.success(), "{up:?}");
        own.ready();
        let postgres =
            format!("postgres://postgres:{}@127.0.0.1:{}/postgres", secrets.postgres, own.ports.postgres);
        let psql = Psql::new(&packages, postgres.parse().unwrap());
        Self { own, secrets, psql, cards, mails, outside }
    }

    /// The address of the gateway.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.own.ports.gateway)
    }

    /// Where the mail catcher shows what came.
    pub fn mail_page(&self) -> String {
        self.mails.page.to_string()
    }

    /// What locations are registered with.
    pub fn provisioning_key(&self) -> &str {
        &self.secrets.provisioning_key
    }

    /// The account at the card provider.
    pub fn account(&self) -> String {
        self.cards.accounts()[0].1.clone()
    }

    /// Where operators ask NATS.
    pub fn operators(&self) -> String {
        format!("nats://ops:{}@127.0.0.1:{}", self.secrets.nats_ops, self.own.ports.nats)
    }

    /// Rows of a service's database, their fields parted by `|`.
    pub async fn rows(&self, service: &str, query: &str) -> Vec<String> {
        let said = self.psql.database(&database(service)).run(format!("{query};")).await.unwrap();
        said.lines().map(str::to_owned).collect()
    }

    /// The databases of all services.
    pub fn databases(&self) -> impl Iterator<Item = &'static str> {
        SERVICES.into_iter()
    }

    /// SIGKILL, as soon as it runs.
    pub async fn kill(&self, victim: &str) -> Identity {
        let id = self.another(victim, None).await;
        tokio::task::block_in_place(|| kill(&id));
        id
    }

    /// Waits until it runs, as another process than this one.
    pub async fn another(&self, victim: &str, than: Option<&Identity>) -> Identity {
        let began = Instant::now();
        loop {
            let state = self.own.state();
            let other = state.process(victim).filter(|id| than.is_none_or(|than| than.pid != id.pid));
            if let Some(id) = other.filter(|id| id.alive()) {
                return id.clone();
            }
            assert!(began.elapsed() < BACK, "{victim} was not started again");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Ends everything.
    pub async fn stop(self) {
        let Self { own, outside, .. } = self;
        let state = own.state();
        let down = own.run(&["down"]);
        assert!(down.status.success(), "{down:?}");
        outside.cancel();
        own.assert_nothing_left(&state);
    }
}

/// What the proof is asked for: its seed, and how many kills.
pub fn asked() -> (u64, u64) {
    let env = Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse().ok());
    (number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random), number("SAFFRON_TEST_KILLS").unwrap_or(10))
}
