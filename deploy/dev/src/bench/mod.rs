//! `cargo dev bench`: measurements that people compare with other machines and other products. Here are the list of
//! benches, their figures and their table; the measuring itself is in `deploy/bench` or in the web app's browser scripts.

pub mod figure;
pub mod machine;
mod start;
pub mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Subcommand;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::Command;

use crate::build::{self, target};
use crate::output::seconds;
use crate::test::{self, Demo};
use crate::{Config, Output};
use Runner::{Browser, Clone, Program};
use figure::Figure;
use table::Table;

/// A bench. Each starts servers and services of its own and stops them.
struct Bench {
    name: &'static str,
    /// What it measures, for the list.
    about: &'static str,
    runner: Runner,
}

/// The program that measures.
enum Runner {
    /// The program of `deploy/bench`, which also reads the options.
    Program,
    /// An npm script of the web app, with its first arguments and the instance that it opens.
    Browser(&'static str, &'static [&'static str], Demo),
    /// The launcher itself, in a fresh clone.
    Clone,
}

/// Every bench, in the order in which `all` runs them.
#[rustfmt::skip]
static BENCHES: [Bench; 14] = [
    bench("start", Clone, "From a fresh clone with nothing built to a sign-in with sales, and a later start"),
    bench("live", Browser("bench", &["live.bench.ts"], Demo::None),
        "From a closed check to the changed number on an open screen (opens a browser)"),
    bench("scroll", Browser("bench", &["scroll.bench.ts"], Demo::None),
        "How smoothly long lists of guests and items scroll, by the browser's own trace (opens a browser)"),
    bench("tills", Program, "The same as live at full trade: a thousand checks a second, and a thousand open apps"),
    bench("reports", Program, "Requests a second of the daily report, beside the same rows from plain SQL"),
    bench("ingest", Program, "Checks a second from the stream to committed roll-ups, beside INSERT alone"),
    bench("footprint", Program, "Memory without a request, and from the start to ready, apart and as `saffron all`"),
    bench("lists", Program, "Guests and items of one large location, by page and by search"),
    bench("imports", Program, "A file of 75,000 rows, from its first byte to the reports, and the memory that takes"),
    bench("connect", Program, "The past of a location at Square, from the token to the reports, and calls at rest"),
    bench("marketing", Program, "Messages a second of campaigns, to mail and SMS servers that take them at once"),
    bench("push", Program, "One message to every open app, beside nginx with its nchan module"),
    bench("lighthouse", Browser("lighthouse", &[], Demo::Days(30)),
        "Lighthouse scores of sign-in and Home on a phone (opens a browser)"),
    bench("growth", Program, "Every report with as much as the demo has, ten times and a hundred times as much"),
];

const fn bench(name: &'static str, runner: Runner, about: &'static str) -> Bench {
    Bench { name, about, runner }
}

/// What is to be measured.
#[derive(Subcommand, Clone, Debug)]
pub enum BenchCommand {
    /// Run every bench, one after the other, and print one table (about an hour)
    All {
        /// Benches to leave out, comma separated
        #[arg(long, value_delimiter = ',', value_name = "NAME")]
        without: Vec<String>,
    },
    /// One bench by its name, with the options that it reads itself.
    #[command(external_subcommand)]
    One(Vec<String>),
}

/// Runs one bench, or all of them, and prints one table of their figures; lists them without a command.
pub async fn run(config: &Config, command: Option<&BenchCommand>, out: &Output) -> Result<()> {
    let planned = match command {
        None => {
            list(out);
            return Ok(());
        }
        Some(BenchCommand::All { without }) => all_but(without)?,
        Some(BenchCommand::One(words)) => {
            let (name, options) = words.split_first().context("no bench is named")?;
            vec![(find(name)?, options)]
        }
    };
    let outcomes = run_all(config, &planned, out).await;
    let command: Vec<String> = std::env::args().skip(1).collect();
    out.line(summary(&format!("cargo dev {}", command.join(" ")), &outcomes));
    verdict(outcomes)
}

/// Prints the names of all benches with what they measure.
fn list(out: &Output) {
    for Bench { name, about, .. } in &BENCHES {
        out.line(format!("cargo dev bench {name:<10} {about}"));
    }
    out.line("cargo dev bench all        Every bench, one after the other, and one table (about an hour)");
    out.line("\nEach takes --help.");
}

fn find(name: &str) -> Result<&'static Bench> {
    let known = BENCHES.iter().find(|bench| bench.name == name);
    let names = || BENCHES.each_ref().map(|bench| bench.name).join(", ");
    known.with_context(|| format!("there is no bench '{name}'; there are: {}", names()))
}

/// Every bench but these, each with no options.
fn all_but(without: &[String]) -> Result<Vec<Planned<'static>>> {
    for name in without {
        find(name)?;
    }
    let left = BENCHES.iter().filter(|bench| without.iter().all(|name| name != bench.name));
    Ok(left.map(|bench| (bench, &[][..])).collect())
}

/// The crates that a bench needs, built for release.
const CRATES: [&str; 4] = ["--package", "saffron", "--package", "saffron-bench"];

/// A bench that is to run, with its options as the command line gives them.
type Planned<'a> = (&'static Bench, &'a [String]);

/// The outcome of a bench.
struct Outcome {
    name: &'static str,
    /// What was measured, also by a bench that failed later.
    figures: Vec<Figure>,
    failure: Option<anyhow::Error>,
    took: Duration,
}

/// Runs benches one after the other, also after one that failed.
async fn run_all(config: &Config, planned: &[Planned<'_>], out: &Output) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for (number, (bench, options)) in (1..).zip(planned) {
        let name = bench.name;
        if planned.len() > 1 {
            out.line(format!("\n{number} of {}: {name} (cargo dev bench {name})", planned.len()));
        }
        let began = Instant::now();
        let mut figures = Vec::new();
        let failure = run_one(config, bench, options, &mut figures, out).await.err();
        if let (Some(error), true) = (&failure, planned.len() > 1) {
            out.line(format!("{name} failed: {error:#}"));
        }
        outcomes.push(Outcome { name, figures, failure, took: began.elapsed() });
    }
    outcomes
}

/// Runs a bench and takes its figures, also where it fails after some were measured.
async fn run_one(
    config: &Config,
    bench: &Bench,
    options: &[String],
    figures: &mut Vec<Figure>,
    out: &Output,
) -> Result<()> {
    config.create_home()?;
    let file = config.logs().join(format!("bench-{}.jsonl", bench.name));
    if file.exists() {
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
    }
    let outcome = match bench.runner {
        Browser(script, args, demo) => {
            let args: Vec<&str> = args.iter().copied().chain(options.iter().map(String::as_str)).collect();
            let variables = [(figure::FILE, file.display().to_string())];
            test::script(config, script, &args, demo, &variables, out).await
        }
        Program => program(config, bench.name, options, &file, out).await,
        Clone => start::measure(config, figures, out).await,
    };
    figures.extend(figure::take(&file)?);
    outcome
}

/// Runs the program of `deploy/bench`. It is a program of its own so that it is built for release, as what it measures is.
async fn program(config: &Config, name: &str, options: &[String], file: &Path, out: &Output) -> Result<()> {
    test::clean_up(config, out).await?;
    let program = build_release(config, out).await?.join("saffron-bench");
    let started = Command::new(&program).arg(name).args(options).env(figure::FILE, file).spawn();
    let mut child = started.with_context(|| format!("cannot start {}", program.display()))?;
    let id = child.id().and_then(|id| i32::try_from(id).ok()).context("a program without an id")?;
    let stop_on_drop = StopOnDrop(Pid::from_raw(id));
    let status = child.wait().await;
    std::mem::forget(stop_on_drop);
    let status = status.context("waiting for the bench")?;
    ensure!(status.success(), "the bench ended with {status}");
    Ok(())
}

/// Ends the program of this process id when it is dropped, so that the program stops its servers.
struct StopOnDrop(Pid);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        let _already_gone = kill(self.0, Signal::SIGTERM);
    }
}

/// Builds the services and the benches for release, and gives the folder they are in.
async fn build_release(config: &Config, out: &Output) -> Result<PathBuf> {
    let args: Vec<&str> = ["--release", "--locked"].into_iter().chain(CRATES).collect();
    build::build(config, out, "release build", &args).await?;
    Ok(target(config).await?.join("release"))
}

/// The table of all figures, with the command, the machine and how long each bench took.
fn summary(command: &str, outcomes: &[Outcome]) -> String {
    let mut table = Table::new(["bench", "figure", "median (range)", "peer or goal", "ratio, or met"]);
    for Outcome { name, figures, failure, .. } in outcomes {
        for figure in figures {
            table.row([(*name).to_owned()].into_iter().chain(figure.cells()));
        }
        if failure.is_some() {
            table.row([name, "failed: see above", "", "", ""]);
        } else if figures.is_empty() {
            table.row([name, "handed over nothing", "", "", ""]);
        }
    }
    let took: Vec<_> = outcomes.iter().map(|one| format!("{} {}", one.name, seconds(one.took))).collect();
    let whole = outcomes.iter().map(|one| one.took).sum();
    format!(
        "\ncommand: {command}\nmachine: {}\nmedian (min..max) of the rounds; a ratio is of the same round where both have \
         as many\n\n{}\ntook {}: {}",
        machine::line(),
        table.text(),
        seconds(whole),
        took.join(", ")
    )
}

/// An error if a bench has failed, with its reason where it was the only one.
fn verdict(mut outcomes: Vec<Outcome>) -> Result<()> {
    if outcomes.len() == 1
        && let Some(only) = outcomes.pop()
    {
        return only.failure.map_or(Ok(()), Err);
    }
    let failed: Vec<_> = outcomes.iter().filter(|one| one.failure.is_some()).map(|one| one.name).collect();
    if failed.is_empty() { Ok(()) } else { Err(anyhow!("failed: {}", failed.join(", "))) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(subcommand)]
        command: Option<BenchCommand>,
    }

    #[test]
    fn unknown_bench_is_refused_with_the_known_names() {
        assert_eq!(all_but(&["growth".into(), "live".into()]).unwrap().len(), BENCHES.len() - 2);
        for error in [all_but(&["growht".into()]).err(), find("growht").err()] {
            let error = error.unwrap().to_string();
            assert!(error.contains("'growht'") && error.contains("growth"), "{error}");
        }
    }

    #[test]
    fn names_are_unique_and_no_command() {
        let names: std::collections::BTreeSet<&str> = BENCHES.iter().map(|bench| bench.name).collect();
        assert!(names.len() == BENCHES.len() && !names.contains("all"), "{names:?}");
    }

    #[test]
    fn options_of_a_bench_are_left_to_its_runner() {
        let parse = |words: &[&str]| Cli::try_parse_from([&["bench"], words].concat()).unwrap().command;
        for words in [&["reports", "--rounds", "2"][..], &["tills", "--help"], &["lighthouse", "--runs=1"]] {
            assert!(matches!(parse(words), Some(BenchCommand::One(found)) if found == words), "{words:?}");
        }
        let all = parse(&["all", "--without", "growth,live"]);
        assert!(matches!(all, Some(BenchCommand::All { without }) if without == ["growth", "live"]));
        assert!(parse(&[]).is_none());
    }

    fn outcome(name: &'static str, figures: Vec<Figure>, failure: Option<&str>) -> Outcome {
        let failure = failure.map(|why| anyhow!("{why}"));
        Outcome { name, figures, failure, took: Duration::from_secs(61) }
    }

    #[test]
    fn table_shows_every_bench_and_those_that_failed() {
        let figures = vec![Figure::one("202 to event, p99", "ms", 0, 120.0).at_most(200.0)];
        let outcomes = [
            outcome("tills", figures.clone(), None),
            outcome("push", Vec::new(), Some("no nginx")),
            outcome("lists", Vec::new(), None),
            outcome("reports", figures, Some("the second round stands still")),
        ];
        let text = summary("cargo dev bench all", &outcomes);
        assert!(text.starts_with("\ncommand: cargo dev bench all\nmachine: "), "{text}");
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.starts_with("| "))
            .map(|line| line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect())
            .collect();
        assert_eq!(rows[1], ["tills", "202 to event, p99", "120 ms", "at most 200 ms", "met"]);
        assert_eq!(rows[2], ["push", "failed: see above"]);
        assert_eq!(rows[3], ["lists", "handed over nothing"]);
        // What was measured before the failure stands beside it.
        assert_eq!(rows[4], ["reports", "202 to event, p99", "120 ms", "at most 200 ms", "met"]);
        assert_eq!(rows[5], ["reports", "failed: see above"]);
        let times = "took 4 min 4 s: tills 1 min 1 s, push 1 min 1 s, lists 1 min 1 s, reports 1 min 1 s";
        assert!(text.ends_with(times), "{text}");
        assert_eq!(verdict(outcomes.into()).unwrap_err().to_string(), "failed: push, reports");
    }

    #[test]
    fn single_bench_fails_with_its_reason() {
        assert!(verdict(vec![outcome("push", Vec::new(), None)]).is_ok());
        let alone = vec![outcome("push", Vec::new(), Some("no nginx"))];
        assert_eq!(verdict(alone).unwrap_err().to_string(), "no nginx");
    }
}
