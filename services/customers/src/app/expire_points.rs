use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use saffron_core::{PosId, Zone};
use saffron_kit::Fault;

use super::settle::{announce, settle};
use super::{App, now};
use crate::domain::{Guest, Movement};
use crate::store;

/// Guests looked at in one go.
const AT_ONCE: i64 = 1_000;
/// Goes of one round; what is left waits for the next.
const GOES: usize = 100;

/// Takes granted points whose last day is over at their location.
pub async fn expire_points(app: Arc<App>) -> Result<(), Fault> {
    for _ in 0..GOES {
        // The business date that is furthest ahead of all is at most the day after that of UTC.
        let now = app.database.clock().now();
        let ahead = Zone::utc().today(now).plus_days(1);
        let found = store::guests_to_expire(&app.database, ahead, AT_ONCE).await?;
        let looked_at = found.len();
        let mut by_location: BTreeMap<PosId, (Zone, BTreeSet<Guest>)> = BTreeMap::new();
        for (guest, valid_until, zone) in found {
            if valid_until < zone.today(now) {
                by_location.entry(guest.0.clone()).or_insert_with(|| (zone, BTreeSet::new())).1.insert(guest);
            }
        }
        if by_location.is_empty() {
            return Ok(());
        }
        for (pos_id, (_, guests)) in by_location {
            expire_at(&app, pos_id, guests).await?;
        }
        if looked_at < AT_ONCE as usize {
            return Ok(());
        }
    }
    Ok(())
}

async fn expire_at(app: &App, pos_id: PosId, guests: BTreeSet<Guest>) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    let now = now(&tx);
    let Some(zone) = store::hold_location(&mut tx, &pos_id).await? else { return Ok(()) };
    let today = zone.today(now);
    let accounts = store::open_accounts(&mut tx, &guests, None).await?;
    let movement = Movement::begin(accounts, &BTreeMap::from([(pos_id.clone(), today)]), now);
    if movement.entries().is_empty() {
        return Ok(());
    }
    settle(&mut tx, &movement).await?;
    announce(&mut tx, &BTreeSet::from([pos_id])).await?;
    tx.commit().await
}
