use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Tx};
use saffron_pos::proof::Line;
use uuid::Uuid;

use crate::domain::{Pos, ProofState, Slices};

/// The proof of a date.
#[derive(Debug, Clone)]
pub struct Proof {
    pub business_date: BusinessDate,
    pub state: ProofState,
    /// Whether the POS counted by itself.
    pub is_independent: bool,
    /// Up to when it counted.
    pub counted_until: Option<Timestamp>,
    /// None: it was not compared yet.
    pub checked_at: Option<Timestamp>,
    /// The figures of both sides.
    pub lines: Vec<Line>,
    pub slices: Slices,
    /// The figures with which it settled last; none before.
    pub settled: Option<Vec<Line>>,
}

impl Proof {
    /// One of a date that was not compared yet.
    const fn unseen(business_date: BusinessDate) -> Proof {
        Proof {
            business_date,
            state: ProofState::NotYet,
            is_independent: true,
            counted_until: None,
            checked_at: None,
            lines: Vec::new(),
            slices: Slices { hours: Vec::new(), checks: Vec::new(), more_checks: 0 },
            settled: None,
        }
    }
}

/// Dates that differ of which people are to be notified.
#[derive(Debug, Clone)]
pub struct ToAlert {
    pub dates: BTreeSet<BusinessDate>,
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|e| Fault::Permanent(format!("a proof: {e}")))
}

fn written(value: &impl serde::Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|e| Fault::Permanent(format!("a proof: {e}")))
}

/// The latest date that was read and is to be compared.
pub async fn next_proof(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
    now: Timestamp,
) -> Result<Option<BusinessDate>, Fault> {
    let next = sqlx::query_scalar!(
        "SELECT d.business_date FROM connected_day AS d LEFT JOIN day_proof AS p USING (pos_id, connection_id, business_date)
         WHERE d.pos_id = $1 AND d.connection_id = $2 AND d.state = 'read' AND (p.pos_id IS NULL OR p.due_at <= $3)
         ORDER BY business_date DESC LIMIT 1",
        pos_id.as_str(),
        connection_id,
        now.to_sqlx()
    );
    Ok(next.fetch_optional(conn).await?)
}

/// The proof of a date that was read; none of one that was not.
pub async fn find_proof(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
    on: BusinessDate,
) -> Result<Option<Proof>, Fault> {
    let row = sqlx::query!(
        r#"SELECT d.business_date, p.state AS "state?: ProofState", p.is_independent AS "is_independent?",
             p.counted_until AS "counted_until?: jiff_sqlx::Timestamp", p.checked_at AS "checked_at?: jiff_sqlx::Timestamp",
             p.lines AS "lines?", p.slices AS "slices?", p.settled
           FROM connected_day AS d LEFT JOIN day_proof AS p USING (pos_id, connection_id, business_date)
           WHERE d.pos_id = $1 AND d.connection_id = $2 AND d.business_date = $3 AND d.state IN ('read', 'again')"#,
        pos_id.as_str(),
        connection_id,
        on as BusinessDate
    );
    let Some(row) = row.fetch_optional(conn).await? else { return Ok(None) };
    let Some(state) = row.state else { return Ok(Some(Proof::unseen(row.business_date))) };
    Ok(Some(Proof {
        business_date: row.business_date,
        state,
        is_independent: row.is_independent.unwrap_or_default(),
        counted_until: row.counted_until.map(jiff_sqlx::Timestamp::to_jiff),
        checked_at: row.checked_at.map(jiff_sqlx::Timestamp::to_jiff),
        lines: row.lines.map(|text| read(&text)).transpose()?.unwrap_or_default(),
        slices: row.slices.map(|text| read(&text)).transpose()?.unwrap_or_default(),
        settled: row.settled.map(|text| read(&text)).transpose()?,
    }))
}

/// A page of the proofs of the dates that were read, the latest first, without their hours and checks; `before` is the last one of
/// the page before.
pub async fn page_of_proofs(
    database: &Database,
    pos_id: &PosId,
    connection_id: Uuid,
    before: Option<BusinessDate>,
    limit: i64,
) -> Result<Vec<Proof>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT d.business_date, p.state AS "state?: ProofState", p.is_independent AS "is_independent?",
             p.counted_until AS "counted_until?: jiff_sqlx::Timestamp", p.checked_at AS "checked_at?: jiff_sqlx::Timestamp",
             p.lines AS "lines?"
           FROM connected_day AS d LEFT JOIN day_proof AS p USING (pos_id, connection_id, business_date)
           WHERE d.pos_id = $1 AND d.connection_id = $2 AND d.state IN ('read', 'again')
             AND ($3::date IS NULL OR d.business_date < $3)
           ORDER BY d.business_date DESC LIMIT $4"#,
        pos_id.as_str(),
        connection_id,
        before as Option<BusinessDate>,
        limit
    );
    let rows = rows.fetch_all(database.pool()).await?.into_iter().map(|row| {
        let Some(state) = row.state else { return Ok(Proof::unseen(row.business_date)) };
        Ok(Proof {
            business_date: row.business_date,
            state,
            is_independent: row.is_independent.unwrap_or_default(),
            counted_until: row.counted_until.map(jiff_sqlx::Timestamp::to_jiff),
            checked_at: row.checked_at.map(jiff_sqlx::Timestamp::to_jiff),
            lines: row.lines.map(|text| read(&text)).transpose()?.unwrap_or_default(),
            slices: Slices::default(),
            settled: None,
        })
    });
    rows.collect()
}

/// Stores a proof. `is_to_alert`: people are to be notified of it; one that does not differ any more needs no notice.
pub async fn put_proof(
    tx: &mut Tx,
    (pos_id, connection_id): (&PosId, Uuid),
    proof: &Proof,
    due: Option<Timestamp>,
    is_to_alert: bool,
) -> Result<(), Fault> {
    let now = tx.clock().now();
    sqlx::query!(
        "INSERT INTO day_proof AS p (pos_id, connection_id, business_date, state, is_independent, counted_until, checked_at, due_at,
           lines, slices, is_to_alert, settled)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (pos_id, connection_id, business_date) DO UPDATE
           SET state = excluded.state, is_independent = excluded.is_independent, counted_until = excluded.counted_until,
             checked_at = excluded.checked_at, due_at = excluded.due_at, lines = excluded.lines, slices = excluded.slices,
             settled = excluded.settled,
             is_to_alert = excluded.is_to_alert OR (p.is_to_alert AND excluded.state IN ('differs', 'notYet'))",
        pos_id.as_str(),
        connection_id,
        proof.business_date as BusinessDate,
        proof.state.as_str(),
        proof.is_independent,
        proof.counted_until.map(|at| at.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        now.to_sqlx(),
        due.map(|at| at.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        written(&proof.lines)?,
        written(&proof.slices)?,
        is_to_alert,
        proof.settled.as_ref().map(written).transpose()? as Option<String>
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has a date compared later: it could not be.
pub async fn put_off_proof(
    tx: &mut Tx,
    (pos_id, connection_id): (&PosId, Uuid),
    on: BusinessDate,
    due: Timestamp,
) -> Result<(), Fault> {
    let now = tx.clock().now();
    sqlx::query!(
        "INSERT INTO day_proof (pos_id, connection_id, business_date, state, is_independent, checked_at, due_at, lines, slices)
         VALUES ($1, $2, $3, 'notYet', false, $4, $5, '[]', '{\"hours\":[],\"checks\":[],\"moreChecks\":0}')
         ON CONFLICT (pos_id, connection_id, business_date) DO UPDATE SET due_at = excluded.due_at",
        pos_id.as_str(),
        connection_id,
        on as BusinessDate,
        now.to_sqlx(),
        due.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has dates compared again at a moment, or when they are to be anyway: their checks changed. Those that never were are due already.
pub async fn prove_again(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &[BusinessDate],
    due: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE day_proof SET due_at = least(due_at, $4)
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[])",
        pos_id.as_str(),
        connection_id,
        dates as &[BusinessDate],
        due.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Locks the feed of a location's proofs until the commit: a date that is read meanwhile is either seen by its worker as it lets go of
/// the feed, or makes it due afterwards.
pub async fn lock_proofs(tx: &mut Tx, pos_id: &PosId, connection_id: Uuid) -> Result<(), Fault> {
    sqlx::query!(
        "SELECT FROM feed WHERE pos_id = $1 AND connection_id = $2 AND kind = 'proof' FOR NO KEY UPDATE",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Makes the proofs of a location due as soon as they may be, if a date is to be compared.
pub async fn wake_proofs(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE feed AS f SET due_at = greatest(f.read_until, $3)
         WHERE f.pos_id = $1 AND f.connection_id = $2 AND f.kind = 'proof' AND NOT f.is_held AND f.failures = 0
           AND f.due_at > greatest(f.read_until, $3)
           AND EXISTS (
             SELECT FROM connected_day AS d LEFT JOIN day_proof AS p USING (pos_id, connection_id, business_date)
             WHERE d.pos_id = $1 AND d.connection_id = $2 AND d.state = 'read' AND (p.pos_id IS NULL OR p.due_at <= $3))",
        pos_id.as_str(),
        connection_id,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes the dates of which people are to be notified, unless they were of others after `since`.
pub async fn take_alerts(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    since: Timestamp,
) -> Result<Option<ToAlert>, Fault> {
    let waits = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM day_proof WHERE pos_id = $1 AND connection_id = $2 AND is_to_alert AND state <> 'notYet')
             AND coalesce(proof_alerted_at <= $3, true) AS "waits!"
           FROM connected_location WHERE pos_id = $1 AND connection_id = $2 FOR NO KEY UPDATE"#,
        pos_id.as_str(),
        connection_id,
        since.to_sqlx()
    );
    if waits.fetch_optional(tx.conn()).await? != Some(true) {
        return Ok(None);
    }
    let now = tx.clock().now();
    sqlx::query!(
        "UPDATE connected_location SET proof_alerted_at = $3 WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    let dates = sqlx::query_scalar!(
        "UPDATE day_proof SET is_to_alert = false
         WHERE pos_id = $1 AND connection_id = $2 AND is_to_alert AND state <> 'notYet' RETURNING business_date",
        pos_id.as_str(),
        connection_id
    );
    let dates = dates.fetch_all(tx.conn()).await?.into_iter().collect();
    Ok(Some(ToAlert { dates }))
}

/// How many settled dates of the live locations of each POS differ from what it counted itself.
pub async fn count_differing(database: &Database) -> Result<Vec<(Pos, i64)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT c.pos AS "pos: Pos", count(*) AS "count!"
           FROM day_proof AS p JOIN connection AS c USING (connection_id)
             JOIN connected_location AS l USING (pos_id, connection_id)
           WHERE p.state = 'differs' AND p.is_independent AND c.state = 'live' AND l.ended_at IS NULL AND NOT l.is_paused
           GROUP BY c.pos"#
    );
    let rows = rows.fetch_all(database.pool()).await?;
    Ok(rows.into_iter().map(|row| (row.pos, row.count)).collect())
}
