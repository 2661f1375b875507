//! What changes state: one use case a file, one transaction each.

mod add_happening;
mod card_accounts;
mod departures;
mod describe_location;
mod mark_viewed;
mod notify;
mod push;
mod record;
mod send_mails;
mod set_rules;
mod upkeep;
mod watch_labor;
mod write_digests;

pub use add_happening::*;
pub use card_accounts::*;
pub use departures::*;
pub use describe_location::*;
pub use mark_viewed::*;
pub use notify::*;
pub use push::*;
pub use record::*;
pub use send_mails::*;
pub use set_rules::*;
pub use upkeep::*;
pub use watch_labor::*;
pub use write_digests::*;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use saffron_core::{ItemId, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::mail::{Mailer, UserMailTemplates};
use saffron_kit::pg::{Backoff, Database};
use tokio::sync::Notify;

use crate::domain::DayFigures;
use crate::store::{OpenDay, PushServices};

/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// The calls to other services.
#[async_trait]
pub trait OtherServices: Send + Sync + 'static {
    /// The people linked to these locations.
    async fn people(&self, pos_ids: &[PosId]) -> Result<BTreeMap<PosId, BTreeSet<UserId>>, Fault>;

    /// A person's email address; none: the person was erased.
    async fn email_address(&self, user: UserId) -> Result<Option<String>, Fault>;

    /// The names of these items for guests; an unknown item is left out.
    async fn item_names(
        &self,
        pos_id: &PosId,
        items: &BTreeSet<ItemId>,
    ) -> Result<BTreeMap<ItemId, String>, Fault>;

    /// The figures of these days, one day of a location at most, and those of a week before: for a running day up to the same
    /// quarter hour. Days without sales are left out.
    async fn days(&self, days: &[OpenDay]) -> Result<BTreeMap<PosId, DayFigures>, Fault>;
}

/// The settings of an installation.
#[derive(Clone)]
pub struct Settings {
    /// Origin at which people reach the app, without a slash at its end.
    pub public_url: String,
    /// The pause after a push service was unavailable; doubled with each further try.
    pub retry_after: Duration,
    /// The most pushes that a process sends at once.
    pub in_flight: u32,
}

/// What the use cases share.
pub struct App {
    pub database: Database,
    /// The push services of browsers.
    pub push: PushServices,
    others: Arc<dyn OtherServices>,
    mailer: Mailer,
    templates: UserMailTemplates,
    in_flight: i64,
    push_backoff: Backoff,
    public_url: String,
    /// Notified when a happening was added.
    happened: Notify,
    /// Notified when pushes were queued.
    queued: Notify,
}

impl App {
    pub fn new(
        database: Database,
        push: PushServices,
        others: Arc<dyn OtherServices>,
        mailer: Mailer,
        settings: Settings,
    ) -> Result<App, Fault> {
        let Settings { public_url, retry_after, in_flight } = settings;
        Ok(App {
            database,
            push,
            others,
            mailer,
            templates: UserMailTemplates::new()?,
            in_flight: in_flight.max(1).into(),
            push_backoff: Backoff { first: retry_after, longest: LONGEST_PAUSE, tries: 8 },
            public_url,
            happened: Notify::new(),
            queued: Notify::new(),
        })
    }

    /// The present moment in whole microseconds, as the database stores it.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let now = self.database.clock().now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// Starts the next round of notifying at once.
    pub fn wake(&self) {
        self.happened.notify_one();
    }
}
