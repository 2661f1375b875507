//! Days of done imports that other sources have too.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Claimed, Conn, Database, Queue, Tx, column};
use uuid::Uuid;

use super::Conflict;

/// Done imports whose days are compared with those of other sources.
pub static COMPARISONS: Queue =
    Queue::new("import", &["import_id"]).due_by("compare_at").ready_if("q.state = 'done'");

/// An import that is compared.
#[derive(Debug, Clone)]
pub struct Compared {
    pub import_id: Uuid,
    pub pos_id: PosId,
    /// The claim.
    pub tries: i32,
    /// Its first and its last business date, of checks or shifts.
    pub first_date: Option<BusinessDate>,
    pub last_date: Option<BusinessDate>,
    pub undo_until: Option<jiff_sqlx::Timestamp>,
}

/// Days that a person took out of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenOut {
    pub business_date: BusinessDate,
    /// What the import had there.
    pub checks: i64,
    pub net_sales: Money,
    /// Whether its checks are removed.
    pub is_done: bool,
}

/// Claims the done import that was not compared for longest, which is due again at `next`.
pub async fn claim_comparison(
    database: &Database,
    now: Timestamp,
    next: Timestamp,
) -> Result<Option<Compared>, Fault> {
    let mut tx = database.begin().await?;
    let claimed = COMPARISONS.claim::<(Uuid,)>(tx.conn(), now, next, 1).await?;
    let Some(Claimed { key: (import_id,), .. }) = claimed.into_iter().next() else { return Ok(None) };
    let compared = sqlx::query_as!(
        Compared,
        "SELECT import_id, pos_id, tries, first_date, last_date, undo_until FROM import WHERE import_id = $1",
        import_id
    );
    let compared = compared.fetch_one(tx.conn()).await?;
    tx.commit().await?;
    Ok(Some(compared))
}

/// Has an import compared no more.
pub async fn end_comparisons(database: &Database, of: &Compared) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE import SET compare_at = NULL WHERE import_id = $1 AND tries = $2",
        of.import_id,
        of.tries
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Locks an import that nothing was done with since it was claimed; false if something was.
pub async fn is_still_compared(tx: &mut Tx, of: &Compared) -> Result<bool, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT import_id FROM import WHERE import_id = $1 AND tries = $2 AND state = 'done' FOR NO KEY UPDATE",
        of.import_id,
        of.tries
    );
    Ok(found.fetch_optional(tx.conn()).await?.is_some())
}

/// Business dates and sources that an import replaced, or by whose import it was replaced: there both may have checks, and no day
/// counts twice by that.
pub async fn places_given(
    conn: &mut Conn,
    import_id: Uuid,
    source: &str,
) -> Result<Vec<(BusinessDate, String)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT c.business_date AS "business_date!", c.source AS "source!" FROM import AS i JOIN import_conflict AS c USING (import_id)
           WHERE i.import_id = $1 AND i.conflict_choice = 'replace'
           UNION SELECT c.business_date, o.source FROM import_conflict AS c JOIN import AS o USING (import_id)
           WHERE c.source = $2 AND o.conflict_choice = 'replace' AND o.source IS NOT NULL
             AND o.pos_id = (SELECT pos_id FROM import WHERE import_id = $1)"#,
        import_id,
        source
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (row.business_date, row.source)).collect())
}

/// The days of an import that count twice, of which no person has said that they are different sales, in order.
pub async fn overlaps_of(conn: &mut Conn, import_id: Uuid) -> Result<Vec<Conflict>, Fault> {
    let rows = sqlx::query_as!(
        Conflict,
        "SELECT business_date, source, source_name, checks, net_sales, import_checks, import_net_sales
         FROM import_overlap WHERE import_id = $1 AND NOT is_kept ORDER BY business_date, source",
        import_id
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Stores the days of an import that count twice in place of earlier ones. Those of which a person has said that they are different
/// sales stay as they are.
pub async fn set_overlaps(tx: &mut Tx, import_id: Uuid, overlaps: &[Conflict]) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM import_overlap WHERE import_id = $1 AND NOT is_kept", import_id)
        .execute(tx.conn())
        .await?;
    let dates = column(overlaps, |one| one.business_date);
    let sources = column(overlaps, |one| one.source.clone());
    let names = column(overlaps, |one| one.source_name.clone());
    let checks = column(overlaps, |one| one.checks);
    let net = column(overlaps, |one| one.net_sales.cents());
    let own_checks = column(overlaps, |one| one.import_checks);
    let own_net = column(overlaps, |one| one.import_net_sales.cents());
    sqlx::query!(
        "INSERT INTO import_overlap (import_id, business_date, source, source_name, checks, net_sales, import_checks,
           import_net_sales)
         SELECT $1, n.* FROM unnest($2::date[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
           AS n (business_date, source, source_name, checks, net_sales, import_checks, import_net_sales)
         ON CONFLICT (import_id, business_date, source) DO NOTHING",
        import_id,
        &dates as &[BusinessDate],
        &sources,
        &names,
        &checks,
        &net,
        &own_checks,
        &own_net
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Notes that people are notified of days that count twice; false if they were already, since they decided last.
pub async fn note_published(tx: &mut Tx, import_id: Uuid) -> Result<bool, Fault> {
    let noted = sqlx::query!(
        "UPDATE import SET is_overlap_published = true WHERE import_id = $1 AND NOT is_overlap_published",
        import_id
    );
    Ok(noted.execute(tx.conn()).await?.rows_affected() == 1)
}

/// Notes that a person decided about the days that count twice: of others people are notified again.
pub async fn note_decided(tx: &mut Tx, import_id: Uuid) -> Result<(), Fault> {
    sqlx::query!("UPDATE import SET is_overlap_published = false WHERE import_id = $1", import_id)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Notes that the sales of these days are different ones.
pub async fn keep_overlaps(tx: &mut Tx, import_id: Uuid, dates: &[BusinessDate]) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE import_overlap SET is_kept = true WHERE import_id = $1 AND business_date = ANY($2)",
        import_id,
        dates as &[BusinessDate]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The dates whose overlaps a person has decided to keep.
pub async fn kept_dates(conn: &mut Conn, import_id: Uuid) -> Result<Vec<BusinessDate>, Fault> {
    let dates = sqlx::query_scalar!(
        r#"SELECT DISTINCT business_date AS "business_date: BusinessDate" FROM import_overlap WHERE import_id = $1 AND is_kept"#,
        import_id
    );
    Ok(dates.fetch_all(conn).await?)
}

/// Begins to take days that count twice out of an import.
pub async fn begin_taking_out(tx: &mut Tx, import_id: Uuid, dates: &[BusinessDate]) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO import_taken_out AS t (import_id, business_date, checks, net_sales)
         SELECT import_id, business_date, max(import_checks), max(import_net_sales) FROM import_overlap
         WHERE import_id = $1 AND business_date = ANY($2) AND NOT is_kept GROUP BY import_id, business_date
         ON CONFLICT (import_id, business_date) DO UPDATE
           SET checks = excluded.checks, net_sales = excluded.net_sales, done_at = NULL",
        import_id,
        dates as &[BusinessDate]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The days that are or were taken out of an import, in order.
pub async fn taken_out(conn: &mut Conn, import_id: Uuid) -> Result<Vec<TakenOut>, Fault> {
    let days = sqlx::query_as!(
        TakenOut,
        r#"SELECT business_date, checks, net_sales, done_at IS NOT NULL AS "is_done!" FROM import_taken_out
           WHERE import_id = $1 ORDER BY business_date"#,
        import_id
    );
    Ok(days.fetch_all(conn).await?)
}

/// Notes that the checks of the days that are taken out of an import are removed: it brought so much less.
pub async fn end_taking_out(tx: &mut Tx, import_id: Uuid, compare_at: Timestamp) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!(
        "WITH taken AS (
           UPDATE import_taken_out SET done_at = $2 WHERE import_id = $1 AND done_at IS NULL RETURNING checks, net_sales)
         UPDATE import SET sent_checks = greatest(sent_checks - s.checks, 0), net_sales = import.net_sales - s.net_sales,
           compare_at = $3
         FROM (SELECT coalesce(sum(checks), 0)::bigint AS checks, coalesce(sum(net_sales), 0)::bigint AS net_sales FROM taken) AS s
         WHERE import_id = $1",
        import_id,
        now,
        compare_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM import_overlap AS o USING import_taken_out AS t
         WHERE o.import_id = $1 AND t.import_id = $1 AND t.business_date = o.business_date",
        import_id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
