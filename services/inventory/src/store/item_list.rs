use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::items::ItemRow;
use crate::domain::Item;

/// Selects a location's items as they are at `now`.
#[derive(Debug, Clone)]
pub struct ItemQuery {
    pub pos_id: PosId,
    /// Part of a name or of a price, lower case; none: every item.
    pub search: Option<String>,
    /// Only items that are low or out of stock.
    pub to_purchase: bool,
    /// Marks whose end has passed by then do not count.
    pub now: Timestamp,
}

/// The next `limit` items by display name, then id.
pub async fn page_of_items(
    database: &Database,
    query: &ItemQuery,
    after: Option<&(ItemId, String)>,
    limit: i64,
) -> Result<Vec<Item>, Fault> {
    let rows = sqlx::query_as!(
        ItemRow,
        r#"SELECT i.pos_id, i.pos_item_id, i.version, i.revision, i.event_id, i.item_name, i.major_category,
             i.minor_category, i.till_price, i.open_price, i.removed, i.till_cost, i.till_image, i.till_low_stock, i.till_count,
             i.till_counted_at AS "till_counted_at: _", i.own_price, i.own_price_revision, i.own_price_event_id,
             i.own_cost, i.own_cost_revision, i.own_cost_event_id, i.own_name, i.own_image, i.own_low_stock,
             i.own_count, i.own_counted_at AS "own_counted_at: _", i.sold, i.sold_out,
             i.sold_out_until AS "sold_out_until: _", i.sold_out_until_wall AS "sold_out_until_wall: _",
             i.taken_back, i.taken_back_until AS "taken_back_until: _", i.own_marked_at AS "own_marked_at: _",
             i.own_mark_revision, i.own_mark_event_id,
             i.till_sold_out, i.till_sold_out_until AS "till_sold_out_until: _",
             i.till_sold_out_until_wall AS "till_sold_out_until_wall: _",
             p.code AS "promo_code?", p.percent AS "percent?", p.valid_from AS "valid_from?",
             p.valid_until AS "valid_until?"
           FROM item AS i
           LEFT JOIN promotion AS p ON p.pos_id = i.pos_id AND p.pos_item_id = i.pos_item_id AND NOT p.ended
           WHERE i.pos_id = $1 AND NOT i.removed
             AND ($2::text IS NULL OR (i.sort_name, i.pos_item_id) > ($2, $3))
             AND ($4::text IS NULL OR strpos(i.names, $4) > 0
               OR strpos(to_char(i.price / 100.0, 'FM999999999990.00'), $4) > 0)
             AND (NOT $5 OR i.stock <= coalesce(i.low_stock, 5000) OR i.stock <= 0
               OR CASE
                 WHEN i.sold_out AND (i.sold_out_until IS NULL OR i.sold_out_until > $6) THEN true
                 WHEN i.taken_back AND NOT i.sold_out AND (i.taken_back_until IS NULL OR i.taken_back_until > $6) THEN false
                 ELSE i.till_sold_out AND (i.till_sold_out_until IS NULL OR i.till_sold_out_until > $6)
               END)
           ORDER BY i.sort_name, i.pos_item_id
           LIMIT $7"#,
        query.pos_id.as_str(),
        after.map(|(_, sort_name)| sort_name.as_str()),
        after.map(|(id, _)| id.as_str()),
        query.search,
        query.to_purchase,
        query.now.to_sqlx(),
        limit
    );
    let rows = rows.fetch_all(database.pool()).await?;
    Ok(rows.into_iter().map(Item::from).collect())
}
