use std::collections::BTreeMap;

use saffron_core::event::{CommunicationsChanged, UnreadCounts};
use saffron_core::{Code, Error, PosId, UserId, Zone};
use saffron_kit::Fault;
use uuid::Uuid;

use super::App;
use crate::store;

/// What was viewed.
#[derive(Debug, Clone, Copy)]
pub enum Viewed {
    /// One communication.
    One(Uuid),
    /// Everything.
    All,
}

/// Notes that a person viewed something of these locations, and returns what is left there. Viewing it again is no error.
pub async fn mark_viewed(
    app: &App,
    user: UserId,
    places: &BTreeMap<PosId, Zone>,
    viewed: Viewed,
) -> Result<UnreadCounts, Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let users = [user].into();
    store::hold_inboxes(&mut tx, &users).await?;
    let is_new = match viewed {
        Viewed::One(id) => store::mark_viewed(&mut tx, user, places.keys(), id, now)
            .await?
            .ok_or_else(no_such_communication)?,
        Viewed::All => store::mark_all(&mut tx, user, places.keys(), now).await?,
    };
    if is_new {
        let unread = store::unread(&mut tx, &users).await?.remove(&user).unwrap_or_default();
        tx.publish(&CommunicationsChanged { user_id: user, unread })?;
    }
    // Also without a change: a call that waits for a second connection must not hold the inbox.
    tx.commit().await?;
    store::unread_at(&app.database, user, places.keys()).await
}

/// There is no such communication.
fn no_such_communication() -> Error {
    Error {
        field: Some("posCommunicationID".into()),
        ..Error::new(Code::NotFound, "There is no such notification.")
    }
}
