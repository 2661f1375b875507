use saffron_core::UserId;
use saffron_kit::pg::Tx;
use saffron_kit::{Fault, Secret};

use super::App;
use crate::domain::device::device_hash;
use crate::store::devices;

/// The hash of a device's token, if the device signed in to the account with this address before; `email` in the form of
/// `Email::normalize`. Whether there is such an account makes no difference to its time.
pub async fn known_device(app: &App, token: &str, email: &str) -> Result<Option<[u8; 32]>, Fault> {
    let Some(hash) = device_hash(token) else { return Ok(None) };
    Ok(devices::is_known(&app.database, &hash, email, app.now()).await?.then_some(hash))
}

/// Makes a device known to a person who proved themselves on it; its token. A token that was made here before stays the
/// device's own, so that each person of a shared browser is known there.
pub async fn remember_device(tx: &mut Tx, token: &str, user_id: UserId) -> Result<Secret, Fault> {
    let now = tx.clock().now();
    if let Some(hash) = device_hash(token)
        && devices::is_token(tx, &hash).await?
    {
        devices::keep(tx, &hash, user_id, now).await?;
        return Ok(Secret::new(token));
    }
    let fresh = Secret::random();
    devices::keep(tx, &fresh.digest(), user_id, now).await?;
    Ok(fresh)
}
