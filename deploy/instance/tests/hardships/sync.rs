//! Every acknowledgement comes after the disk's: of NATS to a till, and of Postgres to a service.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::Result;
use saffron_instance::{Checks, Stream, Tills, business_date, eventually};

use crate::setup::{Setup, options};
use crate::trace::{Call, Tracing};

const LOCATIONS: [&str; 2] = ["sync-a", "sync-b"];
/// Tills of each location: facts of the same time are stored in batches.
const TILLS: u64 = 12;
/// Of a record in a file of a stream: it has headers.
const HEADERS: u32 = 1 << 31;
/// A client's first message, which asks for TLS.
const SSL_REQUEST: u32 = 80_877_103;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_before_the_disk_has_it() -> Result<()> {
    let (seed, posts) = options(500);
    let setup = Setup::start(&LOCATIONS, |_, up| up).await?;
    let day = business_date(0)?.to_string();
    let stream = Stream::open(&setup.owner)?;
    stream.opened().await?;
    let nats = Tracing::begin(&setup.process("nats")).await?;
    let postgres = Tracing::begin(&setup.process("postgres")).await?;
    // Its new connections are traced from their first message.
    setup.kill("reports").await?;
    let tills = (0..TILLS).flat_map(|number| {
        let checks = setup.checks(&day, seed.wrapping_add(number * 1_000));
        checks.map(move |checks| Checks { name: format!("{}-{number}", checks.name), ..checks })
    });
    let tills = Tills::begin(tills)?;
    let operator = setup.instance.operator().await?;
    let first = operator.messages("POS").await?;
    eventually("enough POSTs", Duration::from_secs(600), async || {
        let stored = operator.messages("POS").await? - first;
        Ok(if stored >= posts { Ok(()) } else { Err(stored) })
    })
    .await?;
    let record = setup.expect_all(tills, stream, &day).await?;
    let (nats, postgres) = (nats.end().await?, postgres.end().await?);
    setup.instance.stop().await?;

    let (stored, batches) = stored(&nats, "POS");
    println!(
        "{} POSTs were acknowledged, each after its flush, {batches} times several at once; the next to it by {} µs",
        stored.len(),
        stored.values().min().unwrap()
    );
    assert!(batches > 0, "no POSTs were stored together");
    assert!(stored.len() as u64 >= record.posts, "{} of {} POSTs were seen", stored.len(), record.posts);
    let commits = committed(&postgres);
    println!(
        "{} commits of facts were acknowledged, each after a flush; the next to it by {} µs",
        commits.len(),
        commits.iter().min().unwrap()
    );
    assert!(!commits.is_empty());
    Ok(())
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
            // Messages of the time before the trace are not in it.
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

/// The sequences in a server's acknowledgements: of a batch the last, and how many they are.
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

/// A connection of a client, as its server reads it.
#[derive(Default)]
struct Session {
    read: Vec<u8>,
    begun: bool,
    /// Prepared statements that publish, by name.
    publishing: BTreeSet<Vec<u8>>,
    publishes: bool,
    /// When the COMMIT of a transaction that publishes came.
    committing: Option<u64>,
}

/// Of each transaction that publishes, how long before its COMMIT was acknowledged the log was flushed for it; microseconds.
fn committed(calls: &[Call]) -> Vec<u64> {
    let is_flush =
        |call: &&Call| ["fsync", "fdatasync"].contains(&call.name.as_str()) && call.file.contains("/pg_wal/");
    let flushes: Vec<&Call> = calls.iter().filter(is_flush).collect();
    let (mut sessions, mut found) = (HashMap::<&str, Session>::new(), Vec::new());
    for call in calls {
        match call.name.as_str() {
            "recvfrom" => sessions.entry(&call.thread).or_default().reads(&call.bytes, call.ended),
            "sendto" if call.bytes.windows(7).any(|bytes| bytes == b"COMMIT\0") => {
                let Some(committing) =
                    sessions.get_mut(call.thread.as_str()).and_then(|session| session.committing.take())
                else {
                    continue;
                };
                let flushed =
                    flushes.iter().filter(|flush| flush.begun >= committing && flush.ended <= call.begun);
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
    /// Messages of the client, which may come in pieces.
    fn reads(&mut self, bytes: &[u8], at: u64) {
        self.read.extend(bytes);
        loop {
            let kind = usize::from(self.begun);
            let Some(length) = self.read.get(kind..kind + 4) else { return };
            let end = kind + u32::from_be_bytes(length.try_into().unwrap()) as usize;
            if self.read.len() < end || end < kind + 4 {
                return;
            }
            let message: Vec<u8> = self.read.drain(..end).collect();
            if self.begun {
                self.takes(message[0], &message[5..], at);
            } else {
                self.begun = message.get(4..8) != Some(&SSL_REQUEST.to_be_bytes()[..]);
            }
        }
    }

    fn takes(&mut self, kind: u8, body: &[u8], at: u64) {
        let mut parts = body.split(|byte| *byte == 0);
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        match kind {
            // Parse: a name and a statement. Bind: a portal and a name. Query: a statement.
            b'P' if second.windows(18).any(|bytes| bytes == b"INSERT INTO outbox") => {
                self.publishing.insert(first.to_owned());
            }
            b'B' if self.publishing.contains(second) => self.publishes = true,
            b'Q' if first == b"COMMIT" && self.publishes => {
                (self.publishes, self.committing) = (false, Some(at))
            }
            b'Q' => self.publishes = false,
            _ => {}
        }
    }
}
