use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Conn, Database, Queue, Tx};
use uuid::Uuid;

/// Locations whose imports may still hold an erased guest.
pub static ERASURES: Queue = Queue::new("erasure", &["pos_id"]);

/// A location in the hands of a worker.
pub type ErasureInHand = Claimed<(PosId,)>;

/// A sealed object of an import that may name guests.
#[derive(Debug, Clone, Copy)]
pub struct KeptObject {
    pub import_id: Uuid,
    /// Its number among the batches, or the lists of refused rows.
    pub number: i32,
    pub object_id: Uuid,
}

/// Those of these guests who were erased.
pub async fn erased_among(
    conn: &mut Conn,
    pos_id: &PosId,
    ids: &BTreeSet<CustomerId>,
) -> Result<BTreeSet<CustomerId>, Fault> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let erased = sqlx::query_scalar!(
        "SELECT pos_customer_id FROM erased_guest WHERE pos_id = $1 AND pos_customer_id = ANY($2)",
        pos_id.as_str(),
        &Vec::from_iter(ids) as &[&CustomerId]
    );
    Ok(erased.fetch_all(conn).await?.into_iter().collect())
}

/// Has erasures at a location wait for the commit: a guest who was erased before is found, and one who is erased later is looked
/// for in what this transaction stores.
pub async fn hold_erasures(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!("SELECT pos_id FROM location WHERE pos_id = $1 FOR SHARE", pos_id.as_str())
        .fetch_optional(tx.conn())
        .await?;
    Ok(())
}

/// Remembers that a guest was erased.
pub async fn add_tombstone(tx: &mut Tx, pos_id: &PosId, id: &CustomerId) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "INSERT INTO erased_guest (pos_id, pos_customer_id, erased_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        id.as_str(),
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Takes the imports of a location out of the hands of their workers: what one holds in memory may name a guest who was erased.
pub async fn recall_imports(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "UPDATE import SET tries = tries + 1, due_at = $2
         WHERE pos_id = $1 AND state IN ('judging', 'preparing', 'sending', 'paused', 'undoing')",
        pos_id.as_str(),
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has what the imports of a location keep searched for erased guests. A worker that does so already begins again.
pub async fn queue_erasure(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "INSERT INTO erasure AS e (pos_id, due_at) VALUES ($1, $2)
         ON CONFLICT (pos_id) DO UPDATE SET due_at = excluded.due_at, tries = e.tries + 1, failures = 0",
        pos_id.as_str(),
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has the uploaded files of a location deleted that no import needs any more.
pub async fn forget_uploads(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "UPDATE object SET forget_at = least(forget_at, $2) WHERE object_id IN (
           SELECT p.object_id FROM import AS i JOIN import_part AS p USING (import_id)
           WHERE i.pos_id = $1 AND (i.state IN ('sending', 'done', 'undoing', 'undone', 'discarded')
             OR i.resumes IN ('sending', 'undoing')))",
        pos_id.as_str(),
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Whether a location has erased guests.
pub async fn has_erased(tx: &mut Tx, pos_id: &PosId) -> Result<bool, Fault> {
    let has = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM erased_guest WHERE pos_id = $1) AS "has!""#,
        pos_id.as_str()
    );
    Ok(has.fetch_one(tx.conn()).await?)
}

/// Claims the location that is due for longest.
pub async fn claim_erasure(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<ErasureInHand>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = ERASURES.claim::<(PosId,)>(tx.conn(), now, until, 1).await?;
    tx.commit().await?;
    Ok(claimed.into_iter().next())
}

/// Keeps a location in the worker's hands until a moment; false if it is in them no more, or another guest was erased.
pub async fn keep_erasure(
    database: &Database,
    in_hand: &ErasureInHand,
    until: Timestamp,
) -> Result<bool, Fault> {
    let kept = sqlx::query!(
        "UPDATE erasure SET due_at = $3 WHERE pos_id = $1 AND tries = $2",
        in_hand.key.0.as_str(),
        in_hand.tries,
        until.to_sqlx()
    );
    Ok(kept.execute(database.pool()).await?.rows_affected() == 1)
}

/// Counts a failure of a location in the worker's hands, and returns how many there were.
pub async fn erasure_failed(database: &Database, in_hand: &ErasureInHand) -> Result<Option<i32>, Fault> {
    let failures = sqlx::query_scalar!(
        "UPDATE erasure SET failures = failures + 1 WHERE pos_id = $1 AND tries = $2 RETURNING failures",
        in_hand.key.0.as_str(),
        in_hand.tries
    );
    Ok(failures.fetch_optional(database.pool()).await?)
}

/// Imports of a location behind an id in which something was found, `most` of them at most.
pub async fn imports_with_findings(
    database: &Database,
    pos_id: &PosId,
    after: Uuid,
    most: i64,
) -> Result<Vec<Uuid>, Fault> {
    let ids = sqlx::query_scalar!(
        "SELECT import_id FROM import WHERE pos_id = $1 AND import_id > $2 AND findings IS NOT NULL
         ORDER BY import_id LIMIT $3",
        pos_id.as_str(),
        after,
        most
    );
    Ok(ids.fetch_all(database.pool()).await?)
}

/// Batches of a location behind one that may name guests, `most` of them at most.
pub async fn batches_of_guests(
    database: &Database,
    pos_id: &PosId,
    after: (Uuid, i32),
    most: i64,
) -> Result<Vec<KeptObject>, Fault> {
    let rows = sqlx::query_as!(
        KeptObject,
        "SELECT b.import_id, b.number, b.object_id FROM import AS i JOIN import_batch AS b USING (import_id)
         WHERE i.pos_id = $1 AND b.kind IN ('check', 'restore', 'guest') AND (b.import_id, b.number) > ($2, $3)
         ORDER BY b.import_id, b.number LIMIT $4",
        pos_id.as_str(),
        after.0,
        after.1,
        most
    );
    Ok(rows.fetch_all(database.pool()).await?)
}

/// Lists of refused rows of a location behind one, `most` of them at most.
pub async fn refused_of_guests(
    database: &Database,
    pos_id: &PosId,
    after: (Uuid, i32),
    most: i64,
) -> Result<Vec<KeptObject>, Fault> {
    let rows = sqlx::query_as!(
        KeptObject,
        "SELECT r.import_id, r.number, r.object_id FROM import AS i JOIN import_refused AS r USING (import_id)
         WHERE i.pos_id = $1 AND (r.import_id, r.number) > ($2, $3)
         ORDER BY r.import_id, r.number LIMIT $4",
        pos_id.as_str(),
        after.0,
        after.1,
        most
    );
    Ok(rows.fetch_all(database.pool()).await?)
}

/// Locks an object until the commit, so that it is written over by one at a time; false if it is to be deleted.
pub async fn lock_object(tx: &mut Tx, object_id: Uuid) -> Result<bool, Fault> {
    let now = tx.clock().now().to_sqlx();
    let found = sqlx::query_scalar!(
        "SELECT object_id FROM object WHERE object_id = $1 AND forget_at > $2 FOR NO KEY UPDATE",
        object_id,
        now
    );
    Ok(found.fetch_optional(tx.conn()).await?.is_some())
}
