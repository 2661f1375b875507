//! What changes state: one use case a file, one transaction each.

mod erase_customer;
mod expire_points;
mod finish_erasures;
mod forget_sender;
mod merge_guests;
mod record;
mod save_changes;
mod send_reward;
mod update_percent;

pub use erase_customer::*;
pub use expire_points::*;
pub use finish_erasures::*;
pub use forget_sender::*;
pub use record::*;
pub use send_reward::*;
pub use update_percent::*;

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::nats::Nats;
use saffron_kit::pg::{Database, Tx};
use tokio::sync::Notify;

use crate::domain::TombstoneKey;
use crate::store;
/// The result of a reward's message is one statement, and so is its use case.
pub use crate::store::store_message_result;

/// How often old rows are deleted.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// What the use cases share.
pub struct App {
    pub database: Database,
    pub tombstone_key: TombstoneKey,
    nats: Nats,
    /// Notified after an erasure.
    erased: Notify,
}

impl App {
    pub fn new(database: Database, nats: Nats, tombstone_key: TombstoneKey) -> App {
        App { database, tombstone_key, nats, erased: Notify::new() }
    }
}

/// The longest life of a token: its calendars may be this old.
const TOKEN_LIFE: SignedDuration = SignedDuration::from_secs(60);

/// Locks a location of the caller, and returns its business date.
async fn lock(tx: &mut Tx, caller: &Caller, pos_id: &PosId) -> Result<BusinessDate, Fault> {
    let (calendar, now) = (caller.calendar(pos_id)?.clone(), tx.clock().now());
    let at = now.checked_sub(TOKEN_LIFE).unwrap_or(now);
    let calendars = BTreeMap::from([(pos_id.clone(), (calendar.clone(), at))]);
    Ok(store::lock_locations(tx, &calendars).await?.get(pos_id).unwrap_or(&calendar).today(now))
}
