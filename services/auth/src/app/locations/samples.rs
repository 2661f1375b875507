//! Sample restaurants: one for each time zone, made when the first person asks for it, and shared by all who look around there.

use saffron_core::event::{IngestKeyRevoked, LocationProvisioned, LocationsChanged};
use saffron_core::{Code, DayStarts, Error, PosId, Source, UserId, Zone, parse_field};
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};
use uuid::Uuid;

use super::{publish_description, publish_unlinked};
use crate::app::{App, log_access};
use crate::domain::{CardAccount, IngestKeyKind, Location, NO_VENDOR, Registration, bad_time_zone};
use crate::store::{self, NewIngestKey, Registered};

/// What people read as the name of a sample.
const NAME: &str = "Sample restaurant";
/// The name of the key by which connectors feeds one.
const KEY_NAME: &str = "Sample trade";

/// Lets a person without a location look around in the sample of a time zone, and makes that first where nobody did. Of several
/// samples the last one counts.
///
/// # Errors
/// Invalid, naming the time zone; conflict, if the person has a location.
pub async fn open_sample(app: &App, user_id: UserId, time_zone: &str) -> Result<Location, Fault> {
    let zone: Zone = time_zone.trim().parse().map_err(|_| bad_time_zone())?;
    let (sample, now) = (sample_of(zone), app.now());
    let pos_id = &sample.pos_id;
    let mut tx = app.database.begin().await?;
    // The person is locked, so that a location linked at once is seen, or ends the sample.
    if !store::lock_person(&mut tx, user_id).await? {
        return Err(Error::session_ended().into());
    }
    if store::lock_link(&mut tx, user_id, pos_id).await? {
        return Ok(sample);
    }
    end_sample(&mut tx, user_id).await?;
    if store::count_other_locations(&mut tx, user_id, pos_id).await? > 0 {
        let message = "You have a location of your own, so there is no sample restaurant to look around in.";
        return Err(Error::new(Code::Conflict, message).into());
    }
    if store::find_location(&mut tx, pos_id).await?.is_none() {
        make_sample(&mut tx, sample.clone()).await?;
    }
    store::insert_link(&mut tx, user_id, pos_id, now).await?;
    tx.publish(&LocationsChanged { user_id, pos_id: pos_id.clone(), linked: true })?;
    tx.commit().await?;
    log_access("sample opened", Some(user_id), "");
    Ok(sample)
}

/// Ends a person's look around; without one nothing changes.
///
/// # Errors
/// If the database is away.
pub async fn close_sample(app: &App, user_id: UserId) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    end_sample(&mut tx, user_id).await?;
    tx.commit().await
}

/// Unlinks a person from the sample, and publishes the events.
pub(super) async fn end_sample(tx: &mut Tx, user_id: UserId) -> Result<(), Fault> {
    let ended = store::delete_sample_links(tx, user_id).await?;
    ended.iter().try_for_each(|pos_id| publish_unlinked(tx, user_id, pos_id))
}

/// Reads the posID of a location that is no sample restaurant.
///
/// # Errors
/// Invalid, if it is malformed; forbidden, if it is a sample.
pub fn own_pos_id(text: &str) -> Result<PosId, Error> {
    let pos_id: PosId = parse_field("posID", text)?;
    if pos_id.is_sample() { Err(Error::read_only_sample()) } else { Ok(pos_id) }
}

/// Makes the key by which connectors feeds a sample, and ends those before it: connectors has lost them.
///
/// # Errors
/// Not found, if there is no such sample.
pub async fn replace_sample_key(app: &App, pos_id: &str) -> Result<Secret, Fault> {
    let pos_id: PosId = parse_field("posID", pos_id)?;
    let none = || Error::new(Code::NotFound, "There is no sample restaurant with this posID.").about("posID");
    if !pos_id.is_sample() {
        return Err(none().into());
    }
    let (key_id, secret, now) = (Uuid::now_v7(), Secret::random(), app.now());
    let mut tx = app.database.begin().await?;
    store::lock_calendar(&mut tx, &pos_id).await?.ok_or_else(none)?;
    for before in store::valid_ingest_keys(&mut tx, &pos_id).await? {
        store::revoke_ingest_key(&mut tx, before, now).await?;
        tx.publish(&IngestKeyRevoked { pos_id: pos_id.clone(), key_id: Source::Key(before) })?;
    }
    let key = NewIngestKey {
        key_id,
        pos_id: &pos_id,
        name: KEY_NAME,
        kind: IngestKeyKind::Connection,
        key_hash: secret.digest(),
        created_at: now,
        created_by: None,
    };
    store::insert_ingest_key(&mut tx, &key).await?;
    tx.commit().await?;
    tracing::info!(%pos_id, key = %key_id, "the ingest key of a sample was made");
    Ok(secret)
}

fn sample_of(time_zone: Zone) -> Location {
    Location {
        pos_id: PosId::sample_of(&time_zone),
        name: NAME.to_owned(),
        website: String::new(),
        time_zone,
        postal_address: String::new(),
        phone: String::new(),
        day_starts: DayStarts::default(),
    }
}

/// Registers a sample. The key that a POS vendor would have is nobody's.
async fn make_sample(tx: &mut Tx, sample: Location) -> Result<(), Fault> {
    let registration = Registration { location: sample.clone(), card_account: CardAccount::Unchanged };
    let (key_hash, now) = (Secret::random().digest(), tx.clock().now());
    match store::register(tx, NO_VENDOR, &registration, &key_hash, false, now).await? {
        Registered::Done(changes) if changes.is_new => {
            tx.publish(&LocationProvisioned {
                pos_id: sample.pos_id.clone(),
                name: sample.name.clone(),
                time_zone: sample.time_zone.clone().into(),
            })?;
            publish_description(tx, sample)
        }
        // Another person asked for it at once.
        Registered::Done(_) => Ok(()),
        _ => Err(Fault::Permanent(format!("{} is a vendor's location", sample.pos_id))),
    }
}
