use saffron_core::event::LocationDescribed;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, Location};

/// Stores a location's name and time zone. Of two descriptions the one with the higher `sequence` is newer.
pub async fn describe_location(
    tx: &mut Tx,
    described: &LocationDescribed,
    sequence: i64,
) -> Result<(), Fault> {
    let zone = described.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let location = Location { name: described.name.trim().to_owned(), zone };
    store::describe_location(tx, &described.pos_id, &location, sequence).await
}
