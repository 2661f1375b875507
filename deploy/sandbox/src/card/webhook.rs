//! Tells the configured address of every event, signed as the real one is, again and again until it is taken.

use std::sync::Arc;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;
use sha2::Sha256;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::Webhook;
use super::ledger::{Kept as _, Place};
use super::modes::Delivery;
use super::provider::{Provider, seconds};
use super::show;
use crate::ids::Key;
use crate::till::Secret;

/// How many are on their way at once.
const AT_ONCE: usize = 8;
/// How many are taken up at once.
const BATCH: usize = 1_000;
/// How long the address may take.
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
pub async fn run(provider: Provider, webhook: Webhook, shutdown: CancellationToken) {
    let client = Client::builder().timeout(DEADLINE).no_proxy().build();
    let client = match client {
        Ok(client) => client,
        Err(error) => {
            tracing::error!("webhooks cannot be sent: {error}");
            return;
        }
    };
    let sender = Arc::new(Sender { provider, webhook, client, slots: Semaphore::new(AT_ONCE) });
    let mut under_way = JoinSet::new();
    let mut ticks = tokio::time::interval(sender.provider.config().tick);
    loop {
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = sender.provider.woken() => {}
            _ = ticks.tick() => {}
        }
        while under_way.try_join_next().is_some() {}
        loop {
            let due = due(&sender.provider);
            let Some(due) = due else { break };
            for (account, place) in due {
                let sender = sender.clone();
                under_way.spawn(async move {
                    sender.deliver(&account, place).await;
                    sender.provider.ended(1);
                });
            }
        }
        sender.provider.ended(0);
    }
}

/// What the webhook is to be told of now, as often and in the order that it is to be; none if nothing has happened.
fn due(provider: &Provider) -> Option<Vec<(String, Place)>> {
    provider.with(|state| {
        let mut due: Vec<(String, Place)> = Vec::new();
        for ledger in state.accounts.values() {
            let told = state.told.entry(ledger.account.clone()).or_default();
            let until = ledger.events.len().min(*told + BATCH);
            due.extend((*told..until).map(|place| (ledger.account.clone(), place)));
            *told = until;
        }
        let again = state.again.len().min(BATCH);
        due.extend(state.again.drain(..again));
        if due.is_empty() {
            return None;
        }
        match state.modes.delivery {
            Delivery::Drop => due.clear(),
            Delivery::Shuffle => due.sort_by_key(|(account, place)| Key::of(&[account, place, &"shuffle"])),
            Delivery::Normal => {}
        }
        let times = usize::try_from(state.modes.times.max(1)).unwrap_or(1);
        let all = due.len() * times;
        // Within the lock, so that nobody sees nothing left to tell and nothing under way.
        provider.under_way(all);
        Some(due.into_iter().cycle().take(all).collect())
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
    async fn deliver(&self, account: &str, place: Place) {
        let mut wait = self.webhook.retry;
        for tried in 1..=self.webhook.tries {
            if self.once(account, place).await {
                return;
            }
            if tried < self.webhook.tries {
                tokio::time::sleep(wait).await;
                wait = wait.saturating_mul(2).min(LONGEST);
            }
        }
        tracing::warn!(account, "the webhook does not take an event; it is given up");
    }

    async fn once(&self, account: &str, place: Place) -> bool {
        let Ok(_slot) = self.slots.acquire().await else { return false };
        let body = self.provider.with(|state| {
            let ledger = state.accounts.get(account)?;
            let mut event = show::event(ledger, place, true);
            event.as_object_mut()?.insert("account".into(), json!(account));
            Some((event.to_string(), ledger.events.get(place)?.id()))
        });
        let Some((body, id)) = body else { return true };
        let signed = signature(&self.webhook.secret, seconds(&self.provider.config().clock), &body);
        let request = self
            .client
            .post(self.webhook.url.as_str())
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .header("Stripe-Signature", signed)
            .body(body);
        match request.send().await {
            Ok(answer) if answer.status().is_success() => true,
            Ok(answer) => {
                tracing::debug!(
                    account,
                    id,
                    status = answer.status().as_u16(),
                    "the webhook refuses an event"
                );
                false
            }
            Err(error) => {
                tracing::debug!(account, id, "the webhook is away: {}", error.without_url());
                false
            }
        }
    }
}
