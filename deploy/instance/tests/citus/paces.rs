//! How fast reports reads and writes on Citus, beside one Postgres in the same run. There is no goal.

use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_core::BusinessDate;
use saffron_instance::Trade;

use crate::compare::{Question, report};
use crate::feed::{Pace, Part, put};
use crate::setup::Setup;

/// Questions of a kind; no gateway has been asked any of them before.
const ASKED: usize = 40;
/// How often facts are put into both, in turns.
const TURNS: usize = 4;
/// Checks of each location in a turn, each in a request of its own.
const SINGLE: usize = 4;

/// Asks both in turns, no question twice, and prints the medians.
pub async fn read(
    plain: &Setup,
    spread: &Setup,
    names: &[String],
    (first, last): (BusinessDate, BusinessDate),
) {
    let length = last.days_since(first) + 1;
    let span = |number: usize| {
        let number = i64::try_from(number).unwrap();
        let begin = first.plus_days(number % length);
        (begin, begin.plus_days(number / length).min(last))
    };
    let of = |call: &str, place: Option<usize>, number: usize| {
        report(call, span(number), "none", place.map(|place| &names[place % names.len()]), false)
    };
    for (what, call, is_one) in [
        ("daily report, one location", "get-daily-sales-labor", true),
        ("items, one location", "get-itemsales-report", true),
        ("daily report, all locations", "get-daily-sales-labor", false),
        ("items, all locations", "get-itemsales-report", false),
    ] {
        let mut took = [Vec::new(), Vec::new()];
        for number in 0..ASKED {
            let question = of(call, is_one.then_some(number), number);
            for (setup, took) in [plain, spread].into_iter().zip(&mut took) {
                took.push(ask(setup, &question).await);
            }
        }
        let [one, many] = took.map(median);
        println!("{what}: p50 {:.1?} on one Postgres, {:.1?} on Citus", one, many);
    }
}

async fn ask(setup: &Setup, question: &Question) -> Duration {
    let began = Instant::now();
    setup.ask(&question.call, question.form.clone(), question.csv).await.unwrap();
    began.elapsed()
}

fn median(mut all: Vec<Duration>) -> Duration {
    all.sort();
    all[all.len() / 2]
}

/// Puts single checks into both, in turns, and prints the rates.
pub async fn single_checks(plain: &Setup, spread: &Setup, names: &[String], day: BusinessDate) -> Result<()> {
    let mut paces = [Pace::default(), Pace::default()];
    for turn in 0..TURNS {
        let ids = (0..SINGLE).map(|number| format!("single-{turn}-{number}"));
        let part: Part = ids
            .flat_map(|id| names.iter().map(move |pos_id| (pos_id.clone(), id.clone())))
            .map(|(pos_id, id)| (pos_id.clone(), vec![Trade::plain_check(&pos_id, &id, day)]))
            .collect();
        for (setup, pace) in [plain, spread].into_iter().zip(&mut paces) {
            pace.add(part.len(), put(setup, &part).await?);
        }
    }
    let [one, many] = paces.map(|pace| pace.per_second());
    println!("one check a message: {one:.0} a second on one Postgres, {many:.0} on Citus: {:.2}", many / one);
    Ok(())
}
