use saffron_core::{Calendar, Error, PosId};
use saffron_kit::Fault;
use strum::IntoEnumIterator as _;
use uuid::Uuid;

use crate::app::connections::announce::announce;
use crate::app::connections::no_such_connection;
use crate::app::{App, conflict};
use crate::domain::{ConnectionState, FeedKind};
use crate::store::{self, ConnectedRow, NewConnected};

/// The currency of what Saffron shows.
const CURRENCY: &str = "USD";

/// Connects a location to one of the account: its past is read from today backwards, and what changes from now on. The same once more
/// changes nothing.
pub async fn join_location(
    app: &App,
    token: &str,
    (pos_id, calendar): (&PosId, &Calendar),
    (begun_at, connection_id): (&PosId, Uuid),
    external_id: &str,
) -> Result<(), Fault> {
    let mut conn = app.database.pool().acquire().await?;
    let connection = store::find_connection(&mut conn, begun_at, connection_id).await?;
    let connection = connection.ok_or_else(|| no_such_connection(connection_id))?;
    let before = store::find_connected(&mut conn, pos_id, connection_id).await?;
    let offered = store::offered_of(&mut conn, connection_id).await?;
    drop(conn);
    match before {
        Some(before) if before.ended_at.is_some() => {
            return Err(conflict(
                "This location was disconnected from this connection. Begin another connection.",
            ));
        }
        Some(before) if before.external_id == external_id => return Ok(()),
        Some(_) => return Err(connected_already()),
        None => {}
    }
    if connection.state == ConnectionState::Ended {
        return Err(conflict("This connection has ended. Connect again."));
    }
    let offered = offered.into_iter().find(|offered| offered.external_id == external_id);
    let offered =
        offered.ok_or_else(|| Error::invalid("externalID", "must be one of the offered locations"))?;
    if offered.currency != CURRENCY {
        let message = format!(
            "must be a location that counts in dollars: {} counts in {}",
            offered.name, offered.currency
        );
        return Err(Error::invalid("externalID", message).into());
    }
    // If this process dies now, the key is in nobody's hands; the location's list of keys names it.
    let name = format!("{} - {}", connection.pos.name(), offered.name);
    let (source, key) = app.others.create_connection_key(token, pos_id, &name).await?;
    let key = app.sealed.seal_value(&ConnectedRow::key_place(connection_id, pos_id), &key.expose())?;
    let now = app.now();
    let new = NewConnected {
        connection_id,
        pos_id,
        external_id,
        external_name: &offered.name,
        calendar,
        source: &source,
        ingest_key: &key,
        first_date: calendar.today(now).plus_days(-app.settings.past_days),
        began_at: now,
    };
    let mut tx = app.database.begin().await?;
    let state = store::lock_connection(&mut tx, connection_id).await?;
    let is_open = state.is_some_and(|state| state != ConnectionState::Ended);
    if !is_open || !store::insert_connected(&mut tx, new).await? {
        drop(tx);
        app.others.revoke_key(token, pos_id, &source).await?;
        return Err(connected_already());
    }
    // Nothing is written until a person has it so.
    let kinds = FeedKind::iter().filter(|kind| *kind != FeedKind::Writing);
    let feeds: Vec<_> = kinds.map(|kind| (kind, now - kind.begins_before())).collect();
    store::insert_feeds(&mut tx, pos_id, connection_id, &feeds, now).await?;
    store::move_connection(&mut tx, connection_id, ConnectionState::Choosing, ConnectionState::Live).await?;
    announce(&mut tx, connection_id, Some(pos_id)).await?;
    tx.commit().await?;
    app.wake_feeds.notify_waiters();
    Ok(())
}

fn connected_already() -> Fault {
    conflict("This location, or the one at the POS, is connected already. Disconnect it there first.")
}
