use jiff::Timestamp;
use saffron_core::event::{CommunicationsChanged, LocationUnlinked};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Keeps what was told of a location until then from a person who left it: what waits is not sent, and nothing of it
/// counts as unread. Who links it again finds it in the inbox, as viewed.
///
/// # Errors
/// If the database is away.
pub async fn leave_location(tx: &mut Tx, left: &LocationUnlinked, at: Timestamp) -> Result<(), Fault> {
    let users = [left.user_id].into();
    store::hold_inboxes(tx, &users).await?;
    store::drop_mails_of(tx, left.user_id, &left.pos_id, at).await?;
    let was_unread = store::mark_until(tx, left.user_id, &left.pos_id, at).await?;
    store::drop_jobs_of(tx, left.user_id, &left.pos_id, at).await?;
    if was_unread {
        let unread = store::unread(tx, &users).await?.remove(&left.user_id).unwrap_or_default();
        tx.publish(&CommunicationsChanged { user_id: left.user_id, unread })?;
    }
    Ok(())
}
