//! The events that services publish to each other, analysts and browsers: CloudEvents 1.0 JSON.
//!
//! A published type never changes: a change is a new type with a higher version beside it. The golden files
//! in `tests/golden` hold an example of every type that was ever published, proto/events its JSON Schema.

mod auth;
mod catalogue;
mod connectors;
mod customers;
mod inventory;
mod marketing;
mod notifications;
mod payments;
mod reports;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use auth::*;
pub use catalogue::{About, Published, Reach, catalogue};
pub use connectors::*;
pub use customers::*;
pub use inventory::*;
pub use marketing::*;
pub use notifications::*;
pub use payments::*;
pub use reports::*;

use crate::{PosId, UserId};

/// The envelope of every event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CloudEvent<T> {
    /// Always `1.0`.
    pub specversion: String,
    /// Unique; consumers remember it.
    pub id: Uuid,
    /// The service that speaks.
    pub source: String,
    /// `saffron.<domain>.<event>.v1`.
    pub r#type: String,
    /// The location it is about; none for events about a person's account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<PosId>,
    /// When it was written, UTC.
    pub time: Timestamp,
    /// Always `application/json`.
    pub datacontenttype: String,
    /// Grows with each event of a source; gives the order of events about one thing.
    pub sequence: i64,
    /// What happened.
    pub data: T,
}

/// The recipients of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Other services and analysts, by the stream EVENTS. Carries no personal data.
    World,
    /// Everyone who sees this location, through the gateways.
    Location,
    /// One signed-in person, through the gateways.
    Person(UserId),
    /// The gateways themselves.
    Gateways,
}

/// A type of event.
pub trait Event: Serialize {
    /// The service that publishes it.
    const DOMAIN: &'static str;
    /// Its name in the subject: lower case with underscores.
    const NAME: &'static str;
    /// Its version.
    const VERSION: u8 = 1;
    /// When it is sent: whole sentences, for docs/events.md.
    const WHEN: &'static str;

    /// The location that the event is about; none if it is about no single one.
    fn pos_id(&self) -> Option<&PosId>;

    /// The recipients.
    fn audience(&self) -> Audience {
        Audience::World
    }

    /// Its CloudEvents type.
    fn cloud_type() -> String {
        format!("saffron.{}.{}.v{}", Self::DOMAIN, Self::NAME, Self::VERSION)
    }
}

/// The event by which a service says that something about a location changed.
pub trait Changed: Event {
    /// The event of a location that has this version now.
    fn of(pos_id: PosId, version: i64) -> Self;
}

impl<E: Event> CloudEvent<E> {
    /// An event as its service publishes it.
    #[must_use]
    pub fn of(id: Uuid, sequence: i64, time: Timestamp, data: E) -> CloudEvent<E> {
        CloudEvent {
            specversion: "1.0".into(),
            id,
            source: E::DOMAIN.into(),
            r#type: E::cloud_type(),
            subject: data.pos_id().cloned(),
            time,
            datacontenttype: "application/json".into(),
            sequence,
            data,
        }
    }
}

/// A message or one event of it that could not be worked, kept for a person to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeadLetter {
    /// The location, where it is known.
    #[serde(rename = "posID")]
    pub pos_id: Option<PosId>,
    /// The consumer that gave up.
    pub consumer: String,
    /// The subject it came on, and goes back to when it is replayed.
    pub subject: String,
    /// Why.
    pub reason: String,
    /// How often it was delivered.
    pub attempts: i64,
    /// The payload as it came, or the part of it that failed.
    pub payload: String,
}

impl DeadLetter {
    /// Its CloudEvents type.
    pub const CLOUD_TYPE: &'static str = "saffron.dead_letter.v1";
    /// When it is sent.
    pub const WHEN: &'static str = "When a message, or one event of it, breaks a rule or cannot be read, and so is put aside for a person.";
}

/// A message, or one event of it, that could not be worked and is too large to be kept beside its reason: it lies in the
/// stream that it came from, for as long as that keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeadLetterV2 {
    /// The location, where it is known.
    #[serde(rename = "posID")]
    pub pos_id: Option<PosId>,
    /// The consumer that gave up.
    pub consumer: String,
    /// The subject it came on, and goes back to when it is replayed.
    pub subject: String,
    /// Why.
    pub reason: String,
    /// How often it was delivered.
    pub attempts: i64,
    /// Where it lies.
    pub source: LetterSource,
}

impl DeadLetterV2 {
    /// Its CloudEvents type.
    pub const CLOUD_TYPE: &'static str = "saffron.dead_letter.v2";
    /// When it is sent.
    pub const WHEN: &'static str = "Instead of `saffron.dead_letter.v1`, when what is put aside is too large to be kept with its reason.";
}

/// The message that a letter is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterSource {
    /// The stream: POS or EVENTS.
    pub stream: String,
    /// Its place there.
    #[schemars(with = "i64")]
    pub sequence: u64,
    /// How large it is.
    #[schemars(with = "i64", extend("x-unit" = "bytes"))]
    pub bytes: u64,
}

/// A date and a time of the wall clock, without a zone, as events carry it.
const WALL_TIME: &str = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$";
