//! Requests over connections that stay open, one at a time on each, every answer checked. Written close to the socket instead
//! of with reqwest, because it shares the processors with what it measures.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use futures::stream::{FuturesUnordered, TryStreamExt as _};
use hdrhistogram::Histogram;
use saffron_instance::{Instance, MAIN_API, Owner};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Connections of a load.
pub const CONNECTIONS: usize = 16;
/// How long the last answers may take when the time is over.
const GRACE: Duration = Duration::from_secs(30);
/// A timer and the poll below it each round up to a millisecond: a request that was sent so soon after it was due counts
/// from when it was sent.
const TICK: Duration = Duration::from_millis(2);
/// Header lines of an answer that are understood.
const HEADERS: usize = 64;
/// How a report's answer begins when it has a row.
pub const HAS_ROWS: &[u8] = br#"{"status":200,"body":[{"#;

/// The rate of requests.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// Each connection asks again as soon as it is answered.
    Full,
    /// A fixed number of requests a second, whether the ones before are answered or not.
    PerSecond(f64),
}

/// The measurements of a load.
pub struct Measured {
    /// Answers.
    pub answers: u64,
    /// Bytes of bodies.
    pub bytes: u64,
    /// From the first request to the last answer.
    pub took: Duration,
    /// Microseconds of each answer; of a paced load from the moment it was due.
    pub micros: Histogram<u64>,
}

impl Measured {
    /// Measurements of no answer.
    pub fn nothing() -> Result<Measured> {
        Ok(Measured { answers: 0, bytes: 0, took: Duration::ZERO, micros: histogram()? })
    }

    /// Adds the measurements of a later load of the same kind.
    pub fn add(&mut self, other: &Measured) {
        self.answers += other.answers;
        self.bytes += other.bytes;
        self.took += other.took;
        // Both have the same bounds.
        let _ = self.micros.add(&other.micros);
    }

    /// Bytes of an answer, on average.
    pub fn bytes_each(&self) -> f64 {
        self.bytes as f64 / self.answers.max(1) as f64
    }

    /// Answers a second.
    pub fn per_second(&self) -> f64 {
        self.answers as f64 / self.took.as_secs_f64().max(1e-9)
    }

    /// Milliseconds that this share of the answers did not exceed.
    pub fn millis(&self, quantile: f64) -> f64 {
        self.micros.value_at_quantile(quantile) as f64 / 1_000.0
    }
}

/// An empty histogram of microseconds, up to ten minutes.
pub fn histogram() -> Result<Histogram<u64>> {
    Histogram::new_with_bounds(1, 600_000_000, 3).map_err(|error| anyhow!("histogram: {error:?}"))
}

/// A duration in microseconds, at least 1.
pub fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1)
}

/// An owner's calls of the main API.
pub struct Caller {
    pub address: SocketAddr,
    session: String,
}

impl Caller {
    /// A caller with this owner's session.
    pub fn new(instance: &Instance, owner: &Owner) -> Caller {
        Caller { address: instance.gateway(), session: owner.session.clone() }
    }

    /// A request, ready to be written; `fields` is JSON, each with a comma before it.
    pub fn request(&self, call: &str, fields: &str) -> Vec<u8> {
        let body = format!(r#"{{"sessionID":"{}"{fields}}}"#, self.session);
        post(self.address, &format!("{MAIN_API}/{call}"), &body)
    }

    /// Sends requests over several connections until the time is over or `requests` ends.
    pub async fn load(
        &self,
        connections: usize,
        pace: Pace,
        time: Duration,
        expected: &[u8],
        requests: impl FnMut() -> Option<Vec<u8>>,
    ) -> Result<Measured> {
        let mut wires = Vec::with_capacity(connections);
        for _ in 0..connections {
            wires.push(Connection::open(self.address).await?);
        }
        let (began, asked) = (Instant::now(), Cell::new(0_u64));
        let (requests, measured) = (RefCell::new(requests), RefCell::new(Measured::nothing()?));
        let next = || if began.elapsed() < time { (requests.borrow_mut())() } else { None };
        let (next, asked, measured_by) = (&next, &asked, &measured);
        let work = |mut wire: Connection| async move {
            while let Some(request) = next() {
                let number = asked.replace(asked.get() + 1);
                let from = match pace {
                    Pace::Full => Instant::now(),
                    Pace::PerSecond(rate) => {
                        let due = Duration::from_secs_f64(number as f64 / rate);
                        if due > time {
                            break;
                        }
                        tokio::time::sleep_until((began + due).into()).await;
                        (began + due + TICK).min(Instant::now())
                    }
                };
                let body = wire.ask(&request).await?;
                let took = from.elapsed();
                if !body.starts_with(expected) {
                    let shown = String::from_utf8_lossy(body.get(..body.len().min(300)).unwrap_or_default());
                    bail!("an answer is not what was expected: {shown}");
                }
                let mut measured = measured_by.borrow_mut();
                measured.micros.saturating_record(micros(took));
                measured.answers += 1;
                measured.bytes += body.len() as u64;
                measured.took = began.elapsed();
            }
            Ok(())
        };
        let all: FuturesUnordered<_> = wires.into_iter().map(work).collect();
        tokio::time::timeout(time + GRACE, all.try_for_each(|()| async { Ok(()) })).await.map_err(
            |_| anyhow!("answers are outstanding {} s after the end of the load", GRACE.as_secs()),
        )??;
        Ok(measured.into_inner())
    }
}

/// One HTTP connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Connection> {
        let stream =
            TcpStream::connect(address).await.with_context(|| format!("cannot connect to {address}"))?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, buffer: Vec::with_capacity(1 << 16) })
    }

    /// Sends a request and gives the body of its answer.
    pub async fn ask(&mut self, request: &[u8]) -> Result<&[u8]> {
        self.post(request, 200).await
    }

    /// Sends a request whose answer has to have the status `wanted`; gives its body.
    pub async fn post(&mut self, request: &[u8], wanted: u16) -> Result<&[u8]> {
        self.stream.write_all(request).await.context("the connection broke")?;
        self.buffer.clear();
        let (begin, end) = loop {
            if self.stream.read_buf(&mut self.buffer).await.context("the connection broke")? == 0 {
                bail!("the connection was closed before the answer");
            }
            if let Some(head) = Head::read(&self.buffer)? {
                if head.status != wanted {
                    let shown = self.buffer.get(head.length..).unwrap_or_default();
                    bail!("answered {}: {}", head.status, String::from_utf8_lossy(shown));
                }
                break (head.length, head.length + head.body);
            }
        };
        self.buffer.reserve(end.saturating_sub(self.buffer.len()));
        while self.buffer.len() < end {
            if self.stream.read_buf(&mut self.buffer).await.context("the connection broke")? == 0 {
                bail!("the connection was closed in the midst of an answer");
            }
        }
        self.buffer.get(begin..end).context("an answer longer than it said")
    }
}

struct Head {
    status: u16,
    length: usize,
    body: usize,
}

impl Head {
    /// Reads the head of an answer; none while it is incomplete.
    fn read(bytes: &[u8]) -> Result<Option<Head>> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        let httparse::Status::Complete(length) = response.parse(bytes).context("no HTTP answer")? else {
            return Ok(None);
        };
        let body = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
        let body = body.and_then(|header| std::str::from_utf8(header.value).ok()?.parse().ok());
        let body = body.context("an answer without content-length")?;
        Ok(Some(Head { status: response.code.unwrap_or(0), length, body }))
    }
}

/// A POST of JSON, ready to be written.
fn post(address: SocketAddr, path: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use axum::Router;
    use axum::routing::post as on_post;

    use super::*;

    async fn server(answer: &'static str) -> (Caller, Arc<AtomicU64>) {
        let asked = Arc::new(AtomicU64::new(0));
        let counter = asked.clone();
        let handler = move |body: String| async move {
            assert_eq!(body, "{}");
            counter.fetch_add(1, Ordering::SeqCst);
            answer
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/it", on_post(handler));
        tokio::spawn(async move { axum::serve(listener, router).await });
        (Caller { address, session: String::new() }, asked)
    }

    #[tokio::test]
    async fn every_answer_is_counted() {
        let (caller, asked) = server("[1]").await;
        let mut left = 100;
        let requests = || {
            left -= 1;
            (left >= 0).then(|| post(caller.address, "/it", "{}"))
        };
        let measured = caller.load(4, Pace::Full, Duration::from_secs(20), b"[", requests).await.unwrap();
        assert_eq!((measured.answers, measured.bytes, measured.micros.len()), (100, 300, 100));
        assert_eq!(asked.load(Ordering::SeqCst), 100);
    }

    #[tokio::test]
    async fn paced_load_keeps_its_pace() {
        let (caller, _) = server("[1]").await;
        let requests = || Some(post(caller.address, "/it", "{}"));
        let time = Duration::from_millis(500);
        let measured = caller.load(4, Pace::PerSecond(200.0), time, b"[", requests).await.unwrap();
        // The first is due at once, the last at the end; a busy machine may have missed some.
        assert!((1..=101).contains(&measured.answers), "{}", measured.answers);
    }

    #[tokio::test]
    async fn wrong_answer_fails_the_load() {
        let (caller, _) = server("[]").await;
        let time = Duration::from_secs(20);
        let empty = caller.load(2, Pace::Full, time, b"[1", || Some(post(caller.address, "/it", "{}"))).await;
        assert!(empty.err().unwrap().to_string().contains("expected"));
        let missing =
            caller.load(2, Pace::Full, time, b"", || Some(post(caller.address, "/none", "{}"))).await;
        assert!(missing.err().unwrap().to_string().contains("404"));
    }
}
