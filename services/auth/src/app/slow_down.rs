use saffron_core::{Code, Error};
use saffron_kit::Fault;

use super::App;
use super::note::note;
use crate::domain::Subject;
use crate::store::tries;

/// Refuses a try of subjects that have failed too often, whatever the try holds. A refused try is not counted.
///
/// # Errors
/// Too many, with the seconds until a further try.
pub async fn check(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let now = app.now();
    let known = tries::read(&app.database, subjects, now).await?;
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
///
/// # Errors
/// If the database is away.
pub async fn count(app: &App, subjects: &[Subject]) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    tries::add(&mut tx, subjects, app.now()).await?;
    tx.commit().await
}
