//! Workers that go round and round until they are stopped.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long the load may stand still.
const STILL: Duration = Duration::from_secs(60);

pub struct Workers {
    /// How often each has been round.
    rounds: Vec<watch::Receiver<u64>>,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

/// What a worker goes by.
pub struct Rounds {
    stopped: watch::Receiver<bool>,
    round: watch::Sender<u64>,
}

impl Workers {
    /// None yet.
    pub fn new() -> Self {
        Self { rounds: Vec::new(), stop: watch::Sender::new(false), tasks: JoinSet::new() }
    }

    /// One more.
    pub fn begin<F>(&mut self, work: impl FnOnce(Rounds) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (round, seen) = watch::channel(0);
        self.rounds.push(seen);
        self.tasks.spawn(work(Rounds { stopped: self.stop.subscribe(), round }));
    }

    /// Waits until every worker has been round once more, from beginning to end.
    #[allow(dead_code, reason = "not every test binary has short rounds only")]
    pub async fn moved_on(&self) {
        self.moved_on_within(STILL).await;
    }

    /// The same, where each round may take long.
    pub async fn moved_on_within(&self, still: Duration) {
        for round in &self.rounds {
            let mut round = round.clone();
            let wanted = *round.borrow() + 2;
            let moved = tokio::time::timeout(still, round.wait_for(|round| *round >= wanted)).await;
            drop(moved.expect("the load stands still").expect("a worker has ended"));
        }
    }

    /// Lets everyone end the round that it is in.
    pub async fn end(mut self) {
        self.stop.send_replace(true);
        while let Some(ended) = self.tasks.join_next().await {
            ended.unwrap();
        }
    }
}

impl Rounds {
    /// Whether another one is to begin.
    pub fn go_on(&self) -> bool {
        !*self.stopped.borrow()
    }

    /// One is over.
    pub fn done(&self) {
        self.round.send_modify(|round| *round += 1);
    }
}
