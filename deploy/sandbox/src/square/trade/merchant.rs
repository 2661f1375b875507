//! Merchants and their locations.

use std::ops::{Deref, DerefMut};

use saffron_core::{PosId, Zone};

use crate::ids::Key;
use crate::trade::Site;

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
    /// What its trade is of.
    pub site: Site,
}

impl Deref for Location {
    type Target = Site;
    fn deref(&self) -> &Site {
        &self.site
    }
}

impl DerefMut for Location {
    fn deref_mut(&mut self) -> &mut Site {
        &mut self.site
    }
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
        let id = format!("L{:.12}", Key::of(&[pos_id, &"square location"]));
        Location { id, site: Site::new(pos_id, name, zone) }
    }
}
