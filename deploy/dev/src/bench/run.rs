//! Runs benches one after the other, and prints one table of what they came to.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::Command;

use super::args::Bench;
use super::figure::{self, Figure};
use super::machine;
use super::table::Table;
use crate::build::{self, target};
use crate::place::Place;
use crate::say::{Say, seconds};
use crate::test;

/// The crates that a bench needs, built for release.
const CRATES: [&str; 4] = ["--package", "saffron", "--package", "saffron-bench"];

/// What became of a bench.
pub(super) struct Outcome {
    pub(super) name: String,
    /// What was measured, also by a bench that failed later.
    pub(super) figures: Vec<Figure>,
    pub(super) failure: Option<anyhow::Error>,
    pub(super) took: Duration,
}

/// Runs benches, each as it is run by itself; one that fails does not keep the others from running.
pub(super) async fn all(place: &Place, benches: &[Bench], say: &Say) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for (index, bench) in benches.iter().enumerate() {
        let name = bench.name();
        if benches.len() > 1 {
            say.line(format!(
                "\n{} of {}: {name} (cargo dev bench {})",
                index + 1,
                benches.len(),
                bench.words().join(" ")
            ));
        }
        let began = Instant::now();
        let mut figures = Vec::new();
        let failure = one(place, bench, &mut figures, say).await.err();
        let took = began.elapsed();
        if let (Some(error), true) = (&failure, benches.len() > 1) {
            say.line(format!("{name} failed: {error:#}"));
        }
        outcomes.push(Outcome { name, figures, failure, took });
    }
    outcomes
}

/// Runs a bench and takes its figures, also where it fails after some were measured.
async fn one(place: &Place, bench: &Bench, figures: &mut Vec<Figure>, say: &Say) -> Result<()> {
    place.create_home()?;
    let file = place.logs().join(format!("bench-{}.jsonl", bench.name()));
    if file.exists() {
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
    }
    let outcome = match bench.in_browser() {
        Some(script) => {
            let args: Vec<&str> = script.args.iter().map(String::as_str).collect();
            let variables = [(figure::FILE, file.display().to_string())];
            test::script(place, script.name, &args, script.demo, &variables, say).await
        }
        None => program(place, bench, &file, say).await,
    };
    figures.extend(figure::take(&file)?);
    outcome
}

/// Runs the program of the benches, which is one of its own because it has to be built as what it measures is.
async fn program(place: &Place, bench: &Bench, file: &Path, say: &Say) -> Result<()> {
    test::clean_up(place, say).await?;
    let program = build(place, say).await?.join("saffron-bench");
    let started = Command::new(&program).args(bench.words()).env(figure::FILE, file).spawn();
    let mut child = started.with_context(|| format!("cannot start {}", program.display()))?;
    let id = child.id().and_then(|id| i32::try_from(id).ok()).context("a program without an id")?;
    let given_up = GivenUp(Pid::from_raw(id));
    let status = child.wait().await;
    std::mem::forget(given_up);
    let status = status.context("waiting for the bench")?;
    ensure!(status.success(), "the bench ended with {status}");
    Ok(())
}

/// Tells the program to stop what it has started, when nobody waits for it any more.
struct GivenUp(Pid);

impl Drop for GivenUp {
    fn drop(&mut self) {
        let _already_gone = kill(self.0, Signal::SIGTERM);
    }
}

/// Builds the services and the benches for release, and gives the folder they are in.
async fn build(place: &Place, say: &Say) -> Result<PathBuf> {
    let args: Vec<&str> = ["--release", "--locked"].into_iter().chain(CRATES).collect();
    build::build(place, say, "release build", &args).await?;
    Ok(target(place).await?.join("release"))
}

/// The table of all figures, with the command, the machine and how long each bench took.
pub(super) fn summary(command: &str, outcomes: &[Outcome]) -> String {
    let mut table = Table::new(["bench", "figure", "median (range)", "peer or goal", "ratio, or met"]);
    for Outcome { name, figures, failure, .. } in outcomes {
        for figure in figures {
            table.row([name.clone()].into_iter().chain(figure.cells()));
        }
        if failure.is_some() {
            table.row([name, "failed: see above", "", "", ""]);
        } else if figures.is_empty() {
            table.row([name, "handed over nothing", "", "", ""]);
        }
    }
    let took: Vec<String> =
        outcomes.iter().map(|one| format!("{} {}", one.name, seconds(one.took))).collect();
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

/// Fails if one has failed, with the reason where there was but one.
pub(super) fn verdict(mut outcomes: Vec<Outcome>) -> Result<()> {
    if outcomes.len() == 1
        && let Some(only) = outcomes.pop()
    {
        return only.failure.map_or(Ok(()), Err);
    }
    let failed: Vec<String> =
        outcomes.into_iter().filter(|one| one.failure.is_some()).map(|one| one.name).collect();
    if failed.is_empty() { Ok(()) } else { Err(anyhow!("failed: {}", failed.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, figures: Vec<Figure>, failure: Option<&str>) -> Outcome {
        let failure = failure.map(|why| anyhow!("{why}"));
        Outcome { name: name.to_owned(), figures, failure, took: Duration::from_secs(61) }
    }

    #[test]
    fn one_table_tells_of_all_and_of_those_that_failed() {
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
    fn one_alone_fails_with_its_reason() {
        assert!(verdict(vec![outcome("push", Vec::new(), None)]).is_ok());
        let alone = vec![outcome("push", Vec::new(), Some("no nginx"))];
        assert_eq!(verdict(alone).unwrap_err().to_string(), "no nginx");
    }
}
