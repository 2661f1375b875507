//! Locations of an account, as they are offered to the owner.

use saffron_core::Zone;
use saffron_till::Registration;

use crate::adapter::Offer;
use crate::{Unmapped, text};

/// What a POS says of a location.
pub(crate) struct Described<'a> {
    /// Its id at the POS.
    pub(crate) id: &'a str,
    /// As its owner named it.
    pub(crate) name: Option<&'a str>,
    /// IANA name.
    pub(crate) zone: Option<&'a str>,
    /// ISO 4217.
    pub(crate) currency: Option<&'a str>,
    /// Home page.
    pub(crate) website: Option<&'a str>,
    /// As typed.
    pub(crate) phone: Option<&'a str>,
    /// Parts of its address, in order.
    pub(crate) address: [Option<&'a str>; 5],
}

impl Described<'_> {
    /// As it can be connected. `prefix` stands before its id in its `posID`.
    ///
    /// # Errors
    /// Why it cannot be.
    pub(crate) fn offer(&self, pos: &str, prefix: &str) -> Result<Offer, Unmapped> {
        let unmapped = |why: String| Unmapped::new("location", self.id, why);
        let pos_id = format!("{prefix}{}", self.id).parse();
        let zone = self.zone.and_then(|zone| zone.parse::<Zone>().ok());
        let zone =
            zone.ok_or_else(|| unmapped(format!("has no time zone that is known: set one at {pos}")))?;
        let name = text::name(self.name);
        Ok(Offer {
            location: self.id.to_owned(),
            currency: text::cut(self.currency.unwrap_or("USD"), 20).to_uppercase(),
            registration: Registration {
                pos_id: pos_id.map_err(|_| unmapped("has an id that is none: report it".to_owned()))?,
                name: Some(name.ok_or_else(|| unmapped(format!("has no name: enter one at {pos}")))?),
                time_zone: Some(zone.name().to_owned()),
                day_start: None,
                website: text::name(self.website),
                postal_address: self.on_one_line(),
                phone: text::name(self.phone),
                rotate_ingest_key: false,
                ingest_key_name: None,
            },
        })
    }

    /// State and ZIP code, the last two parts, are one.
    fn on_one_line(&self) -> Option<String> {
        let [street, more, city, state, zip] = self.address;
        let state = [state, zip].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let parts = [street, more, city].into_iter().flatten().chain([state.as_str()]);
        let parts = parts.map(str::trim).filter(|part| !part.is_empty());
        text::name(Some(&parts.collect::<Vec<_>>().join(", ")))
    }
}
