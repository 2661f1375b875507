//! `cargo dev bench ingest`: how fast reports takes checks from the stream to committed roll-ups, beside what plain
//! INSERT reaches for the same fact rows.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use saffron_dev::bench::IngestArgs;
use saffron_dev::bench::figure::Figure;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, Step, seconds};

use crate::facts::{Kitchen, LOCATIONS, Totals, yesterday};
use crate::feed::Feed;
use crate::insert;
use crate::machine::{self, Meter};
use crate::stack::Stack;
use crate::table::{Spread, Table, number};
use crate::watch::{DATABASE, LOOK_EVERY, Watch};

/// Business dates that the checks lie in.
const DAYS: u32 = 5;
/// Nothing is committed for so long: something is wrong.
const PATIENCE: Duration = Duration::from_secs(120);

/// A stream full of checks, so many in a message.
struct Case {
    message: u32,
    stack: Stack,
    feed: Feed,
    sent: BTreeMap<(String, String), Totals>,
    checks: Spread,
    rows: Spread,
    drain: Spread,
    left: Spread,
    limit: String,
}

/// Runs it.
pub async fn bench(
    outer: &Place,
    args: &IngestArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    let began = Instant::now();
    let mut cases = Vec::new();
    for message in &args.message {
        cases.push(Case::fill(outer, *message, args.checks, say).await?);
    }
    let mut alone = Spread::default();
    let rounds = async {
        for round in 1..=args.rounds {
            for case in &mut cases {
                let step = say.step(format!("round {round} of {}, {} a message", args.rounds, case.message));
                let done = case.round(&step).await?;
                step.done(&done);
            }
            let step = say.step(format!("round {round} of {}, INSERT alone", args.rounds));
            let rate = insert::alone(&cases.first().context("no case")?.stack).await?;
            step.done(&format!("{} rows/s", number(rate, 0)));
            alone.push(rate);
        }
        Ok(())
    }
    .await;
    let first = cases.first().context("no case")?;
    let total: i64 = first.sent.values().map(|totals| totals.checks).sum();
    let settings = first.stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{total} checks (three items, one payment) of {LOCATIONS} locations over {DAYS} business dates lie in the stream; \
         reports starts; from the first to the last commit; a fresh database each round\n\
         INSERT alone: psql, one connection, {} rows a statement, each its own transaction, the same rows into empty tables of the same schema\n\
         {} rounds; median (min..max); ratios are of the same round; after each, checks and sales of every location and date were as sent\n",
        insert::ROWS,
        args.rounds
    ));
    say.line(print(&cases, &alone).text());
    for case in &cases {
        say.line(format!("{} a message, last round: limited by {}", case.message, case.limit));
    }
    figures.extend(cases.iter().map(|case| {
        let what = format!("fact rows/s to committed roll-ups, {} a message", case.message);
        Figure::of(what, "", 0, &case.rows).beside("INSERT alone", &alone)
    }));
    for case in cases {
        case.stack.stop().await?;
    }
    say.line(format!("took {}", seconds(began.elapsed())));
    rounds
}

fn print(cases: &[Case], alone: &Spread) -> Table {
    let heads = cases.iter().map(|case| format!("{} a message", case.message));
    let mut table = Table::new(["what".to_owned()].into_iter().chain(heads));
    let mut row = |what: &str, decimals: usize, of: &dyn Fn(&Case) -> Spread| {
        table.row([what.to_owned()].into_iter().chain(cases.iter().map(|case| of(case).text(decimals))));
    };
    row("checks/s to committed roll-ups of all reports", 0, &|case| case.checks.clone());
    row("fact rows/s", 0, &|case| case.rows.clone());
    row("INSERT alone, rows/s", 0, &|_| alone.clone());
    row("ratio in rows", 3, &|case| case.rows.over(alone));
    row("events in the outbox at the last commit", 0, &|case| case.left.clone());
    row("seconds until they are carried away", 1, &|case| case.drain.clone());
    table
}

impl Case {
    async fn fill(outer: &Place, message: u32, checks: u32, say: &Say) -> Result<Case> {
        let stack = Stack::start(outer, &format!("bench-ingest-{message}"), say).await?;
        let mut feed = Feed::open(&stack).await?;
        let step = say.step(format!("{checks} checks into the stream, {message} a message"));
        let kitchens = Kitchen::all()?;
        let newest = yesterday()?;
        let a_day = checks.div_ceil(DAYS * LOCATIONS);
        let mut sent: BTreeMap<(String, String), Totals> = BTreeMap::new();
        // As a day goes: every location has some checks before any has its next ones.
        for day in (0..DAYS).rev() {
            let date = newest.plus_days(-i64::from(day));
            for from in (0..a_day).step_by(message as usize) {
                for kitchen in &kitchens {
                    let (facts, totals) = kitchen.checks(date, from, (from + message).min(a_day))?;
                    *sent.entry((kitchen.pos_id.to_string(), date.to_string())).or_default() += totals;
                    feed.put(&kitchen.pos_id, kitchen.message(facts)?).await?;
                }
                step.note(&format!("{date}, {from} of {a_day} a location"));
            }
        }
        feed.flush().await?;
        step.done("");
        let none = Spread::default;
        Ok(Case {
            message,
            stack,
            feed,
            sent,
            checks: none(),
            rows: none(),
            drain: none(),
            left: none(),
            limit: String::new(),
        })
    }

    /// A fresh database, and all facts from the first message on.
    async fn round(&mut self, step: &Step) -> Result<String> {
        self.feed.rewind().await?;
        self.stack.psql().run(format!("DROP DATABASE {DATABASE};")).await?;
        self.stack.make_databases().await?;
        self.stack.saffron(&["migrate"], &[]).await?;
        self.stack.saffron(&["streams", "apply"], &[]).await?;
        let mut watch = Watch::open(&self.stack).await?;
        watch.run("CHECKPOINT").await?;
        let mut all = Totals::default();
        self.sent.values().for_each(|totals| all += *totals);

        self.stack.serve("reports")?;
        let (first, began) = until(&mut watch, step, 1).await?;
        let meter = Meter::begin(self.stack.processes());
        let (last, ended) = until(&mut watch, step, all.checks).await?;
        let usage = meter.end();
        let left = watch.outbox().await?;
        let took = ended.duration_since(began).as_secs_f64();
        let rate = (last.checks - first.checks) as f64 / took;
        watch.carried(step).await?;
        let drained = ended.elapsed().as_secs_f64();
        watch.quiet(&self.feed, all.checks, step).await?;
        watch.verify(&self.sent).await?;
        let rows = watch.fact_rows().await? as f64;
        self.stack.end("reports").await;

        self.checks.push(rate);
        self.rows.push(rate * rows / all.checks as f64);
        self.left.push(left as f64);
        self.drain.push(if left == 0 { 0.0 } else { drained });
        self.limit = usage.limit();
        Ok(format!("{} checks/s, {left} events left at the end", number(rate, 0)))
    }
}

/// Waits until so many checks are recorded, and tells how many were and when that was.
async fn until(watch: &mut Watch, step: &Step, checks: i64) -> Result<(Totals, Instant)> {
    let mut last = Totals::default();
    let mut moved = Instant::now();
    loop {
        let now = watch.recorded().await?;
        let at = Instant::now();
        if now.checks >= checks {
            return Ok((now, at));
        }
        if now != last {
            (last, moved) = (now, at);
        }
        if moved.elapsed() > PATIENCE {
            bail!(
                "{} of {checks} checks are recorded, and nothing moves; see the log of reports",
                now.checks
            );
        }
        step.note(&format!("{} of {checks} checks recorded", now.checks));
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
