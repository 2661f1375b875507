use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Forgets a person whose account was erased: inbox, devices, rules, and what waits to be sent.
pub async fn forget_person(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    store::hold_inboxes(tx, &[user].into()).await?;
    store::delete_person(tx, user).await
}
