use saffron_core::event::{CommunicationsChanged, UnreadCounts};
use saffron_core::{Code, Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::App;
use crate::store;

/// Marks one communication of these locations, or all of them, as viewed, and returns how many are unread there. Marking it
/// again is no error.
pub async fn mark_viewed(
    app: &App,
    user: UserId,
    pos_ids: &[PosId],
    communication: Option<Uuid>,
) -> Result<UnreadCounts, Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    store::lock_inboxes(&mut tx, &[user]).await?;
    let is_new = match communication {
        None => store::mark_all(&mut tx, user, pos_ids, None, now).await?,
        Some(id) => store::mark_viewed(&mut tx, user, pos_ids, id, now).await?.ok_or_else(|| Error {
            field: Some("posCommunicationID".into()),
            ..Error::new(Code::NotFound, "There is no such notification.")
        })?,
    };
    if is_new {
        publish_unread(&mut tx, user).await?;
    }
    // Also without a change: a call that waits for a second connection must not lock the inbox.
    tx.commit().await?;
    store::unread_at(&app.database, user, pos_ids).await
}

/// Publishes a person's numbers of unread communications.
pub(super) async fn publish_unread(tx: &mut Tx, user_id: UserId) -> Result<(), Fault> {
    let unread = store::unread(tx, &[user_id]).await?.remove(&user_id).unwrap_or_default();
    tx.publish(&CommunicationsChanged { user_id, unread })
}
