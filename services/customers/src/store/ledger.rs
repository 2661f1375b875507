use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{columns, sql_date};
use crate::domain::{Figures, Movement};

/// Moves everything: guests, lots, the ledger, months and the sums of locations, in this order. Checks are stored before:
/// a guest's last visit is read from them.
pub async fn save(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    move_figures(tx, movement).await?;
    if !movement.entries().is_empty() {
        put_accounts(tx, movement).await?;
        put_lots(tx, movement).await?;
        append(tx, movement).await?;
    }
    move_months(tx, movement).await?;
    move_sums(tx, movement).await
}

async fn move_figures(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    if movement.figures().is_empty() {
        return Ok(());
    }
    let (pos_ids, ids) = columns(movement.figures().keys());
    let (visits, spend): (Vec<i64>, Vec<i64>) =
        movement.figures().values().map(|Figures { visits, spend }| (*visits, *spend)).unzip();
    sqlx::query!(
        "UPDATE customer AS c SET visits = c.visits + n.visits, spend = c.spend + n.spend,
           last_visit = coalesce((SELECT max(k.closed_at) FROM pos_check AS k
             WHERE k.pos_id = c.pos_id AND k.pos_customer_id = c.pos_customer_id AND k.pos_customer_id IS NOT NULL
               AND NOT k.voided AND NOT k.refund), timestamptz '1970-01-01 00:00:00+00')
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS n (pos_id, id, visits, spend)
         WHERE c.pos_id = n.pos_id AND c.pos_customer_id = n.id",
        &pos_ids,
        &ids,
        &visits,
        &spend
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn put_accounts(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    let accounts = movement.moved_accounts();
    let (pos_ids, ids) = columns(accounts.keys().copied());
    let (points, owed): (Vec<i64>, Vec<i64>) =
        accounts.values().map(|account| (account.points(), account.owed())).unzip();
    sqlx::query!(
        "UPDATE customer AS c SET points = n.points, owed = n.owed
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS n (pos_id, id, points, owed)
         WHERE c.pos_id = n.pos_id AND c.pos_customer_id = n.id",
        &pos_ids,
        &ids,
        &points,
        &owed
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn put_lots(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    let (mut pos_ids, mut rewards) = (Vec::new(), Vec::new());
    let (mut left, mut expired) = (Vec::new(), Vec::new());
    for ((pos_id, _), account) in movement.moved_accounts() {
        for lot in account.lots() {
            pos_ids.push(pos_id.to_string());
            rewards.push(lot.reward);
            left.push(lot.left);
            expired.push(lot.expired);
        }
    }
    if rewards.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        r#"UPDATE reward AS r SET points_left = n.points_left, points_expired = n.points_expired
           FROM unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[])
             AS n (pos_id, reward_id, points_left, points_expired)
           WHERE r.pos_id = n.pos_id AND r.reward_id = n.reward_id
             AND (r.points_left, r.points_expired) <> (n.points_left, n.points_expired)"#,
        &pos_ids,
        &rewards,
        &left,
        &expired
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn append(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    let entries = movement.entries();
    let posted_at = tx.clock().now();
    let (pos_ids, ids) = columns(entries.iter().map(|entry| &entry.guest));
    let at: Vec<jiff_sqlx::Timestamp> = entries.iter().map(|entry| entry.at.into()).collect();
    let text = |name: &'static str| name.to_owned();
    let kinds: Vec<String> = entries.iter().map(|entry| text(entry.posting.kind.name())).collect();
    let debits: Vec<String> = entries.iter().map(|entry| text(entry.posting.debit.name())).collect();
    let credits: Vec<String> = entries.iter().map(|entry| text(entry.posting.credit.name())).collect();
    let points: Vec<i64> = entries.iter().map(|entry| entry.posting.points).collect();
    let checks: Vec<Option<String>> =
        entries.iter().map(|entry| entry.check.as_ref().map(ToString::to_string)).collect();
    let rewards: Vec<Option<uuid::Uuid>> = entries.iter().map(|entry| entry.posting.reward).collect();
    sqlx::query!(
        "INSERT INTO entry (pos_id, pos_customer_id, at, posted_at, kind, debit, credit, points, pos_check_id, reward_id)
         SELECT pos_id, id, at, $10, kind, debit, credit, points, check_id, reward_id
         FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bigint[],
           $8::text[], $9::uuid[]) WITH ORDINALITY
           AS n (pos_id, id, at, kind, debit, credit, points, check_id, reward_id, place)
         ORDER BY place",
        &pos_ids,
        &ids,
        &at as &[jiff_sqlx::Timestamp],
        &kinds,
        &debits,
        &credits,
        &points,
        &checks as &[Option<String>],
        &rewards as &[Option<uuid::Uuid>],
        jiff_sqlx::Timestamp::from(posted_at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn move_months(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    let (mut pos_ids, mut months) = (Vec::new(), Vec::new());
    let (mut eligible, mut checks) = (Vec::new(), Vec::new());
    for ((pos_id, first), month) in movement.months() {
        pos_ids.push(pos_id.to_string());
        months.push(sql_date(*first));
        eligible.push(month.eligible);
        checks.push(month.checks);
    }
    if pos_ids.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO guest_month AS m (pos_id, month, eligible, checks)
         SELECT * FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[])
         ON CONFLICT (pos_id, month) DO UPDATE SET
           eligible = m.eligible + excluded.eligible, checks = m.checks + excluded.checks",
        &pos_ids,
        &months as &[jiff_sqlx::Date],
        &eligible,
        &checks
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn move_sums(tx: &mut Tx, movement: &Movement) -> Result<(), Fault> {
    let sums = movement.sums();
    if sums.is_empty() {
        return Ok(());
    }
    let pos_ids: Vec<String> = sums.keys().map(ToString::to_string).collect();
    let of = |part: fn(&crate::domain::Sums) -> i64| sums.values().map(part).collect::<Vec<i64>>();
    sqlx::query!(
        "UPDATE location AS l SET points = l.points + n.points, owed = l.owed + n.owed, issued = l.issued + n.issued,
           redeemed = l.redeemed + n.redeemed, granted = l.granted + n.granted, expired = l.expired + n.expired
         FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
           AS n (pos_id, points, owed, issued, redeemed, granted, expired)
         WHERE l.pos_id = n.pos_id",
        &pos_ids,
        &of(|sums| sums.points),
        &of(|sums| sums.owed),
        &of(|sums| sums.issued),
        &of(|sums| sums.redeemed),
        &of(|sums| sums.granted),
        &of(|sums| sums.expired)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
