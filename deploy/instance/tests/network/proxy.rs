//! A proxy between two processes that can be made as bad as networks are.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What is read at once, bytes.
const AT_ONCE: usize = 64 * 1024;
/// What a slow proxy passes on at once, bytes.
const DROP: u64 = 256;

/// What a proxy does with the bytes that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Passes bytes on.
    None,
    /// Each direction this late, and by up to as much more; milliseconds.
    Late(u64),
    /// So many bytes a second.
    Slow(u64),
    /// Every connection is reset, and every new one.
    Cut,
    /// Takes everything, passes on nothing, and closes nothing.
    Swallows,
    /// Requests arrive, answers do not.
    Deaf,
    /// One in so many pieces resets its connection.
    Drops(u32),
}

impl Fault {
    /// Every fault that a network may have.
    pub const ALL: [Self; 6] =
        [Self::Late(60), Self::Slow(64 * 1024), Self::Cut, Self::Swallows, Self::Deaf, Self::Drops(20)];

    /// Whether nothing gets through.
    pub fn is_total(self) -> bool {
        matches!(self, Self::Cut | Self::Swallows | Self::Deaf)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Late(millis) => write!(f, "{millis} to {} ms late each way", 2 * millis),
            Self::Slow(bytes) => write!(f, "{} KiB a second", bytes / 1024),
            Self::Cut => f.write_str("cut"),
            Self::Swallows => f.write_str("half-open"),
            Self::Deaf => f.write_str("half-open, answers only"),
            Self::Drops(one_in) => write!(f, "every {one_in}th piece resets"),
        }
    }
}

pub struct Proxy {
    pub port: u16,
    fault: watch::Sender<Fault>,
}

impl Proxy {
    /// A proxy for a port of this machine.
    pub async fn to(server: u16, seed: u64) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (fault, current) = watch::channel(Fault::None);
        tokio::spawn(async move {
            let mut random = StdRng::seed_from_u64(seed);
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connection(client, server, current.clone(), random.random()));
            }
        });
        Self { port, fault }
    }

    /// Sets the fault for open connections and for new ones. Connections on which something was swallowed never come back:
    /// when the fault ends the server's side is closed, as its own keep-alive would do, and the client's is not.
    pub fn set_fault(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }
}

/// How one direction of a connection ended.
enum End {
    /// By its sender.
    Closed,
    Reset,
    /// Neither side is informed.
    Silent,
}

async fn connection(client: TcpStream, server: u16, fault: watch::Receiver<Fault>, seed: u64) {
    if *fault.borrow() == Fault::Cut {
        reset(&client);
        return;
    }
    let Ok(server) = TcpStream::connect(("127.0.0.1", server)).await else { return };
    for socket in [&client, &server] {
        let _ = socket.set_nodelay(true);
    }
    let random = Arc::new(Mutex::new(StdRng::seed_from_u64(seed)));
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let mut there = Pipe { from: from_client, to: to_server, fault: fault.clone(), random: random.clone() };
    let mut back = Pipe { from: from_server, to: to_client, fault: fault.clone(), random };
    let end = tokio::select! {
        end = there.pass(false) => end,
        end = back.pass(true) => end,
    };
    match end {
        Ok(End::Closed) | Err(_) => {}
        Ok(End::Reset) => [there.to, back.to].into_iter().for_each(|half| {
            reset(half.as_ref());
            half.forget();
        }),
        Ok(End::Silent) => there.swallow(back).await,
    }
}

struct Pipe {
    from: OwnedReadHalf,
    to: OwnedWriteHalf,
    fault: watch::Receiver<Fault>,
    random: Arc<Mutex<StdRng>>,
}

impl Pipe {
    async fn pass(&mut self, is_answer: bool) -> io::Result<End> {
        let mut buffer = vec![0; AT_ONCE];
        loop {
            let fault = *self.fault.borrow_and_update();
            match fault {
                Fault::Cut => return Ok(End::Reset),
                Fault::Swallows => return Ok(End::Silent),
                _ => {}
            }
            let read = tokio::select! {
                read = self.from.read(&mut buffer) => read?,
                changed = self.fault.changed() => {
                    changed.map_err(io::Error::other)?;
                    continue;
                }
            };
            if read == 0 {
                return Ok(End::Closed);
            }
            // It may have changed while nothing came.
            let piece = &buffer[..read];
            let fault = *self.fault.borrow();
            match fault {
                Fault::None => self.to.write_all(piece).await?,
                Fault::Late(millis) => {
                    let late = self.random.lock().unwrap().random_range(millis..=2 * millis);
                    tokio::time::sleep(Duration::from_millis(late)).await;
                    self.to.write_all(piece).await?;
                }
                Fault::Slow(bytes_a_second) => {
                    for part in piece.chunks(DROP as usize) {
                        let micros = part.len() as u64 * 1_000_000 / bytes_a_second;
                        tokio::time::sleep(Duration::from_micros(micros)).await;
                        self.to.write_all(part).await?;
                    }
                }
                Fault::Cut => return Ok(End::Reset),
                Fault::Swallows => return Ok(End::Silent),
                Fault::Deaf if is_answer => return Ok(End::Silent),
                Fault::Deaf => self.to.write_all(piece).await?,
                Fault::Drops(one_in) => {
                    if self.random.lock().unwrap().random_ratio(1, one_in) {
                        return Ok(End::Reset);
                    }
                    self.to.write_all(piece).await?;
                }
            }
        }
    }

    /// Takes what the client sends, for as long as it sends anything, and drops it. Where only answers were lost, it goes on
    /// taking requests to the server until the fault ends.
    async fn swallow(mut self, back: Pipe) {
        let Pipe { from: mut from_server, to: to_client, mut fault, .. } = back;
        let mut buffer = vec![0; AT_ONCE];
        let passes = *fault.borrow() == Fault::Deaf;
        let mut answers = vec![0; AT_ONCE];
        loop {
            tokio::select! {
                read = self.from.read(&mut buffer) => match read {
                    Ok(0) | Err(_) => return,
                    Ok(read) if passes => drop(self.to.write_all(&buffer[..read]).await),
                    Ok(_) => {}
                },
                Ok(1..) = from_server.read(&mut answers), if passes => {}
                // Another fault, or none: this connection is not mended by it.
                _ = fault.changed() => break,
            }
        }
        drop((self.to, from_server));
        while let Ok(1..) = self.from.read(&mut buffer).await {}
        drop(to_client);
    }
}

/// Closes a socket by a reset, so that the other side gets an error.
fn reset(socket: &TcpStream) {
    let _ = socket.set_zero_linger();
}
