//! Dates of connected locations that another source keeps.

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use uuid::Uuid;

/// A date that a connection skips.
#[derive(Debug, Clone)]
pub struct SkippedDay {
    pub connection_id: Uuid,
    pub business_date: BusinessDate,
    /// The sources of the same location of the POS.
    pub sources: Vec<String>,
}

/// Has the connections of a location skip these dates. Gives those of which a date is another's now.
pub async fn skip_days(tx: &mut Tx, pos_id: &PosId, dates: &[BusinessDate]) -> Result<Vec<Uuid>, Fault> {
    let skipped = sqlx::query_scalar!(
        r#"WITH skipped AS (
             UPDATE connected_day AS d SET state = 'skipped', failures = 0 FROM connected_location AS l
             WHERE d.pos_id = $1 AND d.business_date = ANY ($2::date[]) AND d.state <> 'skipped'
               AND l.pos_id = d.pos_id AND l.connection_id = d.connection_id AND l.ended_at IS NULL
             RETURNING d.connection_id)
           SELECT DISTINCT connection_id AS "connection_id!" FROM skipped"#,
        pos_id.as_str(),
        dates as &[BusinessDate]
    );
    Ok(skipped.fetch_all(tx.conn()).await?)
}

/// Which of these dates the connections of a location skip.
pub async fn skipped_days(
    conn: &mut Conn,
    pos_id: &PosId,
    dates: &[BusinessDate],
) -> Result<Vec<SkippedDay>, Fault> {
    let skipped = sqlx::query_as!(
        SkippedDay,
        r#"SELECT d.connection_id, d.business_date,
             ARRAY(SELECT o.source FROM connected_location AS o
               WHERE o.pos_id = l.pos_id AND o.external_id = l.external_id) AS "sources!"
           FROM connected_day AS d JOIN connected_location AS l USING (pos_id, connection_id)
           WHERE d.pos_id = $1 AND d.business_date = ANY ($2::date[]) AND d.state = 'skipped' AND l.ended_at IS NULL"#,
        pos_id.as_str(),
        dates as &[BusinessDate]
    );
    Ok(skipped.fetch_all(conn).await?)
}

/// Has dates that a connection skips read.
pub async fn read_skipped(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &[BusinessDate],
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_day SET state = 'waiting', failures = 0
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[]) AND state = 'skipped'",
        pos_id.as_str(),
        connection_id,
        dates as &[BusinessDate]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
