use saffron_core::UserId;
use saffron_core::event::PersonErased;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Deletes the name of a person whose account was erased from reviews; the reviews stay.
pub async fn forget_reviewer(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    store::rename_reviewer(tx, user, PersonErased::FORMER).await
}
