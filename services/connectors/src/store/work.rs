use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Conn, Database, Queue, Tx};
use uuid::Uuid;

use super::ChangedImport;
use crate::domain::{BatchKind, State};

/// Imports with work to be done.
pub static WORK: Queue = Queue::new("import", &["import_id"])
    .ready_if("q.state IN ('judging', 'preparing', 'sending', 'takingOut', 'undoing')")
    .setting(", attempts = t.attempts + 1");

/// An import in the hands of a worker.
#[derive(Debug, Clone)]
pub struct InHand {
    pub import_id: Uuid,
    pub pos_id: PosId,
    pub state: State,
    /// The claim.
    pub tries: i32,
    /// Claims since anything came of them.
    pub attempts: i32,
}

impl InHand {
    /// The claim in [`WORK`].
    #[must_use]
    pub const fn claimed(&self) -> Claimed<(Uuid,)> {
        Claimed { key: (self.import_id,), tries: self.tries }
    }
}

/// Claims the import that is due for longest.
pub async fn claim_work(
    database: &Database,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<InHand>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = WORK.claim::<(Uuid,)>(tx.conn(), now, until, 1).await?;
    let Some(Claimed { key: (import_id,), .. }) = claimed.into_iter().next() else { return Ok(None) };
    let in_hand = sqlx::query_as!(
        InHand,
        "SELECT import_id, pos_id, state, tries, attempts FROM import WHERE import_id = $1",
        import_id
    );
    let in_hand = in_hand.fetch_one(tx.conn()).await?;
    tx.commit().await?;
    Ok(Some(in_hand))
}

/// Locks an import that is still in the worker's hands; false if it is not.
pub async fn is_still_in_hand(tx: &mut Tx, in_hand: &InHand) -> Result<bool, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT import_id FROM import WHERE import_id = $1 AND tries = $2 AND state = $3 FOR NO KEY UPDATE",
        in_hand.import_id,
        in_hand.tries,
        in_hand.state.as_str()
    );
    Ok(found.fetch_optional(tx.conn()).await?.is_some())
}

/// Keeps an import in the worker's hands until a moment; false if it is in them no more.
pub async fn keep_in_hand(database: &Database, in_hand: &InHand, until: Timestamp) -> Result<bool, Fault> {
    let kept = sqlx::query!(
        "UPDATE import SET due_at = $3 WHERE import_id = $1 AND tries = $2",
        in_hand.import_id,
        in_hand.tries,
        until.to_sqlx()
    );
    Ok(kept.execute(database.pool()).await?.rows_affected() == 1)
}

/// How far the work in hand is.
pub struct Progress<'a> {
    pub phase: &'a str,
    pub done: i64,
    pub total: i64,
}

/// Stores how far the work is, for people. `has_advanced` says that something came of it.
pub async fn set_progress(
    tx: &mut Tx,
    import_id: Uuid,
    progress: &Progress<'_>,
    has_advanced: bool,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE import SET phase = $2, done = $3, total = $4,
           attempts = CASE WHEN $5 THEN 0 ELSE attempts END, failures = CASE WHEN $5 THEN 0 ELSE failures END
         WHERE import_id = $1",
        import_id,
        progress.phase,
        progress.done,
        progress.total,
        has_advanced
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores what was found in the files.
pub async fn set_findings(
    tx: &mut Tx,
    import_id: Uuid,
    findings: &[u8],
    span: Option<(BusinessDate, BusinessDate)>,
    net_sales: Money,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE import SET findings = $2, first_date = $3, last_date = $4, net_sales = $5 WHERE import_id = $1",
        import_id,
        findings,
        span.map(|(first, _)| first) as Option<BusinessDate>,
        span.map(|(_, last)| last) as Option<BusinessDate>,
        net_sales.cents()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores what was found in the files in place of what was before, with the same sums.
pub async fn renew_findings(tx: &mut Tx, import_id: Uuid, findings: &[u8]) -> Result<(), Fault> {
    sqlx::query!("UPDATE import SET findings = $2 WHERE import_id = $1", import_id, findings)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Forgets what was found in the files of an import that brought nothing.
pub async fn forget_findings(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    sqlx::query!("UPDATE import SET findings = NULL WHERE import_id = $1", import_id)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Gives an import that is undone the id by which that is later than all before; it keeps the first one.
pub async fn begin_undo(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE import SET undo_id = coalesce(undo_id, $2) WHERE import_id = $1",
        import_id,
        Uuid::now_v7()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// That id.
pub async fn undo_id(conn: &mut Conn, import_id: Uuid) -> Result<Uuid, Fault> {
    let id = sqlx::query_scalar!("SELECT undo_id FROM import WHERE import_id = $1", import_id);
    id.fetch_one(conn).await?.ok_or_else(|| Fault::Permanent(format!("import {import_id} is not undone")))
}

/// Adds facts of a batch that were sent, and those that were refused. What it takes away is none of the files'.
pub async fn add_sent(
    tx: &mut Tx,
    import_id: Uuid,
    kind: BatchKind,
    facts: i64,
    refused: i64,
) -> Result<(), Fault> {
    let of = |other: BatchKind| if kind == other { facts } else { 0 };
    sqlx::query!(
        "UPDATE import SET sent_checks = sent_checks + $2, sent_shifts = sent_shifts + $3, sent_items = sent_items + $4,
           sent_guests = sent_guests + $5, refused_checks = refused_checks + $6
         WHERE import_id = $1",
        import_id,
        of(BatchKind::Check),
        of(BatchKind::Shift),
        of(BatchKind::Item),
        of(BatchKind::Guest),
        if kind == BatchKind::Remove { 0 } else { refused }
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores until when an import can be undone, and when its days are first compared with those of other sources; none: not at all.
pub async fn set_undo_until(
    tx: &mut Tx,
    import_id: Uuid,
    until: Option<Timestamp>,
    compare_at: Option<Timestamp>,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE import SET undo_until = $2, compare_at = $3 WHERE import_id = $1",
        import_id,
        until.map(|until| until.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        compare_at.map(|at| at.to_sqlx()) as Option<jiff_sqlx::Timestamp>
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Ends the work on an import with words for people; `resumes` is the state in which another try goes on.
pub async fn fail_import(
    tx: &mut Tx,
    import_id: Uuid,
    resumes: Option<State>,
    error: &str,
) -> Result<ChangedImport, Fault> {
    let failed = sqlx::query_as!(
        ChangedImport,
        "UPDATE import SET state = 'failed', resumes = $2, error = $3, version = version + 1, tries = tries + 1, attempts = 0
         WHERE import_id = $1 RETURNING pos_id, import_id, state, version",
        import_id,
        resumes.map(State::as_str),
        error
    );
    Ok(failed.fetch_one(tx.conn()).await?)
}

/// Puts work off after a failure that may pass by itself, and returns how many there were; none if it is in the worker's hands no
/// more.
pub async fn put_off(database: &Database, in_hand: &InHand) -> Result<Option<i32>, Fault> {
    let failures = sqlx::query_scalar!(
        "UPDATE import SET failures = failures + 1, attempts = greatest(attempts - 1, 0)
         WHERE import_id = $1 AND tries = $2 RETURNING failures",
        in_hand.import_id,
        in_hand.tries
    );
    Ok(failures.fetch_optional(database.pool()).await?)
}
