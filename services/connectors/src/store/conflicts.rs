use saffron_core::{BusinessDate, Money};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx, column};
use uuid::Uuid;

/// A business date that another source has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    pub business_date: BusinessDate,
    /// The id of the other source's ingest key, or `till`.
    pub source: String,
    pub source_name: String,
    pub checks: i64,
    pub net_sales: Money,
    /// What the files bring for it.
    pub import_checks: i64,
    pub import_net_sales: Money,
}

/// The conflicts of an import, in order.
pub async fn conflicts_of(conn: &mut Conn, import_id: Uuid) -> Result<Vec<Conflict>, Fault> {
    let rows = sqlx::query_as!(
        Conflict,
        "SELECT business_date, source, source_name, checks, net_sales, import_checks, import_net_sales
         FROM import_conflict WHERE import_id = $1 ORDER BY business_date, source",
        import_id
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Stores the conflicts of an import in place of earlier ones.
pub async fn set_conflicts(tx: &mut Tx, import_id: Uuid, conflicts: &[Conflict]) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM import_conflict WHERE import_id = $1", import_id).execute(tx.conn()).await?;
    let dates = column(conflicts, |one| one.business_date);
    let sources = column(conflicts, |one| one.source.clone());
    let names = column(conflicts, |one| one.source_name.clone());
    let checks = column(conflicts, |one| one.checks);
    let net = column(conflicts, |one| one.net_sales.cents());
    let own_checks = column(conflicts, |one| one.import_checks);
    let own_net = column(conflicts, |one| one.import_net_sales.cents());
    sqlx::query!(
        "INSERT INTO import_conflict (import_id, business_date, source, source_name, checks, net_sales, import_checks,
           import_net_sales)
         SELECT $1, n.* FROM unnest($2::date[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
           AS n (business_date, source, source_name, checks, net_sales, import_checks, import_net_sales)",
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

/// Notes imports whose shifts and items another one takes the place of.
pub async fn add_over(tx: &mut Tx, import_id: Uuid, over: &[Uuid]) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO import_over (import_id, over_id) SELECT $1, n.id FROM unnest($2::uuid[]) AS n (id)
         ON CONFLICT DO NOTHING",
        import_id,
        over
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A later import that stands and took the place of this one's facts; none if there is none.
pub async fn replaced_by(tx: &mut Tx, import_id: Uuid, source: &str) -> Result<Option<Uuid>, Fault> {
    let later = sqlx::query_scalar!(
        "SELECT i.import_id FROM import AS i
         WHERE i.import_id <> $1 AND (EXISTS (SELECT FROM import_over AS o WHERE o.import_id = i.import_id AND o.over_id = $1)
             OR (i.conflict_choice = 'replace'
               AND EXISTS (SELECT FROM import_conflict AS c WHERE c.import_id = i.import_id AND c.source = $2)))
           AND i.pos_id = (SELECT pos_id FROM import WHERE import_id = $1)
           AND (i.state IN ('sending', 'done', 'takingOut', 'undoing')
             OR (i.state IN ('paused', 'failed') AND i.resumes IN ('sending', 'takingOut', 'undoing')))
         ORDER BY i.import_id DESC LIMIT 1",
        import_id,
        source
    );
    Ok(later.fetch_optional(tx.conn()).await?)
}
