use saffron_core::event::LocationDescribed;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::Location;
use crate::store::{self, Described};

/// Notes how auth describes a location. `sequence` tells which of two notes is newer.
pub async fn describe_location(tx: &mut Tx, told: LocationDescribed, sequence: i64) -> Result<(), Fault> {
    let zone = told.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let trimmed = |text: String| text.trim().to_owned();
    let location = Location {
        name: trimmed(told.name),
        website: trimmed(told.website),
        postal_address: trimmed(told.postal_address),
        phone: trimmed(told.phone),
    };
    store::describe_location(tx, &told.pos_id, &Described { location, zone }, sequence).await
}
