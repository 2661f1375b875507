//! Counts of cash drawers, and their report.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::{CashCount, Precedence};
use saffron_core::{BusinessDate, DrawerId, EventId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::reports::{Reader, Versioned};
use super::rollups::RowQuery;
use super::{fact, json};
use crate::domain::rollup::CASH;
use crate::domain::{Plan, ReportSums, RollupDeltas};

/// A drawer of a location, and when it was put into use.
pub type CashKey = (PosId, DrawerId, Timestamp);
/// Counts by key, each the newest of its batch.
pub type NewCashCounts = BTreeMap<CashKey, (Precedence, Box<CashCount>)>;

/// Stores the counts that are newer than the stored ones; returns the keys that were stored, and the counts that they replace.
pub async fn replace_cash_counts(
    tx: &mut Tx,
    counts: &NewCashCounts,
) -> Result<(BTreeSet<CashKey>, Vec<(PosId, CashCount)>), Fault> {
    let rows = counts.iter().map(|((pos_id, drawer, opened), (precedence, count))| {
        let key = (pos_id.clone(), drawer.clone(), opened.to_sqlx());
        let version = (precedence.revision, precedence.event_id.clone(), precedence.stamp);
        Ok((key, version, (count.business_date, count.closed.wall.to_sqlx(), json(count)?)))
    });
    let rows: Vec<_> = rows.collect::<Result<_, Fault>>()?;
    type Three<A, B, C> = (Vec<A>, Vec<B>, Vec<C>);
    let columns: (Three<_, _, _>, Three<_, _, _>, Three<_, _, _>) = rows.into_iter().collect();
    let ((pos_ids, drawers, opened), (revisions, event_ids, stamps), (dates, closed, facts)) = columns;
    let rows = sqlx::query!(
        r#"INSERT INTO cash_count AS c (pos_id, pos_drawer_id, opened_at, revision, event_id, business_date, closed_time,
             fact, stamp)
           SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[], $5::text[], $6::date[],
             $7::timestamp[], $8::text[], $9::bigint[])
           ON CONFLICT (pos_id, pos_drawer_id, opened_at) DO UPDATE SET
             revision = excluded.revision, event_id = excluded.event_id, business_date = excluded.business_date,
             closed_time = excluded.closed_time, fact = excluded.fact, stamp = excluded.stamp
           WHERE (excluded.revision, excluded.event_id, excluded.stamp) > (c.revision, c.event_id, c.stamp)
           RETURNING new.pos_id AS "pos_id!", new.pos_drawer_id AS "drawer!", new.opened_at AS "opened!: jiff_sqlx::Timestamp",
             old.fact AS "replaced?""#,
        &pos_ids as &[PosId],
        &drawers as &[DrawerId],
        &opened as &[jiff_sqlx::Timestamp],
        &revisions,
        &event_ids as &[EventId],
        &dates as &[BusinessDate],
        &closed as &[jiff_sqlx::DateTime],
        &facts,
        &stamps
    );
    let (mut stored, mut replaced) = (BTreeSet::new(), Vec::new());
    for row in rows.fetch_all(tx.conn()).await? {
        if let Some(json) = row.replaced {
            replaced.push((row.pos_id.clone(), fact(&json)?));
        }
        stored.insert((row.pos_id, row.drawer, row.opened.to_jiff()));
    }
    Ok((stored, replaced))
}

/// The report of counted drawers, by drawer and employee.
pub async fn cash(database: &Database, plan: &Plan) -> Result<Versioned<ReportSums>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let members = vec!["r.drawer", "r.employee"];
    let query = RowQuery { members, names: vec!["r.employee_name"], ..RowQuery::default() };
    let mut answer = reader.sums(&CASH, &query).await?;
    let (days, targets): (Vec<_>, Vec<_>) = plan.partial_days().into_iter().unzip();
    for (index, count) in reader.cash_counts(&days).await? {
        let Some((pos_id, day)) = super::partial_days::location_and_day(plan, &days, index) else { continue };
        let mut changes = RollupDeltas::default();
        changes.add_cash_count(pos_id, &count, 1);
        for ((_, [drawer, employee, name]), sums) in changes.cash {
            for target in targets.get(index).into_iter().flatten() {
                let members = vec![drawer.clone(), employee.clone()];
                answer.add(*target, members, vec![name.clone()], day.date, &sums);
            }
        }
    }
    reader.end(answer).await
}
