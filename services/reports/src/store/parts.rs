//! Parts of days for reports that are kept by day: the facts themselves, to be added up anew.

use saffron_core::fact::{Check, Shift};
use saffron_kit::Fault;
use saffron_kit::pg::Conn;

use super::{sql_date, stored};
use crate::domain::{LocationIndex, OpenShift, Part, Plan};

/// Parts as columns.
#[derive(Default)]
struct PartColumns {
    places: Vec<i32>,
    pos_ids: Vec<String>,
    dates: Vec<jiff_sqlx::Date>,
    before: Vec<jiff_sqlx::DateTime>,
}

impl PartColumns {
    fn of(plan: &Plan, parts: &[(LocationIndex, Part)]) -> PartColumns {
        let mut columns = PartColumns::default();
        for (place, (location, part)) in parts.iter().enumerate() {
            let Some((pos_id, _)) = plan.locations.get(*location) else { continue };
            let midnight = part.date.date().to_datetime(jiff::civil::Time::midnight());
            let minutes = i64::from(part.until.number()) * 15;
            let before = midnight.saturating_add(jiff::SignedDuration::from_mins(minutes));
            columns.places.push(i32::try_from(place).unwrap_or(i32::MAX));
            columns.pos_ids.push(pos_id.to_string());
            columns.dates.push(sql_date(part.date));
            columns.before.push(before.into());
        }
        columns
    }
}

/// The checks that were closed within parts of days, with the parts' places; `limit` of them at most.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn checks_in_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
    limit: i64,
) -> Result<Vec<(usize, Check)>, Fault> {
    let columns = PartColumns::of(plan, parts);
    // The dates by themselves let Postgres leave out the partitions of other months.
    let rows = sqlx::query!(
        r#"SELECT p.place AS "place!", f.fact
           FROM unnest($1::integer[], $2::text[], $3::date[], $4::timestamp[]) AS p (place, pos_id, date, before)
           JOIN pos_check c ON c.pos_id = p.pos_id AND c.business_date = p.date AND c.close_time < p.before
           JOIN check_fact f ON f.pos_id = c.pos_id AND f.business_date = c.business_date
             AND f.pos_check_id = c.pos_check_id AND f.business_date = ANY ($3)
           LIMIT $5"#,
        &columns.places,
        &columns.pos_ids,
        &columns.dates as &[jiff_sqlx::Date],
        &columns.before as &[jiff_sqlx::DateTime],
        limit
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok((usize::try_from(row.place).unwrap_or_default(), stored(serde_json::from_str(&row.fact))?))
        })
        .collect()
}

/// The closed shifts of parts of days, with the parts' places.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn shifts_in_parts(
    connection: &mut Conn,
    plan: &Plan,
    parts: &[(LocationIndex, Part)],
) -> Result<Vec<(usize, Shift)>, Fault> {
    let columns = PartColumns::of(plan, parts);
    let rows = sqlx::query!(
        r#"SELECT p.place AS "place!", s.fact
           FROM unnest($1::integer[], $2::text[], $3::date[]) AS p (place, pos_id, date)
           JOIN shift s ON s.pos_id = p.pos_id AND s.business_date = p.date AND s.closed"#,
        &columns.places,
        &columns.pos_ids,
        &columns.dates as &[jiff_sqlx::Date],
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok((usize::try_from(row.place).unwrap_or_default(), stored(serde_json::from_str(&row.fact))?))
        })
        .collect()
}

/// The shifts of a plan's locations that nobody has closed, as far as it reaches.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn open_shifts(
    connection: &mut Conn,
    plan: &Plan,
) -> Result<Vec<(LocationIndex, OpenShift)>, Fault> {
    let Some(reach) = plan.reach() else { return Ok(Vec::new()) };
    let pos_ids: Vec<String> = plan.locations.iter().map(|(pos_id, _)| pos_id.to_string()).collect();
    let rows = sqlx::query!(
        r#"SELECT p.place AS "place!", s.fact
           FROM unnest($1::text[]) WITH ORDINALITY AS p (pos_id, place)
           JOIN shift s ON s.pos_id = p.pos_id AND NOT s.closed AND s.business_date BETWEEN $2 AND $3"#,
        &pos_ids,
        sql_date(reach.from) as jiff_sqlx::Date,
        sql_date(reach.to) as jiff_sqlx::Date
    )
    .fetch_all(connection)
    .await?;
    let mut open = Vec::with_capacity(rows.len());
    for row in rows {
        let location = usize::try_from(row.place - 1).unwrap_or_default();
        if let Some((pos_id, _)) = plan.locations.get(location) {
            let shift = stored(serde_json::from_str(&row.fact))?;
            open.push((location, OpenShift { pos_id: pos_id.clone(), shift }));
        }
    }
    Ok(open)
}
