use saffron_core::Error;
use saffron_kit::Fault;

use super::{App, slow_down};
use crate::domain::{Email, Subject};
use crate::store::{mails, tries};

/// Mails a link to set another password, if the address has an account: neither answer nor time tells it.
///
/// # Errors
/// Invalid, naming `email`, if it is no address; too many, if it was asked for too often, by account or address.
pub async fn request_reset(app: &App, email: &str, remote_address: &str) -> Result<(), Fault> {
    let email: Email = email.parse().map_err(|e| Error::invalid("email", format!("{e}")))?;
    let subjects = [Subject::reset_of(email.as_str()), Subject::reset_from(remote_address)];
    slow_down::check(app, &subjects).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    tries::add(&mut tx, &subjects, now).await?;
    mails::ask_reset(&mut tx, email.as_str(), now).await?;
    tx.commit().await?;
    app.wake_mailer();
    Ok(())
}
