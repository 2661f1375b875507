use jiff::Timestamp;
use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use super::note::note;
use crate::domain::Subject;
use crate::store::tries::{self, Known};

/// Refuses a try of subjects that have failed too often, whatever the try holds. A refused try is not counted.
pub async fn check(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let now = app.now();
    refuse(subjects, &tries::read(&app.database, subjects, now).await?, now)
}

/// Counts a try that succeeds as often as it is made, unless its subjects have had too many: then it is refused, and the
/// transaction, which holds the subjects until its end, has to be dropped. So many at once are as many one by one.
pub async fn take(tx: &mut Tx, subjects: &[Subject]) -> Result<(), Fault> {
    let now = tx.clock().now();
    let before = tries::add(tx, subjects, now).await?;
    refuse(subjects, &before, now)
}

fn refuse(subjects: &[Subject], known: &[Known], now: Timestamp) -> Result<(), Fault> {
    let wait = known
        .iter()
        .filter_map(|known| {
            let subject = subjects.iter().find(|subject| subject.hash().as_slice() == known.subject)?;
            subject.wait(known.count, known.last_at, now)
        })
        .max();
    match wait {
        None => Ok(()),
        Some(seconds) => {
            note("tries slowed", None, "");
            let message = format!("Too many tries. Please try again in {seconds} seconds.");
            Err(Error::new(Code::TooMany, message).retry_after(seconds).into())
        }
    }
}

/// Counts a failure, in a transaction of its own: it stays when the rest is undone.
pub async fn count(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    tries::add(&mut tx, subjects, app.now()).await?;
    tx.commit().await
}
