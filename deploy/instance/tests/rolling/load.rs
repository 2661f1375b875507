//! Tills that post and people who ask, one request after the other, each counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use saffron_instance::{Answer, Restaurant, Workers};

/// Tills that post at once.
const TILLS: u64 = 2;

/// The answers of the load.
pub struct Done {
    /// Checks that were acknowledged.
    pub checks: u64,
    /// Calls that were answered well.
    pub calls: u64,
    /// Requests that were answered by anything else, or not at all.
    pub lost: Vec<String>,
}

#[derive(Default)]
struct Counts {
    number: AtomicU64,
    checks: AtomicU64,
    calls: AtomicU64,
    lost: Mutex<Vec<String>>,
}

pub struct Load {
    counts: Arc<Counts>,
    workers: Workers,
}

impl Load {
    pub fn begin(restaurant: &Restaurant) -> Result<Self> {
        let (counts, mut workers) = (Arc::new(Counts::default()), Workers::default());
        for _ in 0..TILLS {
            let (till, counts) = (restaurant.till.with_own_connections()?, counts.clone());
            workers.begin(|rounds| async move {
                while rounds.should_continue() {
                    let number = counts.number.fetch_add(1, Ordering::Relaxed);
                    counts.note(&counts.checks, "ingest", till.post(&Restaurant::check(number)).await);
                    rounds.end_round();
                }
                Ok(())
            });
        }
        for (call, form) in Restaurant::calls() {
            let (restaurant, counts) = (restaurant.with_own_connections()?, counts.clone());
            workers.begin(|rounds| async move {
                while rounds.should_continue() {
                    counts.note(&counts.calls, call, restaurant.ask(call, form.clone()).await);
                    rounds.end_round();
                }
                Ok(())
            });
        }
        Ok(Self { counts, workers })
    }

    /// Waits until every worker has asked and been answered once more.
    pub async fn wait_for_progress(&self) -> Result<()> {
        self.workers.wait_for_progress().await
    }

    /// Stops the load after its current requests; gives its answers.
    pub async fn end(self) -> Result<Done> {
        self.workers.end().await?;
        let lost = std::mem::take(&mut *self.counts.lost.lock().unwrap());
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Ok(Done { checks: read(&self.counts.checks), calls: read(&self.counts.calls), lost })
    }
}

impl Counts {
    fn note(&self, count: &AtomicU64, call: &str, answer: Answer) {
        match answer {
            Answer::Good(_) => drop(count.fetch_add(1, Ordering::Relaxed)),
            other => self.lost.lock().unwrap().push(format!("{call}: {other}")),
        }
    }
}
