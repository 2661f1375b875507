//! The SMS provider's ids of accepted texts, and its reports on them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::Delivery;

/// Stores the provider's ids of texts to recipients of a campaign, and returns the reports that arrived earlier.
pub async fn store_provider_ids(
    tx: &mut Tx,
    campaign: Uuid,
    (ids, numbers): (Vec<&str>, Vec<i32>),
    now: Timestamp,
) -> Result<BTreeMap<i32, String>, Fault> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sqlx::query!(
        r#"INSERT INTO text_status AS s (provider_id, campaign_id, number, delivery, at)
           SELECT id, $1, number, '', $4 FROM unnest($2::text[], $3::int[]) AS n (id, number) ORDER BY id
           ON CONFLICT (provider_id) DO UPDATE SET campaign_id = excluded.campaign_id, number = excluded.number
           RETURNING number AS "number!", delivery"#,
        campaign,
        &ids as &[&str],
        &numbers,
        now.to_sqlx()
    )
    .map(|row| (row.number, row.delivery))
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// Stores the provider's report on a text, also at the recipient, once the provider's id is stored.
pub async fn store_status(
    tx: &mut Tx,
    provider_id: &str,
    delivery: Delivery,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "WITH of AS (
           INSERT INTO text_status (provider_id, delivery, at) VALUES ($1, $2, $3)
           ON CONFLICT (provider_id) DO UPDATE SET delivery = excluded.delivery, at = excluded.at
           RETURNING campaign_id, number)
         UPDATE recipient AS r SET delivery = $2 FROM of
         WHERE r.campaign_id = of.campaign_id AND r.number = of.number",
        provider_id,
        delivery.as_str(),
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
