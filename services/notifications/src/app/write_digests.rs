use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, Calendar, PosId};
use saffron_kit::Fault;

use super::App;
use crate::domain::Happening;
use crate::store::{self, NewHappening, OpenDay};

/// How long after the end of a business day its digest is written, so that the last checks are received.
const AFTER_DAY_END: SignedDuration = SignedDuration::from_mins(30);
/// The most days that reports is asked for at once.
pub(super) const DAYS_AT_ONCE: usize = 200;

/// Writes one digest of each ended day with sales.
pub async fn write_digests(app: Arc<App>) -> Result<(), Fault> {
    let now = app.now();
    let ended = store::open_days(&app.database).await?.into_iter();
    // Reports is asked for one day of a location at a time, the oldest first.
    let mut oldest: BTreeMap<PosId, OpenDay> = BTreeMap::new();
    for day in ended.filter(|day| is_digest_due(&day.calendar, day.date, now)) {
        oldest.entry(day.pos_id.clone()).or_insert(day);
    }
    let days: Vec<OpenDay> = oldest.into_values().collect();
    for some in days.chunks(DAYS_AT_ONCE) {
        let mut figures = app.others.days(some).await?;
        for OpenDay { pos_id, date, .. } in some {
            let mut tx = app.database.begin().await?;
            if !store::mark_digested(&mut tx, pos_id, *date).await? {
                continue;
            }
            if let Some(figures) = figures.remove(pos_id) {
                let happening = Happening::DayClosed(figures);
                let new = NewHappening { pos_id: pos_id.clone(), source: date.to_string(), happening };
                store::add_happenings(&mut tx, vec![new], now).await?;
            }
            tx.commit().await?;
        }
        app.wake();
    }
    Ok(())
}

/// Whether a business day ended long enough ago for its digest.
fn is_digest_due(calendar: &Calendar, date: BusinessDate, now: Timestamp) -> bool {
    now.duration_since(calendar.begin_of(date.plus_days(1))) >= AFTER_DAY_END
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_settles_half_an_hour_after_its_end() {
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let settled =
            |date: &str, now: &str| is_digest_due(&calendar, date.parse().unwrap(), now.parse().unwrap());
        assert!(!settled("2026-07-18", "2026-07-19T08:29:59Z"));
        assert!(settled("2026-07-18", "2026-07-19T08:30:00Z"));
        assert!(!settled("2026-07-19", "2026-07-19T08:30:00Z"));
        // Clocks go back in the night of November 1.
        assert!(!settled("2026-10-31", "2026-11-01T09:29:00Z"));
        assert!(settled("2026-10-31", "2026-11-01T09:30:00Z"));
    }
}
