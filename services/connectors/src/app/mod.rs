//! The use cases, one a file: each changes state in one transaction. The worker does in the background what files ask for.

mod announce;
mod answer_import;
mod connections;
mod create_import;
mod erase_guest;
mod key_token;
mod overlaps;
mod put_part;
mod reseal;
mod samples;
mod step_import;
mod sweep;
mod work;

pub use answer_import::*;
pub use connections::*;
pub use create_import::*;
pub use erase_guest::*;
pub use overlaps::*;
pub use put_part::*;
pub use samples::*;
pub use step_import::*;
pub use sweep::*;
pub use work::{Settings, run_erasing, run_work};

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Code, Error, EventId, Money, PosId, Zone};
use saffron_kit::pg::Database;
use saffron_kit::{Fault, Secret};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::domain::{Findings, KnownFact, Said, SampleTrade};
use crate::store::{ImportRow, Sealed};

/// How long uploaded files are kept.
pub const FILES_KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long an import can be undone.
pub const UNDO_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What the use cases share.
pub struct App {
    pub database: Database,
    pub sealed: Sealed,
    pub others: Box<dyn OtherServices>,
    pub settings: Settings,
    /// The trade of sample restaurants.
    pub sample: SampleTrade,
    /// Wakes the worker.
    pub wake: Notify,
    /// Wakes the one that feeds sample restaurants.
    pub wake_samples: Notify,
    /// The adapters of POS systems.
    pub adapters: Adapters,
    /// Locations of POS systems that are open to be read.
    pub readers: Readers,
    /// Wakes those that read connected locations.
    pub wake_feeds: Notify,
}

/// Checks of a day by their source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaySource {
    pub business_date: BusinessDate,
    /// The id of an ingest key, or `till`.
    pub source: String,
    pub checks: i64,
    pub net_sales: Money,
}

/// The checks that are asked for.
#[derive(Debug, Clone, Copy)]
pub enum ChecksOf<'a> {
    /// Those that this source brought.
    Source(&'a str),
    /// Those that these brought.
    Sources(&'a [String]),
    /// Those that another one brought.
    OtherThan(&'a str),
}

/// A check as it was sent.
#[derive(Debug, Clone)]
pub struct SentCheck {
    pub check_id: String,
    pub business_date: BusinessDate,
    pub source: String,
    pub revision: i64,
    pub event_id: EventId,
    /// An open one counts in no sales figure.
    pub closed: bool,
    /// The data of its event, JSON.
    pub data: String,
}

/// What connectors asks other services.
#[async_trait]
pub trait OtherServices: Send + Sync {
    /// Makes an ingest key for an import of a caller, whose signed token this is; its id and the key.
    async fn create_key(&self, token: &str, pos_id: &PosId, name: &str) -> Result<(String, Secret), Fault>;
    /// Makes an ingest key for a connection of a caller, whose signed token this is; its id and the key.
    async fn create_connection_key(
        &self,
        token: &str,
        pos_id: &PosId,
        name: &str,
    ) -> Result<(String, Secret), Fault>;
    /// A signed token of an ingest key; none if it was revoked.
    async fn token_of(&self, key: &Secret) -> Result<Option<String>, Fault>;
    /// Revokes an ingest key.
    async fn revoke_key(&self, token: &str, pos_id: &PosId, id: &str) -> Result<(), Fault>;
    /// The names of a location's ingest keys, by id.
    async fn key_names(&self, token: &str, pos_id: &PosId) -> Result<Vec<(String, String)>, Fault>;
    /// The sample restaurants in which somebody looks around.
    async fn samples(&self) -> Result<Vec<(PosId, Zone)>, Fault>;
    /// Makes the ingest key of a sample, which ends the one before.
    async fn replace_sample_key(&self, pos_id: &PosId) -> Result<Secret, Fault>;
    /// Whose checks these days of a location hold.
    async fn sources(
        &self,
        token: &str,
        pos_id: &PosId,
        days: (BusinessDate, BusinessDate),
    ) -> Result<Vec<DaySource>, Fault>;
    /// What is known of these shifts of a location, 1,000 at most.
    async fn shifts(&self, token: &str, pos_id: &PosId, ids: Vec<String>) -> Result<Vec<KnownFact>, Fault>;
    /// What is known of these items of a location's menu, 1,000 at most.
    async fn items(&self, token: &str, pos_id: &PosId, ids: Vec<String>) -> Result<Vec<KnownFact>, Fault>;
    /// A page of the checks of these days by their source, and where the next one begins.
    async fn checks(
        &self,
        token: &str,
        pos_id: &PosId,
        days: (BusinessDate, BusinessDate),
        of: ChecksOf<'_>,
        cursor: &str,
    ) -> Result<(Vec<SentCheck>, Option<String>), Fault>;
}

impl App {
    /// The present moment, UTC.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.database.clock().now()
    }

    /// When an import is next compared with other sources, if it is done or compared now.
    pub fn next_comparison(&self) -> Timestamp {
        let every = SignedDuration::try_from(self.settings.compare_every).unwrap_or(SignedDuration::MAX);
        self.now().saturating_add(every).unwrap_or(Timestamp::MAX)
    }

    /// What a person said of an import's files.
    pub fn said(&self, import: &ImportRow) -> Result<Said, Fault> {
        self.sealed.open_value(&ImportRow::place(import.import_id, "said"), &import.said)
    }

    /// What was found in an import's files; nothing before they are judged.
    pub fn findings(&self, import: &ImportRow) -> Result<Findings, Fault> {
        match &import.findings {
            None => Ok(Findings::default()),
            Some(sealed) => self.sealed.open_value(&ImportRow::place(import.import_id, "findings"), sealed),
        }
    }

    /// The ingest key of an import; none if it has none, or none any more.
    pub fn key(&self, import: &ImportRow) -> Result<Option<Secret>, Fault> {
        let place = ImportRow::place(import.import_id, "key");
        let key = import.ingest_key.as_ref();
        let opened = key.map(|sealed| self.sealed.open_value::<String>(&place, sealed)).transpose()?;
        Ok(opened.map(Secret::new))
    }
}

/// The source of tills without a key of their own.
const TILL: &str = "till";

/// A source for people; `names` are those of ingest keys, by id.
fn source_name(names: &BTreeMap<String, String>, source: &str) -> String {
    let name = names.get(source).filter(|name| !name.is_empty()).cloned();
    name.unwrap_or_else(|| if source == TILL { "Your POS" } else { "Another source" }.to_owned())
}

/// Whose checks these days of a location hold, each with the source's name for people.
pub async fn named_sources(
    app: &App,
    token: &str,
    pos_id: &PosId,
    days: (BusinessDate, BusinessDate),
) -> Result<Vec<(DaySource, String)>, Fault> {
    let sources = app.others.sources(token, pos_id, days).await?;
    if sources.is_empty() {
        return Ok(Vec::new());
    }
    let names = app.others.key_names(token, pos_id).await?.into_iter().collect();
    let named = sources.into_iter().map(|source| {
        let name = source_name(&names, &source.source);
        (source, name)
    });
    Ok(named.collect())
}

/// The failure of a call about an import that the location does not have.
#[must_use]
pub fn no_such_import(import_id: Uuid) -> Error {
    Error::new(Code::NotFound, format!("There is no import {import_id} at this location.")).about("importID")
}

/// The failure of a call that comes at the wrong time.
pub(crate) fn conflict(message: impl Into<String>) -> Fault {
    Error::new(Code::Conflict, message).into()
}
