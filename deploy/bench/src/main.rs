//! The benches of `cargo dev bench`: each starts Postgres, NATS and the services of a release build in a folder and on
//! ports of its own, measures, prints one table, and stops everything.

mod args;
mod benches;
mod loads;
mod machine;
mod run;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use args::Bench;
use benches::{connect, footprint, growth, imports, ingest, lists, marketing, push, reports, tills};
use run::Run;
use saffron_dev::Config;
use saffron_dev::bench::figure;
use saffron_dev::environment::Environment;
use saffron_dev::test::abandon;
use saffron_dev::up::Signals;

/// One thread: the load shares the machine with what it measures, and is to take as little of it as it can.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let (bench, command) = Bench::of_process();
    match run(bench, command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(bench: Bench, command: String) -> Result<()> {
    let mut run = Run::new(Config::read(Environment::read())?, command);
    let mut signals = Signals::new(false)?;
    // Clients of a stream share this thread and their notes.
    let measured = tokio::task::LocalSet::new();
    let outcome = tokio::select! {
        outcome = measured.run_until(Box::pin(measure(&bench, &mut run))) => outcome,
        name = signals.next() => Err(anyhow!("stopped by {name}")),
    };
    // Leftovers of a bench that failed.
    abandon(&run.config, &run.out).await;
    figure::hand_over(run.config.env.get(figure::FILE), &run.figures)?;
    outcome
}

async fn measure(bench: &Bench, run: &mut Run) -> Result<()> {
    match bench {
        Bench::Reports(args) => reports::bench(run, args).await,
        Bench::Ingest(args) => ingest::bench(run, args).await,
        Bench::Growth(args) => growth::bench(run, args).await,
        Bench::Imports(args) => imports::bench(run, args).await,
        Bench::Connect(args) => connect::bench(run, args).await,
        Bench::Lists(args) => lists::bench(run, args).await,
        Bench::Marketing(args) => marketing::bench(run, args).await,
        Bench::Tills(args) => tills::bench(run, args).await,
        Bench::Footprint(args) => footprint::bench(run, args).await,
        Bench::Push(args) => push::bench(run, args).await,
    }
}
