use saffron_core::event::{LocationUnlinked, LocationsChanged};
use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::store::{link_codes, links};

/// Takes a location off a person's list; that of others stays as it is. The link codes that the person made for it are void.
pub async fn unlink_location(app: &App, user_id: UserId, pos_id: &str) -> Result<(), Fault> {
    let pos_id: PosId = pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
    let mut tx = app.database.begin().await?;
    if !unlink(&mut tx, user_id, &pos_id).await? {
        return Err(Error::not_your_location().into());
    }
    tx.commit().await
}

/// Takes a location off a person's list, voids the codes that they made for it, and publishes both events; false if it was
/// not linked.
pub async fn unlink(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<bool, Fault> {
    if !links::delete(tx, user_id, pos_id).await? {
        return Ok(false);
    }
    link_codes::void_of_maker(tx, pos_id, user_id).await?;
    tx.publish(&LocationUnlinked { user_id, pos_id: pos_id.clone() })?;
    tx.publish(&LocationsChanged { user_id, pos_id: pos_id.clone(), linked: false })?;
    Ok(true)
}
