//! Refuses tries of subjects that had too many, by counts in the database.

use jiff::Timestamp;
use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{App, log_access};
use crate::domain::Subject;
use crate::store::{self, TryCount};

/// Refuses a try of subjects that have failed too often, whether it would succeed or not. A refused try is not counted.
pub async fn check(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let now = app.now();
    refuse_if_too_many(subjects, &store::read_tries(&app.database, subjects, now).await?, now)
}

/// Counts a try of a kind that always succeeds, or refuses it if its subjects have had too many: then the caller drops the
/// transaction. The transaction locks the subjects until its end, so that tries at the same time are counted one by one.
pub async fn count_or_refuse(tx: &mut Tx, subjects: &[Subject]) -> Result<(), Fault> {
    let now = tx.clock().now();
    let before = store::add_tries(tx, subjects, now).await?;
    refuse_if_too_many(subjects, &before, now)
}

/// An error with the seconds to wait, if one of the subjects has to wait after the tries that it had.
fn refuse_if_too_many(subjects: &[Subject], tries: &[TryCount], now: Timestamp) -> Result<(), Fault> {
    let waits = tries.iter().filter_map(|tries| {
        let subject = subjects.iter().find(|subject| subject.hash().as_slice() == tries.subject)?;
        subject.wait_seconds(u32::try_from(tries.count).unwrap_or(0), tries.last_at, now)
    });
    let Some(seconds) = waits.max() else { return Ok(()) };
    log_access("tries slowed", None, "");
    let message = format!("Too many attempts. Please try again in {seconds} seconds.");
    Err(Error::new(Code::TooMany, message).retry_after(seconds).into())
}

/// Counts a failed try, in a transaction of its own: the count stays when the caller rolls back.
pub async fn count_failure(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    store::add_tries(&mut tx, subjects, app.now()).await?;
    tx.commit().await
}
