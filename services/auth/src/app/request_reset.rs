use saffron_core::Error;
use saffron_kit::Fault;

use super::known_device::known_device;
use super::{App, slow_down};
use crate::domain::{Email, Subject};
use crate::store::mails;

/// Mails a link to set another password, if the address has an account: neither answer nor time tells it. Requests of
/// strangers slow down strangers only: a device that signed in to the account before has a count of its own.
pub async fn request_reset(
    app: &App,
    email: &str,
    device_token: &str,
    remote_address: &str,
) -> Result<(), Fault> {
    let email: Email = email.parse().map_err(|e| Error::invalid("email", format!("{e}")))?;
    let now = app.now();
    let subjects = match known_device(app, device_token, email.as_str()).await? {
        Some(device) => vec![Subject::reset_by(&device, email.as_str())],
        None => vec![Subject::reset_of(email.as_str()), Subject::reset_from(remote_address)],
    };
    let mut tx = app.database.begin().await?;
    slow_down::take(&mut tx, &subjects).await?;
    mails::ask_reset(&mut tx, email.as_str(), now).await?;
    tx.commit().await?;
    app.wake_mailer();
    Ok(())
}
