//! What changes state: one use case a file, one transaction each.

mod describe_location;
mod devices;
mod digest;
mod end_sessions;
mod forget_person;
mod hear;
mod labor;
mod leave_location;
mod mailing;
mod mark_viewed;
mod record;
mod sending;
mod set_rules;
mod tell;
mod test_push;
mod upkeep;

pub use describe_location::describe_location;
pub use devices::add_device;
pub use digest::write_digests;
pub use end_sessions::end_sessions;
pub use forget_person::forget_person;
pub use hear::{
    OfCards, forget_cards, hear_campaign, hear_cards, hear_guest_text, hear_item, hear_older, is_news,
};
pub use labor::watch_labor;
pub use leave_location::leave_location;
pub use mailing::send_mails;
pub use mark_viewed::{Viewed, mark_viewed};
pub use record::record;
pub use sending::run_sending;
pub use set_rules::{RulesShown, WishedRules, rules, set_rules};
pub use tell::run_telling;
pub use test_push::test_push;
pub use upkeep::{UPKEEP_EVERY, upkeep};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, ItemId, PosId, UserId, Zone};
use saffron_kit::Fault;
use saffron_kit::mail::{Letters, Mailer};
use saffron_kit::pg::Database;
use tokio::sync::Notify;

use crate::domain::DaySums;
use crate::store::PushServices;

/// A day that reports is asked for: location, its clock, and the day.
pub type AskedDay = (PosId, Zone, BusinessDate);

/// A location's day, as reports knows it.
#[derive(Debug, Clone, Copy)]
pub struct ToldDay {
    /// Its figures.
    pub day: DaySums,
    /// The same weekday a week before; of a running day up to the same quarter of an hour; none without trade.
    pub last_week: Option<DaySums>,
}

/// The other services, as far as they are asked.
pub trait Others: Send + Sync + 'static {
    /// Who may see these locations.
    fn people(
        &self,
        pos_ids: BTreeSet<PosId>,
    ) -> BoxFuture<'_, Result<BTreeMap<PosId, BTreeSet<UserId>>, Fault>>;

    /// A person's email address and first name; none: there is no such person any more.
    fn person(&self, user: UserId) -> BoxFuture<'_, Result<Option<(String, String)>, Fault>>;

    /// What guests read of these items; what is not there is left out.
    fn item_names(
        &self,
        pos_id: PosId,
        items: BTreeSet<ItemId>,
    ) -> BoxFuture<'_, Result<BTreeMap<ItemId, String>, Fault>>;

    /// The days' figures; of each location one day at most. Days without trade are left out.
    fn days(&self, days: Vec<AskedDay>) -> BoxFuture<'_, Result<BTreeMap<PosId, ToldDay>, Fault>>;
}

/// What the use cases are told.
#[derive(Clone)]
pub struct Settings {
    /// Origin at which people reach the app, without a slash at its end.
    pub public_url: String,
    /// The pause after a push was not taken for now; doubled with each further try.
    pub retry_after: Duration,
    /// Pushes that a process has in hand, at most.
    pub in_flight: u32,
}

/// What the use cases stand on.
pub struct App {
    /// Notifications' own.
    pub database: Database,
    /// The push services of browsers.
    pub push: PushServices,
    others: Arc<dyn Others>,
    mailer: Mailer,
    letters: Letters,
    settings: Settings,
    /// Told when there is something to tell.
    happened: Notify,
    /// Told when there is something to push.
    written: Notify,
}

impl App {
    /// Puts it together.
    pub fn new(
        database: Database,
        push: PushServices,
        others: Arc<dyn Others>,
        mailer: Mailer,
        settings: Settings,
    ) -> Result<App, Fault> {
        Ok(App {
            database,
            push,
            others,
            mailer,
            letters: Letters::new()?,
            settings,
            happened: Notify::new(),
            written: Notify::new(),
        })
    }

    /// The present moment in whole microseconds, as the database keeps it.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let now = self.database.clock().now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// Says that something happened which is to be told.
    pub fn wake(&self) {
        self.happened.notify_one();
    }
}

/// A duration as moments are moved by.
fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}

/// The pause before the next try: `first` after the first, doubled with each further one, an hour at most, and half of it
/// by chance, so that not all come back at once.
fn pause(first: Duration, tries: i32) -> SignedDuration {
    let doubled = first.saturating_mul(1 << tries.clamp(1, 16).saturating_sub(1));
    let whole = doubled.min(Duration::from_secs(60 * 60));
    signed(whole.mul_f64(0.5 + 0.5 * rand::random::<f64>()))
}
