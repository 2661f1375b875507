use jiff::SignedDuration;
use saffron_core::PosId;
use saffron_core::event::CommunicationsChanged;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, NewHappening};

/// How long a happening of an event's older version waits for the newer version, which is published with it.
const OLDER_WAITS: SignedDuration = SignedDuration::from_secs(2);

/// The version of an event about a card account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    Newest,
    /// The newest version is published with it, unless payments itself is an older release.
    Older,
}

/// Adds a happening at a location's card account, unless the account was replaced: `sequence` is that of the event.
pub async fn add_card_happening(
    tx: &mut Tx,
    new: NewHappening,
    version: Version,
    sequence: i64,
) -> Result<(), Fault> {
    let now = tx.clock().now();
    if store::lock_card_account(tx, &new.pos_id).await? >= sequence {
        return Ok(());
    }
    let replaces = version == Version::Newest;
    let due = if replaces { now } else { now + OLDER_WAITS };
    store::add_card_happening(tx, new, now, due, replaces).await
}

/// Deletes happenings and communications about a location's former card account, and has later events about it ignored.
/// `sequence` is that of the event.
pub async fn replace_card_account(tx: &mut Tx, pos_id: &PosId, sequence: i64) -> Result<(), Fault> {
    if store::lock_card_account(tx, pos_id).await? >= sequence {
        return Ok(());
    }
    store::set_former_account(tx, pos_id, sequence).await?;
    // First: a running delivery has locked its happening until it is written.
    store::delete_card_happenings(tx, pos_id).await?;
    let users = store::people_with_card_communications(tx, pos_id).await?;
    if users.is_empty() {
        return Ok(());
    }
    store::lock_inboxes(tx, &users).await?;
    store::delete_card_communications(tx, pos_id).await?;
    for (user_id, unread) in store::unread(tx, &users).await? {
        tx.publish(&CommunicationsChanged { user_id, unread })?;
    }
    Ok(())
}
