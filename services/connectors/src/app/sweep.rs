use std::sync::Arc;
use std::time::Duration;

use futures::TryStreamExt as _;
use jiff::SignedDuration;
use saffron_core::Calendar;
use saffron_kit::Fault;
use uuid::Uuid;

use super::announce::announce;
use super::reseal::reseal;
use super::{AUTHORIZATION_KEPT, App, COMPARED_AFTER_UNDO, FILES_KEPT, SAMPLES_KEPT, UNCHOSEN_KEPT};
use crate::store;

/// How often what has had its time is deleted.
pub const SWEEP_EVERY: Duration = Duration::from_secs(10 * 60);
/// Objects and rows of one transaction.
const AT_ONCE: i64 = 100;
/// The most of them in a round.
const ROUNDS: usize = 1_000;
/// The age at which an object that no row names is deleted: no upload takes so long.
const ORPHAN_AGE: SignedDuration = SignedDuration::from_hours(2);
/// How long objects that became no fact are kept after they were last read.
const UNMAPPED_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How long imports that have ended are listed.
const LISTED: SignedDuration = SignedDuration::from_hours(400 * 24);

/// Deletes objects that have had their time or that no row names, gives up imports whose files are gone, revokes keys that are needed
/// no more, and deletes old rows.
pub async fn sweep(app: Arc<App>) -> Result<(), Fault> {
    give_up(&app).await?;
    delete_due_objects(&app).await?;
    delete_orphans(&app).await?;
    revoke_keys(&app).await?;
    let today = Calendar::utc().today(app.now());
    store::delete_sample_days(&app.database, today.plus_days(-SAMPLES_KEPT)).await?;
    store::delete_old_imports(&app.database, app.now() - LISTED).await?;
    delete_unchosen(&app).await?;
    delete_old_rows(&app, "unmapped", "last_seen_at", UNMAPPED_KEPT).await?;
    delete_old_rows(&app, "authorization_begun", "begun_at", AUTHORIZATION_KEPT).await?;
    reseal(&app).await?;
    app.database.forget_old().await.map(drop)
}

/// Deletes connections for which no location was chosen in time, with their credentials.
async fn delete_unchosen(app: &App) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    store::delete_unchosen(&mut tx, app.now() - UNCHOSEN_KEPT, AT_ONCE).await?;
    tx.commit().await
}

/// Deletes rows of a table whose time in a column has passed for so long.
async fn delete_old_rows(
    app: &App,
    table: &'static str,
    column: &'static str,
    kept: SignedDuration,
) -> Result<(), Fault> {
    for _ in 0..ROUNDS {
        let mut tx = app.database.begin().await?;
        let deleted = tx.sweep(table, column, app.now() - kept, AT_ONCE).await?;
        tx.commit().await?;
        if deleted == 0 {
            break;
        }
    }
    Ok(())
}

/// Deletes objects that have had their time.
pub async fn delete_due_objects(app: &App) -> Result<(), Fault> {
    for _ in 0..ROUNDS {
        let due = store::objects_to_forget(&app.database, app.now(), AT_ONCE).await?;
        if due.is_empty() {
            break;
        }
        for (import_id, object_id) in &due {
            app.sealed.delete(*import_id, *object_id).await?;
        }
        let ids: Vec<Uuid> = due.into_iter().map(|(_, object_id)| object_id).collect();
        let mut tx = app.database.begin().await?;
        store::delete_objects(&mut tx, &ids).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Discards imports that were never started and whose files are deleted now.
async fn give_up(app: &App) -> Result<(), Fault> {
    let past = store::imports_past_their_files(&app.database, app.now() - FILES_KEPT, AT_ONCE).await?;
    for (pos_id, import_id) in past {
        let mut tx = app.database.begin().await?;
        if let Some(changed) = store::give_up_import(&mut tx, &pos_id, import_id).await? {
            announce(&mut tx, changed)?;
            let now = app.now();
            store::forget_objects(&mut tx, import_id, now).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Deletes objects whose row was never committed, or came back from a backup without them.
async fn delete_orphans(app: &App) -> Result<(), Fault> {
    let old = app.sealed.written_before(app.now() - ORPHAN_AGE);
    let mut chunks = std::pin::pin!(old.try_chunks(AT_ONCE as usize));
    while let Some(chunk) = chunks.try_next().await.map_err(|e| e.1)? {
        let ids: Vec<Uuid> = chunk.iter().map(|(_, object_id)| *object_id).collect();
        for object_id in store::unknown_objects(&app.database, &ids).await? {
            if let Some((import_id, _)) = chunk.iter().find(|(_, known)| *known == object_id) {
                app.sealed.delete(*import_id, object_id).await?;
            }
        }
    }
    Ok(())
}

/// Revokes the ingest keys of imports that cannot be undone any more, and whose days are compared no more.
async fn revoke_keys(app: &App) -> Result<(), Fault> {
    let undo_ended = app.now() - COMPARED_AFTER_UNDO;
    for (pos_id, import_id) in store::imports_past_their_key(&app.database, undo_ended, AT_ONCE).await? {
        let mut conn = app.database.pool().acquire().await?;
        let Some(import) = store::find_import(&mut conn, &pos_id, import_id).await? else { continue };
        drop(conn);
        if let (Some(key), Some(source)) = (app.key(&import)?, &import.source)
            && let Some(token) = app.others.token_of(&key).await?
        {
            app.others.revoke_key(&token, &pos_id, source).await?;
        }
        let mut tx = app.database.begin().await?;
        store::forget_key(&mut tx, import_id).await?;
        tx.commit().await?;
    }
    Ok(())
}
