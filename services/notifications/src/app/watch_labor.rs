use std::sync::Arc;

use jiff::SignedDuration;
use saffron_core::PosId;
use saffron_kit::Fault;

use super::App;
use super::write_digests::DAYS_AT_ONCE;
use crate::domain::{Happening, Kind};
use crate::store::{self, NewHappening, OpenDay};

/// Labor is compared from this long after a day's first check on: before, employees work and sales are still low.
const AFTER_FIRST_CHECK: SignedDuration = SignedDuration::from_hours(2);

/// Adds a happening for each location whose labor percentage of today so far reaches the lowest threshold of any rule.
pub async fn watch_labor(app: Arc<App>) -> Result<(), Fault> {
    let now = app.now();
    let mut running: Vec<OpenDay> = store::open_days(&app.database).await?;
    running.retain(|day| day.date == day.calendar.today(now) && now >= day.began_at + AFTER_FIRST_CHECK);
    for some in running.chunks(DAYS_AT_ONCE) {
        let days = app.others.days(some).await?;
        let pos_ids: Vec<PosId> = days.keys().cloned().collect();
        let mut tx = app.database.begin().await?;
        let least = store::least_thresholds(&mut tx, Kind::LaborHigh, &pos_ids).await?;
        let new = days.into_iter().filter_map(|(pos_id, figures)| {
            let (date, tenths) = (figures.date, figures.day.labor_tenths()?);
            let is_high = least.get(&pos_id).is_some_and(|threshold| tenths >= *threshold);
            let happening = Happening::LaborHigh { date, tenths };
            is_high.then(|| NewHappening { pos_id, source: date.to_string(), happening })
        });
        let new: Vec<NewHappening> = new.collect();
        let wakes = !new.is_empty();
        store::add_happenings(&mut tx, new, now).await?;
        tx.commit().await?;
        if wakes {
            app.wake();
        }
    }
    Ok(())
}
