//! Every service, NATS and Postgres killed at random moments while checks keep coming: afterwards everything is there that
//! was acknowledged, and once. Needs the built programs: `cargo dev prove kills` runs it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

mod cards;
mod check;
mod compare;
mod expect;
mod owners;
mod plain;
mod plan;
mod record;
mod setup;
mod tills;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::{Context as _, Result};
use saffron_dev::environment::Environment;
use saffron_instance::{Operator, Owner, Stream, Workers, business_date, partition};
use serde_json::json;

use crate::cards::CardTill;
use crate::expect::Expected;
use crate::owners::ActiveOwner;
use crate::plan::plan;
use crate::record::Record;
use crate::setup::Setup;
use crate::tills::LoadTill;

/// Where tills post, each in a partition of its own. The first takes cards.
const LOCATIONS: [&str; 4] = ["kills-a", "kills-b", "kills-c", "kills-d"];
/// Versions of checks that are acknowledged for each kill, at least.
const FACTS: u64 = 2_000;
/// Events in a request of tills that send lists.
const BATCH: usize = 25;
/// Streams that are open all the time.
const CLIENTS: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_facts_are_there_once_after_any_kill() -> Result<()> {
    let env = Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse().ok());
    let seed: u64 = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let kills = number("SAFFRON_TEST_KILLS").unwrap_or(10);
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_KILLS={kills}");
    let setup = Setup::start().await?;
    let operator = setup.instance.operator().await?;
    let owner = setup.owner().await?;
    // Today, yesterday and the day before.
    let days = [business_date(0)?, business_date(1)?, business_date(2)?].map(|day| day.to_string());
    let record = Record::new();
    let (mut tills, mut changes) = (Workers::default(), Workers::default());
    open(&setup, &owner, &record, &days, seed, &mut tills).await?;
    let mut streams = Vec::new();
    for _ in 0..CLIENTS {
        let stream = Stream::open_despite_outages(&owner)?;
        stream.opened().await?;
        streams.push(stream);
    }
    let mut owners = Vec::new();
    for (place, pos_id) in LOCATIONS.iter().enumerate() {
        let owner = ActiveOwner::new(&owner, pos_id)?;
        owner.clone().begin_reading(&record, &days[0], &mut changes);
        owner.clone().begin_changing(&record, seed.wrapping_add(1_000 + place as u64), &mut changes);
        owners.push(owner);
    }

    let began = Instant::now();
    for (step, more) in plan(seed, kills) {
        record.more(FACTS * step.kills() + more).await;
        let resets: Vec<u64> = streams.iter().map(Stream::resets).collect();
        setup.kill_victims(&step).await?;
        // The last commits of reports may not have been pushed.
        if step.victims().contains(&"reports") {
            for (stream, before) in streams.iter().zip(resets) {
                stream.reset_after(before).await?;
            }
        }
        let (facts, _, repeats) = record.counts();
        let took = began.elapsed();
        println!("{took:.1?}: {facts} versions of checks, {repeats} requests sent again: {step:?}");
    }
    record.more(FACTS).await;
    tills.wait_for_progress().await?;
    streams[0].wait_for_progress(&LOCATIONS).await?;
    let ended = Instant::now();
    record.close();
    tills.end().await?;
    changes.end().await?;
    let (facts, posts, repeats) = record.counts();
    let checks: usize =
        LOCATIONS.iter().map(|pos_id| record.at(pos_id, |location| location.checks.len())).sum();
    println!(
        "{kills} kills in {:.1?}: {facts} versions of {checks} checks in {posts} requests, {repeats} sent again",
        began.elapsed()
    );

    operator.wait_until_acknowledged().await?;
    println!("every consumer had settled {:.1?} after the last check", ended.elapsed());
    let expected = Expected { setup: &setup, record: &record, owners, days };
    expected.everywhere().await?;
    expect_events(&operator, &record).await?;
    operator.expect_no_dead_letters().await?;
    expect_streams(streams, &operator, &record, &expected.days[0]).await?;
    setup.stop().await
}

/// Registers every location, and lets its tills begin: one that sends checks by themselves, two that send lists, and at the
/// first location one with a card reader. Guests earn a point a cent.
async fn open(
    setup: &Setup,
    owner: &Owner,
    record: &Record,
    days: &[String; 3],
    seed: u64,
    workers: &mut Workers,
) -> Result<()> {
    let partitions = LOCATIONS.into_iter().map(partition).collect::<Result<BTreeSet<u8>>>()?;
    assert_eq!(partitions.len(), LOCATIONS.len(), "each location has a partition of its own");
    let mut opened = Vec::new();
    for (place, pos_id) in LOCATIONS.into_iter().enumerate() {
        let mut form = json!({ "posID": pos_id, "name": pos_id, "timeZone": "America/New_York" });
        if place == 0 {
            form["cardAccount"] = json!(setup.account());
        }
        let till = owner.open_location_as(&setup.instance.secrets.provisioning_key, form).await?;
        owner.call("update-reward-percent", json!({ "posID": pos_id, "rewardPercent": 100 })).await?;
        let (name, seed) = (format!("till-{place}"), seed.wrapping_add(10 * place as u64));
        let till = LoadTill { till, name, at_once: 1, days: days.clone(), counts: false, seed };
        till.open(record).await?;
        opened.push(till);
    }
    record.open();
    for till in opened {
        for (number, at_once) in [1, BATCH, BATCH].into_iter().enumerate() {
            let (name, seed) = (format!("{}-{number}", till.name), till.seed + 1 + number as u64);
            LoadTill { name, at_once, seed, counts: number == 1, ..till.with_own_connections()? }
                .begin(record, workers);
        }
        if till.till.pos_id == LOCATIONS[0] {
            let till = LoadTill { name: format!("{}-cards", till.name), ..till.with_own_connections()? };
            CardTill { till, provider: setup.cards.clone(), account: setup.account() }.begin(record, workers);
        }
    }
    Ok(())
}

/// EVENTS has each check, in no more events than the check has versions.
async fn expect_events(operator: &Operator, record: &Record) -> Result<()> {
    let recorded = operator.recorded().await?;
    let mut checks = 0;
    for pos_id in LOCATIONS {
        let all: Vec<(String, i64)> = record.at(pos_id, |location| {
            location.checks.iter().map(|(check, newest)| (check.clone(), newest.revision)).collect()
        });
        checks += all.len();
        for (check, revision) in all {
            let ids = recorded.get(&(pos_id.to_owned(), check.clone()));
            let ids = ids.with_context(|| format!("EVENTS does not have {check}"))?;
            let events = ids.iter().collect::<BTreeSet<_>>().len() as i64;
            assert!(events <= revision, "{check} of revision {revision}: {ids:?}");
        }
    }
    assert_eq!(recorded.len(), checks, "EVENTS has other checks");
    let twice = |ids: &&Vec<String>| ids.iter().collect::<BTreeSet<_>>().len() < ids.len();
    println!("EVENTS has each check; {} twice", recorded.values().filter(twice).count());
    Ok(())
}

/// Each stream has all that PUSH has, or was reset after it, and ends with the newest versions.
async fn expect_streams(
    streams: Vec<Stream>,
    operator: &Operator,
    record: &Record,
    today: &str,
) -> Result<()> {
    let changes = operator.pushed_changes().await?;
    let count = |pos_id: &str| {
        record.at(pos_id, |location| {
            location.checks.values().filter(|check| check.day == today && check.counts()).count() as u64
        })
    };
    let wanted: BTreeMap<(String, String), u64> =
        LOCATIONS.map(|pos_id| ((pos_id.to_owned(), today.to_owned()), count(pos_id))).into();
    for stream in streams {
        stream.has_all(&changes).await?;
        let received = stream.until_days(&wanted).await?;
        println!("{received}");
        received.expect_right()?;
    }
    Ok(())
}
