//! Tells of texts: how far they are, and what guests write. Signed as the real provider signs.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use reqwest::Url;
use reqwest::header::CONTENT_TYPE;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{Message, Provider, signature};

/// How many callbacks are on their way at once.
const AT_ONCE: usize = 16;
/// The longest wait between two tries.
const LONGEST: Duration = Duration::from_secs(60);

/// Takes texts on their way and tells of each step, until it is shut down.
pub async fn run(provider: Provider, mut due: mpsc::UnboundedReceiver<String>, shutdown: CancellationToken) {
    let slots = Arc::new(Semaphore::new(AT_ONCE));
    let mut under_way = JoinSet::new();
    loop {
        let sid = tokio::select! {
            () = shutdown.cancelled() => return,
            Some(_) = under_way.join_next() => continue,
            sid = due.recv() => match sid {
                Some(sid) => sid,
                None => return,
            },
        };
        let Ok(slot) = slots.clone().acquire_owned().await else { return };
        let provider = provider.clone();
        under_way.spawn(async move {
            while let Some(message) = provider.step(&sid) {
                if let Some(callback) = &message.callback {
                    status(&provider, callback, &message).await;
                }
            }
            provider.told();
            drop(slot);
        });
    }
}

fn pairs(provider: &Provider, message: &Message) -> Vec<(String, String)> {
    let pairs = [
        ("MessageSid", message.sid.as_str()),
        ("SmsSid", &message.sid),
        ("AccountSid", &provider.config().account),
        ("From", &message.from),
        ("To", &message.to),
        ("ApiVersion", "2010-04-01"),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

async fn status(provider: &Provider, callback: &str, message: &Message) {
    let mut form = pairs(provider, message);
    for name in ["MessageStatus", "SmsStatus"] {
        form.push((name.to_owned(), message.status.as_str().to_owned()));
    }
    form.extend(message.error_code.map(|code| ("ErrorCode".to_owned(), code.to_string())));
    let mut wait = provider.config().retry;
    for tried in 1..=provider.config().tries {
        match post(provider, callback, &form).await {
            Ok(_) => return,
            Err(error) => tracing::debug!(sid = message.sid, "a callback was not taken: {error:#}"),
        }
        if tried < provider.config().tries {
            tokio::time::sleep(wait).await;
            wait = wait.saturating_mul(2).min(LONGEST);
        }
    }
    tracing::warn!(sid = message.sid, "a callback is given up");
}

impl Provider {
    /// A guest writes: the webhook is called, and its answer is sent to the guest. Gives the replies.
    ///
    /// # Errors
    /// If the webhook is away or refuses.
    pub async fn say(&self, guest: &str, body: &str) -> anyhow::Result<Vec<String>> {
        let message = self.receive(guest, body);
        let replies = inbound(self, &message).await?;
        self.reply(&message, &replies);
        Ok(replies)
    }
}

/// Tells the webhook what a guest wrote; gives what it answers.
///
/// # Errors
/// If the webhook is away or refuses.
async fn inbound(provider: &Provider, message: &Message) -> anyhow::Result<Vec<String>> {
    let Some(url) = &provider.config().inbound else { return Ok(Vec::new()) };
    let mut form = pairs(provider, message);
    let more = [("Body", message.body.as_str()), ("NumMedia", "0"), ("NumSegments", "1")];
    form.extend(more.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let twiml = post(provider, url.as_str(), &form).await?;
    Ok(messages_of(&twiml))
}

async fn post(provider: &Provider, url: &str, form: &[(String, String)]) -> anyhow::Result<String> {
    let signed = signature(&provider.config().token, url, form);
    let request = provider
        .http()
        .post(url)
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header("X-Twilio-Signature", signed)
        .body(encode(form));
    let answer = request.send().await.map_err(reqwest::Error::without_url).context("the webhook is away")?;
    let status = answer.status();
    anyhow::ensure!(status.is_success(), "the webhook answered {}", status.as_u16());
    Ok(answer.text().await?)
}

/// A form as it is posted.
fn encode(form: &[(String, String)]) -> String {
    let Ok(mut url) = Url::parse("http://localhost/") else { return String::new() };
    url.query_pairs_mut().extend_pairs(form);
    url.query().unwrap_or_default().to_owned()
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
    fn an_answer_has_messages() {
        let twiml = "<?xml version=\"1.0\"?><Response><Message>Ben &amp; Jo: help</Message></Response>";
        assert_eq!(messages_of(twiml), ["Ben & Jo: help"]);
        assert!(messages_of("<Response/>").is_empty() && messages_of("").is_empty());
    }

    #[test]
    fn forms_are_encoded() {
        let form = [("Body".to_owned(), "a b&c=ä+".to_owned())];
        assert_eq!(encode(&form), "Body=a+b%26c%3D%C3%A4%2B");
    }
}
