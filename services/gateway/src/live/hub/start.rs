//! What a new stream begins with: nothing, what its client missed, or that it has to load anew.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use bytes::Bytes;
use saffron_core::PosId;
use saffron_kit::metrics;

use super::State;
use crate::live::audience::To;
use crate::live::event;
use crate::live::position::Position;
use crate::live::window::{Kept, Window};
use crate::session::Session;

/// What a new stream is to begin with.
#[derive(Debug, Clone, Copy)]
pub enum Start<'a> {
    /// Nothing that was there before.
    Here,
    /// What came after this place, as the client says it.
    After(&'a str),
    /// What was heard in so long a time before now.
    Ago(Duration),
}

impl State {
    /// What a new stream begins with, and the sequence up to which it then has everything.
    pub(super) fn first_frames(
        &self,
        window: &Window,
        start: Start,
        places: &BTreeSet<PosId>,
        session: &Session,
    ) -> (Vec<Bytes>, u64) {
        let newest = window.last.max(self.old_until);
        let here = Position { incarnation: window.incarnation, sequence: newest };
        let sees = |kept: &&Kept| match &kept.to {
            To::Location(pos_id) => places.contains(pos_id),
            To::Person(user) => *user == session.user,
        };
        let first = match start {
            Start::Here => Some((vec![event::comment(Some(here))], newest)),
            Start::After(id) => self.missed_after(window, id, newest).map(|(position, missed)| {
                let missed = missed.filter(sees).map(|kept| kept.frame.clone());
                let frames = std::iter::once(event::comment(None)).chain(missed);
                (frames.collect(), window.last.max(position.sequence))
            }),
            Start::Ago(ago) => self.heard_since(window, ago).map(|recent| {
                let recent = recent.filter(sees).map(|kept| kept.frame.clone());
                // The place comes last: it tells the client that it has everything from before now.
                let frames = recent.chain([event::comment(Some(window.position()))]);
                (frames.collect(), window.last)
            }),
        };
        first.unwrap_or_else(|| {
            metrics::live_resets(1);
            (vec![event::reset(Some(here))], newest)
        })
    }

    /// The place that a client names, and what came after it. None where some of that is gone.
    fn missed_after<'a>(
        &self,
        window: &'a Window,
        id: &str,
        newest: u64,
    ) -> Option<(Position, impl Iterator<Item = &'a Kept> + use<'a>)> {
        // Another gateway may be ahead of this one, but nobody is ahead of the stream.
        let position: Position = id.parse().ok()?;
        let stands = position.sequence <= newest && !self.was_reset_after(&position);
        Some((position, stands.then(|| window.after(position))??))
    }

    /// What was heard in so long a time before now. None where some of that is gone.
    fn heard_since<'a>(
        &self,
        window: &'a Window,
        ago: Duration,
    ) -> Option<impl Iterator<Item = &'a Kept> + use<'a>> {
        let since = Instant::now().checked_sub(ago)?;
        let was_reset = self.reset_at.is_some_and(|(_, at)| at >= since);
        if was_reset { None } else { window.since(since) }
    }
}
