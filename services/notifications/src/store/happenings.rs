use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Database, Queue, Tx};

use crate::domain::{Happening, Kind};

/// The queue of happenings. Those of a location that auth has not described yet wait.
pub static HAPPENINGS: Queue = Queue::new("happening", &["pos_id", "kind", "source"])
    .ready_if("NOT told AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = q.pos_id)");

/// Location, kind and source of a happening.
type Key = (PosId, Kind, String);

/// A happening to be added.
#[derive(Debug, Clone)]
pub struct NewHappening {
    pub pos_id: PosId,
    /// Distinguishes the happening from others of its kind at the location.
    pub source: String,
    pub happening: Happening,
}

/// A claimed happening.
#[derive(Debug, Clone)]
pub struct DueHappening {
    pub claimed: Claimed<Key>,
    pub happening: Happening,
}

/// Adds happenings. One that was delivered already stays as it is, unless it has become larger: then it is delivered again, to
/// people who did not get it before.
pub async fn add_happenings(tx: &mut Tx, new: Vec<NewHappening>, now: Timestamp) -> Result<(), Fault> {
    // A statement may have each key only once.
    let keyed = new.into_iter().map(|one| ((one.pos_id, one.happening.kind(), one.source), one.happening));
    // Nobody is notified of a sample restaurant.
    let rows: BTreeMap<_, _> = keyed.filter(|((pos_id, ..), _)| !pos_id.is_sample()).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let rows = rows.into_iter().map(|((pos_id, kind, source), of)| (pos_id, kind, source, of.size(), of));
    let columns: (Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    let (pos_ids, kinds, sources, sizes, happenings) = columns;
    sqlx::query!(
        "INSERT INTO happening AS h (pos_id, kind, source, data, size, noted_at, due_at)
         SELECT pos_id, kind, source, data, size, $6, $6
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) AS n (pos_id, kind, source, data, size)
         ORDER BY pos_id, kind, source
         ON CONFLICT (pos_id, kind, source) DO UPDATE SET
           data = excluded.data, size = excluded.size, told = false, due_at = excluded.due_at, tries = 0
         WHERE h.size < excluded.size OR h.size IS NOT NULL AND NOT h.told",
        &pos_ids as &[PosId],
        &kinds as &[Kind],
        &sources,
        &happenings as &[Happening],
        &sizes as &[Option<i64>],
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Claims due happenings, the oldest first: other workers do not claim them until `until`.
pub async fn claim_happenings(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
    most: i64,
) -> Result<Vec<DueHappening>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = HAPPENINGS.claim::<Key>(tx.conn(), now, until, most).await?;
    let (pos_ids, kinds, sources): (Vec<_>, Vec<_>, Vec<_>) =
        claimed.into_iter().map(|one| one.key).collect();
    if pos_ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        "SELECT h.pos_id, h.kind, h.source, h.data, h.tries
         FROM unnest($1::text[], $2::text[], $3::text[]) AS n (pos_id, kind, source)
         JOIN happening AS h ON h.pos_id = n.pos_id AND h.kind = n.kind AND h.source = n.source
         ORDER BY h.noted_at, h.source",
        &pos_ids as &[PosId],
        &kinds as &[Kind],
        &sources
    )
    .fetch_all(tx.conn())
    .await?;
    tx.commit().await?;
    let due = rows.into_iter().map(|row| {
        let claimed = Claimed { key: (row.pos_id, row.kind, row.source), tries: row.tries };
        DueHappening { claimed, happening: row.data }
    });
    Ok(due.collect())
}

/// Locks and reads a happening; none if it was delivered meanwhile.
pub async fn lock_happening(
    tx: &mut Tx,
    (pos_id, kind, source): (&PosId, Kind, &str),
) -> Result<Option<Happening>, Fault> {
    let happening = sqlx::query_scalar!(
        "SELECT data FROM happening WHERE pos_id = $1 AND kind = $2 AND source = $3 AND NOT told FOR UPDATE",
        pos_id.as_str(),
        kind.as_str(),
        source
    );
    Ok(happening.fetch_optional(tx.conn()).await?)
}

/// Marks a happening as delivered to all people of the location.
pub async fn mark_delivered(tx: &mut Tx, (pos_id, kind, source): (&PosId, Kind, &str)) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE happening SET told = true WHERE pos_id = $1 AND kind = $2 AND source = $3",
        pos_id.as_str(),
        kind.as_str(),
        source
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
