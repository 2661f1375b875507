//! Between the one reader of PUSH and the clients of this gateway.

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

use super::audience::To;
use super::event::{self, Frame, Heard};
pub use super::index::ClientId;
use super::index::{Client, Index};
use super::outlet::{Outlet, Pushed};
use super::position::Position;
use super::window::Window;
use super::writers::Writers;
use crate::session::Session;

pub use start::Start;

/// Streams of one session.
const PER_SESSION: usize = 20;
/// How often an open stream's session is asked for again.
pub const CHECK_EVERY: Duration = Duration::from_secs(600);
/// How soon, after auth did not answer.
const CHECK_AGAIN: Duration = Duration::from_secs(30);

/// All open streams, and what they can resume from.
pub struct Hub {
    state: Mutex<State>,
    writers: Arc<Writers>,
    most: usize,
}

#[derive(Default)]
struct State {
    /// None until PUSH was opened for the first time.
    window: Option<Window>,
    /// Where PUSH stood when it was opened: up to here, what comes is old.
    old_until: u64,
    /// Where and when everyone was last told to load anew: who was away then is told so when they come.
    reset_at: Option<(Position, Instant)>,
    index: Index,
    next: ClientId,
    closed: bool,
    writers: Arc<Writers>,
}

impl Hub {
    /// For at most so many streams.
    #[must_use]
    pub fn new(most: usize) -> Hub {
        let writers = Arc::new(Writers::default());
        let state = State { writers: writers.clone(), ..State::default() };
        Hub { state: Mutex::new(state), writers, most }
    }

    /// How many streams are open.
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

    /// PUSH was opened. If what was heard before does not join what comes, everyone starts anew.
    pub fn opened(&self, push: PushState) {
        let mut state = self.state();
        state.old_until = push.last_sequence;
        let joins = state.window.as_ref().is_some_and(|window| {
            window.incarnation == push.incarnation
                && push.first_sequence <= window.last + 1
                && push.last_sequence >= window.last
        });
        if !joins {
            let before = state.window.replace(Window::new(push.incarnation, push.first_sequence));
            // Nobody is here before it was opened for the first time.
            if before.is_some() {
                state.reset_all();
            }
        }
    }

    /// Something was heard that does not follow what was heard before.
    pub fn missed(&self, next: Position) {
        let mut state = self.state();
        state.window = Some(Window::new(next.incarnation, next.sequence));
        state.reset_all();
    }

    /// Everyone has to load again what they show.
    pub fn reset_all(&self) {
        self.state().reset_all();
    }

    /// An event of PUSH, in order. How many streams it was handed to.
    pub fn hear(&self, sequence: u64, heard: Heard) -> usize {
        let mut state = self.state();
        let streams = match heard {
            Heard::Show(to, frame) => state.show(sequence, to, frame),
            Heard::Report(change, frame) => state.show(sequence, To::Location(change.pos_id), frame),
            Heard::Locations(change, frame) => {
                for id in state.index.of_person(change.user_id) {
                    state.index.set_place(id, &change.pos_id, change.linked);
                }
                state.show(sequence, To::Person(change.user_id), frame)
            }
            Heard::Ended(ended) => {
                state.index.remove_session(&ended.handle);
                0
            }
            Heard::Began => state.reset_before(sequence),
            Heard::Nothing | Heard::Unreadable => 0,
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

    /// Says on every stream that it lives.
    pub fn keep_alive(&self) {
        let mut state = self.state();
        if let Some(window) = &mut state.window {
            window.prune(Instant::now());
        }
        let position = state.window.as_ref().map(Window::position);
        let (plain, placed) = (event::comment(None), event::comment(position));
        state.send_all(|client| {
            let is_behind = position.is_none_or(|position| client.after > position.sequence);
            if is_behind { plain.clone() } else { placed.clone() }
        });
    }

    /// Ends all streams, and spreads their return over some seconds.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.send_all(|_| format!("retry: {}\n\n", rand::random_range(1_000..=5_000)).into());
        state.index.clear();
    }

    /// Opens a stream: what came since its start, or `reset` where that is gone, and then what comes.
    pub fn join(
        self: &Arc<Hub>,
        session: &Session,
        session_id: &Secret,
        start: Start,
    ) -> Result<Joined, Error> {
        let mut state = self.state();
        if state.closed || state.index.len() >= self.most {
            return Err(Error::unavailable("No more streams can be opened. Please try again.").retry_after(5));
        }
        if state.index.of_session(&session.handle) >= PER_SESSION {
            let message = "This session has too many streams open. Close some.";
            return Err(Error::new(Code::TooMany, message).retry_after(5));
        }
        // Nobody knows yet what was missed; a moment later it can be told.
        let Some(window) = &state.window else {
            return Err(Error::unavailable("The live stream is not ready. Please try again.").retry_after(1));
        };
        let places = places(session);
        let (first, after) = state.first_frames(window, start, &places, session);
        let outlet = Arc::new(Outlet::new(first));
        let id = state.next;
        state.next += 1;
        let client = Client {
            user: session.user,
            handle: session.handle.clone(),
            session_id: session_id.clone(),
            places,
            after,
            check_at: Instant::now() + CHECK_EVERY,
            outlet: outlet.clone(),
        };
        state.index.add(id, client);
        Ok(Joined { id, outlet, hub: self.clone() })
    }

    /// What a session may see, as was learned anew.
    pub fn refresh(&self, id: ClientId, session: &Session) {
        let mut state = self.state();
        state.index.set_places(id, &places(session));
        if let Some(client) = state.index.get_mut(id) {
            client.check_at = Instant::now() + CHECK_EVERY;
        }
    }

    /// Its session is asked for again soon.
    pub fn ask_again(&self, id: ClientId) {
        if let Some(client) = self.state().index.get_mut(id) {
            client.check_at = Instant::now() + CHECK_AGAIN;
        }
    }

    /// Ends one stream.
    pub fn drop_client(&self, id: ClientId) {
        self.state().index.remove(id);
    }

    /// Streams whose session has to be asked for again, at most `limit`.
    pub fn due(&self, limit: usize) -> Vec<(ClientId, Secret)> {
        let now = Instant::now();
        let mut state = self.state();
        let due = state.index.all().filter(|(_, client)| client.check_at <= now).take(limit);
        due.map(|(id, client)| {
            client.check_at = now + CHECK_AGAIN;
            (id, client.session_id.clone())
        })
        .collect()
    }
}

fn places(session: &Session) -> BTreeSet<PosId> {
    session.places.keys().cloned().collect()
}

impl State {
    /// How many streams it was handed to.
    fn show(&mut self, sequence: u64, to: To, frame: Frame) -> usize {
        let mut out = Out::default();
        let mut streams = 0;
        for (id, client) in self.index.seeing(&to) {
            if sequence > client.after {
                out.push(id, &client.outlet, frame.clone());
                streams += 1;
            }
        }
        self.write(out);
        if let Some(window) = &mut self.window {
            window.keep(sequence, to, frame.bytes, Instant::now());
        }
        streams
    }

    fn send_all(&mut self, frame: impl Fn(&Client) -> Bytes) {
        let mut out = Out::default();
        for (id, client) in self.index.all() {
            out.push(id, &client.outlet, frame(client).into());
        }
        self.write(out);
    }

    fn write(&mut self, out: Out) {
        out.slow.into_iter().for_each(|id| self.index.remove(id));
        self.writers.write(out.due);
    }

    /// What was missed may have been the end of a session: all are asked for again.
    fn reset_all(&mut self) {
        let now = Instant::now();
        let after = self.window.as_ref().map_or(0, |window| window.last.max(self.old_until));
        let position =
            self.window.as_ref().map(|window| Position { incarnation: window.incarnation, sequence: after });
        metrics::live_resets(self.index.len() as u64);
        let frame = event::reset(position);
        self.reset_at = position.map(|position| (position, now));
        for (_, client) in self.index.all() {
            client.check_at = now;
            client.after = after;
        }
        self.send_all(|_| frame.clone());
    }

    /// Everyone who is not beyond this place has to load again what they show. How many streams were told.
    fn reset_before(&mut self, sequence: u64) -> usize {
        let Some(window) = &self.window else { return 0 };
        let position = Position { incarnation: window.incarnation, sequence };
        if !self.was_reset_after(&position) {
            self.reset_at = Some((position, Instant::now()));
        }
        let frame = event::reset(Some(position));
        let mut out = Out::default();
        let mut streams = 0;
        for (id, client) in self.index.all().filter(|(_, client)| client.after < sequence) {
            out.push(id, &client.outlet, frame.clone().into());
            streams += 1;
        }
        self.write(out);
        metrics::live_resets(streams as u64);
        streams
    }

    /// Whether everyone was told to load anew at this position or later. At the position itself it is not known whether
    /// the client heard of it: once too often does no harm.
    fn was_reset_after(&self, position: &Position) -> bool {
        self.reset_at.is_some_and(|(reset, _)| {
            reset.incarnation == position.incarnation && position.sequence <= reset.sequence
        })
    }
}

/// What one event leaves to do.
#[derive(Default)]
struct Out {
    due: Vec<(ClientId, Arc<Outlet>)>,
    slow: Vec<ClientId>,
}

impl Out {
    fn push(&mut self, id: ClientId, outlet: &Arc<Outlet>, frame: Frame) {
        match outlet.push(frame) {
            Pushed::First => self.due.push((id, outlet.clone())),
            Pushed::Behind => {}
            Pushed::Refused => self.slow.push(id),
        }
    }
}

/// A stream that was opened. Dropping it leaves the hub.
pub struct Joined {
    /// Names it.
    pub id: ClientId,
    outlet: Arc<Outlet>,
    hub: Arc<Hub>,
}

impl Joined {
    /// Writes the head of the answer and then what comes, until the stream ends or the client leaves.
    pub async fn serve(self, socket: TcpStream, head: Bytes) {
        self.outlet.serve(socket, head).await;
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.hub.drop_client(self.id);
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
            state.first_frames(state.window.as_ref().unwrap(), start, &places(&session), &session);
        frames.iter().map(|frame| String::from_utf8(frame.to_vec()).unwrap()).collect()
    }

    fn show(hub: &Hub, sequence: u64, pos_id: &str) {
        let frame = event::frame(Position { incarnation: 1, sequence }, "items.changed", "{}");
        hub.hear(sequence, Heard::Show(To::Location(pos_id.parse().unwrap()), frame.into()));
    }

    #[test]
    fn before_push_is_open_nobody_is_told_that_nothing_was_missed() {
        let hub = Arc::new(Hub::new(10));
        let refused = hub.join(&session(), &Secret::new("s"), Start::After("1-4")).err().unwrap();
        assert_eq!((refused.code, refused.retry_after), (Code::Unavailable, Some(1)));
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 6 });
        assert!(hub.join(&session(), &Secret::new("s"), Start::After("1-4")).is_ok());
        for sequence in 1..=6 {
            show(&hub, sequence, "p1");
        }
        assert_eq!(frames(&hub, Start::After("1-4")).len(), 3, "a comment and two events");
    }

    #[test]
    fn what_was_missed_is_given_again_but_not_across_a_reset() {
        let hub = Hub::new(10);
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 0 });
        for (sequence, pos_id) in [(1, "p1"), (2, "p2"), (3, "p1")] {
            show(&hub, sequence, pos_id);
        }
        let missed = frames(&hub, Start::After("1-1"));
        assert_eq!(missed.len(), 2);
        assert!(missed[1].starts_with("id: 1-3\nevent: items.changed"), "{missed:?}");

        // Who was away then has to load anew; who comes after it has not.
        hub.reset_all();
        show(&hub, 4, "p1");
        for away in ["1-1", "1-3"] {
            assert_eq!(frames(&hub, Start::After(away)), ["id: 1-4\nevent: reset\ndata: {}\n\n"]);
        }
        show(&hub, 5, "p1");
        assert_eq!(frames(&hub, Start::After("1-4")).len(), 2);
    }

    #[test]
    fn who_comes_from_before_a_replica_of_reports_began_loads_anew() {
        let hub = Hub::new(10);
        // It is among what was there already when this gateway began.
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 3 });
        show(&hub, 1, "p1");
        hub.hear(2, Heard::Began);
        show(&hub, 3, "p1");
        assert_eq!(frames(&hub, Start::After("1-1")), ["id: 1-3\nevent: reset\ndata: {}\n\n"]);
        assert_eq!(frames(&hub, Start::After("1-3")).len(), 1);
        // An older one takes nothing back.
        hub.reset_all();
        hub.hear(2, Heard::Began);
        assert_eq!(frames(&hub, Start::After("1-3")), ["id: 1-3\nevent: reset\ndata: {}\n\n"]);
    }

    #[test]
    fn who_begins_a_moment_ago_has_what_was_heard_since_and_then_its_place() {
        const AGO: Start = Start::Ago(Duration::from_secs(60));
        let hub = Hub::new(10);
        hub.opened(PushState { incarnation: 1, first_sequence: 1, last_sequence: 0 });
        assert_eq!(frames(&hub, AGO), [":\nid: 1-0\n\n"]);
        for (sequence, pos_id) in [(1, "p1"), (2, "p2"), (3, "p1"), (4, "p2")] {
            show(&hub, sequence, pos_id);
        }
        let recent = frames(&hub, AGO);
        let starts = ["id: 1-1\nevent: items.changed", "id: 1-3\nevent: items.changed", ":\nid: 1-4\n\n"];
        assert_eq!(recent.len(), starts.len());
        for (frame, start) in recent.iter().zip(starts) {
            assert!(frame.starts_with(start), "{recent:?}");
        }
        assert_eq!(frames(&hub, Start::Here), [":\nid: 1-4\n\n"]);

        // What it asked for before that may be from before everyone was told to load anew.
        hub.reset_all();
        assert_eq!(frames(&hub, AGO), ["id: 1-4\nevent: reset\ndata: {}\n\n"]);
        assert_eq!(frames(&hub, Start::Ago(Duration::ZERO)), [":\nid: 1-4\n\n"]);
        assert_eq!(frames(&hub, Start::Ago(Duration::MAX)), ["id: 1-4\nevent: reset\ndata: {}\n\n"]);
    }
}
