use saffron_core::PosId;
use saffron_kit::Fault;
use uuid::Uuid;

use crate::app::connections::announce::announce;
use crate::app::connections::no_such_connection;
use crate::app::{App, conflict};
use crate::domain::{ConnectionState, Pos};
use crate::store;

/// Whether the adapter of a POS writes what owners set.
#[must_use]
pub fn takes_writes(app: &App, pos: Pos) -> bool {
    app.adapters.of(pos).takes_writes()
}

/// Has prices and sold-out marks that owners set from now on written to the POS, or not any more. The same once more changes nothing.
pub async fn set_writing(app: &App, pos_id: &PosId, connection_id: Uuid, writes: bool) -> Result<(), Fault> {
    let mut conn = app.database.pool().acquire().await?;
    let connection = store::find_connection(&mut conn, pos_id, connection_id).await?;
    let connection = connection.ok_or_else(|| no_such_connection(connection_id))?;
    drop(conn);
    let pos = connection.pos;
    if writes && !takes_writes(app, pos) {
        let name = pos.name();
        return Err(conflict(format!(
            "{name} does not let other apps change prices. Change them in {name}."
        )));
    }
    let mut tx = app.database.begin().await?;
    let state = store::lock_connection(&mut tx, connection_id).await?;
    // Steps that connect or disconnect a location hold the connection too.
    let location = store::find_connected(tx.conn(), pos_id, connection_id).await?;
    let is_open = state.is_some_and(|state| state != ConnectionState::Ended);
    if !is_open || location.is_none_or(|location| location.ended_at.is_some()) {
        return Err(conflict("This location is not connected. Connect it first."));
    }
    let is_so = store::writing_of(tx.conn(), pos_id, connection_id).await?.is_some();
    if is_so == writes {
        return Ok(());
    }
    if writes {
        store::begin_writing(&mut tx, pos_id, connection_id, app.now()).await?;
    } else {
        store::end_writing(&mut tx, pos_id, connection_id).await?;
    }
    announce(&mut tx, connection_id, Some(pos_id)).await?;
    tx.commit().await?;
    app.wake_feeds.notify_waiters();
    Ok(())
}
