//! `cargo dev bench growth`: years of facts, loaded as they come, compared with what was sent, and every report asked.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use saffron_core::BusinessDate;
use saffron_dev::bench::GrowthArgs;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, Step, seconds};

use crate::explain::{Cost, Explain};
use crate::facts::{Kitchen, LOCATIONS, Totals, yesterday};
use crate::feed::Feed;
use crate::load::{HAS_ROWS, Measured, Pace, Wire, load, post};
use crate::machine;
use crate::people::{MAIN_API, owner};
use crate::stack::Stack;
use crate::table::{Table, number};
use crate::watch::Watch;

/// Checks of a message: what a till sends that was off for a while.
const MESSAGE: u32 = 50;
/// Checks that may be sent before they are recorded.
const AHEAD: i64 = 50_000;
/// Days after which the stream is emptied of what is recorded: it would fill the disk, and nobody reads it again.
const FORGET_EVERY: u32 = 20;
/// Reports are measured with a part of each day's checks, this many times smaller, and again with all.
const TIMES: u32 = 10;
/// Nothing is recorded for so long: something is wrong.
const PATIENCE: Duration = Duration::from_secs(120);

/// Every kind of report, by its call.
const CALLS: [&str; 14] = [
    "get-daily-sales-labor",
    "get-hourly-report",
    "get-labor-report",
    "get-itemsales-report",
    "get-major-category-sales-report",
    "get-minor-category-sales-report",
    "get-employee-sales-report",
    "get-revenuecenter-sales-report",
    "get-cashier-sales-report",
    "get-payment-report",
    "get-onlineorder-sales-report",
    "get-table-performance-report",
    "get-ordertype-sales-report",
    "get-orderinputtype-sales-report",
];

/// The days that reports are asked for.
struct Days {
    title: &'static str,
    days: u32,
    group_by: Option<&'static str>,
}

const RANGES: [Days; 4] = [
    Days { title: "day", days: 1, group_by: None },
    Days { title: "week", days: 7, group_by: None },
    Days { title: "92 days", days: 92, group_by: None },
    Days { title: "year by month", days: 365, group_by: Some("month") },
];

/// Runs it.
///
/// # Errors
/// Something does not start, stands still, or comes to other sums than were sent.
pub async fn bench(outer: &Place, args: &GrowthArgs, command: &str, say: &Say) -> Result<()> {
    let began = Instant::now();
    let mut stack = Stack::start(outer, "bench-growth", say).await?;
    stack.serve_all().await?;
    let session = owner(&stack).await?;
    let mut watch = Watch::open(&stack).await?;
    let mut feed = Feed::open(&stack).await?;
    let first = yesterday()?.plus_days(1 - i64::from(args.days));

    let asker = Asker {
        address: SocketAddr::from(([127, 0, 0, 1], stack.place.ports.gateway)),
        session,
        first,
        days: args.days,
    };
    let mut kept = Kept { days: args.days, first, sent: BTreeMap::new() };
    let few = args.checks.div_ceil(TIMES);
    let rate_of_few = kept.fill(&mut feed, &mut watch, 0..few, say).await?;
    let with_few = measure(&asker, args.seconds, say).await?;
    let rate_of_rest = kept.fill(&mut feed, &mut watch, few..args.checks, say).await?;
    let with_all = measure(&asker, args.seconds, say).await?;
    let total = kept.checks();
    let bytes = watch.size().await? as f64;
    let table = compare(&stack, &asker, (&with_few, &with_all), say).await?;
    let settings = stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{} checks of {LOCATIONS} locations and {} days, {MESSAGE} a message: {} a second up to the first {few} of each \
         day, {} after; checks and sales of every location and day are as sent, after both\n\
         the database of reports holds {} GB, {} bytes a check\n\
         'few' is with the first {few} checks of each day, 'all' with all {}; one location a request, another location \
         or range each time, one request at a time, {} s each, after VACUUM; pages are 8 KiB, by EXPLAIN (ANALYZE, \
         BUFFERS) of the statements that the newest range's request ran with all\n",
        number(total as f64, 0),
        args.days,
        number(rate_of_few, 0),
        number(rate_of_rest, 0),
        number(bytes / 1e9, 1),
        number(bytes / total as f64, 0),
        args.checks,
        args.seconds
    ));
    say.line(table.text());
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    Ok(())
}

/// What was sent so far, by location and business date.
struct Kept {
    days: u32,
    first: BusinessDate,
    sent: BTreeMap<(String, String), Totals>,
}

impl Kept {
    fn checks(&self) -> i64 {
        self.sent.values().map(|totals| totals.checks).sum()
    }

    /// Sends these checks of each location and day, waits until all are in the roll-ups, drops the events about them,
    /// and compares everything with what was sent; gives the checks recorded a second.
    async fn fill(
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
        wait_for(watch, self.checks()).await?;
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
            let recorded = wait_for(watch, count - AHEAD).await?;
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
                wait_for(watch, count).await?;
                feed.forget_worked().await?;
            }
        }
        Ok(())
    }
}

/// Waits until so many checks are recorded, and tells how many are.
async fn wait_for(watch: &mut Watch, checks: i64) -> Result<i64> {
    let mut last = -1;
    let mut moved = Instant::now();
    loop {
        let recorded = watch.recorded().await?.checks;
        if recorded >= checks {
            return Ok(recorded);
        }
        if recorded != last {
            (last, moved) = (recorded, Instant::now());
        }
        if moved.elapsed() > PATIENCE {
            bail!("{recorded} checks are recorded, and nothing moves; see the log of reports");
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Who asks, and which days there are.
struct Asker {
    address: SocketAddr,
    session: String,
    first: BusinessDate,
    days: u32,
}

impl Asker {
    /// What is explained: the newest range of a location.
    fn newest(&self, range: &Days) -> (u32, u32) {
        (LOCATIONS / 2, self.days - range.days)
    }

    /// Every location and range but that one, in random order: none is asked twice, so that no kept answer is measured.
    fn all(&self, range: &Days) -> Vec<(u32, u32)> {
        let days = 0..=self.days - range.days;
        let all = (1..=LOCATIONS).flat_map(|location| days.clone().map(move |day| (location, day)));
        let mut all: Vec<_> = all.filter(|one| *one != self.newest(range)).collect();
        all.shuffle(&mut StdRng::seed_from_u64(u64::from(range.days)));
        all
    }

    /// A request of a report, for a location and the range that begins at a day.
    fn request(&self, call: &str, range: &Days, location: u32, day: u32) -> Vec<u8> {
        let start = self.first.plus_days(i64::from(day));
        let end = start.plus_days(i64::from(range.days) - 1);
        let group_by = range.group_by.map(|by| format!(r#","groupBy":"{by}""#)).unwrap_or_default();
        let body = format!(
            r#"{{"sessionID":"{}","startDate":"{start}","endDate":"{end}","posID":"bench-{location}"{group_by}}}"#,
            self.session
        );
        post(self.address, &format!("{MAIN_API}/{call}"), &body)
    }
}

/// A report over one range of days, and how it was answered.
struct Answered {
    call: &'static str,
    range: &'static Days,
    load: Measured,
}

/// Every report over every range.
async fn measure(asker: &Asker, seconds: u32, say: &Say) -> Result<Vec<Answered>> {
    let mut measured = Vec::new();
    let step = say.step("measuring every report");
    for call in CALLS {
        for range in RANGES.iter().filter(|range| range.days <= asker.days) {
            step.note(&format!("{call}, {}", range.title));
            let mut all = asker.all(range).into_iter();
            let requests = || all.next().map(|(location, day)| asker.request(call, range, location, day));
            let time = Duration::from_secs(u64::from(seconds));
            let load = load(asker.address, 1, Pace::Full, time, HAS_ROWS, requests).await?;
            measured.push(Answered { call, range, load });
        }
    }
    step.done("");
    Ok(measured)
}

/// Both measurements side by side, with what Postgres did for the second.
async fn compare(
    stack: &Stack,
    asker: &Asker,
    (few, all): (&[Answered], &[Answered]),
    say: &Say,
) -> Result<Table> {
    let mut table = Table::new([
        "report",
        "range",
        "p50 ms, few",
        "p50 ms, all",
        "few / all",
        "p99 ms, few",
        "p99 ms, all",
        "bytes",
        "statements",
        "pages",
        "most pages a scan",
        "ms in Postgres",
    ]);
    let step = say.step("explaining every report");
    // Only after all is measured: a server that logs every statement is slower.
    let explain = Explain::begin(stack).await?;
    let mut wire = Wire::open(asker.address).await?;
    for (few, Answered { call, range, load }) in few.iter().zip(all) {
        step.note(&format!("{call}, {}", range.title));
        let (location, day) = asker.newest(range);
        let request = asker.request(call, range, location, day);
        let Cost { statements, pages, pages_of_a_scan, millis } = explain.cost(&mut wire, &request).await?;
        table.row([
            (*call).to_owned(),
            range.title.to_owned(),
            number(few.load.millis(0.5), 2),
            number(load.millis(0.5), 2),
            number(few.load.millis(0.5) / load.millis(0.5), 2),
            number(few.load.millis(0.99), 2),
            number(load.millis(0.99), 2),
            number(load.bytes as f64 / load.answers.max(1) as f64, 0),
            statements.to_string(),
            number(pages as f64, 0),
            number(pages_of_a_scan, 1),
            number(millis, 2),
        ]);
    }
    step.done("");
    Ok(table)
}
