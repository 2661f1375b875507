//! What changes state: one use case a file, one transaction each.

mod change_payment;
mod check_account;
mod delete_former_objects;
mod fetch;
mod forget_reviewer;
mod poll;
mod record;
mod record_money;
mod review_mismatch;
mod set_account;
mod store_objects;
mod take_webhook;
mod upkeep;

pub use change_payment::*;
pub use check_account::*;
pub use delete_former_objects::*;
pub use fetch::*;
pub use forget_reviewer::*;
pub use poll::*;
pub use record::*;
pub use review_mismatch::*;
pub use set_account::*;
pub use take_webhook::*;
pub use upkeep::*;

use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::pg::Database;
use tokio::sync::Notify;

use crate::config::Config;
use crate::store::Provider;

/// What the use cases share.
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

/// A duration for arithmetic with timestamps.
fn signed_duration(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}
