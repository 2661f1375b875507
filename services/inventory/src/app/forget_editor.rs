use saffron_core::UserId;
use saffron_core::event::PersonErased;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Deletes the name of a person whose account was erased from the audit list; the edits stay.
pub async fn forget_editor(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    store::rename_editor(tx, user, PersonErased::FORMER).await
}
