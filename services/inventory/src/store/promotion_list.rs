use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::items::{ItemKey, find_items};
use crate::domain::{Item, Offer, PromoCode, Promotion};

/// Selects a location's promotions as they are on a date.
#[derive(Debug, Clone)]
pub struct PromotionQuery {
    pub pos_id: PosId,
    /// Part of a name or of a code, lower case; none: every promotion.
    pub search: Option<String>,
    /// Whether promotions that have ended are selected too.
    pub ended: bool,
    /// The location's running business date.
    pub today: BusinessDate,
}

/// A promotion of the list.
#[derive(Debug, Clone)]
pub struct PromotionRow {
    pub promotion: Promotion,
    /// Checks that carried the code on its days, without voids and refunds.
    pub redemptions: i64,
    /// The item that is on offer.
    pub item: Item,
}

/// The next `limit` promotions: valid ones, then those to come, then ended ones (0, 1, 2); each by display name, then code.
pub async fn page_of_promotions(
    database: &Database,
    query: &PromotionQuery,
    after: Option<&(i16, PromoCode, String)>,
    limit: i64,
) -> Result<Vec<PromotionRow>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let rows = sqlx::query!(
        r#"SELECT p.code AS "code!", p.pos_item_id AS "pos_item_id!", p.percent AS "percent!",
             p.valid_from AS "valid_from!", p.valid_until AS "valid_until!", p.ended AS "ended!",
             (SELECT count(*) FROM sold_check AS c
              WHERE c.pos_id = $1 AND c.promo_code = p.code
                AND c.business_date BETWEEN p.valid_from AND p.valid_until) AS "redemptions!"
           FROM (
             SELECT q.code, q.pos_item_id, q.percent, q.valid_from, q.valid_until, q.ended, i.sort_name, i.names,
               CASE WHEN q.ended OR q.valid_until < $2 THEN 2 WHEN q.valid_from > $2 THEN 1 ELSE 0 END::smallint
                 AS state
             FROM promotion AS q JOIN item AS i ON i.pos_id = q.pos_id AND i.pos_item_id = q.pos_item_id
             WHERE q.pos_id = $1
           ) AS p
           WHERE ($3 OR p.state < 2)
             AND ($4::smallint IS NULL OR (p.state, p.sort_name, p.code) > ($4, $5, $6))
             AND ($7::text IS NULL OR strpos(p.names, $7) > 0 OR strpos(lower(p.code), $7) > 0)
           ORDER BY p.state, p.sort_name, p.code
           LIMIT $8"#,
        query.pos_id.as_str(),
        query.today as BusinessDate,
        query.ended,
        after.map(|(state, ..)| *state),
        after.map(|(_, _, sort_name)| sort_name.as_str()),
        after.map(|(_, code, _)| code.as_str()),
        query.search,
        limit
    );
    let rows = rows.fetch_all(snapshot.conn()).await?;
    let keys: Vec<ItemKey> = rows.iter().map(|row| (query.pos_id.clone(), row.pos_item_id.clone())).collect();
    let found = find_items(snapshot.conn(), &keys).await?;
    snapshot.end().await?;
    let rows = rows.into_iter().zip(keys).map(|(row, key)| {
        let offer = Offer { percent: row.percent, from: row.valid_from, until: row.valid_until };
        let promotion = Promotion { code: row.code, offer, ended: row.ended };
        let item = found.get(&key).cloned();
        let item = item.ok_or_else(|| Fault::Permanent("a promotion without its item".into()))?;
        Ok(PromotionRow { promotion, redemptions: row.redemptions, item })
    });
    rows.collect()
}
