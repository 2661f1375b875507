//! The benches of `cargo dev bench`: each starts Postgres, NATS and the services of a release build in a folder and on
//! ports of its own, measures, prints one table, and stops everything.

mod crowd;
mod explain;
mod facts;
mod feed;
mod footprint;
mod growth;
mod ingest;
mod insert;
mod lists;
mod load;
mod machine;
mod marketing;
mod nchan;
mod people;
mod plain;
mod push;
mod reports;
mod roster;
mod stack;
mod tills;
mod watch;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use saffron_dev::bench::Bench;
use saffron_dev::bench::figure::{self, Figure};
use saffron_dev::bench::table;
use saffron_dev::environment::Environment;
use saffron_dev::place::Place;
use saffron_dev::say::Say;
use saffron_dev::test::abandon;
use saffron_dev::up::Signals;

/// Measures Saffron on this machine; `cargo dev bench` builds this and runs it.
#[derive(Parser)]
#[command(name = "saffron-bench", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    bench: Bench,
}

/// One thread: the load shares the machine with what it measures, and is to take as little of it as it can.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Cli::parse().bench).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(bench: Bench) -> Result<()> {
    let place = Place::read(Environment::read())?;
    let say = Say::new();
    let mut signals = Signals::new(false)?;
    let mut figures = Vec::new();
    let outcome = tokio::select! {
        outcome = measure(&place, &bench, &say, &mut figures) => outcome,
        name = signals.next() => Err(anyhow::anyhow!("stopped by {name}")),
    };
    // Whatever a bench that failed has left running.
    abandon(&place, &say).await;
    // What was measured counts, whatever failed afterwards.
    figure::hand_over(place.env.get(figure::FILE), &figures)?;
    outcome
}

/// Runs a bench. The figures that stand for it are added as they are measured.
async fn measure(place: &Place, bench: &Bench, say: &Say, figures: &mut Vec<Figure>) -> Result<()> {
    let command = format!("cargo dev bench {}", bench.words().join(" "));
    match bench {
        Bench::Live | Bench::Scroll | Bench::Lighthouse(_) => bail!("that one opens a browser: `{command}`"),
        Bench::Reports(args) => reports::bench(place, args, &command, say, figures).await,
        Bench::Ingest(args) => ingest::bench(place, args, &command, say, figures).await,
        Bench::Growth(args) => growth::bench(place, args, &command, say, figures).await,
        Bench::Lists(args) => lists::bench(place, args, &command, say, figures).await,
        Bench::Marketing(args) => marketing::bench(place, args, &command, say, figures).await,
        Bench::Tills(args) => tills::bench(place, args, &command, say, figures).await,
        Bench::Footprint(args) => footprint::bench(place, args, &command, say, figures).await,
        Bench::Push(args) => push::bench(place, args, &command, say, figures).await,
    }
}
