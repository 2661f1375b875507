use saffron_core::Zone;
use saffron_core::event::{BusinessDaySet, LocationDescribed};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::Location;
use crate::store;

/// Stores auth's description of a location; of two descriptions the one of the higher sequence is newer.
pub async fn describe_location(tx: &mut Tx, event: LocationDescribed, sequence: i64) -> Result<(), Fault> {
    let zone: Zone = event.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let trimmed = |text: String| text.trim().to_owned();
    let location = Location {
        name: trimmed(event.name),
        website: trimmed(event.website),
        postal_address: trimmed(event.postal_address),
        phone: trimmed(event.phone),
        // Stored by another event.
        calendar: zone.into(),
    };
    store::describe_location(tx, &event.pos_id, &location, sequence).await
}

/// Stores when the business days of a location begin; of two events the one of the higher sequence is newer.
pub async fn set_business_day(tx: &mut Tx, event: &BusinessDaySet, sequence: i64) -> Result<(), Fault> {
    let calendar = event.calendar().map_err(|e| Fault::Permanent(format!("dayStarts: {e}")))?;
    store::set_day_starts(tx, &event.pos_id, &calendar, sequence).await
}
