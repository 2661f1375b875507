//! An owner who does nothing but what an app does: reads reports, all the time, while a till posts and a stream is open.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::people::{DAY, POS_ID, People};
use crate::stream::Stream;
use crate::workers::Workers;

/// The pause between two requests.
const PACE: Duration = Duration::from_millis(200);
/// One that waits for nothing longer than a person would.
const PATIENCE: Duration = Duration::from_secs(30);

/// How the bystander was answered.
#[derive(Debug, Default)]
pub struct Answered {
    pub well: u64,
    pub badly: Vec<String>,
    pub longest: Duration,
}

pub struct Bystander {
    answered: Arc<Mutex<Answered>>,
    posted: Arc<Mutex<u64>>,
    workers: Workers,
    stream: Stream,
}

impl Bystander {
    pub async fn arrive(people: &People) -> Self {
        let stream = Stream::open(&people.owner);
        stream.opened().await;
        let (answered, posted) = (Arc::<Mutex<Answered>>::default(), Arc::<Mutex<u64>>::default());
        let mut workers = Workers::new();
        let client = || reqwest::Client::builder().timeout(PATIENCE).no_proxy().build().unwrap();
        let (reader, book, reads) = (people.clone(), answered.clone(), client());
        workers.begin(|rounds| async move {
            let form = json!({ "startDate": DAY, "endDate": DAY });
            while rounds.go_on() {
                let began = Instant::now();
                let answer = reader.call(&reads, "get-daily-sales-labor", form.clone()).await;
                book.lock().unwrap().note(answer.map(drop), began);
                rounds.done();
                tokio::time::sleep(PACE).await;
            }
        });
        let (till, book, count, posts) = (people.clone(), answered.clone(), posted.clone(), client());
        workers.begin(|rounds| async move {
            while rounds.go_on() {
                let number = {
                    let mut count = count.lock().unwrap();
                    *count += 1;
                    *count
                };
                let began = Instant::now();
                let answer = till.post_check(&posts, number).await;
                book.lock().unwrap().note(answer.map(drop), began);
                rounds.done();
                tokio::time::sleep(PACE).await;
            }
        });
        Self { answered, posted, workers, stream }
    }

    /// How it was answered since it was last asked.
    pub fn answered(&self) -> Answered {
        std::mem::take(&mut *self.answered.lock().unwrap())
    }

    /// Waits until it was answered once more, and its stream has told of another check.
    pub async fn moved_on(&self) {
        self.workers.moved_on().await;
        self.stream.moved_on(&[POS_ID.to_owned()]).await;
    }

    /// Everything that it did is there, and its stream was never ended.
    pub async fn leave(self, people: &People) {
        self.workers.end().await;
        let posted = *self.posted.lock().unwrap();
        people.expect_checks(posted).await;
        // Other locations have news too.
        let told = BTreeMap::from([((POS_ID.to_owned(), DAY.to_owned()), posted)]);
        let heard = self.stream.until_told(&told).await;
        println!("{posted} checks posted beside; {heard}");
        assert!(heard.wrong.is_empty() && heard.connections == 1, "{heard}: {:#?}", heard.wrong);
    }
}

impl Answered {
    fn note(&mut self, answer: Result<(), String>, began: Instant) {
        self.longest = self.longest.max(began.elapsed());
        match answer {
            Ok(()) => self.well += 1,
            Err(why) => self.badly.push(why),
        }
    }
}
