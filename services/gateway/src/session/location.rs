use saffron_core::{Error, PosId, Zone};
use saffron_kit::Fault;
use saffron_proto::auth as proto;

/// A location and its time zone.
#[derive(Debug, Clone)]
pub struct LocationZone {
    /// The location.
    pub pos_id: PosId,
    /// Its time zone.
    pub zone: Zone,
}

impl LocationZone {
    /// Reads a location that auth sent.
    pub fn read(location: &proto::Location) -> Result<LocationZone, Error> {
        let invalid = |what: &str| {
            Fault::Permanent(format!("auth sent location {} with an invalid {what}", location.pos_id))
                .into_answer()
        };
        Ok(LocationZone {
            pos_id: location.pos_id.parse().map_err(|_| invalid("posID"))?,
            zone: location.time_zone.parse().map_err(|_| invalid("time zone"))?,
        })
    }
}
