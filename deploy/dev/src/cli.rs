//! The commands of `cargo dev`.

use std::ffi::OsString;
use std::process::ExitStatus;

use anyhow::{Context, Result, bail, ensure};
use clap::{Parser, Subcommand};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::Command as Process;

use crate::bench::BenchCommand;
use crate::environment::Environment;
use crate::instance;
use crate::packages::Packages;
use crate::prove::ProveArgs;
use crate::secrets::Secrets;
use crate::test::Part;
use crate::up::{Signals, UpArgs};
use crate::{Config, Output, bench, build, check, generate, prove, state, test, up};

/// The variable that names the folder of Postgres' own programs for `saffron backup` and `saffron restore`.
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
    /// Check imports, licences, contracts, and the lengths of files and folders
    Check,
    /// Make all generated files again
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
        command: Option<BenchCommand>,
    },
    /// Run the tests that take long, and print what was tried, how often, and what was lost
    Prove(ProveArgs),
    /// Make the pictures of docs/screens again
    Screens,
    /// Judge sign-in and Home of the demo by Lighthouse, as a phone sees them
    Lighthouse {
        /// Arguments of the script: `--runs 1` is quicker
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Bring another POS's sales in, through the same API as a till's
    #[command(disable_help_flag = true)]
    Import {
        /// Arguments of `saffron import`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
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

/// Runs the command of the command line; false if the command failed and has already printed why.
pub async fn run(cli: Cli) -> Result<bool> {
    let config = Config::read(Environment::read())?;
    let out = Output::new();
    if matches!(cli.command, Command::Up(_) | Command::Events { .. }) {
        // They end at a signal by themselves.
        return command(&config, cli.command, &out).await;
    }
    let mut signals = Signals::new(false)?;
    tokio::select! {
        outcome = command(&config, cli.command, &out) => outcome,
        name = signals.next() => {
            test::abandon(&config, &out).await;
            bail!("stopped by {name}")
        }
    }
}

/// Runs one command; false if it failed and has already printed why.
async fn command(config: &Config, command: Command, out: &Output) -> Result<bool> {
    let done = match command {
        Command::Up(args) => up::up(config, &args, out).await,
        Command::Down => {
            let found = state::down(&config.home, out).await?;
            out.line(if found { "Everything is stopped." } else { "Nothing was running." });
            Ok(())
        }
        Command::Test { parts, with } if with.is_empty() => return test::test(config, &parts, out).await,
        Command::Test { with, .. } => test::with_servers(config, &with, out).await,
        Command::Check => check::check(config, out).await,
        Command::Gen { kinds, check: false } => generate::generate(config, &kinds, out).await,
        Command::Gen { kinds, check: true } => generate::check(config, &kinds, false, out).await,
        Command::Bench { command } => bench::run(config, command.as_ref(), out).await,
        Command::Prove(args) => return prove::prove(config, &args, out).await,
        Command::Screens => test::script(config, "screens", &[], test::Demo::Days(400), &[], out).await,
        Command::Lighthouse { args } => {
            let words = [&["lighthouse".to_owned()], args.as_slice()].concat();
            bench::run(config, Some(&BenchCommand::One(words)), out).await
        }
        Command::Import { args } => return import(config, &args, out).await,
        Command::Dlq { args } => with_environment(config, &saffron("dlq", args)).await,
        Command::Events { args } => events(config, args).await,
        Command::Run { command } => with_environment(config, &command).await,
    };
    done.map(|()| true)
}

/// Runs the import; the keys of this instance are only given to it where no other address is named. False if the import
/// failed and has printed why.
async fn import(config: &Config, args: &[OsString], out: &Output) -> Result<bool> {
    let program = build::binaries(config, out).await?.join("saffron");
    let mut process = Process::new(program);
    process.args(["import", "--yes"]).args(args).kill_on_drop(true);
    let own = instance::address(config);
    if address(args).or(config.env.get("SAFFRON_URL")).is_none_or(|url| url == own) {
        process.env("SAFFRON_URL", own);
        if config.env.get("SAFFRON_PROVISIONING_KEY").is_none() && config.home.exists() {
            process.env("SAFFRON_PROVISIONING_KEY", Secrets::load(&config.home)?.provisioning_key);
        }
    }
    Ok(process.status().await.context("cannot start the import")?.success())
}

/// The value of `--url` among the arguments of the import.
fn address(args: &[OsString]) -> Option<&str> {
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    words
        .find_map(|word| if word == "--url" { Some(None) } else { word.strip_prefix("--url=").map(Some) })?
        .or(words.next())
}

/// The command line of a command of `saffron`.
fn saffron(command: &str, args: Vec<OsString>) -> Vec<OsString> {
    ["saffron", command].map(OsString::from).into_iter().chain(args).collect()
}

/// Watches the events of the instance. Ctrl-C is how it ends, so it is no failure; the watcher removes its consumer first.
async fn events(config: &Config, args: Vec<OsString>) -> Result<()> {
    let command = saffron("events", args);
    let mut signals = Signals::new(false)?;
    let mut process = prepared(config, &command).await?;
    if config.env.get("SAFFRON_LOG").is_none() {
        // Events are what is to be seen, not that a connection was made.
        process.env("SAFFRON_LOG", "warn");
    }
    let mut child = process.spawn().context("cannot start saffron events")?;
    loop {
        tokio::select! {
            status = child.wait() => return ended(&command, status?),
            _ = signals.next() => {
                // From a terminal it has the signal already; once more does no harm.
                if let Some(pid) = child.id().and_then(|pid| i32::try_from(pid).ok()) {
                    let _ = kill(Pid::from_raw(pid), Signal::SIGTERM);
                }
            }
        }
    }
}

/// Runs a command in the foreground with the variables of the instance's services.
async fn with_environment(config: &Config, command: &[OsString]) -> Result<()> {
    let status = prepared(config, command).await?.status().await;
    ended(command, status.with_context(|| format!("cannot start {}", command.join(" ".as_ref()).display()))?)
}

/// An error if a command that ran in the foreground has failed.
fn ended(command: &[OsString], status: ExitStatus) -> Result<()> {
    ensure!(status.success(), "{} ended with {status}", command.join(" ".as_ref()).display());
    Ok(())
}

/// A command with the variables of the instance's services.
async fn prepared(config: &Config, command: &[OsString]) -> Result<Process> {
    let home = config.home.display();
    ensure!(config.home.exists(), "there is no instance in {home}; start one with `cargo dev up`");
    let (program, args) = command.split_first().context("no command")?;
    let built = build::folder(config).await?.join(program);
    let mut process = Process::new(if built.is_file() { built.as_os_str() } else { program });
    process.args(args).envs(instance::variables(config)?).kill_on_drop(true);
    if config.env.get(POSTGRES_BIN).is_none() {
        process.env(POSTGRES_BIN, Packages::get(config, |_| ()).await?.postgres_bin);
    }
    Ok(process)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_of_an_import_is_the_value_of_url() {
        let of = |words: &[&str]| {
            let args: Vec<OsString> = words.iter().map(OsString::from).collect();
            address(&args).map(str::to_owned)
        };
        assert_eq!(of(&["a.csv", "--url", "http://b", "--pos-id", "p"]).as_deref(), Some("http://b"));
        assert_eq!(of(&["--url=http://b", "a.csv"]).as_deref(), Some("http://b"));
        assert_eq!(of(&["a.csv", "--pos-id", "p"]), None);
    }
}
