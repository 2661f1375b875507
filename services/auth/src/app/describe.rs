use saffron_core::event::LocationDescribed;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::Location;

/// Tells the other services how a location calls itself and where it is.
pub fn describe(tx: &mut Tx, location: Location) -> Result<(), Fault> {
    tx.publish(&LocationDescribed {
        pos_id: location.pos_id,
        name: location.name,
        website: location.website,
        time_zone: location.time_zone.name().to_owned(),
        postal_address: location.postal_address,
        phone: location.phone,
    })
}
