//! The disk of NATS and that of Postgres are full while tills post.

use std::time::{Duration, Instant};

use saffron_dev::proc::Identity;
use saffron_dev::services;

use crate::fixture::Own;
use crate::house::{House, asked, eventually, today};
use crate::reader::Reader;
use crate::room::{Filler, on_small_disks};
use crate::stream::Stream;
use crate::tills::Tills;

/// Facts of two partitions.
const LOCATIONS: [&str; 2] = ["disk-a", "disk-b"];
/// How long anything may take that a full disk brings about, or that ends with it.
const PATIENCE: Duration = Duration::from_secs(180);
/// No till is acknowledged for so long: longer than a message may take to be stored.
const STILL: Duration = Duration::from_secs(8);
/// A megabyte of Postgres' log.
const LOG_MORE: &str = "SELECT pg_logical_emit_message(false, 'filler', repeat('x', 1000000));";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing_and_all_goes_on_when_there_is_room() {
    let (seed, rounds) = asked(1);
    let house = House::open(Own::new(), |own, up| on_small_disks(own, &up), &LOCATIONS).await;
    let day = today();
    let stream = Stream::open(&house.owner);
    stream.opened().await;
    let reader = Reader::begin(&house.owner, &day);
    let tills = Tills::begin(house.tills(&day, 1, seed));
    tills.moved_on().await;
    for _ in 0..rounds {
        let services = running(&house);
        nats_is_full(&house, &tills, &reader).await;
        stream.moved_on(&LOCATIONS.map(str::to_owned)).await;
        postgres_is_full(&house, &tills, &reader).await;
        stream.moved_on(&LOCATIONS.map(str::to_owned)).await;
        assert!(services == running(&house), "a service was started again for a full disk of its neighbour");
    }
    let again = house.equals(tills, stream, &day).await.again;
    assert!(again > 0, "no till was refused");
    reader.end().await;
    house.close();
}

/// Tills are told to come again; readers are served all the time.
async fn nats_is_full(house: &House, tills: &Tills, reader: &Reader) {
    let (filler, before) = (Filler::beside(&house.own, "nats"), house.process("nats").unwrap());
    filler.fill();
    let full = Instant::now();
    eventually("no till to be acknowledged", PATIENCE, || async {
        filler.fill();
        (stands_still(tills, full)).then_some(())
    })
    .await;
    let answered = reader.moved_on().await;
    filler.make_room();
    let room = Instant::now();
    tills.moved_on().await;
    println!(
        "NATS: tills stood still until there was room, and {:.1?} after it; the reader was answered well {} times",
        room.elapsed(),
        answered.well
    );
    assert!(answered.well > 0, "{answered:?}");
    assert!(house.process("nats").is_some_and(|now| now.pid != before.pid), "NATS needed no other start");
}

/// Facts wait at first; then Postgres cannot even write its log, and ends.
async fn postgres_is_full(house: &House, tills: &Tills, reader: &Reader) {
    let (filler, psql) = (Filler::beside(&house.own, "postgres"), house.psql().await);
    let complaints = |what: &str| house.log("postgres").matches(what).count();
    let (refusals, panics) = (complaints("No space left on device"), complaints("PANIC:"));
    filler.fill();
    eventually("a service to be refused room", PATIENCE, || async {
        filler.fill();
        (complaints("No space left on device") > refusals).then_some(())
    })
    .await;
    // Facts wait on NATS.
    tills.moved_on().await;
    eventually("Postgres to end", PATIENCE, || async {
        filler.fill();
        let _ = psql.run(LOG_MORE.repeat(20)).await;
        (complaints("PANIC:") > panics).then_some(())
    })
    .await;
    let answered = reader.moved_on().await;
    filler.make_room();
    let room = Instant::now();
    eventually("Postgres to answer", PATIENCE, || async { psql.answers().await.then_some(()) }).await;
    println!(
        "Postgres answered {:.1?} after there was room; {} readers got 503",
        room.elapsed(),
        answered.later
    );
    tills.moved_on().await;
}

fn stands_still(tills: &Tills, since: Instant) -> bool {
    since.elapsed() > STILL && tills.stood_still(since) > STILL
}

/// The processes of all services.
fn running(house: &House) -> Vec<Identity> {
    services::all().map(|service| house.process(service).unwrap()).collect()
}
