use saffron_core::event::{LocationUnlinked, LocationsChanged};
use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;

use super::App;
use crate::store::links;

/// Takes a location off a person's list; that of others stays as it is.
///
/// # Errors
/// Invalid, if the posID is malformed; forbidden, if the location is not linked to the person.
pub async fn unlink_location(app: &App, user_id: UserId, pos_id: &str) -> Result<(), Fault> {
    let pos_id: PosId = pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
    let mut tx = app.database.begin().await?;
    if !links::delete(&mut tx, user_id, &pos_id).await? {
        return Err(Error::not_your_location().into());
    }
    tx.publish(&LocationUnlinked { user_id, pos_id: pos_id.clone() })?;
    tx.publish(&LocationsChanged { user_id, pos_id, linked: false })?;
    tx.commit().await
}
