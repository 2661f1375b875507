//! The same facts for both instances, in turns, with somebody who reads all the while and workers of Citus that die.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures::stream::{self, StreamExt as _};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::BusinessDate;
use serde_json::Value;

use crate::compare::{calls, report};
use crate::facts::{corrections, of_day};
use crate::house::House;
use crate::nodes::NODES;
use crate::workers::Workers;

/// Locations whose tills post at the same time.
const AT_ONCE: usize = 6;
/// Events of one request at most.
const REQUEST: usize = 500;
/// How often what lies on Citus is fed while one of its workers dies.
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
            let facts = begin.into_iter().flat_map(dates).flat_map(|day| of_day(pos_id, day, seed));
            let later = (before >= 0).then_some(before).into_iter().flat_map(dates);
            let later = later.flat_map(|day| corrections(pos_id, day, seed));
            (pos_id.clone(), facts.chain(later).collect())
        };
        locations.iter().map(of).collect()
    };
    all.map(part).collect()
}

/// Facts that were worked, and how long that took.
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

/// Posts them, as the tills of several locations at once do.
pub async fn post(house: &House, part: &Part) {
    let requests =
        part.iter().flat_map(|(pos_id, facts)| facts.chunks(REQUEST).map(move |some| (pos_id, some)));
    stream::iter(requests)
        .for_each_concurrent(AT_ONCE, |(pos_id, some)| async move { house.post(pos_id, some).await })
        .await;
}

/// Posts them and waits until they are worked; how long that took.
pub async fn put(house: &House, part: &Part) -> Duration {
    let began = Instant::now();
    post(house, part).await;
    house.worked().await;
    began.elapsed()
}

/// The same while a worker of Citus dies at some moment, and starts again.
pub async fn put_while_dying(house: &House, part: &Part, random: &mut StdRng) -> Duration {
    let (worker, moment) = (random.random_range(1..NODES), random.random_range(50..1_500));
    let dies = async {
        tokio::time::sleep(Duration::from_millis(moment)).await;
        house.nodes().kill(worker).await;
        house.nodes().start_again(worker).await;
        println!("worker {worker} was killed after {moment} ms, and is back");
    };
    tokio::join!(put(house, part), dies).0
}

/// Somebody who asks for reports all the while.
pub struct Readers {
    workers: Workers,
    answers: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
}

impl Readers {
    pub fn begin(
        houses: &[Arc<House>],
        locations: &[String],
        first: BusinessDate,
        last: BusinessDate,
        seed: u64,
    ) -> Self {
        let (mut workers, calls) = (Workers::new(), calls());
        let (answers, refused) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        for (house, place) in houses.iter().zip(1_u64..) {
            let (house, calls, locations) = (house.clone(), calls.clone(), locations.to_vec());
            let (answers, refused) = (answers.clone(), refused.clone());
            workers.begin(|rounds| async move {
                let mut random = StdRng::seed_from_u64(seed.wrapping_add(place));
                let days: Vec<i64> = (0..=last.days_since(first)).collect();
                while rounds.go_on() {
                    let (call, day) = (calls.choose(&mut random).unwrap(), days.choose(&mut random).unwrap());
                    let begin = first.plus_days(*day);
                    let end = begin.plus_days(6).min(last);
                    let place = [None, locations.choose(&mut random)];
                    let place = *place.choose(&mut random).unwrap();
                    let question = report(call, (begin, end), "day", place, false);
                    // One that needs a node that is away is told to come again.
                    match house.ask(&question.call, question.form, false).await {
                        Ok(_) => answers.fetch_add(1, Ordering::Relaxed),
                        Err(why) if why.contains(": 503 ") => refused.fetch_add(1, Ordering::Relaxed),
                        Err(why) => panic!("{}: {why}", house.name),
                    };
                    rounds.done();
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            });
        }
        Self { workers, answers, refused }
    }

    pub async fn end(self) {
        self.workers.end().await;
        println!(
            "meanwhile {} reports were answered, and {} told to come again",
            self.answers.load(Ordering::Relaxed),
            self.refused.load(Ordering::Relaxed)
        );
    }
}
