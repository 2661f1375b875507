use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CommunicationsChanged, LocationUnlinked};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// For how long after a person left a location an answer of auth of before may still be used there: as long as a happening
/// is in hand, and clocks may differ.
const UNDER_WAY: SignedDuration = SignedDuration::from_secs(35);

/// Keeps the communications of a location from a person who left it, also those that were written since by an answer of
/// before: pushes that wait are not sent, and none counts as unread. Linked again, they are in the inbox, as viewed.
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
