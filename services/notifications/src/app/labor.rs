use std::collections::BTreeSet;

use jiff::SignedDuration;
use saffron_core::PosId;
use saffron_kit::Fault;

use super::{App, AskedDay};
use crate::domain::{Happening, Kind};
use crate::store::{self, Note, OpenDay};

/// Labor is looked at from so long after a day's first check on: before, people are there and sales are not.
const WARM: SignedDuration = SignedDuration::from_hours(2);
/// Days that reports is asked for at once.
const AT_ONCE: usize = 200;

/// Looks at what labor costs of what is sold so far today, wherever there is trade.
pub async fn watch_labor(app: &App) -> Result<(), Fault> {
    let now = app.now();
    let mut running: Vec<OpenDay> = store::open_days(&app.database).await?;
    running.retain(|day| day.date == day.zone.today(now) && now >= day.began_at + WARM);
    for some in running.chunks(AT_ONCE) {
        let asked: Vec<AskedDay> =
            some.iter().map(|day| (day.pos_id.clone(), day.zone.clone(), day.date)).collect();
        let told = app.others.days(asked).await?;
        let pos_ids: BTreeSet<PosId> = told.keys().cloned().collect();
        let mut tx = app.database.begin().await?;
        let least = store::least_thresholds(&mut tx, Kind::LaborHigh, &pos_ids).await?;
        let notes = some.iter().filter_map(|OpenDay { pos_id, date, .. }| {
            let tenths = told.get(pos_id)?.day.labor_tenths()?;
            let is_high = least.get(pos_id).is_some_and(|threshold| tenths >= *threshold);
            is_high.then(|| Note {
                pos_id: pos_id.clone(),
                source: date.to_string(),
                happening: Happening::LaborHigh { date: *date, tenths },
            })
        });
        let notes: Vec<Note> = notes.collect();
        store::note(&mut tx, &notes, now).await?;
        tx.commit().await?;
        if !notes.is_empty() {
            app.wake();
        }
    }
    Ok(())
}
