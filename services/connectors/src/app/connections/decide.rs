use std::collections::BTreeSet;

use saffron_core::{BusinessDate, Error, PosId};
use saffron_kit::Fault;
use uuid::Uuid;

use super::announce::announce;
use super::no_such_connection;
use crate::app::{App, conflict};
use crate::domain::{ConflictChoice, DayState, FeedKind};
use crate::store;

/// The most dates of one decision: more than a connection brings in.
const MOST_DATES: usize = 500;

/// Decides of dates that another source has: the POS's checks replace the other one's, or are skipped; where both count already, those of
/// the other one are removed, or both stay. The same once more changes nothing, and one that was skipped can be replaced later.
pub async fn decide_days(
    app: &App,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &BTreeSet<BusinessDate>,
    decision: ConflictChoice,
) -> Result<(), Fault> {
    if dates.is_empty() || dates.len() > MOST_DATES {
        let message = format!("must be 1 to {MOST_DATES} dates");
        return Err(Error::invalid("businessDates", message).into());
    }
    let listed: Vec<BusinessDate> = dates.iter().copied().collect();
    let mut tx = app.database.begin().await?;
    let location = store::find_connected(tx.conn(), pos_id, connection_id).await?;
    let location = location.ok_or_else(|| no_such_connection(connection_id))?;
    if location.ended_at.is_some() {
        return Err(conflict("This connection has ended. Connect again."));
    }
    let (from, to): (&[DayState], DayState) = match decision {
        ConflictChoice::Replace => (&[DayState::Asked, DayState::Skipped], DayState::Replacing),
        ConflictChoice::Skip => (&[DayState::Asked], DayState::Skipped),
    };
    let states = store::days_among(tx.conn(), pos_id, connection_id, &listed).await?;
    let shared = store::shared_among(tx.conn(), pos_id, connection_id, &listed).await?;
    let is_decided = |state: DayState| match decision {
        ConflictChoice::Replace => state != DayState::Asked && state != DayState::Skipped,
        ConflictChoice::Skip => state == DayState::Skipped,
    };
    let fits = |on: &BusinessDate| {
        states.iter().any(|(date, state)| date == on && (from.contains(state) || is_decided(*state)))
            || shared.iter().any(|(date, _)| date == on)
    };
    if let Some(other) = listed.iter().find(|on| !fits(on)) {
        let message = format!("must be dates that another source has: {other} is not one");
        return Err(Error::invalid("businessDates", message).into());
    }
    let decided = store::decide_days(&mut tx, pos_id, connection_id, &listed, from, to).await?;
    let of_shared = match decision {
        ConflictChoice::Replace => store::replace_shared(&mut tx, pos_id, connection_id, &listed).await?,
        ConflictChoice::Skip => store::keep_shared(&mut tx, pos_id, connection_id, &listed).await?,
    };
    if decided + of_shared == 0 {
        return Ok(());
    }
    store::wake_feeds(&mut tx, pos_id, connection_id, &[FeedKind::Past], app.now()).await?;
    announce(&mut tx, connection_id, Some(pos_id)).await?;
    tx.commit().await?;
    app.wake_feeds.notify_waiters();
    Ok(())
}
