use saffron_core::UserId;
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};

use super::App;
use crate::domain::device_hash;
use crate::store;

/// The hash of a device's token, if the device is remembered for the account with this address; `email` in the form of
/// `EmailAddress::normalize`. Takes the same time whether there is such an account or not.
pub async fn remembered_device(app: &App, token: &str, email: &str) -> Result<Option<[u8; 32]>, Fault> {
    let Some(hash) = device_hash(token) else { return Ok(None) };
    Ok(store::is_remembered_device(&app.database, &hash, email, app.now()).await?.then_some(hash))
}

/// Remembers a device for a person who has signed in on it, if `is_requested`; returns the device's token. A valid `token` is
/// reused, so that a shared browser is remembered for each person.
pub async fn remember_device(
    tx: &mut Tx,
    is_requested: bool,
    token: &str,
    user_id: UserId,
) -> Result<Option<Secret>, Fault> {
    if !is_requested {
        return Ok(None);
    }
    let now = tx.clock().now();
    if let Some(hash) = device_hash(token)
        && store::is_device_token(tx, &hash).await?
    {
        store::save_device(tx, &hash, user_id, now).await?;
        return Ok(Some(Secret::new(token)));
    }
    let fresh = Secret::random();
    store::save_device(tx, &fresh.digest(), user_id, now).await?;
    Ok(Some(fresh))
}
