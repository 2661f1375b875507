//! What changes state: one use case a file, one transaction each.

mod erase_customer;
mod expire_points;
mod forget_rest;
mod forget_sender;
mod note_message;
mod record;
mod send_reward;
mod settle;
mod update_percent;
mod upkeep;

pub use erase_customer::{ALSO_AT_MOST, erase_customer, no_such_customer};
pub use expire_points::expire_points;
pub use forget_rest::run_forgetting;
pub use forget_sender::forget_sender;
pub use note_message::note_message;
pub use record::record;
pub use send_reward::{Recipient, SendReward, send_reward};
pub use update_percent::update_percent;
pub use upkeep::{UPKEEP_EVERY, upkeep};

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::nats::Nats;
use saffron_kit::pg::{Database, Tx};
use tokio::sync::Notify;

use crate::domain::Eraser;
use crate::store;

/// What the use cases stand on.
pub struct App {
    /// Customers' own.
    pub database: Database,
    nats: Nats,
    eraser: Eraser,
    /// Told after an erasure.
    erased: Notify,
}

impl App {
    /// Puts it together.
    #[must_use]
    pub fn new(database: Database, nats: Nats, eraser: Eraser) -> App {
        App { database, nats, eraser, erased: Notify::new() }
    }

    /// What names erased guests.
    #[must_use]
    pub fn eraser(&self) -> &Eraser {
        &self.eraser
    }
}

/// The present moment in whole microseconds, as the database keeps it.
fn now(tx: &Tx) -> Timestamp {
    let now = tx.clock().now();
    Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
}

/// How long a token lives at most: its zones were true at some moment of that span.
const TOKEN_LIFE: SignedDuration = SignedDuration::from_secs(60);

/// Locks a location of the caller, and gives the time zone that holds there.
async fn hold(tx: &mut Tx, caller: &Caller, pos_id: &PosId, now: Timestamp) -> Result<Zone, Fault> {
    let zone = caller.zone(pos_id)?.clone();
    let at = now.checked_sub(TOKEN_LIFE).unwrap_or(now);
    let held = store::hold_locations(tx, &BTreeMap::from([(pos_id.clone(), (zone.clone(), at))])).await?;
    Ok(held.get(pos_id).cloned().unwrap_or(zone))
}
