//! Reports is away while messages pile up: it catches up in bounded memory, and no answer is wrong meanwhile.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::Result;
use nix::sys::signal::Signal;
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Calendar, Clock, PosId, Zone};
use saffron_instance::{Feed, Memory, business_date, check, partition};
use serde_json::{Value, json};

use crate::reader::Reader;
use crate::setup::{Setup, options};

/// Where messages pile up, each in a partition of its own; the last has nothing to catch up with.
const LOCATIONS: [&str; 4] = ["behind-a", "behind-c", "behind-d", "behind-other"];
/// The services that process facts, beside reports.
const OTHERS: [&str; 5] = ["inventory", "customers", "payments", "marketing", "notifications"];
/// How long reports may make no progress.
const STILL: Duration = Duration::from_secs(120);
/// How often memory is sampled.
const SAMPLE_EVERY: Duration = Duration::from_millis(50);
/// The most memory of reports: a service by itself has some 50 MiB, and what four partitions have in hand is bounded,
/// here to half a MiB, as a message is under a kilobyte.
const MOST: u64 = 96 << 20;
/// Price of a check, dollars.
const PRICE: u64 = 2;
const ZONE: &str = "America/New_York";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_far_behind_catches_up_in_bounded_memory() -> Result<()> {
    let (_, messages) = options(1_000_000);
    let setup = Setup::start(&LOCATIONS, |_, up| up).await?;
    let partitions = LOCATIONS.into_iter().map(partition).collect::<Result<BTreeSet<u8>>>()?;
    assert_eq!(partitions.len(), LOCATIONS.len(), "each location has a partition of its own");
    let day = business_date(0)?.to_string();
    // The others would work the same at the same time, and are not what is tried.
    for service in OTHERS.into_iter().chain(["reports"]) {
        setup.process(service).signal(Signal::SIGSTOP);
    }
    let began = Instant::now();
    pile_up(&setup, messages, &day).await?;
    let nats = &Memory::watch([("nats", setup.process("nats").pid)], SAMPLE_EVERY).samples()["nats"];
    println!("{messages} messages in {:.0?}; NATS has {} MiB", began.elapsed(), nats.now >> 20);

    let reports = setup.kill("reports").await?;
    let memory = Memory::watch([("reports", reports.pid)], SAMPLE_EVERY);
    let reader = Reader::begin(&setup.owner, &day)?;
    let began = Instant::now();
    let (mut last, mut moved, mut posted, mut shown) = (0, Instant::now(), None, None);
    loop {
        let (checks, other) = figures(&setup, &day).await?;
        assert!(checks <= messages, "{checks} checks of {messages}");
        if checks > last {
            (last, moved) = (checks, Instant::now());
        }
        // A location that is not behind is served while the others catch up.
        if checks > 0 && posted.is_none() {
            let till = setup.tills.last().unwrap();
            till.post(&check_of(&till.pos_id, "one", &day)).await.good("ingest")?;
            posted = Some((Instant::now(), checks));
        }
        if let (Some((at, _)), None, 1) = (posted, shown, other) {
            shown = Some((at.elapsed(), checks));
        }
        if checks == messages {
            break;
        }
        assert!(moved.elapsed() < STILL, "reports stands still at {checks} of {messages}");
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    let (took, held) = (began.elapsed(), memory.samples()["reports"]);
    assert!(reports.alive(), "reports was started again while it caught up");
    println!(
        "reports worked {messages} messages in {took:.0?}, {:.0} a second; its memory: {held}",
        messages as f64 / took.as_secs_f64(),
    );
    let (_, at) = posted.unwrap();
    let (delay, by) = shown.expect("the check of the location that was not behind was shown only at the end");
    println!(
        "a check of a location that was not behind, posted at {at} checks, was shown after {delay:.1?}, at {by} checks"
    );
    assert!(by < messages, "the location that was not behind waited for the others");
    assert!(held.most <= MOST, "{} MiB at most", held.most >> 20);
    reader.end().await?;
    for service in OTHERS {
        setup.process(service).signal(Signal::SIGKILL);
    }
    setup.instance.stop().await
}

/// Publishes checks to the stream, one a message, as a gateway does.
async fn pile_up(setup: &Setup, messages: u64, day: &str) -> Result<()> {
    let (mut feed, calendar) =
        (Feed::new(setup.instance.operator().await?, "behind"), Calendar::from(ZONE.parse::<Zone>()?));
    let mut templates = Vec::new();
    for pos_id in &LOCATIONS[..LOCATIONS.len() - 1] {
        let pos_id: PosId = pos_id.parse()?;
        let check = check_of(pos_id.as_str(), "CHECK", day).to_string();
        let facts = read_events(check.as_bytes(), &pos_id, &calendar).unwrap();
        let batch = StampedBatch::of(pos_id.clone(), &calendar, Clock::system().now(), facts);
        templates.push((pos_id, serde_json::to_string(&batch)?));
    }
    for number in 0..messages {
        let (pos_id, body) = &templates[number as usize % templates.len()];
        feed.put(pos_id, body.replace("CHECK", &format!("c-{number}")).into_bytes()).await?;
        if number % (messages / 10).max(1) == 0 {
            println!("{number} messages are there or on their way");
        }
    }
    feed.flush().await
}

/// A check of the day, closed now.
fn check_of(pos_id: &str, id: &str, day: &str) -> Value {
    let mut check = check(pos_id, id, &Clock::system().now().to_string(), PRICE);
    check["data"]["businessDate"] = json!(day);
    check
}

/// Checks of the locations that are behind, and of the other; each location's sales are those of its checks.
async fn figures(setup: &Setup, day: &str) -> Result<(u64, u64)> {
    let form = json!({ "startDate": day, "endDate": day });
    let rows = setup.owner.call_with_retries("get-daily-sales-labor", form, STILL).await?;
    let (mut behind, mut other) = (0, 0);
    for row in rows.as_array().unwrap() {
        let checks = row["checks"].as_u64().unwrap();
        assert_eq!(row["grossSales"].as_f64().unwrap(), (checks * PRICE) as f64, "{row}");
        let of = if row["posID"] == LOCATIONS[3] { &mut other } else { &mut behind };
        *of += checks;
    }
    Ok((behind, other))
}
