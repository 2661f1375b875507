use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saffron_core::event::BusinessDaySet;
use saffron_core::fact::{Fact, StampedBatch};
use saffron_core::{DayStarts, PosId, Source};
use saffron_kit::nats::{Nats, subject};
use saffron_kit::pg::{Database, Tx};
use saffron_kit::telemetry::TraceParent;
use saffron_kit::{CancellationToken, Fault};
use tokio::time::Instant;

use crate::domain::{Restamp, Stamped, restamped_from};
use crate::store::{self, FactPage};

/// How many locations are worked in a round.
const AT_ONCE: i64 = 100;
/// How many pages of a location are looked at before the next location.
const PAGES: usize = 50;
/// The pause until facts that were sent are looked at again.
const APPLIED: Duration = Duration::from_millis(50);
/// Facts that were sent are sent again after this long, if they still lie where they did. NATS drops a repeat within its window.
const SENT_AGAIN: Duration = Duration::from_secs(30);
/// The share of the stream's bytes beyond which nothing is sent: the rest is for tills.
const ROOM: f64 = 0.5;
/// The most bytes of a message, far below the largest of NATS.
const BYTES: usize = 1024 * 1024;

/// Notes when the days of a location begin. Where that moves facts, they are stamped again in the background. Of two events the
/// one with the higher sequence is newer.
pub async fn note_day_starts(tx: &mut Tx, event: &BusinessDaySet, sequence: i64) -> Result<(), Fault> {
    let pos_id = &event.pos_id;
    let calendar = event.calendar().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let known = store::lock_starts(tx, pos_id).await?;
    let (before, open_from) = match known {
        Some(known) if known.sequence >= sequence => return Ok(()),
        Some(known) => (known.day_starts, known.open_from),
        None => (DayStarts::default(), None),
    };
    match restamped_from(&before, calendar.starts()) {
        Some(from) => {
            let from = open_from.map_or(from, |open| open.min(from));
            store::begin_restamp(tx, pos_id, &calendar, sequence, from).await
        }
        None => store::skip_starts(tx, pos_id, &calendar, sequence).await,
    }
}

/// Sends facts again whose business dates are others now, as new stamps of the same events: all services that keep a date move
/// it. A page of a location is looked at until none of its facts lies elsewhere, so that a process that dies loses nothing.
pub struct Restamper {
    database: Database,
    nats: Nats,
    stop: CancellationToken,
    /// What was sent last, by its id, and when.
    sent: Mutex<Option<(String, Instant)>>,
}

impl Restamper {
    pub fn new(database: Database, nats: Nats, stop: CancellationToken) -> Restamper {
        Restamper { database, nats, stop, sent: Mutex::default() }
    }

    /// Works each location that is open for a while; returns whether there was something to do.
    pub async fn round(&self) -> Result<bool, Fault> {
        let mut worked = false;
        for pos_id in store::open_restamps(&self.database, AT_ONCE).await? {
            // Others are not kept waiting by a location with much trade.
            for _ in 0..PAGES {
                if self.stop.is_cancelled() || !self.page(&pos_id).await? {
                    break;
                }
                worked = true;
            }
        }
        Ok(worked)
    }

    /// Looks at a page of a location's facts, and sends those that lie elsewhere. False if there is none to look at now.
    async fn page(&self, pos_id: &PosId) -> Result<bool, Fault> {
        let mut tx = self.database.begin().await?;
        let Some(restamp) = store::lock_restamp(&mut tx, pos_id).await? else { return Ok(false) };
        let Some(kind) = restamp.facts() else { return Ok(false) };
        if restamp.waits(tx.clock().now()) {
            return Ok(false);
        }
        let FactPage { end, facts, moved, is_stale, source } =
            store::page_of_facts(&mut tx, &restamp, kind).await?;
        if moved.is_empty() && is_stale {
            return Ok(true);
        }
        if moved.is_empty() {
            store::advance_restamp(&mut tx, &restamp, end.as_ref(), facts).await?;
            if end.is_none() && kind == Stamped::CashCounts {
                tracing::info!(%pos_id, settling = restamp.is_settling(), "facts were stamped again");
            }
            tx.commit().await?;
            return Ok(true);
        }
        if self.nats.used("POS").await? > ROOM {
            tracing::warn!(%pos_id, "facts wait to be stamped again: the stream POS is half full");
            return Ok(false);
        }
        // The row stays locked until the facts are stored, so that no other replica sends them too.
        self.send(&restamp, source, moved).await?;
        drop(tx);
        tokio::time::sleep(APPLIED).await;
        Ok(true)
    }

    async fn send(&self, restamp: &Restamp, source: Source, mut facts: Vec<Fact>) -> Result<(), Fault> {
        // As of the change: a calendar that services learned later stays.
        let Restamp { pos_id, calendar, set_at, .. } = restamp;
        let body = loop {
            let batch = StampedBatch::of(pos_id.clone(), calendar, *set_at, facts.clone());
            let batch = batch.sent_by(source);
            let body =
                serde_json::to_vec(&batch).map_err(|e| Fault::Permanent(format!("stamped batch: {e}")))?;
            if body.len() <= BYTES || facts.len() == 1 {
                break body;
            }
            facts.truncate(facts.len() / 2);
        };
        let of_facts = serde_json::to_vec(&facts).map_err(|e| Fault::Permanent(format!("facts: {e}")))?;
        let id = subject::facts_id(pos_id, &of_facts);
        let is_sent = |sent: &Option<(String, Instant)>| {
            sent.as_ref().is_some_and(|(last, at)| *last == id && at.elapsed() < SENT_AGAIN)
        };
        if is_sent(&self.sent.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(());
        }
        self.nats.publish_traced(TraceParent::current(), &subject::facts(pos_id), &id, body).await?;
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = Some((id, Instant::now()));
        Ok(())
    }
}
