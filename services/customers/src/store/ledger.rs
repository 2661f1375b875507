use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, CheckId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};
use uuid::Uuid;

use super::columns;
use crate::domain::{Book, Kind, LedgerChanges, Lot};

/// Stores ledger changes. The checks are stored before: a guest's last visit is read from them.
pub async fn save(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    if !changes.figures().is_empty() {
        add_to_figures(tx, changes).await?;
        add_to_months(tx, changes).await?;
    }
    if !changes.entries().is_empty() {
        store_accounts(tx, changes).await?;
        store_lots(tx, changes).await?;
        append_entries(tx, changes).await?;
        add_to_sums(tx, changes).await?;
    }
    Ok(())
}

async fn add_to_figures(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    let figures = changes.figures();
    let (pos_ids, ids) = columns(figures.keys());
    sqlx::query!(
        "UPDATE customer AS c SET visits = c.visits + n.visits, spend = c.spend + n.spend,
           last_visit = coalesce((SELECT max(k.closed_at) FROM pos_check AS k
             WHERE k.pos_id = c.pos_id AND k.pos_customer_id = c.pos_customer_id AND k.pos_customer_id IS NOT NULL
               AND NOT k.voided AND NOT k.refund), timestamptz '1970-01-01 00:00:00+00')
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS n (pos_id, id, visits, spend)
         WHERE c.pos_id = n.pos_id AND c.pos_customer_id = n.id",
        &pos_ids,
        &ids,
        &column(figures.values(), |figures| figures.visits),
        &column(figures.values(), |figures| figures.spend)
    )
    .execute(tx.conn())
    .await?;
    figures.keys().for_each(|(pos_id, _)| tx.touch(pos_id));
    Ok(())
}

async fn store_accounts(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    let accounts = changes.changed_accounts();
    let (pos_ids, ids) = columns(accounts.keys().copied());
    sqlx::query!(
        "UPDATE customer AS c SET points = n.points, owed = n.owed
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS n (pos_id, id, points, owed)
         WHERE c.pos_id = n.pos_id AND c.pos_customer_id = n.id",
        &pos_ids,
        &ids,
        &column(accounts.values(), |account| account.points()),
        &column(accounts.values(), |account| account.owed())
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn store_lots(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    let lots: Vec<(&PosId, &Lot)> = changes.lots().collect();
    if lots.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE reward AS r SET points_left = n.points_left, points_expired = n.points_expired
         FROM unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[])
           AS n (pos_id, reward_id, points_left, points_expired)
         WHERE r.pos_id = n.pos_id AND r.reward_id = n.reward_id
           AND (r.points_left, r.points_expired) <> (n.points_left, n.points_expired)",
        &column(&lots, |(pos_id, _)| *pos_id) as &[&PosId],
        &column(&lots, |(_, lot)| lot.reward),
        &column(&lots, |(_, lot)| lot.left),
        &column(&lots, |(_, lot)| lot.expired)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn append_entries(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    let entries = changes.entries();
    let posted_at = tx.clock().now();
    let (pos_ids, ids) = columns(entries.iter().map(|entry| &entry.guest));
    sqlx::query!(
        "INSERT INTO entry (pos_id, pos_customer_id, at, posted_at, kind, debit, credit, points, pos_check_id, reward_id)
         SELECT pos_id, id, at, $10, kind, debit, credit, points, check_id, reward_id
         FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bigint[],
           $8::text[], $9::uuid[]) WITH ORDINALITY
           AS n (pos_id, id, at, kind, debit, credit, points, check_id, reward_id, place)
         ORDER BY place",
        &pos_ids,
        &ids,
        &column(entries, |entry| entry.at.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(entries, |entry| entry.posting.kind) as &[Kind],
        &column(entries, |entry| entry.posting.debit) as &[Book],
        &column(entries, |entry| entry.posting.credit) as &[Book],
        &column(entries, |entry| entry.posting.points),
        &column(entries, |entry| entry.check.as_ref()) as &[Option<&CheckId>],
        &column(entries, |entry| entry.posting.reward) as &[Option<Uuid>],
        posted_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    entries.iter().for_each(|entry| tx.touch(&entry.guest.0));
    Ok(())
}

async fn add_to_months(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    let months = changes.months();
    sqlx::query!(
        "INSERT INTO guest_month AS m (pos_id, month, eligible, checks)
         SELECT * FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[])
         ON CONFLICT (pos_id, month) DO UPDATE SET
           eligible = m.eligible + excluded.eligible, checks = m.checks + excluded.checks",
        &column(months.keys(), |(pos_id, _)| pos_id) as &[&PosId],
        &column(months.keys(), |(_, first)| *first) as &[BusinessDate],
        &column(months.values(), |month| month.eligible),
        &column(months.values(), |month| month.checks)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn add_to_sums(tx: &mut Tx, changes: &LedgerChanges) -> Result<(), Fault> {
    let sums = changes.sums();
    let of = |book| column(sums.values(), |sums| sums.get(&book).copied().unwrap_or_default());
    sqlx::query!(
        "UPDATE location AS l SET points = l.points + n.points, owed = l.owed - n.owed, issued = l.issued + n.issued,
           redeemed = l.redeemed + n.redeemed, granted = l.granted + n.granted, expired = l.expired + n.expired
         FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
           AS n (pos_id, points, owed, issued, redeemed, granted, expired)
         WHERE l.pos_id = n.pos_id",
        &column(sums.keys(), |pos_id| pos_id) as &[&PosId],
        &of(Book::Points),
        &of(Book::Owed),
        &of(Book::Issued),
        &of(Book::Redeemed),
        &of(Book::Granted),
        &of(Book::Expired)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
