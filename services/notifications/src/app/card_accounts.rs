use jiff::SignedDuration;
use saffron_core::PosId;
use saffron_core::event::CommunicationsChanged;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, Note};

/// How long an event of an older version waits for the newer one that is published beside it.
const BESIDE: SignedDuration = SignedDuration::from_secs(2);

/// The version of an event about a card account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    Newest,
    /// The newest is published beside it, unless payments itself is older.
    Older,
}

/// Notes what happened at a card account, unless it is a former one of the location: `sequence` is that of the event.
pub async fn note_card_event(tx: &mut Tx, note: Note, version: Version, sequence: i64) -> Result<(), Fault> {
    let now = tx.clock().now();
    if store::hold_card_account(tx, &note.pos_id).await? >= sequence {
        return Ok(());
    }
    let (due, replaces) = match version {
        Version::Newest => (now, true),
        Version::Older => (now + BESIDE, false),
    };
    store::note_card_event(tx, note, now, due, replaces).await
}

/// A location has another card account: news of the former one are forgotten, and later ones are left out. `sequence` is
/// that of the event.
pub async fn replace_card_account(tx: &mut Tx, pos_id: &PosId, sequence: i64) -> Result<(), Fault> {
    if store::hold_card_account(tx, pos_id).await? >= sequence {
        return Ok(());
    }
    store::note_former_account(tx, pos_id, sequence).await?;
    // First: a delivery under way holds its row until it is written.
    store::forget_card_happenings(tx, pos_id).await?;
    let users = store::people_with_card_communications(tx, pos_id).await?;
    if users.is_empty() {
        return Ok(());
    }
    store::hold_inboxes(tx, &users).await?;
    store::forget_card_communications(tx, pos_id).await?;
    for (user_id, unread) in store::unread(tx, &users).await? {
        tx.publish(&CommunicationsChanged { user_id, unread })?;
    }
    Ok(())
}
