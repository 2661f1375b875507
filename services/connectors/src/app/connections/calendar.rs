use saffron_core::event::BusinessDaySet;
use saffron_core::{Calendar, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::announce::announce;
use crate::store;

/// The business days of a location begin at other times: a connected one is read by them again.
pub async fn set_business_day(tx: &mut Tx, set: &BusinessDaySet) -> Result<(), Fault> {
    let calendar = set.calendar().map_err(|e| Fault::Permanent(format!("dayStarts: {e}")))?;
    let starts = calendar.starts().clone();
    change(tx, &set.pos_id, |known| (known.starts().revision() < starts.revision()).then(|| calendar.clone()))
        .await
}

/// A location was described: a connected one that is in another time zone now is read by it again.
pub async fn set_time_zone(tx: &mut Tx, pos_id: &PosId, time_zone: &str) -> Result<(), Fault> {
    let zone: Zone = time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    change(tx, pos_id, |known| {
        (known.name() != zone.name()).then(|| Calendar::new(zone.clone(), known.starts().clone()))
    })
    .await
}

async fn change(
    tx: &mut Tx,
    pos_id: &PosId,
    to: impl FnOnce(&Calendar) -> Option<Calendar>,
) -> Result<(), Fault> {
    let Some(location) = store::lock_connected(tx, pos_id).await? else { return Ok(()) };
    let Some(calendar) = to(&location.calendar()) else { return Ok(()) };
    let now = tx.clock().now();
    store::set_connected_calendar(tx, pos_id, location.connection_id, &calendar, now).await?;
    announce(tx, location.connection_id, Some(pos_id)).await
}
