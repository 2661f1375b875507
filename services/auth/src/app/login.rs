use saffron_core::{Code, EmailAddress, Error};
use saffron_kit::{Fault, Secret};

use super::devices::{remember_device, remembered_device};
use super::{App, log_access, rate_limit};
use crate::domain::{Profile, SessionKind, Subject, device_name, random_name};
use crate::store::{self, NewSession};

/// The longest notification token: a serialized push subscription is far below it. Bytes.
const MAX_NOTIFICATION_TOKEN: usize = 4096;

/// A request to sign in, not checked yet.
pub struct Login {
    /// The email address.
    pub username: String,
    /// The password.
    pub password: Secret,
    /// A push subscription; may be empty.
    pub firebase_notification_token: String,
    /// Whether the sign-in is from the web app.
    pub web: bool,
    pub kind: SessionKind,
    /// The name of the device; may be empty.
    pub device: String,
    /// The network address of the client.
    pub remote_address: String,
    /// The device token of an earlier sign-in on the device; may be empty.
    pub device_token: String,
    /// Whether the device shall be remembered from now on.
    pub remember_device: bool,
}

/// A new session.
pub struct LoggedIn {
    pub profile: Profile,
    /// The session's id.
    pub session_id: Secret,
    /// The session's public name.
    pub handle: String,
    /// The token by which the device is remembered, if that was requested.
    pub device_token: Option<Secret>,
}

/// Starts a session. A wrong password and an unknown account give the same answer after the same time, and so does an
/// address that was not confirmed yet: with the right password it is mailed another link. Failures of strangers do not lock
/// out a device that is remembered for the account: only failures on this device slow it down.
pub async fn login(app: &App, typed: Login) -> Result<LoggedIn, Fault> {
    if typed.firebase_notification_token.len() > MAX_NOTIFICATION_TOKEN {
        let message = format!("may have at most {MAX_NOTIFICATION_TOKEN} bytes");
        return Err(Error::invalid("firebaseNotificationToken", message).into());
    }
    let email = EmailAddress::normalize(&typed.username);
    let account_tries = Subject::login_of(&email, None);
    let permit = app.hasher.acquire().await?;
    let device = remembered_device(app, &typed.device_token, &email).await?;
    let own_tries = Subject::login_of(&email, device.as_ref());
    let mut subjects = vec![own_tries];
    if device.is_none() {
        subjects.push(Subject::login_from(&typed.remote_address));
    }
    rate_limit::check(app, &subjects).await?;
    let account = store::credentials_by_email(&app.database, &email).await?;
    let sign_up = store::newest_sign_up(&app.database, &email).await?;
    let hash = account.as_ref().map(|account| &account.password_hash);
    let hash = hash.or(sign_up.as_ref().map(|(_, hash)| hash)).cloned();
    let is_right = permit.verify(typed.password, hash).await?;
    let wrong = || Error::new(Code::Unauthenticated, "Email or Password is incorrect!");
    let user = account.as_ref().map(|account| account.user_id);
    let Some(account) = account.filter(|_| is_right) else {
        log_access("sign-in refused", user, &typed.remote_address);
        rate_limit::count_failure(app, &subjects).await?;
        // The password proves that it is the person who signed up: they may get a mail.
        if let Some((sign_up_id, _)) = sign_up.filter(|_| is_right) {
            let mut tx = app.database.begin().await?;
            store::request_another_link(&mut tx, sign_up_id, app.now()).await?;
            tx.commit().await?;
            app.mails.notify_one();
        }
        return Err(wrong().into());
    };
    let (session_id, handle) = (Secret::random(), random_name());
    let (user_id, token) = (account.user_id, typed.firebase_notification_token.as_str());
    let session = NewSession {
        secret_hash: session_id.digest(),
        handle: &handle,
        user_id,
        web: typed.web,
        firebase_notification_token: Some(token).filter(|token| !token.is_empty()),
        kind: typed.kind,
        device: &device_name(&typed.device),
        created_at: app.now(),
    };
    let mut tx = app.database.begin().await?;
    // A change of the password ends all sessions: none may begin with the old password after that.
    let profile = store::lock_password(&mut tx, user_id, &account.password_hash).await?.ok_or_else(wrong)?;
    store::clear_tries(&mut tx, &[own_tries, account_tries]).await?;
    store::insert_session(&mut tx, &session).await?;
    let device_token = remember_device(&mut tx, typed.remember_device, &typed.device_token, user_id).await?;
    tx.commit().await?;
    log_access("signed in", user, &typed.remote_address);
    Ok(LoggedIn { profile, session_id, handle, device_token })
}
