//! The ingest keys that people, imports and connections have of locations.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::IngestKeyRevoked;
use saffron_core::{Code, Error, PosId, Source, UserId};
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};
use uuid::Uuid;

use super::App;
use crate::domain::{FoundIngestKey, IngestKey, IngestKeyKind, filled_label, no_such_key, revocable_key};
use crate::store::{self, NewIngestKey};

/// How often uses of keys are written.
pub const USES_EVERY: Duration = Duration::from_secs(10);
/// A use is written if the last one that was is as old.
const USE_PAUSE: SignedDuration = SignedDuration::from_secs(60);
/// The most keys that wait to be written; further ones are written a minute later.
const MAX_USES: usize = 20_000;

/// Keys that were used, until that is written.
#[derive(Default)]
pub struct KeyUses(Mutex<BTreeSet<Uuid>>);

impl KeyUses {
    fn note(&self, key_id: Uuid) {
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() < MAX_USES {
            used.insert(key_id);
        }
    }

    fn take(&self) -> Vec<Uuid> {
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *used).into_iter().collect()
    }
}

/// The caller of a call about a location's keys: a person, or a key that stands for itself.
#[derive(Debug, Clone, Copy)]
pub enum KeyCaller {
    Person(UserId),
    /// It makes and revokes keys of imports alone.
    Key,
}

impl KeyCaller {
    fn check_kind(self, kind: IngestKeyKind) -> Result<(), Error> {
        match (self, kind) {
            (KeyCaller::Person(_), _) | (KeyCaller::Key, IngestKeyKind::Import) => Ok(()),
            (KeyCaller::Key, _) => {
                let message = "An ingest key makes and revokes keys of imports alone. Sign in for others.";
                Err(Error::new(Code::Forbidden, message))
            }
        }
    }
}

/// A valid key with its signed token.
pub struct ResolvedIngestKey {
    pub key: FoundIngestKey,
    /// The signed token that services accept.
    pub token: String,
    /// UTC.
    pub token_expires_at: Timestamp,
}

/// Finds a valid key by its secret, and signs a token for it. Its use is written later.
pub async fn resolve_ingest_key(app: &App, secret: &Secret) -> Result<ResolvedIngestKey, Fault> {
    let found = store::find_ingest_key(&app.database, &secret.digest()).await?;
    let key = found.ok_or_else(|| {
        let message =
            "The ingest key is unknown or revoked. Ask an owner or your POS vendor for the current one.";
        Error::new(Code::Unauthenticated, message)
    })?;
    let now = app.now();
    if let Some(key_id) = key.key_id
        && key.last_used_at.is_none_or(|at| now.duration_since(at) >= USE_PAUSE)
    {
        app.key_uses.note(key_id);
    }
    let location = (key.pos_id.clone(), key.calendar.clone());
    let (token, token_expires_at) = app.signer.sign(UserId::NOBODY, &key.name, [location], now)?;
    Ok(ResolvedIngestKey { key, token, token_expires_at })
}

/// Writes which keys were used.
pub async fn write_key_uses(app: Arc<App>) -> Result<(), Fault> {
    let used = app.key_uses.take();
    if used.is_empty() {
        return Ok(());
    }
    let now = app.now();
    let mut tx = app.database.begin().await?;
    store::write_uses(&mut tx, &used, now - USE_PAUSE, now).await?;
    tx.commit().await
}

/// Makes a key of one of the caller's locations; returns it with its secret.
pub async fn create_ingest_key(
    app: &App,
    caller: KeyCaller,
    pos_id: &PosId,
    name: String,
    kind: IngestKeyKind,
) -> Result<(IngestKey, Secret), Fault> {
    caller.check_kind(kind)?;
    refuse_sample(pos_id)?;
    let name = filled_label("name", name)?;
    let (key_id, secret, now) = (Uuid::now_v7(), Secret::random(), app.now());
    let mut tx = app.database.begin().await?;
    let created_by = match caller {
        // The token may be older than an unlink: the stored link counts.
        KeyCaller::Person(user_id) if store::lock_link(&mut tx, user_id, pos_id).await? => Some(user_id),
        KeyCaller::Person(_) => return Err(Error::not_your_location().into()),
        KeyCaller::Key => None,
    };
    let key = NewIngestKey {
        key_id,
        pos_id,
        name: name.as_str(),
        kind,
        key_hash: secret.digest(),
        created_at: now,
        created_by,
    };
    let created_by = add_ingest_key(&mut tx, &key).await?;
    tx.commit().await?;
    let key = IngestKey {
        source: Source::Key(key_id),
        name: name.as_str().to_owned(),
        kind,
        created_at: now,
        created_by,
        last_used_at: None,
        revoked_at: None,
    };
    Ok((key, secret))
}

/// Stores a key where its location has room for one; returns the name of the person who made it.
async fn add_ingest_key(tx: &mut Tx, key: &NewIngestKey<'_>) -> Result<Option<String>, Fault> {
    let NewIngestKey { pos_id, kind, key_id, .. } = key;
    // Keys that are made at once are counted one by one.
    store::lock_calendar(tx, pos_id).await?.ok_or_else(Error::not_your_location)?;
    let (kinds, most) = kind.limit();
    if store::count_ingest_keys(tx, pos_id, kinds).await? >= most {
        let message = format!(
            "This location has {most} valid ingest keys of this kind, which is the maximum. Revoke one that is not used any more."
        );
        return Err(Error::new(Code::Conflict, message).into());
    }
    let created_by = store::insert_ingest_key(tx, key).await?;
    tracing::info!(%pos_id, key = %key_id, kind = kind.as_str(), "an ingest key was made");
    Ok(created_by)
}

/// Gives the vendor of a location one more key of a till, in the place of an earlier one that it got by this name.
pub async fn vendors_key(tx: &mut Tx, pos_id: &PosId, name: &str, now: Timestamp) -> Result<Secret, Fault> {
    let kind = IngestKeyKind::Till;
    for key_id in store::revoke_vendors_keys(tx, pos_id, name, now).await? {
        tx.publish(&IngestKeyRevoked { pos_id: pos_id.clone(), key_id: Source::Key(key_id) })?;
    }
    let (key_id, secret) = (Uuid::now_v7(), Secret::random());
    let key_hash = secret.digest();
    add_ingest_key(
        tx,
        &NewIngestKey { key_id, pos_id, name, kind, key_hash, created_at: now, created_by: None },
    )
    .await?;
    Ok(secret)
}

/// Ends a key of one of the caller's locations for good, at all gateways at once. Facts that it sent stay.
pub async fn revoke_ingest_key(app: &App, caller: KeyCaller, pos_id: &PosId, id: &str) -> Result<(), Fault> {
    refuse_sample(pos_id)?;
    let key_id = revocable_key(id)?;
    let mut tx = app.database.begin().await?;
    if let KeyCaller::Person(user_id) = caller
        && !store::lock_link(&mut tx, user_id, pos_id).await?
    {
        return Err(Error::not_your_location().into());
    }
    let (kind, is_valid) = store::lock_ingest_key(&mut tx, pos_id, key_id).await?.ok_or_else(no_such_key)?;
    caller.check_kind(kind)?;
    if !is_valid {
        return Ok(());
    }
    store::revoke_ingest_key(&mut tx, key_id, app.now()).await?;
    tx.publish(&IngestKeyRevoked { pos_id: pos_id.clone(), key_id: Source::Key(key_id) })?;
    tx.commit().await?;
    tracing::info!(%pos_id, key = %key_id, "an ingest key was revoked");
    Ok(())
}

/// A sample restaurant is fed by connectors alone.
fn refuse_sample(pos_id: &PosId) -> Result<(), Error> {
    if pos_id.is_sample() { Err(Error::read_only_sample()) } else { Ok(()) }
}

/// Whether facts of a location may be stamped with a source: the key may be revoked since.
pub async fn is_ingest_source(app: &App, pos_id: &PosId, source: &str) -> Result<bool, Fault> {
    match source.parse() {
        Ok(Source::Till) => Ok(true),
        Ok(Source::Key(key_id)) => store::has_ingest_key(&app.database, pos_id, key_id).await,
        Err(_) => Ok(false),
    }
}
