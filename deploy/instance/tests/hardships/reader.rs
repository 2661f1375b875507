//! An owner who reads the day's report all the time: an answer is right as far as it goes, or 503 with Retry-After.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use saffron_instance::{Answer, Owner, Workers};
use serde_json::json;

/// The pause after an answer that gives no time.
const PAUSE: Duration = Duration::from_millis(250);

/// Answers that the reader got.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    pub well: u64,
    pub later: u64,
    /// None: the gateway was away, or took too long.
    pub lost: u64,
    pub longest: Duration,
    /// Everything else, and figures that went back.
    pub wrong: Vec<String>,
    checks: BTreeMap<String, u64>,
}

pub struct Reader {
    answered: Arc<Mutex<Answered>>,
    workers: Workers,
}

impl Reader {
    pub fn begin(owner: &Owner, day: &str) -> Result<Self> {
        let (answered, mut workers) = (Arc::new(Mutex::new(Answered::default())), Workers::default());
        let (owner, noted) = (owner.with_own_connections()?, answered.clone());
        let form = json!({ "startDate": day, "endDate": day });
        workers.begin(|rounds| async move {
            while rounds.should_continue() {
                let began = Instant::now();
                let answer = owner.ask("get-daily-sales-labor", form.clone()).await;
                let pause = noted.lock().unwrap().note(answer, began.elapsed());
                tokio::time::sleep(pause).await;
                rounds.end_round();
            }
            Ok(())
        });
        Ok(Self { answered, workers })
    }

    /// Waits for one more answer; gives all until then.
    pub async fn wait_for_progress(&self) -> Result<Answered> {
        self.workers.wait_for_progress().await?;
        Ok(self.answered.lock().unwrap().clone())
    }

    /// Stops the reader, and fails if any answer was wrong.
    pub async fn end(self) -> Result<()> {
        self.workers.end().await?;
        let Answered { well, later, lost, longest, wrong, .. } = &*self.answered.lock().unwrap();
        println!(
            "the reader: {well} answered well, {later} by 503, {lost} not at all, the longest {longest:.1?}"
        );
        ensure!(wrong.is_empty(), "{wrong:#?}");
        Ok(())
    }
}

impl Answered {
    /// Notes an answer; gives the pause before the next request.
    fn note(&mut self, answer: Answer, took: Duration) -> Duration {
        self.longest = self.longest.max(took);
        match answer {
            Answer::Good(answer) => {
                self.well += 1;
                for row in answer["body"].as_array().unwrap() {
                    let (pos_id, checks) = (row["posID"].as_str().unwrap(), row["checks"].as_u64().unwrap());
                    let before = self.checks.insert(pos_id.to_owned(), checks).unwrap_or_default();
                    if checks < before {
                        self.wrong.push(format!("{pos_id}: {checks} checks after {before}"));
                    }
                }
            }
            Answer::Later(after) => {
                self.later += 1;
                return after;
            }
            Answer::Lost(error) if !error.is_body() && !error.is_decode() => self.lost += 1,
            other => self.wrong.push(other.to_string()),
        }
        PAUSE
    }
}
