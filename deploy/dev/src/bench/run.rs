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
    pub(super) figures: Result<Vec<Figure>>,
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
        let figures = one(place, bench, say).await;
        let took = began.elapsed();
        if let (Err(error), true) = (&figures, benches.len() > 1) {
            say.line(format!("{name} failed: {error:#}"));
        }
        outcomes.push(Outcome { name, figures, took });
    }
    outcomes
}

/// Runs a bench and takes its figures.
async fn one(place: &Place, bench: &Bench, say: &Say) -> Result<Vec<Figure>> {
    place.create_home()?;
    let file = place.logs().join(format!("bench-{}.jsonl", bench.name()));
    if file.exists() {
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
    }
    match bench.in_browser() {
        Some(script) => {
            let args: Vec<&str> = script.args.iter().map(String::as_str).collect();
            let variables = [(figure::FILE, file.display().to_string())];
            test::script(place, script.name, &args, script.demo, &variables, say).await?;
        }
        None => program(place, bench, &file, say).await?,
    }
    figure::take(&file)
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
    for Outcome { name, figures, .. } in outcomes {
        match figures {
            Ok(figures) if figures.is_empty() => table.row([name, "handed over nothing", "", "", ""]),
            Ok(figures) => {
                for figure in figures {
                    table.row([name.clone()].into_iter().chain(figure.cells()));
                }
            }
            Err(_) => table.row([name, "failed: see above", "", "", ""]),
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
        return only.figures.map(drop);
    }
    let failed: Vec<String> =
        outcomes.into_iter().filter(|one| one.figures.is_err()).map(|one| one.name).collect();
    if failed.is_empty() { Ok(()) } else { Err(anyhow!("failed: {}", failed.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, figures: Result<Vec<Figure>>) -> Outcome {
        Outcome { name: name.to_owned(), figures, took: Duration::from_secs(61) }
    }

    #[test]
    fn one_table_tells_of_all_and_of_those_that_failed() {
        let figures = vec![Figure::one("202 to event, p99", "ms", 0, 120.0).at_most(200.0)];
        let outcomes = [
            outcome("tills", Ok(figures)),
            outcome("push", Err(anyhow!("no nginx"))),
            outcome("lists", Ok(Vec::new())),
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
        assert!(text.ends_with("took 3 min 3 s: tills 1 min 1 s, push 1 min 1 s, lists 1 min 1 s"), "{text}");
        assert_eq!(verdict(outcomes.into()).unwrap_err().to_string(), "failed: push");
    }

    #[test]
    fn one_alone_fails_with_its_reason() {
        assert!(verdict(vec![outcome("push", Ok(Vec::new()))]).is_ok());
        let alone = vec![outcome("push", Err(anyhow!("no nginx")))];
        assert_eq!(verdict(alone).unwrap_err().to_string(), "no nginx");
    }
}
