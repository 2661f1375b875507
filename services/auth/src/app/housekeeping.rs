use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use super::describe::describe;
use super::end_sessions::tell_services;
use crate::store::{devices, link_codes, locations, mails, resets, sessions, sign_ups, tries};

/// How often what has ended is forgotten.
pub const EVERY: Duration = Duration::from_secs(60 * 60);
/// Rows that one transaction deletes of a table, so that nobody waits for its locks.
const BATCH: i64 = 1_000;
/// Batches of one round; what is left waits for the next.
const BATCHES: usize = 200;

/// Forgets expired sessions, link codes and mailed links, devices that are no longer used, sign-ups that nobody cares for, tries that no longer count, and
/// events that cannot come again; describes the locations that were registered before other services wanted to know them.
pub async fn round(app: Arc<App>) -> Result<(), Fault> {
    for _ in 0..BATCHES {
        let mut tx = app.database.begin().await?;
        let gone = batch(&mut tx, app.now()).await?;
        tx.commit().await?;
        if gone < BATCH.unsigned_abs() {
            break;
        }
    }
    for _ in 0..BATCHES {
        let mut tx = app.database.begin().await?;
        let found = locations::take_undescribed(&mut tx, BATCH).await?;
        let is_last = (found.len() as u64) < BATCH.unsigned_abs();
        for location in found {
            describe(&mut tx, location)?;
        }
        tx.commit().await?;
        if is_last {
            break;
        }
    }
    app.database.forget_old().await.map(drop)
}

/// The most rows that went from one table.
async fn batch(tx: &mut Tx, now: Timestamp) -> Result<u64, Fault> {
    let ended = sessions::delete_expired(tx, now, BATCH).await?;
    // Nobody believes an expired session: gateways need not be told.
    for of_one in ended.chunk_by(|(one, _), (other, _)| one == other) {
        let handles: Vec<String> = of_one.iter().map(|(_, handle)| handle.clone()).collect();
        if let Some((user_id, _)) = of_one.first() {
            tell_services(tx, *user_id, &handles)?;
        }
    }
    let gone = [
        ended.len() as u64,
        link_codes::delete_expired(tx, now, BATCH).await?,
        tries::delete_old(tx, now, BATCH).await?,
        mails::delete_ended(tx, now, BATCH).await?,
        resets::delete_expired(tx, now, BATCH).await?,
        sign_ups::delete_old(tx, now, BATCH).await?,
        devices::delete_old(tx, now, BATCH).await?,
    ];
    Ok(gone.into_iter().max().unwrap_or(0))
}
