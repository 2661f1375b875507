//! What changes state: one use case a file, one transaction each.

mod announce;
mod change_payment;
mod check_account;
mod clear;
mod fetch;
mod poll;
mod record;
mod set_account;
mod take_webhook;
mod upkeep;

pub use change_payment::{Change, change_payment};
pub use check_account::check_account;
pub use clear::run_clearing;
pub use fetch::run_fetching;
pub use poll::run_polling;
pub use record::record;
pub use set_account::set_account;
pub use take_webhook::take_webhook;
pub use upkeep::{UPKEEP_EVERY, upkeep};

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_kit::Secret;
use saffron_kit::pg::Database;
use tokio::sync::Notify;

use crate::config::Config;
use crate::store::Provider;

/// What the use cases are told.
pub struct Settings {
    webhook_secrets: Vec<Secret>,
    poll_every: Duration,
    history_days: u16,
    retry_after: Duration,
}

impl Settings {
    /// As configured.
    #[must_use]
    pub fn of(config: &Config) -> Settings {
        Settings {
            webhook_secrets: config.webhook_secrets.clone(),
            poll_every: config.poll_every,
            history_days: config.history_days,
            retry_after: config.retry_after,
        }
    }
}

/// What the use cases stand on.
pub struct App {
    /// Payments' own.
    pub database: Database,
    provider: Provider,
    settings: Settings,
    /// Told when something has to be fetched.
    marked: Notify,
}

impl App {
    /// Puts it together.
    #[must_use]
    pub fn new(database: Database, provider: Provider, settings: Settings) -> App {
        App { database, provider, settings, marked: Notify::new() }
    }

    /// The present moment in whole microseconds, as the database keeps it.
    fn now(&self) -> Timestamp {
        let now = self.database.clock().now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }
}

/// The same length as the clock counts.
fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}
