//! The location of an import without an ingest key.

use anyhow::Context as _;
use saffron_core::PosId;
use saffron_kit::Secret;
use saffron_till::{Api, ApiError, Registered, Registration, Vendor};

use super::ImportArgs;

/// The name of the key that imports of a vendor use; the key of the location's till stays.
const KEY_NAME: &str = "saffron import";
/// The time zone of a new location that names none.
const TIME_ZONE: &str = "America/New_York";

/// What an owner enters to see the location.
pub struct Link {
    pos_id: PosId,
    code: String,
}

impl Link {
    /// Prints what the owner does next.
    pub fn print(&self, url: &str) {
        println!("Next: sign in at {url}, choose Connect your restaurant, Enter a link code, and enter");
        println!("  posID      {}", self.pos_id);
        println!("  link code  {}   (once, within 7 days)", self.code);
    }
}

/// Registers a location for the vendor of the provisioning key, or finds the one it has; with a key of its own for imports.
pub async fn register(api: &Api, args: &ImportArgs, pos_id: &PosId) -> anyhow::Result<(Secret, Link)> {
    let key = args.provisioning_key.as_deref().context(
        "Give an ingest key of the location: --ingest-key or SAFFRON_INGEST_KEY; its people make one in the app. A POS vendor \
         gives the provisioning key instead: --provisioning-key or SAFFRON_PROVISIONING_KEY.",
    )?;
    let vendor = Vendor::new(api.clone(), Secret::new(key.trim()));
    let known = Registration {
        pos_id: pos_id.clone(),
        name: args.name.clone(),
        time_zone: args.time_zone.clone(),
        day_start: None,
        website: None,
        postal_address: None,
        phone: None,
        rotate_ingest_key: false,
        ingest_key_name: Some(KEY_NAME.to_owned()),
    };
    let answer = match vendor.register(&known).await {
        // A new location needs the name and the zone that a known one keeps.
        Err(ApiError::Refused { status: 400, .. }) if args.name.is_none() || args.time_zone.is_none() => {
            let new = Registration {
                name: Some(args.name.clone().unwrap_or_else(|| pos_id.to_string())),
                time_zone: Some(args.time_zone.clone().unwrap_or_else(|| TIME_ZONE.to_owned())),
                ..known
            };
            vendor.register(&new).await
        }
        answer => answer,
    };
    let Registered { ingest_key, link_code } = answer.context("cannot register the location")?;
    let key = ingest_key.context("the installation gave no ingest key; is it older than this program?")?;
    Ok((key, Link { pos_id: pos_id.clone(), code: link_code }))
}
