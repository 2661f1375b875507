use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use saffron_kit::deadline::deadline;
use saffron_kit::telemetry::Span;
use saffron_kit::{CancellationToken, Fault};

use super::event::{self, Heard};
use super::position::Position;
use crate::Gateway;

/// How often the connection is looked at. Until its loss is seen, a revocation may be missed.
const LOOK: Duration = Duration::from_millis(100);
/// How long the server may take to answer before PUSH is opened.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often the stream itself is looked at: it is gone when its server restarts.
const LOOKS_PER_PROOF: u32 = 10;

/// Reads PUSH for all clients of this gateway until `shutdown`, and opens it anew whenever it breaks. While it
/// is not open, revocations cannot be heard.
pub async fn read_push(gateway: Arc<Gateway>, shutdown: CancellationToken) {
    let mut known = None;
    let mut failures = 0_u32;
    loop {
        let broken = tokio::select! {
            () = shutdown.cancelled() => None,
            fault = read(&gateway, &mut known, &mut failures) => Some(fault),
        };
        gateway.sessions.hears(false);
        gateway.answers.hears(false);
        // What is in hand then is answered without what was believed.
        let Some(broken) = broken else { return };
        failures = failures.saturating_add(1);
        tracing::warn!(fault = %broken, "PUSH is opened anew");
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(Duration::from_millis(50 * 2_u64.pow(failures.min(5)))) => {}
        }
    }
}

async fn read(gateway: &Gateway, known: &mut Option<(i64, u64)>, failures: &mut u32) -> Fault {
    let nats = &gateway.nats;
    // A connection that is only made while PUSH is opened would look like one that was lost.
    if let Err(fault) = nats.connected(deadline(PATIENCE)).await {
        return fault;
    }
    let connections = nats.connections();
    let view = match nats.open_push(*known).await {
        Ok(view) => view,
        Err(fault) => return fault,
    };
    *failures = 0;
    let incarnation = view.state.incarnation;
    gateway.hub.opened(view.state);
    gateway.sessions.hears(true);
    gateway.answers.hears(true);
    let begin = known.filter(|(life, last)| *life == incarnation && *last <= view.state.last_sequence);
    let heard = AtomicU64::new(begin.map_or(0, |(_, last)| last));
    let pump = async {
        let mut messages = std::pin::pin!(view.messages);
        while let Some(message) = messages.next().await {
            let pushed = match message {
                Ok(pushed) => pushed,
                Err(fault) => return fault,
            };
            let position = Position { incarnation, sequence: pushed.sequence };
            let last = heard.swap(pushed.sequence, Ordering::Relaxed);
            if last != 0 && pushed.sequence != last + 1 {
                hears_anew(gateway);
                gateway.hub.missed(position);
            }
            let span = Span::of_delivery(pushed.cause, &pushed.subject);
            let sequence = pushed.sequence;
            let taken =
                catch_unwind(AssertUnwindSafe(|| take(gateway, sequence, event::read(&pushed, position))));
            // What makes us panic lies there for ten minutes: it is passed over like what cannot be read.
            let streams = taken.unwrap_or_else(|_| take(gateway, sequence, Heard::Unreadable));
            span.set("saffron.live.streams", streams as i64);
        }
        Fault::Transient("PUSH ended".into())
    };
    let look = async {
        // The newest that there was at the last look, and the newest that had been heard.
        let mut before = (0, 0);
        for turn in 1_u32.. {
            tokio::time::sleep(LOOK).await;
            if !nats.is_connected() || nats.connections() != connections {
                break;
            }
            if !turn.is_multiple_of(LOOKS_PER_PROOF) {
                continue;
            }
            // Before the server is asked: what is heard while it answers says nothing.
            let known = heard.load(Ordering::Relaxed);
            match nats.push_state().await {
                Ok(state) if state.incarnation == incarnation && state.last_sequence >= known => {
                    // The consumer lies on one node of a cluster. When that dies, the server says nothing for half a minute.
                    if known == before.1 && known < before.0 {
                        return Fault::Transient("PUSH gives nothing of what it has".into());
                    }
                    let is_empty = state.first_sequence > state.last_sequence;
                    before = (if is_empty { 0 } else { state.last_sequence }, known);
                }
                Ok(_) => return Fault::Transient("PUSH began anew".into()),
                Err(fault) => return fault,
            }
        }
        Fault::Transient("NATS was disconnected".into())
    };
    let fault = tokio::select! {
        fault = pump => fault,
        fault = look => fault,
    };
    *known = Some((incarnation, heard.load(Ordering::Relaxed))).filter(|(_, last)| *last > 0);
    fault
}

/// Something was not heard. It may have been the end of a session, or a change of what an answer holds: nothing that was
/// learned before is believed.
fn hears_anew(gateway: &Gateway) {
    gateway.sessions.hears(true);
    gateway.answers.hears(true);
}

/// What changes sessions and answers goes to them first: a stream that is being opened looks at sessions last, and
/// who sees an event asks again at once. How many streams it was handed to.
fn take(gateway: &Gateway, sequence: u64, heard: Heard) -> usize {
    match &heard {
        Heard::Ended(ended) => gateway.sessions.ended(&ended.handle),
        Heard::Locations(change, _) => gateway.sessions.changed(change.user_id),
        Heard::Report(change, _) => gateway.answers.changed(change),
        Heard::Began => gateway.answers.hears(true),
        Heard::Unreadable => hears_anew(gateway),
        Heard::Show(..) | Heard::Nothing => {}
    }
    gateway.hub.hear(sequence, heard)
}
