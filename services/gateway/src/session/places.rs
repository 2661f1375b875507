use saffron_core::{Code, Error, PosId, Zone};
use saffron_proto::auth as proto;

/// Where a location lies.
#[derive(Debug, Clone)]
pub struct Place {
    /// The location.
    pub pos_id: PosId,
    /// Its time zone.
    pub zone: Zone,
}

impl Place {
    /// What auth says of a location.
    pub fn read(location: &proto::Location) -> Result<Place, Error> {
        let odd = |what: &str| {
            tracing::error!(pos_id = location.pos_id, what, "auth told of an impossible location");
            Error::new(Code::Internal, "Error Occured. Please contact system administrator.")
        };
        Ok(Place {
            pos_id: location.pos_id.parse().map_err(|_| odd("posID"))?,
            zone: location.time_zone.parse().map_err(|_| odd("time zone"))?,
        })
    }
}
