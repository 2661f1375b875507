//! Whose the days of a location are: a business date has one source of checks.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::ConnectionOverlapped;
use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::announce::announce;
use super::{InWork, Stop, no_such_connection};
use crate::app::App;
use crate::domain::{AGAIN_WEEKLY, DayState};
use crate::store::{self, SharedDay};

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
    let asked = store::insert_days(&mut tx, pos_id, connection_id, &days).await?;
    publish_shared(&mut tx, of, &asked).await?;
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
    let sources = of.app.others.sources(&of.token.get().await?, &of.location.pos_id, (*first, *last)).await?;
    let taken: BTreeSet<BusinessDate> = sources
        .into_iter()
        .filter(|source| source.checks > 0 && !own.contains(&source.source))
        .map(|source| source.business_date)
        .collect();
    Ok(dates.iter().map(|on| (*on, if taken.contains(on) { DayState::Asked } else { else_ })).collect())
}

/// Has people decide of dates that were read and that another source has too, such as a till that started later. Those of imports are
/// compared for each import.
pub(super) async fn watch_others(of: &InWork<'_>) -> Result<(), Stop> {
    let (pos_id, connection_id) = of.place();
    let today = of.location.calendar().today(of.app.now());
    let mut conn = of.app.database.pool().acquire().await.map_err(Fault::from)?;
    let first =
        store::first_watched(&mut conn, pos_id, connection_id, today.plus_days(-AGAIN_WEEKLY)).await?;
    let Some(first) = first else { return Ok(()) };
    let own = store::own_sources(&mut conn, pos_id, &of.location.external_id).await?;
    let imports = store::import_sources(&mut conn, pos_id).await?;
    drop(conn);
    let sources = of.app.others.sources(&of.token.get().await?, pos_id, (first, today.plus_days(1))).await?;
    let mut own_sums: BTreeMap<BusinessDate, (i64, Money)> = BTreeMap::new();
    let mut others = BTreeSet::new();
    for source in sources.into_iter().filter(|source| source.checks > 0) {
        if own.contains(&source.source) {
            let (checks, net_sales) = own_sums.entry(source.business_date).or_default();
            *checks += source.checks;
            *net_sales += source.net_sales;
        } else if !imports.contains(&source.source) {
            others.insert(source.business_date);
        }
    }
    let shared = own_sums.into_iter().filter(|(on, _)| others.contains(on));
    let shared: Vec<SharedDay> = shared
        .map(|(business_date, (own_checks, own_net_sales))| SharedDay {
            business_date,
            own_checks,
            own_net_sales,
        })
        .collect();
    let mut tx = of.app.database.begin().await?;
    let new = store::set_shared(&mut tx, pos_id, connection_id, first, &shared).await?;
    publish_shared(&mut tx, of, &new).await?;
    tx.commit().await?;
    Ok(())
}

/// Publishes that people have to decide of dates.
async fn publish_shared(tx: &mut Tx, of: &InWork<'_>, dates: &[BusinessDate]) -> Result<(), Fault> {
    let (Some(first), Some(last)) = (dates.iter().min(), dates.iter().max()) else { return Ok(()) };
    let (pos_id, connection_id) = of.place();
    announce(tx, connection_id, Some(pos_id)).await?;
    tx.publish(&ConnectionOverlapped {
        pos_id: pos_id.clone(),
        connection_id,
        days: i64::try_from(dates.len()).unwrap_or(i64::MAX),
        first_date: *first,
        last_date: *last,
    })
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
