//! SQL of auth, checked at compile time against `.sqlx`.

pub mod card_accounts;
pub mod devices;
pub mod keys;
pub mod link_codes;
pub mod links;
pub mod locations;
pub mod mails;
pub mod pictures;
pub mod resets;
pub mod sessions;
pub mod sign_ups;
pub mod tries;
pub mod users;

use saffron_core::{PosId, Zone};
use saffron_kit::Fault;

use crate::domain::Location;

/// The columns of a location as they are stored.
struct LocationRow {
    pos_id: String,
    name: String,
    website: String,
    time_zone: String,
    postal_address: String,
    phone: String,
}

impl TryFrom<LocationRow> for Location {
    type Error = Fault;
    fn try_from(row: LocationRow) -> Result<Location, Fault> {
        Ok(Location {
            time_zone: stored_zone(&row.time_zone)?,
            pos_id: stored_pos_id(row.pos_id)?,
            name: row.name,
            website: row.website,
            postal_address: row.postal_address,
            phone: row.phone,
        })
    }
}

/// What is stored was checked when it came in; another answer is ours to mend.
fn stored_pos_id(text: String) -> Result<PosId, Fault> {
    PosId::try_from(text).map_err(|e| Fault::Permanent(format!("a stored posID {e}")))
}

fn stored_zone(text: &str) -> Result<Zone, Fault> {
    text.parse().map_err(|_| Fault::Permanent(format!("the stored time zone {text} is unknown")))
}
