//! Changes of a person's password.

use saffron_core::{EmailAddress, Error, UserId, parse_field};
use saffron_kit::{Fault, Secret};

use super::devices::{known_device, remember_device};
use super::sessions::end_all;
use super::{App, note, slow_down};
use crate::domain::{MailKind, NewPassword, Subject, bad_link};
use crate::store;

/// Sets another password of a person who gives the old one, ends their sessions but the one with the handle `except`, and
/// mails them. Returns the handles of the sessions that ended.
pub async fn change_password(
    app: &App,
    user_id: UserId,
    old: Secret,
    new: Secret,
    except: &str,
) -> Result<Vec<String>, Fault> {
    let person_tries = [Subject::change_of(user_id)];
    let account = store::credentials_of(&app.database, user_id).await?.ok_or_else(Error::session_ended)?;
    if old.matches(new.expose()) {
        return Err(Error::invalid("newPassword", "must be another one than the old").into());
    }
    let new = NewPassword::check("newPassword", new, &account.email)?;
    let turn = app.hasher.turn().await?;
    slow_down::check(app, &person_tries).await?;
    let wrong = || Error::invalid("oldPassword", "is not your password");
    if !turn.is_right(old, Some(account.password_hash.clone())).await? {
        slow_down::count(app, &person_tries).await?;
        note("change of password refused", Some(user_id), "");
        return Err(wrong().into());
    }
    let hash = turn.hash(new.into_secret()).await?;
    let mut tx = app.database.begin().await?;
    // It may have been changed a moment ago.
    if !store::set_password(&mut tx, user_id, Some(&account.password_hash), &hash).await? {
        return Err(wrong().into());
    }
    store::clear_reset(&mut tx, user_id).await?;
    let ended = end_all(&mut tx, user_id, Some(except)).await?;
    store::ask_mail(&mut tx, MailKind::Changed, user_id, app.now()).await?;
    store::clear_tries(&mut tx, &person_tries).await?;
    tx.commit().await?;
    note("password changed", Some(user_id), "");
    app.mails.notify_one();
    Ok(ended)
}

/// Mails a link that sets another password, if the address has an account: neither answer nor time shows it. Requests of
/// strangers slow down strangers only: a device that signed in to the account before has a count of its own.
pub async fn request_reset(
    app: &App,
    email: &str,
    device_token: &str,
    remote_address: &str,
) -> Result<(), Fault> {
    let email: EmailAddress = parse_field("email", email)?;
    let device = known_device(app, device_token, email.as_str()).await?;
    let mut subjects = vec![Subject::reset_of(email.as_str(), device.as_ref())];
    if device.is_none() {
        subjects.push(Subject::reset_from(remote_address));
    }
    let mut tx = app.database.begin().await?;
    slow_down::take(&mut tx, &subjects).await?;
    store::ask_reset(&mut tx, email.as_str(), app.now()).await?;
    tx.commit().await?;
    app.mails.notify_one();
    Ok(())
}

/// Sets a person's password by a mailed link, which is used up, ends all their sessions, and mails them. Returns the handles
/// of the sessions, and the token of the device if it shall be known. The devices that were known are no longer known; the
/// present one may be, so that no stranger's failures lock its person out. A refused password leaves the link valid.
pub async fn reset_password(
    app: &App,
    token: &Secret,
    password: Secret,
    remote_address: &str,
    remember: bool,
) -> Result<(Vec<String>, Option<Secret>), Fault> {
    let subjects = [Subject::link_used_from(remote_address)];
    slow_down::check(app, &subjects).await?;
    let token_hash = token.digest();
    let Some(email) = store::email_of_reset(&app.database, &token_hash, app.now()).await? else {
        slow_down::count(app, &subjects).await?;
        note("mailed link refused", None, remote_address);
        return Err(bad_link().into());
    };
    let password = NewPassword::check("password", password, &email)?;
    let hash = app.hasher.turn().await?.hash(password.into_secret()).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // It may have been used a moment ago.
    let user_id = store::take_reset(&mut tx, &token_hash, now).await?.ok_or_else(bad_link)?;
    store::set_password(&mut tx, user_id, None, &hash).await?;
    let ended = end_all(&mut tx, user_id, None).await?;
    store::ask_mail(&mut tx, MailKind::Changed, user_id, now).await?;
    store::clear_tries(&mut tx, &[Subject::login_of(&email, None)]).await?;
    store::delete_devices(&mut tx, user_id).await?;
    let device_token = remember_device(&mut tx, remember, "", user_id).await?;
    tx.commit().await?;
    note("password set by a mailed link", Some(user_id), remote_address);
    app.mails.notify_one();
    Ok((ended, device_token))
}
