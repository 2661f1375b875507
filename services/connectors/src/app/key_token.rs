use jiff::{SignedDuration, Timestamp};
use saffron_kit::{Fault, Secret, token};
use tokio::sync::Mutex;

use super::App;

/// How long a token is used: half of its life, so that a call that is made with it ends before it does.
const USED: SignedDuration = SignedDuration::from_secs(token::LIFETIME / 2);

/// What calls to other services carry for an ingest key: work takes longer than one token lives.
pub(in crate::app) struct KeyToken<'a> {
    app: &'a App,
    key: Option<Secret>,
    held: Mutex<Option<(String, Timestamp)>>,
}

/// Why there is no token.
pub(in crate::app) enum NoToken {
    /// The key was revoked.
    Revoked,
    Fault(Fault),
}

impl<'a> KeyToken<'a> {
    /// That of a key; none: it was wiped.
    pub fn new(app: &'a App, key: Option<Secret>) -> KeyToken<'a> {
        KeyToken { app, key, held: Mutex::new(None) }
    }

    /// A token that is good for the next call.
    ///
    /// # Errors
    /// See [`NoToken`].
    pub async fn get(&self) -> Result<String, NoToken> {
        let mut held = self.held.lock().await;
        let now = self.app.now();
        let is_good = |at: Timestamp| now.duration_since(at).abs() < USED;
        if let Some((token, _)) = held.as_ref().filter(|(_, at)| is_good(*at)) {
            return Ok(token.clone());
        }
        let key = self.key.as_ref().ok_or(NoToken::Revoked)?;
        let token = self.app.others.token_of(key).await.map_err(NoToken::Fault)?;
        let token = token.ok_or(NoToken::Revoked)?;
        Ok(held.insert((token, now)).0.clone())
    }
}
