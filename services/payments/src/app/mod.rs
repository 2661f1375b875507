//! What changes state: one use case a file, one transaction each.

mod change_payment;
mod check_account;
mod clear_mirrors;
mod fetch;
mod keep;
mod poll;
mod record;
mod set_account;
mod take_webhook;
mod upkeep;

pub use change_payment::{Change, change_payment};
pub use check_account::check_account;
pub use clear_mirrors::run_clearing;
pub use fetch::run_fetching;
pub use poll::run_polling;
pub use record::record;
pub use set_account::set_account;
pub use take_webhook::take_webhook;
pub use upkeep::{UPKEEP_EVERY, upkeep};

use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::pg::Database;
use tokio::sync::Notify;

use crate::config::Config;
use crate::store::Provider;

/// What the use cases work with.
pub struct App {
    pub database: Database,
    provider: Provider,
    config: Config,
    /// Notified when objects were marked to be fetched.
    marked: Notify,
}

impl App {
    pub fn new(database: Database, provider: Provider, config: Config) -> App {
        App { database, provider, config, marked: Notify::new() }
    }
}

/// The same length as the clock counts.
fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}
