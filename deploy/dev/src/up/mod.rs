//! `cargo dev up`: the whole system on one machine, from nothing to a printed address.

mod demo;
mod detach;
mod steps;
mod stuck;
mod supervisor;

use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::instance;
use crate::place::Place;
use crate::say::Say;
use crate::state::{Instance, Phase, State};
pub use steps::servers;
pub use supervisor::{Stage, Supervisor};

/// What `cargo dev up` can be told.
#[derive(Args, Clone, Debug, Default)]
pub struct UpArgs {
    /// Come back once everything is ready, and leave it running until `cargo dev down`
    #[arg(long)]
    pub detach: bool,
    /// Start without demo locations and their sales
    #[arg(long)]
    pub no_demo: bool,
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

/// Starts an instance, and stays until it is told to stop.
pub async fn up(place: &Place, args: &UpArgs, say: &Say) -> Result<()> {
    if args.detach {
        return detach::up(place, args, say).await;
    }
    let mut signals = Signals::new(args.background)?;
    let instance = Instance::take(place, say).await?;
    instance.change(|state| state.address = instance::address(place))?;
    let mut supervisor = Supervisor::new(instance.clone(), say.clone());
    let outcome = tokio::select! {
        outcome = steps::start(place, args, say, &mut supervisor) => outcome,
        name = signals.next() => Err(anyhow::anyhow!("stopped by {name}")),
    };
    let outcome = match outcome {
        Ok(()) => {
            instance.change(|state| state.phase = Phase::Ready)?;
            if !args.background {
                say.line("Ctrl-C stops everything.");
            }
            signals.next().await;
            Ok(())
        }
        failed => failed,
    };
    stop(&instance, supervisor, &mut signals, place, say).await;
    outcome
}

async fn stop(
    instance: &Arc<Instance>,
    supervisor: Supervisor,
    signals: &mut Signals,
    place: &Place,
    say: &Say,
) {
    let _ = instance.change(|state| state.phase = Phase::Stopping);
    say.line("Stopping; once more Ctrl-C kills what is left.");
    tokio::select! {
        () = supervisor.stop() => say.line("Everything is stopped."),
        _ = signals.next() => {
            supervisor::kill_all(State::read(&place.home)).await;
            let _ = instance.change(|state| state.processes.clear());
            say.line("Everything was killed.");
        }
    }
}

/// What asks a launcher to stop.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
    background: bool,
}

impl Signals {
    /// Listens from now on; in the background a closed terminal asks for nothing.
    pub fn new(background: bool) -> Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            background,
        })
    }

    /// Waits for the next one and names it.
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
