//! Workers that do the same again and again until they are stopped.

use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long a worker may take for a round.
const STILL: Duration = Duration::from_secs(60);

/// A group of workers, each in a task of its own.
pub struct Workers {
    /// The number of finished rounds of each worker.
    rounds: Vec<watch::Receiver<u64>>,
    stop: watch::Sender<bool>,
    tasks: JoinSet<Result<()>>,
}

/// The handle by which a worker counts its rounds and learns that it has to stop.
pub struct Rounds {
    stopped: watch::Receiver<bool>,
    round: watch::Sender<u64>,
}

impl Default for Workers {
    fn default() -> Self {
        Self { rounds: Vec::new(), stop: watch::Sender::new(false), tasks: JoinSet::new() }
    }
}

impl Workers {
    /// Starts a worker.
    pub fn begin<F>(&mut self, work: impl FnOnce(Rounds) -> F)
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let (round, seen) = watch::channel(0);
        self.rounds.push(seen);
        self.tasks.spawn(work(Rounds { stopped: self.stop.subscribe(), round }));
    }

    /// Waits until each worker has finished a round that it began after this call.
    pub async fn wait_for_progress(&self) -> Result<()> {
        self.wait_for_progress_within(STILL).await
    }

    /// [`Workers::wait_for_progress`] where a round may take up to `still`.
    pub async fn wait_for_progress_within(&self, still: Duration) -> Result<()> {
        for round in &self.rounds {
            let mut round = round.clone();
            let wanted = *round.borrow() + 2;
            let moved = tokio::time::timeout(still, round.wait_for(|round| *round >= wanted)).await;
            drop(moved.context("the load stands still")?.context("a worker has ended")?);
        }
        Ok(())
    }

    /// Stops the workers after their current rounds.
    pub async fn end(mut self) -> Result<()> {
        self.stop.send_replace(true);
        while let Some(ended) = self.tasks.join_next().await {
            ended??;
        }
        Ok(())
    }
}

impl Rounds {
    /// Whether the worker is to begin another round.
    pub fn should_continue(&self) -> bool {
        !*self.stopped.borrow()
    }

    /// Counts a finished round.
    pub fn end_round(&self) {
        self.round.send_modify(|round| *round += 1);
    }
}
