use saffron_core::event::LocationDescribed;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, Place};

/// Notes how auth describes a location. `sequence` tells which of two notes is newer.
pub async fn describe_location(tx: &mut Tx, told: LocationDescribed, sequence: i64) -> Result<(), Fault> {
    let zone = told.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let place = Place { name: told.name.trim().to_owned(), zone };
    store::describe_location(tx, &told.pos_id, &place, sequence).await
}
