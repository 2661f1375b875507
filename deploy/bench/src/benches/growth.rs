//! `cargo dev bench growth`: years of facts, loaded as they come, compared with what was sent, and every report asked: with
//! about as much as the demo has, ten times and a hundred times as much.

mod fill;
mod grown;

use std::sync::LazyLock;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use saffron_core::BusinessDate;
use saffron_dev::Output;
use saffron_instance::{Feed, Instance};
use serde_json::Value;

use crate::args::GrowthArgs;
use crate::loads::facts::{LOCATIONS, yesterday};
use crate::loads::people::owner;
use crate::loads::requests::{Caller, Connection, HAS_ROWS, Measured, Pace};
use crate::machine::Meter;
use crate::machine::database::Database;
use crate::machine::explain::{Cost, Explain};
use crate::run::Run;
use fill::{MESSAGE, Sent};

/// Settings of Postgres beside those of every bench: most of the disk is for the tables.
const POSTGRES: [(&str, &str); 1] = [("max_wal_size", "2GB")];
/// Fact rows of a check, and the most fact rows of a pass.
const ROWS_OF_A_CHECK: u64 = 2;
const MOST_ROWS: u64 = 50_000_000;

/// The call of every report but the summary, which has the figures of the daily one.
static CALLS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let catalogue: Value =
        serde_json::from_str(include_str!("../../../../proto/figures.json")).unwrap_or_default();
    let reports = catalogue.get("reports").and_then(Value::as_array).into_iter().flatten();
    let reports = reports.filter(|report| report.get("name").is_none_or(|name| name != "Summary"));
    reports.filter_map(|report| report.get("call")?.as_str()).map(str::to_owned).collect()
});

/// A range of days that reports are asked for.
struct Range {
    title: &'static str,
    days: u32,
    group_by: Option<&'static str>,
}

const RANGES: [Range; 4] = [
    Range { title: "day", days: 1, group_by: None },
    Range { title: "week", days: 7, group_by: None },
    Range { title: "92 days", days: 92, group_by: None },
    Range { title: "year by month", days: 365, group_by: Some("month") },
];

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &GrowthArgs) -> Result<()> {
    ensure!(!CALLS.is_empty(), "proto/figures.json lists no reports: run `cargo dev gen`");
    ensure!(
        args.times.is_sorted_by(|less, more| less < more),
        "each of --times has to be more than the one before"
    );
    let most = args.times.last().copied().context("--times names no pass")?;
    let rows = ROWS_OF_A_CHECK * u64::from(args.checks * most) * u64::from(args.days * LOCATIONS);
    ensure!(rows <= MOST_ROWS, "that comes to {rows} fact rows; at most {MOST_ROWS} are loaded");

    let mut instance = run.servers("bench-growth", &POSTGRES).await?;
    instance.serve_all().await?;
    let caller = Caller::new(&instance, &owner(&instance).await?);
    let mut database = Database::open(&instance).await?;
    let mut feed = Feed::new(instance.operator().await?, "growth");
    let first = yesterday()?.plus_days(1 - i64::from(args.days));
    let asker = Asker { caller, first, days: args.days };

    let mut sent = Sent::new(first, args.days);
    let (mut passes, mut from): (Vec<Pass>, u32) = (Vec::new(), 0);
    let all = async {
        for times in &args.times {
            let to = args.checks * times;
            let rate = sent.fill(&mut feed, &mut database, from..to, &run.out).await?;
            from = to;
            let meter = Meter::begin(instance.processes());
            let answered = measure(&asker, args.seconds, &run.out).await?;
            passes.push(Pass {
                name: format!("{times}x"),
                checks: sent.checks(),
                rate,
                limit: meter.end().limit(),
                fact_rows: database.fact_rows().await?,
                rollup_rows: database.rollup_rows().await?,
                bytes: database.size().await?,
                answered,
            });
        }
        Ok(())
    }
    .await;
    let costs = costs(&mut instance, &asker, &run.out).await?;

    run.head(&instance).await?;
    run.line(format!(
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
    run.line(grown::data(&passes).text());
    run.line(grown::ranges(&passes, &costs).text());
    run.line(grown::reports(&passes, &costs).text());
    if let Some(last) = passes.last() {
        run.line(format!("{}: limited by {}", last.name, last.limit));
    }
    instance.stop().await?;
    run.took();
    run.figures.extend(grown::figures(&passes));
    all
}

/// The measurements of every report over every range with one amount of data.
struct Pass {
    /// The multiple of the first amount.
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

/// An owner who asks for reports of these days.
struct Asker {
    caller: Caller,
    first: BusinessDate,
    days: u32,
}

impl Asker {
    /// The newest range of a location, which is explained.
    fn newest(&self, range: &Range) -> (u32, u32) {
        (LOCATIONS / 2, self.days - range.days)
    }

    /// Every other location and range in random order, each once, so that no cached answer is measured.
    fn all(&self, range: &Range) -> Vec<(u32, u32)> {
        let days = 0..=self.days - range.days;
        let all = (1..=LOCATIONS).flat_map(|location| days.clone().map(move |day| (location, day)));
        let mut all: Vec<_> = all.filter(|one| *one != self.newest(range)).collect();
        all.shuffle(&mut StdRng::seed_from_u64(u64::from(range.days)));
        all
    }

    /// A request of a report, for a location and the range that begins at a day.
    fn request(&self, call: &str, range: &Range, location: u32, day: u32) -> Vec<u8> {
        let start = self.first.plus_days(i64::from(day));
        let end = start.plus_days(i64::from(range.days) - 1);
        let group_by = range.group_by.map(|by| format!(r#","groupBy":"{by}""#)).unwrap_or_default();
        let fields =
            format!(r#","startDate":"{start}","endDate":"{end}","posID":"bench-{location}"{group_by}"#);
        self.caller.request(call, &fields)
    }
}

/// The measurement of a report over one range of days.
struct Answered {
    call: &'static str,
    range: &'static Range,
    load: Measured,
}

/// Every report over every range that there are days for.
fn questions(asker: &Asker) -> impl Iterator<Item = (&'static str, &'static Range)> {
    let days = asker.days;
    let ranges = move || RANGES.iter().filter(move |range| range.days <= days);
    CALLS.iter().flat_map(move |call| ranges().map(move |range| (call.as_str(), range)))
}

/// Measures every report over every range.
async fn measure(asker: &Asker, seconds: u32, out: &Output) -> Result<Vec<Answered>> {
    let mut measured = Vec::new();
    let step = out.step("measuring every report");
    for (call, range) in questions(asker) {
        step.note(&format!("{call}, {}", range.title));
        let mut all = asker.all(range).into_iter();
        let requests = || all.next().map(|(location, day)| asker.request(call, range, location, day));
        let time = Duration::from_secs(u64::from(seconds));
        let load = asker.caller.load(1, Pace::Full, time, HAS_ROWS, requests).await?;
        measured.push(Answered { call, range, load });
    }
    step.done("");
    Ok(measured)
}

/// The cost of every report over every range in Postgres. Only after all measurements: logging slows the server.
async fn costs(instance: &mut Instance, asker: &Asker, out: &Output) -> Result<Vec<Cost>> {
    let step = out.step("explaining every report");
    let explain = Explain::begin(instance).await?;
    let mut wire = Connection::open(asker.caller.address).await?;
    let mut costs = Vec::new();
    for (call, range) in questions(asker) {
        step.note(&format!("{call}, {}", range.title));
        let (location, day) = asker.newest(range);
        costs.push(explain.cost(&mut wire, &asker.request(call, range, location, day)).await?);
    }
    step.done("");
    Ok(costs)
}
