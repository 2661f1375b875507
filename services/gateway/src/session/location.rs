use saffron_core::{Calendar, Error, PosId};
use saffron_kit::Fault;
use saffron_proto::auth as proto;

/// A location and its calendar.
#[derive(Debug, Clone)]
pub struct LocationCalendar {
    /// The location.
    pub pos_id: PosId,
    /// Its time zone and days.
    pub calendar: Calendar,
}

impl LocationCalendar {
    /// Reads a location that auth sent.
    pub fn read(location: &proto::Location) -> Result<LocationCalendar, Error> {
        let invalid = |what: &str| {
            Fault::Permanent(format!("auth sent location {} with an invalid {what}", location.pos_id))
                .into_answer()
        };
        let zone = location.time_zone.parse().map_err(|_| invalid("time zone"))?;
        let starts = location.day_starts.parse().map_err(|_| invalid("start of the day"))?;
        Ok(LocationCalendar {
            pos_id: location.pos_id.parse().map_err(|_| invalid("posID"))?,
            calendar: Calendar::new(zone, starts),
        })
    }
}
