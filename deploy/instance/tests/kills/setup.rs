//! An instance whose processes are killed, and a card provider and a mail catcher beside it, which live on.

use std::time::Duration;

use anyhow::Result;
use saffron_core::Clock;
use saffron_core::Secret;
use saffron_dev::postgres::Psql;
use saffron_dev::proc::Identity;
use saffron_dev::services::database;
use saffron_instance::{Launched, Owner, client, kill};
use saffron_sandbox::{card, mail};
use tokio_util::sync::CancellationToken;

use crate::plan::Step;

/// The location of the demo that the card provider's account is of.
const CARDS_OF: &str = "demo-pizza";
const CARD_KEY: &str = "sk_test_of_the_proof_of_kills";
const CONTROL_KEY: &str = "control_of_the_proof_of_kills";
const WEBHOOK_SECRET: &str = "whsec_of_the_proof_of_kills";
const EMAIL: &str = "owner-of-kills@saffron.example";
/// How long the launcher may take to start a killed process again: it waits longer each time.
const STARTED: Duration = Duration::from_secs(60);

pub struct Setup {
    pub instance: Launched,
    psql: Psql,
    pub cards: card::Running,
    pub mails: mail::Running,
    outside: CancellationToken,
}

impl Setup {
    /// Postgres, NATS and every service, ready.
    pub async fn start() -> Result<Self> {
        let mut instance = Launched::with_unlimited_rates()?;
        let outside = CancellationToken::new();
        // All of them are counted in the end.
        let mails = mail::Config { keep: 200_000, ..mail::Config::new(Clock::system()) };
        let mails = mail::serve(mails, outside.clone()).await?;
        let mut config = card::Config::new(CARD_KEY, CONTROL_KEY, 0, Clock::system());
        config.locations = Some(vec![CARDS_OF.parse()?]);
        config.webhook = Some(card::Webhook {
            url: format!("{}/payments/v1/webhooks", instance.address()).parse()?,
            secret: Secret::new(WEBHOOK_SECRET),
            retry: Duration::from_millis(500),
            tries: 8,
        });
        let cards = card::serve(config, outside.clone()).await?;
        for (name, value) in [
            ("SAFFRON_SMTP_URL", mails.url()),
            ("SAFFRON_PAYMENTS_PROVIDER_URL", cards.url()),
            ("SAFFRON_PAYMENTS_SECRET_KEY", CARD_KEY.to_owned()),
            ("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", WEBHOOK_SECRET.to_owned()),
            ("SAFFRON_PAYMENTS_POLL_SECONDS", "10".to_owned()),
            // No guest is left out of a campaign.
            ("SAFFRON_MARKETING_WEEKLY_CAP", "1000".to_owned()),
        ] {
            instance.settings.insert(name.to_owned(), value);
        }
        instance.start().await?;
        let psql = instance.psql().await?;
        Ok(Self { instance, psql, cards, mails, outside })
    }

    /// A new owner.
    pub async fn owner(&self) -> Result<Owner> {
        Owner::sign_up(client()?, &self.instance.address(), &self.mails.page.to_string(), EMAIL).await
    }

    /// The account at the card provider.
    pub fn account(&self) -> String {
        self.cards.accounts()[0].1.clone()
    }

    /// Rows of a service's database, fields separated by `|`.
    pub async fn rows(&self, service: &str, query: &str) -> Vec<String> {
        let text = self.psql.database(&database(service)).run(format!("{query};")).await.unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Kills the victims of a step.
    pub async fn kill_victims(&self, step: &Step) -> Result<()> {
        match step {
            Step::One(victim) => self.kill(victim).await.map(drop),
            Step::Two(one, other) => tokio::try_join!(self.kill(one), self.kill(other)).map(drop),
            Step::Again(victim, after) => {
                let killed = self.kill(victim).await?;
                self.instance.started_again(victim, Some(&killed), STARTED).await?;
                // A moment of its start that the seed has drawn.
                tokio::time::sleep(*after).await;
                self.kill(victim).await.map(drop)
            }
        }
    }

    /// Kills a process as soon as it runs.
    async fn kill(&self, victim: &str) -> Result<Identity> {
        let id = self.instance.started_again(victim, None, STARTED).await?;
        kill(&id).await?;
        Ok(id)
    }

    /// Ends the instance and the stand-ins.
    pub async fn stop(self) -> Result<()> {
        let Self { instance, outside, .. } = self;
        let state = instance.state();
        instance.down().await?;
        outside.cancel();
        instance.expect_nothing_left(&state)
    }
}
