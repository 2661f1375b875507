//! `cargo dev up`: the whole system on one machine, from nothing to a printed address.

mod detach;
mod steps;
mod supervisor;

use anyhow::Result;
use clap::Args;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::instance;
use crate::state::{Instance, Phase, State};
use crate::{Config, Output};
pub use steps::servers;
pub use supervisor::{Stage, Supervisor};

/// The options of `cargo dev up`.
#[derive(Args, Clone, Debug, Default)]
pub struct UpArgs {
    /// Come back once everything is ready, and leave it running until `cargo dev down`
    #[arg(long)]
    pub detach: bool,
    /// Start without demo locations and their sales
    #[arg(long)]
    pub no_demo: bool,
    /// Be ready only when every day of the demo is there, not when the last weeks are
    #[arg(long)]
    pub all_days: bool,
    /// Start Postgres and NATS only, for services that you run yourself
    #[arg(long)]
    pub servers: bool,
    /// Take binaries and web app as they are
    #[arg(long, hide = true)]
    pub no_build: bool,
    /// Set by --detach for the launcher that stays
    #[arg(long, hide = true)]
    pub background: bool,
}

/// Starts an instance, and stays until it gets a signal to stop.
pub async fn up(config: &Config, args: &UpArgs, out: &Output) -> Result<()> {
    if args.detach {
        return detach::up(config, out).await;
    }
    let mut signals = Signals::new(args.background)?;
    let instance = Instance::take(config, out).await?;
    instance.change(|state| state.address = instance::address(config))?;
    let mut supervisor = Supervisor::new(instance.clone(), out.clone());
    let outcome = tokio::select! {
        outcome = steps::start(config, args, out, &mut supervisor) => outcome,
        name = signals.next() => Err(anyhow::anyhow!("stopped by {name}")),
    };
    if outcome.is_ok() {
        instance.change(|state| state.phase = Phase::Ready)?;
        if !args.background {
            out.line("Ctrl-C stops everything.");
        }
        signals.next().await;
    }
    let _ = instance.change(|state| state.phase = Phase::Stopping);
    out.line("Stopping; once more Ctrl-C kills what is left.");
    tokio::select! {
        () = supervisor.stop() => out.line("Everything is stopped."),
        _ = signals.next() => {
            supervisor::kill_all(State::read(&config.home)).await;
            let _ = instance.change(|state| state.processes.clear());
            out.line("Everything was killed.");
        }
    }
    outcome
}

/// The signals that ask a launcher to stop.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
    background: bool,
}

impl Signals {
    /// Listens for the signals; in the background a closed terminal (SIGHUP) is ignored.
    pub fn new(background: bool) -> Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            background,
        })
    }

    /// Waits for the next signal; gives its name.
    pub async fn next(&mut self) -> &'static str {
        loop {
            tokio::select! {
                _ = self.interrupt.recv() => return "Ctrl-C",
                _ = self.terminate.recv() => return "SIGTERM",
                _ = self.hangup.recv() => if !self.background { return "the end of the terminal" },
            }
        }
    }
}
