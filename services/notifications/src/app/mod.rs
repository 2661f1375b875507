//! What changes state: one use case a file, one transaction each.

mod add_device;
mod card_accounts;
mod departures;
mod describe_location;
mod mark_viewed;
mod note;
mod notify;
mod record;
mod send_mails;
mod send_pushes;
mod set_rules;
mod test_push;
mod upkeep;
mod watch_labor;
mod write_digests;

pub use add_device::add_device;
pub use card_accounts::{Version, note_card_event, replace_card_account};
pub use departures::{end_sessions, forget_person, leave_location};
pub use describe_location::describe_location;
pub use mark_viewed::mark_viewed;
pub use note::{is_news, note};
pub use notify::run_notifying;
pub use record::record;
pub use send_mails::send_mails;
pub use send_pushes::run_sending;
pub use set_rules::{RuleChanges, Rules, rules, set_rules};
pub use test_push::test_push;
pub use upkeep::{UPKEEP_EVERY, upkeep};
pub use watch_labor::watch_labor;
pub use write_digests::write_digests;

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
    /// The people who may see these locations.
    async fn people(&self, pos_ids: &[PosId]) -> Result<BTreeMap<PosId, BTreeSet<UserId>>, Fault>;

    /// A person's email address; none: the person was erased.
    async fn email_address(&self, user: UserId) -> Result<Option<String>, Fault>;

    /// The names of these items for guests; an unknown item is left out.
    async fn item_names(
        &self,
        pos_id: &PosId,
        items: &BTreeSet<ItemId>,
    ) -> Result<BTreeMap<ItemId, String>, Fault>;

    /// The days' figures, beside those of a running day's last week up to the same quarter of an hour; of each location one
    /// day at most. Days without trade are left out.
    async fn days(&self, days: &[OpenDay]) -> Result<BTreeMap<PosId, DayFigures>, Fault>;
}

/// What is configured.
#[derive(Clone)]
pub struct Settings {
    /// Origin at which people reach the app, without a slash at its end.
    pub public_url: String,
    /// The pause after a push was not taken for now; doubled with each further try.
    pub retry_after: Duration,
    /// Pushes that a process has in hand, at most.
    pub in_flight: u32,
}

/// What the use cases need.
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
    /// Something happened that people are to be notified of.
    happened: Notify,
    /// Pushes were queued.
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

    /// The present moment in whole microseconds, as the database keeps it.
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
