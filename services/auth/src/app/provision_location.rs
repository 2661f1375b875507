use jiff::SignedDuration;
use saffron_core::event::{CardAccountSet, LocationProvisioned};
use saffron_core::{Code, Error, PosId};
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};

use super::App;
use super::describe::describe;
use crate::domain::LinkCode;
use crate::domain::code::{LINK_CODE_DAYS, MAX_LINK_CODES};
use crate::domain::location::{CardAccount, Registration, Sent};
use crate::store::locations::{self, Registered};
use crate::store::{card_accounts, link_codes};

/// What came of a registration.
pub enum Outcome {
    /// The location stands as registered.
    Done(Provisioned),
    /// Nothing was changed: the vendor is not allowed the card account, unless the provider's own metadata of the account
    /// names the location.
    Unproved,
}

/// What the vendor gets.
pub struct Provisioned {
    /// The location.
    pub pos_id: PosId,
    /// For its tills; none if the known key stays.
    pub ingest_key: Option<Secret>,
    /// For its owner.
    pub link_code: LinkCode,
}

/// Registers a location for a POS vendor, or updates it. A card account that is not the location's already is taken only
/// if the operator allowed it to the vendor, or it is `proved` by the provider's metadata (design.md section 4).
pub async fn provision_location(
    app: &App,
    provisioning_key: &Secret,
    sent: Sent,
    rotate_ingest_key: bool,
    proved: bool,
) -> Result<Outcome, Fault> {
    let unknown =
        || Error::new(Code::Unauthenticated, "The provisioning key is unknown. Ask for a valid one.");
    let vendor = app.vendors.of_key(provisioning_key.expose()).ok_or_else(unknown)?;
    let mut tx = app.database.begin().await?;
    let registration = Registration::check(with_what_is_known(&mut tx, sent).await?)?;
    if let CardAccount::Set(account) = &registration.card_account
        && !(proved || app.card_vendors.is_trusted(vendor))
        && !may_have(&mut tx, vendor, &registration.location.pos_id, account).await?
    {
        return Ok(Outcome::Unproved);
    }
    let (ingest_key, link_code, now) = (Secret::random(), LinkCode::random(), app.now());
    let key_hash = ingest_key.digest();
    let registered =
        locations::register(&mut tx, vendor, &registration, &key_hash, rotate_ingest_key, now).await?;
    let location = registration.location;
    let (is_new, changed, account_changed, card_account, to_describe) = match registered {
        Registered::Done { is_new, changed, account_changed, card_account, describe } => {
            (is_new, changed || is_new, account_changed, card_account, describe)
        }
        Registered::OtherVendors => {
            let message = "This posID is registered by another vendor. Choose another posID.";
            return Err(Error { field: Some("posID".into()), ..Error::new(Code::Forbidden, message) }.into());
        }
        Registered::CardAccountInUse => {
            let message = "This card account belongs to another location. Set cardAccount to null there first, or ask \
                           the operator of this installation to clear it.";
            return Err(
                Error { field: Some("cardAccount".into()), ..Error::new(Code::Conflict, message) }.into()
            );
        }
    };
    let expires_at = now + SignedDuration::from_hours(24 * LINK_CODE_DAYS);
    let code_hash = link_code.digest(&location.pos_id);
    let others = MAX_LINK_CODES - 1;
    link_codes::insert(&mut tx, &location.pos_id, None, &code_hash, expires_at, others).await?;
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
        tx.publish(&CardAccountSet {
            pos_id: location.pos_id.clone(),
            card_account,
            time_zone: location.time_zone.name().to_owned(),
        })?;
    }
    tx.commit().await?;
    let ingest_key = (is_new || rotate_ingest_key).then_some(ingest_key);
    Ok(Outcome::Done(Provisioned { pos_id: location.pos_id, ingest_key, link_code }))
}

/// Whether an account is the location's already, or the operator allowed it to the vendor.
async fn may_have(tx: &mut Tx, vendor: &str, pos_id: &PosId, account: &str) -> Result<bool, Fault> {
    let is_its_own = card_accounts::of_location(tx, pos_id).await?.as_deref() == Some(account);
    Ok(is_its_own || card_accounts::is_allowed(tx, vendor, account).await?)
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
