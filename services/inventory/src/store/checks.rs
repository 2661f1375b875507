use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, CheckId, EventId, ItemId, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::ItemKey;
use crate::domain::{PromoCode, SoldCheck, SoldLines};

/// What is stored of checks, by location and id.
pub type SoldChecks = BTreeMap<(PosId, CheckId), SoldCheck>;

/// Reads what is stored of these checks.
pub async fn read_sold_checks(
    tx: &mut Tx,
    keys: impl Iterator<Item = &(PosId, CheckId)>,
) -> Result<SoldChecks, Fault> {
    let (pos_ids, ids): (Vec<PosId>, Vec<CheckId>) = keys.cloned().unzip();
    if ids.is_empty() {
        return Ok(SoldChecks::new());
    }
    let rows = sqlx::query!(
        r#"SELECT c.pos_id, c.pos_check_id, c.revision, c.event_id, c.stamp, c.closed_at, c.business_date,
             c.sold::text AS "sold?", c.promo_code
           FROM unnest($1::text[], $2::text[]) AS k (pos_id, pos_check_id)
           JOIN sold_check AS c ON c.pos_id = k.pos_id AND c.pos_check_id = k.pos_check_id"#,
        &pos_ids as &[PosId],
        &ids as &[CheckId]
    );
    let rows = rows.fetch_all(tx.conn()).await?.into_iter().map(|row| {
        let check = SoldCheck {
            precedence: Precedence::new(row.revision, row.event_id).stamped(row.stamp),
            closed_at: row.closed_at.to_jiff(),
            business_date: row.business_date,
            sold: row.sold.map(|sold| serde_json::from_str(&sold)).transpose()?,
            promo_code: row.promo_code,
        };
        Ok(((row.pos_id, row.pos_check_id), check))
    });
    let checks: Result<SoldChecks, serde_json::Error> = rows.collect();
    checks.map_err(|e| Fault::Permanent(format!("sold lines: {e}")))
}

/// Stores these checks, and replaces their older versions.
pub async fn save_sold_checks(tx: &mut Tx, checks: SoldChecks) -> Result<(), Fault> {
    if checks.is_empty() {
        return Ok(());
    }
    let json = |sold: SoldLines| serde_json::to_string(&sold).unwrap_or_default();
    let rows = checks.into_iter().map(|((pos_id, id), check)| {
        let Precedence { revision, event_id, stamp, .. } = check.precedence;
        let SoldCheck { closed_at, business_date, sold, promo_code, .. } = check;
        (
            pos_id,
            id,
            revision,
            event_id,
            closed_at.to_sqlx(),
            business_date,
            sold.map(json),
            promo_code,
            stamp,
        )
    });
    let columns: (Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    let (pos_ids, ids, revisions, event_ids, closed, dates, sold, codes, stamps) = columns;
    sqlx::query!(
        "INSERT INTO sold_check (pos_id, pos_check_id, revision, event_id, closed_at, business_date, sold, promo_code,
           stamp)
         SELECT pos_id, pos_check_id, revision, event_id, closed_at, business_date, sold::jsonb, promo_code, stamp
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::date[], $7::text[],
           $8::text[], $9::bigint[])
           AS n (pos_id, pos_check_id, revision, event_id, closed_at, business_date, sold, promo_code, stamp)
         ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, closed_at = excluded.closed_at,
           business_date = excluded.business_date, sold = excluded.sold, promo_code = excluded.promo_code,
           stamp = excluded.stamp",
        &pos_ids as &[PosId],
        &ids as &[CheckId],
        &revisions,
        &event_ids as &[EventId],
        &closed as &[jiff_sqlx::Timestamp],
        &dates as &[BusinessDate],
        &sold as &[Option<String>],
        &codes as &[Option<PromoCode>],
        &stamps,
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What the stored checks sold of these items, each since the item's time.
pub async fn sold_since(
    tx: &mut Tx,
    items: BTreeMap<ItemKey, Timestamp>,
) -> Result<BTreeMap<ItemKey, Quantity>, Fault> {
    if items.is_empty() {
        return Ok(BTreeMap::new());
    }
    let items = items.into_iter().map(|((pos_id, id), at)| (pos_id, id, at.to_sqlx()));
    let (pos_ids, ids, since): (Vec<_>, Vec<_>, Vec<_>) = items.collect();
    // The checks of a location are read once for all items.
    let rows = sqlx::query!(
        r#"WITH wanted AS MATERIALIZED (
             SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (pos_id, pos_item_id, at)
           ), line AS MATERIALIZED (
             SELECT c.pos_id, c.closed_at, l.key AS pos_item_id, l.value::bigint AS quantity
             FROM (SELECT pos_id, min(at) AS at FROM wanted GROUP BY pos_id) AS s
             JOIN sold_check AS c ON c.pos_id = s.pos_id AND c.closed_at > s.at AND c.sold IS NOT NULL
             CROSS JOIN LATERAL jsonb_each_text(c.sold) AS l
           )
           SELECT w.pos_id AS "pos_id!: PosId", w.pos_item_id AS "pos_item_id!: ItemId",
             sum(l.quantity)::bigint AS "quantity!: Quantity"
           FROM wanted AS w
           JOIN line AS l ON l.pos_id = w.pos_id AND l.pos_item_id = w.pos_item_id AND l.closed_at > w.at
           GROUP BY 1, 2"#,
        &pos_ids as &[PosId],
        &ids as &[ItemId],
        &since as &[jiff_sqlx::Timestamp],
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    Ok(rows.into_iter().map(|row| ((row.pos_id, row.pos_item_id), row.quantity)).collect())
}

/// Deletes checks closed before `before`, or only what they sold if they have a promo code; at most `limit` of each. Returns
/// the greater of both numbers.
pub async fn delete_old_sales(tx: &mut Tx, before: Timestamp, limit: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM sold_check AS c USING (
           SELECT pos_id, pos_check_id FROM sold_check
           WHERE closed_at < $1 AND (sold IS NOT NULL OR promo_code IS NULL) AND promo_code IS NULL
           ORDER BY closed_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS o
         WHERE c.pos_id = o.pos_id AND c.pos_check_id = o.pos_check_id",
        before.to_sqlx(),
        limit
    );
    let gone = gone.execute(tx.conn()).await?.rows_affected();
    let emptied = sqlx::query!(
        "UPDATE sold_check AS c SET sold = NULL FROM (
           SELECT pos_id, pos_check_id FROM sold_check
           WHERE closed_at < $1 AND (sold IS NOT NULL OR promo_code IS NULL) AND promo_code IS NOT NULL
           ORDER BY closed_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS o
         WHERE c.pos_id = o.pos_id AND c.pos_check_id = o.pos_check_id",
        before.to_sqlx(),
        limit
    );
    Ok(emptied.execute(tx.conn()).await?.rows_affected().max(gone))
}
