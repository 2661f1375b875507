//! The disk of NATS and that of Postgres are full while tills post.

use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_dev::services;
use saffron_instance::{Stream, Tills, business_date, eventually};

use crate::reader::Reader;
use crate::room::{Filler, on_small_disks};
use crate::setup::{Setup, options};

/// Facts of two partitions.
const LOCATIONS: [&str; 2] = ["disk-a", "disk-b"];
/// How long each effect of a full disk, or of its end, may take.
const PATIENCE: Duration = Duration::from_secs(180);
/// No till is acknowledged for so long: longer than a message may take to be stored.
const STILL: Duration = Duration::from_secs(8);
/// A megabyte of Postgres' log.
const LOG_MORE: &str = "SELECT pg_logical_emit_message(false, 'filler', repeat('x', 1000000));";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_disk_loses_nothing_and_all_goes_on_with_room() -> Result<()> {
    let (seed, rounds) = options(1);
    let setup = Setup::start(&LOCATIONS, |instance, up| on_small_disks(instance, &up)).await?;
    let day = business_date(0)?.to_string();
    let stream = Stream::open(&setup.owner)?;
    stream.opened().await?;
    let reader = Reader::begin(&setup.owner, &day)?;
    let tills = Tills::begin(setup.checks(&day, seed))?;
    tills.wait_for_progress().await?;
    let running = || services::all().map(|service| setup.process(service)).collect::<Vec<_>>();
    for _ in 0..rounds {
        let before = running();
        fill_nats(&setup, &tills, &reader).await?;
        stream.wait_for_progress(&LOCATIONS).await?;
        fill_postgres(&setup, &tills, &reader).await?;
        stream.wait_for_progress(&LOCATIONS).await?;
        assert!(before == running(), "a service was started again for a full disk of its neighbour");
    }
    let repeats = setup.expect_all(tills, stream, &day).await?.repeats;
    assert!(repeats > 0, "no till was refused");
    reader.end().await?;
    setup.instance.stop().await
}

/// Fills the disk of NATS: tills are asked to retry later, and readers are served all the time.
async fn fill_nats(setup: &Setup, tills: &Tills, reader: &Reader) -> Result<()> {
    let (filler, before) = (Filler::on_disk_of(&setup.instance, "nats"), setup.process("nats"));
    filler.fill();
    let full = Instant::now();
    eventually("no till to be acknowledged", PATIENCE, async || {
        filler.fill();
        let still = if full.elapsed() > STILL { tills.longest_gap(full) } else { Duration::ZERO };
        Ok((still > STILL).then_some(()).ok_or(still))
    })
    .await?;
    let answered = reader.wait_for_progress().await?;
    filler.make_room();
    let room = Instant::now();
    tills.wait_for_progress().await?;
    println!(
        "NATS: tills stood still until there was room, and {:.1?} after it; the reader was answered well {} times",
        room.elapsed(),
        answered.well
    );
    assert!(answered.well > 0, "{answered:?}");
    assert!(setup.process("nats").pid != before.pid, "NATS needed no other start");
    Ok(())
}

/// Fills the disk of Postgres: facts wait at first; then Postgres cannot write its log either, and ends.
async fn fill_postgres(setup: &Setup, tills: &Tills, reader: &Reader) -> Result<()> {
    let (filler, psql) = (Filler::on_disk_of(&setup.instance, "postgres"), setup.instance.psql().await?);
    let complaints = |what: &str| setup.instance.log("postgres").matches(what).count();
    let (refusals, panics) = (complaints("No space left on device"), complaints("PANIC:"));
    filler.fill();
    eventually("a service to be refused room", PATIENCE, async || {
        filler.fill();
        Ok((complaints("No space left on device") > refusals).then_some(()).ok_or("none"))
    })
    .await?;
    // Facts wait on NATS.
    tills.wait_for_progress().await?;
    eventually("Postgres to end", PATIENCE, async || {
        filler.fill();
        let _ = psql.run(LOG_MORE.repeat(20)).await;
        Ok((complaints("PANIC:") > panics).then_some(()).ok_or("running"))
    })
    .await?;
    let answered = reader.wait_for_progress().await?;
    filler.make_room();
    let room = Instant::now();
    eventually("Postgres to answer", PATIENCE, async || {
        Ok(psql.answers().await.then_some(()).ok_or("no answer"))
    })
    .await?;
    println!(
        "Postgres answered {:.1?} after there was room; readers got 503 {} times",
        room.elapsed(),
        answered.later
    );
    tills.wait_for_progress().await
}
