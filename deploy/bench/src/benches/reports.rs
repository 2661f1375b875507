//! `cargo dev bench reports`: the daily report through the gateway with its session check, beside the same rows by one
//! prepared SQL statement, with one amount of facts and with ten times as many.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use saffron_core::BusinessDate;
use saffron_dev::Step;
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};
use saffron_instance::{Feed, Instance};
use serde_json::Value;

use crate::args::ReportsArgs;
use crate::loads::facts::{LOCATIONS, Location, yesterday};
use crate::loads::people::owner;
use crate::loads::pgbench;
use crate::loads::requests::{CONNECTIONS, Caller, Connection, HAS_ROWS, Measured, Pace};
use crate::machine::Meter;
use crate::machine::database::Database;
use crate::run::Run;

/// Days of facts.
const DAYS: u32 = 400;
/// The number of different requests that are repeated for warm answers.
const WARM: usize = 10;
/// How long restarted services are warmed up before a measurement.
const WARM_UP: Duration = Duration::from_millis(500);
/// The call that is measured.
const CALL: &str = "get-daily-sales-labor";

/// The system that another program serves.
const BEFORE: &str = "before";

/// The kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One location, one day.
    Day,
    /// Every location, seven days.
    Week,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::Day, Kind::Week];

    fn title(self) -> &'static str {
        match self {
            Kind::Day => "one location, one day",
            Kind::Week => "50 locations, seven days",
        }
    }

    /// The number of rows of an answer.
    fn rows(self) -> usize {
        match self {
            Kind::Day => 1,
            Kind::Week => 7 * LOCATIONS as usize,
        }
    }
}

/// An instance with facts in it.
struct System {
    name: String,
    instance: Instance,
    caller: Caller,
    /// The first of the days.
    first: BusinessDate,
    /// Checks that were sent.
    checks: i64,
    /// Restarts of the services.
    starts: u64,
    scripts: [String; 2],
    results: [Results; 2],
}

/// The measurements of one kind, by round.
#[derive(Default)]
struct Results {
    cold: Spread,
    cold_p50: Spread,
    cold_p99: Spread,
    half_p50: Spread,
    half_p99: Spread,
    warm: Spread,
    sql: Spread,
    bytes: f64,
    limit: String,
}

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &ReportsArgs) -> Result<()> {
    let mut systems = vec![System::start(run, "1x", args.checks, None).await?];
    if args.scale > 1 {
        systems.push(System::start(run, &format!("{}x", args.scale), args.checks * args.scale, None).await?);
    }
    if let Some(before) = &args.before {
        systems.push(System::start(run, BEFORE, args.checks, Some(before)).await?);
    }
    let rounds = async {
        for round in 1..=args.rounds {
            let step = run.out.step(format!("round {round} of {}", args.rounds));
            // Each is the first as often as the last, because the place in a round has an effect.
            let mut order: Vec<&mut System> = systems.iter_mut().collect();
            if round % 2 == 0 {
                order.reverse();
            }
            for system in order {
                system.round(args.seconds, &step).await?;
            }
            step.done("");
        }
        Ok(())
    }
    .await;
    let first = systems.first().context("no system")?;
    run.head(&first.instance).await?;
    run.line(format!(
        "{} rounds of {} s a measurement, {CONNECTIONS} connections kept open, pgbench with {} clients; \
         median (min..max); ratios are of the same round, whose order turns",
        args.rounds,
        args.seconds,
        pgbench::CLIENTS
    ));
    run.line(format!(
        "cold: every location and day (or week) once, in random order; before any is asked again, reports and gateway \
         start again and answer other questions for {} s\n\
         warm: the same {WARM} requests again and again\n",
        WARM_UP.as_secs_f64()
    ));
    run.line(print(&systems).text());
    for system in &systems {
        for (kind, result) in Kind::ALL.iter().zip(&system.results) {
            run.line(format!(
                "{}, {}, cold: {} bytes an answer; in the last round limited by {}",
                system.name,
                kind.title(),
                number(result.bytes, 0),
                result.limit
            ));
        }
    }
    run.figures.extend(measured(&systems));
    for system in systems {
        system.instance.stop().await?;
    }
    run.took();
    rounds
}

/// The figures: for each kind the rate of the first system beside plain SQL, and of the second beside the first.
fn measured(systems: &[System]) -> Vec<Figure> {
    let Some((first, others)) = systems.split_first() else { return Vec::new() };
    let mut figures = Vec::new();
    for (index, kind) in Kind::ALL.into_iter().enumerate() {
        let Some(of_first) = first.results.get(index) else { continue };
        let name = |what: &str| format!("{}: {what} requests/s", kind.title());
        figures.push(Figure::of(name("cold"), "", 0, &of_first.cold).beside("plain SQL", &of_first.sql));
        figures.push(Figure::of(name("warm"), "", 0, &of_first.warm).beside("plain SQL", &of_first.sql));
        for other in others {
            let Some(results) = other.results.get(index) else { continue };
            if other.name == BEFORE {
                figures.push(Figure::of(name("cold"), "", 0, &of_first.cold).beside(BEFORE, &results.cold));
                figures.push(Figure::of(name("warm"), "", 0, &of_first.warm).beside(BEFORE, &results.warm));
                continue;
            }
            let what = name(&format!("cold, {} data,", other.name));
            figures.push(Figure::of(what, "", 0, &results.cold).beside(&first.name, &of_first.cold));
        }
    }
    figures
}

fn print(systems: &[System]) -> Table {
    let heads =
        systems.iter().map(|system| format!("{} ({} checks)", system.name, number(system.checks as f64, 0)));
    let over = systems.iter().skip(1).map(|system| format!("{} / 1x", system.name));
    let mut table = Table::new(["what".to_owned()].into_iter().chain(heads).chain(over));
    for (index, kind) in Kind::ALL.into_iter().enumerate() {
        let results: Vec<&Results> = systems.iter().filter_map(|system| system.results.get(index)).collect();
        let mut row = |what: &str, decimals: usize, of: &dyn Fn(&Results) -> Spread| {
            let spreads: Vec<Spread> = results.iter().map(|result| of(result)).collect();
            let first = spreads.first();
            let over = spreads.iter().skip(1).filter_map(|other| Some(other.over(first?).text(2)));
            let cells = spreads.iter().map(|spread| spread.text(decimals)).chain(over);
            table.row([format!("{}: {what}", kind.title())].into_iter().chain(cells));
        };
        row("cold, requests/s (a)", 0, &|r| r.cold.clone());
        row("cold at full load, p50 ms", 1, &|r| r.cold_p50.clone());
        row("cold at full load, p99 ms", 1, &|r| r.cold_p99.clone());
        row("cold at half the maximum, p50 ms", 1, &|r| r.half_p50.clone());
        row("cold at half the maximum, p99 ms", 1, &|r| r.half_p99.clone());
        row("warm, requests/s", 0, &|r| r.warm.clone());
        row("plain SQL, statements/s (b)", 0, &|r| r.sql.clone());
        row("cold / plain SQL", 3, &|r| r.cold.over(&r.sql));
        row("warm / plain SQL", 3, &|r| r.warm.over(&r.sql));
    }
    table
}

impl System {
    async fn start(run: &Run, name: &str, checks: u32, program: Option<&Path>) -> Result<System> {
        let instance = run.instance(&format!("bench-{name}"), program).await?;
        let caller = Caller::new(&instance, &owner(&instance).await?);
        let first = yesterday()?.plus_days(1 - i64::from(DAYS));
        let figures = pgbench::figures(&instance).await?;
        let mut system = System {
            name: name.to_owned(),
            instance,
            caller,
            first,
            checks: 0,
            starts: 0,
            scripts: [pgbench::day(&figures, first, DAYS), pgbench::week(&figures, first, DAYS)],
            results: Default::default(),
        };
        system.fill(run, checks).await?;
        system.check_answers().await?;
        Ok(system)
    }

    /// Sends `checks` checks of each location and day, and the shifts.
    async fn fill(&mut self, run: &Run, checks: u32) -> Result<()> {
        let step = run.out.step(format!("{}: {} checks", self.name, checks * LOCATIONS * DAYS));
        let mut feed = Feed::new(self.instance.operator().await?, "reports");
        let mut database = Database::open(&self.instance).await?;
        for location in Location::all()? {
            step.note(&format!("sending those of {}", location.pos_id));
            for day in 0..DAYS {
                let date = self.first.plus_days(i64::from(day));
                self.checks += location.send(&mut feed, date, 0..checks, true).await?.checks;
            }
        }
        feed.flush().await?;
        database.quiet(&feed.operator, self.checks, &step).await?;
        step.note("VACUUM and CHECKPOINT");
        database.run("VACUUM (ANALYZE)").await?;
        database.run("CHECKPOINT").await?;
        step.done("");
        Ok(())
    }

    /// The request of a kind with further fields; weeks ignore the location.
    fn request(&self, kind: Kind, (location, day): (u32, u32), more: &str) -> Vec<u8> {
        let start = self.first.plus_days(i64::from(day));
        let (end, of) = match kind {
            Kind::Day => (start, format!(r#","posID":"bench-{location}""#)),
            Kind::Week => (start.plus_days(6), String::new()),
        };
        self.caller.request(CALL, &format!(r#","startDate":"{start}","endDate":"{end}"{of}{more}"#))
    }

    /// Every request of a kind, in random order.
    fn all(&self, kind: Kind, seed: u64) -> Vec<(u32, u32)> {
        let mut all: Vec<(u32, u32)> = match kind {
            Kind::Day => {
                (1..=LOCATIONS).flat_map(|location| (0..DAYS).map(move |day| (location, day))).collect()
            }
            Kind::Week => (0..=DAYS - 7).map(|day| (0, day)).collect(),
        };
        all.shuffle(&mut StdRng::seed_from_u64(seed));
        all
    }

    /// Checks one answer of each kind: all rows, with figures and both comparisons.
    async fn check_answers(&self) -> Result<()> {
        let mut wire = Connection::open(self.caller.address).await?;
        for kind in Kind::ALL {
            let answer: Value =
                serde_json::from_slice(wire.ask(&self.request(kind, (1, DAYS - 7), "")).await?)?;
            let rows = answer.get("body").and_then(Value::as_array).context("an answer without rows")?;
            let whole = rows.iter().all(|row| {
                ["lastWeek", "lastYear"].iter().all(|side| row.get(side).is_some_and(Value::is_object))
                    && row.get("grossSales").and_then(Value::as_f64).is_some_and(|sales| sales > 0.0)
            });
            if rows.len() != kind.rows() || !whole {
                bail!("{}: {} rows, or not all figures: {answer}", kind.title(), rows.len());
            }
        }
        Ok(())
    }

    /// Restarts reports and gateway, which empties their caches, and warms up connections and statements with requests that
    /// are not measured.
    async fn forget(&mut self, kind: Kind) -> Result<()> {
        self.instance.restart(&["reports", "gateway"]).await?;
        self.starts += 1;
        let mut all = self.all(kind, self.starts).into_iter().cycle();
        let requests = || all.next().map(|which| self.request(kind, which, r#","groupBy":"none""#));
        self.caller.load(CONNECTIONS, Pace::Full, WARM_UP, HAS_ROWS, requests).await.map(drop)
    }

    /// Measures requests that are never repeated; gives also how busy the machine was.
    async fn cold(&mut self, kind: Kind, pace: Pace, seconds: u32) -> Result<(Measured, String)> {
        let mut measured = Measured::nothing()?;
        let mut limit = String::new();
        let time = Duration::from_secs(u64::from(seconds));
        while measured.took.as_secs_f64() < time.as_secs_f64() * 0.98 {
            self.forget(kind).await?;
            let mut all = self.all(kind, self.starts).into_iter();
            let requests = || all.next().map(|which| self.request(kind, which, ""));
            let meter = Meter::begin(self.instance.processes());
            let left = time.saturating_sub(measured.took);
            let pass = self.caller.load(CONNECTIONS, pace, left, HAS_ROWS, requests).await?;
            limit = meter.end().limit();
            if pass.answers == 0 {
                break;
            }
            measured.add(&pass);
        }
        Ok((measured, limit))
    }

    /// Measures the same few requests again and again.
    async fn warm(&self, kind: Kind, seconds: u32) -> Result<Measured> {
        let few = self.all(kind, 1).into_iter().take(WARM);
        let few: Vec<Vec<u8>> = few.map(|which| self.request(kind, which, "")).collect();
        let mut rng = StdRng::seed_from_u64(2);
        let requests = || few.choose(&mut rng).cloned();
        let time = Duration::from_secs(u64::from(seconds));
        self.caller.load(CONNECTIONS, Pace::Full, time, HAS_ROWS, requests).await
    }

    /// Measures every case once.
    async fn round(&mut self, seconds: u32, step: &Step) -> Result<()> {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            step.note(&format!("{}, {}: cold", self.name, kind.title()));
            let (cold, limit) = self.cold(kind, Pace::Full, seconds).await?;
            let maximum = cold.per_second();
            step.note(&format!("{}, {}: warm", self.name, kind.title()));
            let warm = self.warm(kind, seconds).await?;
            step.note(&format!("{}, {}: plain SQL", self.name, kind.title()));
            let script = self.scripts.get(index).cloned().unwrap_or_default();
            let sql = pgbench::rate(&self.instance, &script, seconds).await?;
            step.note(&format!("{}, {}: half of {maximum:.0} requests/s", self.name, kind.title()));
            let (half, _) = self.cold(kind, Pace::PerSecond(maximum / 2.0), seconds).await?;
            let Some(results) = self.results.get_mut(index) else { continue };
            results.cold.push(maximum);
            results.cold_p50.push(cold.millis(0.5));
            results.cold_p99.push(cold.millis(0.99));
            results.half_p50.push(half.millis(0.5));
            results.half_p99.push(half.millis(0.99));
            results.warm.push(warm.per_second());
            results.sql.push(sql);
            results.bytes = cold.bytes_each();
            results.limit = limit;
        }
        Ok(())
    }
}
