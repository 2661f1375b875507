use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::App;
use super::locations::publish_description;
use super::sessions::publish_ended_to_services;
use crate::domain::{DEVICE_HOURS, MAIL_HOURS, SIGN_UP_HOURS, TRY_WINDOW_HOURS};
use crate::store;

/// How often upkeep is due.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// When rows are deleted: table, column with a time, and the hours after that time.
const RETENTION: [(&str, &str, i64); 6] = [
    ("link_codes", "expires_at", 0),
    ("tries", "last_at", TRY_WINDOW_HOURS),
    ("mails", "due_at", MAIL_HOURS),
    ("resets", "ends_at", 0),
    ("sign_ups", "asked_at", SIGN_UP_HOURS),
    ("devices", "last_used_at", DEVICE_HOURS),
];

/// Deletes expired sessions and old rows; publishes the descriptions of locations that were registered before other services
/// needed them.
pub async fn upkeep(app: Arc<App>) -> Result<(), Fault> {
    let (database, now) = (&app.database, app.now());
    let mut batches = database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let ended = store::delete_expired(&mut tx, now, batches.rows()).await?;
        // Gateways check the expiry themselves.
        for of_one in ended.chunk_by(|(one, _), (other, _)| one == other) {
            let handles: Vec<String> = of_one.iter().map(|(_, handle)| handle.clone()).collect();
            if let Some((user_id, _)) = of_one.first() {
                publish_ended_to_services(&mut tx, *user_id, &handles)?;
            }
        }
        batches.end(tx, ended.len() as u64).await?;
    }
    for (table, column, hours) in RETENTION {
        let mut batches = database.batches();
        while let Some(mut tx) = batches.begin().await? {
            let before = now - SignedDuration::from_hours(hours);
            let gone = tx.sweep(table, column, before, batches.rows()).await?;
            batches.end(tx, gone).await?;
        }
    }
    let mut batches = database.batches();
    while let Some(mut tx) = batches.begin().await? {
        let found = store::mark_described(&mut tx, batches.rows()).await?;
        let count = found.len() as u64;
        found.into_iter().try_for_each(|location| publish_description(&mut tx, location))?;
        batches.end(tx, count).await?;
    }
    database.forget_old().await.map(drop)
}

/// Ends the sessions and mailed links of a database that was restored from an older state: they may have ended or been used
/// since. People sign in again; upkeep publishes the sessions that ended.
pub async fn restored(database: &Database) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    store::expire_all_sessions(&mut tx).await?;
    store::delete_all_resets(&mut tx).await?;
    tx.commit().await
}
