//! The newest events of PUSH in memory: every resume is served from here.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::audience::To;
use super::position::Position;

/// As long as the stream itself keeps them.
const MAX_AGE: Duration = Duration::from_secs(600);
/// As much as the stream itself keeps.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// What an event weighs beside its bytes.
const WEIGHT: usize = 160;

/// An event that can be sent again.
pub struct Kept {
    /// Its place.
    pub sequence: u64,
    /// Who sees it.
    pub to: To,
    /// As it is sent.
    pub frame: Bytes,
    at: Instant,
}

/// The events of one life of the stream, without a gap.
pub struct Window {
    /// Which life.
    pub incarnation: i64,
    /// The newest sequence that was heard.
    pub last: u64,
    /// From here on everything that was shown is kept.
    first: u64,
    kept: VecDeque<Kept>,
    bytes: usize,
    /// When the newest of those was heard that were let go.
    gone: Option<Instant>,
}

impl Window {
    /// Empty, before the message `first`.
    #[must_use]
    pub fn new(incarnation: i64, first: u64) -> Window {
        let first = first.max(1);
        Window { incarnation, last: first - 1, first, kept: VecDeque::new(), bytes: 0, gone: None }
    }

    /// The newest position.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { incarnation: self.incarnation, sequence: self.last }
    }

    /// Keeps an event, the newest.
    pub fn keep(&mut self, sequence: u64, to: To, frame: Bytes, now: Instant) {
        self.bytes += frame.len() + WEIGHT;
        self.kept.push_back(Kept { sequence, to, frame, at: now });
        self.prune(now);
    }

    /// Lets go of what is too old or too much.
    pub fn prune(&mut self, now: Instant) {
        while let Some(oldest) = self.kept.front() {
            if now.duration_since(oldest.at) <= MAX_AGE && self.bytes <= MAX_BYTES {
                break;
            }
            self.first = oldest.sequence + 1;
            self.gone = Some(oldest.at);
            self.bytes -= oldest.frame.len() + WEIGHT;
            self.kept.pop_front();
        }
    }

    /// What came after a position; none if some of it is gone, or the position is of another life.
    #[must_use]
    pub fn after(&self, position: Position) -> Option<impl Iterator<Item = &Kept>> {
        let is_whole = position.incarnation == self.incarnation && position.sequence >= self.first - 1;
        is_whole.then(|| {
            let begin = self.kept.partition_point(|kept| kept.sequence <= position.sequence);
            self.kept.range(begin..)
        })
    }

    /// What was heard since; none if some of it may be gone.
    #[must_use]
    pub fn since(&self, since: Instant) -> Option<impl Iterator<Item = &Kept>> {
        let is_whole = since.elapsed() <= MAX_AGE && self.gone.is_none_or(|gone| gone < since);
        is_whole.then(|| {
            let begin = self.kept.partition_point(|kept| kept.at < since);
            self.kept.range(begin..)
        })
    }
}

#[cfg(test)]
mod tests {
    use saffron_core::UserId;
    use uuid::Uuid;

    use super::*;

    fn at(sequence: u64) -> Position {
        Position { incarnation: 1, sequence }
    }

    fn filled(frame: &Bytes, now: Instant) -> Window {
        let mut window = Window::new(1, 5);
        for sequence in [5, 6, 8] {
            window.keep(sequence, To::Location("p1".parse().unwrap()), frame.clone(), now);
            window.last = sequence;
        }
        window
    }

    fn sequences(window: &Window, position: Position) -> Option<Vec<u64>> {
        window.after(position).map(|kept| kept.map(|kept| kept.sequence).collect())
    }

    #[test]
    fn what_came_after_is_given_again() {
        let window = filled(&Bytes::from_static(b"x"), Instant::now());
        assert_eq!(sequences(&window, at(4)), Some(vec![5, 6, 8]));
        assert_eq!(sequences(&window, at(6)), Some(vec![8]));
        assert_eq!(sequences(&window, at(7)), Some(vec![8]));
        assert_eq!(sequences(&window, at(8)), Some(vec![]));
        assert_eq!(sequences(&window, at(u64::MAX)), Some(vec![]));
        assert_eq!(sequences(&window, at(3)), None);
        assert_eq!(sequences(&window, Position { incarnation: 2, sequence: 6 }), None);
    }

    #[test]
    fn what_is_old_or_too_much_is_let_go() {
        let now = Instant::now();
        let mut window = filled(&Bytes::from_static(b"x"), now);
        window.prune(now + MAX_AGE + Duration::from_secs(1));
        assert_eq!(sequences(&window, at(7)), None);
        assert_eq!(sequences(&window, at(8)), Some(vec![]));
        let window = filled(&Bytes::from(vec![b'x'; MAX_BYTES / 2]), now);
        assert_eq!(sequences(&window, at(4)), None);
        assert_eq!(sequences(&window, at(6)), Some(vec![8]));
    }

    #[test]
    fn what_was_heard_since_is_whole_or_none() {
        let second = Duration::from_secs(1);
        let now = Instant::now();
        let mut window = Window::new(1, 5);
        for (sequence, at) in [(5, now - 3 * second), (6, now - second), (8, now)] {
            window.keep(sequence, To::Person(UserId(Uuid::nil())), Bytes::from_static(b"x"), at);
        }
        let since = |window: &Window, at| {
            window.since(at).map(|kept| kept.map(|kept| kept.sequence).collect::<Vec<_>>())
        };
        assert_eq!(since(&window, now - 5 * second), Some(vec![5, 6, 8]));
        assert_eq!(since(&window, now - second), Some(vec![6, 8]));
        assert_eq!(since(&window, now + second), Some(vec![]));
        assert_eq!(since(&window, now - MAX_AGE - second), None);
        // The oldest goes: it may be what somebody missed.
        window.prune(now - 3 * second + MAX_AGE + Duration::from_millis(1));
        assert_eq!(since(&window, now - 3 * second), None);
        assert_eq!(since(&window, now - 2 * second), Some(vec![6, 8]));
    }
}
