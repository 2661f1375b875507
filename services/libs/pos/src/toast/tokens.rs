//! Tokens that are got with clients. Toast gives a client two of them an hour, each good for about a day: one is kept and used by
//! all readers until it ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use saffron_core::{Clock, Secret};
use serde::Deserialize;
use serde_json::json;

use crate::PosError;
use crate::http::{Call, Http};

const LOGIN: &str = "/authentication/v1/authentication/login";
/// How long before its end a token is used no more.
const BEFORE: SignedDuration = SignedDuration::from_mins(5);
/// The most clients whose tokens are kept.
const MOST: usize = 1_000;

/// A client that a person made.
#[derive(Debug, Clone)]
pub(super) struct Login {
    pub(super) id: String,
    pub(super) secret: Secret,
}

#[derive(Debug, Clone)]
struct Token {
    access: Secret,
    expires_at: Timestamp,
}

/// The token of one client: one login at a time.
type Slot = Arc<tokio::sync::Mutex<Option<Token>>>;

/// Tokens of clients, by the digests of these.
pub(super) struct Tokens {
    slots: Mutex<HashMap<[u8; 32], Slot>>,
    clock: Clock,
}

impl Tokens {
    pub(super) fn new(clock: Clock) -> Tokens {
        Tokens { slots: Mutex::default(), clock }
    }

    /// The token of a client that is valid now. `but` is one that Toast does not take any more.
    ///
    /// # Errors
    /// `Revoked`: the client is deleted or its secret is wrong.
    pub(super) async fn of(
        &self,
        http: &Http,
        login: &Login,
        but: Option<&Secret>,
    ) -> Result<Secret, PosError> {
        let slot = self.slot(login);
        let mut held = slot.lock().await;
        let now = self.clock.now();
        let is_good = |token: &&Token| {
            let is_refused = but.is_some_and(|but| but.expose() == token.access.expose());
            !is_refused && now.duration_since(token.expires_at) < -BEFORE
        };
        if let Some(token) = held.as_ref().filter(is_good) {
            return Ok(token.access.clone());
        }
        *held = None;
        let token = logged_in(http, login, now).await?;
        let access = token.access.clone();
        *held = Some(token);
        Ok(access)
    }

    fn slot(&self, login: &Login) -> Slot {
        let key = Secret::new(format!("{}\n{}", login.id, login.secret.expose())).digest();
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MOST && !slots.contains_key(&key) {
            // Those that nobody uses now: their clients log in again.
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        Arc::clone(slots.entry(key).or_default())
    }
}

async fn logged_in(http: &Http, login: &Login, now: Timestamp) -> Result<Token, PosError> {
    #[derive(Deserialize)]
    struct Answer {
        token: Sent,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Sent {
        access_token: String,
        /// Seconds.
        expires_in: i64,
    }
    let body = json!({
        "clientId": login.id, "clientSecret": login.secret.expose(), "userAccessType": "TOAST_MACHINE_CLIENT",
    });
    let call = Call { path: LOGIN, query: &[], body: Some(&body), authorization: None, headers: &[] };
    let answer = http.send(&call).await?.map_err(|refusal| match refusal.status.as_u16() {
        400 | 401 | 403 => PosError::Revoked,
        status => PosError::Refused(status.to_string()),
    })?;
    let unreadable = || PosError::Unreadable("a token".to_owned());
    let Answer { token } = serde_json::from_slice(&answer).map_err(|_| unreadable())?;
    let life = SignedDuration::from_secs(token.expires_in.clamp(0, 30 * 24 * 3_600));
    let expires_at = now.checked_add(life).map_err(|_| unreadable())?;
    Ok(Token { access: Secret::new(token.access_token), expires_at })
}
