use saffron_core::UserId;
use saffron_core::event::PersonErased;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Deletes the name of a person whose account was erased from rewards that the person sent and percentages that the person set.
pub async fn forget_sender(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    store::rename_granter(tx, user, PersonErased::FORMER).await?;
    store::rename_setter(tx, user, PersonErased::FORMER).await
}
