//! Networks that delay, lose, cut and swallow, between every two processes, while tills post, people read and a stream is
//! open. Needs the built programs: `cargo dev prove network` runs it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

mod load;
mod proxy;
mod setup;

use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_dev::environment::Environment;
use saffron_instance::{Answer, Restaurant, Stream, client, eventually};
use serde_json::Value;

use crate::load::Load;
use crate::proxy::Fault;
use crate::setup::{Edge, Setup, edges};

/// How long everything may take to be well again after a fault; no figure, but the end of patience.
const PATIENCE: Duration = Duration::from_secs(300);
/// The most that a process may add to its memory: caches (64 MiB of answers, 64 MiB of PUSH, 8 MiB of facts of each of four
/// partitions), and what its allocator keeps of that.
const GROWTH: u64 = 192 * 1024 * 1024;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_come_in_time_in_bad_networks_and_all_recovers() -> Result<()> {
    let env = Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse::<u64>().ok());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let rounds = number("SAFFRON_TEST_ROUNDS").unwrap_or(1);
    // One edge alone.
    let only = env.get("SAFFRON_TEST_EDGE");
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_ROUNDS={rounds}");
    let setup = Setup::start(seed).await?;
    let instance = &setup.instance;
    let restaurant = Restaurant::open(instance, &instance.address()).await?;
    let stream = Stream::open(&restaurant.owner)?;
    stream.opened().await?;
    let load = Load::begin(&restaurant)?;
    load.wait_for_progress().await?;
    let (memory, processes) = (setup.memory(), instance.processes());

    let mut faults = 0;
    for _ in 0..rounds {
        for edge in edges().iter().filter(|edge| only.is_none_or(|only| edge.name == only)) {
            for fault in Fault::ALL {
                suffer(&setup, edge, fault, &load, &restaurant, &stream).await?;
                assert_eq!(instance.processes(), processes, "a process ended");
                faults += 1;
            }
        }
    }

    let checks = load.end().await?;
    restaurant.expect_checks(checks).await?;
    instance.operator().await?.expect_recorded(Restaurant::POS_ID, checks).await?;
    let received = stream.until_checks(checks).await?;
    println!("{faults} faults, {checks} checks acknowledged and there exactly once; {received}");
    received.expect_right()?;
    for (service, held) in memory.samples() {
        println!("{service}: {held}");
        assert!(held.grew() < GROWTH, "{service}: {held}");
    }
    setup.instance.stop().await
}

/// Makes one edge bad until every worker was answered, and waits until all is well again.
async fn suffer(
    setup: &Setup,
    edge: &Edge,
    fault: Fault,
    load: &Load,
    restaurant: &Restaurant,
    stream: &Stream,
) -> Result<()> {
    let name = format!("{}, {fault}", edge.name);
    load.answers();
    let began = Instant::now();
    setup.set_fault(edge, fault);
    load.wait_for_progress().await?;
    if edge.is_probed && fault.is_total() {
        ready(restaurant, 503).await?;
    }
    let lasted = began.elapsed();
    let answers = load.answers();
    load.assert_right(&name);

    let ended = Instant::now();
    setup.set_fault(edge, Fault::None);
    let acknowledged = load.acknowledged();
    ready(restaurant, 200).await?;
    let ready = ended.elapsed();
    for (call, form) in Restaurant::calls() {
        answered(restaurant, call, &form, |_| true).await?;
    }
    let answering = ended.elapsed();
    let (report, form) = &Restaurant::calls()[1];
    let has_all = |answer: &Value| answer["body"][0]["checks"].as_u64() >= Some(acknowledged);
    answered(restaurant, report, form, has_all).await?;
    let fresh = ended.elapsed();
    stream.wait_for_progress(&[Restaurant::POS_ID]).await?;
    let streaming = ended.elapsed();
    load.wait_for_progress().await?;
    load.assert_right(&format!("after {name}"));

    let all = answers.values();
    let (good, later) = all.fold((0, 0), |(good, later), one| (good + one.good, later + one.later));
    let slowest = answers.iter().max_by_key(|(_, one)| one.longest);
    let (slowest, longest) = slowest.map_or(("", Duration::ZERO), |(call, one)| (*call, one.longest));
    println!(
        "{name}: for {lasted:.1?} {good} good answers and {later} times 503, the longest {longest:.1?} ({slowest}); \
         well again: ready after {ready:.1?}, all calls {answering:.1?}, figures {fresh:.1?}, stream {streaming:.1?}"
    );
    Ok(())
}

/// Waits until /readyz has this status.
async fn ready(restaurant: &Restaurant, status: u16) -> Result<()> {
    let (client, url) = (client()?, format!("{}/readyz", restaurant.owner.address));
    eventually(&format!("/readyz to become {status}"), PATIENCE, || async {
        let answer = client.get(&url).send().await?;
        let found = answer.status().as_u16();
        Ok(if found == status { Ok(()) } else { Err(answer.text().await?) })
    })
    .await
}

/// Waits until a call is answered well and right.
async fn answered(
    restaurant: &Restaurant,
    call: &str,
    form: &Value,
    is_right: impl Fn(&Value) -> bool,
) -> Result<()> {
    let restaurant = restaurant.with_own_connections()?;
    eventually(&format!("{call} to be well again"), PATIENCE, || async {
        Ok(match restaurant.ask(call, form.clone()).await {
            Answer::Good(answer) if is_right(&answer) => Ok(()),
            Answer::Lost(error) => return Err(error.into()),
            other => Err(other.to_string()),
        })
    })
    .await
}
