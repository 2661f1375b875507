//! Callbacks for the status of texts and for texts of guests, signed as the real provider signs.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use backon::{ExponentialBuilder, Retryable as _};
use reqwest::header::CONTENT_TYPE;
use serde_json::json;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{Message, Provider, signature};

/// The most texts that are delivered at once.
const AT_ONCE: usize = 16;
/// The longest wait between two tries.
const LONGEST: Duration = Duration::from_secs(60);

/// Moves sent texts to their final status and reports each step, until it is shut down.
pub async fn run(provider: Provider, mut sent: mpsc::UnboundedReceiver<String>, shutdown: CancellationToken) {
    let slots = Arc::new(Semaphore::new(AT_ONCE));
    let mut under_way = JoinSet::new();
    loop {
        let sid = tokio::select! {
            () = shutdown.cancelled() => return,
            Some(_) = under_way.join_next() => continue,
            sid = sent.recv() => match sid {
                Some(sid) => sid,
                None => return,
            },
        };
        let Ok(slot) = slots.clone().acquire_owned().await else { return };
        let provider = provider.clone();
        under_way.spawn(async move {
            while let Some(message) = provider.step(&sid) {
                if let Some(callback) = &message.callback {
                    report(&provider, callback, &message).await;
                }
            }
            provider.done();
            drop(slot);
        });
    }
}

/// The form that the provider posts about a text.
fn form<'a>(provider: &'a Provider, message: &'a Message) -> Vec<(&'a str, &'a str)> {
    vec![
        ("MessageSid", message.sid.as_str()),
        ("SmsSid", &message.sid),
        ("AccountSid", &provider.config().account),
        ("From", &message.from),
        ("To", &message.to),
        ("ApiVersion", "2010-04-01"),
    ]
}

/// Posts the status of a text to its callback, with retries.
async fn report(provider: &Provider, callback: &str, message: &Message) {
    let mut form = form(provider, message);
    let status = json!(message.status);
    let status = status.as_str().unwrap_or_default();
    form.extend([("MessageStatus", status), ("SmsStatus", status)]);
    let code = message.error_code.map(|code| code.to_string());
    form.extend(code.as_deref().map(|code| ("ErrorCode", code)));
    let (retry, tries) = (provider.config().retry, provider.config().tries);
    let waits = ExponentialBuilder::new().with_min_delay(retry).with_max_delay(LONGEST);
    let waits = waits.with_max_times(tries.saturating_sub(1));
    if let Err(error) = (|| post(provider, callback, &form)).retry(waits).await {
        tracing::warn!(sid = message.sid, "a callback is given up: {error:#}");
    }
}

impl Provider {
    /// Receives a text from a guest: calls the webhook, and sends its answer to the guest. Gives the replies.
    ///
    /// # Errors
    /// If the webhook is away or refuses.
    pub async fn say(&self, guest: &str, body: &str) -> anyhow::Result<Vec<String>> {
        let message = self.receive(guest, body);
        let Some(url) = &self.config().inbound else { return Ok(Vec::new()) };
        let mut form = form(self, &message);
        form.extend([("Body", body), ("NumMedia", "0"), ("NumSegments", "1")]);
        let replies = messages_of(&post(self, url.as_str(), &form).await?);
        self.reply(&message, &replies);
        Ok(replies)
    }
}

/// Posts a signed form; gives the body of the answer.
async fn post(provider: &Provider, url: &str, form: &[(&str, &str)]) -> anyhow::Result<String> {
    let signed = signature(&provider.config().token, url, form);
    let request = provider
        .http()
        .post(url)
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header("X-Twilio-Signature", signed)
        .body(form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish());
    let answer = request.send().await.map_err(reqwest::Error::without_url).context("the webhook is away")?;
    let status = answer.status();
    anyhow::ensure!(status.is_success(), "the webhook answered {}", status.as_u16());
    Ok(answer.text().await?)
}

/// The messages of a TwiML answer.
fn messages_of(twiml: &str) -> Vec<String> {
    let parts = twiml.split("<Message>").skip(1);
    let texts = parts.filter_map(|part| part.split_once("</Message>").map(|(text, _)| text));
    let plain = |text: &str| {
        let text = text.trim().replace("<Body>", "").replace("</Body>", "");
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        text.replace("&#39;", "'").replace("&apos;", "'").replace("&amp;", "&")
    };
    texts.map(plain).filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_from_an_answer() {
        let twiml = "<?xml version=\"1.0\"?><Response><Message>Ben &amp; Jo: help</Message></Response>";
        assert_eq!(messages_of(twiml), ["Ben & Jo: help"]);
        assert!(messages_of("<Response/>").is_empty() && messages_of("").is_empty());
    }
}
