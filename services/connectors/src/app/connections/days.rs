//! Whose the days of a location are: a business date has one source of checks.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use uuid::Uuid;

use super::{InWork, Stop, no_such_connection};
use crate::app::App;
use crate::domain::DayState;
use crate::store;

/// How far dates are. Those that are new are compared with what reports has of other sources.
pub(super) async fn states_of(
    of: &InWork<'_>,
    dates: &BTreeSet<BusinessDate>,
) -> Result<BTreeMap<BusinessDate, DayState>, Stop> {
    let (pos_id, connection_id) = of.place();
    let listed: Vec<BusinessDate> =
        dates.iter().filter(|on| **on >= of.location.first_date).copied().collect();
    if listed.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut conn = of.app.database.pool().acquire().await.map_err(Fault::from)?;
    let known = store::days_among(&mut conn, pos_id, connection_id, &listed).await?;
    drop(conn);
    let states: BTreeMap<BusinessDate, DayState> = known.into_iter().collect();
    let new: BTreeSet<BusinessDate> = listed.iter().filter(|on| !states.contains_key(on)).copied().collect();
    if new.is_empty() {
        return Ok(states);
    }
    let days = judged(of, &new, DayState::Read).await?;
    let mut tx = of.app.database.begin().await?;
    store::insert_days(&mut tx, pos_id, connection_id, &days).await?;
    // Another worker may have stored some of them meanwhile.
    let states = store::days_among(tx.conn(), pos_id, connection_id, &listed).await?;
    tx.commit().await?;
    Ok(states.into_iter().collect())
}

/// Lists the days of the past, of which the latest is read first.
pub(super) async fn list_days(of: &InWork<'_>) -> Result<(), Stop> {
    let (pos_id, connection_id) = of.place();
    let today = of.location.calendar().today(of.app.now());
    let days = today.days_since(of.location.first_date).max(0);
    let dates = (0..=days).map(|back| today.plus_days(-back)).collect();
    let days = judged(of, &dates, DayState::Waiting).await?;
    let mut tx = of.app.database.begin().await?;
    store::insert_days(&mut tx, pos_id, connection_id, &days).await?;
    store::set_days_listed(&mut tx, pos_id, connection_id).await?;
    tx.commit().await?;
    Ok(())
}

/// Which of these dates another source has; the others get this state.
async fn judged(
    of: &InWork<'_>,
    dates: &BTreeSet<BusinessDate>,
    else_: DayState,
) -> Result<Vec<(BusinessDate, DayState)>, Stop> {
    let (Some(first), Some(last)) = (dates.first(), dates.last()) else { return Ok(Vec::new()) };
    let own = own_sources(of).await?;
    let sources = of.app.others.sources(&of.token, &of.location.pos_id, (*first, *last)).await?;
    let taken: BTreeSet<BusinessDate> = sources
        .into_iter()
        .filter(|source| source.checks > 0 && !own.contains(&source.source))
        .map(|source| source.business_date)
        .collect();
    Ok(dates.iter().map(|on| (*on, if taken.contains(on) { DayState::Asked } else { else_ })).collect())
}

/// The sources of this location of the POS: that of the connection, and those of earlier ones.
pub(super) async fn own_sources(of: &InWork<'_>) -> Result<Vec<String>, Stop> {
    let mut conn = of.app.database.pool().acquire().await.map_err(Fault::from)?;
    Ok(store::own_sources(&mut conn, &of.location.pos_id, &of.location.external_id).await?)
}

/// The sources of a connection of a location: its own, and those of earlier connections to the same one of the POS; none while no
/// location is chosen.
pub async fn connected_sources(app: &App, pos_id: &PosId, connection_id: Uuid) -> Result<Vec<String>, Fault> {
    let mut conn = app.database.pool().acquire().await?;
    if store::find_connection(&mut conn, pos_id, connection_id).await?.is_none() {
        return Err(no_such_connection(connection_id).into());
    }
    match store::find_connected(&mut conn, pos_id, connection_id).await? {
        Some(location) => store::own_sources(&mut conn, pos_id, &location.external_id).await,
        None => Ok(Vec::new()),
    }
}
