//! Distributes the events of PUSH to the open streams of this gateway.

mod start;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use saffron_core::{Code, Error, PosId};
use saffron_kit::CancellationToken;
use saffron_kit::Secret;
use saffron_kit::metrics;
use saffron_kit::nats::live::PushState;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::audience::Recipients;
use super::connection::{Connection, Pushed};
use super::event::{self, Frame, Message};
use super::index::{Index, OpenStream, StreamId};
use super::position::Position;
use super::window::Window;
use super::writers::Writers;
use crate::session::Session;

pub use start::Start;

/// The most streams of a session.
const PER_SESSION: usize = 20;
/// How often an open stream's session is checked.
const CHECK_EVERY: Duration = Duration::from_secs(600);
/// How soon a session is checked again after auth did not answer.
const CHECK_AGAIN: Duration = Duration::from_secs(30);

/// The open streams, and the events that they can resume from.
pub struct Hub {
    state: Mutex<State>,
    writers: Arc<Writers>,
    limit: usize,
}

#[derive(Default)]
struct State {
    /// None until PUSH is opened for the first time.
    window: Option<Window>,
    /// The newest sequence of PUSH when it was opened: events up to it are replayed.
    opened_at: u64,
    /// When all streams were last reset, and at which position: a client that was away then is reset when it returns.
    reset_at: Option<(Position, Instant)>,
    index: Index,
    next: StreamId,
    closed: bool,
    writers: Arc<Writers>,
}

impl Hub {
    /// A hub for at most this many streams.
    pub fn new(limit: usize) -> Hub {
        let writers = Arc::new(Writers::default());
        let state = State { writers: writers.clone(), ..State::default() };
        Hub { state: Mutex::new(state), writers, limit }
    }

    /// The number of open streams.
    pub fn len(&self) -> usize {
        self.state().index.len()
    }

    /// Starts writing, until `shutdown`.
    pub fn start(&self, work: &mut JoinSet<()>, shutdown: &CancellationToken) {
        self.writers.start(work, shutdown);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that PUSH was opened. If its events do not continue those from before, all streams are reset.
    pub fn opened(&self, push: PushState) {
        let mut state = self.state();
        state.opened_at = push.last_sequence;
        let continues = state.window.as_ref().is_some_and(|window| {
            window.incarnation == push.incarnation
                && push.first_sequence <= window.last + 1
                && push.last_sequence >= window.last
        });
        if !continues {
            let before = state.window.replace(Window::new(push.incarnation, push.first_sequence));
            // There are no streams before PUSH is opened for the first time.
            if before.is_some() {
                state.reset_all();
            }
        }
    }

    /// Notes that events before `next` were missed.
    pub fn missed(&self, next: Position) {
        let mut state = self.state();
        state.window = Some(Window::new(next.incarnation, next.sequence));
        state.reset_all();
    }

    /// Makes all clients reload their data.
    pub fn reset_all(&self) {
        self.state().reset_all();
    }

    /// Distributes a message of PUSH, in order; returns the number of streams that it goes to.
    pub fn receive(&self, sequence: u64, message: Message) -> usize {
        let mut state = self.state();
        let streams = match message {
            Message::Event(to, frame) => state.send(sequence, to, frame),
            Message::Report(change, frame) => {
                state.send(sequence, Recipients::Location(change.pos_id), frame)
            }
            Message::Locations(change, frame) => {
                for id in state.index.of_person(change.user_id) {
                    state.index.set_location(id, &change.pos_id, change.linked);
                }
                state.send(sequence, Recipients::Person(change.user_id), frame)
            }
            Message::SessionEnded(ended) => {
                state.index.remove_session(&ended.handle);
                0
            }
            Message::ReplicaStarted => state.reset_before(sequence),
            Message::IngestKeyRevoked(_) | Message::Unknown | Message::Unreadable => 0,
        };
        if let Some(window) = &mut state.window {
            window.last = sequence;
        }
        streams
    }

    /// Ends the streams of a session.
    pub fn end_session(&self, handle: &str) {
        self.state().index.remove_session(handle);
    }

    /// Sends a comment on every stream.
    pub fn keep_alive(&self) {
        let mut state = self.state();
        if let Some(window) = &mut state.window {
            window.prune(Instant::now());
        }
        let position = state.window.as_ref().map(Window::position);
        let (plain, with_position) = (event::comment(None), event::comment(position));
        state.send_all(|stream| {
            let is_ahead = position.is_none_or(|position| stream.after > position.sequence);
            if is_ahead { plain.clone() } else { with_position.clone() }
        });
    }

    /// Ends all streams, and spreads their reconnections over some seconds.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.send_all(|_| format!("retry: {}\n\n", rand::random_range(1_000..=5_000)).into());
        state.index.clear();
    }

    /// Opens a stream: it gets the events since its start, or `reset` if some were dropped, and then new ones.
    pub fn join(
        self: &Arc<Hub>,
        session: &Session,
        session_id: &Secret,
        start: Start,
    ) -> Result<StreamGuard, Error> {
        let mut state = self.state();
        if state.closed || state.index.len() >= self.limit {
            return Err(Error::unavailable("No more streams can be opened. Please try again.").retry_after(5));
        }
        if state.index.count_of_session(&session.handle) >= PER_SESSION {
            let message = "This session has too many streams open. Close some.";
            return Err(Error::new(Code::TooMany, message).retry_after(5));
        }
        // The events that the client missed are not known yet.
        let Some(window) = &state.window else {
            return Err(Error::unavailable("The live stream is not ready. Please try again.").retry_after(1));
        };
        let locations = locations(session);
        let (first, after) = state.first_frames(window, start, &locations, session);
        let connection = Arc::new(Connection::new(first));
        let id = state.next;
        state.next += 1;
        let stream = OpenStream {
            user: session.user,
            handle: session.handle.clone(),
            session_id: session_id.clone(),
            locations,
            after,
            check_at: Instant::now() + CHECK_EVERY,
            connection: connection.clone(),
        };
        state.index.add(id, stream);
        Ok(StreamGuard { id, connection, hub: self.clone() })
    }

    /// Sets the locations of a stream to those of its session, which was just checked.
    pub fn refresh(&self, id: StreamId, session: &Session) {
        let mut state = self.state();
        state.index.set_locations(id, &locations(session));
        if let Some(stream) = state.index.get_mut(id) {
            stream.check_at = Instant::now() + CHECK_EVERY;
        }
    }

    /// Checks the session of a stream again soon.
    pub fn recheck_soon(&self, id: StreamId) {
        if let Some(stream) = self.state().index.get_mut(id) {
            stream.check_at = Instant::now() + CHECK_AGAIN;
        }
    }

    /// Ends a stream.
    pub fn remove_stream(&self, id: StreamId) {
        self.state().index.remove(id);
    }

    /// Streams whose session is to be checked, at most `limit`.
    pub fn due(&self, limit: usize) -> Vec<(StreamId, Secret)> {
        let now = Instant::now();
        let mut state = self.state();
        let due = state.index.all().filter(|(_, stream)| stream.check_at <= now).take(limit);
        due.map(|(id, stream)| {
            stream.check_at = now + CHECK_AGAIN;
            (id, stream.session_id.clone())
        })
        .collect()
    }
}

fn locations(session: &Session) -> BTreeSet<PosId> {
    session.locations.keys().cloned().collect()
}

impl State {
    /// Sends an event to its recipients; returns their number.
    fn send(&mut self, sequence: u64, to: Recipients, frame: Frame) -> usize {
        let mut queued = Queued::default();
        for (id, stream) in self.index.recipients(&to).filter(|(_, stream)| sequence > stream.after) {
            queued.push(id, &stream.connection, frame.clone());
        }
        let streams = self.write(queued);
        if let Some(window) = &mut self.window {
            window.add(sequence, to, frame.bytes, Instant::now());
        }
        streams
    }

    /// Sends a frame on every stream.
    fn send_all(&mut self, frame: impl Fn(&OpenStream) -> Bytes) {
        let mut queued = Queued::default();
        for (id, stream) in self.index.all() {
            queued.push(id, &stream.connection, frame(stream).into());
        }
        self.write(queued);
    }

    /// Starts writing queued frames, and removes slow streams; returns the number of streams.
    fn write(&mut self, queued: Queued) -> usize {
        queued.slow.into_iter().for_each(|id| self.index.remove(id));
        self.writers.write(queued.due);
        queued.streams
    }

    /// Makes all clients reload. The end of a session may have been missed, so all sessions are checked.
    fn reset_all(&mut self) {
        let now = Instant::now();
        let after = self.window.as_ref().map_or(0, |window| window.last.max(self.opened_at));
        let position =
            self.window.as_ref().map(|window| Position { incarnation: window.incarnation, sequence: after });
        metrics::live_resets(self.index.len() as u64);
        let frame = event::reset(position);
        self.reset_at = position.map(|position| (position, now));
        for (_, stream) in self.index.all() {
            stream.check_at = now;
            stream.after = after;
        }
        self.send_all(|_| frame.clone());
    }

    /// Makes the clients before this position reload; returns their number.
    fn reset_before(&mut self, sequence: u64) -> usize {
        let Some(window) = &self.window else { return 0 };
        let position = Position { incarnation: window.incarnation, sequence };
        if !self.was_reset_after(&position) {
            self.reset_at = Some((position, Instant::now()));
        }
        let frame = event::reset(Some(position));
        let mut queued = Queued::default();
        for (id, stream) in self.index.all().filter(|(_, stream)| stream.after < sequence) {
            queued.push(id, &stream.connection, frame.clone().into());
        }
        let streams = self.write(queued);
        metrics::live_resets(streams as u64);
        streams
    }

    /// Whether all clients were reset at this position or later. Whether a client at exactly this position received the reset is
    /// unknown, so it is reset again, which is harmless.
    fn was_reset_after(&self, position: &Position) -> bool {
        self.reset_at.is_some_and(|(reset, _)| {
            reset.incarnation == position.incarnation && position.sequence <= reset.sequence
        })
    }
}

/// A frame that was added to the queues of streams.
#[derive(Default)]
struct Queued {
    streams: usize,
    due: Vec<(StreamId, Arc<Connection>)>,
    slow: Vec<StreamId>,
}

impl Queued {
    fn push(&mut self, id: StreamId, connection: &Arc<Connection>, frame: Frame) {
        self.streams += 1;
        match connection.push(frame) {
            Pushed::First => self.due.push((id, connection.clone())),
            Pushed::Behind => {}
            Pushed::Refused => self.slow.push(id),
        }
    }
}

/// An open stream. Dropping it removes it from the hub.
pub struct StreamGuard {
    /// The id of the stream.
    pub id: StreamId,
    connection: Arc<Connection>,
    hub: Arc<Hub>,
}

impl StreamGuard {
    /// Writes the head of the answer and then the events, until the stream ends or the client leaves.
    pub async fn serve(self, socket: TcpStream, head: Bytes) {
        self.connection.serve(socket, head).await;
    }
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        self.hub.remove_stream(self.id);
    }
}

#[cfg(test)]
mod tests {
    use saffron_core::UserId;

    use super::*;

    fn session() -> Session {
        Session::of(UserId(uuid::Uuid::from_u128(7)), "phone", "p1")
    }

    fn frames(hub: &Hub, start: Start) -> Vec<String> {
        let (state, session) = (hub.state(), session());
        let (frames, _) =
            state.first_frames(state.window.as_ref().unwrap(), start, &locations(&session), &session);
        frames.iter().map(|frame| String::from_utf8(frame.to_vec()).unwrap()).collect()
    }

    fn send(hub: &Hub, sequence: u64, pos_id: &str) {
        let frame = event::frame(Position { incarnation: 1, sequence }, "items.changed", "{}");
        hub.receive(sequence, Message::Event(Recipients::Location(pos_id.parse().unwrap()), frame.into()));
    }

    #[test]
    fn stream_before_push_is_open_is_refused() {
        let hub = Arc::new(Hub::new(10));
        let refused = hub.join(&session(), &Secret::new("s"), Start::After("1-4")).err().unwrap();
        assert_eq!((refused.code, refused.retry_after), (Code::Unavailable, Some(1)));
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 6 });
        assert!(hub.join(&session(), &Secret::new("s"), Start::After("1-4")).is_ok());
        for sequence in 1..=6 {
            send(&hub, sequence, "p1");
        }
        assert_eq!(frames(&hub, Start::After("1-4")).len(), 3, "a comment and two events");
    }

    #[test]
    fn missed_events_are_replayed_but_not_across_a_reset() {
        let hub = Hub::new(10);
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 0 });
        for (sequence, pos_id) in [(1, "p1"), (2, "p2"), (3, "p1")] {
            send(&hub, sequence, pos_id);
        }
        let missed = frames(&hub, Start::After("1-1"));
        assert_eq!(missed.len(), 2);
        assert!(missed[1].starts_with("id: 1-3\nevent: items.changed"), "{missed:?}");

        // A client that was away during the reset reloads, one that comes after it does not.
        hub.reset_all();
        send(&hub, 4, "p1");
        for away in ["1-1", "1-3"] {
            assert_eq!(frames(&hub, Start::After(away)), ["id: 1-4\nevent: reset\ndata: {}\n\n"]);
        }
        send(&hub, 5, "p1");
        assert_eq!(frames(&hub, Start::After("1-4")).len(), 2);
    }

    #[test]
    fn client_from_before_a_replica_started_is_reset() {
        let hub = Hub::new(10);
        // The start is among the events from before this gateway.
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 3 });
        send(&hub, 1, "p1");
        hub.receive(2, Message::ReplicaStarted);
        send(&hub, 3, "p1");
        assert_eq!(frames(&hub, Start::After("1-1")), ["id: 1-3\nevent: reset\ndata: {}\n\n"]);
        assert_eq!(frames(&hub, Start::After("1-3")).len(), 1);
        // An older start undoes nothing.
        hub.reset_all();
        hub.receive(2, Message::ReplicaStarted);
        assert_eq!(frames(&hub, Start::After("1-3")), ["id: 1-3\nevent: reset\ndata: {}\n\n"]);
    }

    #[test]
    fn stream_with_past_start_replays_and_then_has_position() {
        const AGO: Start = Start::Ago(Duration::from_secs(60));
        let hub = Hub::new(10);
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 0 });
        assert_eq!(frames(&hub, AGO), [":\nid: 1-0\n\n"]);
        for (sequence, pos_id) in [(1, "p1"), (2, "p2"), (3, "p1"), (4, "p2")] {
            send(&hub, sequence, pos_id);
        }
        let recent = frames(&hub, AGO);
        let starts = ["id: 1-1\nevent: items.changed", "id: 1-3\nevent: items.changed", ":\nid: 1-4\n\n"];
        assert_eq!(recent.len(), starts.len());
        for (frame, start) in recent.iter().zip(starts) {
            assert!(frame.starts_with(start), "{recent:?}");
        }
        assert_eq!(frames(&hub, Start::Now), [":\nid: 1-4\n\n"]);

        // Data that it loaded before that may be from before the reset.
        hub.reset_all();
        assert_eq!(frames(&hub, AGO), ["id: 1-4\nevent: reset\ndata: {}\n\n"]);
        assert_eq!(frames(&hub, Start::Ago(Duration::ZERO)), [":\nid: 1-4\n\n"]);
        assert_eq!(frames(&hub, Start::Ago(Duration::MAX)), ["id: 1-4\nevent: reset\ndata: {}\n\n"]);
    }
}
