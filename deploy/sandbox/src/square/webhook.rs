//! Sends every event to the configured address, signed as Square does, again and again until it is taken.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use backon::{ExponentialBuilder, Retryable as _};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use saffron_core::Secret;
use sha2::Sha256;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::provider::Square;
use super::show::time;
use super::{Delivery, Webhook};
use crate::ids::Key;

/// The most deliveries at once.
const AT_ONCE: usize = 8;
/// The most events of one round.
const ROUND: usize = 1_000;
/// How long the address may take to answer (Square: 10 seconds).
const DEADLINE: Duration = Duration::from_secs(10);
/// The longest wait between two tries.
const LONGEST: Duration = Duration::from_secs(3_600);

/// The header `x-square-hmacsha256-signature` of a body that is sent to a URL: HMAC-SHA256 over both, base64.
#[must_use]
pub fn signature(key: &Secret, url: &str, body: &str) -> String {
    // A key of any length is one.
    let mac = Hmac::<Sha256>::new_from_slice(key.expose().as_bytes()).map(|mut mac| {
        mac.update(url.as_bytes());
        mac.update(body.as_bytes());
        mac.finalize().into_bytes()
    });
    mac.map(|bytes| STANDARD.encode(bytes)).unwrap_or_default()
}

/// Delivers until it is shut down.
pub async fn run(square: Square, webhook: Webhook, shutdown: CancellationToken) -> anyhow::Result<()> {
    let client = Client::builder().timeout(DEADLINE).no_proxy().build()?;
    let sender = Arc::new(Sender { square, webhook, client, slots: Semaphore::new(AT_ONCE) });
    let mut under_way = JoinSet::new();
    loop {
        let bodies = due(&sender.square);
        if bodies.is_empty() {
            tokio::select! {
                () = shutdown.cancelled() => return Ok(()),
                () = sender.square.woken() => {}
            }
        }
        while under_way.try_join_next().is_some() {}
        for body in bodies {
            let sender = sender.clone();
            under_way.spawn(async move {
                sender.deliver(&body).await;
                sender.square.under_way(0, 1);
            });
        }
        // Of a flood, no more is under way than a round.
        while under_way.len() > ROUND && under_way.join_next().await.is_some() {}
        sender.square.under_way(0, 0);
    }
}

/// The bodies that are to be delivered now, repeated and ordered by the mode of delivery.
fn due(square: &Square) -> Vec<String> {
    square.with(|state| {
        let count = state.outbox.len().min(ROUND);
        let mut due: Vec<String> =
            state.outbox.drain(..count).map(|sent| sent.happened.body(&sent.merchant)).collect();
        let (delivery, times) = state.delivery;
        match delivery {
            Delivery::Drop => due.clear(),
            Delivery::Shuffle => due.sort_by_cached_key(|body| Key::of(&[body, &"shuffle"])),
            Delivery::Normal => {}
        }
        // Within the lock, so that there is never nothing left to send and nothing under way in between.
        let all = due.len() * times;
        square.under_way(all, 0);
        due.into_iter().cycle().take(all).collect()
    })
}

struct Sender {
    square: Square,
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
        let (first, number) = (time(self.square.now()), AtomicU32::new(0));
        let once = || self.once(body, &first, number.fetch_add(1, Ordering::Relaxed));
        if let Err(error) = once.retry(waits).await {
            tracing::warn!("the webhook does not take an event; it is given up: {error:#}");
        }
    }

    /// Tries to deliver a body once.
    async fn once(&self, body: &str, first: &str, number: u32) -> anyhow::Result<()> {
        let _slot = self.slots.acquire().await?;
        let signed = signature(&self.webhook.key, &self.webhook.signed_url, body);
        let mut request = self
            .client
            .post(self.webhook.url.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header("x-square-hmacsha256-signature", signed)
            .header("square-environment", "Sandbox")
            .header("square-initial-delivery-timestamp", first);
        if number > 0 {
            request =
                request.header("square-retry-number", number).header("square-retry-reason", "http_error");
        }
        let answer = request.body(body.to_owned()).send().await;
        let answer = answer.map_err(reqwest::Error::without_url).context("it is away")?;
        anyhow::ensure!(answer.status().is_success(), "it answers {}", answer.status().as_u16());
        Ok(())
    }
}
