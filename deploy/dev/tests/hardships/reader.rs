//! An owner who reads the day's report all the time: what is answered is right as far as it goes, or 503 with Retry-After.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::owner::{Owner, client};
use crate::workers::Workers;

/// The pause of a reader who was not answered at all.
const PAUSE: Duration = Duration::from_millis(250);

/// How the reader was answered.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    pub well: u64,
    pub later: u64,
    /// Without an answer: the gateway was away, or took too long.
    pub not: u64,
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
    pub fn begin(owner: &Owner, day: &str) -> Self {
        let (answered, mut workers) = (Arc::new(Mutex::new(Answered::default())), Workers::new());
        let (owner, day, noted) = (owner.clone(), day.to_owned(), answered.clone());
        workers.begin(|rounds| async move {
            let client = client();
            let form = json!({ "startDate": day, "endDate": day, "sessionID": owner.session });
            let url = format!("{}/api-restaurant-pos/restaurantpro/get-daily-sales-labor", owner.address);
            while rounds.go_on() {
                let began = Instant::now();
                let pause = match client.post(&url).json(&form).send().await {
                    Ok(answer) => note(&noted, answer).await,
                    Err(_) => {
                        noted.lock().unwrap().not += 1;
                        PAUSE
                    }
                };
                {
                    let mut noted = noted.lock().unwrap();
                    noted.longest = noted.longest.max(began.elapsed());
                }
                tokio::time::sleep(pause).await;
                rounds.done();
            }
        });
        Self { answered, workers }
    }

    /// Waits until it was answered once more, and how it was answered until then.
    pub async fn moved_on(&self) -> Answered {
        self.workers.moved_on().await;
        self.answered.lock().unwrap().clone()
    }

    /// How it was answered from beginning to end.
    pub async fn end(self) -> Answered {
        self.workers.end().await;
        let answered = self.answered.lock().unwrap().clone();
        let Answered { well, later, not, longest, .. } = &answered;
        println!(
            "the reader: {well} answered well, {later} by 503, {not} not at all, the longest {longest:.1?}"
        );
        assert!(answered.wrong.is_empty(), "{:#?}", answered.wrong);
        answered
    }
}

async fn note(noted: &Mutex<Answered>, answer: reqwest::Response) -> Duration {
    let status = answer.status().as_u16();
    let after = answer.headers().get("retry-after").and_then(|after| after.to_str().ok()?.parse().ok());
    let text = answer.text().await.unwrap_or_default();
    let mut noted = noted.lock().unwrap();
    match (status, after) {
        (200, _) => {
            noted.well += 1;
            let answer: Value = serde_json::from_str(&text).unwrap();
            for row in answer["body"].as_array().unwrap() {
                let (pos_id, checks) = (row["posID"].as_str().unwrap(), row["checks"].as_u64().unwrap());
                let before = noted.checks.insert(pos_id.to_owned(), checks).unwrap_or_default();
                if checks < before {
                    noted.wrong.push(format!("{pos_id}: {checks} checks after {before}"));
                }
            }
        }
        (503, Some(after)) => {
            noted.later += 1;
            return Duration::from_secs(after);
        }
        _ => noted.wrong.push(format!("{status} {after:?} {text}")),
    }
    PAUSE
}
