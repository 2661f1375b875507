use std::collections::{BTreeMap, BTreeSet};

use saffron_core::fact::{Check, Precedence, Shift};
use saffron_core::{CheckId, PosId, ShiftId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use saffron_kit::pg::dump::LEAP;
use sqlx::{AssertSqlSafe, Row as _};

use super::{among, each_once, sql_date, stored};
use crate::domain::Movement;

/// Raises the version of these locations and locks them for this transaction, in order; what each is then.
pub async fn take_versions(tx: &mut Tx, pos_ids: &BTreeSet<PosId>) -> Result<BTreeMap<PosId, i64>, Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        "INSERT INTO location AS l (pos_id, version)
         SELECT pos_id, 1 FROM unnest($1::text[]) AS p (pos_id) ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET version = l.version + 1
         RETURNING pos_id, version",
        &pos_ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, row.version))).collect()
}

/// Raises the versions of all locations far beyond what anyone has seen.
pub async fn leap_versions(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query!("UPDATE location SET version = version + $1", LEAP).execute(tx.conn()).await?;
    Ok(())
}

/// Checks by key, each the newest of its batch.
pub type NewChecks = BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>;
/// Shifts by key, each the newest of its batch.
pub type NewShifts = BTreeMap<(PosId, ShiftId), (Precedence, Box<Shift>)>;

/// Stores the checks that are newer than what is there.
///
/// Returns the keys that were stored, and the checks that they replace.
pub async fn replace_checks(
    tx: &mut Tx,
    checks: &NewChecks,
) -> Result<(BTreeSet<(PosId, CheckId)>, Vec<(PosId, Check)>), Fault> {
    let mut columns = CheckColumns::default();
    for ((pos_id, check_id), (precedence, check)) in checks {
        columns.push(pos_id, check_id, precedence, check);
    }
    let rows = sqlx::query!(
        r#"INSERT INTO pos_check AS c (pos_id, pos_check_id, revision, event_id, business_date, open_time, close_time,
             gross_sales, gross_discounts, gross_tax, gross_tips, gross_payment, covers, table_name, employee_id,
             employee_name, order_type, payment_types, voided, refund_of)
           SELECT pos_id, pos_check_id, revision, event_id, business_date, open_time, close_time,
             gross_sales, gross_discounts, gross_tax, gross_tips, gross_payment, covers, table_name, employee_id,
             employee_name, order_type, string_to_array(payment_types, E'\x1f'), voided, refund_of
           FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::date[], $6::timestamp[],
             $7::timestamp[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::integer[],
             $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::boolean[], $20::text[])
             AS n (pos_id, pos_check_id, revision, event_id, business_date, open_time, close_time,
             gross_sales, gross_discounts, gross_tax, gross_tips, gross_payment, covers, table_name, employee_id,
             employee_name, order_type, payment_types, voided, refund_of)
           ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
             revision = excluded.revision, event_id = excluded.event_id, business_date = excluded.business_date,
             open_time = excluded.open_time, close_time = excluded.close_time, gross_sales = excluded.gross_sales,
             gross_discounts = excluded.gross_discounts, gross_tax = excluded.gross_tax,
             gross_tips = excluded.gross_tips, gross_payment = excluded.gross_payment, covers = excluded.covers,
             table_name = excluded.table_name, employee_id = excluded.employee_id,
             employee_name = excluded.employee_name, order_type = excluded.order_type,
             payment_types = excluded.payment_types, voided = excluded.voided, refund_of = excluded.refund_of
           WHERE (excluded.revision, excluded.event_id) > (c.revision, c.event_id)
           RETURNING new.pos_id AS "pos_id!", new.pos_check_id AS "check_id!", old.business_date AS "replaced?""#,
        &columns.pos_id,
        &columns.check_id,
        &columns.revision,
        &columns.event_id,
        &columns.business_date as &[jiff_sqlx::Date],
        &columns.open_time as &[jiff_sqlx::DateTime],
        &columns.close_time as &[jiff_sqlx::DateTime],
        &columns.gross_sales,
        &columns.gross_discounts,
        &columns.gross_tax,
        &columns.gross_tips,
        &columns.gross_payment,
        &columns.covers,
        &columns.table_name as &[Option<String>],
        &columns.employee_id as &[Option<String>],
        &columns.employee_name as &[Option<String>],
        &columns.order_type as &[Option<String>],
        &columns.payment_types,
        &columns.voided,
        &columns.refund_of as &[Option<String>],
    )
    .fetch_all(tx.conn())
    .await?;

    let mut taken = BTreeSet::new();
    let (mut old_pos_ids, mut old_ids, mut old_dates) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        if let Some(date) = row.replaced {
            old_pos_ids.push(row.pos_id.clone());
            old_ids.push(row.check_id.clone());
            old_dates.push(date);
        }
        taken.insert((stored(row.pos_id.parse())?, stored(row.check_id.parse())?));
    }
    let replaced = if old_ids.is_empty() {
        Vec::new()
    } else {
        take_old_facts(tx, &old_pos_ids, &old_ids, &old_dates).await?
    };
    insert_check_facts(tx, checks, &taken).await?;
    Ok((taken, replaced))
}

async fn take_old_facts(
    tx: &mut Tx,
    pos_ids: &[String],
    check_ids: &[String],
    dates: &[jiff_sqlx::Date],
) -> Result<Vec<(PosId, Check)>, Fault> {
    let first = dates.iter().map(|date| date.to_jiff()).min().map(jiff_sqlx::Date::from);
    let last = dates.iter().map(|date| date.to_jiff()).max().map(jiff_sqlx::Date::from);
    let locations = each_once(pos_ids);
    let among_f = among("f", "$6", &locations);
    // The bounds let Postgres leave out the months that hold none of them.
    let statement = format!(
        "DELETE FROM check_fact AS f
         USING unnest($1::text[], $2::text[], $3::date[]) AS o (pos_id, pos_check_id, business_date)
         WHERE f.pos_id = o.pos_id AND f.pos_check_id = o.pos_check_id AND f.business_date = o.business_date
           AND f.business_date BETWEEN $4 AND $5{among_f}
         RETURNING f.pos_id, f.fact"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(pos_ids)
        .bind(check_ids)
        .bind(dates)
        .bind(first)
        .bind(last)
        .bind(&locations)
        .fetch_all(tx.conn())
        .await?;
    if rows.len() != check_ids.len() {
        let why = format!("{} checks have {} facts", check_ids.len(), rows.len());
        return Err(Fault::Permanent(why));
    }
    rows.iter()
        .map(|row| {
            let pos_id: &str = row.try_get(0)?;
            Ok((stored(pos_id.parse())?, stored(serde_json::from_str(row.try_get(1)?))?))
        })
        .collect()
}

async fn insert_check_facts(
    tx: &mut Tx,
    checks: &NewChecks,
    taken: &BTreeSet<(PosId, CheckId)>,
) -> Result<(), Fault> {
    let (mut pos_ids, mut check_ids) = (Vec::new(), Vec::new());
    let (mut dates, mut facts) = (Vec::new(), Vec::new());
    for (key, (_, check)) in checks.iter().filter(|(key, _)| taken.contains(*key)) {
        pos_ids.push(key.0.to_string());
        check_ids.push(key.1.to_string());
        dates.push(sql_date(check.business_date));
        facts.push(stored(serde_json::to_string(check))?);
    }
    sqlx::query!(
        "INSERT INTO check_fact (pos_id, business_date, pos_check_id, fact)
         SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::text[])",
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &check_ids,
        &facts
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores the shifts that are newer than what is there, and returns the keys that were stored and the shifts
/// that they replace.
pub async fn replace_shifts(
    tx: &mut Tx,
    shifts: &NewShifts,
) -> Result<(BTreeSet<(PosId, ShiftId)>, Vec<(PosId, Shift)>), Fault> {
    let (mut pos_ids, mut shift_ids, mut revisions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut closed, mut event_ids) = (Vec::new(), Vec::new());
    let (mut dates, mut facts) = (Vec::new(), Vec::new());
    let (mut open_at, mut open_rates, mut open_unpaid) = (Vec::new(), Vec::new(), Vec::new());
    let (mut open_jobs, mut open_employees, mut open_names) = (Vec::new(), Vec::new(), Vec::new());
    for ((pos_id, shift_id), (precedence, shift)) in shifts {
        pos_ids.push(pos_id.to_string());
        shift_ids.push(shift_id.to_string());
        revisions.push(precedence.revision);
        closed.push(precedence.closed);
        event_ids.push(precedence.event_id.to_string());
        dates.push(sql_date(shift.business_date));
        facts.push(stored(serde_json::to_string(shift))?);
        open_at.push(shift.clock_in.at.as_second());
        open_rates.push(shift.rate.cents());
        open_unpaid.push(shift.unpaid_seconds);
        let employee = shift.employee.as_ref();
        open_jobs.push(shift.job.as_ref().map_or("", |job| job.as_str()).to_owned());
        open_employees.push(employee.map_or("", |person| person.id.as_str()).to_owned());
        open_names.push(employee.map_or("", |person| person.name.as_str()).to_owned());
    }
    // What is summed of shifts that are open stands beside the fact (store/open_shifts.rs).
    let rows = sqlx::query!(
        r#"INSERT INTO shift AS s (pos_id, pos_shift_id, revision, closed, event_id, business_date, fact, open_event,
             open_at, open_rate, open_unpaid, open_job, open_employee, open_name)
           SELECT pos_id, pos_shift_id, revision, closed, event_id, business_date, fact, event_id,
             open_at, open_rate, open_unpaid, open_job, open_employee, open_name
           FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::date[], $7::text[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[])
             AS n (pos_id, pos_shift_id, revision, closed, event_id, business_date, fact,
             open_at, open_rate, open_unpaid, open_job, open_employee, open_name)
           ON CONFLICT (pos_id, pos_shift_id) DO UPDATE SET
             revision = excluded.revision, closed = excluded.closed, event_id = excluded.event_id,
             business_date = excluded.business_date, fact = excluded.fact, open_event = excluded.open_event,
             open_at = excluded.open_at, open_rate = excluded.open_rate, open_unpaid = excluded.open_unpaid,
             open_job = excluded.open_job, open_employee = excluded.open_employee, open_name = excluded.open_name
           WHERE (excluded.revision, excluded.closed, excluded.event_id) > (s.revision, s.closed, s.event_id)
           RETURNING new.pos_id AS "pos_id!", new.pos_shift_id AS "shift_id!", old.fact AS "replaced?""#,
        &pos_ids,
        &shift_ids,
        &revisions,
        &closed,
        &event_ids,
        &dates as &[jiff_sqlx::Date],
        &facts,
        &open_at,
        &open_rates,
        &open_unpaid,
        &open_jobs,
        &open_employees,
        &open_names
    )
    .fetch_all(tx.conn())
    .await?;
    let (mut taken, mut replaced) = (BTreeSet::new(), Vec::new());
    for row in rows {
        let pos_id: PosId = stored(row.pos_id.parse())?;
        if let Some(fact) = row.replaced {
            replaced.push((pos_id.clone(), stored(serde_json::from_str(&fact))?));
        }
        taken.insert((pos_id, stored(row.shift_id.parse())?));
    }
    Ok((taken, replaced))
}

#[derive(Default)]
struct CheckColumns {
    pos_id: Vec<String>,
    check_id: Vec<String>,
    revision: Vec<i64>,
    event_id: Vec<String>,
    business_date: Vec<jiff_sqlx::Date>,
    open_time: Vec<jiff_sqlx::DateTime>,
    close_time: Vec<jiff_sqlx::DateTime>,
    gross_sales: Vec<i64>,
    gross_discounts: Vec<i64>,
    gross_tax: Vec<i64>,
    gross_tips: Vec<i64>,
    gross_payment: Vec<i64>,
    covers: Vec<i32>,
    table_name: Vec<Option<String>>,
    employee_id: Vec<Option<String>>,
    employee_name: Vec<Option<String>>,
    order_type: Vec<Option<String>>,
    payment_types: Vec<String>,
    voided: Vec<bool>,
    refund_of: Vec<Option<String>>,
}

impl CheckColumns {
    fn push(&mut self, pos_id: &PosId, check_id: &CheckId, precedence: &Precedence, check: &Check) {
        let totals = Movement::totals(check);
        self.pos_id.push(pos_id.to_string());
        self.check_id.push(check_id.to_string());
        self.revision.push(precedence.revision);
        self.event_id.push(precedence.event_id.to_string());
        self.business_date.push(sql_date(check.business_date));
        self.open_time.push(check.opened.wall.into());
        self.close_time.push(check.closed.wall.into());
        self.gross_sales.push(totals.gross_sales);
        self.gross_discounts.push(totals.gross_discounts);
        self.gross_tax.push(totals.gross_tax);
        self.gross_tips.push(totals.gross_tips);
        self.gross_payment.push(totals.gross_payment);
        self.covers.push(i32::try_from(check.covers).unwrap_or(i32::MAX));
        self.table_name.push(check.table.as_ref().map(ToString::to_string));
        self.employee_id.push(check.employee.as_ref().map(|person| person.id.to_string()));
        self.employee_name.push(check.employee.as_ref().map(|person| person.name.to_string()));
        self.order_type.push(check.order_type.as_ref().map(ToString::to_string));
        // Labels hold no control characters, so the unit separator parts them.
        let types: BTreeSet<&str> = check.payments.iter().map(|payment| payment.tender.as_str()).collect();
        self.payment_types.push(types.into_iter().collect::<Vec<_>>().join("\u{1f}"));
        self.voided.push(check.voided);
        self.refund_of.push(check.refund_of.as_ref().map(ToString::to_string));
    }
}
