//! `cargo dev prove`: what takes too long for `cargo dev test`, in one table: what was tried, how often, what was lost.

mod scripts;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;

use crate::build::{self, cargo_tool};
use crate::place::Place;
use crate::proc::{Tool, tail};
use crate::say::{Say, seconds};
use crate::test::{self, TestServers};
use crate::web;
use scripts::SCRIPTS;

/// The longest that one proof may take.
const LIMIT: Duration = Duration::from_secs(12 * 60 * 60);
/// Lines of a failed proof's log that are shown.
const SHOWN: usize = 40;

/// What `cargo dev prove` can be told.
#[derive(Args, Clone, Debug, Default)]
pub struct ProveArgs {
    /// Proofs to run; all of them if none is named
    names: Vec<String>,
    /// The seed of everything random; a random one if it is not given
    #[arg(long)]
    seed: Option<u64>,
    /// How often each is tried, instead of its own number
    #[arg(long)]
    times: Option<u64>,
    /// An installation of Postgres that has Citus, or its pg_config: the proof `citus` needs one
    #[arg(long, value_name = "DIR")]
    citus: Option<PathBuf>,
}

/// The proof that runs on an installation that the person names.
const CITUS: &str = "citus";
/// What it needs, and how to get it.
const NEEDS_CITUS: &str = "citus needs `--citus DIR`: the folder of a Postgres installation of the version that Saffron runs on, which has the extension Citus (github.com/citusdata/citus, AGPL-3.0) in it, or its pg_config. Distributions package both; otherwise build Citus from its sources against that Postgres' pg_config, as its README says. Nothing of it is fetched, linked or kept here, and every user of the machine has to be able to read the folder.";

/// Something that is proven by a test that is told how often and from which seed.
struct Proof {
    /// What it is called on the command line.
    name: &'static str,
    /// What is tried.
    tried: &'static str,
    /// How often.
    times: u64,
    /// What `cargo test` is told to build.
    build: &'static [&'static str],
    /// The name of the test among those.
    test: &'static str,
    /// It starts the services and servers that it needs by itself: they are built for it, and no others are started.
    starts: bool,
    /// The variable that tells the test how often.
    variable: &'static str,
}

/// Every proof there is.
const PROOFS: &[Proof] = &[
    Proof {
        name: "rollups",
        tried: "a location's random stream of facts, and every roll-up and report compared with a plain recomputation",
        times: 100_000,
        build: &["--release", "--package", "saffron-reports"],
        test: "rollups::",
        starts: false,
        variable: "SAFFRON_TEST_STREAMS",
    },
    Proof {
        name: "facts",
        tried: "a random fact of the whole contract, its correction and its void through all services: no dead letter, and all that is kept compared with a plain recomputation",
        times: 100_000,
        build: &["--release", "--package", "saffron"],
        test: "facts::",
        starts: false,
        variable: "SAFFRON_TEST_FACTS",
    },
    Proof {
        name: "consent",
        tried: "a guest's random history of opting in and out, and every campaign between compared with the rule",
        times: 10_000,
        build: &["--release", "--package", "saffron-marketing"],
        test: "consent::the_opted_out_never_get_anything",
        starts: false,
        variable: "SAFFRON_TEST_HISTORIES",
    },
    Proof {
        name: "cluster",
        tried: "each of three NATS nodes killed under load, and every service compared with what tills were acknowledged",
        times: 1,
        build: &["--workspace", "--test", "cluster"],
        test: "",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: CITUS,
        tried: "so many days of 50 locations fed to reports on three nodes of Citus and on one Postgres, workers killed, backed up: all equal",
        times: 730,
        build: &["--workspace", "--test", "citus"],
        test: "",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "kills",
        tried: "every service, NATS and Postgres killed under load, and everything compared with what was acknowledged",
        times: 50,
        build: &["--workspace", "--test", "kills"],
        test: "",
        starts: true,
        variable: "SAFFRON_TEST_KILLS",
    },
    Proof {
        name: "network",
        tried: "each way between two processes late, slow, lossy, cut and half-open under load: answers in time, and well again",
        times: 1,
        build: &["--workspace", "--test", "network"],
        test: "",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "disk",
        tried: "the disks of NATS and of Postgres full while tills post, and every service compared with what was acknowledged",
        times: 1,
        build: &["--workspace", "--test", "hardships"],
        test: "disk::",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "clock",
        tried: "the clocks of services and Postgres a day ahead, an hour back and a month ahead while tills post, and the same compared",
        times: 1,
        build: &["--workspace", "--test", "hardships"],
        test: "clock::",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "behind",
        tried: "so many messages pile up while reports is away, and its figures and its memory are looked at until it has them",
        times: 1_000_000,
        build: &["--workspace", "--test", "hardships"],
        test: "behind::",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "sync",
        tried: "so many POSTs, and of each acknowledgement by NATS and by Postgres that a flush of the disk came before it",
        times: 500,
        build: &["--workspace", "--test", "hardships"],
        test: "sync::",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "migration",
        tried: "a migration killed, slow, met by another one, and past an older replica",
        times: 1,
        build: &["--workspace", "--test", "it"],
        test: "migrations::",
        starts: false,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "poison",
        tried: "facts and events that cannot be read, break a rule or panic their worker: put aside alone, and worked after a mending",
        times: 1,
        build: &["--workspace", "--test", "it"],
        test: "poison::",
        starts: false,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "backup",
        tried: "a backup made, Postgres wiped, then Postgres and NATS, each restored, and every service compared with what was acknowledged",
        times: 1,
        build: &["--workspace", "--test", "backup"],
        test: "",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "attack",
        tried: "every call of the API, every call at a service's port: by everyone who may not make it, and by its owner",
        times: 1,
        build: &["--workspace", "--test", "it"],
        test: "attack::",
        starts: false,
        variable: "SAFFRON_TEST_ROUNDS",
    },
    Proof {
        name: "limits",
        tried: "a gateway with its default limits attacked from other addresses while an owner reads, posts and listens",
        times: 1,
        build: &["--workspace", "--test", "limits"],
        test: "",
        starts: true,
        variable: "SAFFRON_TEST_ROUNDS",
    },
];

/// Runs the proofs and prints their table; true if all hold.
pub async fn prove(place: &Place, args: &ProveArgs, say: &Say) -> Result<bool> {
    let known: Vec<&str> = names().collect();
    if let Some(unknown) = args.names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no proof '{unknown}'; there are: {}", known.join(", "));
    }
    if args.citus.is_none() && args.names.iter().any(|name| name == CITUS) {
        bail!(NEEDS_CITUS);
    }
    place.create_home()?;
    test::clean_up(place, say).await?;
    let seed = args.seed.unwrap_or_else(rand::random);
    let mut rows = Vec::new();
    let mut all_hold = true;
    let asked = |name: &str| args.names.is_empty() || args.names.iter().any(|n| n == name);
    let row = |name: &str, tried: &str, times: u64, outcome: &Outcome| {
        format!("| {name} | {tried} | {times} | {} | {} |", outcome.lost, seconds(outcome.took))
    };
    for proof in PROOFS.iter().filter(|proof| asked(proof.name)) {
        let times = args.times.unwrap_or(proof.times);
        if proof.name == CITUS && args.citus.is_none() {
            rows.push(format!("| {} | {} | 0 | not tried: no `--citus DIR` | |", proof.name, proof.tried));
            continue;
        }
        let outcome = run(place, proof, times, seed, args, say).await?;
        all_hold &= outcome.holds;
        rows.push(row(proof.name, proof.tried, times, &outcome));
    }
    for script in SCRIPTS.iter().filter(|script| asked(script.name)) {
        let times = args.times.unwrap_or(script.times);
        let outcome = script.run(place, times, seed, say).await?;
        all_hold &= outcome.holds;
        rows.push(row(script.name, script.tried, times, &outcome));
    }
    say.line(format!(
        "\nseed {seed}\n\n| proof | what was tried | times | lost | took |\n|---|---|---|---|---|"
    ));
    rows.iter().for_each(|row| say.line(row));
    Ok(all_hold)
}

/// What every proof is called.
fn names() -> impl Iterator<Item = &'static str> {
    PROOFS.iter().map(|proof| proof.name).chain(SCRIPTS.iter().map(|script| script.name))
}

struct Outcome {
    holds: bool,
    lost: String,
    took: Duration,
}

/// Runs one, on servers of its own.
async fn run(
    place: &Place,
    proof: &Proof,
    times: u64,
    seed: u64,
    args: &ProveArgs,
    say: &Say,
) -> Result<Outcome> {
    let log = place.logs().join(format!("prove-{}.log", proof.name));
    if proof.starts {
        build::build(place, say, &format!("services for {}", proof.name), &["--workspace", "--bins"]).await?;
        web::build(place, say).await?;
    }
    let step = say.step(format!("{}: build", proof.name));
    cargo_tool(place, "cargo test --no-run")
        .args(["test", "--locked", "--no-run"])
        .args(proof.build)
        .log(place.logs().join(format!("prove-{}-build.log", proof.name)))
        .run(|line| step.note(line))
        .await?;
    step.done("");

    let mut test: Tool = cargo_tool(place, "cargo test")
        .args(["test", "--locked"])
        .args(proof.build)
        .args([proof.test, "--", "--nocapture"])
        .env("SAFFRON_TEST_SEED", seed.to_string())
        .env(proof.variable, times.to_string());
    if let Some(citus) = &args.citus {
        let folder = std::path::absolute(citus)?;
        test = test.env("SAFFRON_TEST_CITUS", folder);
    }
    let servers = if proof.starts { None } else { Some(TestServers::start(place, say).await?) };
    if let Some(servers) = &servers {
        test = test
            .env("SAFFRON_TEST_POSTGRES_URL", &servers.postgres)
            .env("SAFFRON_TEST_NATS_URL", &servers.nats);
    }
    let step = say.step(format!("{}: {times} times from seed {seed}", proof.name));
    let began = Instant::now();
    let result = test.log(log.clone()).limit(LIMIT).run(|line| step.note(line)).await;
    let took = began.elapsed();
    if let Some(servers) = servers {
        servers.stop().await;
    }
    let passed = result.as_deref().map(passed).unwrap_or_default();
    let holds = result.is_ok() && passed > 0;
    if holds {
        step.done("");
        return Ok(Outcome { holds, lost: "nothing".into(), took });
    }
    step.failed("");
    say.line(format!("{}\n(all of it: {})", tail(&log, SHOWN), log.display()));
    let lost = match result {
        Ok(_) => "no test ran".to_owned(),
        Err(_) => format!("see above; again: `cargo dev prove {} --seed {seed} --times {times}`", proof.name),
    };
    Ok(Outcome { holds, lost, took })
}

/// How many tests passed, by the runner's own sums.
fn passed(output: &str) -> u32 {
    let sums = output.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    sums.filter_map(|line| line.split_whitespace().next()?.parse::<u32>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_without_a_test_proves_nothing() {
        assert_eq!(passed("test result: ok. 0 passed; 0 failed; 0 ignored"), 0);
        assert_eq!(
            passed("running 1 test\ntest result: ok. 1 passed; 0 failed\n\ntest result: ok. 0 passed"),
            1
        );
    }

    #[test]
    fn names_are_unique() {
        let unique: std::collections::BTreeSet<_> = names().collect();
        assert_eq!(unique.len(), names().count());
    }
}
