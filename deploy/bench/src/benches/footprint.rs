//! `cargo dev bench footprint`: memory without a request and the time from start to ready, with a database that has years in
//! it: as a process a service, and as `saffron all`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};
use saffron_dev::services::{GATEWAY, SERVICES};
use saffron_instance::{Feed, Instance};

use crate::args::FootprintArgs;
use crate::loads::facts::{LOCATIONS, Location, yesterday};
use crate::machine::database::{Database, POLL_RARELY, until_worked};
use crate::machine::{Meter, memory_of};
use crate::run::Run;

/// Checks of a message, and how many may be sent before they are recorded.
const MESSAGE: u32 = 50;
const AHEAD: i64 = 50_000;
/// The services that process facts; each is idle only after that.
const CONSUMERS: [&str; 6] = ["reports", "inventory", "customers", "payments", "marketing", "notifications"];
/// Time without a request before memory is read.
const IDLE: Duration = Duration::from_secs(20);
/// Every service in one process.
const ALL: &str = "all";
/// Goals: seconds from the start to ready.
const GOAL_READY: f64 = 5.0;

/// One way to run the services, with its measurements by round.
#[derive(Default)]
struct Side {
    title: &'static str,
    names: Vec<&'static str>,
    /// The goal: the most MB when idle.
    goal: f64,
    ready: Spread,
    kept: Spread,
    /// Per cent of a core.
    busy: Spread,
    /// MB of each.
    each: Vec<Spread>,
    /// What limited the last start.
    limit: String,
}

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &FootprintArgs) -> Result<()> {
    let mut instance = run.instance("bench-footprint", None).await?;
    let mut database = Database::open(&instance).await?;
    fill(run, &instance, &mut database, args).await?;

    let apart: Vec<&'static str> = SERVICES.into_iter().chain([GATEWAY]).collect();
    let mut sides =
        [Side::new("a process a service", apart, 200.0), Side::new("saffron all", vec![ALL], 80.0)];
    let rounds = async {
        for round in 1..=args.rounds {
            for side in &mut sides {
                let step = run.out.step(format!("round {round} of {}, {}", args.rounds, side.title));
                let done = side.round(&mut instance).await?;
                step.done(&done);
            }
            // The other one begins the next round.
            sides.reverse();
        }
        Ok(())
    }
    .await;
    sides.sort_by_key(|side| side.names.len() == 1);

    let checks = database.recorded().await?.checks;
    let size = database.size().await? as f64 / 1e9;
    run.head(&instance).await?;
    run.line(format!(
        "{} checks of {LOCATIONS} locations and {} days; the database of reports holds {} GB, and Postgres keeps running\n\
         from the start of the first process to 200 of /readyz; memory {} s later without a request, shared pages by their \
         share; {} rounds, both in turn; median (min..max)\n",
        number(checks as f64, 0),
        args.days,
        number(size, 1),
        IDLE.as_secs(),
        args.rounds
    ));
    let mut table = Table::new(["what", "ready after s", "idle MB", "idle % of a core"]);
    for side in &sides {
        table.row([side.title.to_owned(), side.ready.text(2), side.kept.text(0), side.busy.text(1)]);
    }
    run.line(table.text());
    let mut table = Table::new(["process", "idle MB"]);
    for side in &sides {
        for (name, spread) in side.names.iter().zip(&side.each) {
            table.row([(*name).to_owned(), spread.text(0)]);
        }
    }
    run.line(table.text());
    for side in &sides {
        run.line(format!("{}, last start: limited by {}", side.title, side.limit));
    }
    let program = fs::metadata(&instance.program).context("the services' program")?.len() as f64 / 1e6;
    let web = match run.config.repo.join("web/dist") {
        web if web.is_dir() => format!("{} MB", number(bytes_below(&web)? as f64 / 1e6, 1)),
        _ => "not built here".to_owned(),
    };
    run.line(format!(
        "the image holds, beside its base: the program of all services, {} MB before the line tables of its backtraces are \
         compressed; the web app, {web}",
        number(program, 1)
    ));
    instance.stop().await?;
    run.took();
    let size = Figure::one("program of all services", "MB", 0, program);
    run.figures.extend(sides.iter().flat_map(Side::figures).chain([size]));
    rounds
}

impl Side {
    fn new(title: &'static str, names: Vec<&'static str>, goal: f64) -> Side {
        Side { title, goal, each: vec![Spread::default(); names.len()], names, ..Side::default() }
    }

    /// Stops all services, starts these, and measures them idle.
    async fn round(&mut self, instance: &mut Instance) -> Result<String> {
        instance.end_all().await;
        let mut starting = Meter::begin(instance.processes());
        let started = Instant::now();
        for name in &self.names {
            instance.serve(name)?;
        }
        instance.ready(self.names.last().context("nothing to start")?).await?;
        let took = started.elapsed().as_secs_f64();
        let running = instance.processes().into_iter().filter(|(name, _)| self.names.contains(name));
        let running: Vec<(&'static str, i32)> = running.collect();
        ensure!(running.len() == self.names.len(), "{} of {} processes run", running.len(), self.names.len());
        starting.join(running.iter().copied());
        self.limit = starting.end().limit();

        let meter = Meter::begin(running.iter().copied());
        tokio::time::sleep(IDLE).await;
        let usage = meter.end();
        let share: f64 = self.names.iter().filter_map(|name| usage.cores.get(name)).sum();
        let mut sum = 0.0;
        for (name, each) in self.names.iter().zip(&mut self.each) {
            let pid = running.iter().find(|(one, _)| one == name).map_or(0, |(_, pid)| *pid);
            let bytes = memory_of(pid) as f64 / 1e6;
            each.push(bytes);
            sum += bytes;
        }
        self.ready.push(took);
        self.kept.push(sum);
        self.busy.push(100.0 * share);
        Ok(format!("ready after {took:.2} s, {sum:.0} MB"))
    }

    fn figures(&self) -> [Figure; 2] {
        [
            Figure::of(format!("idle memory, {}", self.title), "MB", 0, &self.kept).at_most(self.goal),
            Figure::of(format!("start to ready, {}", self.title), "s", 2, &self.ready).at_most(GOAL_READY),
        ]
    }
}

/// Bytes of all files of a folder.
fn bytes_below(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let about = entry.metadata()?;
        bytes += if about.is_dir() { bytes_below(&entry.path())? } else { about.len() };
    }
    Ok(bytes)
}

/// Loads the years of facts, and waits until every service has processed them.
async fn fill(run: &Run, instance: &Instance, database: &mut Database, args: &FootprintArgs) -> Result<()> {
    let step = run.out.step("facts");
    let mut feed = Feed::new(instance.operator().await?, "footprint");
    let (locations, last) = (Location::all()?, yesterday()?);
    let mut sent = 0_i64;
    for day in (0..args.days).rev() {
        let date = last.plus_days(-i64::from(day));
        for location in &locations {
            for from in (0..args.checks).step_by(MESSAGE as usize) {
                let checks = from..(from + MESSAGE).min(args.checks);
                sent += location.send(&mut feed, date, checks, false).await?.checks;
            }
        }
        database.until_recorded(sent - AHEAD, POLL_RARELY, &step).await?;
        step.note(&format!("{sent} checks"));
    }
    feed.flush().await?;
    database.quiet(&feed.operator, sent, &step).await?;
    until_worked(&feed.operator, &CONSUMERS, &step).await?;
    step.done(&format!("{sent} checks"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_stand_beside_the_figures() {
        let mut side = Side::new("saffron all", vec![ALL], 80.0);
        side.ready.push(6.0);
        side.kept.push(70.0);
        let [memory, ready] = side.figures().map(|figure| figure.cells());
        assert_eq!(memory, ["idle memory, saffron all", "70 MB", "at most 80 MB", "met"]);
        assert_eq!(ready[2..], ["at most 5.00 s", "missed"]);
    }
}
