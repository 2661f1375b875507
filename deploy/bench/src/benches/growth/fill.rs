//! Fills an instance with checks, in several passes, and compares after each with what was sent.

use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_core::BusinessDate;
use saffron_dev::bench::table::number;
use saffron_dev::output::{Output, Step, seconds};
use saffron_instance::Feed;

use crate::loads::facts::{Days, LOCATIONS, Location};
use crate::machine::database::{Database, POLL_RARELY, until_worked};

/// Checks of a message at most, as of a till that was off for a while.
pub const MESSAGE: u32 = 50;
/// Checks that may be sent before they are recorded.
const AHEAD: i64 = 50_000;
/// Days after which the streams and the outbox are emptied: recorded facts and their events would fill the disk, and are not
/// read again.
const FORGET_EVERY: u32 = 20;

/// The sums of everything sent so far.
pub struct Sent {
    days: u32,
    first: BusinessDate,
    sent: Days,
}

impl Sent {
    /// Empty sums of this number of days.
    pub fn new(first: BusinessDate, days: u32) -> Sent {
        Sent { days, first, sent: Days::new() }
    }

    /// The number of checks.
    pub fn checks(&self) -> i64 {
        self.sent.values().map(|totals| totals.checks).sum()
    }

    /// Sends these checks of each location and day, waits until all are in the roll-ups, drops the events about them,
    /// and compares everything with what was sent; gives the checks recorded a second.
    pub async fn fill(
        &mut self,
        feed: &mut Feed,
        database: &mut Database,
        checks: Range<u32>,
        out: &Output,
    ) -> Result<f64> {
        let before = self.checks();
        let all = i64::from(checks.end - checks.start) * i64::from(self.days) * i64::from(LOCATIONS);
        let step = out.step(format!("{} checks", number(all as f64, 0)));
        let began = Instant::now();
        self.send(feed, database, checks, before + all, &step).await?;
        database.until_recorded(self.checks(), POLL_RARELY, &step).await?;
        let rate = all as f64 / began.elapsed().as_secs_f64();
        // Carrying millions of events away takes longer than all else, and `bench ingest` measures it.
        database.run("TRUNCATE outbox").await?;
        database.quiet(&feed.operator, self.checks(), &step).await?;
        step.done(&format!("{} a second", number(rate, 0)));
        let step = out.step("comparing every location and day with what was sent");
        database.verify(&self.sent).await?;
        step.done(&format!("{} days are as sent", number(self.sent.len() as f64, 0)));
        let step = out.step("VACUUM (ANALYZE)");
        database.run("VACUUM (ANALYZE)").await?;
        database.run("CHECKPOINT").await?;
        step.done("");
        Ok(rate)
    }

    /// Day after day of every location, no further ahead of reports than [`AHEAD`].
    async fn send(
        &mut self,
        feed: &mut Feed,
        database: &mut Database,
        checks: Range<u32>,
        goal: i64,
        step: &Step,
    ) -> Result<()> {
        let locations = Location::all()?;
        let mut count = self.checks();
        let (before, began) = (count, Instant::now());
        for day in 0..self.days {
            let date = self.first.plus_days(i64::from(day));
            for from in checks.clone().step_by(MESSAGE as usize) {
                for location in &locations {
                    let checks = from..(from + MESSAGE).min(checks.end);
                    let totals = location.send(feed, date, checks, true).await?;
                    *self.sent.entry((location.pos_id.to_string(), date.to_string())).or_default() += totals;
                    count += totals.checks;
                }
            }
            feed.flush().await?;
            let recorded = database.until_recorded(count - AHEAD, POLL_RARELY, step).await?.checks;
            let rate = (recorded - before) as f64 / began.elapsed().as_secs_f64();
            let left = Duration::from_secs_f64(((goal - recorded) as f64 / rate.max(1.0)).min(1e9));
            step.note(&format!(
                "{date}: {} of {} recorded, {} a second, {} left",
                number(recorded as f64, 0),
                number(goal as f64, 0),
                number(rate, 0),
                seconds(left)
            ));
            if day % FORGET_EVERY == FORGET_EVERY - 1 {
                database.until_recorded(count, POLL_RARELY, step).await?;
                database.run("TRUNCATE outbox").await?;
                until_worked(&feed.operator, &["reports"], step).await?;
                feed.operator.purge("POS").await?;
                feed.operator.purge("EVENTS").await?;
            }
        }
        Ok(())
    }
}
