//! Tills that post, people who ask, and probes. In any network each is answered in time: well, or when to ask again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_instance::{Answer, Restaurant, Workers, client};
use serde_json::Value;

/// Within this time the gateway answers every request (docs/api.md).
const DEADLINE: Duration = Duration::from_secs(30);
/// What the connection to the test and a busy machine may add.
const MARGIN: Duration = Duration::from_secs(3);
/// A probe of Kubernetes waits no longer.
const PROBE: Duration = Duration::from_secs(5);
/// The pause between two requests of a person or a till: their number is not what is proven.
const PACE: Duration = Duration::from_millis(100);
/// The pause after an answer that gives no time.
const PAUSE: Duration = Duration::from_secs(1);
/// Tills that post at once.
const TILLS: u64 = 2;

/// Answers to one kind of request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers {
    pub good: u64,
    /// 503 with Retry-After.
    pub later: u64,
    pub longest: Duration,
}

#[derive(Default)]
struct Record {
    /// By kind of request.
    answers: BTreeMap<&'static str, Answers>,
    /// Checks that a till has sent, however they were answered.
    sent: u64,
    /// Checks that were answered 202.
    acknowledged: u64,
    /// Checks of the newest report.
    shown: u64,
    wrong: Vec<String>,
}

pub struct Load {
    record: Arc<Mutex<Record>>,
    workers: Workers,
}

impl Load {
    pub fn begin(restaurant: &Restaurant) -> Result<Self> {
        let (record, mut workers) = (Arc::new(Mutex::new(Record::default())), Workers::default());
        for _ in 0..TILLS {
            let (till, record) = (restaurant.till.with_own_connections()?, record.clone());
            workers.begin(|rounds| async move {
                let (mut check, mut is_acknowledged) = (Record::next(&record), false);
                // A check is sent until it is acknowledged.
                while rounds.should_continue() || !is_acknowledged {
                    if std::mem::take(&mut is_acknowledged) {
                        check = Record::next(&record);
                    }
                    let began = Instant::now();
                    let answer = Record::note(&record, "ingest", till.post(&check).await, began).await;
                    is_acknowledged = answer.is_some();
                    record.lock().unwrap().acknowledged += u64::from(is_acknowledged);
                    rounds.end_round();
                    tokio::time::sleep(PACE).await;
                }
                Ok(())
            });
        }
        for (call, form) in Restaurant::calls() {
            let (restaurant, record) = (restaurant.with_own_connections()?, record.clone());
            workers.begin(|rounds| async move {
                while rounds.should_continue() {
                    let began = Instant::now();
                    let answer = restaurant.ask(call, form.clone()).await;
                    let answer = Record::note(&record, call, answer, began).await;
                    if let Some(answer) = answer.filter(|_| call == "get-daily-sales-labor") {
                        record.lock().unwrap().check_report(&answer);
                    }
                    rounds.end_round();
                    tokio::time::sleep(PACE).await;
                }
                Ok(())
            });
        }
        let (client, url, probed) =
            (client()?, format!("{}/healthz", restaurant.owner.address), record.clone());
        workers.begin(|rounds| async move {
            while rounds.should_continue() {
                let began = Instant::now();
                let status = client.get(&url).timeout(PROBE).send().await.map(|answer| answer.status());
                probed.lock().unwrap().note_probe(status, began.elapsed());
                rounds.end_round();
                tokio::time::sleep(PACE).await;
            }
            Ok(())
        });
        Ok(Self { record, workers })
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap()
    }

    /// Waits until every worker was answered to a request from now on.
    pub async fn wait_for_progress(&self) -> Result<()> {
        self.workers.wait_for_progress_within(3 * (DEADLINE + MARGIN)).await
    }

    /// Checks that are acknowledged now.
    pub fn acknowledged(&self) -> u64 {
        self.record().acknowledged
    }

    /// The answers since this was last called.
    pub fn answers(&self) -> BTreeMap<&'static str, Answers> {
        std::mem::take(&mut self.record().answers)
    }

    /// Fails if any answer was wrong.
    pub fn assert_right(&self, when: &str) {
        let wrong = &self.record().wrong;
        assert!(wrong.is_empty(), "{when}: {} answers are wrong: {:#?}", wrong.len(), wrong.iter().take(20));
    }

    /// Stops the load after its current requests; gives the number of acknowledged checks.
    pub async fn end(self) -> Result<u64> {
        self.workers.end().await?;
        Ok(self.record.lock().unwrap().acknowledged)
    }
}

impl Record {
    /// The event of the next check.
    fn next(record: &Mutex<Record>) -> Value {
        let mut record = record.lock().unwrap();
        record.sent += 1;
        Restaurant::check(record.sent)
    }

    fn count(&mut self, call: &'static str, took: Duration) -> &mut Answers {
        if took > DEADLINE + MARGIN {
            self.wrong.push(format!("{call} took {took:.1?}"));
        }
        let answers = self.answers.entry(call).or_default();
        answers.longest = answers.longest.max(took);
        answers
    }

    /// Notes an answer, and gives it if it is a good one; else when the time to ask again has come.
    async fn note(
        record: &Mutex<Record>,
        call: &'static str,
        answer: Answer,
        began: Instant,
    ) -> Option<Value> {
        let took = began.elapsed();
        let pause = {
            let mut record = record.lock().unwrap();
            let answers = record.count(call, took);
            match answer {
                Answer::Good(value) => {
                    answers.good += 1;
                    return Some(value);
                }
                Answer::Later(after) => {
                    answers.later += 1;
                    after
                }
                other => {
                    record.wrong.push(format!("{call} after {took:.1?}: {other}"));
                    PAUSE
                }
            }
        };
        tokio::time::sleep(pause).await;
        None
    }

    /// Notes the answer of a liveness probe, which must be good whatever other services do.
    fn note_probe(&mut self, status: reqwest::Result<reqwest::StatusCode>, took: Duration) {
        let answers = self.count("healthz", took);
        match status {
            Ok(status) if status == 200 => answers.good += 1,
            other => self.wrong.push(format!("healthz after {took:.1?}: {other:?}")),
        }
    }

    /// Checks the figures of a report: they never go back, and never exceed what was sent.
    fn check_report(&mut self, answer: &Value) {
        let row = &answer["body"][0];
        let (checks, sales) =
            (row["checks"].as_u64().unwrap_or_default(), row["grossSales"].as_f64().unwrap_or_default());
        if sales != (checks * Restaurant::PRICE) as f64 || checks > self.sent || checks < self.shown {
            self.wrong.push(format!("{row} after {} checks, of {} sent", self.shown, self.sent));
        }
        self.shown = self.shown.max(checks);
    }
}
