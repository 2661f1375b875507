use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::{sql_time, stored};
use crate::domain::{Delivery, Place};

/// Names the texts that the provider took, and returns what it told of them before: its word may come first.
pub async fn name_texts(
    tx: &mut Tx,
    campaign: Uuid,
    texts: &BTreeMap<String, i32>,
    now: Timestamp,
) -> Result<BTreeMap<i32, Delivery>, Fault> {
    if texts.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (ids, numbers): (Vec<String>, Vec<i32>) =
        texts.iter().map(|(id, number)| (id.clone(), *number)).unzip();
    let rows = sqlx::query!(
        r#"INSERT INTO text_status AS s (provider_id, campaign_id, number, delivery, at)
           SELECT id, $1, number, '', $4 FROM unnest($2::text[], $3::int[]) AS n (id, number) ORDER BY id
           ON CONFLICT (provider_id) DO UPDATE SET campaign_id = excluded.campaign_id, number = excluded.number
           RETURNING number AS "number!", delivery"#,
        campaign,
        &ids,
        &numbers,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .filter(|row| !row.delivery.is_empty())
        .map(|row| Ok((row.number, stored(row.delivery.parse())?)))
        .collect()
}

/// Keeps what the provider told of a text, and shows it at its recipient where it is known already; returns whose it is.
pub async fn keep_status(
    tx: &mut Tx,
    provider_id: &str,
    delivery: Delivery,
    now: Timestamp,
) -> Result<Option<Place>, Fault> {
    let row = sqlx::query!(
        "INSERT INTO text_status (provider_id, delivery, at) VALUES ($1, $2, $3)
         ON CONFLICT (provider_id) DO UPDATE SET delivery = excluded.delivery, at = excluded.at
         RETURNING campaign_id, number",
        provider_id,
        delivery.as_str(),
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_one(tx.conn())
    .await?;
    let (Some(campaign), Some(number)) = (row.campaign_id, row.number) else { return Ok(None) };
    sqlx::query!(
        "UPDATE recipient SET delivery = $3 WHERE campaign_id = $1 AND number = $2",
        campaign,
        number,
        delivery.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(Some((campaign, number)))
}

/// Forgets texts of which the provider tells nothing any more, `most` of them at most. Returns how many.
pub async fn forget_old_statuses(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM text_status WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM text_status WHERE at < $1
           ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
