//! Sessions that end, and people who leave a location or are erased.

use jiff::{SignedDuration, Timestamp};
use saffron_core::UserId;
use saffron_core::event::{LocationUnlinked, SessionsEnded};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::mark_viewed::publish_unread;
use crate::store;

/// For how long after a person left a location an earlier answer of auth may still be used: as long as a happening is claimed,
/// and clocks may differ.
const ANSWERS_VALID: SignedDuration = SignedDuration::from_secs(35);

/// Removes the devices of ended sessions, and stores the sessions as ended, so that a concurrent call adds no device: a browser
/// that is signed out gets no pushes.
pub async fn end_sessions(tx: &mut Tx, ended: &SessionsEnded) -> Result<(), Fault> {
    store::lock_inboxes(tx, &[ended.user_id]).await?;
    let now = tx.clock().now();
    store::mark_ended(tx, ended.user_id, &ended.handles, now).await?;
    store::remove_devices_of_sessions(tx, ended.user_id, &ended.handles).await
}

/// Deletes all data of a person whose account was erased: inbox, devices, rules, queued pushes and mails.
pub async fn delete_person(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    store::lock_inboxes(tx, &[user]).await?;
    store::delete_person(tx, user).await
}

/// Marks the communications of a location as viewed for a person who left it, also those added since from an earlier answer of
/// auth, and deletes queued pushes and mails. A person who is linked again finds them in the inbox.
pub async fn leave_location(tx: &mut Tx, left: &LocationUnlinked, at: Timestamp) -> Result<(), Fault> {
    let LocationUnlinked { user_id, pos_id } = left;
    store::lock_inboxes(tx, &[*user_id]).await?;
    store::mark_left(tx, *user_id, pos_id, at).await?;
    let at = at.saturating_add(ANSWERS_VALID).unwrap_or(Timestamp::MAX);
    store::delete_mails(tx, *user_id, pos_id, at).await?;
    let was_unread = store::mark_all(tx, *user_id, std::slice::from_ref(pos_id), Some(at), at).await?;
    store::delete_pushes(tx, *user_id, pos_id, at).await?;
    if was_unread {
        publish_unread(tx, *user_id).await?;
    }
    Ok(())
}
