//! What open apps are sent of connections, in the transaction of the change.

use jiff::SignedDuration;
use saffron_core::PosId;
use saffron_core::event::ConnectionChanged;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::ShownState;
use crate::store;

/// The least time between two events about how far a connection is.
const EVERY: SignedDuration = SignedDuration::from_secs(1);

/// Publishes that a connection was begun, of which no location is chosen yet.
pub(super) fn announce_begun(tx: &mut Tx, pos_id: &PosId, connection_id: Uuid) -> Result<(), Fault> {
    let state = ShownState::Choosing.as_str().to_owned();
    tx.publish(&ConnectionChanged { pos_id: pos_id.clone(), connection_id, state, version: 1 })
}

/// Counts a change of a connection at a location, or at all of its locations, that open apps are sent at once.
pub(in crate::app) async fn announce(
    tx: &mut Tx,
    connection_id: Uuid,
    pos_id: Option<&PosId>,
) -> Result<(), Fault> {
    // The clock of another replica may be a little ahead.
    let before = tx.clock().now() + EVERY * 60;
    publish(tx, connection_id, pos_id, before).await
}

/// Counts how far a connection is at a location, which open apps are sent at most once a second, and once no day is left.
pub(super) async fn count_progress(tx: &mut Tx, connection_id: Uuid, pos_id: &PosId) -> Result<(), Fault> {
    if store::is_past_done(tx.conn(), pos_id, connection_id).await? {
        return announce(tx, connection_id, Some(pos_id)).await;
    }
    let before = tx.clock().now() - EVERY;
    publish(tx, connection_id, Some(pos_id), before).await
}

async fn publish(
    tx: &mut Tx,
    connection_id: Uuid,
    pos_id: Option<&PosId>,
    before: jiff::Timestamp,
) -> Result<(), Fault> {
    for changed in store::touch_connected(tx, connection_id, pos_id, before).await? {
        let state = ShownState::of(changed.state, Some((changed.is_paused, changed.is_ended)));
        tx.publish(&ConnectionChanged {
            pos_id: changed.pos_id,
            connection_id,
            state: state.as_str().to_owned(),
            version: changed.version,
        })?;
    }
    Ok(())
}
