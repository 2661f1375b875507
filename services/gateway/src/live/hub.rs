//! Between the one reader of PUSH and the clients of this gateway.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::stream::{self, Stream, StreamExt as _};
use saffron_core::{Code, Error, PosId};
use saffron_kit::Secret;
use saffron_kit::nats::live::PushState;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::event::{self, Heard, Position, To};
use super::index::{Client, ClientId, Index};
use super::window::Window;
use crate::session::Session;

/// Events that may wait for one client; a slower one is dropped, and resumes.
const QUEUE: usize = 256;
/// Streams of one session.
const PER_SESSION: usize = 20;
/// How often an open stream's session is asked for again.
pub const CHECK_EVERY: Duration = Duration::from_secs(600);
/// How soon, after auth did not answer.
const CHECK_AGAIN: Duration = Duration::from_secs(30);

/// All open streams, and what they can resume from.
pub struct Hub {
    state: Mutex<State>,
    most: usize,
}

#[derive(Default)]
struct State {
    /// None until PUSH was opened for the first time.
    window: Option<Window>,
    /// Where PUSH stood when it was opened: up to here, what comes is old.
    old_until: u64,
    index: Index,
    next: ClientId,
    closed: bool,
}

impl Hub {
    /// For at most so many streams.
    #[must_use]
    pub fn new(most: usize) -> Hub {
        Hub { state: Mutex::default(), most }
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
            state.window = Some(Window::new(push.incarnation, push.first_sequence));
            state.reset_all();
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

    /// An event of PUSH, in order.
    pub fn hear(&self, sequence: u64, heard: Heard) {
        let mut state = self.state();
        match heard {
            Heard::Show(to, frame) => state.show(sequence, to, frame),
            Heard::Report(change, frame) => state.show(sequence, To::Location(change.pos_id), frame),
            Heard::Locations(change, frame) => {
                for id in state.index.of_person(change.user_id) {
                    state.index.set_place(id, &change.pos_id, change.linked);
                }
                state.show(sequence, To::Person(change.user_id), frame);
            }
            Heard::Ended(ended) => state.index.remove_session(&ended.handle),
            Heard::Nothing | Heard::Unreadable => {}
        }
        if let Some(window) = &mut state.window {
            window.last = sequence;
        }
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

    /// Opens a stream: what came after `resume`, or `reset` where that is gone, and then what comes.
    ///
    /// # Errors
    /// Too many, or unavailable.
    pub fn join(
        self: &Arc<Hub>,
        session: &Session,
        session_id: &Secret,
        resume: Option<&str>,
    ) -> Result<Joined, Error> {
        let mut state = self.state();
        if state.closed || state.index.len() >= self.most {
            return Err(Error::unavailable("No more streams can be opened. Please try again.").retry_after(5));
        }
        if state.index.of_session(&session.handle) >= PER_SESSION {
            let message = "This session has too many streams open. Close some.";
            return Err(Error::new(Code::TooMany, message).retry_after(5));
        }
        let places = places(session);
        let (first, after) = state.first_frames(resume, &places, session);
        let (queue, frames) = mpsc::channel(QUEUE);
        let id = state.next;
        state.next += 1;
        let client = Client {
            user: session.user,
            handle: session.handle.clone(),
            session_id: session_id.clone(),
            places,
            after,
            check_at: Instant::now() + CHECK_EVERY,
            queue,
        };
        state.index.add(id, client);
        Ok(Joined { id, first, frames, leave: Leave { hub: self.clone(), id } })
    }

    /// What a session may see, as was learned anew.
    pub fn refresh(&self, id: ClientId, session: &Session) {
        let mut state = self.state();
        state.index.set_places(id, &places(session));
        if let Some(client) = state.index.get_mut(id) {
            client.check_at = Instant::now() + CHECK_EVERY;
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
    fn show(&mut self, sequence: u64, to: To, frame: Bytes) {
        let mut slow = Vec::new();
        for (id, client) in self.index.seeing(&to) {
            if sequence > client.after && client.queue.try_send(frame.clone()).is_err() {
                slow.push(id);
            }
        }
        slow.into_iter().for_each(|id| self.index.remove(id));
        if let Some(window) = &mut self.window {
            window.keep(sequence, to, frame, Instant::now());
        }
    }

    fn send_all(&mut self, frame: impl Fn(&Client) -> Bytes) {
        let slow: Vec<ClientId> = self
            .index
            .all()
            .filter_map(|(id, client)| client.queue.try_send(frame(client)).is_err().then_some(id))
            .collect();
        slow.into_iter().for_each(|id| self.index.remove(id));
    }

    /// What was missed may have been the end of a session: all are asked for again.
    fn reset_all(&mut self) {
        let now = Instant::now();
        let after = self.window.as_ref().map_or(0, |window| window.last.max(self.old_until));
        let position =
            self.window.as_ref().map(|window| Position { incarnation: window.incarnation, sequence: after });
        let frame = event::reset(position);
        for (_, client) in self.index.all() {
            client.check_at = now;
            client.after = after;
        }
        self.send_all(|_| frame.clone());
    }

    /// What a new stream begins with, and the sequence up to which it then has everything.
    fn first_frames(
        &self,
        resume: Option<&str>,
        places: &BTreeSet<PosId>,
        session: &Session,
    ) -> (Vec<Bytes>, u64) {
        let Some(window) = &self.window else { return (vec![event::comment(None)], 0) };
        let newest = window.last.max(self.old_until);
        let here = Position { incarnation: window.incarnation, sequence: newest };
        let Some(resume) = resume else { return (vec![event::comment(Some(here))], newest) };
        let position: Option<Position> = resume.parse().ok();
        // Another gateway may be ahead of this one, but nobody is ahead of the stream.
        let missed = position
            .filter(|position| position.sequence <= newest)
            .and_then(|at| Some((at, window.after(at)?)));
        let Some((position, missed)) = missed else { return (vec![event::reset(Some(here))], newest) };
        let sees = |to: &To| match to {
            To::Location(pos_id) => places.contains(pos_id),
            To::Person(user) => *user == session.user,
        };
        let mut frames = vec![event::comment(None)];
        frames.extend(missed.filter(|kept| sees(&kept.to)).map(|kept| kept.frame.clone()));
        (frames, window.last.max(position.sequence))
    }
}

/// A stream that was opened.
pub struct Joined {
    /// Names it.
    pub id: ClientId,
    first: Vec<Bytes>,
    frames: mpsc::Receiver<Bytes>,
    leave: Leave,
}

impl Joined {
    /// Its bytes; dropping it leaves the hub.
    pub fn frames(self) -> impl Stream<Item = Bytes> + Send {
        let Joined { first, frames, leave, .. } = self;
        stream::iter(first).chain(ReceiverStream::new(frames)).map(move |frame| {
            let _held = &leave;
            frame
        })
    }
}

struct Leave {
    hub: Arc<Hub>,
    id: ClientId,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.hub.drop_client(self.id);
    }
}
