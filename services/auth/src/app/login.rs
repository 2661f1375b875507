use saffron_core::{Code, Error};
use saffron_kit::{Fault, Secret};

use super::known_device::{known_device, remember_device};
use super::note::note;
use super::{App, slow_down};
use crate::domain::session::{Span, device_name, random_handle};
use crate::domain::{Email, Profile, Subject};
use crate::store::sessions::{self, NewSession};
use crate::store::{sign_ups, tries, users};

/// The longest notification token: a serialized push subscription is far below it. Bytes.
const MAX_NOTIFICATION_TOKEN: usize = 4096;

/// What someone typed.
pub struct Login {
    /// The email address.
    pub username: String,
    /// The password.
    pub password: Secret,
    /// Where push messages go; may be empty.
    pub firebase_notification_token: String,
    /// From the web app.
    pub web: bool,
    /// How long the session is meant to live.
    pub span: Span,
    /// What it is used on; may be empty.
    pub device: String,
    /// Where it comes from.
    pub remote_address: String,
    /// What an earlier sign-in on the device answered; may be empty.
    pub device_token: String,
    /// Whether the device shall be known from now on.
    pub remember_device: bool,
}

/// A session that begins.
pub struct LoggedIn {
    /// Who it is.
    pub profile: Profile,
    /// The session's id.
    pub session_id: Secret,
    /// Its public name.
    pub handle: String,
    /// By which the device is known from now on, if that was asked for.
    pub device_token: Option<Secret>,
}

/// Starts a session. A wrong password and an unknown account give the same answer after the same time, and so does an
/// address that was not confirmed yet: with its right password it is mailed another link. Failures of strangers do not keep
/// out a device that signed in to the account before: its own failures alone slow it down.
pub async fn login(app: &App, typed: Login) -> Result<LoggedIn, Fault> {
    if typed.firebase_notification_token.len() > MAX_NOTIFICATION_TOKEN {
        let message = format!("may have at most {MAX_NOTIFICATION_TOKEN} bytes");
        return Err(Error::invalid("firebaseNotificationToken", message).into());
    }
    let email = Email::normalize(&typed.username);
    let account_tries = Subject::login_of(&email);
    let turn = app.hasher.turn().await?;
    let known_device = known_device(app, &typed.device_token, &email).await?;
    let device_tries = known_device.map(|device| Subject::login_by(&device, &email));
    let subjects = match device_tries {
        Some(device_tries) => vec![device_tries],
        None => vec![account_tries, Subject::login_from(&typed.remote_address)],
    };
    slow_down::check(app, &subjects).await?;
    let account = users::by_email(&app.database, &email).await?;
    let waiting = sign_ups::newest(&app.database, &email).await?;
    let hash = match (&account, &waiting) {
        (Some(account), _) => Some(account.password_hash.clone()),
        (None, waiting) => waiting.as_ref().map(|waiting| waiting.password_hash.clone()),
    };
    let is_right = turn.is_right(typed.password, hash).await?;
    let wrong = || Error::new(Code::Unauthenticated, "Email or Password is incorrect!");
    let known = account.as_ref().map(|account| account.profile.user_id);
    let Some(account) = account.filter(|_| is_right) else {
        note("sign-in refused", known, &typed.remote_address);
        slow_down::count(app, &subjects).await?;
        // Its person proves to be no stranger, and may be told by mail.
        if let Some(waiting) = waiting.filter(|_| is_right) {
            let mut tx = app.database.begin().await?;
            sign_ups::ask_again(&mut tx, waiting.sign_up_id, app.now()).await?;
            tx.commit().await?;
            app.wake_mailer();
        }
        return Err(wrong().into());
    };
    let (session_id, handle, now) = (Secret::random(), random_handle(), app.now());
    let session = NewSession {
        secret_hash: session_id.digest(),
        handle: &handle,
        user_id: account.profile.user_id,
        web: typed.web,
        firebase_notification_token: Some(typed.firebase_notification_token.as_str())
            .filter(|text| !text.is_empty()),
        span: typed.span,
        device: &device_name(&typed.device),
        created_at: now,
    };
    let mut tx = app.database.begin().await?;
    // Whoever changes the password ends all sessions: none may begin by the old one after that.
    if !users::hold_password(&mut tx, account.profile.user_id, &account.password_hash).await? {
        return Err(wrong().into());
    }
    tries::clear(&mut tx, &account_tries).await?;
    if let Some(device_tries) = &device_tries {
        tries::clear(&mut tx, device_tries).await?;
    }
    sessions::insert(&mut tx, &session).await?;
    let device_token = if typed.remember_device {
        Some(remember_device(&mut tx, &typed.device_token, account.profile.user_id).await?)
    } else {
        None
    };
    tx.commit().await?;
    note("signed in", known, &typed.remote_address);
    Ok(LoggedIn { profile: account.profile, session_id, handle, device_token })
}
