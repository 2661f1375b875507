use jiff::Timestamp;
use jiff::civil::DateTime;
use saffron_core::{BusinessDate, Calendar, DayStart, DayStarts, PosId, Zone};
use saffron_till::Check;

/// A location of the trade.
#[derive(Debug, Clone)]
pub struct Site {
    /// The location of the trade.
    pub pos_id: PosId,
    /// As its owner reads it.
    pub name: String,
    /// The first line of its address.
    pub address: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
    /// Home page.
    pub website: Option<String>,
    /// Its time zone.
    pub zone: Zone,
    /// When its days begin. Only reports know it: no object tells.
    pub day_start: DayStart,
    /// Such as `USD`.
    pub currency: String,
    /// Such as `US`.
    pub country: String,
    /// Whether it is in business.
    pub is_active: bool,
}

impl Site {
    /// A location in business in the United States.
    #[must_use]
    pub fn new(pos_id: &PosId, name: &str, zone: Zone) -> Site {
        Site {
            pos_id: pos_id.clone(),
            name: name.to_owned(),
            address: None,
            phone: None,
            website: None,
            zone,
            day_start: DayStart::default(),
            currency: "USD".to_owned(),
            country: "US".to_owned(),
            is_active: true,
        }
    }

    /// When a wall time of the location is.
    pub(crate) fn at(&self, wall: DateTime) -> Timestamp {
        self.zone.first_at(wall)
    }

    /// The date in which a check counts.
    pub(crate) fn date_of(&self, check: &Check) -> BusinessDate {
        let calendar = || Calendar::new(self.zone.clone(), DayStarts::always(self.day_start));
        check.business_date.unwrap_or_else(|| calendar().date_of(check.close_time))
    }
}
