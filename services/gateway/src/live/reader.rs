//! Reads PUSH for all clients of this gateway.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use saffron_kit::deadline::deadline;
use saffron_kit::telemetry::Span;
use saffron_kit::{CancellationToken, Fault};

use super::event::{self, Message};
use super::position::Position;
use crate::Gateway;

/// How often the connection is checked. Until its loss is noticed, a revocation may be missed.
const CONNECTION_CHECK: Duration = Duration::from_millis(100);
/// How long the server may take to answer before PUSH is opened.
const CONNECT_DEADLINE: Duration = Duration::from_secs(5);
/// After how many of these checks the stream itself is checked: it is lost when its server restarts.
const CHECKS_PER_STATE: u32 = 10;

/// Reads PUSH until `shutdown`, and opens it again whenever it breaks. Until it is open again, revocations are missed.
pub async fn read_push(gateway: Arc<Gateway>, shutdown: CancellationToken) {
    let mut seen = None;
    let mut failures = 0_u32;
    loop {
        let broken = shutdown.run_until_cancelled(read(&gateway, &mut seen, &mut failures)).await;
        // The last requests are answered without cached sessions and reports, too.
        set_reading(&gateway, false);
        let Some(broken) = broken else { return };
        failures = failures.saturating_add(1);
        tracing::warn!(fault = %broken, "PUSH is opened again");
        let pause = Duration::from_millis(50 * 2_u64.pow(failures.min(5)));
        if shutdown.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
            return;
        }
    }
}

/// Reads PUSH until it breaks, and returns the cause.
async fn read(gateway: &Gateway, seen: &mut Option<(i64, u64)>, failures: &mut u32) -> Fault {
    let nats = &gateway.nats;
    // A connection that is made while PUSH is opened would be taken for a lost one.
    if let Err(fault) = nats.connected(deadline(CONNECT_DEADLINE)).await {
        return fault;
    }
    let connections = nats.connections();
    let view = match nats.open_push(*seen).await {
        Ok(view) => view,
        Err(fault) => return fault,
    };
    *failures = 0;
    let incarnation = view.state.incarnation;
    gateway.hub.opened(view.state);
    set_reading(gateway, true);
    let resumed = seen.filter(|(before, last)| *before == incarnation && *last <= view.state.last_sequence);
    let received = AtomicU64::new(resumed.map_or(0, |(_, last)| last));
    let messages = async {
        let mut messages = pin!(view.messages);
        while let Some(message) = messages.next().await {
            let pushed = match message {
                Ok(pushed) => pushed,
                Err(fault) => return fault,
            };
            let sequence = pushed.sequence;
            let position = Position { incarnation, sequence };
            let last = received.swap(sequence, Ordering::Relaxed);
            if last != 0 && sequence != last + 1 {
                set_reading(gateway, true);
                gateway.hub.missed(position);
            }
            let span = Span::of_delivery(pushed.cause, &pushed.subject);
            let streams =
                catch_unwind(AssertUnwindSafe(|| receive(gateway, sequence, event::read(&pushed, position))));
            // A message that makes us panic stays in PUSH for ten minutes: it is skipped like an unreadable one.
            let streams = streams.unwrap_or_else(|_| receive(gateway, sequence, Message::Unreadable));
            span.set("saffron.live.streams", streams as i64);
        }
        Fault::Transient("PUSH ended".into())
    };
    let checks = async {
        // The newest sequence in PUSH at the last check, and the newest received one.
        let mut before = (0, 0);
        for turn in 1_u32.. {
            tokio::time::sleep(CONNECTION_CHECK).await;
            if !nats.is_connected() || nats.connections() != connections {
                break;
            }
            if !turn.is_multiple_of(CHECKS_PER_STATE) {
                continue;
            }
            // Read before the request: messages that arrive until the answer prove nothing.
            let last = received.load(Ordering::Relaxed);
            match nats.push_state().await {
                Ok(state) if state.incarnation == incarnation && state.last_sequence >= last => {
                    // The consumer is on one node of a cluster. When that dies, the server is silent for half a minute.
                    if last == before.1 && last < before.0 {
                        return Fault::Transient("PUSH delivers none of its messages".into());
                    }
                    let is_empty = state.first_sequence > state.last_sequence;
                    before = (if is_empty { 0 } else { state.last_sequence }, last);
                }
                Ok(_) => return Fault::Transient("PUSH was created again".into()),
                Err(fault) => return fault,
            }
        }
        Fault::Transient("NATS was disconnected".into())
    };
    let fault = tokio::select! {
        fault = messages => fault,
        fault = checks => fault,
    };
    *seen = Some((incarnation, received.load(Ordering::Relaxed))).filter(|(_, last)| *last > 0);
    fault
}

/// Notes whether PUSH is read. In both cases messages may have been missed before, and cached sessions and reports are not
/// used.
fn set_reading(gateway: &Gateway, is_reading: bool) {
    gateway.sessions.revocations().set_reading(is_reading);
    gateway.answers.set_reading(is_reading);
}

/// Passes a message on, to sessions and reports first: a stream that is being opened checks its session last, and clients reload
/// as soon as they receive the event. Returns the number of streams that it goes to.
fn receive(gateway: &Gateway, sequence: u64, message: Message) -> usize {
    let revocations = gateway.sessions.revocations();
    match &message {
        Message::SessionEnded(ended) => revocations.end(&ended.handle),
        Message::Locations(change, _) => revocations.change(change.user_id),
        Message::IngestKeyRevoked(key) => revocations.revoke_key(key.pos_id.clone(), key.key_id),
        Message::Report(change, _) => gateway.answers.changed(change),
        Message::ReplicaStarted => gateway.answers.set_reading(true),
        Message::Unreadable => set_reading(gateway, true),
        Message::Event(..) | Message::Unknown => {}
    }
    gateway.hub.receive(sequence, message)
}
