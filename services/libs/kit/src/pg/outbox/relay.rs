//! The relay: publishes the outbox to NATS. Every replica runs one; a lock in the database lets one work at a time.

use std::time::Duration;

use futures::future::join_all;
use jiff::Timestamp;
use saffron_core::PosId;
use saffron_core::event::CloudEvent;
use serde_json::value::RawValue;
use sqlx::Row as _;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::refused::{set_aside, without_payload};
use crate::Fault;
use crate::nats::{Nats, subject};
use crate::pg::{Conn, Database};
use crate::telemetry::TraceParent;

/// Rows published in one transaction.
const BATCH: i64 = 500;
/// The bytes of those rows; the last row may exceed them.
const BATCH_BYTES: i64 = 8 * 1024 * 1024;
/// The largest dead letter that is read, to be sent without its payload.
const READABLE_LETTER: i64 = 16 * 1024 * 1024;
/// More than the bytes of an event without its data.
const ENVELOPE: usize = 16 * 1024;
/// The pause after rows could not be published.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause while nothing waits and no commit wakes us: another replica's rows, or rows of before a restart.
const IDLE: Duration = Duration::from_secs(1);
/// One lock for all replicas of a service; each service has a database of its own.
const LOCK: i64 = 0x5AFF_0001;

/// A row of the outbox.
struct Row {
    id: i64,
    event_id: Uuid,
    subject: String,
    kind: String,
    pos_id: Option<String>,
    written_at: f64,
    /// How large the data is; it is not read where it is larger than NATS takes.
    bytes: i64,
    data: Option<String>,
    traceparent: Option<String>,
}

/// Runs until `shutdown`. Delivery is at least once; the event id is the message id, so that JetStream drops
/// repeats within its window.
pub async fn run_relay(database: Database, nats: Nats, shutdown: CancellationToken) {
    let mut failures = 0_u32;
    // Dead letters of before a restart may be there.
    let mut letters = true;
    loop {
        let pause = match publish_batch(&database, &nats, &mut letters).await {
            Ok(Progress::All) => {
                failures = 0;
                if letters {
                    letters = !truncate_if_empty(&database).await;
                }
                IDLE
            }
            Ok(Progress::More) => continue,
            Ok(Progress::Busy) => PAUSE,
            Err(fault) => {
                failures = failures.saturating_add(1);
                tracing::warn!(%fault, service = database.service(), "outbox waits");
                (PAUSE * 2_u32.pow(failures.min(6))).min(Duration::from_secs(3))
            }
        };
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = database.wake.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// The outcome of one transaction of the relay.
enum Progress {
    /// No row waits.
    All,
    /// A full batch was published; more rows may wait.
    More,
    /// Another replica has the lock.
    Busy,
}

/// Truncates the empty outbox: dead letters quote what tills sent, and a guest's name must not stay in old versions of rows
/// until a vacuum. False if the table was in use; then it is tried again.
async fn truncate_if_empty(database: &Database) -> bool {
    let attempt = async {
        let mut tx = database.pool.acquire().await?.in_transaction("BEGIN").await?;
        sqlx::query("LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE NOWAIT").execute(&mut tx).await?;
        let waits: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM outbox)").fetch_one(&mut tx).await?;
        if !waits {
            sqlx::query("TRUNCATE outbox").execute(&mut tx).await?;
        }
        tx.commit().await?;
        Ok::<bool, sqlx::Error>(!waits)
    };
    attempt.await.unwrap_or_else(|error| {
        tracing::debug!(%error, service = database.service(), "the outbox was in use and is wiped later");
        false
    })
}

/// Publishes waiting rows and deletes those that NATS acknowledged; sets aside those that it refuses for good. Sets `letters`
/// if dead letters were published.
async fn publish_batch(database: &Database, nats: &Nats, letters: &mut bool) -> Result<Progress, Fault> {
    let mut tx = database.pool.acquire().await?.in_transaction("BEGIN").await?;
    let mine: bool =
        sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)").bind(LOCK).fetch_one(&mut tx).await?;
    if !mine {
        return Ok(Progress::Busy);
    }
    let largest = nats.largest_message();
    let rows = read(&mut tx, largest as i64).await?;
    if rows.is_empty() {
        return Ok(Progress::All);
    }
    *letters |= rows.iter().any(|row| subject::is_dead_letter(&row.subject));
    let is_full = rows.len() as i64 == BATCH || rows.iter().map(|row| row.bytes).sum::<i64>() >= BATCH_BYTES;
    let source = database.service();
    let sent = join_all(rows.into_iter().map(|row| async move {
        let (id, event_id) = (row.id, row.event_id);
        let subject = row.subject.clone();
        let cause = TraceParent::of_row(row.traceparent.as_deref());
        let sent = match envelope(source, row, largest) {
            Ok(body) => nats.publish_traced(cause, &subject, &event_id.to_string(), body).await,
            Err(fault) => Err(fault),
        };
        (id, sent)
    }))
    .await;
    let (mut done, mut refused) = (Vec::with_capacity(sent.len()), Vec::new());
    let mut failure = None;
    for (id, sent) in sent {
        match sent {
            Ok(()) => done.push(id),
            Err(fault) if fault.is_transient() => failure = Some(fault),
            Err(fault) => refused.push((id, fault.to_string())),
        }
    }
    sqlx::query("DELETE FROM outbox WHERE id = ANY($1)").bind(&done).execute(&mut tx).await?;
    if !refused.is_empty() {
        for (id, why) in &refused {
            tracing::error!(id, why, service = source, "an event is refused for good and is set aside");
        }
        set_aside(&mut tx, refused, database.clock().now().as_millisecond() as f64 / 1000.0).await?;
    }
    tx.commit().await?;
    match failure {
        Some(fault) => Err(fault),
        None if is_full => Ok(Progress::More),
        None => Ok(Progress::All),
    }
}

/// The oldest rows, bounded in number and bytes. The data of a row that is larger than NATS takes is not read, except of dead
/// letters.
async fn read(tx: &mut Conn, largest: i64) -> Result<Vec<Row>, Fault> {
    let rows = sqlx::query(
        "SELECT id, event_id, subject, kind, pos_id, extract(epoch FROM written_at)::float8 AS written_at, bytes,
                traceparent, CASE WHEN bytes <= most THEN data END AS data
         FROM (SELECT *, sum(least(bytes, most)) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) - least(bytes, most) AS before
               FROM (SELECT *, octet_length(data)::bigint AS bytes,
                            CASE WHEN subject LIKE 'dlq.v1.%' THEN $4 ELSE $3 END AS most
                     FROM outbox ORDER BY id LIMIT $1) AS o) AS o
         WHERE before < $2 ORDER BY id",
    )
    .bind(BATCH)
    .bind(BATCH_BYTES)
    .bind(largest)
    .bind(READABLE_LETTER)
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        Ok(Row {
            id: row.try_get("id")?,
            event_id: row.try_get("event_id")?,
            subject: row.try_get("subject")?,
            kind: row.try_get("kind")?,
            pos_id: row.try_get("pos_id")?,
            written_at: row.try_get("written_at")?,
            bytes: row.try_get("bytes")?,
            data: row.try_get("data")?,
            traceparent: row.try_get("traceparent")?,
        })
    });
    Ok(rows.collect::<Result<_, sqlx::Error>>()?)
}

/// The CloudEvent of a row.
fn envelope(source: &str, row: Row, largest: usize) -> Result<Vec<u8>, Fault> {
    let permanent = |e: &dyn std::fmt::Display| Fault::Permanent(format!("outbox row {}: {e}", row.id));
    let time = Timestamp::from_millisecond((row.written_at * 1000.0) as i64).map_err(|e| permanent(&e))?;
    let too_large = || permanent(&format!("a size of {} bytes, and NATS takes {largest}", row.bytes));
    let mut data = row.data.clone().ok_or_else(too_large)?;
    if subject::is_dead_letter(&row.subject) && data.len() + ENVELOPE > largest {
        data = without_payload(&data, time).ok_or_else(too_large)?;
    }
    let event = CloudEvent {
        specversion: "1.0".into(),
        id: row.event_id,
        source: source.to_owned(),
        r#type: row.kind.clone(),
        subject: row.pos_id.as_deref().map(str::parse::<PosId>).transpose().map_err(|e| permanent(&e))?,
        time,
        datacontenttype: "application/json".into(),
        sequence: row.id,
        data: RawValue::from_string(data).map_err(|e| permanent(&e))?,
    };
    serde_json::to_vec(&event).map_err(|e| permanent(&e))
}
