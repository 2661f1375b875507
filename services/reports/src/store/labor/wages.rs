//! Wages that people enter, and the shifts that are counted again with them.

use std::collections::BTreeMap;

use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::Shift;
use saffron_core::{BusinessDate, Money, PosId, ShiftId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx, column};

use crate::domain::{WageOf, Wages};
use crate::store::fact;

/// The most wages of a location.
pub const MOST_WAGES: i64 = 2_000;
/// The most employees and jobs without a wage that are listed.
const MOST_WITHOUT: i64 = 200;
/// How many shifts are counted again at once.
const PAGE: i64 = 500;

impl WageOf {
    /// As two columns.
    fn columns(&self) -> (i16, &str) {
        match self {
            WageOf::Employee(id) => (0, id),
            WageOf::Job(job) => (1, job),
        }
    }

    fn of_columns(subject: i16, key: String) -> WageOf {
        if subject == 0 { WageOf::Employee(key) } else { WageOf::Job(key) }
    }
}

/// The wages of these locations; none of a location without any.
pub async fn wages_of(tx: &mut Tx, pos_ids: &[&PosId]) -> Result<BTreeMap<PosId, Wages>, Fault> {
    if pos_ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sqlx::query!(
        "SELECT pos_id, subject, key, from_date, rate FROM wage WHERE pos_id = ANY($1)",
        pos_ids as &[&PosId]
    );
    let mut wages: BTreeMap<PosId, Wages> = BTreeMap::new();
    for row in rows.fetch_all(tx.conn()).await? {
        let of = WageOf::of_columns(row.subject, row.key);
        wages.entry(row.pos_id).or_default().insert(of, row.from_date, row.rate);
    }
    Ok(wages)
}

/// A wage, as people see it.
pub struct EnteredWage {
    pub of: WageOf,
    /// The employee's name when it was entered.
    pub name: String,
    pub from: BusinessDate,
    /// An hour.
    pub rate: Money,
}

/// All wages of a location, by employee and job, the newest first.
pub async fn list_wages(database: &Database, pos_id: &PosId) -> Result<Vec<EnteredWage>, Fault> {
    let rows = sqlx::query!(
        "SELECT subject, key, name, from_date, rate FROM wage WHERE pos_id = $1
         ORDER BY subject, name, key, from_date DESC LIMIT $2",
        pos_id.as_str(),
        MOST_WAGES
    );
    let rows = rows.fetch_all(database.pool()).await?.into_iter();
    let wage = rows.map(|row| EnteredWage {
        of: WageOf::of_columns(row.subject, row.key),
        name: row.name,
        from: row.from_date,
        rate: row.rate,
    });
    Ok(wage.collect())
}

/// Shifts of an employee in a job that have no wage.
pub struct WithoutWage {
    /// Empty where the POS does not say it, as the others.
    pub employee_id: String,
    pub employee_name: String,
    pub job: String,
    pub shifts: i64,
    /// Business dates of the first and the last one.
    pub first: BusinessDate,
    pub last: BusinessDate,
}

/// The employees and jobs of a location with shifts that have no wage, those with the most shifts first.
pub async fn list_without_wage(database: &Database, pos_id: &PosId) -> Result<Vec<WithoutWage>, Fault> {
    let found = sqlx::query_as!(
        WithoutWage,
        r#"SELECT coalesce(open_employee, '') AS "employee_id!", coalesce(max(open_name), '') AS "employee_name!",
             coalesce(open_job, '') AS "job!", count(*) AS "shifts!", min(business_date) AS "first!",
             max(business_date) AS "last!"
           FROM shift
           WHERE pos_id = $1 AND without_rate AND wage IS NULL AND NOT removed AND open_event = event_id
           GROUP BY open_employee, open_job ORDER BY count(*) DESC, 2, 3 LIMIT $2"#,
        pos_id.as_str(),
        MOST_WITHOUT
    );
    Ok(found.fetch_all(database.pool()).await?)
}

/// How many wages a location has.
pub async fn count_of_wages(tx: &mut Tx, pos_id: &PosId) -> Result<i64, Fault> {
    let count =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM wage WHERE pos_id = $1"#, pos_id.as_str());
    Ok(count.fetch_one(tx.conn()).await?)
}

/// The name of an employee by the newest shift; none of one without a shift.
pub async fn employee_name(tx: &mut Tx, pos_id: &PosId, employee_id: &str) -> Result<Option<String>, Fault> {
    let name = sqlx::query_scalar!(
        r#"SELECT coalesce(open_name, '') AS "name!" FROM shift WHERE pos_id = $1 AND open_employee = $2
           ORDER BY business_date DESC, pos_shift_id LIMIT 1"#,
        pos_id.as_str(),
        employee_id
    );
    Ok(name.fetch_optional(tx.conn()).await?)
}

/// Stores a wage of a location, or deletes the one that was entered from this date on.
pub async fn store_wage(
    tx: &mut Tx,
    pos_id: &PosId,
    wage: &EnteredWage,
    is_kept: bool,
    user: UserId,
) -> Result<(), Fault> {
    let (subject, key) = wage.of.columns();
    if !is_kept {
        sqlx::query!(
            "DELETE FROM wage WHERE pos_id = $1 AND subject = $2 AND key = $3 AND from_date = $4",
            pos_id.as_str(),
            subject,
            key,
            wage.from as BusinessDate
        )
        .execute(tx.conn())
        .await?;
        return Ok(());
    }
    let now = tx.clock().now();
    sqlx::query!(
        "INSERT INTO wage (pos_id, subject, key, from_date, rate, name, set_at, set_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (pos_id, subject, key, from_date) DO UPDATE SET
           rate = excluded.rate, name = excluded.name, set_at = excluded.set_at, set_by = excluded.set_by",
        pos_id.as_str(),
        subject,
        key,
        wage.from as BusinessDate,
        wage.rate.cents(),
        wage.name,
        now.to_sqlx(),
        user.0
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has the shifts of a location without a rate counted again from this date on.
pub async fn begin_wage_count(tx: &mut Tx, pos_id: &PosId, from: BusinessDate) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO wage_count AS c (pos_id, next_date, next_id) VALUES ($1, $2, '')
         ON CONFLICT (pos_id) DO UPDATE SET
           next_id = CASE WHEN excluded.next_date <= c.next_date THEN '' ELSE c.next_id END,
           next_date = least(c.next_date, excluded.next_date)",
        pos_id.as_str(),
        from as BusinessDate
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Whether shifts of a location are still to be counted again.
pub async fn is_counting_wages(database: &Database, pos_id: &PosId) -> Result<bool, Fault> {
    let counting = sqlx::query_scalar!(
        r#"SELECT count(*) > 0 AS "counting!" FROM wage_count WHERE pos_id = $1"#,
        pos_id.as_str()
    );
    Ok(counting.fetch_one(database.pool()).await?)
}

/// How far the shifts of a location are counted again.
pub struct WageCount {
    pub pos_id: PosId,
    next_date: BusinessDate,
    next_id: String,
}

/// Locks a location for this transaction whose shifts are to be counted again, if there is one that no other replica works.
pub async fn lock_wage_count(tx: &mut Tx) -> Result<Option<WageCount>, Fault> {
    let found = sqlx::query_as!(
        WageCount,
        "SELECT pos_id, next_date, next_id FROM wage_count ORDER BY pos_id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"
    );
    Ok(found.fetch_optional(tx.conn()).await?)
}

/// A shift without a rate, and the wage that it counts with.
pub struct UnratedShift {
    pub id: ShiftId,
    /// As the POS sent it.
    pub shift: Shift,
    pub wage: Option<Money>,
    pub removed: bool,
}

/// The next shifts of a locked location without a rate, in order; fewer than a page at the end.
pub async fn page_of_unrated(tx: &mut Tx, count: &WageCount) -> Result<Vec<UnratedShift>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_shift_id, fact, wage, removed FROM shift
         WHERE pos_id = $1 AND without_rate AND open_event = event_id AND (business_date, pos_shift_id) > ($2, $3)
         ORDER BY business_date, pos_shift_id LIMIT $4",
        count.pos_id.as_str(),
        count.next_date as BusinessDate,
        count.next_id,
        PAGE
    );
    let rows = rows.fetch_all(tx.conn()).await?.into_iter();
    rows.map(|row| {
        let shift = fact(&row.fact)?;
        Ok(UnratedShift { id: row.pos_shift_id, shift, wage: row.wage, removed: row.removed })
    })
    .collect()
}

/// Goes on behind the last shift of a page, or ends where the page was not full.
pub async fn advance_wage_count(tx: &mut Tx, count: &WageCount, page: &[UnratedShift]) -> Result<(), Fault> {
    match page.last().filter(|_| page.len() as i64 == PAGE) {
        Some(last) => {
            sqlx::query!(
                "UPDATE wage_count SET next_date = $2, next_id = $3 WHERE pos_id = $1",
                count.pos_id.as_str(),
                last.shift.business_date as BusinessDate,
                last.id.as_str()
            )
            .execute(tx.conn())
            .await?;
        }
        None => {
            sqlx::query!("DELETE FROM wage_count WHERE pos_id = $1", count.pos_id.as_str())
                .execute(tx.conn())
                .await?;
        }
    }
    Ok(())
}

/// Stores the wages that shifts of a locked location count with.
pub async fn store_counted_wages(
    tx: &mut Tx,
    pos_id: &PosId,
    wages: &[(&ShiftId, Option<Money>)],
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE shift SET wage = ($3::bigint[])[array_position($2::text[], pos_shift_id)]
         WHERE pos_id = $1 AND pos_shift_id = ANY($2)",
        pos_id.as_str(),
        &column(wages, |(id, _)| *id) as &[&ShiftId],
        &column(wages, |(_, wage)| wage.map(Money::cents)) as &[Option<i64>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
