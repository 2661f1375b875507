use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, Calendar, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Tx};
use uuid::Uuid;

use crate::domain::DayState;

/// What of the past is done next.
#[derive(Debug, Clone, Copy)]
pub struct NextDay {
    pub business_date: BusinessDate,
    pub state: DayState,
}

/// A date that another source has.
#[derive(Debug, Clone)]
pub struct AskedDay {
    pub business_date: BusinessDate,
    pub state: DayState,
    /// Whether the checks of both count.
    pub is_shared: bool,
    /// What the POS has there; none until it is counted.
    pub own_checks: Option<i64>,
    pub own_net_sales: Option<Money>,
}

/// The states of dates of a connected location.
pub async fn days_among(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &[BusinessDate],
) -> Result<Vec<(BusinessDate, DayState)>, Fault> {
    let rows = sqlx::query!(
        "SELECT business_date, state FROM connected_day
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[])",
        pos_id.as_str(),
        connection_id,
        dates as &[BusinessDate]
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.business_date, row.state)).collect())
}

/// Stores dates that are new to a connected location. Of those that are not, what was only read in part waits if the new state is
/// that it waits. Gives the new ones that are asked about.
pub async fn insert_days(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    days: &[(BusinessDate, DayState)],
) -> Result<Vec<BusinessDate>, Fault> {
    let dates: Vec<BusinessDate> = days.iter().map(|(date, _)| *date).collect();
    let states: Vec<&str> = days.iter().map(|(_, state)| state.as_str()).collect();
    let stored = sqlx::query!(
        "INSERT INTO connected_day AS d (connection_id, pos_id, business_date, state)
         SELECT $2, $1, n.* FROM unnest($3::date[], $4::text[]) AS n (business_date, state)
         ON CONFLICT (pos_id, connection_id, business_date) DO UPDATE SET state = excluded.state
           WHERE d.state = 'read' AND excluded.state = 'waiting'
         RETURNING business_date, state",
        pos_id.as_str(),
        connection_id,
        &dates as &[BusinessDate],
        &states as &[&str]
    );
    let stored = stored.fetch_all(tx.conn()).await?;
    let asked = stored.into_iter().filter(|row| row.state == DayState::Asked).map(|row| row.business_date);
    Ok(asked.collect())
}

/// Stores that the days of the past are listed.
pub async fn set_days_listed(tx: &mut Tx, pos_id: &PosId, connection_id: Uuid) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_location SET days_listed = true WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What is done next of the past: the latest date that waits, those that failed last. After those since `recent` come those for which
/// a person waits: one that is to be counted before it is decided, and one that was decided. Such a one stands alone; days that are read
/// come `most` at once.
pub async fn next_days(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
    recent: BusinessDate,
    most: i64,
) -> Result<Vec<NextDay>, Fault> {
    let next = sqlx::query_as!(
        NextDay,
        "SELECT business_date, state FROM connected_day
         WHERE pos_id = $1 AND connection_id = $2
           AND (state IN ('waiting', 'again', 'replacing') OR (state = 'asked' AND own_checks IS NULL))
         ORDER BY failures,
           CASE WHEN state IN ('asked', 'replacing') THEN 1 WHEN business_date >= $3 THEN 0 ELSE 2 END,
           business_date DESC LIMIT $4",
        pos_id.as_str(),
        connection_id,
        recent as BusinessDate,
        most
    );
    let mut next = next.fetch_all(conn).await?;
    let read = next.iter().take_while(|day| day.state.is_to_be_read()).count();
    next.truncate(read.max(1));
    Ok(next)
}

/// Whether nothing of the past is left to do.
pub async fn is_past_done(conn: &mut Conn, pos_id: &PosId, connection_id: Uuid) -> Result<bool, Fault> {
    let is_left = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM connected_day WHERE pos_id = $1 AND connection_id = $2
             AND (state IN ('waiting', 'again', 'replacing') OR (state = 'asked' AND own_checks IS NULL))) AS "is_left!""#,
        pos_id.as_str(),
        connection_id
    );
    Ok(!is_left.fetch_one(conn).await?)
}

/// Moves a date to another state, unless it has another one than it had when the work on it began.
pub async fn move_day(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    from: NextDay,
    to: DayState,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_day SET state = $5, failures = 0
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = $3 AND state = $4",
        pos_id.as_str(),
        connection_id,
        from.business_date as BusinessDate,
        from.state.as_str(),
        to.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores what the POS has on a date that is asked about.
pub async fn set_counted(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    on: BusinessDate,
    (checks, net_sales): (i64, Money),
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_day SET own_checks = $4, own_net_sales = $5, failures = 0
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = $3",
        pos_id.as_str(),
        connection_id,
        on as BusinessDate,
        checks,
        net_sales.cents()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores that a date could not be read: others come first.
pub async fn day_failed(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    on: BusinessDate,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_day SET failures = failures + 1 WHERE pos_id = $1 AND connection_id = $2 AND business_date = $3",
        pos_id.as_str(),
        connection_id,
        on as BusinessDate
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has the dates of a span that were read read again.
pub async fn read_again(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    (first, last): (BusinessDate, BusinessDate),
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_day SET state = 'again'
         WHERE pos_id = $1 AND connection_id = $2 AND business_date BETWEEN $3 AND $4 AND state = 'read'",
        pos_id.as_str(),
        connection_id,
        first as BusinessDate,
        last as BusinessDate
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A page of the dates that another source has or had, the latest first; `before` is the last one of the page before.
pub async fn page_of_asked_days(
    database: &Database,
    pos_id: &PosId,
    connection_id: Uuid,
    before: Option<BusinessDate>,
    limit: i64,
) -> Result<Vec<AskedDay>, Fault> {
    let rows = sqlx::query_as!(
        AskedDay,
        r#"SELECT business_date, state, sharing IS NOT NULL AS "is_shared!", own_checks, own_net_sales FROM connected_day
           WHERE pos_id = $1 AND connection_id = $2
             AND (state IN ('asked', 'skipped', 'replacing') OR (sharing = 'open' AND state IN ('read', 'again')))
             AND ($3::date IS NULL OR business_date < $3)
           ORDER BY business_date DESC LIMIT $4"#,
        pos_id.as_str(),
        connection_id,
        before as Option<BusinessDate>,
        limit
    );
    Ok(rows.fetch_all(database.pool()).await?)
}

/// Moves those of these dates that are in one of these states to another one; how many.
pub async fn decide_days(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    dates: &[BusinessDate],
    from: &[DayState],
    to: DayState,
) -> Result<u64, Fault> {
    let from: Vec<&str> = from.iter().map(|state| state.as_str()).collect();
    let moved = sqlx::query!(
        "UPDATE connected_day SET state = $5, failures = 0
         WHERE pos_id = $1 AND connection_id = $2 AND business_date = ANY ($3::date[]) AND state = ANY ($4::text[])",
        pos_id.as_str(),
        connection_id,
        dates as &[BusinessDate],
        &from as &[&str],
        to.as_str()
    );
    Ok(moved.execute(tx.conn()).await?.rows_affected())
}

/// Gives a connected location another calendar, by which its days are read again. Work that is under way by the old one is lost.
pub async fn set_connected_calendar(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    calendar: &Calendar,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_location SET time_zone = $3, day_starts = $4, calendars = calendars + 1
         WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id,
        calendar.name(),
        calendar.starts().to_string()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE connected_day SET state = CASE WHEN state = 'read' THEN 'again' ELSE state END, failures = 0, own_checks = NULL,
           own_net_sales = NULL, sharing = CASE WHEN sharing = 'kept' THEN sharing END
         WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE feed SET due_at = $3, span_until = NULL, page = NULL, is_held = false, tries = tries + 1
         WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
