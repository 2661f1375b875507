use saffron_core::{Error, UserId};
use saffron_kit::{Fault, Secret};

use super::end_sessions::end_all;
use super::note::note;
use super::{App, slow_down};
use crate::domain::password::NewPassword;
use crate::domain::{MailKind, Subject};
use crate::store::{mails, resets, tries, users};

/// Sets another password of a person who gives the old one, ends their sessions but the one with the handle `except`, and
/// mails them. Tells the handles of the sessions that ended.
pub async fn change_password(
    app: &App,
    user_id: UserId,
    old: Secret,
    new: Secret,
    except: &str,
) -> Result<Vec<String>, Fault> {
    let person_tries = Subject::change_of(user_id);
    let account = users::by_id(&app.database, user_id).await?.ok_or_else(Error::session_ended)?;
    if old.matches(new.expose()) {
        return Err(Error::invalid("newPassword", "must be another one than the old").into());
    }
    let new = NewPassword::check("newPassword", new, &account.profile.email)?;
    let turn = app.hasher.turn().await?;
    slow_down::check(app, &[person_tries]).await?;
    let wrong = || Error::invalid("oldPassword", "is not your password");
    if !turn.is_right(old, Some(account.password_hash.clone())).await? {
        slow_down::count(app, &[person_tries]).await?;
        note("change of password refused", Some(user_id), "");
        return Err(wrong().into());
    }
    let hash = turn.hash(new.into_secret()).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // It may have been changed a moment ago.
    if !users::set_password(&mut tx, user_id, Some(&account.password_hash), &hash).await? {
        return Err(wrong().into());
    }
    resets::clear(&mut tx, user_id).await?;
    let ended = end_all(&mut tx, user_id, Some(except)).await?;
    mails::insert(&mut tx, MailKind::Changed, user_id, now).await?;
    tries::clear(&mut tx, &person_tries).await?;
    tx.commit().await?;
    note("password changed", Some(user_id), "");
    app.wake_mailer();
    Ok(ended)
}
