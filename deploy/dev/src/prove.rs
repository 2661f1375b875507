//! `cargo dev prove`: what takes too long for `cargo dev test`, in one table: what was tried, how often, what was lost.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::build::{self, cargo_tool, tools, web};
use crate::files;
use crate::output::seconds;
use crate::proc::tail;
use crate::scratch::Scratch;
use crate::test::{self, Demo, TestInstance, TestServers};
use crate::{Config, Output, Tool};
use Runs::{Api, Crate, Figures, Fuzz, Program, Services};

/// The longest that one proof may take.
const LIMIT: Duration = Duration::from_secs(12 * 60 * 60);
/// Lines of a failed proof's log that are shown.
const SHOWN: usize = 40;

/// Options of `cargo dev prove`.
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
    /// The program `saffron` of the version before: the proof `upgrade` needs it
    #[arg(long, value_name = "PROGRAM")]
    before: Option<PathBuf>,
}

/// What a proof needs that only an option of it brings.
struct Need {
    /// The proof.
    proof: &'static str,
    /// The option.
    option: &'static str,
    /// The variable that carries the path to the test.
    variable: &'static str,
    /// The error where the option is missing.
    missing: &'static str,
}

const CITUS: Need = Need {
    proof: "citus",
    option: "--citus DIR",
    variable: "SAFFRON_TEST_CITUS",
    missing: "citus needs `--citus DIR`: the folder of a Postgres installation of the version that Saffron runs on, which has the extension Citus (github.com/citusdata/citus, AGPL-3.0) in it, or its pg_config. Distributions package both; otherwise build Citus from its sources against that Postgres' pg_config, as its README says. Nothing of it is fetched, linked or kept here, and every user of the machine has to be able to read the folder.",
};
const UPGRADE: Need = Need {
    proof: "upgrade",
    option: "--before PROGRAM",
    variable: "SAFFRON_TEST_BEFORE",
    missing: "upgrade needs `--before PROGRAM`: the program `saffron` of the version before. Check that version out in another folder, run `cargo build --bin saffron` there, and name its target/debug/saffron.",
};

impl ProveArgs {
    /// What this proof needs, with its path if the option is given; none for most proofs.
    fn need(&self, proof: &str) -> Option<(&'static Need, Option<&Path>)> {
        let needs = [(&CITUS, self.citus.as_deref()), (&UPGRADE, self.before.as_deref())];
        needs.into_iter().find(|(need, _)| need.proof == proof)
    }
}

/// A test that is tried many times; one seed always gives the same tries.
struct Proof {
    /// The name on the command line.
    name: &'static str,
    /// The number of tries.
    times: u64,
    /// The variable that carries the number of tries to the test.
    variable: &'static str,
    runs: Runs,
    /// What one try is called in the table.
    tried: &'static str,
}

/// What runs: often a test target, with a part of the names of its tests.
enum Runs {
    /// The tests of a crate, built for release, on servers of this run.
    Crate(&'static str, &'static str),
    /// The tests of all services together, on servers of this run.
    Services(&'static str),
    /// A test program that starts servers and the built services itself.
    Program(&'static str, &'static str),
    /// Random requests to a started instance.
    Api,
    /// Tests in a copy of the sources in which a figure has another expression.
    Figures,
    /// A fuzzer for each target of `deploy/fuzz`; the number of tries is in seconds.
    Fuzz,
}

const fn proof(
    name: &'static str,
    times: u64,
    variable: &'static str,
    runs: Runs,
    tried: &'static str,
) -> Proof {
    Proof { name, times, variable, runs, tried }
}

const DAYS: &str = "SAFFRON_TEST_DAYS";
const STREAMS: &str = "SAFFRON_TEST_STREAMS";
const FACTS: &str = "SAFFRON_TEST_FACTS";
const HISTORIES: &str = "SAFFRON_TEST_HISTORIES";
const KILLS: &str = "SAFFRON_TEST_KILLS";
const ROUNDS: &str = "SAFFRON_TEST_ROUNDS";

/// What `deploy/fuzz/targets` builds, each for a folder of `deploy/fuzz/corpus`.
const TARGETS: [&str; 7] = ["events", "form", "import", "resume", "table", "token", "webhooks"];
/// Bytes, seconds and MiB of one try of the fuzzer.
const BOUNDS: [&str; 3] = ["-max_len=8192", "-timeout=25", "-rss_limit_mb=1024"];

/// The expression in the sources that the proof `figures` changes, and the changed one.
const EXPRESSION: &str = "Ratio { part: &GROSS_LABOR, whole: &NET_SALES, times: 100 }";
const OTHER_EXPRESSION: &str = "Ratio { part: &GROSS_COST, whole: &NET_SALES, times: 100 }";
/// The variable with the value that tests then expect of the figure.
const PERCENT: &str = "SAFFRON_TEST_LABOR_PERCENT";

/// Every proof there is.
#[rustfmt::skip]
static PROOFS: [Proof; 27] = [
    proof("rollups", 100_000, STREAMS, Crate("saffron-reports", "rollups::"),
        "a location's random stream of facts, and every roll-up and report compared with a plain recomputation"),
    proof("restamp", 400, DAYS, Crate("saffron-reports", "restamp::"),
        "a day of 120 checks at each of two locations, stamped again by another start of the day while tills post: every check counts once at any moment, and exactly afterwards"),
    proof("facts", 100_000, FACTS, Crate("saffron", "facts::"),
        "a random fact of the whole contract, its correction and its void through all services: no dead letter, and all that is kept compared with a plain recomputation"),
    proof("consent", 10_000, HISTORIES, Crate("saffron-marketing", "consent::"),
        "a guest's random history of opting in and out, and every campaign between compared with the rule"),
    proof("payments", 400, DAYS, Crate("saffron-payments", "year::"),
        "a day of the demo at the card provider: payments, payouts and mismatches compared with what it knows"),
    proof("webhooks", 10_000, "SAFFRON_TEST_WEBHOOKS", Crate("saffron-payments", "burst::"),
        "a webhook in a shuffled burst, every third three times, and the mirror compared with the provider"),
    proof("pos", 20, "SAFFRON_TEST_TRADES", Services("connections::random::"),
        "a random trade each of Square, Clover and Toast that misbehave, connectors killed: every report and every proof compared with the trade"),
    proof("past", 400, DAYS, Services("connections::killed::past_"),
        "a day of the past of a location each of Square, Clover and Toast, connectors killed ten times: every day compared with the POS's totals"),
    proof("flood", 100_000, "SAFFRON_TEST_WEBHOOKS", Services("connections::webhooks::flood_"),
        "a webhook of Square, some forged, some of nobody: each answered, none stored, few readings"),
    proof("campaign", 20_000, "SAFFRON_TEST_GUESTS", Crate("saffron-marketing", "sending::killed::"),
        "a guest of a campaign by email and of one by text, each over ten kills: one message a guest, none forgotten"),
    proof("cluster", 1, ROUNDS, Program("cluster", ""),
        "each of three NATS nodes killed under load, and every service compared with what tills were acknowledged"),
    proof(CITUS.proof, 730, ROUNDS, Program("citus", ""),
        "so many days of 50 locations fed to reports on three nodes of Citus and on one Postgres, workers killed, backed up: all equal"),
    proof(UPGRADE.proof, 400, DAYS, Program("upgrade", ""),
        "so many days of two locations by the version before, migrated and replaced under load: no request lost, every report as before"),
    proof("kills", 50, KILLS, Program("kills", ""),
        "every service, NATS and Postgres killed under load, and everything compared with what was acknowledged"),
    proof("network", 1, ROUNDS, Program("network", ""),
        "each connection between two processes late, slow, lossy, cut and half-open under load: answers in time, and well again"),
    proof("disk", 1, ROUNDS, Program("hardships", "disk::"),
        "the disks of NATS and of Postgres full while tills post, and every service compared with what was acknowledged"),
    proof("clock", 1, ROUNDS, Program("hardships", "clock::"),
        "the clocks of services and Postgres a day ahead, an hour back and a month ahead while tills post, and the same compared"),
    proof("behind", 1_000_000, ROUNDS, Program("hardships", "behind::"),
        "so many messages pile up while reports is away, and its figures and its memory are looked at until it has them"),
    proof("sync", 500, ROUNDS, Program("hardships", "sync::"),
        "so many POSTs, and of each acknowledgement by NATS and by Postgres that a flush of the disk came before it"),
    proof("migration", 1, ROUNDS, Services("migrations::"),
        "a migration killed, slow, met by another one, and past an older replica"),
    proof("poison", 1, ROUNDS, Services("poison::"),
        "facts and events that cannot be read, break a rule or panic their worker: put aside alone, and worked after a mending"),
    proof("backup", 1, ROUNDS, Program("backup", ""),
        "a backup made, Postgres wiped, then Postgres and NATS, each restored, and every service compared with what was acknowledged"),
    proof("attack", 1, ROUNDS, Services("attack::"),
        "every call of the API, every call at a service's port: by everyone who may not make it, and by its owner"),
    proof("limits", 1, ROUNDS, Program("limits", ""),
        "a gateway with its default limits attacked from other addresses while an owner reads, posts and listens"),
    proof("api", 20_000, ROUNDS, Api,
        "a random request to the HTTP API, its answer compared with the OpenAPI document"),
    proof("figures", 1, ROUNDS, Figures,
        "the expression of a figure changed in a copy, and nothing else: JSON, CSV, event, digest and screen follow"),
    proof("fuzz", 600, ROUNDS, Fuzz,
        "a second of fuzzing each of facts, files, their tables and columns, webhook signatures, tokens and resumes"),
];

/// Runs the proofs and prints their table; true if all hold.
pub async fn prove(config: &Config, args: &ProveArgs, out: &Output) -> Result<bool> {
    let known: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
    if let Some(unknown) = args.names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no proof '{unknown}'; there are: {}", known.join(", "));
    }
    for (need, path) in args.names.iter().filter_map(|name| args.need(name)) {
        ensure!(path.is_some(), need.missing);
    }
    config.create_home()?;
    test::clean_up(config, out).await?;
    let seed = args.seed.unwrap_or_else(rand::random);
    let (mut rows, mut all_hold) = (Vec::new(), true);
    let is_wanted = |name: &str| args.names.is_empty() || args.names.iter().any(|n| n == name);
    for proof in PROOFS.iter().filter(|proof| is_wanted(proof.name)) {
        let Proof { name, tried, .. } = proof;
        let need = match args.need(name) {
            Some((Need { option, .. }, None)) => {
                rows.push(format!("| {name} | {tried} | 0 | not tried: no `{option}` | |"));
                continue;
            }
            Some((need, Some(path))) => Some((need.variable, path)),
            None => None,
        };
        let times = args.times.unwrap_or(proof.times);
        let (passed, took) = Run { config, out, proof, times, seed, need }.run().await?;
        all_hold &= passed.is_some_and(|passed| passed > 0);
        let lost = match passed {
            None => format!("see above; again: `cargo dev prove {name} --seed {seed} --times {times}`"),
            Some(0) => "no test ran".to_owned(),
            Some(_) => "nothing".to_owned(),
        };
        rows.push(format!("| {name} | {tried} | {times} | {lost} | {} |", seconds(took)));
    }
    out.line(format!(
        "\nseed {seed}\n\n| proof | what was tried | times | lost | took |\n|---|---|---|---|---|"
    ));
    rows.iter().for_each(|row| out.line(row));
    Ok(all_hold)
}

/// One proof that is to run: its number of tries and its seed.
struct Run<'a> {
    config: &'a Config,
    out: &'a Output,
    proof: &'a Proof,
    times: u64,
    seed: u64,
    /// A variable, and the path in it.
    need: Option<(&'static str, &'a Path)>,
}

/// How many tests passed (`None` if one failed), and how long they took.
type Passed = (Option<u32>, Duration);

impl Run<'_> {
    /// Runs the proof.
    async fn run(&self) -> Result<Passed> {
        let Proof { name, runs, .. } = self.proof;
        if matches!(runs, Program(..) | Api) {
            let bins = ["--workspace", "--bins"];
            build::build(self.config, self.out, &format!("services for {name}"), &bins).await?;
            web::build(self.config, self.out).await?;
        }
        let program = |name| ["--workspace", "--test", name];
        match *runs {
            Crate(package, test) => self.tests(["--release", "--package", package], test).await,
            Services(test) => self.tests(program("it"), test).await,
            Program(name, test) => self.tests(program(name), test).await,
            Api => self.random_requests().await,
            Figures => self.figures().await,
            Fuzz => self.fuzz().await,
        }
    }

    /// Builds and runs tests, those of a program without servers of this run.
    async fn tests(&self, selected: [&str; 3], test: &str) -> Result<Passed> {
        let Self { config, out, proof: Proof { name, runs, variable, .. }, times, seed, .. } = *self;
        let cargo = |args: &[&str]| {
            cargo_tool(config, "cargo test").args(["test", "--locked"]).args(args).args(selected)
        };
        let log = config.logs().join(format!("prove-{name}-build.log"));
        cargo(&["--no-run"]).log(log).step(out, format!("{name}: build")).await?;
        let mut tool = cargo(&[])
            .args([test, "--", "--nocapture"])
            .env("SAFFRON_TEST_SEED", seed.to_string())
            .env(variable, times.to_string());
        if let Some((variable, path)) = self.need {
            tool = tool.env(variable, std::path::absolute(path)?);
        }
        let title = format!("{name}: {times} times from seed {seed}");
        let (output, took) = if matches!(runs, Program(..)) {
            self.attempt(tool, name, title).await
        } else {
            let servers = TestServers::start(config, out).await?;
            let attempt = self.attempt(tool.envs(servers.variables()), name, title).await;
            servers.stop().await;
            attempt
        };
        Ok((output.map(|output| output.lines().map(|line| test::sums(line).0).sum()), took))
    }

    /// Sends random requests to an instance of its own.
    async fn random_requests(&self) -> Result<Passed> {
        let Self { config, out, times, seed, .. } = *self;
        let instance = TestInstance::start(config, "api", Demo::Days(30), out).await?;
        let title = format!("api: {times} requests from seed {seed}");
        let result: Result<_> = async {
            let (output, took) = self.attempt(test::api(config, &instance, times, seed)?, "api", title).await;
            Ok((output.map(|_| 1), took))
        }
        .await;
        instance.stop(!matches!(result, Ok((Some(_), _))), out).await?;
        result
    }

    /// Clones the last commit, changes an expression, makes what is generated, and runs the tests that read the figure.
    async fn figures(&self) -> Result<Passed> {
        let Self { config, out, .. } = *self;
        let scratch = Scratch::clone_of(config, "figures").await?;
        let copy = &scratch.repo;
        let table = copy.join("services/libs/core/src/figure/table.rs");
        let before = files::read(&table)?;
        let after = before.replacen(EXPRESSION, OTHER_EXPRESSION, 1);
        ensure!(after != before, "{EXPRESSION} is not in {}", table.display());
        std::fs::write(&table, after)?;
        let modules = config.repo.join("web/node_modules");
        web::install(config, out).await?;
        std::os::unix::fs::symlink(modules, copy.join("web/node_modules"))?;

        let target = build::target(config).await?;
        let servers = TestServers::start(config, out).await?;
        let tool = |name: &str, program: &str, args: &[&str]| {
            let tool =
                Tool::new(name, program).args(args).env_without("SAFFRON_").env("CARGO_TARGET_DIR", &target);
            tool.envs(scratch.config.variables()).envs(servers.variables()).env(PERCENT, "30").folder(copy)
        };
        let cargo = tools::cargo(config);
        let tests = [
            "test",
            "--locked",
            "--package",
            "saffron",
            "--package",
            "saffron-notifications",
            "--test",
            "it",
        ];
        let steps = [
            ("gen", tool("cargo dev gen", &cargo, &["dev", "gen", "openapi"])),
            ("rust", tool("cargo test", &cargo, &[&tests[..], &["labor_percent"]].concat())),
            (
                "web",
                tool("vitest", "npx", &["vitest", "run", "src/lib/numbers", "-t", "by its expression"])
                    .folder(&copy.join("web")),
            ),
        ];
        let (mut passed, mut took) = (Some(0), Duration::ZERO);
        for (name, tool) in steps {
            let (output, of_step) =
                self.attempt(tool, &format!("figures-{name}"), format!("figures: {name}")).await;
            took += of_step;
            let count = |output: String| output.lines().map(|line| test::sums(line).0).sum::<u32>();
            passed = passed.and_then(|before| output.map(|output| before + count(output)));
        }
        servers.stop().await;
        let changed =
            Tool::new("git diff", "git").args(["diff", "--name-only"]).folder(copy).run(|_| ()).await?;
        out.line(format!("changed: {}", changed.split_whitespace().collect::<Vec<_>>().join(", ")));
        scratch.remove()?;
        Ok((passed, took))
    }

    /// Runs each target of the fuzzer for some seconds.
    async fn fuzz(&self) -> Result<Passed> {
        let Self { config, times, seed, .. } = *self;
        if cargo_tool(config, "cargo fuzz").args(["fuzz", "--version"]).run(|_| ()).await.is_err() {
            bail!("cargo-fuzz is missing: `cargo install --locked cargo-fuzz@0.13.2`");
        }
        let (mut passed, mut took) = (Some(0), Duration::ZERO);
        for target in TARGETS {
            // What is found goes into the first folder, which is not committed; what is kept lies in the second.
            let found = config.repo.join("deploy/fuzz/targets/corpus").join(target);
            std::fs::create_dir_all(&found)?;
            let tool = cargo_tool(config, &format!("fuzz-{target}"))
                .args(["fuzz", "run", "--fuzz-dir", "deploy/fuzz/targets", "--sanitizer", "none", target])
                .args([found, config.repo.join("deploy/fuzz/corpus").join(target)])
                .args(["--", &format!("-max_total_time={times}"), &format!("-seed={}", seed as u32)])
                .args(BOUNDS);
            let title = format!("fuzz {target}: {times} seconds from seed {}", seed as u32);
            let (output, of_target) = self.attempt(tool, &format!("fuzz-{target}"), title).await;
            passed = passed.filter(|_| output.is_some()).map(|passed| passed + 1);
            took += of_target;
        }
        Ok((passed, took))
    }

    /// Runs a tool to its end and gives its output and how long it took; shows the end of its log if it fails.
    async fn attempt(&self, tool: Tool, name: &str, title: String) -> (Option<String>, Duration) {
        let log = self.config.logs().join(format!("prove-{name}.log"));
        let (step, began) = (self.out.step(title), Instant::now());
        let result = tool.log(log.clone()).limit(LIMIT).run(|line| step.note(line)).await;
        if result.is_ok() {
            step.done(&tail(&log, 1));
        } else {
            step.failed("");
            self.out.line(format!("{}\n(all of it: {})", tail(&log, SHOWN), log.display()));
        }
        (result.ok(), began.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let unique: std::collections::BTreeSet<_> = PROOFS.iter().map(|proof| proof.name).collect();
        assert_eq!(unique.len(), PROOFS.len());
    }

    #[test]
    fn target_has_a_program_and_a_corpus() {
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
        let folder = |name: &str, ending: &str| {
            let entries = std::fs::read_dir(fuzz.join(name)).unwrap();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names.into_iter().map(|name| name.trim_end_matches(ending).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(folder("targets/fuzz_targets", ".rs"), TARGETS);
        assert_eq!(folder("corpus", ""), TARGETS);
    }
}
