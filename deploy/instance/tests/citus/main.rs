//! Reports on a coordinator and two workers of Citus beside reports on one Postgres, given the same facts: their data and
//! answers are equal. Needs an installation of Postgres with Citus, and the built programs:
//! `cargo dev prove citus --citus DIR` runs it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod away;
mod compare;
mod facts;
mod feed;
mod nodes;
mod paces;
mod setup;
mod versions;

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use saffron_core::{BusinessDate, Calendar, Clock, Zone};
use saffron_dev::environment::Environment;
use saffron_instance::Trade;
use serde_json::Value;

use crate::facts::{locations, trade};
use crate::feed::{KILLS, Pace, Part, Readers, count, parts, post, put, put_while_dying};
use crate::setup::Setup;

/// Locations that are written to while versions are read.
const WRITTEN: usize = 6;
/// The time zone whose day is the last to end.
const LATEST: &str = "America/Los_Angeles";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_on_several_nodes_equal_reports_on_one() -> Result<()> {
    let env = Environment::read();
    let citus = setup::installation(&env);
    let number = |name: &str| env.get(name).and_then(|text| text.parse::<u64>().ok());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let days = i64::try_from(number("SAFFRON_TEST_ROUNDS").unwrap_or(14)).unwrap();
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_ROUNDS={days}");
    let mut random = StdRng::seed_from_u64(seed);
    let places = locations();
    let names: Vec<String> = places.iter().map(|(pos_id, _)| pos_id.clone()).collect();
    let today = Calendar::from(LATEST.parse::<Zone>().unwrap()).today(Clock::system().now());
    // The newest day that is over at every location, by the time that this ends too.
    let last = today.plus_days(-2);
    let first = last.plus_days(1 - days);

    let spread = Arc::new(Setup::spread(citus, &places).await?);
    let plain = Arc::new(Setup::plain(&places).await?);
    let placed = spread.nodes().placed(&names).await;
    println!("{} locations on workers {:?}", placed.len(), counted(&placed));

    // Everything that is over.
    let all = parts(&names, first, days, seed);
    let readers = Readers::begin(&[plain.clone(), spread.clone()], &names, first, last, seed);
    feed_both(&plain, &spread, &all, &mut random).await?;
    readers.end().await?;
    both_settled(&plain, &spread).await?;
    same(&plain, &spread, "tables after the feed").await;
    let closed = compare::closed(&names, first, last, &mut random);
    compare::answers(&plain, &spread, &closed, "closed days").await.expect_equal("closed days");
    let listed = compare::lists(&plain, &spread, &names, (first, last), &mut random).await;
    listed.expect_equal("lists and details");

    // The running day, with shifts that are open.
    let now: Part = names.iter().map(|pos_id| (pos_id.clone(), running(pos_id, today, seed))).collect();
    put(&plain, &now).await?;
    put(&spread, &now).await?;
    let running = compare::running(&names, today, &mut random);
    compare::answers(&plain, &spread, &running, "running days").await.expect_equal("running days");

    paces::read(&plain, &spread, &names, (first, last)).await;
    paces::single_checks(&plain, &spread, &names, today).await?;

    // A worker is away for a minute.
    let sent = away::a_minute(&spread, &placed, today).await?;
    post(&plain, &sent).await;
    both_settled(&plain, &spread).await?;
    same(&plain, &spread, "tables after a minute without a worker").await;

    let some: Vec<String> = names.iter().take(WRITTEN).cloned().collect();
    let written = versions::never_newer(&spread, &some, today).await?;
    let checks =
        |(pos_id, id): &(String, String)| (pos_id.clone(), vec![Trade::plain_check(pos_id, id, today)]);
    post(&plain, &written.iter().map(checks).collect()).await;

    // A backup while facts come, and all of it again from that.
    let late: Part = names.iter().map(|pos_id| (pos_id.clone(), late(pos_id, today))).collect();
    let backups = spread.instance.sibling_folder("backups").display().to_string();
    let save = ["backup", &backups];
    let ((), output) = tokio::join!(post(&spread, &late), spread.instance.saffron(&save));
    post(&plain, &late).await;
    both_settled(&plain, &spread).await?;
    same(&plain, &spread, "tables before the restore").await;
    let output = output?;
    let backup = output.lines().find_map(|line| line.strip_prefix("backup: ")).unwrap().to_owned();
    spread.down().await?;
    spread.instance.start_servers().await?;
    let restored = spread.instance.saffron(&["restore", &backup]).await?;
    println!("{}", restored.lines().last().unwrap_or_default());
    spread.down().await?;
    spread.start_again().await?;
    let mut spread = Arc::into_inner(spread).unwrap();
    spread.owner = spread.owner.sign_in().await?;
    assert_eq!(spread.nodes().placed(&names).await.len(), names.len(), "the tables are not distributed");
    both_settled(&plain, &spread).await?;
    same(&plain, &spread, "tables after the restore").await;
    compare::answers(&plain, &spread, &closed, "restored").await.expect_equal("answers after the restore");

    spread.close().await?;
    Arc::into_inner(plain).unwrap().close().await
}

/// Feeds both in turns, and kills a worker of Citus in some of them.
async fn feed_both(plain: &Setup, spread: &Setup, all: &[Part], random: &mut StdRng) -> Result<()> {
    let (mut one, mut many) = (Pace::default(), Pace::default());
    let every = (all.len() / KILLS).max(1);
    let mut kills = 0;
    for (number, part) in all.iter().enumerate() {
        let (facts, dies) = (count(part), number % every == 0 && kills < KILLS);
        let on_one = put(plain, part).await?;
        let on_many = match dies {
            true => put_while_dying(spread, part, random).await?,
            false => put(spread, part).await?,
        };
        kills += usize::from(dies);
        if !dies {
            one.add(facts, on_one);
            many.add(facts, on_many);
        }
        let part = number + 1;
        println!("part {part} of {}: {facts} facts in {on_one:.1?} and {on_many:.1?}", all.len());
    }
    assert_eq!(kills, KILLS.min(all.len()), "kills of a worker");
    println!(
        "lists of checks: {:.0} facts a second on one Postgres, {:.0} on Citus: {:.2}; {kills} kills",
        one.per_second(),
        many.per_second(),
        many.per_second() / one.per_second()
    );
    Ok(())
}

async fn both_settled(plain: &Setup, spread: &Setup) -> Result<()> {
    plain.settled().await?;
    spread.settled().await?;
    spread.expect_no_faults();
    Ok(())
}

async fn same(plain: &Setup, spread: &Setup, what: &str) {
    compare::tables(plain, spread).await.expect_equal(what);
}

fn running(pos_id: &str, today: BusinessDate, seed: u64) -> Vec<Value> {
    let mut facts = trade(seed).of_day(pos_id, today);
    facts.retain(|fact| fact["type"] == "check.closed");
    facts.push(trade(seed).open_shift(pos_id, today));
    facts
}

fn late(pos_id: &str, today: BusinessDate) -> Vec<Value> {
    (0..40).map(|number| Trade::plain_check(pos_id, &format!("late-{number}"), today)).collect()
}

fn counted(placed: &BTreeMap<String, usize>) -> BTreeMap<usize, usize> {
    let mut counted = BTreeMap::new();
    for node in placed.values() {
        *counted.entry(*node).or_default() += 1;
    }
    counted
}
