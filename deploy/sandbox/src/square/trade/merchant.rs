//! Merchants and their locations.

use jiff::Timestamp;
use jiff::civil::DateTime;
use saffron_core::{BusinessDate, Calendar, DayStart, DayStarts, PosId, Zone};
use saffron_till::Check;

use crate::ids::Key;

/// An account at Square.
#[derive(Debug, Clone)]
pub struct Merchant {
    /// Square's id of it.
    pub id: String,
    /// The business' name.
    pub name: String,
    /// The first is the main location.
    pub locations: Vec<Location>,
    /// Whether a refund names the order of the sale, and not the one that holds the return.
    pub refunds_name_sale: bool,
    /// Whether orders name their discounts by the catalog's id only.
    pub discounts_in_catalog: bool,
}

/// A location of a merchant.
#[derive(Debug, Clone)]
pub struct Location {
    /// Square's id of it.
    pub id: String,
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

impl Merchant {
    /// A merchant with these locations, of which it needs one.
    #[must_use]
    pub fn new(name: &str, locations: Vec<Location>) -> Merchant {
        let id = format!("ML{:.11}", Key::of(&[&name, &"merchant"]));
        Merchant {
            id,
            name: name.to_owned(),
            locations,
            refunds_name_sale: false,
            discounts_in_catalog: false,
        }
    }

    /// The location with this id of Square's.
    pub(in crate::square) fn location(&self, id: &str) -> Option<&Location> {
        self.locations.iter().find(|location| location.id == id)
    }
}

impl Location {
    /// A location in business in the United States.
    #[must_use]
    pub fn new(pos_id: &PosId, name: &str, zone: Zone) -> Location {
        Location {
            id: format!("L{:.12}", Key::of(&[pos_id, &"square location"])),
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
    pub(in crate::square) fn at(&self, wall: DateTime) -> Timestamp {
        self.zone.first_at(wall)
    }

    /// The date in which a check counts.
    pub(in crate::square) fn date_of(&self, check: &Check) -> BusinessDate {
        let calendar = || Calendar::new(self.zone.clone(), DayStarts::always(self.day_start));
        check.business_date.unwrap_or_else(|| calendar().date_of(check.close_time))
    }
}
