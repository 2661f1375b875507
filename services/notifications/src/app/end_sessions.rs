use saffron_core::event::SessionsEnded;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Removes the devices of sessions that ended: who is signed out gets no pushes.
///
/// # Errors
/// If the database is away.
pub async fn end_sessions(tx: &mut Tx, ended: &SessionsEnded) -> Result<(), Fault> {
    store::remove_sessions(tx, ended.user_id, &ended.handles).await
}
