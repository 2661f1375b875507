//! A text and its status.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The scripted outcome of texts to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Refused with 21211.
    BadNumber,
    /// Refused with 21610.
    OptedOut,
    /// Taken, and reported as undelivered (30003).
    Undelivered,
    /// Refused with 429.
    TooMany,
}

/// The sender of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// A guest.
    Inbound,
    /// A caller of the API.
    OutboundApi,
    /// What the webhook answered to a guest.
    OutboundReply,
}

/// The status of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Taken.
    Queued,
    /// Given to the carrier.
    Sent,
    /// It is there.
    Delivered,
    /// It did not arrive.
    Undelivered,
    /// From a guest.
    Received,
}

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// `SM` and 32 hexadecimal digits.
    pub sid: String,
    /// Its sender.
    pub direction: Direction,
    /// E.164.
    pub from: String,
    /// E.164.
    pub to: String,
    /// Its text.
    pub body: String,
    /// The status.
    pub status: Status,
    /// Why it did not arrive, e.g. 30003.
    pub error_code: Option<u32>,
    /// When it was taken.
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// Under which idempotency token it was sent; empty where none was.
    pub idempotency_token: String,
    /// The address that gets its status.
    #[serde(skip)]
    pub callback: Option<String>,
}

fn as_text<S: serde::Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(at)
}
