//! Facts that are stamped again: how far that is, and pages of facts that may lie elsewhere.

use std::collections::BTreeMap;

use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::{CashCount, Check, Fact, FactBody, Precedence, Shift};
use saffron_core::{BusinessDate, Calendar, CheckId, DayStarts, PosId, Source};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::fact;
use crate::domain::{Position, Restamp, Stamped};

/// What is known of the starts of a location's days.
pub struct KnownStarts {
    pub day_starts: DayStarts,
    pub sequence: i64,
    /// The first date whose facts are still to be stamped again.
    pub open_from: Option<BusinessDate>,
}

/// The starts of a location's days as they are known, locked for this transaction.
pub async fn lock_starts(tx: &mut Tx, pos_id: &PosId) -> Result<Option<KnownStarts>, Fault> {
    let known = sqlx::query!(
        "SELECT day_starts, sequence, from_date, done_at FROM restamp WHERE pos_id = $1 FOR NO KEY UPDATE",
        pos_id.as_str()
    );
    let known = known.fetch_optional(tx.conn()).await?;
    Ok(known.map(|row| KnownStarts {
        day_starts: row.day_starts,
        sequence: row.sequence,
        open_from: row.done_at.is_none().then_some(row.from_date),
    }))
}

/// Has the facts of a location stamped again by these starts, from the date on.
pub async fn begin_restamp(
    tx: &mut Tx,
    pos_id: &PosId,
    calendar: &Calendar,
    sequence: i64,
    from: BusinessDate,
) -> Result<(), Fault> {
    let (now, mut total) = (tx.clock().now(), 0);
    for count in [
        "SELECT count(*) FROM pos_check AS c WHERE c.pos_id = $1 AND c.business_date >= $2",
        "SELECT count(*) FROM shift AS s WHERE s.pos_id = $1 AND s.business_date >= $2",
        "SELECT count(*) FROM cash_count AS c WHERE c.pos_id = $1 AND c.business_date >= $2",
    ] {
        let count = sqlx::query_scalar::<_, i64>(count).bind(pos_id).bind(from);
        total += count.fetch_one(tx.conn()).await?;
    }
    sqlx::query!(
        "INSERT INTO restamp (pos_id, day_starts, sequence, from_date, set_at, step, time_zone, total)
         VALUES ($1, $2, $3, $4, $5, 0, $6, $7)
         ON CONFLICT (pos_id) DO UPDATE SET
           time_zone = excluded.time_zone, day_starts = excluded.day_starts, sequence = excluded.sequence,
           from_date = excluded.from_date, set_at = excluded.set_at, step = 0, next_date = NULL, next_time = NULL,
           next_id = NULL, seen = 0, total = excluded.total, paused = false, done_at = NULL",
        pos_id.as_str(),
        calendar.starts() as &DayStarts,
        sequence,
        from as BusinessDate,
        now.to_sqlx(),
        calendar.name(),
        total
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Notes that nothing changed by an event.
pub async fn skip_starts(
    tx: &mut Tx,
    pos_id: &PosId,
    calendar: &Calendar,
    sequence: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE restamp SET day_starts = $2, sequence = $3, time_zone = $4 WHERE pos_id = $1",
        pos_id.as_str(),
        calendar.starts() as &DayStarts,
        sequence,
        calendar.name()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has the facts of every location with other starts looked at again.
pub async fn begin_again(tx: &mut Tx) -> Result<(), Fault> {
    let now = tx.clock().now();
    sqlx::query!(
        "UPDATE restamp SET from_date = $1, set_at = $2, step = 0, next_date = NULL, next_time = NULL, next_id = NULL,
           seen = 0, done_at = NULL",
        BusinessDate::EARLIEST as BusinessDate,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The locations with facts to be stamped again, that are not paused.
pub async fn open_restamps(database: &Database, limit: i64) -> Result<Vec<PosId>, Fault> {
    let open = sqlx::query_scalar!(
        "SELECT pos_id FROM restamp WHERE done_at IS NULL AND NOT paused ORDER BY pos_id LIMIT $1",
        limit
    );
    Ok(open.fetch_all(database.pool()).await?)
}

/// What is to be done at a location, locked for this transaction; none if it is paused, done, or locked by another.
pub async fn lock_restamp(tx: &mut Tx, pos_id: &PosId) -> Result<Option<Restamp>, Fault> {
    let row = sqlx::query!(
        "SELECT pos_id, time_zone, day_starts, from_date, set_at, step, next_date, next_time, next_id FROM restamp
         WHERE pos_id = $1 AND done_at IS NULL AND NOT paused FOR NO KEY UPDATE SKIP LOCKED",
        pos_id.as_str()
    );
    let row = row.fetch_optional(tx.conn()).await?;
    Ok(row.map(|row| {
        let next = (row.next_date, row.next_time, row.next_id);
        let next = match next {
            (Some(date), Some(time), Some(id)) => Position { date, time: time.to_jiff(), id },
            _ => Position::before(row.from_date),
        };
        Restamp {
            pos_id: row.pos_id,
            calendar: Calendar::new(row.time_zone, row.day_starts),
            from: row.from_date,
            set_at: row.set_at.to_jiff(),
            step: row.step,
            next,
        }
    }))
}

/// Goes on behind a position, or with the next step where there is none; `seen` facts were looked at.
pub async fn advance_restamp(
    tx: &mut Tx,
    restamp: &Restamp,
    next: Option<&Position>,
    seen: i64,
) -> Result<(), Fault> {
    let now = tx.clock().now();
    let step = restamp.step + i16::from(next.is_none());
    let is_done = Restamp { step, ..restamp.clone() }.facts().is_none();
    sqlx::query!(
        "UPDATE restamp SET step = $2, next_date = $3, next_time = $4, next_id = $5,
           seen = CASE WHEN $6 THEN seen ELSE seen + $7 END, done_at = CASE WHEN $8 THEN $9::timestamptz END
         WHERE pos_id = $1",
        restamp.pos_id.as_str(),
        step,
        next.map(|next| next.date) as Option<BusinessDate>,
        next.map(|next| next.time.to_sqlx()) as Option<jiff_sqlx::DateTime>,
        next.map(|next| next.id.as_str()),
        restamp.is_settling(),
        seen,
        is_done,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A page of facts in order: where it ends, how many it holds, and those that count in another date by the new starts, each with
/// its new stamp. Of those only as many as one message takes.
pub struct FactPage {
    pub end: Option<Position>,
    pub facts: i64,
    pub moved: Vec<Fact>,
    /// Some were moved or corrected while the page was read: it has to be read again.
    pub is_stale: bool,
    /// The ingest key by which those were sent.
    pub source: Source,
}

/// The most facts of a page.
const PAGE: i64 = 2_000;
/// The most facts of a message.
const MESSAGE: usize = 200;

/// The next page of facts.
pub async fn page_of_facts(tx: &mut Tx, restamp: &Restamp, kind: Stamped) -> Result<FactPage, Fault> {
    match kind {
        Stamped::Checks => page_of_checks(tx, restamp).await,
        Stamped::Shifts => page_of_shifts(tx, restamp).await,
        Stamped::CashCounts => page_of_cash_counts(tx, restamp).await,
    }
}

async fn page_of_checks(tx: &mut Tx, restamp: &Restamp) -> Result<FactPage, Fault> {
    let Restamp { pos_id, next, .. } = restamp;
    let day_starts = restamp.calendar.starts();
    let rows = sqlx::query!(
        "SELECT c.pos_check_id, c.business_date, c.close_time, c.date_brought, c.revision, c.event_id, c.closed, c.removed,
           c.source
         FROM pos_check AS c
         WHERE c.pos_id = $1 AND (c.business_date, c.close_time, c.pos_check_id) > ($2, $3, $4)
         ORDER BY c.business_date, c.close_time, c.pos_check_id LIMIT $5",
        pos_id.as_str(),
        next.date as BusinessDate,
        next.time.to_sqlx() as jiff_sqlx::DateTime,
        next.id,
        PAGE
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    let end = rows.last().map(|row| Position {
        date: row.business_date,
        time: row.close_time.to_jiff(),
        id: row.pos_check_id.to_string(),
    });
    let facts = rows.len() as i64;
    let elsewhere = rows.into_iter().filter_map(|row| {
        let wall = row.close_time.to_jiff();
        let date = day_starts.restamped(wall, row.business_date, row.date_brought)?;
        let precedence = Precedence {
            revision: row.revision,
            closed: row.closed,
            event_id: row.event_id,
            stamp: day_starts.revision(),
        };
        (!row.removed).then_some((row.source, (row.pos_check_id, row.business_date, precedence, date)))
    });
    let mut elsewhere = elsewhere.peekable();
    // A message has one source; the others' facts are the next message's.
    let source = elsewhere.peek().map_or(Source::Till, |(source, _)| *source);
    let elsewhere = elsewhere.filter(|(of, _)| *of == source).map(|(_, check)| check);
    let elsewhere: Vec<_> = elsewhere.take(MESSAGE).collect();
    let ids: Vec<&str> = elsewhere.iter().map(|(id, ..)| id.as_str()).collect();
    let dates = elsewhere.iter().map(|(_, date, ..)| *date);
    let bounds = (dates.clone().min(), dates.max());
    // Versions and facts by one statement: facts are moved and corrected while pages are read.
    let checks = sqlx::query!(
        r#"SELECT c.pos_check_id, c.business_date, c.revision, c.event_id, c.closed, f.fact AS "fact?"
           FROM pos_check AS c
           LEFT JOIN check_fact AS f
             ON f.pos_id = c.pos_id AND f.business_date = c.business_date AND f.pos_check_id = c.pos_check_id
           WHERE c.pos_id = $1 AND c.business_date BETWEEN $2 AND $3 AND c.pos_check_id = ANY($4)"#,
        pos_id.as_str(),
        bounds.0 as Option<BusinessDate>,
        bounds.1 as Option<BusinessDate>,
        &ids as &[&str]
    );
    let checks = if ids.is_empty() { Vec::new() } else { checks.fetch_all(tx.conn()).await? };
    let mut checks: BTreeMap<CheckId, _> =
        checks.into_iter().map(|row| (row.pos_check_id.clone(), row)).collect();
    let (mut moved, mut is_stale) = (Vec::new(), false);
    for (id, lies_in, precedence, date) in elsewhere {
        let stands = checks.remove(&id).filter(|row| {
            let stands = (row.business_date, row.revision, &row.event_id, row.closed);
            stands == (lies_in, precedence.revision, &precedence.event_id, precedence.closed)
        });
        let Some(row) = stands else {
            is_stale = true;
            continue;
        };
        // Facts of old years may be kept elsewhere.
        let Some(text) = row.fact else { continue };
        let check: Check = fact(&text)?;
        let check = Box::new(Check { business_date: date, date_brought: Some(false), ..check });
        let body = if precedence.closed { FactBody::Check(check) } else { FactBody::OpenCheck(check) };
        moved.push(Fact { precedence, time: None, body });
    }
    Ok(FactPage { end, facts, moved, is_stale, source })
}

async fn page_of_shifts(tx: &mut Tx, restamp: &Restamp) -> Result<FactPage, Fault> {
    let Restamp { pos_id, next, .. } = restamp;
    let day_starts = restamp.calendar.starts();
    let rows = sqlx::query!(
        "SELECT s.pos_shift_id, s.business_date, s.revision, s.closed, s.event_id, s.removed, s.fact FROM shift AS s
         WHERE s.pos_id = $1 AND (s.business_date, s.pos_shift_id) > ($2, $3)
         ORDER BY s.business_date, s.pos_shift_id LIMIT $4",
        pos_id.as_str(),
        next.date as BusinessDate,
        next.id,
        PAGE
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    let end = rows.last().map(|row| Position {
        date: row.business_date,
        time: Position::NO_TIME,
        id: row.pos_shift_id.to_string(),
    });
    let facts = rows.len() as i64;
    let mut moved = Vec::new();
    for row in rows.into_iter().filter(|row| !row.removed) {
        let mut shift: Shift = fact(&row.fact)?;
        let date = day_starts.restamped(shift.clock_in.wall, shift.business_date, shift.date_brought);
        let Some(date) = date else { continue };
        let (revision, closed, event_id) = (row.revision, row.closed, row.event_id);
        let stamp = day_starts.revision();
        (shift.business_date, shift.date_brought) = (date, Some(false));
        let precedence = Precedence { revision, closed, event_id, stamp };
        moved.push(Fact { precedence, time: None, body: FactBody::Shift(Box::new(shift)) });
    }
    moved.truncate(MESSAGE);
    Ok(FactPage { end, facts, moved, is_stale: false, source: Source::Till })
}

async fn page_of_cash_counts(tx: &mut Tx, restamp: &Restamp) -> Result<FactPage, Fault> {
    let Restamp { pos_id, next, .. } = restamp;
    let day_starts = restamp.calendar.starts();
    let rows = sqlx::query!(
        "SELECT c.pos_drawer_id, c.business_date, c.closed_time, c.revision, c.event_id, c.fact FROM cash_count AS c
         WHERE c.pos_id = $1 AND (c.business_date, c.closed_time, c.pos_drawer_id) > ($2, $3, $4)
         ORDER BY c.business_date, c.closed_time, c.pos_drawer_id LIMIT $5",
        pos_id.as_str(),
        next.date as BusinessDate,
        next.time.to_sqlx() as jiff_sqlx::DateTime,
        next.id,
        PAGE
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    let end = rows.last().map(|row| Position {
        date: row.business_date,
        time: row.closed_time.to_jiff(),
        id: row.pos_drawer_id.to_string(),
    });
    let facts = rows.len() as i64;
    let mut moved = Vec::new();
    for row in rows {
        let mut count: CashCount = fact(&row.fact)?;
        let date = day_starts.restamped(count.closed.wall, count.business_date, count.date_brought);
        let Some(date) = date else { continue };
        (count.business_date, count.date_brought) = (date, Some(false));
        let precedence = Precedence::new(row.revision, row.event_id).stamped(day_starts.revision());
        moved.push(Fact { precedence, time: None, body: FactBody::CashCount(Box::new(count)) });
    }
    moved.truncate(MESSAGE);
    Ok(FactPage { end, facts, moved, is_stale: false, source: Source::Till })
}

/// How far the facts of a location are stamped again.
pub struct Progress {
    /// The first business date whose facts may lie elsewhere.
    pub from: BusinessDate,
    /// Each fact was looked at once.
    pub is_settling: bool,
    pub is_done: bool,
    pub paused: bool,
    pub seen: i64,
    pub total: i64,
}

/// How far it is; none if the start of the day was never changed for dates with facts.
pub async fn restamp_progress(database: &Database, pos_id: &PosId) -> Result<Option<Progress>, Fault> {
    let progress = sqlx::query_as!(
        Progress,
        r#"SELECT from_date AS "from", step > $2 AS "is_settling!", done_at IS NOT NULL AS "is_done!", paused, seen, total FROM restamp
           WHERE pos_id = $1"#,
        pos_id.as_str(),
        Restamp::LAST_STEP
    );
    Ok(progress.fetch_optional(database.pool()).await?)
}

/// Pauses what is to be done at a location, or goes on with it.
pub async fn pause_restamp(tx: &mut Tx, pos_id: &PosId, paused: bool) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE restamp SET paused = $2 WHERE pos_id = $1 AND done_at IS NULL",
        pos_id.as_str(),
        paused
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
