//! A NATS of three nodes whose leaders are killed under load: what tills were acknowledged is there exactly once.
//! Needs the built programs: `cargo dev prove cluster` runs it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

mod nodes;
mod setup;

use std::collections::{BTreeSet, VecDeque};
use std::time::Instant;

use anyhow::Result;
use saffron_instance::{Record, Role, Stream, Tills, business_date};

use crate::nodes::NODES;
use crate::setup::{BATCH, LOCATIONS, Setup};

/// Streams that are open all the time.
const CLIENTS: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_facts_are_there_once_after_any_node_died() -> Result<()> {
    let env = saffron_dev::environment::Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse::<u64>().ok());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let rounds = number("SAFFRON_TEST_ROUNDS").unwrap_or(1);
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_ROUNDS={rounds}");
    let mut setup = Setup::start().await?;
    let day = business_date(0)?.to_string();
    let checks = setup.open_tills(&day, seed).await?;
    let mut streams = Vec::new();
    for _ in 0..CLIENTS {
        let stream = Stream::open(&setup.owner)?;
        stream.opened().await?;
        streams.push(stream);
    }
    let tills = Tills::begin(checks)?;

    let mut kills = Vec::new();
    for _ in 0..rounds {
        let mut died = BTreeSet::new();
        // None: a node that gives facts to reports, preferably one that has not died yet.
        let mut roles = VecDeque::from([Some("POS"), Some("EVENTS"), None, Some("PUSH")]);
        while let Some(role) = roles.pop_front().or_else(|| (died.len() < NODES).then_some(None)) {
            tills.wait_for_progress().await?;
            streams[0].wait_for_progress(&LOCATIONS).await?;
            let node = match role {
                Some(stream) => setup.leader(Role::Stream(stream)).await?,
                None => setup.leader_of_facts(&died).await?,
            };
            died.insert(node);
            kills.push(setup.kill(node, &tills, &streams[0]).await?);
        }
    }
    tills.wait_for_progress().await?;
    streams[0].wait_for_progress(&LOCATIONS).await?;
    let ended = Instant::now();
    let record = tills.end().await?;
    let Record { posts, batches, repeats, .. } = record;
    println!(
        "{} checks in {posts} requests, {batches} of them lists of {BATCH}, {repeats} sent again, {} kills, ingest stood \
         still for {kills:.1?}",
        record.count(),
        kills.len(),
    );
    for line in record.expect(&setup.owner, &setup.operator, &day).await? {
        println!("{line}");
    }
    let changes = setup.operator.pushed_changes().await?;
    for stream in streams {
        stream.has_all(&changes).await?;
        let received = stream.until_checks(record.count() as u64).await?;
        println!("{received}");
        received.expect_right()?;
    }
    println!("all was compared {:.1?} after the last check", ended.elapsed());
    setup.stop().await
}
