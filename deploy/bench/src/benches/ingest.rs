//! `cargo dev bench ingest`: how fast reports takes checks from the stream to committed roll-ups, beside plain INSERT of the
//! same fact rows.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use saffron_dev::Step;
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};
use saffron_instance::{Feed, Instance};

use crate::args::IngestArgs;
use crate::loads::facts::{Days, Holds, LOCATIONS, Location, Totals, yesterday};
use crate::loads::insert;
use crate::machine::Meter;
use crate::machine::database::{DATABASE, Database, POLL_EVERY};
use crate::run::Run;

/// Business dates that the checks lie in.
const DAYS: u32 = 5;

/// What a case sends, and to which program.
#[derive(Clone, Copy)]
struct Kind<'a> {
    /// Checks of a message.
    message: u32,
    /// What they hold.
    holds: Holds,
    /// The program `saffron`, where it is not the built one.
    before: Option<&'a Path>,
}

impl Kind<'_> {
    fn title(self) -> String {
        let before = if self.before.is_some() { ", before" } else { "" };
        format!("{} a message, {}{before}", self.message, self.holds.name())
    }
}

/// An instance whose stream is full of checks, with its measurements.
struct Case<'a> {
    kind: Kind<'a>,
    instance: Instance,
    feed: Feed,
    sent: Days,
    checks: Spread,
    rows: Spread,
    drain: Spread,
    left: Spread,
    limit: String,
}

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &IngestArgs) -> Result<()> {
    let mut cases = Vec::new();
    for message in args.message.iter().copied() {
        for holds in args.holds.iter().copied() {
            cases.push(Case::fill(run, Kind { message, holds, before: None }, args.checks).await?);
        }
        if let Some(before) = &args.before {
            let kind = Kind { message, holds: Holds::Plain, before: Some(before) };
            cases.push(Case::fill(run, kind, args.checks).await?);
        }
    }
    let mut alone = Spread::default();
    let rounds = async {
        for round in 1..=args.rounds {
            for case in &mut cases {
                let step = run.out.step(format!("round {round} of {}, {}", args.rounds, case.kind.title()));
                let done = case.round(&step).await?;
                step.done(&done);
            }
            let step = run.out.step(format!("round {round} of {}, INSERT alone", args.rounds));
            let rate = insert::alone(&cases.first().context("no case")?.instance).await?;
            step.done(&format!("{} rows/s", number(rate, 0)));
            alone.push(rate);
        }
        Ok(())
    }
    .await;
    let first = cases.first().context("no case")?;
    let total: i64 = first.sent.values().map(|totals| totals.checks).sum();
    run.head(&first.instance).await?;
    run.line(format!(
        "{total} checks of {LOCATIONS} locations over {DAYS} business dates lie in the stream; reports starts; from the \
         first to the last commit; a fresh database each round\n\
         plain checks hold three items and one payment; full ones five items with two modifiers each, two named \
         discounts, a service charge, a named tax and two payments\n\
         INSERT alone: psql, one connection, {} rows a statement, each its own transaction, the same rows into empty tables of the same schema\n\
         {} rounds; median (min..max); ratios are of the same round; after each, checks and sales of every location and date were as sent\n",
        insert::ROWS,
        args.rounds
    ));
    run.line(print(&cases, &alone).text());
    for case in &cases {
        run.line(format!("{}, last round: limited by {}", case.kind.title(), case.limit));
    }
    run.figures.extend(figures(&cases, &alone));
    for case in cases {
        case.instance.stop().await?;
    }
    run.took();
    rounds
}

/// The figures: fact rows of each case beside INSERT alone, and checks beside the program before.
fn figures(cases: &[Case], alone: &Spread) -> Vec<Figure> {
    let (before, now): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.kind.before.is_some());
    let rows = now.iter().map(|case| {
        let what = format!("fact rows/s to committed roll-ups, {}", case.kind.title());
        Figure::of(what, "", 0, &case.rows).beside("INSERT alone", alone)
    });
    let plain =
        |message| now.iter().find(|case| (case.kind.message, case.kind.holds) == (message, Holds::Plain));
    let checks = before.iter().filter_map(|case| {
        let what = format!("checks/s to committed roll-ups, {} a message", case.kind.message);
        Some(Figure::of(what, "", 0, &plain(case.kind.message)?.checks).beside("before", &case.checks))
    });
    rows.chain(checks).collect()
}

fn print(cases: &[Case], alone: &Spread) -> Table {
    let heads = cases.iter().map(|case| case.kind.title());
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

impl<'a> Case<'a> {
    /// Starts an instance and fills its stream with checks.
    async fn fill(run: &Run, kind: Kind<'a>, checks: u32) -> Result<Case<'a>> {
        let folder = kind.title().replace(", ", "-").replace(' ', "-");
        let instance = run.servers_of(&format!("bench-ingest-{folder}"), kind.before).await?;
        let mut feed = Feed::new(instance.operator().await?, "ingest");
        let step = run.out.step(format!("{checks} checks into the stream, {}", kind.title()));
        let (locations, newest) = (Location::all_with(kind.holds)?, yesterday()?);
        let message = kind.message;
        let a_day = checks.div_ceil(DAYS * LOCATIONS);
        let mut sent = Days::new();
        // As a day goes: every location has some checks before any has its next ones.
        for day in (0..DAYS).rev() {
            let date = newest.plus_days(-i64::from(day));
            for from in (0..a_day).step_by(message as usize) {
                for location in &locations {
                    let checks = from..(from + message).min(a_day);
                    let totals = location.send(&mut feed, date, checks, false).await?;
                    *sent.entry((location.pos_id.to_string(), date.to_string())).or_default() += totals;
                }
                step.note(&format!("{date}, {from} of {a_day} a location"));
            }
        }
        feed.flush().await?;
        step.done("");
        let [checks, rows, drain, left] = std::array::from_fn(|_| Spread::default());
        Ok(Case { kind, instance, feed, sent, checks, rows, drain, left, limit: String::new() })
    }

    /// Measures a round: a fresh database that takes all facts from the first message on.
    async fn round(&mut self, step: &Step) -> Result<String> {
        self.feed.operator.remove_fact_consumers("reports").await?;
        self.instance.psql().await?.run(format!("DROP DATABASE {DATABASE};")).await?;
        self.instance.make_databases().await?;
        let mut database = Database::open(&self.instance).await?;
        database.run("CHECKPOINT").await?;
        let mut all = Totals::default();
        self.sent.values().for_each(|totals| all += *totals);

        self.instance.serve("reports")?;
        let (first, began) = (database.until_recorded(1, POLL_EVERY, step).await?, Instant::now());
        let meter = Meter::begin(self.instance.processes());
        let (last, ended) = (database.until_recorded(all.checks, POLL_EVERY, step).await?, Instant::now());
        let usage = meter.end();
        let left = database.outbox().await?;
        let took = ended.duration_since(began).as_secs_f64();
        let rate = (last.checks - first.checks) as f64 / took;
        database.carried(step).await?;
        let drained = ended.elapsed().as_secs_f64();
        database.quiet(&self.feed.operator, all.checks, step).await?;
        database.verify(&self.sent).await?;
        let rows = database.fact_rows().await? as f64;
        self.instance.end("reports").await;

        self.checks.push(rate);
        self.rows.push(rate * rows / all.checks as f64);
        self.left.push(left as f64);
        self.drain.push(if left == 0 { 0.0 } else { drained });
        self.limit = usage.limit();
        Ok(format!("{} checks/s, {left} events left at the end", number(rate, 0)))
    }
}
