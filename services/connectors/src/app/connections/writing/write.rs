//! Prices and sold-out marks that owners set are read at the door, as tills read them, and written to the POS.
//!
//! What came from the POS is never written back to it: the door hands out what owners set alone.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::ItemId;
use saffron_kit::Fault;
use saffron_pos::PosError;
use saffron_pos::adapter::{Change, Set};
use saffron_till::{Changes, Till};
use serde::Deserialize;

use crate::app::connections::announce::announce;
use crate::app::connections::post::at_the_door;
use crate::app::connections::readers::Open;
use crate::app::connections::{InWork, Next, Stop, lease, words};
use crate::domain::Pos;
use crate::store::{self, FeedInHand, FeedPlace};

/// Pages of changes of one go: then others have their turn.
const PAGES: usize = 10;

/// Writes what owners set since the last time. A worker that dies after the POS took a change writes it once more, which changes nothing.
pub(in crate::app::connections) async fn write(
    of: &InWork<'_>,
    feed: &FeedInHand,
    open: &Open,
) -> Result<Next, Stop> {
    let (app, now) = (of.app, of.app.now());
    let (pos_id, connection_id) = of.place();
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let writing = store::writing_of(&mut conn, pos_id, connection_id).await?;
    let unwritten = store::unwritten_of(&mut conn, pos_id, connection_id).await?;
    drop(conn);
    let Some(writing) = writing else { return Err(Stop::Lost) };
    for row in unwritten.into_iter().filter(|row| row.is_due) {
        let Some(set) = row.set() else { continue };
        let change = Change { item: row.item, sequence: row.sequence, at: row.set_at.to_jiff(), set };
        one(of, feed, open, &change).await?;
    }
    let till = Till::new(app.settings.ingest.clone(), of.key.clone());
    let mut written = writing.written;
    for _ in 0..PAGES {
        let changes = till.changes(written).await.map_err(at_the_door)?;
        for change in latest(of, &changes, writing.since) {
            one(of, feed, open, &change).await?;
        }
        written = changes.after;
        confirm(of, feed, written).await?;
        if !changes.more {
            return Ok(Next { place: FeedPlace::at(now), due: now + feed.kind.every() });
        }
    }
    Ok(Next { place: feed.place.clone(), due: now })
}

/// The last price and the last mark of each item, in the order of these: earlier ones would be replaced at once.
fn latest(of: &InWork<'_>, changes: &Changes, since: Timestamp) -> Vec<Change> {
    let zone = &of.location.time_zone;
    // Changes bear whole seconds of a clock that may show an hour twice.
    let first = zone.wall(since).with().subsec_nanosecond(0).build().unwrap_or_else(|_| zone.wall(since));
    let mut last: BTreeMap<(ItemId, bool), Change> = BTreeMap::new();
    for change in &changes.change_list {
        let Ok(at) = zone.resolve(change.at) else { continue };
        if at.wall < first {
            continue;
        }
        let (item, sequence) = (&change.item, change.sequence);
        for set in change.price.map(Set::Price).into_iter().chain(change.sold_out.map(Set::SoldOut)) {
            let change = Change { item: item.clone(), sequence, at: at.at, set };
            last.insert((item.clone(), matches!(set, Set::Price(_))), change);
        }
    }
    let mut last: Vec<Change> = last.into_values().collect();
    last.sort_by_key(|change| change.sequence);
    last
}

/// Writes a change, or keeps that the POS does not take it.
async fn one(of: &InWork<'_>, feed: &FeedInHand, open: &Open, change: &Change) -> Result<(), Stop> {
    let (pos_id, connection_id) = of.place();
    let outcome = attempt(of, feed, open, change).await;
    let refused = match outcome {
        Ok(()) => None,
        Err(Stop::Pos(error)) if is_of_the_change(&error) => {
            tracing::warn!(%error, item = %change.item, %connection_id, "a change is not taken");
            Some((name_of(of, &change.item).await?, why(of.connection.pos, &error)))
        }
        Err(stop) => return Err(stop),
    };
    let mut tx = of.app.database.begin().await?;
    if !store::keep_feed(&mut tx, feed, &feed.place, lease(of.app)).await? {
        return Err(Stop::Lost);
    }
    let is_shown = match &refused {
        Some((name, why)) => {
            store::put_unwritten(&mut tx, pos_id, connection_id, change, (name, why)).await?;
            true
        }
        None => {
            if change.set == Set::SoldOut(false) {
                store::delete_before_mark(&mut tx, pos_id, connection_id, &change.item).await?;
            }
            store::delete_unwritten(&mut tx, pos_id, connection_id, &change.item, change.set).await?
        }
    };
    // Changes come in order, and one that a later one replaces is not left to do.
    store::set_written(&mut tx, pos_id, connection_id, change.sequence).await?;
    if is_shown {
        announce(&mut tx, connection_id, Some(pos_id)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Makes the calls of a change. What a mark replaces is kept first, so that a worker which goes on after this one knows it.
async fn attempt(of: &InWork<'_>, feed: &FeedInHand, open: &Open, change: &Change) -> Result<(), Stop> {
    let (pos_id, connection_id) = of.place();
    let mut before = None;
    if matches!(change.set, Set::SoldOut(_)) {
        let mut conn = of.app.database.pool().acquire().await.map_err(Fault::from)?;
        before = store::before_mark(&mut conn, pos_id, connection_id, &change.item).await?;
    }
    let mut reader = open.reader.lock().await;
    if before.is_none()
        && let Some(found) = reader.before(change).await?
    {
        let mut tx = of.app.database.begin().await?;
        if !store::keep_feed(&mut tx, feed, &feed.place, lease(of.app)).await? {
            return Err(Stop::Lost);
        }
        store::keep_before_mark(&mut tx, pos_id, connection_id, &change.item, &found).await?;
        tx.commit().await?;
        before = Some(found);
    }
    Ok(reader.write(change, before.as_deref()).await?)
}

async fn confirm(of: &InWork<'_>, feed: &FeedInHand, written: i64) -> Result<(), Stop> {
    let (pos_id, connection_id) = of.place();
    let mut tx = of.app.database.begin().await?;
    if !store::keep_feed(&mut tx, feed, &feed.place, lease(of.app)).await? {
        return Err(Stop::Lost);
    }
    store::set_written(&mut tx, pos_id, connection_id, written).await?;
    tx.commit().await?;
    Ok(())
}

/// Whether other changes may be taken although this one is not.
const fn is_of_the_change(error: &PosError) -> bool {
    matches!(error, PosError::Lacks(_) | PosError::Refused(_) | PosError::Missing | PosError::Unreadable(_))
}

/// The words for an owner about a change that a POS does not take.
fn why(pos: Pos, error: &PosError) -> String {
    let name = pos.name();
    match error {
        PosError::Refused(why) => format!("{name} does not take it: {why}. Change it there."),
        PosError::Missing => format!("{name} does not have this item any more."),
        error => words(pos, error),
    }
}

/// The name of an item as the till sent it, or its id.
async fn name_of(of: &InWork<'_>, item: &ItemId) -> Result<String, Stop> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let known =
        of.app.others.items(&of.token.get().await?, &of.location.pos_id, vec![item.to_string()]).await?;
    let named = known.first().and_then(|fact| serde_json::from_str::<Named>(&fact.data).ok());
    Ok(named.map_or_else(|| item.to_string(), |named| named.name))
}
