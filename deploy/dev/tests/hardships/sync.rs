//! Every acknowledgement comes after the disk's: of NATS to a till, and of Postgres to a service.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

use crate::fixture::{Own, kill, until};
use crate::house::{House, asked, eventually, today};
use crate::stream::Stream;
use crate::tills::{Till, Tills};
use crate::trace::{Call, Tracing};

const LOCATIONS: [&str; 2] = ["sync-a", "sync-b"];
/// Tills of each location: what they post at the same time is stored in batches.
const TILLS: u64 = 12;
/// Of a record in a file of a stream: it has headers.
const HEADERS: u32 = 1 << 31;
/// What a client asks first: not to read, but whether TLS is spoken.
const SSL_REQUEST: u32 = 80_877_103;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_before_the_disk_has_it() {
    let (seed, posts) = asked(500);
    let house = House::open(Own::new(), |_, up| up, &LOCATIONS).await;
    let day = today();
    let stream = Stream::open(&house.owner);
    stream.opened().await;
    let nats = Tracing::begin(&house.process("nats").unwrap()).await;
    let postgres = Tracing::begin(&house.process("postgres").unwrap()).await;
    // Its connections are made anew, and are seen from their first word.
    let before = house.process("reports").unwrap();
    kill(&before);
    until("reports to be started again", || house.process("reports").filter(|id| id.pid != before.pid));
    let tills = (0..TILLS).flat_map(|number| {
        let tills = house.tills(&day, 1, seed.wrapping_add(number * 1_000)).into_iter();
        tills.map(move |till| Till { name: format!("{}-{number}", till.name), ..till })
    });
    let tills = Tills::begin(tills.collect());
    let operator = house.operator().await;
    let first = operator.messages("POS").await;
    eventually("enough POSTs", std::time::Duration::from_secs(600), || async {
        (operator.messages("POS").await >= first + posts).then_some(())
    })
    .await;
    let book = house.equals(tills, stream, &day).await;
    let (nats, postgres) = (nats.end().await, postgres.end().await);
    house.close();

    let (stored, batches) = stored(&nats, "POS");
    println!(
        "{} POSTs were acknowledged, each after its flush, {batches} times several at once; the next to it by {} µs",
        stored.len(),
        stored.values().min().unwrap()
    );
    assert!(batches > 0, "no POSTs were stored together");
    assert!(stored.len() as u64 >= book.posts, "{} of {} POSTs were seen", stored.len(), book.posts);
    let commits = committed(&postgres);
    println!(
        "{} commits of facts were acknowledged, each after a flush; the next to it by {} µs",
        commits.len(),
        commits.iter().min().unwrap()
    );
    assert!(!commits.is_empty());
}

/// Of each message of a stream that was acknowledged, by its sequence, how long before the acknowledgement it was on the
/// disk, in microseconds; and how often several were acknowledged at once.
fn stored(calls: &[Call], stream: &str) -> (BTreeMap<u64, u64>, usize) {
    let is_file =
        |call: &&Call| call.file.contains(&format!("/streams/{stream}/msgs/")) && call.file.ends_with(".blk");
    let (mut written, mut flushes) = (BTreeMap::new(), BTreeMap::<&str, Vec<&Call>>::new());
    for call in calls.iter().filter(is_file) {
        match call.name.as_str() {
            "pwrite64" | "write" => written.extend(sequences(&call.bytes).map(|sequence| (sequence, call))),
            "fsync" | "fdatasync" => flushes.entry(&call.file).or_default().push(call),
            _ => {}
        }
    }
    let (mut found, mut batches) = (BTreeMap::new(), 0);
    for call in calls.iter().filter(|call| ["write", "writev"].contains(&call.name.as_str())) {
        let acknowledged = acknowledged(&call.bytes, stream);
        batches += acknowledged.iter().filter(|sequences| sequences.start() < sequences.end()).count();
        for sequence in acknowledged.into_iter().flatten() {
            // What was there before we looked was stored before it.
            let Some(record) = written.get(&sequence) else { continue };
            let flushed = flushes.get(record.file.as_str()).into_iter().flatten();
            let flushed = flushed.filter(|flush| flush.begun >= record.ended && flush.ended <= call.begun);
            let flushed = flushed.map(|flush| flush.ended).min();
            let flushed = flushed.unwrap_or_else(|| {
                panic!("message {sequence} of {stream} was acknowledged before it was flushed")
            });
            found.entry(sequence).or_insert(call.begun - flushed);
        }
    }
    (found, batches)
}

/// The sequences of the records of a stream's file: each begins with its length and its sequence.
fn sequences(mut bytes: &[u8]) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let length = u32::from_le_bytes(bytes.get(..4)?.try_into().unwrap()) & !HEADERS;
        let sequence = u64::from_le_bytes(bytes.get(4..12)?.try_into().unwrap());
        bytes = bytes.get(length as usize..)?;
        Some(sequence)
    })
}

/// The sequences that a server tells publishers of: of a batch the last, and how many they are.
fn acknowledged(bytes: &[u8], stream: &str) -> Vec<RangeInclusive<u64>> {
    let (text, name) = (String::from_utf8_lossy(bytes), format!("\"stream\":\"{stream}\""));
    let number = |text: &str, name: &str| -> Option<u64> {
        text.split_once(name)?.1.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let sequences = |after: &str| {
        let after = after.split('}').next()?;
        let (last, count) = (number(after, "\"seq\":")?, number(after, "\"count\":").unwrap_or(1));
        // An error has none.
        (last > 0).then(|| last + 1 - count..=last)
    };
    text.split(&name).skip(1).filter_map(sequences).collect()
}

/// A connection of a client, as its server hears it.
#[derive(Default)]
struct Session {
    heard: Vec<u8>,
    begun: bool,
    /// Prepared statements that publish, by name.
    publishing: BTreeSet<Vec<u8>>,
    publishes: bool,
    /// When it was told to commit what publishes.
    told: Option<u64>,
}

/// Of each transaction that publishes, how long before its COMMIT was acknowledged the log was flushed for it; microseconds.
fn committed(calls: &[Call]) -> Vec<u64> {
    let is_flush =
        |call: &&Call| ["fsync", "fdatasync"].contains(&call.name.as_str()) && call.file.contains("/pg_wal/");
    let flushes: Vec<&Call> = calls.iter().filter(is_flush).collect();
    let (mut sessions, mut found) = (HashMap::<&str, Session>::new(), Vec::new());
    for call in calls {
        match call.name.as_str() {
            "recvfrom" => sessions.entry(&call.thread).or_default().hears(&call.bytes, call.ended),
            "sendto" if call.bytes.windows(7).any(|bytes| bytes == b"COMMIT\0") => {
                let Some(told) =
                    sessions.get_mut(call.thread.as_str()).and_then(|session| session.told.take())
                else {
                    continue;
                };
                let flushed = flushes.iter().filter(|flush| flush.begun >= told && flush.ended <= call.begun);
                let flushed = flushed.map(|flush| flush.ended).max();
                let flushed =
                    flushed.unwrap_or_else(|| panic!("a COMMIT was acknowledged without a flush: {call:?}"));
                found.push(call.begun - flushed);
            }
            _ => {}
        }
    }
    found
}

impl Session {
    /// Words of the client, which may come in pieces.
    fn hears(&mut self, bytes: &[u8], at: u64) {
        self.heard.extend(bytes);
        loop {
            let kind = usize::from(self.begun);
            let Some(length) = self.heard.get(kind..kind + 4) else { return };
            let end = kind + u32::from_be_bytes(length.try_into().unwrap()) as usize;
            if self.heard.len() < end || end < kind + 4 {
                return;
            }
            let word: Vec<u8> = self.heard.drain(..end).collect();
            if self.begun {
                self.takes(word[0], &word[5..], at);
            } else {
                self.begun = word.get(4..8) != Some(&SSL_REQUEST.to_be_bytes()[..]);
            }
        }
    }

    fn takes(&mut self, kind: u8, word: &[u8], at: u64) {
        let mut parts = word.split(|byte| *byte == 0);
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        match kind {
            // Parse: a name and a statement. Bind: a portal and a name. Query: a statement.
            b'P' if second.windows(18).any(|bytes| bytes == b"INSERT INTO outbox") => {
                self.publishing.insert(first.to_owned());
            }
            b'B' if self.publishing.contains(second) => self.publishes = true,
            b'Q' if first == b"COMMIT" && self.publishes => (self.publishes, self.told) = (false, Some(at)),
            b'Q' => self.publishes = false,
            _ => {}
        }
    }
}
