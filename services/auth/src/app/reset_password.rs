use saffron_kit::{Fault, Secret};

use super::end_sessions::end_all;
use super::known_device::remember_device;
use super::note::note;
use super::{App, slow_down};
use crate::domain::mailed::bad_link;
use crate::domain::password::NewPassword;
use crate::domain::{MailKind, Subject};
use crate::store::{devices, mails, resets, tries, users};

/// What came of a reset.
pub struct Reset {
    /// The handles of the sessions that ended.
    pub ended: Vec<String>,
    /// By which the device is known from now on, if that was asked for.
    pub device_token: Option<Secret>,
}

/// Sets a person's password by a mailed link, which is used up, ends all their sessions, and mails them. The devices that
/// were known are so no longer; the one at hand may be, so that no stranger's failures keep its person out. A password that
/// cannot be taken leaves the link as it is.
pub async fn reset_password(
    app: &App,
    token: &Secret,
    password: Secret,
    remote_address: &str,
    remember: bool,
) -> Result<Reset, Fault> {
    let subjects = [Subject::link_used_from(remote_address)];
    slow_down::check(app, &subjects).await?;
    let token_hash = token.digest();
    let Some(email) = resets::email_of(&app.database, &token_hash, app.now()).await? else {
        slow_down::count(app, &subjects).await?;
        note("mailed link refused", None, remote_address);
        return Err(bad_link().into());
    };
    let password = NewPassword::check("password", password, &email)?;
    let hash = app.hasher.turn().await?.hash(password.into_secret()).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // It may have been used a moment ago.
    let user_id = resets::take(&mut tx, &token_hash, now).await?.ok_or_else(bad_link)?;
    users::set_password(&mut tx, user_id, None, &hash).await?;
    let ended = end_all(&mut tx, user_id, None).await?;
    mails::insert(&mut tx, MailKind::Changed, user_id, now).await?;
    tries::clear(&mut tx, &Subject::login_of(&email)).await?;
    devices::delete_of(&mut tx, user_id).await?;
    let device_token = if remember { Some(remember_device(&mut tx, "", user_id).await?) } else { None };
    tx.commit().await?;
    note("password set by a mailed link", Some(user_id), remote_address);
    app.wake_mailer();
    Ok(Reset { ended, device_token })
}
