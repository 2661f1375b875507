use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use saffron_core::{Calendar, PosId};
use saffron_kit::Fault;

use super::App;
use super::save_changes::save_changes;
use crate::domain::{Guest, LedgerChanges};
use crate::store;

/// The most guests that are read at once.
const AT_ONCE: usize = 1_000;
/// The most pages of one round; other guests wait for the next round.
const PAGES: usize = 100;

/// Expires granted points whose last day is over at the location. A location that fails stops no other.
pub async fn expire_points(app: Arc<App>) -> Result<(), Fault> {
    // Guests in the west, whose day is not over, lie between those whose is: each page goes on behind the one before.
    let (mut after, mut outcome) = (None, Ok(()));
    for _ in 0..PAGES {
        // The business date that is furthest ahead is at most the day after that of UTC.
        let now = app.database.clock().now();
        let ahead = Calendar::utc().today(now).plus_days(1);
        let found = store::guests_to_expire(&app.database, ahead, after.as_ref(), AT_ONCE as i64).await?;
        let is_last = found.len() < AT_ONCE;
        after = found.last().cloned();
        let mut by_location: BTreeMap<PosId, BTreeSet<Guest>> = BTreeMap::new();
        for guest in found.into_iter().filter(|guest| guest.valid_until < guest.calendar.today(now)) {
            by_location.entry(guest.pos_id.clone()).or_default().insert((guest.pos_id, guest.id));
        }
        for (pos_id, guests) in by_location {
            if let Err(fault) = expire_at(&app, &pos_id, &guests).await {
                tracing::warn!(%fault, %pos_id, "points do not expire");
                outcome = Err(fault);
            }
        }
        if is_last {
            break;
        }
    }
    outcome
}

async fn expire_at(app: &App, pos_id: &PosId, guests: &BTreeSet<Guest>) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    let now = tx.clock().now();
    let Some(calendar) = store::lock_location(&mut tx, pos_id).await? else { return Ok(()) };
    let accounts = store::open_accounts(&mut tx, guests, None).await?;
    let changes =
        LedgerChanges::begin(accounts, &BTreeMap::from([(pos_id.clone(), calendar.today(now))]), now);
    save_changes(&mut tx, &changes).await?;
    tx.commit().await
}
