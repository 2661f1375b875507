//! The newest events of PUSH in memory, from which every stream is resumed.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::audience::Recipients;
use super::position::Position;

/// The retention of PUSH itself.
const MAX_AGE: Duration = Duration::from_secs(600);
/// The size of PUSH itself, bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The memory of an event beside its bytes.
const OVERHEAD: usize = 160;

/// An event that can be sent again.
pub struct PastEvent {
    /// The sequence in PUSH.
    pub sequence: u64,
    /// The recipients.
    pub to: Recipients,
    /// The bytes.
    pub frame: Bytes,
    at: Instant,
}

/// The events of one incarnation of the stream, without a gap.
pub struct Window {
    /// The incarnation.
    pub incarnation: i64,
    /// The newest sequence that was received.
    pub last: u64,
    /// Every event from this sequence on is in the window.
    first: u64,
    events: VecDeque<PastEvent>,
    bytes: usize,
    /// When the newest dropped event was received.
    dropped: Option<Instant>,
}

impl Window {
    /// An empty window before the message `first`.
    pub fn new(incarnation: i64, first: u64) -> Window {
        let first = first.max(1);
        Window { incarnation, last: first - 1, first, events: VecDeque::new(), bytes: 0, dropped: None }
    }

    /// The newest position.
    pub fn position(&self) -> Position {
        Position { incarnation: self.incarnation, sequence: self.last }
    }

    /// Adds the newest event.
    pub fn add(&mut self, sequence: u64, to: Recipients, frame: Bytes, now: Instant) {
        self.bytes += frame.len() + OVERHEAD;
        self.events.push_back(PastEvent { sequence, to, frame, at: now });
        self.prune(now);
    }

    /// Drops events that are too old, and the oldest of too many.
    pub fn prune(&mut self, now: Instant) {
        while let Some(oldest) = self.events.front() {
            if now.duration_since(oldest.at) <= MAX_AGE && self.bytes <= MAX_BYTES {
                break;
            }
            self.first = oldest.sequence + 1;
            self.dropped = Some(oldest.at);
            self.bytes -= oldest.frame.len() + OVERHEAD;
            self.events.pop_front();
        }
    }

    /// The events after a position; none if some were dropped, or the position is of another incarnation.
    pub fn after(&self, position: Position) -> Option<impl Iterator<Item = &PastEvent>> {
        let is_whole = position.incarnation == self.incarnation && position.sequence >= self.first - 1;
        is_whole.then(|| {
            let begin = self.events.partition_point(|event| event.sequence <= position.sequence);
            self.events.range(begin..)
        })
    }

    /// The events received since a moment; none if some may have been dropped.
    pub fn since(&self, since: Instant) -> Option<impl Iterator<Item = &PastEvent>> {
        let is_whole = since.elapsed() <= MAX_AGE && self.dropped.is_none_or(|dropped| dropped < since);
        is_whole.then(|| {
            let begin = self.events.partition_point(|event| event.at < since);
            self.events.range(begin..)
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
            window.add(sequence, Recipients::Location("p1".parse().unwrap()), frame.clone(), now);
            window.last = sequence;
        }
        window
    }

    fn sequences(window: &Window, position: Position) -> Option<Vec<u64>> {
        window.after(position).map(|events| events.map(|event| event.sequence).collect())
    }

    #[test]
    fn events_after_a_position_are_kept() {
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
    fn old_or_too_many_events_are_dropped() {
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
    fn events_since_a_moment_are_complete_or_none() {
        let second = Duration::from_secs(1);
        let now = Instant::now();
        let mut window = Window::new(1, 5);
        for (sequence, at) in [(5, now - 3 * second), (6, now - second), (8, now)] {
            window.add(sequence, Recipients::Person(UserId(Uuid::nil())), Bytes::from_static(b"x"), at);
        }
        let since = |window: &Window, at| {
            window.since(at).map(|events| events.map(|event| event.sequence).collect::<Vec<_>>())
        };
        assert_eq!(since(&window, now - 5 * second), Some(vec![5, 6, 8]));
        assert_eq!(since(&window, now - second), Some(vec![6, 8]));
        assert_eq!(since(&window, now + second), Some(vec![]));
        assert_eq!(since(&window, now - MAX_AGE - second), None);
        // The oldest is dropped: a client may have missed it.
        window.prune(now - 3 * second + MAX_AGE + Duration::from_millis(1));
        assert_eq!(since(&window, now - 3 * second), None);
        assert_eq!(since(&window, now - 2 * second), Some(vec![6, 8]));
    }
}
