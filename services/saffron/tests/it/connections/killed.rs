//! Connectors dies in the midst of it.

use std::cell::Cell;
use std::collections::BTreeMap;

use jiff::{SignedDuration, ToSpan as _};
use saffron_testkit::{eventually_ok, number};
use serde_json::json;

use super::random::{pass_a_minute, wall_of};
use super::stand::{Pos, Stand};
use super::{Day, Place, Square};

/// How often connectors is killed.
const KILLS: usize = 4;
/// The same while the past comes in.
const KILLS_OF_PAST: i64 = 10;

#[tokio::test(flavor = "multi_thread")]
async fn connection_goes_on_wherever_its_worker_was_killed() {
    let square = Square::start().await;
    square.trade(21, 120);
    let ana = Place::new(&square.world, "ana@example.com", "p1").await;
    let connection = ana.connect(&square).await;
    let (mut seen, mut kills) = (json!(null), 0);
    loop {
        let now = ana.now(&connection).await;
        if now["days"] == 7 && now["daysRead"] == now["days"] {
            break;
        }
        // Where it moved on since.
        if now["version"] != seen && kills < KILLS {
            seen = now["version"].clone();
            kills += 1;
            square.world.kill_connectors().await;
            square.pass(SignedDuration::ZERO);
        } else {
            tokio::task::yield_now().await;
        }
    }
    assert!(kills >= 2, "{kills}");
    ana.expect_days(&square.all_counted().await).await;
    // What is new is read by the one that lives.
    square.sell("late", "2026-07-18T12:01:00");
    square.world.kill_connectors().await;
    square.pass(SignedDuration::from_mins(3));
    ana.expect_days(&square.all_counted().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn past_of_square_comes_in_once_over_ten_kills() {
    past_comes_in_once(Pos::Square).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn past_of_clover_comes_in_once_over_ten_kills() {
    past_comes_in_once(Pos::Clover).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn past_of_toast_comes_in_once_over_ten_kills() {
    past_comes_in_once(Pos::Toast).await;
}

/// `SAFFRON_TEST_DAYS` of trade.
async fn past_comes_in_once(pos: Pos) {
    let days = number("SAFFRON_TEST_DAYS").unwrap_or(40) as i64;
    let stand = Stand::start(pos, days, &[]).await;
    let today = wall_of(stand.now()).date();
    let dates: Vec<String> = (0..=days).map(|back| (today - back.days()).to_string()).collect();
    for (back, on) in dates.iter().enumerate() {
        for hour in [9, 11].into_iter().take(1 + back % 2) {
            stand.sell(&format!("sold-{back}-{hour}"), format!("{on}T{hour:02}:20:00").parse().unwrap());
        }
    }
    let ana = Place::new(&stand.world, "ana@example.com", "p1").await;
    let connection = ana.connect_to(&stand).await;
    // Time goes on: what a worker took hold of as it died is another one's a minute later.
    let turns = Cell::new(0);
    let until_read = async |days: i64| {
        ana.until_connected(&connection, |now| {
            let is_read = now["daysRead"].as_i64() >= Some(days);
            if !is_read {
                pass_a_minute(&stand, &turns);
            }
            is_read
        })
        .await
    };
    for kill in 0..KILLS_OF_PAST {
        // Each time it is somewhere else, and has come further.
        until_read(days * kill / KILLS_OF_PAST).await;
        for _ in 0..kill % 4 {
            ana.now(&connection).await;
        }
        stand.kill().await;
    }
    let read = until_read(days + 1).await;
    assert_eq!((&read["days"], &read["faults"]), (&json!(days + 1), &json!([])), "{read}");
    let mut wanted = BTreeMap::new();
    for on in &dates {
        wanted.insert(on.clone(), stand.counted_on(on).await);
    }
    assert!(wanted.values().all(|day| day.checks > 0), "{wanted:?}");
    eventually_ok("the days", || async {
        let shown = shown(&ana, &dates).await;
        if shown == wanted { Ok(()) } else { Err(format!("{shown:?}\ninstead of\n{wanted:?}")) }
    })
    .await;
}

/// What reports shows of dates, the latest of which is the first: it is asked for a month at once.
async fn shown(ana: &Place<'_>, dates: &[String]) -> BTreeMap<String, Day> {
    let mut all = BTreeMap::new();
    for month in dates.chunks(30) {
        all.extend(ana.shown_from(&month[month.len() - 1], &month[0]).await);
    }
    all
}
