//! The first frames of a stream: none, the events that its client missed, or a reset.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use bytes::Bytes;
use saffron_core::PosId;
use saffron_kit::metrics;

use super::State;
use crate::live::audience::Recipients;
use crate::live::event;
use crate::live::position::Position;
use crate::live::window::{PastEvent, Window};
use crate::session::Session;

/// Where a stream starts.
#[derive(Debug, Clone, Copy)]
pub enum Start<'a> {
    /// Now.
    Now,
    /// After this position, as the client sent it.
    After(&'a str),
    /// This long before now.
    Ago(Duration),
}

impl State {
    /// The first frames of a stream, and the sequence up to which it then has everything.
    pub(super) fn first_frames(
        &self,
        window: &Window,
        start: Start,
        locations: &BTreeSet<PosId>,
        session: &Session,
    ) -> (Vec<Bytes>, u64) {
        let newest = window.last.max(self.opened_at);
        let here = Position { incarnation: window.incarnation, sequence: newest };
        let is_recipient = |event: &&PastEvent| match &event.to {
            Recipients::Location(pos_id) => locations.contains(pos_id),
            Recipients::Person(user) => *user == session.user,
        };
        let first = match start {
            Start::Now => Some((vec![event::comment(Some(here))], newest)),
            Start::After(id) => self.missed_after(window, id, newest).map(|(position, missed)| {
                let missed = missed.filter(is_recipient).map(|event| event.frame.clone());
                let frames = std::iter::once(event::comment(None)).chain(missed);
                (frames.collect(), window.last.max(position.sequence))
            }),
            Start::Ago(ago) => self.received_since(window, ago).map(|recent| {
                let recent = recent.filter(is_recipient).map(|event| event.frame.clone());
                // The position comes last: from then on the client has everything from before now.
                let frames = recent.chain([event::comment(Some(window.position()))]);
                (frames.collect(), window.last)
            }),
        };
        first.unwrap_or_else(|| {
            metrics::live_resets(1);
            (vec![event::reset(Some(here))], newest)
        })
    }

    /// The position that a client names, and the events after it. None if some were dropped.
    fn missed_after<'a>(
        &self,
        window: &'a Window,
        id: &str,
        newest: u64,
    ) -> Option<(Position, impl Iterator<Item = &'a PastEvent> + use<'a>)> {
        // Another gateway may be ahead of this one, but no client is ahead of the stream.
        let position: Position = id.parse().ok()?;
        let is_valid = position.sequence <= newest && !self.was_reset_after(&position);
        Some((position, is_valid.then(|| window.after(position))??))
    }

    /// The events received in this time before now. None if some were dropped.
    fn received_since<'a>(
        &self,
        window: &'a Window,
        ago: Duration,
    ) -> Option<impl Iterator<Item = &'a PastEvent> + use<'a>> {
        let since = Instant::now().checked_sub(ago)?;
        let was_reset = self.reset_at.is_some_and(|(_, at)| at >= since);
        if was_reset { None } else { window.since(since) }
    }
}
