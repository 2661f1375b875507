//! A client's socket, and the frames that wait for it. Instead of axum's `Sse`: a stream is open for hours and rarely written
//! to, so each client has to cost little. Once its request is read, HTTP's buffers are freed and only the socket stays. Frames
//! are shared by all clients; the queue holds pointers to them.

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
const BATCH: usize = 32;
/// How long a socket may accept no byte.
const WRITE_TIME_OUT: Duration = Duration::from_secs(30);
/// The most bytes that the kernel buffers for a client that does not read; it doubles this for its own bookkeeping.
const SEND_BUFFER: usize = 64 * 1024;
/// The most bytes that a client may send on its stream; it has nothing to send.
const MAX_RECEIVED: usize = 4096;

/// The result of adding a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// The frame waits; the caller has to make sure of a [`Connection::flush`].
    First,
    /// The frame waits behind others, with which it will be flushed.
    Behind,
    /// The client is too slow, or gone: the stream was cut off.
    Refused,
}

#[derive(PartialEq, Eq)]
enum Written {
    /// No frame waits.
    All,
    /// The socket accepts no more for now.
    Some,
    /// No frame waits, and none will be added.
    Last,
}

/// The connection to one client.
pub struct Connection {
    socket: OnceLock<TcpStream>,
    waiting: Mutex<Waiting>,
    /// Wakes the stream's own task when the socket accepts no more, or the stream ends.
    wake: Notify,
}

struct Waiting {
    frames: VecDeque<Frame>,
    /// How many frames are replayed: they do not count as slowness.
    backlog: usize,
    /// A flush is due.
    is_due: bool,
    /// No frame is added; the waiting ones are still written.
    is_ended: bool,
    /// The waiting frames are not written either.
    is_cut: bool,
}

impl Connection {
    /// A connection with its first frames; [`Connection::serve`] gets the socket.
    pub fn new(first: Vec<Bytes>) -> Connection {
        let backlog = first.len();
        let frames = first.into_iter().map(Frame::from).collect();
        let waiting = Waiting { frames, backlog, is_due: true, is_ended: false, is_cut: false };
        Connection { socket: OnceLock::new(), waiting: Mutex::new(waiting), wake: Notify::new() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame to those that wait, without writing.
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

    /// Writes the waiting frames, as far as the socket accepts it; the stream's own task continues from there.
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
            let mut slices = [IoSlice::new(&[]); BATCH];
            let count = waiting.frames.iter().zip(&mut slices).fold(0, |count, (frame, slice)| {
                *slice = IoSlice::new(&frame.bytes);
                count + 1
            });
            match socket.try_write_vectored(slices.get(..count).unwrap_or_default()) {
                Ok(written) => waiting.advance(written),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Written::Some,
                Err(_) => waiting.cut(),
            }
        }
        waiting.is_due = false;
        if waiting.is_ended { Written::Last } else { Written::All }
    }

    /// Ends the stream once the waiting frames are written.
    pub fn end(&self) {
        self.waiting().is_ended = true;
        self.wake.notify_one();
    }

    /// Writes `head` and the frames to a socket until the stream ends, the client leaves, or the socket accepts nothing for too
    /// long. Called once.
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
            () = self.write_until_end(socket) => {}
            () = closed_by_client(socket) => {}
        }
        let is_cut = {
            let mut waiting = self.waiting();
            let is_cut = waiting.is_cut;
            waiting.cut();
            is_cut
        };
        let socket = SockRef::from(socket);
        // The client may be gone already.
        let _ = if is_cut {
            // The kernel drops what it buffers for a client that does not read.
            socket.set_linger(Some(Duration::ZERO))
        } else {
            // Others may still hold the connection; the client has to see the end now.
            socket.shutdown(Shutdown::Both)
        };
    }

    /// Writes until the stream ends.
    async fn write_until_end(&self, socket: &TcpStream) {
        loop {
            match self.write_to(socket) {
                Written::All => self.wake.notified().await,
                // A stream that is cut off meanwhile does not wait for its socket.
                Written::Some => tokio::select! {
                    ready = timeout(WRITE_TIME_OUT, socket.writable()) => {
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
    /// Ends the stream without the waiting frames.
    fn cut(&mut self) {
        self.is_ended = true;
        self.is_cut = true;
        self.frames.clear();
        self.backlog = 0;
    }

    /// Removes bytes that were written.
    fn advance(&mut self, mut written: usize) {
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

/// Ends when the client closes its side, or sends more than it may.
async fn closed_by_client(socket: &TcpStream) {
    let mut received = 0;
    let mut buffer = [0_u8; 256];
    while received < MAX_RECEIVED && socket.readable().await.is_ok() {
        match socket.try_read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => received += read,
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

    async fn open(first: Vec<Bytes>) -> (Arc<Connection>, TcpStream, JoinHandle<()>) {
        let (server, client) = pair().await;
        let connection = Arc::new(Connection::new(first));
        let serving = tokio::spawn({
            let connection = connection.clone();
            async move { connection.serve(server, HEAD).await }
        });
        (connection, client, serving)
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
    async fn waiting_frames_are_written_in_order_before_the_end() {
        let (connection, client, serving) = open(vec!["first;".into()]).await;
        assert_eq!(connection.push("next;".into()), Pushed::Behind);
        connection.end();
        assert_eq!(connection.push("late;".into()), Pushed::Refused);
        assert_eq!(String::from_utf8(all(client).await).unwrap(), "head;first;next;");
        serving.await.unwrap();
    }

    #[tokio::test]
    async fn client_that_reads_late_gets_every_byte() {
        let (connection, client, serving) = open(Vec::new()).await;
        let mut wanted = HEAD.to_vec();
        for letter in (0..100).map(|number| b'a' + number % 26) {
            assert_ne!(connection.push(big(letter).into()), Pushed::Refused);
            connection.flush();
            wanted.extend(big(letter));
        }
        connection.end();
        assert_eq!(all(client).await, wanted);
        serving.await.unwrap();
    }

    #[tokio::test]
    async fn client_that_does_not_read_is_cut_off() {
        // What it missed before does not count.
        let missed = vec![big(b'm'); 2 * QUEUE];
        let (connection, client, serving) = open(missed).await;
        let pushed = (0..=QUEUE).map(|_| connection.push(big(b'n').into())).collect::<Vec<_>>();
        let (last, before) = pushed.split_last().unwrap();
        assert!(before.iter().all(|pushed| *pushed == Pushed::Behind));
        assert_eq!(*last, Pushed::Refused);
        serving.await.unwrap();
        drop(connection);
        // Nothing is kept for it: what it has not read by now is lost.
        let mut client = client;
        let mut read = Vec::new();
        let reset = client.read_to_end(&mut read).await.unwrap_err();
        assert_eq!(reset.kind(), ErrorKind::ConnectionReset);
        assert!(read.len() < 2 * QUEUE * 64 * 1024);
    }

    #[tokio::test]
    async fn stream_ends_when_client_leaves_or_sends_too_much() {
        let (_connection, client, serving) = open(Vec::new()).await;
        drop(client);
        serving.await.unwrap();
        let (_connection, client, serving) = open(Vec::new()).await;
        let mut sent = 0;
        while sent <= MAX_RECEIVED {
            client.writable().await.unwrap();
            sent += client.try_write(&[b'x'; 512]).unwrap_or(0);
        }
        serving.await.unwrap();
    }
}
