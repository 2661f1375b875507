use saffron_core::UserId;
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};

use super::App;
use crate::domain::device_hash;
use crate::store;

/// The hash of a device's token, if the device signed in to the account with this address before; `email` in the form of
/// `EmailAddress::normalize`. It takes the same time whether there is such an account or not.
pub async fn known_device(app: &App, token: &str, email: &str) -> Result<Option<[u8; 32]>, Fault> {
    let Some(hash) = device_hash(token) else { return Ok(None) };
    Ok(store::is_known_device(&app.database, &hash, email, app.now()).await?.then_some(hash))
}

/// Remembers a device for a person who has signed in on it, if `is_asked`; returns the device's token. An existing token is
/// reused, so that a shared browser is remembered for each person.
pub async fn remember_device(
    tx: &mut Tx,
    is_asked: bool,
    token: &str,
    user_id: UserId,
) -> Result<Option<Secret>, Fault> {
    if !is_asked {
        return Ok(None);
    }
    let now = tx.clock().now();
    if let Some(hash) = device_hash(token)
        && store::is_token(tx, &hash).await?
    {
        store::keep_device(tx, &hash, user_id, now).await?;
        return Ok(Some(Secret::new(token)));
    }
    let fresh = Secret::random();
    store::keep_device(tx, &fresh.digest(), user_id, now).await?;
    Ok(Some(fresh))
}
