use jiff::SignedDuration;
use saffron_core::event::{CardAccountSet, LocationProvisioned};
use saffron_core::{Code, Error, PosId};
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};

use super::App;
use super::describe::describe;
use crate::domain::LinkCode;
use crate::domain::code::{LINK_CODE_DAYS, MAX_LINK_CODES};
use crate::domain::location::{Registration, Sent};
use crate::store::link_codes;
use crate::store::locations::{self, Registered};

/// What the vendor gets.
pub struct Provisioned {
    /// The location.
    pub pos_id: PosId,
    /// For its tills; none if the known key stays.
    pub ingest_key: Option<Secret>,
    /// For its owner.
    pub link_code: LinkCode,
}

/// Registers a location for a POS vendor, or updates it.
///
/// # Errors
/// Unauthenticated, if the key is nobody's; invalid, naming the field; forbidden, if the posID is another
/// vendor's; conflict, if the card account is another location's.
pub async fn provision_location(
    app: &App,
    provisioning_key: &Secret,
    sent: Sent,
    rotate_ingest_key: bool,
) -> Result<Provisioned, Fault> {
    let unknown =
        || Error::new(Code::Unauthenticated, "The provisioning key is unknown. Ask for a valid one.");
    let vendor = app.vendors.of_key(provisioning_key.expose()).ok_or_else(unknown)?;
    let mut tx = app.database.begin().await?;
    let registration = Registration::check(with_what_is_known(&mut tx, sent).await?)?;
    let (ingest_key, link_code, now) = (Secret::random(), LinkCode::random(), app.now());
    let key_hash = ingest_key.digest();
    let registered =
        locations::register(&mut tx, vendor, &registration, &key_hash, rotate_ingest_key, now).await?;
    let location = registration.location;
    let (is_new, changed, account_changed, to_describe) = match registered {
        Registered::New => (true, true, registration.card_account.is_some(), true),
        Registered::Known { changed, account_changed, describe } => {
            (false, changed, account_changed, describe)
        }
        Registered::OtherVendors => {
            let message = "This posID is registered by another vendor. Choose another posID.";
            return Err(Error { field: Some("posID".into()), ..Error::new(Code::Forbidden, message) }.into());
        }
        Registered::CardAccountInUse => {
            let message = "This card account belongs to another location. Each location needs its own.";
            return Err(
                Error { field: Some("cardAccount".into()), ..Error::new(Code::Conflict, message) }.into()
            );
        }
    };
    let expires_at = now + SignedDuration::from_hours(24 * LINK_CODE_DAYS);
    let code_hash = link_code.digest(&location.pos_id);
    link_codes::insert(&mut tx, &location.pos_id, &code_hash, expires_at, MAX_LINK_CODES - 1).await?;
    if changed {
        tx.publish(&LocationProvisioned {
            pos_id: location.pos_id.clone(),
            name: location.name,
            time_zone: location.time_zone.name().to_owned(),
        })?;
    }
    // What was left out keeps its value: as it stands now.
    if to_describe && let Some(described) = locations::find(&mut tx, &location.pos_id).await? {
        describe(&mut tx, described)?;
    }
    if account_changed {
        let card_account = locations::card_account(&mut tx, &location.pos_id).await?;
        tx.publish(&CardAccountSet {
            pos_id: location.pos_id.clone(),
            card_account,
            time_zone: location.time_zone.name().to_owned(),
        })?;
    }
    tx.commit().await?;
    let ingest_key = (is_new || rotate_ingest_key).then_some(ingest_key);
    Ok(Provisioned { pos_id: location.pos_id, ingest_key, link_code })
}

/// A known location keeps the name and the time zone that are left out; a new one needs both.
async fn with_what_is_known(tx: &mut Tx, mut sent: Sent) -> Result<Sent, Fault> {
    let lacks_something = sent.name.trim().is_empty() || sent.time_zone.trim().is_empty();
    let Ok(pos_id) = sent.pos_id.parse::<PosId>() else { return Ok(sent) };
    if lacks_something && let Some(known) = locations::find(tx, &pos_id).await? {
        if sent.name.trim().is_empty() {
            sent.name = known.name;
        }
        if sent.time_zone.trim().is_empty() {
            sent.time_zone = known.time_zone.name().to_owned();
        }
    }
    Ok(sent)
}
