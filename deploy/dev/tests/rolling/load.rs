//! Tills that post and people who ask, one request after the other, each counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::owner::client;
use crate::people::People;
use crate::workers::Workers;

/// Tills that post at once.
const TILLS: u64 = 2;

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
    workers: Workers,
}

impl Load {
    pub fn begin(people: &People) -> Self {
        let (counts, mut workers) = (Arc::new(Counts::default()), Workers::new());
        for _ in 0..TILLS {
            let (people, counts, client) = (people.clone(), counts.clone(), client());
            workers.begin(|rounds| async move {
                while rounds.go_on() {
                    let number = counts.number.fetch_add(1, Ordering::Relaxed);
                    counts.note(&counts.checks, people.post_check(&client, number).await);
                    rounds.done();
                }
            });
        }
        for (call, form) in calls() {
            let (people, counts, client) = (people.clone(), counts.clone(), client());
            workers.begin(|rounds| async move {
                while rounds.go_on() {
                    counts.note(&counts.calls, people.call(&client, call, form.clone()).await);
                    rounds.done();
                }
            });
        }
        Self { counts, workers }
    }

    /// Waits until every worker has asked and been answered once more.
    pub async fn moved_on(&self) {
        self.workers.moved_on().await;
    }

    /// Lets the requests in hand be answered.
    pub async fn end(self) -> Done {
        self.workers.end().await;
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
