use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::fact::Precedence;
use saffron_core::{CheckId, ItemId, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{business_date, sql_date, sql_time, stored};
use crate::domain::{PromoCode, SoldCheck};

/// What is kept of checks, by location and id.
pub type SoldChecks = BTreeMap<(PosId, CheckId), SoldCheck>;

/// Reads what is kept of these checks.
pub async fn sold_checks(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &(PosId, CheckId)>,
) -> Result<SoldChecks, Fault> {
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    if ids.is_empty() {
        return Ok(SoldChecks::new());
    }
    let rows = sqlx::query!(
        r#"SELECT c.pos_id, c.pos_check_id, c.revision, c.event_id, c.closed_at, c.business_date,
             c.sold::text AS "sold?", c.promo_code
           FROM unnest($1::text[], $2::text[]) AS k (pos_id, pos_check_id)
           JOIN sold_check c ON c.pos_id = k.pos_id AND c.pos_check_id = k.pos_check_id"#,
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let check = SoldCheck {
                precedence: Precedence::new(row.revision, stored(row.event_id.parse())?),
                closed_at: row.closed_at.to_jiff(),
                business_date: business_date(row.business_date),
                sold: row.sold.map(|sold| lines_of(&sold)).transpose()?,
                promo_code: row.promo_code.map(PromoCode::stored),
            };
            Ok(((stored(row.pos_id.parse())?, stored(row.pos_check_id.parse())?), check))
        })
        .collect()
}

fn lines_of(json: &str) -> Result<BTreeMap<ItemId, Quantity>, Fault> {
    let lines: BTreeMap<ItemId, i64> = stored(serde_json::from_str(json))?;
    Ok(lines.into_iter().map(|(item, milli)| (item, Quantity::from_milli(milli))).collect())
}

/// Keeps these versions instead of older ones.
pub async fn keep_checks(tx: &mut Tx, checks: &SoldChecks) -> Result<(), Fault> {
    if checks.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut ids, mut revisions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut event_ids, mut closed, mut dates) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sold, mut codes) = (Vec::new(), Vec::new());
    for ((pos_id, id), check) in checks {
        pos_ids.push(pos_id.to_string());
        ids.push(id.to_string());
        revisions.push(check.precedence.revision);
        event_ids.push(check.precedence.event_id.to_string());
        closed.push(sql_time(check.closed_at));
        dates.push(sql_date(check.business_date));
        let lines = check.sold.as_ref().map(|sold| {
            let lines: BTreeMap<&str, i64> =
                sold.iter().map(|(item, quantity)| (item.as_str(), quantity.milli())).collect();
            stored(serde_json::to_string(&lines))
        });
        sold.push(lines.transpose()?);
        codes.push(check.promo_code.as_ref().map(ToString::to_string));
    }
    sqlx::query!(
        "INSERT INTO sold_check (pos_id, pos_check_id, revision, event_id, closed_at, business_date, sold, promo_code)
         SELECT pos_id, pos_check_id, revision, event_id, closed_at, business_date, sold::jsonb, promo_code
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::date[], $7::text[],
           $8::text[]) AS n (pos_id, pos_check_id, revision, event_id, closed_at, business_date, sold, promo_code)
         ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, closed_at = excluded.closed_at,
           business_date = excluded.business_date, sold = excluded.sold, promo_code = excluded.promo_code",
        &pos_ids,
        &ids,
        &revisions,
        &event_ids,
        &closed as &[jiff_sqlx::Timestamp],
        &dates as &[jiff_sqlx::Date],
        &sold as &[Option<String>],
        &codes as &[Option<String>],
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What kept checks sold of these items, each since its moment.
pub async fn sold_since(
    tx: &mut Tx,
    items: &BTreeMap<(PosId, ItemId), Timestamp>,
) -> Result<BTreeMap<(PosId, ItemId), Quantity>, Fault> {
    if items.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (mut pos_ids, mut ids, mut since) = (Vec::new(), Vec::new(), Vec::new());
    for ((pos_id, id), at) in items {
        pos_ids.push(pos_id.to_string());
        ids.push(id.to_string());
        since.push(sql_time(*at));
    }
    // The checks of a location are opened once, however many items are asked for.
    let rows = sqlx::query!(
        r#"WITH wanted AS MATERIALIZED (
             SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (pos_id, pos_item_id, at)
           ), line AS MATERIALIZED (
             SELECT c.pos_id, c.closed_at, l.key AS pos_item_id, l.value::bigint AS quantity
             FROM (SELECT pos_id, min(at) AS at FROM wanted GROUP BY pos_id) AS s
             JOIN sold_check c ON c.pos_id = s.pos_id AND c.closed_at > s.at AND c.sold IS NOT NULL
             CROSS JOIN LATERAL jsonb_each_text(c.sold) AS l
           )
           SELECT w.pos_id AS "pos_id!", w.pos_item_id AS "pos_item_id!", sum(l.quantity)::bigint AS "quantity!"
           FROM wanted w JOIN line l ON l.pos_id = w.pos_id AND l.pos_item_id = w.pos_item_id AND l.closed_at > w.at
           GROUP BY 1, 2"#,
        &pos_ids,
        &ids,
        &since as &[jiff_sqlx::Timestamp],
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let key = (stored(row.pos_id.parse())?, stored(row.pos_item_id.parse())?);
            Ok((key, Quantity::from_milli(row.quantity)))
        })
        .collect()
}

/// Forgets what checks closed before `before` sold, and those that carry no promo code altogether; `most` of each at
/// most. Returns how many it found.
pub async fn forget_sold(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM sold_check c USING (
           SELECT pos_id, pos_check_id FROM sold_check
           WHERE closed_at < $1 AND (sold IS NOT NULL OR promo_code IS NULL) AND promo_code IS NULL
           ORDER BY closed_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS o
         WHERE c.pos_id = o.pos_id AND c.pos_check_id = o.pos_check_id",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    let emptied = sqlx::query!(
        "UPDATE sold_check c SET sold = NULL FROM (
           SELECT pos_id, pos_check_id FROM sold_check
           WHERE closed_at < $1 AND (sold IS NOT NULL OR promo_code IS NULL) AND promo_code IS NOT NULL
           ORDER BY closed_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS o
         WHERE c.pos_id = o.pos_id AND c.pos_check_id = o.pos_check_id",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected().max(emptied.rows_affected()))
}
