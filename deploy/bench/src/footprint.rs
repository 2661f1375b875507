//! `cargo dev bench footprint`: what Saffron takes when nobody asks anything, and how long it takes to be ready, with a
//! database that has years in it: as a process a service, and as `saffron all`.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use saffron_dev::bench::FootprintArgs;
use saffron_dev::bench::figure::Figure;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, Step, seconds};
use saffron_dev::services::{GATEWAY, SERVICES};

use crate::facts::{Kitchen, LOCATIONS, yesterday};
use crate::feed::Feed;
use crate::machine::{self, Meter};
use crate::stack::Stack;
use crate::table::{Spread, Table, number};
use crate::watch::Watch;

/// Checks of a message, and those that may be sent before they are recorded.
const MESSAGE: u32 = 50;
const AHEAD: i64 = 50_000;
/// The services that work what is sent: none of them is idle before it has.
const CONSUMERS: [&str; 6] = ["reports", "inventory", "customers", "payments", "marketing", "notifications"];
/// Nobody asks anything for so long before memory is looked at.
const IDLE: Duration = Duration::from_secs(20);
/// Every service in one process.
const ALL: &str = "all";
/// Goals: seconds from the start to ready.
const GOAL_READY: f64 = 5.0;

/// Services as processes, and what was measured of them, by round.
struct Side {
    title: &'static str,
    names: Vec<&'static str>,
    /// The most MB that they are to keep.
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

/// Runs it.
pub async fn bench(
    outer: &Place,
    args: &FootprintArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    let began = Instant::now();
    let mut stack = Stack::start(outer, "bench-footprint", say).await?;
    stack.serve_all().await?;
    let mut watch = Watch::open(&stack).await?;
    fill(&stack, &mut watch, args, say).await?;

    let apart: Vec<&'static str> = SERVICES.into_iter().chain([GATEWAY]).collect();
    let mut sides =
        [Side::new("a process a service", apart, 200.0), Side::new("saffron all", vec![ALL], 80.0)];
    let rounds = async {
        for round in 1..=args.rounds {
            for side in &mut sides {
                let step = say.step(format!("round {round} of {}, {}", args.rounds, side.title));
                let done = side.round(&mut stack).await?;
                step.done(&done);
            }
            // The other one begins the next round.
            sides.reverse();
        }
        Ok(())
    }
    .await;
    sides.sort_by_key(|side| side.names.len() == 1);

    let settings = stack.settings().await?;
    let checks = watch.recorded().await?.checks;
    let size = watch.size().await? as f64 / 1e9;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
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
    say.line(table.text());
    let mut table = Table::new(["process", "idle MB"]);
    for side in &sides {
        for (name, spread) in side.names.iter().zip(&side.each) {
            table.row([(*name).to_owned(), spread.text(0)]);
        }
    }
    say.line(table.text());
    for side in &sides {
        say.line(format!("{}, last start: limited by {}", side.title, side.limit));
    }
    let (program, web) = image(stack.program(), &outer.repo.join("web/dist"))?;
    let web = web.map_or_else(|| "not built here".to_owned(), |web| format!("{} MB", number(web, 1)));
    say.line(format!(
        "the image holds, beside its base: the program of all services, {} MB before the line tables of its backtraces are \
         compressed; the web app, {web}",
        number(program, 1)
    ));
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    let size = Figure::one("program of all services", "MB", 0, program);
    figures.extend(sides.iter().flat_map(Side::figures).chain([size]));
    rounds
}

impl Side {
    fn new(title: &'static str, names: Vec<&'static str>, goal: f64) -> Side {
        let none = Spread::default;
        let each = names.iter().map(|_| none()).collect();
        Side { title, names, goal, ready: none(), kept: none(), busy: none(), each, limit: String::new() }
    }

    /// Ends whatever services run, starts these, and leaves them alone for a while.
    async fn round(&mut self, stack: &mut Stack) -> Result<String> {
        stack.end_all().await;
        let mut starting = Meter::begin(stack.processes());
        let started = Instant::now();
        for name in &self.names {
            stack.serve(name)?;
        }
        stack.ready_at_once(self.names.last().copied().context("nothing to start")?).await?;
        let took = started.elapsed().as_secs_f64();
        let running = stack.processes().into_iter().filter(|(name, _)| self.names.contains(name));
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
            let bytes = machine::memory(pid) as f64 / 1e6;
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

/// MB of what the image holds of ours: the program, and the web app where it was built.
fn image(program: &Path, web: &Path) -> Result<(f64, Option<f64>)> {
    let program = std::fs::metadata(program).context("the services' program")?.len();
    let web = if web.is_dir() { Some(bytes_below(web)? as f64 / 1e6) } else { None };
    Ok((program as f64 / 1e6, web))
}

/// Bytes of all files of a folder.
fn bytes_below(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let about = entry.metadata()?;
        bytes += if about.is_dir() { bytes_below(&entry.path())? } else { about.len() };
    }
    Ok(bytes)
}

/// Loads the years, and waits until every service has worked them.
async fn fill(stack: &Stack, watch: &mut Watch, args: &FootprintArgs, say: &Say) -> Result<()> {
    let step: Step = say.step("facts");
    let mut feed = Feed::open(stack).await?;
    let (kitchens, last) = (Kitchen::all()?, yesterday()?);
    let mut sent = 0_i64;
    for day in (0..args.days).rev() {
        let date = last.plus_days(-i64::from(day));
        for kitchen in &kitchens {
            for from in (0..args.checks).step_by(MESSAGE as usize) {
                let to = (from + MESSAGE).min(args.checks);
                let (facts, totals) = kitchen.checks(date, from, to)?;
                feed.put(&kitchen.pos_id, kitchen.message(facts)?).await?;
                sent += totals.checks;
            }
        }
        watch.until_recorded(sent - AHEAD).await?;
        step.note(&format!("{sent} checks"));
    }
    feed.flush().await?;
    watch.quiet(&feed, sent, &step).await?;
    feed.worked(&CONSUMERS, &step).await?;
    step.done(&format!("{sent} checks"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_stand_beside_what_was_measured() {
        let mut side = Side::new("saffron all", vec![ALL], 80.0);
        side.ready.push(6.0);
        side.kept.push(70.0);
        let [memory, ready] = side.figures().map(|figure| figure.cells());
        assert_eq!(memory, ["idle memory, saffron all", "70 MB", "at most 80 MB", "met"]);
        assert_eq!(ready[2..], ["at most 5.00 s", "missed"]);
    }
}
