//! Workers that do the same again and again until they are stopped.

use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long the load may stand still.
const STILL: Duration = Duration::from_secs(60);

/// Workers, each in a task of its own.
pub struct Workers {
    /// Rounds that each has ended.
    rounds: Vec<watch::Receiver<u64>>,
    stop: watch::Sender<bool>,
    tasks: JoinSet<Result<()>>,
}

/// A worker's view of its rounds.
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
    /// Adds one.
    pub fn begin<F>(&mut self, work: impl FnOnce(Rounds) -> F)
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let (round, seen) = watch::channel(0);
        self.rounds.push(seen);
        self.tasks.spawn(work(Rounds { stopped: self.stop.subscribe(), round }));
    }

    /// Waits until each worker has ended a round that it began after now.
    pub async fn moved_on(&self) -> Result<()> {
        self.moved_on_within(STILL).await
    }

    /// The same where a round may take so long.
    pub async fn moved_on_within(&self, still: Duration) -> Result<()> {
        for round in &self.rounds {
            let mut round = round.clone();
            let wanted = *round.borrow() + 2;
            let moved = tokio::time::timeout(still, round.wait_for(|round| *round >= wanted)).await;
            drop(moved.context("the load stands still")?.context("a worker has ended")?);
        }
        Ok(())
    }

    /// Lets each end its round.
    pub async fn end(mut self) -> Result<()> {
        self.stop.send_replace(true);
        while let Some(ended) = self.tasks.join_next().await {
            ended??;
        }
        Ok(())
    }
}

impl Rounds {
    /// Whether another one is to begin.
    pub fn go_on(&self) -> bool {
        !*self.stopped.borrow()
    }

    /// Ends one.
    pub fn done(&self) {
        self.round.send_modify(|round| *round += 1);
    }
}
