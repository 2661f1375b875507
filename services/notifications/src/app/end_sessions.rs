use saffron_core::event::SessionsEnded;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Removes the devices of sessions that ended, and remembers them, so that a call that is under way adds none: a browser
/// that is signed out gets no pushes.
pub async fn end_sessions(tx: &mut Tx, ended: &SessionsEnded) -> Result<(), Fault> {
    store::hold_inboxes(tx, &[ended.user_id].into()).await?;
    let now = tx.clock().now();
    store::note_ended(tx, ended.user_id, &ended.handles, now).await?;
    store::remove_sessions(tx, ended.user_id, &ended.handles).await
}
