//! Sessions that end, and people who leave a location or are erased.

use jiff::{SignedDuration, Timestamp};
use saffron_core::UserId;
use saffron_core::event::{LocationUnlinked, SessionsEnded};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::mark_viewed::publish_unread;
use crate::store;

/// For how long after a person left a location an earlier answer of auth may still be used there: as long as a happening is
/// in hand, and clocks may differ.
const UNDER_WAY: SignedDuration = SignedDuration::from_secs(35);

/// Removes the devices of sessions that ended, and remembers them, so that a call that is under way adds none: a browser
/// that is signed out gets no pushes.
pub async fn end_sessions(tx: &mut Tx, ended: &SessionsEnded) -> Result<(), Fault> {
    store::hold_inboxes(tx, &[ended.user_id]).await?;
    let now = tx.clock().now();
    store::note_ended(tx, ended.user_id, &ended.handles, now).await?;
    store::remove_sessions(tx, ended.user_id, &ended.handles).await
}

/// Forgets a person whose account was erased: inbox, devices, rules, and what waits to be sent.
pub async fn forget_person(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    store::hold_inboxes(tx, &[user]).await?;
    store::delete_person(tx, user).await
}

/// Keeps the communications of a location from a person who left it, also those that were written since by an earlier
/// answer: pushes that wait are not sent, and none counts as unread. Linked again, they are in the inbox, as viewed.
pub async fn leave_location(tx: &mut Tx, left: &LocationUnlinked, at: Timestamp) -> Result<(), Fault> {
    let LocationUnlinked { user_id, pos_id } = left;
    store::hold_inboxes(tx, &[*user_id]).await?;
    store::note_left(tx, *user_id, pos_id, at).await?;
    let at = at.saturating_add(UNDER_WAY).unwrap_or(Timestamp::MAX);
    store::drop_mails_of(tx, *user_id, pos_id, at).await?;
    let was_unread = store::mark_all(tx, *user_id, std::slice::from_ref(pos_id), Some(at), at).await?;
    store::drop_pushes_of(tx, *user_id, pos_id, at).await?;
    if was_unread {
        publish_unread(tx, *user_id).await?;
    }
    Ok(())
}
