//! Dates that were read, and of which another source has checks too.

use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx, column};
use uuid::Uuid;

/// A date that counts twice, and what the connection brought of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedDay {
    pub business_date: BusinessDate,
    pub own_checks: i64,
    pub own_net_sales: Money,
}

/// The earliest date since `first` that was read and of which no person said that its sales are different ones; none: there is none.
pub async fn first_watched(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
    first: BusinessDate,
) -> Result<Option<BusinessDate>, Fault> {
    let found = sqlx::query_scalar!(
        r#"SELECT min(business_date) AS "first: BusinessDate" FROM connected_day
           WHERE pos_id = $1 AND connection_id = $2 AND business_date >= $3 AND state IN ('read', 'again')
             AND sharing IS DISTINCT FROM 'kept'"#,
        pos_id.as_str(),
        connection_id,
        first as BusinessDate
    );
    Ok(found.fetch_one(conn).await?)
}

/// Stores which of the dates since `first` that were read are shared; gives those that were not so before.
pub async fn set_shared(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    first: BusinessDate,
    shared: &[SharedDay],
) -> Result<Vec<BusinessDate>, Fault> {
    let dates = column(shared, |day| day.business_date);
    sqlx::query!(
        "UPDATE connected_day SET sharing = NULL, own_checks = NULL, own_net_sales = NULL
         WHERE pos_id = $1 AND connection_id = $2 AND business_date >= $3 AND sharing = 'open'
           AND business_date <> ALL ($4::date[])",
        pos_id.as_str(),
        connection_id,
        first as BusinessDate,
        &dates as &[BusinessDate]
    )
    .execute(tx.conn())
    .await?;
    let new = sqlx::query_scalar!(
        "SELECT business_date FROM connected_day
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[])
           AND state IN ('read', 'again') AND sharing IS NULL
         ORDER BY business_date",
        pos_id.as_str(),
        connection_id,
        &dates as &[BusinessDate]
    );
    let new = new.fetch_all(tx.conn()).await?;
    sqlx::query!(
        "UPDATE connected_day AS d SET sharing = 'open', own_checks = n.checks, own_net_sales = n.net_sales
         FROM unnest($3::date[], $4::bigint[], $5::bigint[]) AS n (business_date, checks, net_sales)
         WHERE d.pos_id = $1 AND d.connection_id = $2 AND d.business_date = n.business_date
           AND d.state IN ('read', 'again') AND d.sharing IS DISTINCT FROM 'kept'",
        pos_id.as_str(),
        connection_id,
        &dates as &[BusinessDate],
        &column(shared, |day| day.own_checks),
        &column(shared, |day| day.own_net_sales.cents())
    )
    .execute(tx.conn())
    .await?;
    Ok(new)
}

/// Which of these dates are shared, and whether a person said that their sales are different ones.
pub async fn shared_among(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &[BusinessDate],
) -> Result<Vec<(BusinessDate, bool)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT business_date, sharing = 'kept' AS "is_kept!" FROM connected_day
           WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[]) AND sharing IS NOT NULL
             AND state IN ('read', 'again')"#,
        pos_id.as_str(),
        connection_id,
        dates as &[BusinessDate]
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.business_date, row.is_kept)).collect())
}

/// Stores that a person said of shared dates that their sales are different ones; how many were open.
pub async fn keep_shared(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &[BusinessDate],
) -> Result<u64, Fault> {
    let kept = sqlx::query!(
        "UPDATE connected_day SET sharing = 'kept', own_checks = NULL, own_net_sales = NULL
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[]) AND sharing = 'open'
           AND state IN ('read', 'again')",
        pos_id.as_str(),
        connection_id,
        dates as &[BusinessDate]
    );
    Ok(kept.execute(tx.conn()).await?.rows_affected())
}

/// Has shared dates replaced: the checks of the other sources are removed; how many were open.
pub async fn replace_shared(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &[BusinessDate],
) -> Result<u64, Fault> {
    let moved = sqlx::query!(
        "UPDATE connected_day SET state = 'replacing', sharing = NULL, failures = 0
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[]) AND sharing = 'open'
           AND state IN ('read', 'again')",
        pos_id.as_str(),
        connection_id,
        dates as &[BusinessDate]
    );
    Ok(moved.execute(tx.conn()).await?.rows_affected())
}

/// The sources of the imports of a location: their days are compared for each import.
pub async fn import_sources(conn: &mut Conn, pos_id: &PosId) -> Result<Vec<String>, Fault> {
    let sources = sqlx::query_scalar!(
        r#"SELECT DISTINCT source AS "source!" FROM import WHERE pos_id = $1 AND source IS NOT NULL"#,
        pos_id.as_str()
    );
    Ok(sources.fetch_all(conn).await?)
}
