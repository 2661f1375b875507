//! Tills that post and people who ask, one request after the other, each counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use serde_json::Value;

use crate::{Answer, Owner, Till, Workers};

/// Tills that post at once.
const TILLS: u64 = 2;

/// The answers of a load.
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

/// Tills and people whose requests go on until they are stopped.
pub struct Load {
    counts: Arc<Counts>,
    workers: Workers,
}

impl Load {
    /// Starts tills that post the checks with the numbers from 0 on, and a person for each of these calls.
    pub fn begin(
        till: &Till,
        check: impl Fn(u64) -> Value + Clone + Send + Sync + 'static,
        owner: &Owner,
        calls: impl IntoIterator<Item = (String, Value)>,
    ) -> Result<Self> {
        let (counts, mut workers) = (Arc::new(Counts::default()), Workers::default());
        for _ in 0..TILLS {
            let (till, check, counts) = (till.with_own_connections()?, check.clone(), counts.clone());
            workers.begin(|rounds| async move {
                while rounds.should_continue() {
                    let number = counts.number.fetch_add(1, Ordering::Relaxed);
                    counts.note(&counts.checks, "ingest", till.post(&check(number)).await);
                    rounds.end_round();
                }
                Ok(())
            });
        }
        for (call, form) in calls {
            let (owner, counts) = (owner.with_own_connections()?, counts.clone());
            workers.begin(|rounds| async move {
                while rounds.should_continue() {
                    counts.note(&counts.calls, &call, owner.ask(&call, form.clone()).await);
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
        let lost = std::mem::take(&mut *self.counts.lost.lock().unwrap_or_else(PoisonError::into_inner));
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Ok(Done { checks: read(&self.counts.checks), calls: read(&self.counts.calls), lost })
    }
}

impl Counts {
    fn note(&self, count: &AtomicU64, call: &str, answer: Answer) {
        match answer {
            Answer::Good(_) => drop(count.fetch_add(1, Ordering::Relaxed)),
            other => {
                let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
                lost.push(format!("{call}: {other}"));
            }
        }
    }
}
