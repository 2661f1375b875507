//! Reports is away while messages pile up: it catches up in bounded memory, and says nothing wrong meanwhile.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;

use async_nats::jetstream::Context;
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use nix::sys::signal::Signal;
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Clock, PosId, Zone};
use saffron_dev::proc::Identity;
use serde_json::{Value, json};

use crate::fixture::{Own, until};
use crate::house::{House, asked, eventually, today};
use crate::operator::partition;
use crate::owner::{client, read};
use crate::reader::Reader;

/// Where messages pile up, each in a partition of its own; the last has nothing to catch up with.
const LOCATIONS: [&str; 4] = ["behind-a", "behind-c", "behind-d", "behind-other"];
/// Who works facts, beside reports.
const OTHERS: [&str; 5] = ["inventory", "customers", "payments", "marketing", "notifications"];
/// Messages on their way into the stream at once.
const IN_FLIGHT: usize = 256;
/// How long reports may stand still.
const STILL: Duration = Duration::from_secs(120);
/// The most memory that it may take: a service by itself has some 50 MiB, and what four partitions have in hand is bounded,
/// here to half a MiB, as a message is under a kilobyte.
const MOST: u64 = 96 << 20;
/// What a check is worth, in dollars.
const PRICE: u64 = 2;
const ZONE: &str = "America/New_York";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_far_behind_catches_up_in_bounded_memory() {
    let (_, messages) = asked(1_000_000);
    let house = House::open(Own::new(), |_, up| up, &LOCATIONS).await;
    let mut partitions: Vec<u8> = LOCATIONS.into_iter().map(partition).collect();
    partitions.sort_unstable();
    partitions.dedup();
    assert_eq!(partitions.len(), LOCATIONS.len(), "each location has a partition of its own");
    let day = today();
    // The others would work the same at the same time, and are not what is tried.
    let away = OTHERS.into_iter().chain(["reports"]);
    for service in away {
        house.process(service).unwrap().signal(Signal::SIGSTOP);
    }
    let began = Instant::now();
    pile_up(&house.jetstream().await, messages, &day).await;
    println!(
        "{messages} messages in {:.0?}; NATS has {} MiB",
        began.elapsed(),
        rss(&house.process("nats").unwrap()) >> 20
    );

    let before = house.process("reports").unwrap();
    before.signal(Signal::SIGKILL);
    let reports =
        until("reports to be started again", || house.process("reports").filter(|id| id.pid != before.pid));
    let memory = Memory::of(reports);
    let reader = Reader::begin(&house.owner, &day);
    let began = Instant::now();
    let (mut last, mut moved, mut asked) = (0, Instant::now(), None);
    loop {
        let (checks, other) = figures(&house, &day).await;
        assert!(checks <= messages, "{checks} checks of {messages}");
        if checks > last {
            (last, moved) = (checks, Instant::now());
        }
        // Who is not behind is served while the others catch up.
        if checks > 0 && asked.is_none() {
            post(&house, &day).await;
            asked = Some((Instant::now(), checks, None));
        }
        if let Some((posted, _, told @ None)) = &mut asked
            && other == 1
        {
            *told = Some((posted.elapsed(), checks));
        }
        if checks == messages {
            break;
        }
        assert!(moved.elapsed() < STILL, "reports stands still at {checks} of {messages}");
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    let took = began.elapsed();
    let (start, most, end) = memory.end();
    println!(
        "reports worked {messages} messages in {took:.0?}, {:.0} a second; its memory: {} MiB at the start, {} MiB at most, \
         {} MiB at the end",
        messages as f64 / took.as_secs_f64(),
        start >> 20,
        most >> 20,
        end >> 20
    );
    let (_, at, told) = asked.unwrap();
    let (delay, by) = told.expect("the location that was not behind was told only at the end");
    println!(
        "a check of a location that was not behind, posted at {at} checks, was told after {delay:.1?}, at {by} checks"
    );
    assert!(by < messages, "the location that was not behind waited for the others");
    assert!(most <= MOST, "{} MiB at most", most >> 20);
    reader.end().await;
    for service in OTHERS {
        house.process(service).unwrap().signal(Signal::SIGKILL);
    }
    house.close();
}

/// One check a message, straight into the stream, as the gateway would put it there.
async fn pile_up(jetstream: &Context, messages: u64, day: &str) {
    let behind = LOCATIONS.len() as u64 - 1;
    let templates: Vec<(String, String)> = LOCATIONS.iter().map(|pos_id| message(pos_id, day)).collect();
    let mut on_their_way = FuturesUnordered::new();
    for number in 0..messages {
        while on_their_way.len() >= IN_FLIGHT {
            on_their_way.next().await.unwrap();
        }
        let (subject, body) = templates[(number % behind) as usize].clone();
        let body = body.replace("CHECK", &format!("c-{number}"));
        on_their_way.push(store(jetstream, subject, format!("behind-{number}"), body));
        if number % (messages / 10).max(1) == 0 {
            println!("{number} messages are there or on their way");
        }
    }
    while let Some(()) = on_their_way.next().await {}
}

/// Sends a message until it is acknowledged; its id makes a repeat the same one.
async fn store(jetstream: &Context, subject: String, id: String, body: String) {
    let mut headers = HeaderMap::new();
    headers.insert(async_nats::header::NATS_MESSAGE_ID, id);
    let began = Instant::now();
    loop {
        let sent =
            jetstream.publish_with_headers(subject.clone(), headers.clone(), body.clone().into()).await;
        match sent.unwrap().await {
            Ok(_) => return,
            Err(error) => assert!(began.elapsed() < STILL, "{error}"),
        }
    }
}

/// The subject and the body of a message of a location, whose check has yet to get an id.
fn message(pos_id: &str, day: &str) -> (String, String) {
    let (pos_id, zone): (PosId, Zone) = (pos_id.parse().unwrap(), ZONE.parse().unwrap());
    let facts =
        read_events(check(pos_id.as_str(), "CHECK", day).to_string().as_bytes(), &pos_id, &zone).unwrap();
    let subject = format!("pos.v1.{}.{pos_id}.batch", pos_id.partition());
    let batch = StampedBatch { pos_id, zone, received_at: Clock::system().now(), facts };
    (subject, serde_json::to_string(&batch).unwrap())
}

fn check(pos_id: &str, id: &str, day: &str) -> Value {
    json!({
        "specversion": "1.0", "id": id, "source": "till", "type": "check.closed",
        "data": {
            "posID": pos_id, "posCheckID": id, "revision": 1, "businessDate": day,
            "closeTime": Clock::system().now().to_string(),
            "items": [{ "posItemID": "tea", "name": "Tea", "quantity": 1, "price": PRICE }],
            "payments": [{ "type": "Cash", "amount": PRICE }]
        }
    })
}

/// A check of the location that is not behind, through the door.
async fn post(house: &House, day: &str) {
    let (pos_id, key) = house.locations.last().unwrap();
    let request = client().post(format!("{}/ingest/v1/events", house.owner.address));
    let answer = request.bearer_auth(key).json(&check(pos_id, "one", day)).send().await.unwrap();
    read("ingest", answer, 202).await.unwrap();
}

/// Checks of the locations that are behind, and of the other; each location's sales are those of its checks.
async fn figures(house: &House, day: &str) -> (u64, u64) {
    let form = json!({ "startDate": day, "endDate": day });
    let rows = eventually("an answer of reports", STILL, || async {
        house.owner.call(&client(), "get-daily-sales-labor", form.clone()).await.ok()
    })
    .await;
    let (mut behind, mut other) = (0, 0);
    for row in rows.as_array().unwrap() {
        let checks = row["checks"].as_u64().unwrap();
        assert_eq!(row["grossSales"].as_f64().unwrap(), (checks * PRICE) as f64, "{row}");
        let of = if row["posID"] == *LOCATIONS.last().unwrap() { &mut other } else { &mut behind };
        *of += checks;
    }
    (behind, other)
}

/// What a process has in memory, looked at all the time.
struct Memory {
    process: Identity,
    start: u64,
    most: Arc<Mutex<u64>>,
    look: tokio::task::JoinHandle<()>,
}

impl Memory {
    fn of(process: Identity) -> Self {
        let start = rss(&process);
        let most = Arc::new(Mutex::new(start));
        let look = tokio::spawn({
            let (process, most) = (process.clone(), most.clone());
            async move {
                loop {
                    let now = rss(&process);
                    {
                        let mut most = most.lock().unwrap();
                        *most = now.max(*most);
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        });
        Self { process, start, most, look }
    }

    fn most(&self) -> u64 {
        *self.most.lock().unwrap()
    }

    /// At the start, at most, and now.
    fn end(self) -> (u64, u64, u64) {
        self.look.abort();
        assert!(self.process.alive(), "reports was started again while it caught up");
        (self.start, self.most(), rss(&self.process))
    }
}

/// Bytes of a process that are in memory.
fn rss(process: &Identity) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.pid)).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()).unwrap_or_default()
        << 10
}
