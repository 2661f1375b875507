//! Sends every event to the configured address, signed as the real one is, again and again until it is taken.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use backon::{ExponentialBuilder, Retryable as _};
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;
use sha2::Sha256;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::Webhook;
use super::provider::{Delivery, Provider, seconds};
use crate::ids::Key;
use saffron_core::Secret;

/// The most deliveries at once.
const AT_ONCE: usize = 8;
/// How long the address may take to answer.
const DEADLINE: Duration = Duration::from_secs(10);
/// The longest wait between two tries.
const LONGEST: Duration = Duration::from_secs(3_600);

/// The header `Stripe-Signature` of a body sent at a second: `t=…,v1=…`.
#[must_use]
pub fn signature(secret: &Secret, at: i64, body: &str) -> String {
    // A key of any length is one.
    let mac = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes()).map(|mut mac| {
        mac.update(format!("{at}.{body}").as_bytes());
        mac.finalize().into_bytes()
    });
    let hex: String = mac.iter().flatten().map(|byte| format!("{byte:02x}")).collect();
    format!("t={at},v1={hex}")
}

/// Delivers until it is shut down.
pub async fn run(provider: Provider, webhook: Webhook, shutdown: CancellationToken) -> anyhow::Result<()> {
    let client = Client::builder().timeout(DEADLINE).no_proxy().build()?;
    let sender = Arc::new(Sender { provider, webhook, client, slots: Semaphore::new(AT_ONCE) });
    let mut under_way = JoinSet::new();
    let mut ticks = tokio::time::interval(sender.provider.config().tick);
    loop {
        tokio::select! {
            () = shutdown.cancelled() => return Ok(()),
            () = sender.provider.woken() => {}
            _ = ticks.tick() => {}
        }
        while under_way.try_join_next().is_some() {}
        for body in due(&sender.provider) {
            let sender = sender.clone();
            under_way.spawn(async move {
                sender.deliver(&body).await;
                sender.provider.under_way(0, 1);
            });
        }
        sender.provider.under_way(0, 0);
    }
}

/// The bodies that are to be delivered now, repeated and ordered by the mode of delivery.
fn due(provider: &Provider) -> Vec<String> {
    provider.with(|state| {
        let mut due: Vec<String> = Vec::new();
        for account in state.accounts.values_mut() {
            let outbox = std::mem::take(&mut account.outbox);
            due.extend(outbox.into_iter().filter_map(|key| {
                let mut event = account.show_event(account.events.get(key).ok()?, true);
                event.as_object_mut()?.insert("account".into(), json!(account.id));
                Some(event.to_string())
            }));
        }
        let (delivery, times) = state.delivery;
        match delivery {
            Delivery::Drop => due.clear(),
            Delivery::Shuffle => due.sort_by_cached_key(|body| Key::of(&[body, &"shuffle"])),
            Delivery::Normal => {}
        }
        // Within the lock, so that there is never nothing left to send and nothing under way in between.
        let all = due.len() * times;
        provider.under_way(all, 0);
        due.into_iter().cycle().take(all).collect()
    })
}

struct Sender {
    provider: Provider,
    webhook: Webhook,
    client: Client,
    slots: Semaphore,
}

impl Sender {
    /// Delivers one event, unless every try fails.
    async fn deliver(&self, body: &str) {
        let tries = usize::try_from(self.webhook.tries).unwrap_or(1);
        let waits = ExponentialBuilder::new().with_min_delay(self.webhook.retry).with_max_delay(LONGEST);
        let waits = waits.with_max_times(tries.saturating_sub(1));
        if let Err(error) = (|| self.once(body)).retry(waits).await {
            tracing::warn!("the webhook does not take an event; it is given up: {error:#}");
        }
    }

    /// Tries to deliver a body once.
    async fn once(&self, body: &str) -> anyhow::Result<()> {
        let _slot = self.slots.acquire().await?;
        let signed = signature(&self.webhook.secret, seconds(&self.provider.config().clock), body);
        let request = self
            .client
            .post(self.webhook.url.as_str())
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .header("Stripe-Signature", signed)
            .body(body.to_owned());
        let answer = request.send().await.map_err(reqwest::Error::without_url).context("it is away")?;
        anyhow::ensure!(answer.status().is_success(), "it answers {}", answer.status().as_u16());
        Ok(())
    }
}
