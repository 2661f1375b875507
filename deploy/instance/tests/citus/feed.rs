//! The same facts for both instances, in turns, while reports are read and workers of Citus die.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use futures::stream::{self, StreamExt as _};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::BusinessDate;
use saffron_instance::Workers;
use serde_json::Value;

use crate::compare::{calls, report};
use crate::facts::trade;
use crate::nodes::NODES;
use crate::setup::Setup;

/// Locations whose tills post at the same time.
const AT_ONCE: usize = 6;
/// Events of one request at most.
const REQUEST: usize = 500;
/// How often the instance on Citus is fed while one of its workers dies.
pub const KILLS: usize = 5;
/// The days are fed in so many parts, if there are so many.
const PARTS: i64 = 20;

/// Facts of a part, by location.
pub type Part = Vec<(String, Vec<Value>)>;

/// The days in parts; after the facts of a part come the corrections of the part before it.
pub fn parts(locations: &[String], first: BusinessDate, days: i64, seed: u64) -> Vec<Part> {
    let length = (days - 1) / PARTS + 1;
    let begins: Vec<i64> = (0..days).step_by(usize::try_from(length).unwrap()).collect();
    let dates = |begin: i64| (begin..(begin + length).min(days)).map(|day| first.plus_days(day));
    // The last one's corrections are a part by themselves.
    let all =
        begins.iter().map(|begin| (Some(*begin), begin - length)).chain([(None, *begins.last().unwrap())]);
    let part = |(begin, before): (Option<i64>, i64)| {
        let of = |pos_id: &String| {
            let facts = begin.into_iter().flat_map(dates).flat_map(|day| trade(seed).of_day(pos_id, day));
            let later = (before >= 0).then_some(before).into_iter().flat_map(dates);
            let later = later.flat_map(|day| trade(seed).corrections(pos_id, day));
            (pos_id.clone(), facts.chain(later).collect())
        };
        locations.iter().map(of).collect()
    };
    all.map(part).collect()
}

/// A number of processed facts, and how long that took.
#[derive(Default)]
pub struct Pace {
    facts: usize,
    took: Duration,
}

impl Pace {
    pub fn per_second(&self) -> f64 {
        self.facts as f64 / self.took.as_secs_f64().max(0.001)
    }

    pub fn add(&mut self, facts: usize, took: Duration) {
        self.facts += facts;
        self.took += took;
    }
}

pub fn count(part: &Part) -> usize {
    part.iter().map(|(_, facts)| facts.len()).sum()
}

/// Posts the facts of a part, as the tills of several locations at once.
pub async fn post(setup: &Setup, part: &Part) {
    let requests =
        part.iter().flat_map(|(pos_id, facts)| facts.chunks(REQUEST).map(move |some| (pos_id, some)));
    stream::iter(requests)
        .for_each_concurrent(AT_ONCE, |(pos_id, some)| async move { setup.post(pos_id, some).await })
        .await;
}

/// Posts the facts of a part and waits until they are processed; gives how long that took.
pub async fn put(setup: &Setup, part: &Part) -> Result<Duration> {
    let began = Instant::now();
    post(setup, part).await;
    setup.worked().await?;
    Ok(began.elapsed())
}

/// [`put`] while a worker of Citus dies at some moment, and starts again.
pub async fn put_while_dying(setup: &Setup, part: &Part, random: &mut StdRng) -> Result<Duration> {
    let (worker, moment) = (random.random_range(1..NODES), random.random_range(50..1_500));
    let dies = async {
        tokio::time::sleep(Duration::from_millis(moment)).await;
        setup.nodes().kill(worker).await;
        setup.nodes().start_again(worker).await;
        println!("worker {worker} was killed after {moment} ms, and is back");
    };
    tokio::join!(put(setup, part), dies).0
}

/// Readers who ask for reports all the while.
pub struct Readers {
    workers: Workers,
    answers: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
}

impl Readers {
    pub fn begin(
        setups: &[Arc<Setup>],
        locations: &[String],
        first: BusinessDate,
        last: BusinessDate,
        seed: u64,
    ) -> Self {
        let (mut workers, calls) = (Workers::default(), calls());
        let (answers, refused) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        for (setup, place) in setups.iter().zip(1_u64..) {
            let (setup, calls, locations) = (setup.clone(), calls.clone(), locations.to_vec());
            let (answers, refused) = (answers.clone(), refused.clone());
            workers.begin(|rounds| async move {
                let mut random = StdRng::seed_from_u64(seed.wrapping_add(place));
                let days: Vec<i64> = (0..=last.days_since(first)).collect();
                while rounds.should_continue() {
                    let (call, day) = (calls.choose(&mut random).unwrap(), days.choose(&mut random).unwrap());
                    let begin = first.plus_days(*day);
                    let end = begin.plus_days(6).min(last);
                    let place = [None, locations.choose(&mut random)];
                    let place = *place.choose(&mut random).unwrap();
                    let question = report(call, (begin, end), "day", place, false);
                    // One that needs a node that is away is answered 503.
                    match setup.ask(&question.call, question.form, false).await {
                        Ok(_) => answers.fetch_add(1, Ordering::Relaxed),
                        Err(why) if why.to_string().contains(": 503 ") => {
                            refused.fetch_add(1, Ordering::Relaxed)
                        }
                        Err(why) => return Err(why.context(setup.name)),
                    };
                    rounds.end_round();
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Ok(())
            });
        }
        Self { workers, answers, refused }
    }

    pub async fn end(self) -> Result<()> {
        self.workers.end().await?;
        println!(
            "meanwhile {} reports were answered, and {} by 503",
            self.answers.load(Ordering::Relaxed),
            self.refused.load(Ordering::Relaxed)
        );
        Ok(())
    }
}
