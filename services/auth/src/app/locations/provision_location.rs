use saffron_core::event::{
    BusinessDaySet, CardAccountSet, IngestKeyRevoked, LocationDescribed, LocationProvisioned,
};
use saffron_core::{Code, DayStarts, Error, PosId, Source};
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};

use crate::app::App;
use crate::app::ingest_keys::vendors_key;
use crate::domain::{
    CardAccount, LINK_CODE_LIFETIME, LinkCode, Location, NewKey, Registration, SentLocation,
};
use crate::store::{self, Registered};

/// The result of a registration.
pub enum Outcome {
    /// The location is registered.
    Done(Provisioned),
    /// Nothing was changed: the vendor is not allowed the card account, unless the provider's own metadata of the account
    /// names the location.
    Unproved,
}

/// What the vendor gets for a registered location.
pub struct Provisioned {
    pub pos_id: PosId,
    /// For the location's tills; none if the current key stays valid.
    pub ingest_key: Option<Secret>,
    /// For the location's owner.
    pub link_code: LinkCode,
}

/// Registers a location for a POS vendor, or updates it. A card account that is not the location's already is accepted only
/// if the operator allowed it to the vendor, or it is `proved` by the provider's metadata.
pub async fn provision_location(
    app: &App,
    provisioning_key: &Secret,
    sent: SentLocation,
    new_key: NewKey,
    proved: bool,
) -> Result<Outcome, Fault> {
    let unknown =
        || Error::new(Code::Unauthenticated, "The provisioning key is unknown. Ask for a valid one.");
    let vendor = app.vendors.of_key(provisioning_key.expose()).ok_or_else(unknown)?;
    let mut tx = app.database.begin().await?;
    let registration = Registration::check(with_stored_fields(&mut tx, sent).await?)?;
    if let CardAccount::Set(account) = &registration.card_account
        && !(proved || app.card_vendors.is_trusted(vendor))
        && !may_register(&mut tx, vendor, &registration.location.pos_id, account).await?
    {
        return Ok(Outcome::Unproved);
    }
    let (ingest_key, link_code, now) = (Secret::random(), LinkCode::random(), app.now());
    let key_hash = ingest_key.digest();
    let rotates = matches!(new_key, NewKey::Rotated);
    let registered = store::register(&mut tx, vendor, &registration, &key_hash, rotates, now).await?;
    let calendar = registration.location.calendar();
    let Location { pos_id, name, time_zone, .. } = registration.location;
    let changes = match registered {
        Registered::Done(changes) => changes,
        Registered::OtherVendors => {
            let message = "This posID is registered by another vendor. Choose another posID.";
            return Err(Error::new(Code::Forbidden, message).about("posID").into());
        }
        Registered::CardAccountInUse => {
            let message = "This card account belongs to another location. Set cardAccount to null there first, or ask \
                           the operator of this installation to clear it.";
            return Err(Error::new(Code::Conflict, message).about("cardAccount").into());
        }
    };
    let code_hash = link_code.digest(&pos_id);
    store::insert_link_code(&mut tx, &pos_id, None, &code_hash, now + LINK_CODE_LIFETIME).await?;
    let time_zone = String::from(time_zone);
    if rotates && !changes.is_new {
        tx.publish(&IngestKeyRevoked { pos_id: pos_id.clone(), key_id: Source::Till })?;
    }
    if changes.is_new && calendar.starts() != &DayStarts::default() {
        tx.publish(&BusinessDaySet::of(pos_id.clone(), &calendar))?;
    }
    if changes.changed {
        tx.publish(&LocationProvisioned { pos_id: pos_id.clone(), name, time_zone: time_zone.clone() })?;
    }
    // Read again, because an omitted field has its stored value.
    if changes.to_describe
        && let Some(location) = store::find_location(&mut tx, &pos_id).await?
    {
        publish_description(&mut tx, location)?;
    }
    if changes.account_changed {
        tx.publish(&CardAccountSet {
            pos_id: pos_id.clone(),
            card_account: changes.card_account,
            time_zone,
        })?;
    }
    let ingest_key = match new_key {
        NewKey::Named(name) if !changes.is_new => {
            Some(vendors_key(&mut tx, &pos_id, name.as_str(), now).await?)
        }
        NewKey::Rotated => Some(ingest_key),
        NewKey::None | NewKey::Named(_) => changes.is_new.then_some(ingest_key),
    };
    tx.commit().await?;
    Ok(Outcome::Done(Provisioned { pos_id, ingest_key, link_code }))
}

pub fn publish_description(tx: &mut Tx, location: Location) -> Result<(), Fault> {
    tx.publish(&LocationDescribed {
        pos_id: location.pos_id,
        name: location.name,
        website: location.website,
        time_zone: location.time_zone.into(),
        postal_address: location.postal_address,
        phone: location.phone,
    })
}

/// Whether an account is the location's already, or the operator allowed it to the vendor.
async fn may_register(tx: &mut Tx, vendor: &str, pos_id: &PosId, account: &str) -> Result<bool, Fault> {
    let is_registered = store::card_account_of(tx, pos_id).await?.as_deref() == Some(account);
    Ok(is_registered || store::is_account_allowed(tx, vendor, account).await?)
}

/// Fills an omitted name or time zone from the stored location; a new location needs both.
async fn with_stored_fields(tx: &mut Tx, mut sent: SentLocation) -> Result<SentLocation, Fault> {
    let (has_name, has_zone) = (!sent.name.trim().is_empty(), !sent.time_zone.trim().is_empty());
    let Ok(pos_id) = sent.pos_id.parse::<PosId>() else { return Ok(sent) };
    if !(has_name && has_zone)
        && let Some(stored) = store::find_location(tx, &pos_id).await?
    {
        sent.name = if has_name { sent.name } else { stored.name };
        sent.time_zone = if has_zone { sent.time_zone } else { stored.time_zone.into() };
    }
    Ok(sent)
}
