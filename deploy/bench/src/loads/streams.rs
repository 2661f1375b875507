//! Many clients of one stream of server-sent events, which note what comes and when. The same for every server, and close to
//! the socket instead of with reqwest, because they share the processors with it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use hdrhistogram::Histogram;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use saffron_dev::bench::table::{Spread, number};
use saffron_instance::take_frames;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::requests::{histogram, micros};

/// Clients that connect at the same time.
const AT_ONCE: usize = 50;
/// How long a wait may make no progress.
const PATIENCE: Duration = Duration::from_secs(60);
/// The text before the number in every message.
const NUMBER: &[u8] = b"\"n\":";
/// Digits of the number.
const DIGITS: usize = 8;
/// The receive buffer of a client that does not read, in bytes.
const STALLED_BUFFER: u32 = 4096;
/// An established connection in /proc/net/tcp.
const ESTABLISHED: &str = "01";

/// The JSON of a message of this size.
pub fn message(number: u32, bytes: usize) -> String {
    let head = format!("{{\"n\":1{number:07},\"text\":\"");
    let fill = bytes.saturating_sub(head.len() + 2);
    format!("{head}{}\"}}", "x".repeat(fill))
}

/// Clients that are connected.
pub struct Clients {
    notes: Rc<Notes>,
    tasks: Vec<AbortHandle>,
}

/// The notes of all clients.
struct Notes {
    /// When the newest message was sent, and its number.
    sent: Cell<(Instant, u32)>,
    /// The number of clients that have received it.
    have: Cell<usize>,
    clients: usize,
    all: Notify,
    micros: RefCell<Histogram<u64>>,
    lost: Cell<u64>,
    repeated: Cell<u64>,
    /// Why a client's stream ended.
    ended: RefCell<Option<String>>,
}

/// Deliveries of one message after the other to all clients, by round.
#[derive(Default)]
pub struct Rounds {
    /// Deliveries a second.
    pub rate: Spread,
    /// Milliseconds from sending to reading that half of them did not exceed.
    pub p50: Spread,
    /// That 99 of 100 did not exceed.
    pub p99: Spread,
    pub limit: String,
}

impl Clients {
    /// Connects so many clients, each with the request that `request` gives for its number.
    pub async fn connect(
        address: SocketAddr,
        clients: usize,
        request: impl Fn(usize) -> Vec<u8>,
    ) -> Result<Clients> {
        let notes = Rc::new(Notes {
            sent: Cell::new((Instant::now(), 0)),
            have: Cell::new(clients),
            clients,
            all: Notify::new(),
            micros: RefCell::new(histogram()?),
            lost: Cell::new(0),
            repeated: Cell::new(0),
            ended: RefCell::new(None),
        });
        let listening =
            open_all(address, (0..clients).map(request)).await?.into_iter().map(|(wire, rest)| {
                let notes = notes.clone();
                let task = tokio::task::spawn_local(async move {
                    let mut last = None;
                    if let Err(error) = listen(wire, rest, |event| note(&notes, &mut last, event)).await {
                        notes.ended.replace(Some(format!("{error:#}")));
                        notes.all.notify_one();
                    }
                });
                task.abort_handle()
            });
        let tasks = listening.collect();
        Ok(Clients { notes, tasks })
    }

    /// Sends messages by `send`, each when everybody has the one before, and adds a round; the first has the number `first`.
    pub async fn receive(
        &self,
        rounds: &mut Rounds,
        first: u32,
        count: u32,
        mut send: impl AsyncFnMut(u32) -> Result<()>,
    ) -> Result<String> {
        self.notes.micros.replace(histogram()?);
        let began = Instant::now();
        for number in first..first + count {
            self.notes.have.set(0);
            self.notes.sent.set((Instant::now(), number));
            send(number).await?;
            self.all().await?;
        }
        let (took, micros) = (began.elapsed().as_secs_f64(), self.notes.micros.borrow());
        let noted = micros.len();
        ensure!(noted == u64::from(count) * self.notes.clients as u64, "{noted} deliveries were noted");
        let millis = |quantile| micros.value_at_quantile(quantile) as f64 / 1_000.0;
        let (rate, p50, p99) = (noted as f64 / took.max(1e-9), millis(0.5), millis(0.99));
        rounds.rate.push(rate);
        rounds.p50.push(p50);
        rounds.p99.push(p99);
        let (rate, p50, p99) = (number(rate, 0), number(p50, 1), number(p99, 1));
        Ok(format!("{rate} deliveries/s, p50 {p50} ms, p99 {p99} ms"))
    }

    /// Waits until every client has the newest message.
    async fn all(&self) -> Result<()> {
        let notes = &self.notes;
        while notes.have.get() < notes.clients {
            let waited = tokio::time::timeout(PATIENCE, notes.all.notified()).await;
            if let Some(ended) = notes.ended.borrow().as_ref() {
                bail!("a client's stream ended: {ended}");
            }
            ensure!(
                waited.is_ok() || notes.have.get() == notes.clients,
                "{} of {} clients have the message",
                notes.have.get(),
                notes.clients
            );
        }
        Ok(())
    }

    /// Messages that did not come, and that came twice.
    pub fn faults(&self) -> (u64, u64) {
        (self.notes.lost.get(), self.notes.repeated.get())
    }
}

impl Drop for Clients {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

/// The limit of open files, raised as far as it must be.
pub fn allow_files(wanted: u64) -> Result<()> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    if soft < wanted {
        ensure!(
            hard >= wanted,
            "{wanted} open files are needed, and at most {hard} are allowed; raise ulimit -n"
        );
        setrlimit(Resource::RLIMIT_NOFILE, wanted, hard)?;
    }
    Ok(())
}

/// Opens a stream and reads the head of its answer; gives also the bytes read after it.
async fn open(address: SocketAddr, request: Vec<u8>, buffer: Option<u32>) -> Result<(TcpStream, Vec<u8>)> {
    let socket = TcpSocket::new_v4()?;
    if let Some(bytes) = buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    let mut wire = socket.connect(address).await.with_context(|| format!("cannot connect to {address}"))?;
    wire.write_all(&request).await?;
    let mut read = Vec::new();
    let reading = async {
        loop {
            if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
                return Ok(end + 4);
            }
            ensure!(wire.read_buf(&mut read).await? > 0, "the connection ended before an answer");
        }
    };
    let end = tokio::time::timeout(PATIENCE, reading).await.map_err(|_| anyhow!("no answer"))??;
    let rest = read.split_off(end);
    ensure!(
        read.starts_with(b"HTTP/1.1 200 "),
        "the stream was refused: {}",
        String::from_utf8_lossy(&read).lines().next().unwrap_or_default()
    );
    Ok((wire, rest))
}

/// Opens a stream with each of these requests.
pub async fn open_all(
    address: SocketAddr,
    requests: impl Iterator<Item = Vec<u8>>,
) -> Result<Vec<(TcpStream, Vec<u8>)>> {
    stream::iter(requests.map(|request| open(address, request, None))).buffered(AT_ONCE).try_collect().await
}

/// Gives every frame to `each`, until the stream ends.
pub async fn listen(mut wire: TcpStream, mut read: Vec<u8>, mut each: impl FnMut(&[u8])) -> Result<()> {
    loop {
        take_frames(&mut read, &mut each);
        ensure!(wire.read_buf(&mut read).await? > 0, "the server closed it");
    }
}

/// The request of a gateway's stream.
pub fn stream_request(session: &str) -> Vec<u8> {
    format!(
        "GET /push/v1/stream HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\nAuthorization: Bearer {session}\r\n\r\n"
    )
    .into_bytes()
}

/// The text after the first occurrence of `word`.
pub fn after<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let at = text.windows(word.len()).position(|part| part == word)?;
    text.get(at + word.len()..)
}

/// Notes one event; comments and other events are ignored.
fn note(notes: &Notes, last: &mut Option<u32>, event: &[u8]) {
    let digits = after(event, NUMBER).and_then(|rest| rest.get(..DIGITS));
    let number = digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u32>().ok());
    let Some(number) = number.map(|number| number % 10_000_000) else { return };
    let (sent, newest) = notes.sent.get();
    match *last {
        Some(before) if number <= before => {
            notes.repeated.set(notes.repeated.get() + 1);
            return;
        }
        Some(before) => notes.lost.set(notes.lost.get() + u64::from(number - before - 1)),
        None => {}
    }
    *last = Some(number);
    if number == newest {
        notes.micros.borrow_mut().saturating_record(micros(sent.elapsed()));
        notes.have.set(notes.have.get() + 1);
        if notes.have.get() == notes.clients {
            notes.all.notify_one();
        }
    }
}

/// Clients that opened the stream and stopped reading.
pub struct Stalled {
    server: SocketAddr,
    pub wires: Vec<TcpStream>,
}

impl Stalled {
    /// Connects clients that do not read.
    pub async fn connect(
        address: SocketAddr,
        clients: usize,
        request: impl Fn(usize) -> Vec<u8>,
    ) -> Result<Stalled> {
        let mut wires = Vec::with_capacity(clients);
        for number in 0..clients {
            wires.push(open(address, request(number), Some(STALLED_BUFFER)).await?.0);
        }
        Ok(Stalled { server: address, wires })
    }

    /// The number of connections that the server has closed. Read from the server's side: where the kernel gives a connection up
    /// (TCP_USER_TIMEOUT), the client with its full buffer is not informed.
    pub fn dropped(&self) -> Result<usize> {
        let table = fs::read_to_string("/proc/net/tcp").context("cannot read /proc/net/tcp")?;
        let open = peers(&table, self.server.port());
        let mut dropped = 0;
        for wire in &self.wires {
            dropped += usize::from(!open.contains(&wire.local_addr()?.port()));
        }
        Ok(dropped)
    }
}

/// The remote ports of established connections of a local port, from the text of /proc/net/tcp.
fn peers(table: &str, local: u16) -> BTreeSet<u16> {
    let port = |address: &str| u16::from_str_radix(address.rsplit_once(':')?.1, 16).ok();
    let peer = |line: &str| {
        let mut fields = line.split_whitespace().skip(1);
        let (own, peer, state) = (fields.next()?, fields.next()?, fields.next()?);
        (port(own) == Some(local) && state == ESTABLISHED).then(|| port(peer)).flatten()
    };
    table.lines().filter_map(peer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_those_of_open_connections() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue\n\
            \x20  0: 0100007F:24B8 00000000:0000 0A 00000000:00000000\n\
            \x20  1: 0100007F:24B8 0100007F:D431 01 00000000:00000000\n\
            \x20  2: 0100007F:24B8 0100007F:D432 04 00000000:00000000\n\
            \x20  3: 0100007F:D431 0100007F:24B8 01 00000000:00000000\n";
        assert_eq!(peers(table, 0x24B8), BTreeSet::from([0xD431]));
    }

    fn notes(clients: usize) -> Notes {
        Notes {
            sent: Cell::new((Instant::now(), 3)),
            have: Cell::new(0),
            clients,
            all: Notify::new(),
            micros: RefCell::new(histogram().unwrap()),
            lost: Cell::new(0),
            repeated: Cell::new(0),
            ended: RefCell::new(None),
        }
    }

    #[test]
    fn message_has_its_size_and_its_number() {
        for number in [0, 7, 1_234_567] {
            assert_eq!(message(number, 200).len(), 200);
        }
        let (notes, mut last) = (notes(1), None);
        note(&notes, &mut last, format!("id: 1-2\nevent: x\ndata: {}", message(3, 200)).as_bytes());
        assert_eq!((last, notes.have.get(), notes.lost.get(), notes.repeated.get()), (Some(3), 1, 0, 0));
    }

    #[test]
    fn lost_and_repeated_messages_are_counted() {
        let (notes, mut last) = (notes(2), None);
        for number in [1, 1, 3, 2] {
            note(&notes, &mut last, message(number, 100).as_bytes());
        }
        note(&notes, &mut last, b":\nid: 1-5");
        assert_eq!((notes.have.get(), notes.lost.get(), notes.repeated.get()), (1, 1, 2));
    }
}
