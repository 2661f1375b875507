use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CommunicationsChanged, LocationUnlinked};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// For how long after a person left a location something may be told there by an answer of before: as long as what is to
/// be told is in hand, and clocks may differ.
const UNDER_WAY: SignedDuration = SignedDuration::from_secs(35);

/// Keeps what was told of a location until then from a person who left it, and what was told since by an answer of before:
/// what waits is not sent, and nothing of it counts as unread. Linked again, it is in the inbox, as viewed.
///
/// # Errors
/// If the database is away.
pub async fn leave_location(tx: &mut Tx, left: &LocationUnlinked, at: Timestamp) -> Result<(), Fault> {
    let users = [left.user_id].into();
    store::hold_inboxes(tx, &users).await?;
    store::note_left(tx, left.user_id, &left.pos_id, at).await?;
    let at = at.saturating_add(UNDER_WAY).unwrap_or(Timestamp::MAX);
    store::drop_mails_of(tx, left.user_id, &left.pos_id, at).await?;
    let was_unread = store::mark_until(tx, left.user_id, &left.pos_id, at).await?;
    store::drop_jobs_of(tx, left.user_id, &left.pos_id, at).await?;
    if was_unread {
        let unread = store::unread(tx, &users).await?.remove(&left.user_id).unwrap_or_default();
        tx.publish(&CommunicationsChanged { user_id: left.user_id, unread })?;
    }
    Ok(())
}
