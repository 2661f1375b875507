use saffron_core::Zone;
use saffron_core::event::{BusinessDaySet, LocationDescribed};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Stores a location's name and time zone. Of two descriptions the one with the higher `sequence` is newer.
pub async fn describe_location(
    tx: &mut Tx,
    described: &LocationDescribed,
    sequence: i64,
) -> Result<(), Fault> {
    let zone: Zone = described.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    store::describe_location(tx, &described.pos_id, described.name.trim(), &zone, sequence).await
}

/// Stores when the business days of a location begin. Of two events the one with the higher `sequence` is newer.
pub async fn set_business_day(tx: &mut Tx, event: &BusinessDaySet, sequence: i64) -> Result<(), Fault> {
    let calendar = event.calendar().map_err(|e| Fault::Permanent(format!("dayStarts: {e}")))?;
    store::set_day_starts(tx, &event.pos_id, &calendar, sequence).await
}
