use jiff::Timestamp;
use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{App, note};
use crate::domain::Subject;
use crate::store::{self, Known};

/// Refuses a try of subjects that have failed too often, right or wrong. A refused try is not counted.
pub async fn check(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let now = app.now();
    refuse(subjects, &store::read_tries(&app.database, subjects, now).await?, now)
}

/// Counts a try of a kind that always succeeds, unless its subjects have had too many: then it is refused, and the
/// transaction, which holds the subjects until its end, has to be dropped. Tries at once count as those one by one.
pub async fn take(tx: &mut Tx, subjects: &[Subject]) -> Result<(), Fault> {
    let now = tx.clock().now();
    let before = store::add_tries(tx, subjects, now).await?;
    refuse(subjects, &before, now)
}

fn refuse(subjects: &[Subject], known: &[Known], now: Timestamp) -> Result<(), Fault> {
    let waits = known.iter().filter_map(|known| {
        let subject = subjects.iter().find(|subject| subject.hash().as_slice() == known.subject)?;
        subject.wait(u32::try_from(known.count).unwrap_or(0), known.last_at, now)
    });
    let Some(seconds) = waits.max() else { return Ok(()) };
    note("tries slowed", None, "");
    let message = format!("Too many tries. Please try again in {seconds} seconds.");
    Err(Error::new(Code::TooMany, message).retry_after(seconds).into())
}

/// Counts a failure, in a transaction of its own: it stays when the rest is rolled back.
pub async fn count(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    store::add_tries(&mut tx, subjects, app.now()).await?;
    tx.commit().await
}
