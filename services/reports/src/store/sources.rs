//! Which sources brought checks, and checks as they were sent.

use jiff::civil::DateTime;
use saffron_core::fact::{Check, Shift};
use saffron_core::{BusinessDate, CheckId, EventId, PosId, ShiftId, Source, Span};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::fact;

/// What a source brought of a day.
pub struct DaySource {
    pub business_date: BusinessDate,
    pub source: Source,
    pub checks: i64,
    /// Cents.
    pub net_sales: i64,
    /// Wall times of the location.
    pub times: (DateTime, DateTime),
}

/// The sources of each day's checks, by date, then source, without removed checks.
pub async fn sources_of_days(
    database: &Database,
    pos_id: &PosId,
    span: Span,
) -> Result<Vec<DaySource>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT business_date, source, count(*) AS "checks!",
             coalesce(sum(gross_sales - gross_discounts) FILTER (WHERE closed), 0)::bigint AS "net_sales!",
             min(close_time) AS "first!", max(close_time) AS "last!"
           FROM pos_check
           WHERE pos_id = $1 AND business_date BETWEEN $2 AND $3 AND NOT removed
           GROUP BY business_date, source ORDER BY business_date, source"#,
        pos_id.as_str(),
        span.from as BusinessDate,
        span.to as BusinessDate
    );
    let rows = rows.map(|row| DaySource {
        business_date: row.business_date,
        source: row.source,
        checks: row.checks,
        net_sales: row.net_sales,
        times: (row.first.to_jiff(), row.last.to_jiff()),
    });
    Ok(rows.fetch_all(database.pool()).await?)
}

/// Checks of a location by the sources that sent them.
pub struct BySource {
    pub pos_id: PosId,
    pub span: Span,
    /// Empty: all.
    pub sources: Vec<Source>,
    pub not_sources: Vec<Source>,
}

/// The order of exported checks.
pub type ExportKey = (BusinessDate, CheckId);

/// A check and how it was sent.
pub struct SentCheck {
    pub check: Check,
    pub business_date: BusinessDate,
    pub source: Source,
    pub revision: i64,
    pub event_id: EventId,
    pub closed: bool,
}

/// Checks by date, then id, behind a key, without removed ones.
pub async fn page_of_sent_checks(
    database: &Database,
    wanted: &BySource,
    after: Option<&ExportKey>,
    limit: i64,
) -> Result<Vec<SentCheck>, Fault> {
    let from = after.map_or(wanted.span.from, |(date, _)| wanted.span.from.max(*date));
    let rows = sqlx::query!(
        "SELECT c.business_date, c.source, c.revision, c.event_id, c.closed, f.fact
         FROM pos_check c
         JOIN check_fact f ON f.pos_id = c.pos_id AND f.business_date = c.business_date
           AND f.pos_check_id = c.pos_check_id
         WHERE c.pos_id = $1 AND c.business_date BETWEEN $2 AND $3 AND f.business_date BETWEEN $2 AND $3
           AND NOT c.removed AND (cardinality($4::text[]) = 0 OR c.source = ANY($4)) AND c.source <> ALL($5::text[])
           AND ($6::date IS NULL OR (c.business_date, c.pos_check_id) > ($6, $7))
         ORDER BY c.business_date, c.pos_check_id LIMIT $8",
        wanted.pos_id.as_str(),
        from as BusinessDate,
        wanted.span.to as BusinessDate,
        &wanted.sources as &[Source],
        &wanted.not_sources as &[Source],
        after.map(|(date, _)| *date) as Option<BusinessDate>,
        after.map(|(_, id)| id.as_str()),
        limit
    );
    let rows = rows.fetch_all(database.pool()).await?;
    let checks = rows.into_iter().map(|row| {
        Ok(SentCheck {
            check: fact(&row.fact)?,
            business_date: row.business_date,
            source: row.source,
            revision: row.revision,
            event_id: row.event_id,
            closed: row.closed,
        })
    });
    checks.collect()
}

/// A shift and how it was sent.
pub struct SentShift {
    /// Of a removed one nothing but its id.
    pub shift: Shift,
    pub revision: i64,
    pub event_id: EventId,
    pub closed: bool,
    pub removed: bool,
}

/// The newest version of each of these shifts of a location, without those that do not exist.
pub async fn sent_shifts(
    database: &Database,
    pos_id: &PosId,
    ids: &[ShiftId],
) -> Result<Vec<SentShift>, Fault> {
    let rows = sqlx::query!(
        "SELECT revision, event_id, closed, removed, fact FROM shift
         WHERE pos_id = $1 AND pos_shift_id = ANY($2) ORDER BY pos_shift_id",
        pos_id.as_str(),
        ids as &[ShiftId]
    );
    let rows = rows.fetch_all(database.pool()).await?;
    let shifts = rows.into_iter().map(|row| {
        Ok(SentShift {
            shift: fact(&row.fact)?,
            revision: row.revision,
            event_id: row.event_id,
            closed: row.closed,
            removed: row.removed,
        })
    });
    shifts.collect()
}
