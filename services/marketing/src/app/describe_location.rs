use saffron_core::event::LocationDescribed;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::Location;
use crate::store;

/// Stores auth's description of a location; of two descriptions the one of the higher sequence is newer.
pub async fn describe_location(tx: &mut Tx, event: LocationDescribed, sequence: i64) -> Result<(), Fault> {
    let trimmed = |text: String| text.trim().to_owned();
    let location = Location {
        name: trimmed(event.name),
        website: trimmed(event.website),
        postal_address: trimmed(event.postal_address),
        phone: trimmed(event.phone),
        zone: event.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?,
    };
    store::describe_location(tx, &event.pos_id, &location, sequence).await
}
