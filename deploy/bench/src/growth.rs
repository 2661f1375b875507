//! `cargo dev bench growth`: years of facts, loaded as they come, compared with what was sent, and every report asked: with
//! about as much as the demo has, ten times and a hundred times as much.

mod fill;
mod grown;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use saffron_core::BusinessDate;
use saffron_dev::bench::GrowthArgs;
use saffron_dev::bench::figure::Figure;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, seconds};

use crate::explain::{Cost, Explain};
use crate::facts::{LOCATIONS, yesterday};
use crate::feed::Feed;
use crate::load::{HAS_ROWS, Measured, Pace, Wire, load, post};
use crate::machine::{self, Meter};
use crate::people::{MAIN_API, owner};
use crate::stack::Stack;
use crate::watch::Watch;
use fill::{Kept, MESSAGE};

/// What Postgres is told beside the settings of every bench: of the disk, the tables are to have most.
const POSTGRES: [(&str, &str); 1] = [("max_wal_size", "2GB")];
/// A check is so many fact rows, of which there are to be no more than this.
const ROWS_OF_A_CHECK: u64 = 2;
const MOST_ROWS: u64 = 50_000_000;

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
pub async fn bench(
    outer: &Place,
    args: &GrowthArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    let began = Instant::now();
    ensure!(
        args.times.is_sorted_by(|less, more| less < more),
        "each of --times has to be more than the one before"
    );
    let most = args.times.last().copied().context("--times names no pass")?;
    let rows = ROWS_OF_A_CHECK * u64::from(args.checks * most) * u64::from(args.days * LOCATIONS);
    ensure!(rows <= MOST_ROWS, "that comes to {rows} fact rows; at most {MOST_ROWS} are loaded");

    let mut stack = Stack::start_with(outer, "bench-growth", &POSTGRES, say).await?;
    stack.serve_all().await?;
    let session = owner(&stack).await?;
    let mut watch = Watch::open(&stack).await?;
    let mut feed = Feed::open(&stack).await?;
    let first = yesterday()?.plus_days(1 - i64::from(args.days));
    let address = SocketAddr::from(([127, 0, 0, 1], stack.place.ports.gateway));
    let asker = Asker { address, session, first, days: args.days };

    let mut kept = Kept::new(first, args.days);
    let (mut passes, mut from): (Vec<Pass>, u32) = (Vec::new(), 0);
    let all = async {
        for times in &args.times {
            let to = args.checks * times;
            let rate = kept.fill(&mut feed, &mut watch, from..to, say).await?;
            from = to;
            let meter = Meter::begin(stack.processes());
            let answered = measure(&asker, args.seconds, say).await?;
            passes.push(Pass {
                name: format!("{times}x"),
                checks: kept.checks(),
                rate,
                limit: meter.end().limit(),
                fact_rows: watch.fact_rows().await?,
                rollup_rows: watch.rollup_rows().await?,
                bytes: watch.size().await?,
                answered,
            });
        }
        Ok(())
    }
    .await;
    let costs = costs(&mut stack, &asker, say).await?;

    let settings = stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{LOCATIONS} locations and {} days, {} checks of each location and day in the first pass and the rest in later ones, \
         {MESSAGE} a message at most; checks and sales of every location and day are as sent, after each pass\n\
         fact rows: checks, their contents and shifts; bytes: the database of reports, roll-ups and indexes included\n\
         one location a request, another location or range each time, one request at a time, {} s each, after VACUUM; median \
         (min..max) over {} reports; ratios are of the same report; pages are 8 KiB, by EXPLAIN (ANALYZE, BUFFERS) of the \
         statements that the newest range's request ran after the last pass\n",
        args.days,
        args.checks,
        args.seconds,
        CALLS.len()
    ));
    say.line(grown::data(&passes).text());
    say.line(grown::ranges(&passes, &costs).text());
    say.line(grown::reports(&passes, &costs).text());
    if let Some(last) = passes.last() {
        say.line(format!("{}: limited by {}", last.name, last.limit));
    }
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    figures.extend(grown::figures(&passes));
    all
}

/// One amount of data, and how every report over every range was answered with it.
struct Pass {
    /// How many times the first amount.
    name: String,
    checks: i64,
    /// Checks recorded a second while it was loaded.
    rate: f64,
    limit: String,
    fact_rows: i64,
    rollup_rows: i64,
    bytes: i64,
    answered: Vec<Answered>,
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

/// Every report over every range that there are days for, in the order of all that is kept of them.
fn questions(asker: &Asker) -> impl Iterator<Item = (&'static str, &'static Days)> {
    let days = asker.days;
    let ranges = move || RANGES.iter().filter(move |range| range.days <= days);
    CALLS.into_iter().flat_map(move |call| ranges().map(move |range| (call, range)))
}

/// Asks them.
async fn measure(asker: &Asker, seconds: u32, say: &Say) -> Result<Vec<Answered>> {
    let mut measured = Vec::new();
    let step = say.step("measuring every report");
    for (call, range) in questions(asker) {
        step.note(&format!("{call}, {}", range.title));
        let mut all = asker.all(range).into_iter();
        let requests = || all.next().map(|(location, day)| asker.request(call, range, location, day));
        let time = Duration::from_secs(u64::from(seconds));
        let load = load(asker.address, 1, Pace::Full, time, HAS_ROWS, requests).await?;
        measured.push(Answered { call, range, load });
    }
    step.done("");
    Ok(measured)
}

/// What Postgres does for each. Only after all is measured: a server that logs every statement is slower.
async fn costs(stack: &mut Stack, asker: &Asker, say: &Say) -> Result<Vec<Cost>> {
    let step = say.step("explaining every report");
    let explain = Explain::begin(stack).await?;
    let mut wire = Wire::open(asker.address).await?;
    let mut costs = Vec::new();
    for (call, range) in questions(asker) {
        step.note(&format!("{call}, {}", range.title));
        let (location, day) = asker.newest(range);
        costs.push(explain.cost(&mut wire, &asker.request(call, range, location, day)).await?);
    }
    step.done("");
    Ok(costs)
}
