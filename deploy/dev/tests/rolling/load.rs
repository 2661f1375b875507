//! Tills that post and people who ask, one request after the other, each counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::owner::client;
use crate::people::People;

/// Tills that post at once.
const TILLS: u64 = 2;
/// How long the load may stand still.
const STILL: Duration = Duration::from_secs(60);

/// A call of every service, as Home and the lists make them.
fn calls() -> [(&'static str, Value); 7] {
    let days = json!({ "startDate": "2026-07-18", "endDate": "2026-07-18" });
    [
        ("get-profile", json!({})),
        ("get-daily-sales-labor", days),
        ("get-items-list", json!({ "limit": 50 })),
        ("get-customers-list", json!({ "limit": 50 })),
        ("get-onlineorder-currentweek-payout", json!({})),
        ("get-campaigns", json!({ "limit": 50 })),
        ("get-communications", json!({ "limit": 50 })),
    ]
}

/// What was done.
pub struct Done {
    /// Checks that were answered 202.
    pub checks: u64,
    /// Calls that were answered 200.
    pub calls: u64,
    /// Requests that were answered by anything else, or by nothing.
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
    /// How often each worker has been round.
    rounds: Vec<watch::Receiver<u64>>,
    stop: watch::Sender<bool>,
    workers: JoinSet<()>,
}

impl Load {
    pub fn begin(people: &People) -> Self {
        let counts = Arc::new(Counts::default());
        let (stop, stopped) = watch::channel(false);
        let (mut workers, mut rounds) = (JoinSet::new(), Vec::new());
        for _ in 0..TILLS {
            let (people, counts, stopped, client) =
                (people.clone(), counts.clone(), stopped.clone(), client());
            let (round, seen) = watch::channel(0);
            rounds.push(seen);
            workers.spawn(async move {
                while !*stopped.borrow() {
                    let number = counts.number.fetch_add(1, Ordering::Relaxed);
                    counts.note(&counts.checks, people.post_check(&client, number).await);
                    round.send_modify(|round| *round += 1);
                }
            });
        }
        for (call, form) in calls() {
            let (people, counts, stopped, client) =
                (people.clone(), counts.clone(), stopped.clone(), client());
            let (round, seen) = watch::channel(0);
            rounds.push(seen);
            workers.spawn(async move {
                while !*stopped.borrow() {
                    counts.note(&counts.calls, people.call(&client, call, form.clone()).await);
                    round.send_modify(|round| *round += 1);
                }
            });
        }
        Self { counts, rounds, stop, workers }
    }

    /// Waits until every worker has asked and been answered once more, from beginning to end.
    pub async fn moved_on(&self) {
        for round in &self.rounds {
            let mut round = round.clone();
            let wanted = *round.borrow() + 2;
            let moved = tokio::time::timeout(STILL, round.wait_for(|round| *round >= wanted)).await;
            drop(moved.expect("the load stands still").expect("a worker has ended"));
        }
    }

    /// Lets the requests in hand be answered.
    pub async fn end(mut self) -> Done {
        self.stop.send_replace(true);
        while let Some(ended) = self.workers.join_next().await {
            ended.unwrap();
        }
        let lost = std::mem::take(&mut *self.counts.lost.lock().unwrap());
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Done { checks: read(&self.counts.checks), calls: read(&self.counts.calls), lost }
    }
}

impl Counts {
    fn note(&self, count: &AtomicU64, answer: Result<Value, String>) {
        match answer {
            Ok(_) => drop(count.fetch_add(1, Ordering::Relaxed)),
            Err(why) => self.lost.lock().unwrap().push(why),
        }
    }
}
