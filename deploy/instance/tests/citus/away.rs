//! A worker that is away does not stop the locations on the other one.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_core::BusinessDate;
use saffron_instance::{Trade, eventually};

use crate::feed::{Part, post};
use crate::setup::Setup;

/// How long it is away.
const AWAY: Duration = Duration::from_secs(60);
/// How long a location that is not on it may stand still.
const PATIENCE: Duration = Duration::from_secs(120);

/// Kills a worker, and posts a check to every location in rounds until it has been away for a minute: each round waits until
/// all locations of the other worker have theirs. Starts it again, and waits until the rest is processed; gives the posted facts.
pub async fn a_minute(setup: &Setup, placed: &BTreeMap<String, usize>, day: BusinessDate) -> Result<Part> {
    let lost = *placed.values().max().unwrap();
    let living: Vec<&str> =
        placed.iter().filter(|(_, node)| **node != lost).map(|(pos_id, _)| pos_id.as_str()).collect();
    assert!(!living.is_empty() && living.len() < placed.len(), "all locations lie on one node");
    setup.nodes().kill(lost).await;
    let (began, mut sent, mut longest) = (Instant::now(), Part::new(), Duration::ZERO);
    let mut rounds = 0;
    while began.elapsed() < AWAY {
        let id = format!("away-{rounds}");
        let round: Part = placed
            .keys()
            .map(|pos_id| (pos_id.clone(), vec![Trade::plain_check(pos_id, &id, day)]))
            .collect();
        post(setup, &round).await;
        sent.extend(round);
        let (posted, list) = (Instant::now(), living.join(","));
        let there = format!(
            "SELECT count(*) FROM pos_check WHERE pos_id = ANY('{{{list}}}'::text[]) AND pos_check_id = '{id}';"
        );
        eventually("locations of the other worker to go on", PATIENCE, async || {
            let found: usize = setup.sql(&there).await.trim().parse()?;
            Ok(if found == living.len() { Ok(()) } else { Err(found) })
        })
        .await?;
        longest = longest.max(posted.elapsed());
        rounds += 1;
        println!("round {rounds} without a worker: worked {:.1?} after it was posted", posted.elapsed());
    }
    let away = began.elapsed();
    setup.nodes().start_again(lost).await;
    let back = Instant::now();
    setup.worked().await?;
    println!(
        "a worker was away for {away:.0?}: {} locations of the other went on, {rounds} rounds, {longest:.1?} at most; those of \
         the lost one were worked {:.1?} after it was back",
        living.len(),
        back.elapsed()
    );
    Ok(sent)
}
