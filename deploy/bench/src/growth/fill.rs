//! Fills a system with checks, in several passes, and compares after each with what was sent.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_core::BusinessDate;
use saffron_dev::say::{Say, Step, seconds};

use crate::facts::{Kitchen, LOCATIONS, Totals};
use crate::feed::Feed;
use crate::table::number;
use crate::watch::Watch;

/// Checks of a message at most: what a till sends that was off for a while.
pub const MESSAGE: u32 = 50;
/// Checks that may be sent before they are recorded.
const AHEAD: i64 = 50_000;
/// Days after which what is recorded leaves the streams, and the events about it the outbox: they would fill the disk, and
/// nobody reads them again.
const FORGET_EVERY: u32 = 20;

/// What was sent so far, by location and business date.
pub struct Kept {
    days: u32,
    first: BusinessDate,
    sent: BTreeMap<(String, String), Totals>,
}

impl Kept {
    /// Nothing yet, of so many days.
    pub fn new(first: BusinessDate, days: u32) -> Kept {
        Kept { days, first, sent: BTreeMap::new() }
    }

    /// How many checks that is.
    pub fn checks(&self) -> i64 {
        self.sent.values().map(|totals| totals.checks).sum()
    }

    /// Sends these checks of each location and day, waits until all are in the roll-ups, drops the events about them,
    /// and compares everything with what was sent; gives the checks recorded a second.
    pub async fn fill(
        &mut self,
        feed: &mut Feed,
        watch: &mut Watch,
        checks: Range<u32>,
        say: &Say,
    ) -> Result<f64> {
        let before = self.checks();
        let all = i64::from(checks.end - checks.start) * i64::from(self.days) * i64::from(LOCATIONS);
        let step = say.step(format!("{} checks", number(all as f64, 0)));
        let began = Instant::now();
        self.send(feed, watch, checks, before + all, &step).await?;
        watch.until_recorded(self.checks()).await?;
        let rate = all as f64 / began.elapsed().as_secs_f64();
        // Carrying millions of events away takes longer than all else, and is what `bench ingest` measures.
        watch.run("TRUNCATE outbox").await?;
        watch.quiet(feed, self.checks(), &step).await?;
        step.done(&format!("{} a second", number(rate, 0)));
        let step = say.step("comparing every location and day with what was sent");
        watch.verify(&self.sent).await?;
        step.done(&format!("{} days are as sent", number(self.sent.len() as f64, 0)));
        let step = say.step("VACUUM (ANALYZE)");
        watch.run("VACUUM (ANALYZE)").await?;
        watch.run("CHECKPOINT").await?;
        step.done("");
        Ok(rate)
    }

    /// Day after day of every location, no further ahead of reports than [`AHEAD`].
    async fn send(
        &mut self,
        feed: &mut Feed,
        watch: &mut Watch,
        checks: Range<u32>,
        goal: i64,
        step: &Step,
    ) -> Result<()> {
        let kitchens = Kitchen::all()?;
        let mut count = self.checks();
        let (before, began) = (count, Instant::now());
        for day in 0..self.days {
            let date = self.first.plus_days(i64::from(day));
            for from in checks.clone().step_by(MESSAGE as usize) {
                for kitchen in &kitchens {
                    let to = (from + MESSAGE).min(checks.end);
                    let (mut facts, totals) = kitchen.checks(date, from, to)?;
                    if from == 0 {
                        facts.extend(kitchen.shifts(date)?);
                    }
                    let day = (kitchen.pos_id.to_string(), date.to_string());
                    *self.sent.entry(day).or_default() += totals;
                    count += totals.checks;
                    feed.put(&kitchen.pos_id, kitchen.message(facts)?).await?;
                }
            }
            feed.flush().await?;
            let recorded = watch.until_recorded(count - AHEAD).await?;
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
                watch.until_recorded(count).await?;
                watch.run("TRUNCATE outbox").await?;
                feed.forget_worked().await?;
            }
        }
        Ok(())
    }
}
