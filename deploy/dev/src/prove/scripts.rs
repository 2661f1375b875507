//! Proofs that are no cargo tests: a script against a started instance, and a fuzzer.

use std::time::Instant;

use anyhow::{Result, bail};

use super::{LIMIT, Outcome, SHOWN};
use crate::build::{self, cargo_tool};
use crate::place::Place;
use crate::proc::{Tool, tail};
use crate::say::Say;
use crate::test::{Demo, Stack, api};
use crate::web;

/// How a proof is run.
pub(super) enum Way {
    /// Random requests to a started instance.
    Api,
    /// A fuzzer at each door of `deploy/fuzz`.
    Fuzz,
}

/// A proof that a script runs.
pub(super) struct Script {
    /// What it is called on the command line.
    pub(super) name: &'static str,
    /// What is tried.
    pub(super) tried: &'static str,
    /// How often, or for how many seconds.
    pub(super) times: u64,
    way: Way,
}

/// Every one there is.
pub(super) const SCRIPTS: &[Script] = &[
    Script {
        name: "api",
        tried: "a random request to the HTTP API, its answer compared with the OpenAPI document",
        times: 20_000,
        way: Way::Api,
    },
    Script {
        name: "fuzz",
        tried: "a second of fuzzing each of facts, CSV files, webhook signatures, tokens and resumes",
        times: 600,
        way: Way::Fuzz,
    },
];

/// What `deploy/fuzz/targets` builds, each for a folder of `deploy/fuzz/corpus`.
const DOORS: [&str; 5] = ["events", "import", "resume", "token", "webhooks"];
/// Bytes, seconds and MiB of one try.
const BOUNDS: [&str; 3] = ["-max_len=8192", "-timeout=25", "-rss_limit_mb=1024"];

impl Script {
    /// Runs it.
    pub(super) async fn run(&self, place: &Place, times: u64, seed: u64, say: &Say) -> Result<Outcome> {
        let (holds, took) = match self.way {
            Way::Api => against_an_instance(place, times, seed, say).await?,
            Way::Fuzz => fuzzed(place, times, seed, say).await?,
        };
        let lost = match holds {
            true => "nothing".to_owned(),
            false => {
                format!("see above; again: `cargo dev prove {} --seed {seed} --times {times}`", self.name)
            }
        };
        Ok(Outcome { holds, lost, took })
    }
}

async fn against_an_instance(
    place: &Place,
    times: u64,
    seed: u64,
    say: &Say,
) -> Result<(bool, std::time::Duration)> {
    build::build(place, say, "services for api", &["--workspace", "--bins"]).await?;
    web::build(place, say).await?;
    let stack = Stack::start(place, "api", Demo::Days(30), say).await?;
    let begun = Instant::now();
    let holds = match api(place, &stack, times, seed) {
        Ok(script) => tried(place, script, &format!("api: {times} requests from seed {seed}"), say).await,
        Err(error) => {
            say.line(format!("{error:#}"));
            false
        }
    };
    let took = begun.elapsed();
    stack.stop(!holds, say).await?;
    Ok((holds, took))
}

async fn fuzzed(place: &Place, times: u64, seed: u64, say: &Say) -> Result<(bool, std::time::Duration)> {
    if cargo_tool(place, "cargo fuzz").args(["fuzz", "--version"]).run(|_| ()).await.is_err() {
        bail!("cargo-fuzz is missing: `cargo install --locked cargo-fuzz@0.13.2`");
    }
    let (begun, mut holds) = (Instant::now(), true);
    for door in DOORS {
        // What is found goes into the first folder, which nobody commits; what is kept lies in the second.
        let found = place.repo.join("deploy/fuzz/targets/corpus").join(door);
        std::fs::create_dir_all(&found)?;
        let fuzz = cargo_tool(place, &format!("fuzz-{door}"))
            .args(["fuzz", "run", "--fuzz-dir", "deploy/fuzz/targets", "--sanitizer", "none", door])
            .args([found, place.repo.join("deploy/fuzz/corpus").join(door)])
            .args(["--", &format!("-max_total_time={times}"), &format!("-seed={}", seed as u32)])
            .args(BOUNDS);
        holds &=
            tried(place, fuzz, &format!("fuzz {door}: {times} seconds from seed {}", seed as u32), say).await;
    }
    Ok((holds, begun.elapsed()))
}

/// Runs a tool; shows the end of its log if it fails.
async fn tried(place: &Place, tool: Tool, title: &str, say: &Say) -> bool {
    let name = title.split(':').next().unwrap_or(title).replace(' ', "-");
    let log = place.logs().join(format!("prove-{name}.log"));
    let step = say.step(title.to_owned());
    match tool.log(log.clone()).limit(LIMIT).run(|line| step.note(line)).await {
        Ok(_) => {
            step.done(&tail(&log, 1));
            true
        }
        Err(_) => {
            step.failed("");
            say.line(format!("{}\n(all of it: {})", tail(&log, SHOWN), log.display()));
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_door_has_a_target_and_a_corpus() {
        let fuzz = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
        let folder = |name: &str, ending: &str| {
            let entries = std::fs::read_dir(fuzz.join(name)).unwrap();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names.into_iter().map(|name| name.trim_end_matches(ending).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(folder("targets/fuzz_targets", ".rs"), DOORS);
        assert_eq!(folder("corpus", ""), DOORS);
    }
}
