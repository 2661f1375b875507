use std::collections::BTreeSet;

use saffron_core::{BusinessDate, Error, PosId};
use saffron_kit::Fault;
use uuid::Uuid;

use crate::app::announce::{announce_change, move_import};
use crate::app::{App, conflict, no_such_import};
use crate::domain::{Standing, State};
use crate::store;

/// What a person decides of days that count twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverlapDecision {
    /// The import's checks of these days are removed.
    TakeOut,
    /// They are different sales, and both stay.
    Keep,
}

/// Takes days that count twice out of an import, or keeps them. Days of which the same was decided before change nothing.
pub async fn decide_overlaps(
    app: &App,
    pos_id: &PosId,
    import_id: Uuid,
    dates: &BTreeSet<BusinessDate>,
    decision: OverlapDecision,
) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    let import = store::lock_import(&mut tx, pos_id, import_id).await?;
    let import = import.ok_or_else(|| no_such_import(import_id))?;
    if matches!(import.state, State::Undoing | State::Undone) {
        // Nothing of it counts, on no day.
        return Ok(());
    }
    let overlaps = store::overlaps_of(tx.conn(), import_id).await?;
    let open: BTreeSet<BusinessDate> = overlaps.iter().map(|one| one.business_date).collect();
    let taken = store::taken_out(tx.conn(), import_id).await?;
    let decided: BTreeSet<BusinessDate> = match decision {
        OverlapDecision::TakeOut => {
            let is_decided = |date: &BusinessDate| import.state == State::TakingOut || !open.contains(date);
            taken.iter().map(|one| one.business_date).filter(is_decided).collect()
        }
        OverlapDecision::Keep => store::kept_dates(tx.conn(), import_id).await?.into_iter().collect(),
    };
    let new: Vec<BusinessDate> = dates.iter().filter(|date| open.contains(date)).copied().collect();
    if let Some(other) = dates.iter().find(|date| !open.contains(date) && !decided.contains(date)) {
        let message = format!("must be days that count twice: {other} does not");
        return Err(Error::invalid("businessDates", message).into());
    }
    let new: Vec<BusinessDate> = match decision {
        OverlapDecision::TakeOut => new.into_iter().filter(|date| !decided.contains(date)).collect(),
        OverlapDecision::Keep => new,
    };
    if new.is_empty() {
        return Ok(());
    }
    if decision == OverlapDecision::TakeOut && import.ingest_key.is_none() {
        return Err(conflict(
            "Days can be taken out of an import for 35 days, as long as its ingest key is valid, which it is not any more.",
        ));
    }
    match import.state {
        State::Done => {}
        State::TakingOut => {
            return Err(conflict("Days are being taken out of this import. Please wait until that is done."));
        }
        _ => return Err(conflict("Only an import of which all came in has days that count twice.")),
    }
    store::note_decided(&mut tx, import_id).await?;
    match decision {
        OverlapDecision::Keep => {
            store::keep_overlaps(&mut tx, import_id, &new).await?;
            announce_change(&mut tx, import_id).await?;
        }
        OverlapDecision::TakeOut => {
            store::begin_taking_out(&mut tx, import_id, &new).await?;
            let to = Standing { state: State::TakingOut, resumes: None, has_sent: true };
            move_import(&mut tx, import_id, to).await?;
        }
    }
    tx.commit().await?;
    app.wake.notify_one();
    Ok(())
}
