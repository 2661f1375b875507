//! `cargo dev bench reports`: the daily report through the gateway with its session check, beside the same rows by one
//! prepared SQL statement, with one amount of facts and with ten times as many.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use saffron_core::BusinessDate;
use saffron_dev::bench::ReportsArgs;
use saffron_dev::bench::figure::Figure;
use saffron_dev::place::Place;
use saffron_dev::say::Say;
use serde_json::Value;

use crate::facts::{Kitchen, LOCATIONS, yesterday};
use crate::feed::Feed;
use crate::load::{CONNECTIONS, HAS_ROWS, Measured, Pace, Wire, load, post};
use crate::machine::{self, Meter};
use crate::people::{MAIN_API, owner};
use crate::plain;
use crate::stack::Stack;
use crate::table::{Spread, Table, number};
use crate::watch::Watch;

/// Days of facts.
const DAYS: u32 = 400;
/// Requests that are asked again and again when answers are warm.
const WARM: usize = 10;
/// How long services that started anew are asked other questions before they are measured.
const WARM_UP: Duration = Duration::from_millis(500);
/// The call that is measured.
const CALL: &str = "get-daily-sales-labor";

/// What is asked for.
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

    fn rows(self) -> usize {
        match self {
            Kind::Day => 1,
            Kind::Week => 7 * LOCATIONS as usize,
        }
    }
}

/// A system with facts in it.
struct System {
    name: String,
    stack: Stack,
    feed: Feed,
    watch: Watch,
    kitchens: Vec<Kitchen>,
    session: String,
    /// The first of the days.
    first: BusinessDate,
    /// Checks that were sent.
    checks: i64,
    /// How often the services were started anew.
    starts: u64,
    scripts: [String; 2],
    results: [Results; 2],
}

/// What was measured of one kind, by round.
#[derive(Default)]
struct Results {
    cold: Spread,
    cold_p50: Spread,
    cold_p99: Spread,
    half_p50: Spread,
    half_p99: Spread,
    warm: Spread,
    sql: Spread,
    bytes: u64,
    limit: String,
}

/// Runs it.
pub async fn bench(
    outer: &Place,
    args: &ReportsArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    let began = Instant::now();
    let mut systems = vec![System::start(outer, "1x", args.checks, say).await?];
    if args.scale > 1 {
        systems.push(System::start(outer, &format!("{}x", args.scale), args.checks * args.scale, say).await?);
    }
    let rounds = async {
        for round in 1..=args.rounds {
            let step = say.step(format!("round {round} of {}", args.rounds));
            for system in &mut systems {
                system.round(args.seconds, &step).await?;
            }
            step.done("");
        }
        Ok(())
    }
    .await;
    let first = systems.first().context("no system")?;
    let settings = first.stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{} rounds of {} s a measurement, {CONNECTIONS} connections kept open, pgbench with {} clients; \
         median (min..max); ratios are of the same round",
        args.rounds,
        args.seconds,
        plain::CLIENTS
    ));
    say.line(format!(
        "cold: every location and day (or week) once, in random order; before any is asked again, reports and gateway \
         start anew and answer other questions for {} s\n\
         warm: the same {WARM} requests again and again\n",
        WARM_UP.as_secs_f64()
    ));
    say.line(print(&systems).text());
    for system in &systems {
        for (kind, result) in Kind::ALL.iter().zip(&system.results) {
            say.line(format!(
                "{}, {}, cold: {} bytes an answer; in the last round limited by {}",
                system.name,
                kind.title(),
                number(result.bytes as f64, 0),
                result.limit
            ));
        }
    }
    figures.extend(measured(&systems));
    for system in systems {
        system.stack.stop().await?;
    }
    say.line(format!("took {}", saffron_dev::say::seconds(began.elapsed())));
    rounds
}

/// Of each kind the rates of the first system beside plain SQL, and those of the second beside the first.
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
            let what = name(&format!("cold, {} data,", other.name));
            figures.push(Figure::of(what, "", 0, &results.cold).beside(&first.name, &of_first.cold));
        }
    }
    figures
}

fn print(systems: &[System]) -> Table {
    let heads =
        systems.iter().map(|system| format!("{} ({} checks)", system.name, number(system.checks as f64, 0)));
    let growth = (systems.len() > 1).then(|| "ratio of the two".to_owned());
    let mut table = Table::new(["what".to_owned()].into_iter().chain(heads).chain(growth));
    for (index, kind) in Kind::ALL.into_iter().enumerate() {
        let results: Vec<&Results> = systems.iter().filter_map(|system| system.results.get(index)).collect();
        let mut row = |what: &str, decimals: usize, of: &dyn Fn(&Results) -> Spread| {
            let spreads: Vec<Spread> = results.iter().map(|result| of(result)).collect();
            let growth = match spreads.as_slice() {
                [one, ten] => Some(ten.over(one).text(2)),
                _ => None,
            };
            let cells = spreads.iter().map(|spread| spread.text(decimals)).chain(growth);
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
    async fn start(outer: &Place, name: &str, checks: u32, say: &Say) -> Result<System> {
        let mut stack = Stack::start(outer, &format!("bench-{name}"), say).await?;
        stack.serve_all().await?;
        let session = owner(&stack).await?;
        let first = yesterday()?.plus_days(1 - i64::from(DAYS));
        let figures = plain::figures(&stack).await?;
        let scripts = [plain::day(&figures, first, DAYS), plain::week(&figures, first, DAYS)];
        let mut system = System {
            name: name.to_owned(),
            feed: Feed::open(&stack).await?,
            watch: Watch::open(&stack).await?,
            kitchens: Kitchen::all()?,
            stack,
            session,
            first,
            checks: 0,
            starts: 0,
            scripts,
            results: Default::default(),
        };
        system.fill(checks, say).await?;
        system.look().await?;
        Ok(system)
    }

    /// So many checks of each location and day, and the shifts, through the stream.
    async fn fill(&mut self, checks: u32, say: &Say) -> Result<()> {
        let step = say.step(format!("{}: {} checks", self.name, checks * LOCATIONS * DAYS));
        for kitchen in &self.kitchens {
            step.note(&format!("sending those of {}", kitchen.pos_id));
            for day in 0..DAYS {
                let date = self.first.plus_days(i64::from(day));
                let (mut facts, totals) = kitchen.checks(date, 0, checks)?;
                facts.extend(kitchen.shifts(date)?);
                self.checks += totals.checks;
                self.feed.put(&kitchen.pos_id, kitchen.message(facts)?).await?;
            }
        }
        self.feed.flush().await?;
        self.watch.quiet(&self.feed, self.checks, &step).await?;
        step.note("VACUUM and CHECKPOINT");
        self.watch.run("VACUUM (ANALYZE)").await?;
        self.watch.run("CHECKPOINT").await?;
        step.done("");
        Ok(())
    }

    fn address(&self) -> std::net::SocketAddr {
        std::net::SocketAddr::from(([127, 0, 0, 1], self.stack.place.ports.gateway))
    }

    /// The request of a kind; of weeks the location does not matter.
    fn request(&self, kind: Kind, location: u32, day: u32) -> Vec<u8> {
        self.request_by(kind, location, day, "")
    }

    fn request_by(&self, kind: Kind, location: u32, day: u32, more: &str) -> Vec<u8> {
        let start = self.first.plus_days(i64::from(day));
        let body = match kind {
            Kind::Day => format!(
                r#"{{"sessionID":"{}","startDate":"{start}","endDate":"{start}","posID":"bench-{location}"{more}}}"#,
                self.session
            ),
            Kind::Week => format!(
                r#"{{"sessionID":"{}","startDate":"{start}","endDate":"{}"{more}}}"#,
                self.session,
                start.plus_days(6)
            ),
        };
        post(self.address(), &format!("{MAIN_API}/{CALL}"), &body)
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

    /// Looks at one answer of each kind: all rows, with figures and both comparisons.
    async fn look(&self) -> Result<()> {
        let mut wire = Wire::open(self.address()).await?;
        for kind in Kind::ALL {
            let answer: Value = serde_json::from_slice(wire.ask(&self.request(kind, 1, DAYS - 7)).await?)?;
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

    /// Starts reports and gateway anew, so that nothing they kept can answer, and lets them open their connections and
    /// prepare their statements with questions that are not measured.
    async fn forget(&mut self, kind: Kind) -> Result<()> {
        self.stack.restart(&["reports", "gateway"]).await?;
        self.starts += 1;
        let mut all = self.all(kind, self.starts).into_iter().cycle();
        let requests =
            || all.next().map(|(location, day)| self.request_by(kind, location, day, r#","groupBy":"none""#));
        load(self.address(), CONNECTIONS, Pace::Full, WARM_UP, HAS_ROWS, requests).await.map(drop)
    }

    /// Each request another one, for so many seconds, with how busy that kept the machine.
    async fn cold(&mut self, kind: Kind, pace: Pace, seconds: u32) -> Result<(Measured, String)> {
        let mut measured = Measured::nothing()?;
        let mut limit = String::new();
        let time = Duration::from_secs(u64::from(seconds));
        while measured.took.as_secs_f64() < time.as_secs_f64() * 0.98 {
            self.forget(kind).await?;
            let mut all = self.all(kind, self.starts).into_iter();
            let requests = || all.next().map(|(location, day)| self.request(kind, location, day));
            let meter = Meter::begin(self.stack.processes());
            let left = time.saturating_sub(measured.took);
            let pass = load(self.address(), CONNECTIONS, pace, left, HAS_ROWS, requests).await?;
            limit = meter.end().limit();
            if pass.answers == 0 {
                break;
            }
            measured.add(&pass);
        }
        Ok((measured, limit))
    }

    /// The same few requests again and again, for so many seconds.
    async fn warm(&self, kind: Kind, seconds: u32) -> Result<Measured> {
        let few: Vec<Vec<u8>> = self
            .all(kind, 1)
            .into_iter()
            .take(WARM)
            .map(|(location, day)| self.request(kind, location, day))
            .collect();
        let mut rng = StdRng::seed_from_u64(2);
        let requests = || few.choose(&mut rng).cloned();
        let time = Duration::from_secs(u64::from(seconds));
        load(self.address(), CONNECTIONS, Pace::Full, time, HAS_ROWS, requests).await
    }

    async fn round(&mut self, seconds: u32, step: &saffron_dev::say::Step) -> Result<()> {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            step.note(&format!("{}, {}: cold", self.name, kind.title()));
            let (cold, limit) = self.cold(kind, Pace::Full, seconds).await?;
            let maximum = cold.per_second();
            step.note(&format!("{}, {}: warm", self.name, kind.title()));
            let warm = self.warm(kind, seconds).await?;
            step.note(&format!("{}, {}: plain SQL", self.name, kind.title()));
            let script = self.scripts.get(index).cloned().unwrap_or_default();
            let sql = plain::pgbench(&self.stack, &script, seconds).await?;
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
            results.bytes = cold.bytes / cold.answers.max(1);
            results.limit = limit;
        }
        Ok(())
    }
}
