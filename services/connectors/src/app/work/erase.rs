//! Taking erased guests out of what imports keep, a location at a time. A worker that dies leaves it to the next one, which begins
//! again: what names no erased guest stays as it is.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_core::PosId;
use saffron_kit::pg::Backoff;
use saffron_kit::{CancellationToken, Fault, run_worker};
use uuid::Uuid;

use super::{batch, guests};
use crate::app::{App, delete_due_objects};
use crate::domain::RefusedRow;
use crate::store::{self, ERASURES, ErasureInHand, ImportRow, KeptObject};

/// How often it is looked for a location with an erased guest.
const IDLE: Duration = Duration::from_secs(1);
/// Imports, batches and lists that are searched between two signs of life.
const AT_ONCE: i64 = 20;
/// The pauses after failures. An erasure is never given up.
const BACKOFF: Backoff =
    Backoff { first: Duration::from_secs(1), longest: Duration::from_secs(5 * 60), tries: i32::MAX };

/// What an object holds.
#[derive(Debug, Clone, Copy)]
enum Held {
    Facts,
    Refused,
}

/// Works until `shutdown`.
pub async fn run_erasing(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("imports with erased guests", IDLE, None, &shutdown, || round(&app)).await;
}

/// Searches what the imports of a location keep; false if none is due.
async fn round(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let Some(in_hand) = store::claim_erasure(&app.database, now, now + lease(app)).await? else {
        return Ok(false);
    };
    match Box::pin(erase(app, &in_hand)).await {
        Ok(true) => {
            let mut conn = app.database.pool().acquire().await?;
            ERASURES.done(&mut conn, &in_hand).await?;
        }
        Ok(false) => {}
        Err(fault) => {
            let Some(failures) = store::erasure_failed(&app.database, &in_hand).await? else {
                return Ok(true);
            };
            tracing::warn!(%fault, location = %in_hand.key.0, failures, "an erasure waits");
            let mut conn = app.database.pool().acquire().await?;
            ERASURES.later(&mut conn, &in_hand, app.now() + BACKOFF.pause(failures)).await?;
        }
    }
    Ok(true)
}

/// How long a location stays with a worker without a sign of life.
fn lease(app: &App) -> SignedDuration {
    SignedDuration::try_from(app.settings.lease).unwrap_or(SignedDuration::MAX)
}

/// Takes erased guests out of all that the imports of a location keep; false if it is in the worker's hands no more.
async fn erase(app: &App, in_hand: &ErasureInHand) -> Result<bool, Fault> {
    let pos_id = &in_hand.key.0;
    delete_due_objects(app).await?;
    let mut after = Uuid::nil();
    loop {
        let imports = store::imports_with_findings(&app.database, pos_id, after, AT_ONCE).await?;
        let Some(last) = imports.last() else { break };
        after = *last;
        for import_id in imports {
            erase_found(app, pos_id, import_id).await?;
        }
        if !store::keep_erasure(&app.database, in_hand, app.now() + lease(app)).await? {
            return Ok(false);
        }
    }
    for held in [Held::Facts, Held::Refused] {
        let mut after = (Uuid::nil(), -1);
        loop {
            let objects = match held {
                Held::Facts => store::batches_of_guests(&app.database, pos_id, after, AT_ONCE).await?,
                Held::Refused => store::refused_of_guests(&app.database, pos_id, after, AT_ONCE).await?,
            };
            let Some(last) = objects.last() else { break };
            after = (last.import_id, last.number);
            for object in objects {
                erase_kept(app, pos_id, object, held).await?;
            }
            if !store::keep_erasure(&app.database, in_hand, app.now() + lease(app)).await? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Takes erased guests out of what was found in the files of an import.
async fn erase_found(app: &App, pos_id: &PosId, import_id: Uuid) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    let Some(import) = store::lock_import(&mut tx, pos_id, import_id).await? else { return Ok(()) };
    let Some(found) = lost_with_its_key(app.findings(&import))? else { return Ok(()) };
    let mut left = found.clone();
    guests::forget_erased(&mut tx, pos_id, &mut left).await?;
    if left == found {
        return Ok(());
    }
    let sealed = app.sealed.seal_value(&ImportRow::place(import_id, "findings"), &left)?;
    store::renew_findings(&mut tx, import_id, &sealed).await?;
    tx.commit().await
}

/// Writes an object over without erased guests, if it names one.
async fn erase_kept(app: &App, pos_id: &PosId, object: KeptObject, held: Held) -> Result<(), Fault> {
    // Most name none, and are read without a lock.
    if without_erased(app, pos_id, object, held).await?.is_none() {
        return Ok(());
    }
    let mut tx = app.database.begin().await?;
    if !store::lock_object(&mut tx, object.object_id).await? {
        return Ok(());
    }
    if let Some(plain) = without_erased(app, pos_id, object, held).await? {
        app.sealed.put_over(object.import_id, object.object_id, &plain).await?;
    }
    tx.commit().await
}

/// An object without erased guests; none if it names none, or is gone.
async fn without_erased(
    app: &App,
    pos_id: &PosId,
    object: KeptObject,
    held: Held,
) -> Result<Option<Vec<u8>>, Fault> {
    let bytes = lost_with_its_key(app.sealed.get(object.import_id, object.object_id).await)?;
    let Some(bytes) = bytes.flatten() else { return Ok(None) };
    match held {
        Held::Facts => {
            let events = batch::read(&bytes)?;
            let erased = guests::erased_among(app, pos_id, &guests::named_in(&events)?).await?;
            let left = (!erased.is_empty()).then(|| guests::without(&events, &erased)).transpose()?;
            Ok(left.map(|left| batch::written(&left)))
        }
        Held::Refused => {
            let mut rows: Vec<RefusedRow> = serde_json::from_slice(&bytes)
                .map_err(|e| Fault::Permanent(format!("a list of refused rows: {e}")))?;
            let named = rows.iter().filter_map(|row| guests::guest_of(&row.check)).collect();
            let erased = guests::erased_among(app, pos_id, &named).await?;
            for row in &mut rows {
                if guests::guest_of(&row.check).is_some_and(|id| erased.contains(&id)) {
                    row.check.clear();
                }
            }
            let left = (!erased.is_empty()).then(|| serde_json::to_vec(&rows)).transpose();
            left.map_err(|e| Fault::Permanent(e.to_string()))
        }
    }
}

/// What was opened; none if no key opens it any more: then nobody reads it.
fn lost_with_its_key<T>(opened: Result<T, Fault>) -> Result<Option<T>, Fault> {
    match opened {
        Ok(opened) => Ok(Some(opened)),
        Err(fault) if fault.is_transient() => Err(fault),
        Err(fault) => {
            tracing::error!(%fault, "what an import keeps cannot be searched for erased guests");
            Ok(None)
        }
    }
}
