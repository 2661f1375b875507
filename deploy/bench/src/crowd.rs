//! Many clients of one stream of server-sent events, who note what comes and when. The same for whatever serves them,
//! and close to the socket, because they share the processors with it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use hdrhistogram::Histogram;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

/// Clients that connect at the same time.
const AT_ONCE: usize = 50;
/// Nothing may stand still for longer.
const PATIENCE: Duration = Duration::from_secs(60);
/// What stands before a message's number, in every message.
const NUMBER: &[u8] = b"\"n\":";
/// Digits of the number.
const DIGITS: usize = 8;
/// What the kernel keeps for a client that does not read, in bytes.
const STALLED_BUFFER: u32 = 4096;
/// An established connection in /proc/net/tcp.
const ESTABLISHED: &str = "01";

/// The JSON of a message of so many bytes.
pub fn message(number: u32, bytes: usize) -> String {
    let head = format!("{{\"n\":1{number:07},\"text\":\"");
    let fill = bytes.saturating_sub(head.len() + 2);
    format!("{head}{}\"}}", "x".repeat(fill))
}

/// Clients that are connected.
pub struct Crowd {
    heard: Rc<Heard>,
    tasks: Vec<AbortHandle>,
}

/// What all clients of a crowd note.
struct Heard {
    /// When the newest message was sent, and its number.
    sent: Cell<(Instant, u32)>,
    /// Clients that have it.
    have: Cell<usize>,
    clients: usize,
    all: Notify,
    micros: RefCell<Histogram<u64>>,
    lost: Cell<u64>,
    repeated: Cell<u64>,
    /// Why a client's stream ended.
    ended: RefCell<Option<String>>,
}

/// What one message after the other to all came to.
pub struct Heights {
    /// Deliveries a second.
    pub rate: f64,
    /// Milliseconds from sending to reading that half of them did not exceed.
    pub p50: f64,
    /// That 99 of 100 did not exceed.
    pub p99: f64,
}

impl Crowd {
    /// Connects so many clients, each with the request that `request` gives for its number.
    pub async fn connect(
        address: SocketAddr,
        clients: usize,
        request: impl Fn(usize) -> Vec<u8>,
    ) -> Result<Crowd> {
        let heard = Rc::new(Heard {
            sent: Cell::new((Instant::now(), 0)),
            have: Cell::new(clients),
            clients,
            all: Notify::new(),
            micros: RefCell::new(nothing()?),
            lost: Cell::new(0),
            repeated: Cell::new(0),
            ended: RefCell::new(None),
        });
        let mut tasks = Vec::with_capacity(clients);
        let numbers: Vec<usize> = (0..clients).collect();
        for some in numbers.chunks(AT_ONCE) {
            let opened = some.iter().map(|number| open(address, request(*number), None));
            for wire in futures::future::join_all(opened).await {
                let heard = heard.clone();
                let (wire, rest) = wire?;
                let task = tokio::task::spawn_local(async move {
                    if let Err(error) = listen(&heard, wire, rest).await {
                        heard.ended.replace(Some(format!("{error:#}")));
                        heard.all.notify_one();
                    }
                });
                tasks.push(task.abort_handle());
            }
        }
        Ok(Crowd { heard, tasks })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.heard.clients
    }

    /// Sends messages by `send`, each when everybody has the one before; the first has the number `first`.
    pub async fn hear(
        &self,
        first: u32,
        count: u32,
        mut send: impl AsyncFnMut(u32) -> Result<()>,
    ) -> Result<Heights> {
        self.heard.micros.replace(nothing()?);
        let began = Instant::now();
        for number in first..first + count {
            self.heard.have.set(0);
            self.heard.sent.set((Instant::now(), number));
            send(number).await?;
            self.all().await?;
        }
        let took = began.elapsed();
        let micros = self.heard.micros.borrow();
        ensure!(
            micros.len() == u64::from(count) * self.len() as u64,
            "{} deliveries were noted",
            micros.len()
        );
        let millis = |quantile| micros.value_at_quantile(quantile) as f64 / 1_000.0;
        Ok(Heights {
            rate: micros.len() as f64 / took.as_secs_f64().max(1e-9),
            p50: millis(0.5),
            p99: millis(0.99),
        })
    }

    /// Waits until every client has the newest message.
    async fn all(&self) -> Result<()> {
        let heard = &self.heard;
        while heard.have.get() < heard.clients {
            let waited = tokio::time::timeout(PATIENCE, heard.all.notified()).await;
            if let Some(ended) = heard.ended.borrow().as_ref() {
                bail!("a client's stream ended: {ended}");
            }
            ensure!(
                waited.is_ok() || heard.have.get() == heard.clients,
                "{} of {} clients have the message",
                heard.have.get(),
                heard.clients
            );
        }
        Ok(())
    }

    /// Messages that did not come, and that came twice, since they are connected.
    pub fn faults(&self) -> (u64, u64) {
        (self.heard.lost.get(), self.heard.repeated.get())
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

fn nothing() -> Result<Histogram<u64>> {
    Histogram::new_with_bounds(1, 60_000_000, 3).map_err(|error| anyhow!("histogram: {error:?}"))
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

/// Opens a stream and reads the head of its answer; with what was read behind it.
pub async fn open(
    address: SocketAddr,
    request: Vec<u8>,
    buffer: Option<u32>,
) -> Result<(TcpStream, Vec<u8>)> {
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

/// Notes every message, until the stream ends.
async fn listen(heard: &Heard, mut wire: TcpStream, mut read: Vec<u8>) -> Result<()> {
    let mut last = None;
    loop {
        let mut done = 0;
        while let Some(end) = read.get(done..).and_then(|rest| rest.windows(2).position(|two| two == b"\n\n"))
        {
            note(heard, &mut last, read.get(done..done + end).unwrap_or_default());
            done += end + 2;
        }
        read.drain(..done);
        ensure!(wire.read_buf(&mut read).await? > 0, "the server closed it");
    }
}

/// Notes one event; comments and others are passed over.
fn note(heard: &Heard, last: &mut Option<u32>, event: &[u8]) {
    let at = event.windows(NUMBER.len()).position(|part| part == NUMBER);
    let digits = at.and_then(|at| event.get(at + NUMBER.len()..at + NUMBER.len() + DIGITS));
    let number = digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u32>().ok());
    let Some(number) = number.map(|number| number % 10_000_000) else { return };
    let (sent, newest) = heard.sent.get();
    match *last {
        Some(before) if number <= before => {
            heard.repeated.set(heard.repeated.get() + 1);
            return;
        }
        Some(before) => heard.lost.set(heard.lost.get() + u64::from(number - before - 1)),
        None => {}
    }
    *last = Some(number);
    if number == newest {
        let micros = u64::try_from(sent.elapsed().as_micros()).unwrap_or(u64::MAX).max(1);
        heard.micros.borrow_mut().saturating_record(micros);
        heard.have.set(heard.have.get() + 1);
        if heard.have.get() == heard.clients {
            heard.all.notify_one();
        }
    }
}

/// Clients that opened the stream and read nothing more.
pub struct Stalled {
    server: SocketAddr,
    wires: Vec<TcpStream>,
}

impl Stalled {
    /// Connects so many.
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

    /// How many connections the server has closed. Read from the server's side: where the kernel gives a connection up
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.wires.len()
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

    fn heard(clients: usize) -> Heard {
        Heard {
            sent: Cell::new((Instant::now(), 3)),
            have: Cell::new(0),
            clients,
            all: Notify::new(),
            micros: RefCell::new(nothing().unwrap()),
            lost: Cell::new(0),
            repeated: Cell::new(0),
            ended: RefCell::new(None),
        }
    }

    #[test]
    fn a_message_has_its_size_and_its_number() {
        for number in [0, 7, 1_234_567] {
            assert_eq!(message(number, 200).len(), 200);
        }
        let (heard, mut last) = (heard(1), None);
        note(&heard, &mut last, format!("id: 1-2\nevent: x\ndata: {}", message(3, 200)).as_bytes());
        assert_eq!((last, heard.have.get(), heard.lost.get(), heard.repeated.get()), (Some(3), 1, 0, 0));
    }

    #[test]
    fn what_is_lost_and_what_comes_twice_is_counted() {
        let (heard, mut last) = (heard(2), None);
        for number in [1, 1, 3, 2] {
            note(&heard, &mut last, message(number, 100).as_bytes());
        }
        note(&heard, &mut last, b":\nid: 1-5");
        assert_eq!((heard.have.get(), heard.lost.get(), heard.repeated.get()), (1, 1, 2));
    }
}
