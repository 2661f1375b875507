//! The commands of `cargo dev`.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::{CommandFactory, Parser, Subcommand};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::Command as Process;

use crate::bench::{Asked, Bench, LighthouseArgs};
use crate::environment::Environment;
use crate::import::ImportArgs;
use crate::instance::{self, Surroundings};
use crate::packages::Packages;
use crate::place::Place;
use crate::prove::ProveArgs;
use crate::say::Say;
use crate::secrets::Secrets;
use crate::test::Part;
use crate::up::{Signals, UpArgs};
use crate::{bench, build, check, generate, import, prove, state, test, up};

/// Where `saffron backup` and `saffron restore` find Postgres' own programs.
const POSTGRES_BIN: &str = "SAFFRON_POSTGRES_BIN";

/// Runs, tests and feeds Saffron on one machine.
#[derive(Parser, Debug)]
#[command(name = "cargo dev", bin_name = "cargo dev", disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Start everything: servers, services, web app, demo
    Up(UpArgs),
    /// Stop everything that `up` started
    Down,
    /// Run all tests, or only some parts
    Test {
        /// Parts to run; all of them if none is named
        #[arg(conflicts_with = "with")]
        parts: Vec<Part>,
        /// Start Postgres and NATS for tests and run a command with them, e.g. `--with cargo test -p saffron-reports`
        #[arg(long, num_args = 1.., allow_hyphen_values = true, value_name = "COMMAND")]
        with: Vec<OsString>,
    },
    /// Check who imports whom, licences, contracts and file lengths
    Check,
    /// Make all generated files anew
    Gen {
        /// Kinds to make; all of them if none is named
        kinds: Vec<generate::Kind>,
        /// Fail if a file was not up to date
        #[arg(long)]
        check: bool,
    },
    /// Measure; without a name, list what there is to measure
    Bench {
        #[command(subcommand)]
        asked: Option<Asked>,
    },
    /// Run the tests that take long, and print what was tried, how often, and what was lost
    Prove(ProveArgs),
    /// Make the pictures of docs/screens anew
    Screens,
    /// Judge sign-in and Home of the demo by Lighthouse, as a phone sees them
    Lighthouse(LighthouseArgs),
    Import(Box<ImportArgs>),
    /// List or replay what could not be worked
    #[command(disable_help_flag = true)]
    Dlq {
        /// Arguments of `saffron dlq`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Print events as they happen, one line an event, until Ctrl-C
    #[command(disable_help_flag = true)]
    Events {
        /// Arguments of `saffron events`: --pos-id, --type, --consumer
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Run a command with the services' environment, e.g. `cargo dev run -- saffron migrate`
    Run {
        /// The command; `saffron` and `saffron-sandbox` are those that `up` built
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
        command: Vec<OsString>,
    },
}

/// Does what the command line says; false if it has said itself what failed.
pub async fn run(cli: Cli) -> Result<bool> {
    let place = Place::read(Environment::read())?;
    let say = Say::new();
    if let Command::Up(args) = &cli.command {
        return up::up(&place, args, &say).await.map(|()| true);
    }
    let asked = match cli.command {
        Command::Events { args } => return events(&place, args).await.map(|()| true),
        asked => asked,
    };
    let mut signals = Signals::new(false)?;
    tokio::select! {
        outcome = command(&place, asked, &say) => outcome,
        name = signals.next() => {
            test::abandon(&place, &say).await;
            bail!("stopped by {name}")
        }
    }
}

async fn command(place: &Place, command: Command, say: &Say) -> Result<bool> {
    let done = match command {
        Command::Up(args) => up::up(place, &args, say).await,
        Command::Down => {
            let found = state::down(&place.home, say).await?;
            say.line(if found { "Everything is stopped." } else { "Nothing was running." });
            Ok(())
        }
        Command::Test { parts, with } if with.is_empty() => return test::test(place, &parts, say).await,
        Command::Test { with, .. } => test::with_servers(place, &with, say).await,
        Command::Check => check::check(place, say).await,
        Command::Gen { kinds, check: false } => generate::generate(place, &kinds, say).await,
        Command::Gen { kinds, check: true } => generate::check(place, &kinds, say).await,
        Command::Bench { asked: Some(asked) } => bench::bench(place, &asked, say).await,
        Command::Bench { asked: None } => benches(say),
        Command::Prove(args) => return prove::prove(place, &args, say).await,
        Command::Screens => test::script(place, "screens", &[], test::Demo::Days(400), &[], say).await,
        Command::Lighthouse(args) => bench::bench(place, &Asked::One(Bench::Lighthouse(args)), say).await,
        Command::Import(args) => import::run(import_args(place, *args)?).await,
        Command::Dlq { args } => {
            let command =
                [OsString::from("saffron"), OsString::from("dlq")].into_iter().chain(args).collect();
            with_environment(place, command).await
        }
        Command::Events { args } => events(place, args).await,
        Command::Run { command } => with_environment(place, command).await,
    };
    done.map(|()| true)
}

/// Lists the benches.
fn benches(say: &Say) -> Result<()> {
    let mut cli = Cli::command();
    let bench = cli.find_subcommand_mut("bench").context("no bench")?;
    for one in bench.get_subcommands().filter(|one| one.get_name() != "help") {
        let about = one.get_about().map(ToString::to_string).unwrap_or_default();
        say.line(format!("cargo dev bench {:<10} {about}", one.get_name()));
    }
    say.line("\nEach takes --help.");
    Ok(())
}

/// Fills in where the instance is and the key to it; a key of ours never goes to another address.
fn import_args(place: &Place, mut args: ImportArgs) -> Result<ImportArgs> {
    let usual = format!("http://localhost:{}", crate::ports::Ports::DEFAULT);
    let own = instance::address(place);
    if args.url == usual {
        args.url.clone_from(&own);
    }
    if args.url == own && args.provisioning_key.is_none() && place.home.exists() {
        args.provisioning_key = Some(Secrets::load(&place.home)?.provisioning_key);
    }
    Ok(args)
}

/// Watches the events of the instance. Ctrl-C is how it ends, so it is no failure; the watcher removes its consumer first.
async fn events(place: &Place, args: Vec<OsString>) -> Result<()> {
    let command = [OsString::from("saffron"), OsString::from("events")].into_iter().chain(args).collect();
    let mut signals = Signals::new(false)?;
    let (program, mut process) = prepared(place, command).await?;
    if place.env.get("SAFFRON_LOG").is_none() {
        // Events are what is to be seen, not that a connection was made.
        process.env("SAFFRON_LOG", "warn");
    }
    let mut child = process.spawn().with_context(|| format!("cannot start {}", program.display()))?;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status?,
            _ = signals.next() => {
                // From a terminal it has the signal already; once more does no harm.
                if let Some(pid) = child.id().and_then(|pid| i32::try_from(pid).ok()) {
                    let _ = kill(Pid::from_raw(pid), Signal::SIGTERM);
                }
            }
        }
    };
    if status.success() { Ok(()) } else { bail!("{} ended with {status}", program.display()) }
}

/// Runs a command in the foreground with the variables of the instance's services.
async fn with_environment(place: &Place, command: Vec<OsString>) -> Result<()> {
    let (program, mut process) = prepared(place, command).await?;
    let status = process.status().await.with_context(|| format!("cannot start {}", program.display()))?;
    if status.success() { Ok(()) } else { bail!("{} ended with {status}", program.display()) }
}

/// A command with the variables of the instance's services, and its program.
async fn prepared(place: &Place, command: Vec<OsString>) -> Result<(PathBuf, Process)> {
    if !place.home.exists() {
        bail!("there is no instance in {}; start one with `cargo dev up`", place.home.display());
    }
    let (program, args) = command.split_first().ok_or_else(|| anyhow!("no command"))?;
    let secrets = Secrets::load(&place.home)?;
    let env = instance::environment(place, &secrets, &Surroundings::read(place, &secrets)?)?;
    let built = build::folder(place).await?.join(program);
    let program = if built.is_file() { built } else { PathBuf::from(program) };
    let mut process = Process::new(&program);
    process.args(args).envs(env).kill_on_drop(true);
    if place.env.get(POSTGRES_BIN).is_none() {
        process.env(POSTGRES_BIN, Packages::get(place, |_| ()).await?.postgres_bin);
    }
    Ok((program, process))
}
