//! An owner who uses the app as people do: reads reports all the time, while a till posts and a stream is open.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use saffron_instance::{Answer, Restaurant, Stream, Workers, client_from};

/// The pause between two requests.
const PACE: Duration = Duration::from_millis(200);
/// How long a person waits for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers that the owner got.
#[derive(Debug, Default)]
pub struct Answered {
    pub well: u64,
    pub badly: Vec<String>,
    pub longest: Duration,
}

pub struct OtherOwner {
    answered: Arc<Mutex<Answered>>,
    posted: Arc<AtomicU64>,
    workers: Workers,
    stream: Stream,
}

impl OtherOwner {
    pub async fn begin(restaurant: &Restaurant) -> Result<Self> {
        let stream = Stream::open(&restaurant.owner)?;
        stream.opened().await?;
        let (answered, posted) = (Arc::<Mutex<Answered>>::default(), Arc::<AtomicU64>::default());
        let client = || client_from([127, 0, 0, 1], PATIENCE);
        let reader =
            Restaurant { owner: restaurant.owner.with_client(client()?), till: restaurant.till.clone() };
        let (till, noted, count) = (restaurant.till.with_client(client()?), answered.clone(), posted.clone());
        let mut workers = Workers::default();
        let noted_by_reader = answered.clone();
        workers.begin(|rounds| async move {
            let [_, (report, day), ..] = Restaurant::calls();
            while rounds.should_continue() {
                let began = Instant::now();
                let answer = reader.ask(report, day.clone()).await;
                noted_by_reader.lock().unwrap().note(report, &answer, began);
                rounds.end_round();
                tokio::time::sleep(PACE).await;
            }
            Ok(())
        });
        workers.begin(|rounds| async move {
            while rounds.should_continue() {
                let number = count.fetch_add(1, Ordering::Relaxed) + 1;
                let began = Instant::now();
                let answer = till.post(&Restaurant::check(number)).await;
                noted.lock().unwrap().note("ingest", &answer, began);
                rounds.end_round();
                tokio::time::sleep(PACE).await;
            }
            Ok(())
        });
        Ok(Self { answered, posted, workers, stream })
    }

    /// The answers since this was last called.
    pub fn answered(&self) -> Answered {
        std::mem::take(&mut *self.answered.lock().unwrap())
    }

    /// Waits until the reader and the till have another answer, and the stream another check.
    pub async fn wait_for_progress(&self) -> Result<()> {
        self.workers.wait_for_progress().await?;
        self.stream.wait_for_progress(&[Restaurant::POS_ID]).await
    }

    /// Stops, and fails unless every check is there and the stream never ended.
    pub async fn end(self, restaurant: &Restaurant) -> Result<()> {
        self.workers.end().await?;
        let posted = self.posted.load(Ordering::Relaxed);
        restaurant.expect_checks(posted).await?;
        // The stream has other locations too.
        let day = (Restaurant::POS_ID.to_owned(), Restaurant::DAY.to_owned());
        let received = self.stream.until_days(&BTreeMap::from([(day, posted)])).await?;
        println!("{posted} checks posted beside; {received}");
        ensure!(received.connections == 1, "{received}");
        received.expect_right()
    }
}

impl Answered {
    fn note(&mut self, call: &str, answer: &Answer, began: Instant) {
        self.longest = self.longest.max(began.elapsed());
        match answer {
            Answer::Good(_) => self.well += 1,
            other => self.badly.push(format!("{call}: {other}")),
        }
    }
}
