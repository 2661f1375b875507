//! A client's socket, and what waits to be written to it.
//!
//! A stream lives for hours and is written to now and then, so each client costs as little as it can: once its request
//! is read, HTTP's buffers go and the socket stays. Frames are shared by all clients; what waits is only pointers to
//! them.

use std::collections::VecDeque;
use std::io::{ErrorKind, IoSlice};
use std::net::Shutdown;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use bytes::{Buf as _, Bytes};
use saffron_kit::metrics;
use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::timeout;

use super::event::Frame;

/// Frames that may wait for one client; a slower one is cut off, and resumes.
const QUEUE: usize = 256;
/// Frames in one write.
const AT_ONCE: usize = 32;
/// How long a socket may take nothing at all.
const STALL: Duration = Duration::from_secs(30);
/// What the kernel may hold for a client that does not read, in bytes; it doubles this for its own bookkeeping.
const SEND_BUFFER: usize = 64 * 1024;
/// What a client may say on its stream, in bytes; it has nothing to say.
const CHATTER: usize = 4096;

/// What became of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// It waits; somebody has to call [`Outlet::flush`].
    First,
    /// It waits behind others that will be flushed.
    Behind,
    /// The client is too slow, or gone: it has been cut off.
    Refused,
}

#[derive(PartialEq, Eq)]
enum Written {
    /// Nothing waits any more.
    All,
    /// The socket takes no more for now.
    Some,
    /// Nothing waits, and nothing more comes.
    Last,
}

/// The way out to one client.
pub struct Outlet {
    socket: OnceLock<TcpStream>,
    waiting: Mutex<Waiting>,
    /// Tells the client's own task that the socket takes no more, or that the end has come.
    wake: Notify,
}

struct Waiting {
    frames: VecDeque<Frame>,
    /// How many of them were missed by the client and are given again: they do not count as slowness.
    backlog: usize,
    /// Somebody is going to flush.
    is_due: bool,
    /// Nothing more is taken; what waits is still written.
    is_ended: bool,
    /// Nor is what waits.
    is_cut: bool,
}

impl Outlet {
    /// For a client whose socket comes later, with what it gets first.
    pub fn new(first: Vec<Bytes>) -> Outlet {
        let backlog = first.len();
        let frames = first.into_iter().map(Frame::from).collect();
        let waiting = Waiting { frames, backlog, is_due: true, is_ended: false, is_cut: false };
        Outlet { socket: OnceLock::new(), waiting: Mutex::new(waiting), wake: Notify::new() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a frame behind those that wait. Does not write.
    pub fn push(&self, frame: Frame) -> Pushed {
        let mut waiting = self.waiting();
        if waiting.is_ended {
            return Pushed::Refused;
        }
        if waiting.frames.len() - waiting.backlog >= QUEUE {
            waiting.cut();
            metrics::live_dropped(1);
            self.wake.notify_one();
            return Pushed::Refused;
        }
        waiting.frames.push_back(frame);
        if std::mem::replace(&mut waiting.is_due, true) { Pushed::Behind } else { Pushed::First }
    }

    /// Writes what waits, as far as the socket takes it; the client's own task goes on from there.
    pub fn flush(&self) {
        if let Some(socket) = self.socket.get()
            && self.write_to(socket) != Written::All
        {
            self.wake.notify_one();
        }
    }

    fn write_to(&self, socket: &TcpStream) -> Written {
        let mut waiting = self.waiting();
        while !waiting.frames.is_empty() {
            let mut slices = [IoSlice::new(&[]); AT_ONCE];
            let count = waiting.frames.iter().zip(&mut slices).fold(0, |count, (frame, slice)| {
                *slice = IoSlice::new(&frame.bytes);
                count + 1
            });
            match socket.try_write_vectored(slices.get(..count).unwrap_or_default()) {
                Ok(written) => waiting.wrote(written),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Written::Some,
                Err(_) => waiting.cut(),
            }
        }
        waiting.is_due = false;
        if waiting.is_ended { Written::Last } else { Written::All }
    }

    /// Takes nothing more; what waits is written, and the stream ends.
    pub fn end(&self) {
        self.waiting().is_ended = true;
        self.wake.notify_one();
    }

    /// Writes `head` and everything after it to a socket until the stream ends, the client leaves, or it takes nothing
    /// for too long. One caller only.
    pub async fn serve(self: &Arc<Self>, socket: TcpStream, head: Bytes) {
        if let Err(error) = SockRef::from(&socket).set_send_buffer_size(SEND_BUFFER) {
            tracing::debug!(%error, "SO_SNDBUF");
        }
        {
            let mut waiting = self.waiting();
            waiting.frames.push_front(head.into());
            waiting.backlog += 1;
        }
        let socket = self.socket.get_or_init(|| socket);
        tokio::select! {
            () = self.write_on(socket) => {}
            () = left(socket) => {}
        }
        let is_cut = {
            let mut waiting = self.waiting();
            let is_cut = waiting.is_cut;
            waiting.cut();
            is_cut
        };
        let socket = SockRef::from(socket);
        let _gone_already = if is_cut {
            // What the kernel still holds for a client that does not read goes with the socket.
            socket.set_linger(Some(Duration::ZERO))
        } else {
            // Others may still hold the outlet; the client is to see the end now.
            socket.shutdown(Shutdown::Both)
        };
    }

    /// Ends with the stream.
    async fn write_on(&self, socket: &TcpStream) {
        loop {
            match self.write_to(socket) {
                Written::All => self.wake.notified().await,
                // Whoever is cut off meanwhile is not waited for.
                Written::Some => tokio::select! {
                    ready = timeout(STALL, socket.writable()) => {
                        if !matches!(ready, Ok(Ok(()))) {
                            return;
                        }
                    }
                    () = self.wake.notified() => {}
                },
                Written::Last => return,
            }
        }
    }
}

impl Waiting {
    /// Ends it in the midst of what waits.
    fn cut(&mut self) {
        self.is_ended = true;
        self.is_cut = true;
        self.frames.clear();
        self.backlog = 0;
    }

    /// Lets go of bytes that were written.
    fn wrote(&mut self, mut written: usize) {
        while let Some(frame) = self.frames.front_mut() {
            if written < frame.bytes.len() {
                frame.bytes.advance(written);
                return;
            }
            written -= frame.bytes.len();
            if let Some(at) = frame.at {
                metrics::live_delivered(at.get());
            }
            self.frames.pop_front();
            self.backlog = self.backlog.saturating_sub(1);
        }
    }
}

/// Ends when the client closes its side, or says more than it may.
async fn left(socket: &TcpStream) {
    let mut heard = 0;
    let mut buffer = [0_u8; 256];
    while heard < CHATTER && socket.readable().await.is_ok() {
        match socket.try_read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => heard += read,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;
    use tokio::net::TcpListener;
    use tokio::task::JoinHandle;

    use super::*;

    const HEAD: Bytes = Bytes::from_static(b"head;");

    /// Both ends of a connection, the client's reading little ahead.
    async fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = tokio::net::TcpSocket::new_v4().unwrap();
        client.set_recv_buffer_size(4096).unwrap();
        let (client, server) =
            tokio::join!(client.connect(listener.local_addr().unwrap()), listener.accept());
        (server.unwrap().0, client.unwrap())
    }

    async fn open(first: Vec<Bytes>) -> (Arc<Outlet>, TcpStream, JoinHandle<()>) {
        let (server, client) = pair().await;
        let outlet = Arc::new(Outlet::new(first));
        let serving = tokio::spawn({
            let outlet = outlet.clone();
            async move { outlet.serve(server, HEAD).await }
        });
        (outlet, client, serving)
    }

    async fn all(mut client: TcpStream) -> Vec<u8> {
        let mut read = Vec::new();
        client.read_to_end(&mut read).await.unwrap();
        read
    }

    fn big(letter: u8) -> Bytes {
        vec![letter; 64 * 1024].into()
    }

    #[tokio::test]
    async fn what_waits_is_written_in_order_before_the_end() {
        let (outlet, client, serving) = open(vec!["first;".into()]).await;
        assert_eq!(outlet.push("next;".into()), Pushed::Behind);
        outlet.end();
        assert_eq!(outlet.push("late;".into()), Pushed::Refused);
        assert_eq!(String::from_utf8(all(client).await).unwrap(), "head;first;next;");
        serving.await.unwrap();
    }

    #[tokio::test]
    async fn a_client_that_reads_late_gets_every_byte() {
        let (outlet, client, serving) = open(Vec::new()).await;
        let mut wanted = HEAD.to_vec();
        for letter in (0..100).map(|number| b'a' + number % 26) {
            assert_ne!(outlet.push(big(letter).into()), Pushed::Refused);
            outlet.flush();
            wanted.extend(big(letter));
        }
        outlet.end();
        assert_eq!(all(client).await, wanted);
        serving.await.unwrap();
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_cut_off_and_what_it_missed_before_does_not_count() {
        let missed = vec![big(b'm'); 2 * QUEUE];
        let (outlet, client, serving) = open(missed).await;
        let pushed = (0..=QUEUE).map(|_| outlet.push(big(b'n').into())).collect::<Vec<_>>();
        let (last, before) = pushed.split_last().unwrap();
        assert!(before.iter().all(|pushed| *pushed == Pushed::Behind));
        assert_eq!(*last, Pushed::Refused);
        serving.await.unwrap();
        drop(outlet);
        // Nothing is kept for it: what it has not read by now is gone.
        let mut client = client;
        let mut read = Vec::new();
        let reset = client.read_to_end(&mut read).await.unwrap_err();
        assert_eq!(reset.kind(), ErrorKind::ConnectionReset);
        assert!(read.len() < 2 * QUEUE * 64 * 1024);
    }

    #[tokio::test]
    async fn who_leaves_or_says_too_much_is_let_go() {
        let (_outlet, client, serving) = open(Vec::new()).await;
        drop(client);
        serving.await.unwrap();
        let (_outlet, client, serving) = open(Vec::new()).await;
        let mut said = 0;
        while said <= CHATTER {
            client.writable().await.unwrap();
            said += client.try_write(&[b'x'; 512]).unwrap_or(0);
        }
        serving.await.unwrap();
    }
}
