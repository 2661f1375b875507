use std::collections::{BTreeMap, BTreeSet};

use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::{Check, Precedence, Shift};
use saffron_core::{BusinessDate, CheckId, EventId, Money, PosId, ShiftId, Source};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use saffron_kit::pg::dump::LEAP;
use sqlx::{AssertSqlSafe, Row as _};

use super::{distinct, fact, json, location_filter};
use crate::domain::{CheckRow, Wages, reasons, waged};

/// Raises the version of these locations and locks them for this transaction, in order; returns the new versions.
pub async fn raise_versions(tx: &mut Tx, pos_ids: &[PosId]) -> Result<BTreeMap<PosId, i64>, Fault> {
    let rows = sqlx::query!(
        "INSERT INTO location AS l (pos_id, version)
         SELECT pos_id, 1 FROM unnest($1::text[]) AS p (pos_id) ORDER BY pos_id
         ON CONFLICT (pos_id) DO UPDATE SET version = l.version + 1
         RETURNING pos_id, version",
        pos_ids as &[PosId]
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.version)).collect())
}

/// Raises the versions of all locations far beyond any that a reader has.
pub async fn leap_versions(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query!("UPDATE location SET version = version + $1", LEAP).execute(tx.conn()).await?;
    Ok(())
}

/// A version of a fact, or what stands in its place once it is removed.
pub struct Version<F> {
    pub fact: Box<F>,
    pub removed: bool,
    /// The ingest key by which it was sent; kept of checks.
    pub source: Source,
}

/// A check that another version replaces, as it counted.
pub struct Replaced {
    pub pos_id: PosId,
    pub fact: Check,
    /// It counted as closed; otherwise as open.
    pub closed: bool,
}

/// Checks by key, each the newest of its batch.
pub type NewChecks = BTreeMap<(PosId, CheckId), (Precedence, Version<Check>)>;
/// Shifts by key, each the newest of its batch.
pub type NewShifts = BTreeMap<(PosId, ShiftId), (Precedence, Version<Shift>)>;

/// Columns of facts: location, id, revision, event, business date, and two that depend on the kind of fact.
type Keys<I, D, A, B> = (Vec<PosId>, Vec<I>, Vec<i64>, Vec<EventId>, Vec<D>, Vec<A>, Vec<B>);

/// Stores the checks that are newer than the stored ones; returns the keys that were stored, and the checks that counted in their
/// place.
pub async fn replace_checks(
    tx: &mut Tx,
    checks: &NewChecks,
) -> Result<(BTreeSet<(PosId, CheckId)>, Vec<Replaced>), Fault> {
    let rows = checks.iter().map(|((pos_id, id), (precedence, Version { fact: check, removed, source }))| {
        let (revision, event_id) = (precedence.revision, precedence.event_id.clone());
        let row = CheckRow::of(pos_id, check);
        let (opened, closed) = (row.open_time.to_sqlx(), row.close_time.to_sqlx());
        let key = (pos_id.clone(), id.clone(), revision, event_id, row.business_date, opened, closed);
        let money = (row.gross_sales, row.gross_discounts, row.gross_tax, row.gross_tips, row.gross_payment);
        // Labels hold no control characters, so the unit separator parts them.
        let types = row.payment_types.join("\u{1f}");
        let texts = (row.table_name, row.employee_id, row.employee_name, row.order_type, types);
        let flags = (row.voided, precedence.closed, *removed);
        let looks = (row.out_of_balance, row.exceptions);
        let reasons = reasons(check);
        let reasons = (!reasons.is_empty()).then(|| reasons.join("\u{1f}"));
        let stamp = (precedence.stamp, check.date_brought);
        (key, money, texts, (row.covers, row.refund_of), flags, (looks, stamp, reasons, *source))
    });
    type Five<T> = (Vec<T>, Vec<T>, Vec<T>, Vec<T>, Vec<T>);
    type Flags = (Vec<bool>, Vec<bool>, Vec<bool>);
    type Columns<D, A, B> = (
        Keys<CheckId, D, A, B>,
        Five<i64>,
        Five<String>,
        (Vec<i32>, Vec<String>),
        Flags,
        ((Vec<i64>, Vec<i16>), (Vec<i64>, Vec<Option<bool>>), Vec<Option<String>>, Vec<Source>),
    );
    let columns: Columns<_, _, _> = rows.collect();
    let (
        key,
        (sales, discounts, taxes, tips, payments),
        texts,
        (covers, refund_of),
        flags,
        (looks, stamp, reasons, sources),
    ) = columns;
    let ((voided, closed_flags, removed), (out_of_balance, exceptions)) = (flags, looks);
    let (stamps, dates_brought) = stamp;
    let (pos_ids, ids, revisions, event_ids, dates, opened, closed) = key;
    let (tables, employee_ids, employee_names, order_types, payment_types) = texts;
    let rows = sqlx::query!(
        r#"INSERT INTO pos_check AS c (pos_id, pos_check_id, revision, event_id, business_date, open_time, close_time,
             gross_sales, gross_discounts, gross_tax, gross_tips, gross_payment, covers, table_name, employee_id,
             employee_name, order_type, payment_types, voided, refund_of, closed, removed, out_of_balance, exceptions,
             stamp, date_brought, reasons, source)
           SELECT pos_id, pos_check_id, revision, event_id, business_date, open_time, close_time,
             gross_sales, gross_discounts, gross_tax, gross_tips, gross_payment, covers, nullif(table_name, ''),
             nullif(employee_id, ''), nullif(employee_name, ''), nullif(order_type, ''),
             string_to_array(payment_types, E'\x1f'), voided, nullif(refund_of, ''), closed, removed, out_of_balance, exceptions,
             stamp, date_brought, string_to_array(reasons, E'\x1f'), source
           FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::date[], $6::timestamp[],
             $7::timestamp[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::integer[],
             $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::boolean[], $20::text[], $21::boolean[],
             $22::boolean[], $23::bigint[], $24::smallint[], $25::bigint[], $26::boolean[], $27::text[], $28::text[])
             AS n (pos_id, pos_check_id, revision, event_id, business_date, open_time, close_time,
             gross_sales, gross_discounts, gross_tax, gross_tips, gross_payment, covers, table_name, employee_id,
             employee_name, order_type, payment_types, voided, refund_of, closed, removed, out_of_balance, exceptions,
             stamp, date_brought, reasons, source)
           ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
             revision = excluded.revision, event_id = excluded.event_id, business_date = excluded.business_date,
             open_time = excluded.open_time, close_time = excluded.close_time, gross_sales = excluded.gross_sales,
             gross_discounts = excluded.gross_discounts, gross_tax = excluded.gross_tax,
             gross_tips = excluded.gross_tips, gross_payment = excluded.gross_payment, covers = excluded.covers,
             table_name = excluded.table_name, employee_id = excluded.employee_id,
             employee_name = excluded.employee_name, order_type = excluded.order_type,
             payment_types = excluded.payment_types, voided = excluded.voided, refund_of = excluded.refund_of,
             closed = excluded.closed, removed = excluded.removed, out_of_balance = excluded.out_of_balance,
             exceptions = excluded.exceptions, stamp = excluded.stamp, date_brought = excluded.date_brought,
             reasons = excluded.reasons, source = excluded.source
           WHERE (excluded.revision, excluded.closed, excluded.event_id, excluded.stamp)
             > (c.revision, c.closed, c.event_id, c.stamp)
           RETURNING new.pos_id AS "pos_id!", new.pos_check_id AS "check_id!", old.business_date AS "replaced?",
             old.closed AS "was_closed?", old.removed AS "was_removed?""#,
        &pos_ids as &[PosId],
        &ids as &[CheckId],
        &revisions,
        &event_ids as &[EventId],
        &dates as &[BusinessDate],
        &opened as &[jiff_sqlx::DateTime],
        &closed as &[jiff_sqlx::DateTime],
        &sales,
        &discounts,
        &taxes,
        &tips,
        &payments,
        &covers,
        &tables,
        &employee_ids,
        &employee_names,
        &order_types,
        &payment_types,
        &voided,
        &refund_of,
        &closed_flags,
        &removed,
        &out_of_balance,
        &exceptions,
        &stamps,
        &dates_brought as &[Option<bool>],
        &reasons as &[Option<String>],
        &sources as &[Source],
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    let old = rows.iter().filter_map(|row| Some((row.pos_id.clone(), row.check_id.clone(), row.replaced?)));
    let old: Vec<_> = old.collect();
    let key = |pos_id: &PosId, id: &CheckId| (pos_id.clone(), id.clone());
    let counted = rows.iter().filter(|row| row.was_removed == Some(false));
    let counted: BTreeMap<_, bool> =
        counted.filter_map(|row| Some((key(&row.pos_id, &row.check_id), row.was_closed?))).collect();
    let stored: BTreeSet<_> = rows.into_iter().map(|row| (row.pos_id, row.check_id)).collect();
    let replaced = if old.is_empty() { Vec::new() } else { delete_old_facts(tx, old).await? };
    let replaced = replaced.into_iter().filter_map(|(pos_id, fact)| {
        let closed = *counted.get(&key(&pos_id, &fact.id))?;
        Some(Replaced { pos_id, fact, closed })
    });
    let replaced = replaced.collect();
    insert_check_facts(tx, checks, &stored).await?;
    Ok((stored, replaced))
}

/// Deletes the facts of replaced checks, each by its business date, and returns them.
async fn delete_old_facts(
    tx: &mut Tx,
    checks: Vec<(PosId, CheckId, BusinessDate)>,
) -> Result<Vec<(PosId, Check)>, Fault> {
    let count = checks.len();
    let (pos_ids, ids, dates): (Vec<PosId>, Vec<CheckId>, Vec<BusinessDate>) = checks.into_iter().collect();
    let (first, last) = (dates.iter().min().copied(), dates.iter().max().copied());
    let locations = distinct(&pos_ids);
    let filter_f = location_filter("f", "$6", &locations);
    // The bounds let Postgres leave out the partitions of other months.
    let statement = format!(
        "DELETE FROM check_fact AS f
         USING unnest($1::text[], $2::text[], $3::date[]) AS o (pos_id, pos_check_id, business_date)
         WHERE f.pos_id = o.pos_id AND f.pos_check_id = o.pos_check_id AND f.business_date = o.business_date
           AND f.business_date BETWEEN $4 AND $5{filter_f}
         RETURNING f.pos_id, f.fact"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(pos_ids)
        .bind(ids)
        .bind(dates)
        .bind(first)
        .bind(last)
        .bind(locations)
        .fetch_all(tx.conn())
        .await?;
    if rows.len() != count {
        return Err(Fault::Permanent(format!("{count} checks have {} facts", rows.len())));
    }
    rows.iter().map(|row| Ok((row.try_get(0)?, fact(row.try_get(1)?)?))).collect()
}

async fn insert_check_facts(
    tx: &mut Tx,
    checks: &NewChecks,
    stored: &BTreeSet<(PosId, CheckId)>,
) -> Result<(), Fault> {
    let rows = checks.iter().filter(|(key, _)| stored.contains(*key)).map(|((pos_id, id), (_, version))| {
        Ok((pos_id.clone(), id.clone(), version.fact.business_date, json(&version.fact)?))
    });
    let rows: Vec<_> = rows.collect::<Result<_, Fault>>()?;
    let (pos_ids, ids, dates, facts): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.into_iter().collect();
    sqlx::query!(
        "INSERT INTO check_fact (pos_id, business_date, pos_check_id, fact)
         SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::text[])",
        &pos_ids as &[PosId],
        &dates as &[BusinessDate],
        &ids as &[CheckId],
        &facts
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores the shifts that are newer than the stored ones, each with the entered wage that it counts with; returns the keys that
/// were stored, and the shifts that counted in their place, as they counted.
pub async fn replace_shifts(
    tx: &mut Tx,
    shifts: &NewShifts,
    wages: &BTreeMap<PosId, Wages>,
) -> Result<(BTreeSet<(PosId, ShiftId)>, Vec<(PosId, Shift)>), Fault> {
    let rows = shifts.iter().map(|((pos_id, id), (precedence, Version { fact: shift, removed, .. }))| {
        let Precedence { revision, closed, event_id, stamp } = precedence.clone();
        let key = (pos_id.clone(), id.clone(), revision, event_id, shift.business_date, closed, json(shift)?);
        let open = {
            let rate = shift.rate.unwrap_or_default();
            (shift.clock_in.at.as_second(), rate.cents(), shift.unpaid_seconds)
        };
        let wage = wages.get(pos_id).and_then(|wages| wages.of_shift(shift)).map(Money::cents);
        let employee = shift.employee.as_ref();
        let job = shift.job.as_ref().map(ToString::to_string).unwrap_or_default();
        let employee_id = employee.map(|person| person.id.to_string()).unwrap_or_default();
        let name = employee.map(|person| person.name.to_string()).unwrap_or_default();
        Ok((key, open, (job, employee_id, name), (*removed, stamp, shift.rate.is_none(), wage)))
    });
    let rows: Vec<_> = rows.collect::<Result<_, Fault>>()?;
    type Three<T> = (Vec<T>, Vec<T>, Vec<T>);
    type Last = (Vec<bool>, Vec<i64>, Vec<bool>, Vec<Option<i64>>);
    type Columns<A, B, C, D> = (Keys<A, B, C, D>, Three<i64>, Three<String>, Last);
    let columns: Columns<_, _, _, _> = rows.into_iter().collect();
    let (key, (open_at, open_rates, open_unpaid), (open_jobs, open_employees, open_names), last) = columns;
    let (removed, stamps, without_rate, wages) = last;
    let (pos_ids, ids, revisions, event_ids, dates, closed, facts) = key;
    // What open shifts are summed from has columns beside the fact (store/labor/open_shifts.rs).
    let rows = sqlx::query!(
        r#"INSERT INTO shift AS s (pos_id, pos_shift_id, revision, closed, event_id, business_date, fact, open_event,
             open_at, open_rate, open_unpaid, open_job, open_employee, open_name, removed, stamp, without_rate, wage)
           SELECT pos_id, pos_shift_id, revision, closed, event_id, business_date, fact, event_id,
             open_at, open_rate, open_unpaid, open_job, open_employee, open_name, removed, stamp, without_rate, wage
           FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::date[], $7::text[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::boolean[],
             $15::bigint[], $16::boolean[], $17::bigint[])
             AS n (pos_id, pos_shift_id, revision, closed, event_id, business_date, fact,
             open_at, open_rate, open_unpaid, open_job, open_employee, open_name, removed, stamp, without_rate, wage)
           ON CONFLICT (pos_id, pos_shift_id) DO UPDATE SET
             revision = excluded.revision, closed = excluded.closed, event_id = excluded.event_id,
             business_date = excluded.business_date, fact = excluded.fact, open_event = excluded.open_event,
             open_at = excluded.open_at, open_rate = excluded.open_rate, open_unpaid = excluded.open_unpaid,
             open_job = excluded.open_job, open_employee = excluded.open_employee, open_name = excluded.open_name,
             removed = excluded.removed, stamp = excluded.stamp, without_rate = excluded.without_rate,
             wage = excluded.wage
           WHERE (excluded.revision, excluded.closed, excluded.event_id, excluded.stamp)
             > (s.revision, s.closed, s.event_id, s.stamp)
           RETURNING new.pos_id AS "pos_id!", new.pos_shift_id AS "shift_id!",
             CASE WHEN NOT old.removed THEN old.fact END AS "replaced?",
             CASE WHEN old.open_event = old.event_id THEN old.wage END AS "wage?""#,
        &pos_ids as &[PosId],
        &ids as &[ShiftId],
        &revisions,
        &closed,
        &event_ids as &[EventId],
        &dates as &[BusinessDate],
        &facts,
        &open_at,
        &open_rates,
        &open_unpaid,
        &open_jobs,
        &open_employees,
        &open_names,
        &removed,
        &stamps,
        &without_rate,
        &wages as &[Option<i64>]
    );
    let (mut stored, mut replaced) = (BTreeSet::new(), Vec::new());
    for row in rows.fetch_all(tx.conn()).await? {
        if let Some(json) = row.replaced {
            replaced.push((row.pos_id.clone(), waged(fact(&json)?, row.wage.map(Money::from_cents))));
        }
        stored.insert((row.pos_id, row.shift_id));
    }
    Ok((stored, replaced))
}
