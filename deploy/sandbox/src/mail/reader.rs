//! Reads the mails of a catcher, as a person reads their mail.

use std::time::Duration;

use anyhow::Context as _;
use reqwest::Client;
use serde_json::Value;
use tokio::time::{Instant, sleep};

/// How often to check for new mail.
const CHECK_EVERY: Duration = Duration::from_millis(100);
/// The part of a link before the token that confirms an address.
const LINK: &str = "/auth/confirm#";

/// A reader of the mails at a catcher.
pub struct Reader {
    http: Client,
    page: String,
}

impl Reader {
    /// A reader of the catcher whose page is at `host:port`.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(page: &str) -> anyhow::Result<Reader> {
        let http = Client::builder().timeout(Duration::from_secs(5)).no_proxy().build()?;
        Ok(Reader { http, page: format!("http://{page}/sandbox/v1/mails") })
    }

    /// The number of mails by now.
    ///
    /// # Errors
    /// If the catcher does not answer.
    pub async fn taken(&self) -> anyhow::Result<u64> {
        let list = self.get(&format!("{}?limit=1", self.page)).await?;
        list.get("taken").and_then(Value::as_u64).context("the mail catcher gives no number of mails")
    }

    /// The token that confirms an address, from the first mail to it after the one numbered `after`; none if that mail
    /// holds no such link, or none comes in time.
    ///
    /// # Errors
    /// If the catcher does not answer.
    pub async fn confirm_token(
        &self,
        address: &str,
        after: u64,
        patience: Duration,
    ) -> anyhow::Result<Option<String>> {
        let until = Instant::now() + patience;
        loop {
            let list = self.get(&format!("{}?to={address}&after={after}", self.page)).await?;
            let mails = list.get("mails").and_then(Value::as_array);
            let first = mails.and_then(|mails| mails.last()).and_then(|mail| mail.get("number")?.as_u64());
            if let Some(number) = first {
                let mail = self.get(&format!("{}/{number}", self.page)).await?;
                let text = mail.get("text").and_then(Value::as_str).unwrap_or_default();
                let behind = text.split_once(LINK).map(|(_, rest)| rest);
                return Ok(behind.and_then(|rest| rest.split_whitespace().next()).map(str::to_owned));
            }
            if Instant::now() > until {
                return Ok(None);
            }
            sleep(CHECK_EVERY).await;
        }
    }

    async fn get(&self, url: &str) -> anyhow::Result<Value> {
        let answer = self.http.get(url).send().await.and_then(reqwest::Response::error_for_status);
        answer.context("the mail catcher does not answer")?.json().await.context("the mail catcher's answer")
    }
}
