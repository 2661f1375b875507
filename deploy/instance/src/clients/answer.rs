//! Answers of the HTTP API by what their client may do next.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::{Result, anyhow};
use reqwest::{Client, RequestBuilder};
use serde_json::Value;

/// Path of the calls of the main API.
pub const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client that keeps its connections, as browsers and tills do.
pub fn client() -> Result<Client> {
    Ok(Client::builder().timeout(PATIENCE).no_proxy().build()?)
}

/// A client that connects from this address of loopback, with this deadline for an answer.
pub fn client_from(address: [u8; 4], patience: Duration) -> Result<Client> {
    let address = IpAddr::V4(Ipv4Addr::from(address));
    Ok(Client::builder().local_address(address).timeout(patience).no_proxy().build()?)
}

/// The answer to a call.
#[derive(Debug)]
pub enum Answer {
    /// 200 or 202, with its JSON.
    Good(Value),
    /// 503 with the time of Retry-After.
    Later(Duration),
    /// Any other answer.
    Bad {
        /// HTTP status.
        status: u16,
        /// Body.
        text: String,
    },
    /// No answer, or one that broke off.
    Lost(reqwest::Error),
}

impl Answer {
    /// Sends a request and reads its answer.
    pub async fn to(request: RequestBuilder) -> Answer {
        let answer = match request.send().await {
            Ok(answer) => answer,
            Err(error) => return Answer::Lost(error),
        };
        let status = answer.status().as_u16();
        let after = answer.headers().get("retry-after").and_then(|after| after.to_str().ok()?.parse().ok());
        let text = match answer.text().await {
            Ok(text) => text,
            Err(error) => return Answer::Lost(error),
        };
        match (status, after, serde_json::from_str(&text)) {
            (200 | 202, _, Ok(value)) => Answer::Good(value),
            (503, Some(after), _) => Answer::Later(Duration::from_secs(after)),
            _ => Answer::Bad { status, text },
        }
    }

    /// The JSON of a good answer; any other answer is an error that names the call.
    pub fn good(self, call: &str) -> Result<Value> {
        match self {
            Answer::Good(value) => Ok(value),
            other => Err(anyhow!("{call}: {other}")),
        }
    }

    /// The `body` of a good answer.
    pub fn body(self, call: &str) -> Result<Value> {
        Ok(self.good(call)?.get_mut("body").map(Value::take).unwrap_or_default())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Good(value) => write!(f, "{value}"),
            Answer::Later(after) => write!(f, "503, to be asked again after {after:?}"),
            Answer::Bad { status, text } => write!(f, "{status} {text}"),
            Answer::Lost(error) => write!(f, "{error:?}"),
        }
    }
}
