//! Attacks on one gateway with its default limits, while another owner reads, posts and listens: the owner does not notice,
//! and memory is bounded. Needs the built programs: `cargo dev prove limits` runs it. Other addresses of loopback
//! (127.0.0.0/8) have to be there, as they are on Linux.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod large;
mod other_owner;
mod setup;
mod slow;

use std::time::Instant;

use anyhow::Result;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use saffron_dev::environment::Environment;
use saffron_dev::services::GATEWAY;
use saffron_instance::Restaurant;

use crate::other_owner::OtherOwner;
use crate::setup::{PICTURE_SERVICES, Setup};

const MIB: u64 = 1024 * 1024;
/// Open files of the test itself.
const FILES: u64 = 14_000;
/// Those of a process by default.
const FEW_FILES: u64 = 1_024;
/// The most that any attack may add to the gateway's memory. Ten thousand connections of 8 KiB of buffer and as much of
/// everything else are 160 MiB; 16 large bodies of 8 MiB and 128 small ones of 1 MiB, each twice while it is read, are
/// 512 MiB.
const GROWTH: u64 = 512 * MIB;
/// The same of bodies that are far too large: 64 of which a MiB is read before their size is known, twice meanwhile.
const GROWTH_BY_HUGE: u64 = 192 * MIB;
/// The memory limit of a pod of a service behind the gateway (k8s/base). A password takes 19 MiB while it is hashed, as many
/// at once as there are cores; the largest picture takes 200 while it is drawn, one at once, and 16 wait.
const POD: u64 = 512 * MIB;
/// Of a hundred requests beside an attack so many are answered well: a machine that attacks itself may be too slow for one.
const WELL: u64 = 95;
const ATTACKS: [&str; 13] = [
    "slow heads",
    "slow bodies",
    "slow pictures",
    "idle connections",
    "unread answers",
    "huge bodies",
    "deep JSON",
    "compression bombs",
    "unread streams",
    "ten times the rate",
    "open calls",
    "guessed passwords",
    "pictures",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attacks_of_one_address_reach_no_other_and_memory_is_bounded() -> Result<()> {
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    assert!(hard >= FILES, "this machine lets a process have {hard} open files; {FILES} are needed");
    // Services start with few, as in most shells.
    setrlimit(Resource::RLIMIT_NOFILE, FEW_FILES, hard)?;
    let env = Environment::read();
    let rounds = env.get("SAFFRON_TEST_ROUNDS").and_then(|text| text.parse().ok()).unwrap_or(1);
    // Some attacks alone, separated by commas.
    let only = env.get("SAFFRON_TEST_ATTACK");

    let setup = Setup::start().await?;
    setrlimit(Resource::RLIMIT_NOFILE, FILES, hard)?;
    let gateway_process = setup.instance.process(GATEWAY);
    let (gateway, address) = (setup.instance.gateway(), setup.instance.address());
    let restaurant = Restaurant::open(&setup.instance, &address).await?;
    let owner = &restaurant.owner;
    let other = OtherOwner::begin(&restaurant).await?;
    other.wait_for_progress().await?;
    for (round, attack) in (0..rounds).flat_map(|round| ATTACKS.map(|attack| (round, attack))) {
        if only.is_some_and(|only| only.split(',').all(|one| one != attack)) {
            continue;
        }
        let memory = setup.memory();
        other.answered();
        let began = Instant::now();
        let outcome = match attack {
            "slow heads" => slow::heads(gateway).await,
            "slow bodies" => slow::bodies(gateway).await,
            "slow pictures" => slow::pictures(gateway, owner).await,
            "idle connections" => slow::idle(gateway).await,
            "unread answers" => slow::unread(gateway).await,
            "huge bodies" => large::huge(&address).await,
            "deep JSON" => large::deep(&address).await,
            "compression bombs" => large::bombs(&address).await,
            "unread streams" => large::unread_streams(&setup, owner).await,
            "open calls" => large::open_calls(&address).await,
            "guessed passwords" => large::guesses(&address, round).await,
            "pictures" => large::pictures(owner).await,
            _ => large::ten_times_the_rate(owner).await,
        };
        other.wait_for_progress().await?;
        let (took, answered, seen) = (began.elapsed(), other.answered(), memory.samples());
        let (held, asked) = (seen[GATEWAY], answered.well + answered.badly.len() as u64);
        println!(
            "{attack} for {took:.0?}: {outcome}\n  beside it {} of {asked} requests answered well, the longest {:.2?}",
            answered.well, answered.longest
        );
        seen.iter().for_each(|(service, held)| println!("  {service} {held}"));
        assert!(setup.instance.process(GATEWAY) == gateway_process, "the gateway ended");
        assert!(
            answered.well * 100 >= asked * WELL,
            "{attack} reached the owner, {} of {asked} times: {:#?}",
            answered.badly.len(),
            answered.badly
        );
        let most = if attack == "huge bodies" { GROWTH_BY_HUGE } else { GROWTH };
        assert!(held.grew() < most, "{attack}: {held}");
        for service in PICTURE_SERVICES {
            assert!(seen[service].most < POD, "{attack}: {service} {}", seen[service]);
        }
    }
    other.end(&restaurant).await?;
    setup.instance.stop().await
}
