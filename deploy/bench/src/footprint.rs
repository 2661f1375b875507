//! `cargo dev bench footprint`: what Saffron takes when nobody asks anything, and how long it takes to be ready, with a
//! database that has years in it: as a process a service, and as `saffron all`.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use saffron_dev::bench::FootprintArgs;
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
/// Nobody asks anything for so long before memory is looked at.
const IDLE: Duration = Duration::from_secs(20);
/// Every service in one process.
const ALL: &str = "all";

/// Runs it.
///
/// # Errors
/// Something does not start.
pub async fn bench(outer: &Place, args: &FootprintArgs, command: &str, say: &Say) -> Result<()> {
    let began = Instant::now();
    let mut stack = Stack::start(outer, "bench-footprint", say).await?;
    stack.serve_all().await?;
    let mut watch = Watch::open(&stack).await?;
    fill(&stack, &mut watch, args, say).await?;

    let apart: Vec<&'static str> = SERVICES.into_iter().chain([GATEWAY]).collect();
    let (mut ready, mut ready_all) = (Spread::default(), Spread::default());
    let (mut kept, mut kept_all) = (Spread::default(), Spread::default());
    let mut each: Vec<(&'static str, Spread)> = apart.iter().map(|name| (*name, Spread::default())).collect();
    let (mut busy, mut busy_all) = (Spread::default(), Spread::default());
    for round in 1..=args.rounds {
        for is_all in if round % 2 == 1 { [false, true] } else { [true, false] } {
            let names = if is_all { vec![ALL] } else { apart.clone() };
            let step = say.step(format!(
                "round {round} of {}, {}",
                args.rounds,
                if is_all { "saffron all" } else { "apart" }
            ));
            stack.end_all().await;
            let started = Instant::now();
            for name in &names {
                stack.serve(name)?;
            }
            stack.ready_at_once(names.last().copied().context("nothing to start")?).await?;
            let took = started.elapsed().as_secs_f64();
            let running: Vec<(&'static str, i32)> =
                stack.processes().into_iter().filter(|(name, _)| names.contains(name)).collect();
            ensure!(running.len() == names.len(), "{} of {} processes run", running.len(), names.len());
            let meter = Meter::begin(running.iter().copied());
            tokio::time::sleep(IDLE).await;
            let share: f64 = meter
                .end()
                .cores
                .iter()
                .filter(|(name, _)| names.contains(name))
                .map(|(_, cores)| cores)
                .sum();
            let bytes: Vec<u64> = running.iter().map(|(_, pid)| machine::memory(*pid)).collect();
            let sum = bytes.iter().sum::<u64>() as f64 / 1e6;
            let (seconds, memory, idle) = if is_all {
                (&mut ready_all, &mut kept_all, &mut busy_all)
            } else {
                for ((name, _), bytes) in running.iter().zip(&bytes) {
                    if let Some((_, spread)) = each.iter_mut().find(|(one, _)| one == name) {
                        spread.push(*bytes as f64 / 1e6);
                    }
                }
                (&mut ready, &mut kept, &mut busy)
            };
            seconds.push(took);
            memory.push(sum);
            idle.push(100.0 * share);
            step.done(&format!("ready after {took:.2} s, {sum:.0} MB"));
        }
    }

    let settings = stack.settings().await?;
    let checks = watch.recorded().await?.checks;
    let size = watch.size().await? as f64 / 1e9;
    let binary = std::fs::metadata(stack.program()).context("the services' program")?.len() as f64 / 1e6;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{} checks of {LOCATIONS} locations and {} days; the database of reports holds {} GB\n\
         from the start of the first process to 200 of /readyz; memory {} s later without a request, shared pages by their \
         share; {} rounds, both in turn; median (min..max)\n",
        number(checks as f64, 0),
        args.days,
        number(size, 1),
        IDLE.as_secs(),
        args.rounds
    ));
    let mut table = Table::new(["what", "ready after s", "idle MB", "idle % of a core"]);
    table.row(["a process a service".to_owned(), ready.text(2), kept.text(0), busy.text(1)]);
    table.row(["saffron all".to_owned(), ready_all.text(2), kept_all.text(0), busy_all.text(1)]);
    say.line(table.text());
    let mut table = Table::new(["process", "idle MB"]);
    for (name, spread) in &each {
        table.row([(*name).to_owned(), spread.text(0)]);
    }
    say.line(table.text());
    say.line(format!(
        "the program of all services: {} MB, with line tables for backtraces if the profile keeps them",
        number(binary, 0)
    ));
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    Ok(())
}

/// Loads the years.
async fn fill(stack: &Stack, watch: &mut Watch, args: &FootprintArgs, say: &Say) -> Result<()> {
    let step: Step = say.step("facts");
    let mut feed = Feed::open(stack).await?;
    let (kitchens, last) = (Kitchen::all()?, yesterday()?);
    let mut sent = 0_i64;
    for day in (0..args.days).rev() {
        let date = last.plus_days(-i64::from(day));
        for kitchen in &kitchens {
            let mut from = 0;
            while from < args.checks {
                let to = (from + MESSAGE).min(args.checks);
                let (facts, totals) = kitchen.checks(date, from, to)?;
                feed.put(&kitchen.pos_id, kitchen.message(facts)?).await?;
                sent += totals.checks;
                from = to;
            }
        }
        while sent - watch.recorded().await?.checks > AHEAD {
            tokio::time::sleep(crate::watch::LOOK_EVERY).await;
        }
        step.note(&format!("{sent} checks"));
    }
    feed.flush().await?;
    watch.quiet(&feed, sent, &step).await?;
    step.done(&format!("{sent} checks"));
    Ok(())
}
