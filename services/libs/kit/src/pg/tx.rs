use std::sync::Arc;

use saffron_core::event::{Audience, DeadLetter, DeadLetterV2, Event, LetterSource};
use saffron_core::{Clock, PosId};
use sqlx::Executor as _;
use tokio::sync::Notify;
use uuid::Uuid;

use super::Conn;
use crate::nats::subject;
use crate::telemetry::{TraceParent, TransactionSpan};
use crate::{Fault, metrics};

/// The largest payload that a dead letter keeps, as it is quoted in it, in bytes.
const LARGEST_PAYLOAD: usize = 32 * 1024;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 1_000;
/// The largest dead letter as it is stored, with the event around it.
pub(crate) const LARGEST_LETTER: usize = LARGEST_PAYLOAD + 8 * 1024;

/// Publishes an event of a location's new version.
pub(super) type Announce = fn(&mut Tx, PosId, i64) -> Result<(), Fault>;

/// A transaction that changes state and writes the events about it to the outbox, or does neither.
pub struct Tx {
    inner: Conn,
    clock: Clock,
    wake: Arc<Notify>,
    pending: Vec<PendingEvent>,
    pub(super) changed: Vec<PosId>,
    pub(super) announce: Option<Announce>,
    span: TransactionSpan,
}

/// An event that the commit writes to the outbox.
struct PendingEvent {
    event_id: Uuid,
    subject: String,
    kind: String,
    pos_id: Option<PosId>,
    data: String,
    cause: Option<TraceParent>,
}

impl Tx {
    pub(super) fn new(
        inner: Conn,
        clock: Clock,
        wake: Arc<Notify>,
        announce: Option<Announce>,
        span: TransactionSpan,
    ) -> Tx {
        Tx { inner, clock, wake, pending: Vec::new(), changed: Vec::new(), announce, span }
    }

    /// The connection to run statements on.
    pub fn conn(&mut self) -> &mut Conn {
        &mut self.inner
    }

    /// The clock for times that are written.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Publishes an event once this transaction is committed.
    ///
    /// # Errors
    /// If the event cannot be written as JSON.
    pub fn publish<E: Event>(&mut self, event: &E) -> Result<(), Fault> {
        let subject = match event.audience() {
            Audience::World => subject::event(event.pos_id(), E::DOMAIN, E::NAME),
            audience => subject::push(audience, event.pos_id(), E::NAME),
        };
        self.write(subject, E::cloud_type(), event.pos_id().cloned(), event)
    }

    /// Publishes a dead letter of a message that cannot be worked. A payload that is too large for the letter stays in the
    /// stream it came from, which the letter names.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub(crate) fn publish_dead_letter(
        &mut self,
        mut letter: DeadLetter,
        source: LetterSource,
    ) -> Result<(), Fault> {
        let subject = subject::dead_letter(&letter.consumer, letter.pos_id.as_ref());
        let pos_id = letter.pos_id.clone();
        shorten(&mut letter.reason);
        if quoted_len(&letter.payload).is_some_and(|bytes| bytes <= LARGEST_PAYLOAD) {
            return self.write(subject, DeadLetter::CLOUD_TYPE.into(), pos_id, &letter);
        }
        let DeadLetter { pos_id: of, consumer, subject: came_on, reason, attempts, .. } = letter;
        let letter = DeadLetterV2 { pos_id: of, consumer, subject: came_on, reason, attempts, source };
        self.write(subject, DeadLetterV2::CLOUD_TYPE.into(), pos_id, &letter)
    }

    /// Adds an event to those that the commit writes to the outbox.
    fn write<T: serde::Serialize>(
        &mut self,
        subject: String,
        kind: String,
        pos_id: Option<PosId>,
        data: &T,
    ) -> Result<(), Fault> {
        let data = serde_json::to_string(data).map_err(|e| Fault::Permanent(e.to_string()))?;
        let cause = TraceParent::of_location(pos_id.as_ref());
        self.pending.push(PendingEvent { event_id: Uuid::now_v7(), subject, kind, pos_id, data, cause });
        Ok(())
    }

    /// Marks a point to which [`Tx::undo_to`] can go back.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn savepoint(&mut self) -> Result<Savepoint, Fault> {
        sqlx::query("SAVEPOINT part").execute(self.conn()).await?;
        Ok(Savepoint { pending: self.pending.len(), changed: self.changed.len() })
    }

    /// Keeps the changes and events since the savepoint, and lets the server forget the savepoint: thousands that stay open slow
    /// every statement behind them.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn keep_since(&mut self, _: Savepoint) -> Result<(), Fault> {
        sqlx::query("RELEASE SAVEPOINT part").execute(self.conn()).await?;
        Ok(())
    }

    /// Takes back the changes and events since the savepoint, and the savepoint itself.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn undo_to(&mut self, savepoint: Savepoint) -> Result<(), Fault> {
        self.conn().execute("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part").await?;
        self.pending.truncate(savepoint.pending);
        self.changed.truncate(savepoint.changed);
        Ok(())
    }

    /// Commits state and outbox together, with the new versions of changed locations, and wakes the relay.
    ///
    /// # Errors
    /// If the database is away or refuses; then nothing is committed, or, where the connection broke in the
    /// midst of the commit, all of it may be.
    pub async fn commit(mut self) -> Result<(), Fault> {
        self.announce_changes().await?;
        let publishes = !self.pending.is_empty();
        let of_consumers =
            self.pending.iter().filter_map(|event| subject::consumer_of_dead_letter(&event.subject));
        let dead_letters: Vec<String> = of_consumers.map(str::to_owned).collect();
        if publishes {
            self.write_outbox().await?;
        }
        self.inner.commit().await?;
        self.span.committed();
        dead_letters.iter().for_each(|consumer| metrics::dead_letters(consumer, 1));
        if publishes {
            self.wake.notify_one();
        }
        Ok(())
    }

    async fn write_outbox(&mut self) -> Result<(), Fault> {
        let pending = std::mem::take(&mut self.pending);
        let (mut ids, mut subjects, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let (mut pos_ids, mut data, mut causes) = (Vec::new(), Vec::new(), Vec::new());
        for event in pending {
            ids.push(event.event_id);
            subjects.push(event.subject);
            kinds.push(event.kind);
            pos_ids.push(event.pos_id.map(String::from));
            data.push(event.data);
            causes.push(event.cause.map(|cause| cause.to_string()));
        }
        sqlx::query(
            "INSERT INTO outbox (event_id, subject, kind, pos_id, written_at, data, traceparent)
             SELECT event_id, subject, kind, pos_id, to_timestamp($6), data, traceparent
             FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $7::text[])
                  WITH ORDINALITY AS l (event_id, subject, kind, pos_id, data, traceparent, place)
             ORDER BY place",
        )
        .bind(ids)
        .bind(subjects)
        .bind(kinds)
        .bind(pos_ids)
        .bind(data)
        .bind(self.clock.now().as_millisecond() as f64 / 1000.0)
        .bind(causes)
        .execute(self.conn())
        .await?;
        Ok(())
    }
}

/// A point in a transaction.
#[derive(Debug, Clone, Copy)]
pub struct Savepoint {
    pending: usize,
    changed: usize,
}

/// How many bytes a text takes as a JSON string; none if it is longer than [`LARGEST_PAYLOAD`].
fn quoted_len(text: &str) -> Option<usize> {
    if text.len() > LARGEST_PAYLOAD {
        return None;
    }
    serde_json::to_string(text).ok().map(|quoted| quoted.len())
}

/// Cuts a reason to [`LONGEST_REASON`].
pub(super) fn shorten(reason: &mut String) {
    if let Some((end, _)) = reason.char_indices().nth(LONGEST_REASON) {
        reason.truncate(end);
    }
}
