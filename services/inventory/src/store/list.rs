use jiff::Timestamp;
use saffron_core::{Error, ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::rows::ItemRow;
use super::sql_time;
use crate::domain::{Item, searched, sort_name};

/// The place in a list of items after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemCursor {
    sort_name: String,
    id: ItemId,
}

impl ItemCursor {
    /// The place of this item.
    #[must_use]
    pub fn at(item: &Item) -> ItemCursor {
        ItemCursor { sort_name: sort_name(item.display_name()), id: item.id.clone() }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<ItemCursor, Error> {
        // An id holds no point.
        let read = || {
            let (id, sort_name) = text.split_once('.')?;
            let readable = !sort_name.contains('\0');
            readable.then_some(ItemCursor { sort_name: sort_name.to_owned(), id: id.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for ItemCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.id, self.sort_name)
    }
}

/// A list of items that was asked for.
#[derive(Debug, Clone)]
pub struct ItemQuery {
    /// The location.
    pub pos_id: PosId,
    /// Part of a name or of a price, lower case; none: every item.
    search: Option<String>,
    /// Only what is low or out of stock.
    pub to_purchase: bool,
    /// Marks that end by then have ended.
    pub now: Timestamp,
}

impl ItemQuery {
    /// A list of a location's items as they are at `now`.
    pub fn new(pos_id: PosId, search: &str, to_purchase: bool, now: Timestamp) -> Result<ItemQuery, Error> {
        Ok(ItemQuery { pos_id, search: search_text(search)?, to_purchase, now })
    }
}

/// What is searched for.
pub(super) fn search_text(search: &str) -> Result<Option<String>, Error> {
    if search.chars().count() > 200 || search.contains('\0') {
        return Err(Error::invalid("search", "must be text of at most 200 characters"));
    }
    Ok(searched(search))
}

/// The next `limit` items by display name, then id.
pub async fn page_of_items(
    database: &Database,
    query: &ItemQuery,
    after: Option<&ItemCursor>,
    limit: i64,
) -> Result<Vec<Item>, Fault> {
    let rows = sqlx::query_as!(
        ItemRow,
        r#"SELECT i.pos_id, i.pos_item_id, i.version, i.revision, i.event_id, i.item_name, i.major_category,
             i.minor_category, i.till_price, i.till_cost, i.till_image, i.till_low_stock, i.till_count,
             i.till_counted_at, i.own_price, i.own_price_revision, i.own_price_event_id, i.own_cost,
             i.own_cost_revision, i.own_cost_event_id, i.own_name, i.own_image, i.own_low_stock, i.own_count,
             i.own_counted_at, i.sold, i.sold_out, i.sold_out_until, i.sold_out_until_wall,
             p.code AS "promo_code?", p.percent AS "percent?", p.valid_from AS "valid_from?",
             p.valid_until AS "valid_until?"
           FROM item i
           LEFT JOIN promotion p ON p.pos_id = i.pos_id AND p.pos_item_id = i.pos_item_id AND NOT p.ended
           WHERE i.pos_id = $1
             AND ($2::text IS NULL OR (i.sort_name, i.pos_item_id) > ($2, $3))
             AND ($4::text IS NULL OR strpos(i.names, $4) > 0
               OR strpos(to_char(i.price / 100.0, 'FM999999999990.00'), $4) > 0)
             AND (NOT $5 OR i.stock <= coalesce(i.low_stock, 5000) OR i.stock <= 0
               OR (i.sold_out AND (i.sold_out_until IS NULL OR i.sold_out_until > $6)))
           ORDER BY i.sort_name, i.pos_item_id
           LIMIT $7"#,
        query.pos_id.as_str(),
        after.map(|cursor| cursor.sort_name.as_str()),
        after.map(|cursor| cursor.id.as_str()),
        query.search,
        query.to_purchase,
        sql_time(query.now) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter().map(ItemRow::item).collect()
}
