//! Changes of a person's password.

use saffron_core::{EmailAddress, Error, UserId, parse_field};
use saffron_kit::{Fault, Secret};

use super::devices::{remember_device, remembered_device};
use super::sessions::end_sessions;
use super::{App, log_access, rate_limit};
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
    let person_tries = [Subject::password_change_of(user_id)];
    let account = store::credentials_of(&app.database, user_id).await?.ok_or_else(Error::session_ended)?;
    if old.matches(new.expose()) {
        return Err(Error::invalid("newPassword", "must be different from the current password").into());
    }
    let new = NewPassword::check("newPassword", new, &account.email)?;
    let permit = app.hasher.acquire().await?;
    rate_limit::check(app, &person_tries).await?;
    let wrong = || Error::invalid("oldPassword", "is not your password");
    if !permit.verify(old, Some(account.password_hash.clone())).await? {
        rate_limit::count_failure(app, &person_tries).await?;
        log_access("change of password refused", Some(user_id), "");
        return Err(wrong().into());
    }
    let hash = permit.hash(new.into_secret()).await?;
    let mut tx = app.database.begin().await?;
    // Another call may have changed it meanwhile.
    if !store::set_password(&mut tx, user_id, Some(&account.password_hash), &hash).await? {
        return Err(wrong().into());
    }
    store::delete_reset(&mut tx, user_id).await?;
    let ended = end_sessions(&mut tx, user_id, Some(except)).await?;
    store::request_mail(&mut tx, MailKind::Changed, user_id, app.now()).await?;
    store::clear_tries(&mut tx, &person_tries).await?;
    tx.commit().await?;
    log_access("password changed", Some(user_id), "");
    app.mails.notify_one();
    Ok(ended)
}

/// Mails a link that sets another password, if the address has an account: neither answer nor time shows whether it has.
/// Requests of strangers slow down strangers only: a device that is remembered for the account has a count of its own.
pub async fn request_reset(
    app: &App,
    email: &str,
    device_token: &str,
    remote_address: &str,
) -> Result<(), Fault> {
    let email: EmailAddress = parse_field("email", email)?;
    let device = remembered_device(app, device_token, email.as_str()).await?;
    let mut subjects = vec![Subject::reset_of(email.as_str(), device.as_ref())];
    if device.is_none() {
        subjects.push(Subject::reset_from(remote_address));
    }
    let mut tx = app.database.begin().await?;
    rate_limit::count_or_refuse(&mut tx, &subjects).await?;
    store::request_reset_mail(&mut tx, email.as_str(), app.now()).await?;
    tx.commit().await?;
    app.mails.notify_one();
    Ok(())
}

/// Sets a person's password by a mailed link, which is used up, ends all their sessions, and mails them. Returns the handles
/// of the sessions, and the token of the device if `remember` is set. The account's remembered devices are forgotten; this
/// one is remembered, so that no stranger's failures lock the person out. A refused password leaves the link valid.
pub async fn reset_password(
    app: &App,
    token: &Secret,
    password: Secret,
    remote_address: &str,
    remember: bool,
) -> Result<(Vec<String>, Option<Secret>), Fault> {
    let subjects = [Subject::mailed_link_from(remote_address)];
    rate_limit::check(app, &subjects).await?;
    let token_hash = token.digest();
    let Some(email) = store::email_of_reset_link(&app.database, &token_hash, app.now()).await? else {
        rate_limit::count_failure(app, &subjects).await?;
        log_access("mailed link refused", None, remote_address);
        return Err(bad_link().into());
    };
    let password = NewPassword::check("password", password, &email)?;
    let hash = app.hasher.acquire().await?.hash(password.into_secret()).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // Another call may have used the link meanwhile.
    let user_id = store::use_reset(&mut tx, &token_hash, now).await?.ok_or_else(bad_link)?;
    store::set_password(&mut tx, user_id, None, &hash).await?;
    let ended = end_sessions(&mut tx, user_id, None).await?;
    store::request_mail(&mut tx, MailKind::Changed, user_id, now).await?;
    store::clear_tries(&mut tx, &[Subject::login_of(&email, None)]).await?;
    store::delete_devices(&mut tx, user_id).await?;
    let device_token = remember_device(&mut tx, remember, "", user_id).await?;
    tx.commit().await?;
    log_access("password set by a mailed link", Some(user_id), remote_address);
    app.mails.notify_one();
    Ok((ended, device_token))
}
