use std::collections::BTreeMap;

use jiff_sqlx::{DateTime, Timestamp};
use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, EventId, ItemId, Moment, Money, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Tx};
use serde_json::{Value, json};

use crate::domain::{
    Count, DisplayName, ImageName, Item, Mark, Offer, Own, OwnMark, Owned, PromoCode, Promotion, TillItem,
    Word, sort_name,
};

/// An item's location and id.
pub type ItemKey = (PosId, ItemId);
/// Items by location and id.
pub type Items = BTreeMap<ItemKey, Item>;

/// The columns of an item, with those of its one promotion that has not ended.
pub(super) struct ItemRow {
    pub pos_id: PosId,
    pub pos_item_id: ItemId,
    pub version: i64,
    pub revision: i64,
    pub event_id: EventId,
    pub item_name: String,
    pub major_category: Option<String>,
    pub minor_category: Option<String>,
    pub till_price: Money,
    pub open_price: bool,
    pub removed: bool,
    pub till_cost: Option<Money>,
    pub till_image: Option<String>,
    pub till_low_stock: Option<Quantity>,
    pub till_count: Option<Quantity>,
    pub till_counted_at: Option<Timestamp>,
    pub own_price: Option<Money>,
    pub own_price_revision: Option<i64>,
    pub own_price_event_id: Option<EventId>,
    pub own_cost: Option<Money>,
    pub own_cost_revision: Option<i64>,
    pub own_cost_event_id: Option<EventId>,
    pub own_name: Option<DisplayName>,
    pub own_image: Option<ImageName>,
    pub own_low_stock: Option<Quantity>,
    pub own_count: Option<Quantity>,
    pub own_counted_at: Option<Timestamp>,
    pub sold: Quantity,
    pub sold_out: bool,
    pub sold_out_until: Option<Timestamp>,
    pub sold_out_until_wall: Option<DateTime>,
    pub taken_back: bool,
    pub taken_back_until: Option<Timestamp>,
    pub own_marked_at: Option<Timestamp>,
    pub own_mark_revision: Option<i64>,
    pub own_mark_event_id: Option<EventId>,
    pub till_sold_out: bool,
    pub till_sold_out_until: Option<Timestamp>,
    pub till_sold_out_until_wall: Option<DateTime>,
    pub promo_code: Option<PromoCode>,
    pub percent: Option<i16>,
    pub valid_from: Option<BusinessDate>,
    pub valid_until: Option<BusinessDate>,
}

/// A count from its columns.
fn count(quantity: Option<Quantity>, at: Option<Timestamp>) -> Option<Count> {
    Some(Count { quantity: quantity?, at: at?.to_jiff() })
}

/// An owner's value from its columns.
fn owned(value: Option<Money>, revision: Option<i64>, event_id: Option<EventId>) -> Option<Owned<Money>> {
    Some(Owned { value: value?, set_after: Precedence::new(revision?, event_id?) })
}

/// A mark from its columns.
fn mark(sold_out: bool, until: Option<Timestamp>, wall: Option<DateTime>) -> Option<Mark> {
    let until = until.zip(wall).map(|(at, wall)| Moment { at: at.to_jiff(), wall: wall.to_jiff() });
    sold_out.then_some(Mark { until })
}

/// An owner's word about a mark. The version before stores marks without their time and the till's newest fact, which then is the
/// present one.
fn own_mark(row: &ItemRow) -> Option<Owned<OwnMark>> {
    let taken_back = || {
        let until = row.taken_back_until.map(|end| end.to_jiff());
        row.taken_back.then_some(Word::TakenBack { until })
    };
    let marked = mark(row.sold_out, row.sold_out_until, row.sold_out_until_wall);
    let word = marked.map(Word::SoldOut).or_else(taken_back)?;
    let at = row.own_marked_at.map_or(jiff::Timestamp::UNIX_EPOCH, |at| at.to_jiff());
    let (revision, event_id) =
        row.own_mark_revision.zip(row.own_mark_event_id.as_ref()).unwrap_or((row.revision, &row.event_id));
    Some(Owned { value: OwnMark { word, at }, set_after: Precedence::new(revision, event_id.clone()) })
}

impl From<ItemRow> for Item {
    fn from(row: ItemRow) -> Item {
        let own_mark = own_mark(&row);
        let days = row.valid_from.zip(row.valid_until);
        let offer = row.percent.zip(days).map(|(percent, (from, until))| Offer { percent, from, until });
        let promotion = row.promo_code.zip(offer);
        Item {
            pos_id: row.pos_id,
            id: row.pos_item_id,
            version: row.version,
            newest: Precedence::new(row.revision, row.event_id),
            till: TillItem {
                name: row.item_name,
                major_category: row.major_category,
                minor_category: row.minor_category,
                price: (!row.open_price).then_some(row.till_price),
                cost: row.till_cost,
                image_url: row.till_image,
                low_stock: row.till_low_stock,
                mark: mark(row.till_sold_out, row.till_sold_out_until, row.till_sold_out_until_wall),
            },
            removed: row.removed,
            till_count: count(row.till_count, row.till_counted_at),
            own: Own {
                price: owned(row.own_price, row.own_price_revision, row.own_price_event_id),
                cost: owned(row.own_cost, row.own_cost_revision, row.own_cost_event_id),
                name: row.own_name,
                image: row.own_image,
                low_stock: row.own_low_stock,
                count: count(row.own_count, row.own_counted_at),
                mark: own_mark,
            },
            sold: row.sold,
            promotion: promotion.map(|(code, offer)| Promotion { code, offer, ended: false }),
        }
    }
}

/// These items, those that were removed too; without those that do not exist.
pub async fn find_items(conn: &mut Conn, keys: impl IntoIterator<Item = &ItemKey>) -> Result<Items, Fault> {
    let (pos_ids, ids): (Vec<PosId>, Vec<ItemId>) = keys.into_iter().cloned().unzip();
    if ids.is_empty() {
        return Ok(Items::new());
    }
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
           FROM unnest($1::text[], $2::text[]) AS k (pos_id, pos_item_id)
           JOIN item AS i ON i.pos_id = k.pos_id AND i.pos_item_id = k.pos_item_id
           LEFT JOIN promotion AS p ON p.pos_id = i.pos_id AND p.pos_item_id = i.pos_item_id AND NOT p.ended"#,
        &pos_ids as &[PosId],
        &ids as &[ItemId]
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(Item::from);
    Ok(rows.map(|item| ((item.pos_id.clone(), item.id.clone()), item)).collect())
}

/// This item; none if it does not exist, or no longer.
pub async fn find_item(database: &Database, key: &ItemKey) -> Result<Option<Item>, Fault> {
    let found = find_items(&mut database.pool().acquire().await?, [key]).await?;
    Ok(found.into_values().find(|item| !item.removed))
}

/// Which of these locations have such an item, in order.
pub async fn locations_with_item(
    database: &Database,
    pos_ids: &[PosId],
    id: &ItemId,
) -> Result<Vec<PosId>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT pos_id FROM item WHERE pos_id = ANY($1) AND pos_item_id = $2 AND NOT removed ORDER BY pos_id",
        pos_ids as &[PosId],
        id.as_str()
    );
    Ok(found.fetch_all(database.pool()).await?)
}

/// The same dish at each of these locations, in order: the item with this id, or else one whose name is written the same, in
/// any case.
pub async fn same_items(
    database: &Database,
    pos_ids: &[PosId],
    id: &ItemId,
    sort_name: &str,
) -> Result<Vec<ItemKey>, Fault> {
    let found = sqlx::query!(
        "SELECT DISTINCT ON (pos_id) pos_id, pos_item_id FROM item
         WHERE pos_id = ANY($1) AND (pos_item_id = $2 OR sort_name = $3) AND NOT removed
         ORDER BY pos_id, pos_item_id <> $2, pos_item_id",
        pos_ids as &[PosId],
        id.as_str(),
        sort_name
    );
    let found = found.fetch_all(database.pool()).await?;
    Ok(found.into_iter().map(|row| (row.pos_id, row.pos_item_id)).collect())
}

/// Inserts or updates these items, except their promotions.
pub async fn save_items(tx: &mut Tx, items: &[&Item]) -> Result<(), Fault> {
    if items.is_empty() {
        return Ok(());
    }
    let rows: Value = items.iter().map(|item| row_of(item)).collect();
    sqlx::query!(
        "INSERT INTO item (pos_id, pos_item_id, version, revision, event_id, item_name, major_category,
           minor_category, till_price, open_price, removed, till_cost, till_image, till_low_stock, till_count, till_counted_at, own_price,
           own_price_revision, own_price_event_id, own_cost, own_cost_revision, own_cost_event_id, own_name,
           own_image, own_low_stock, own_count, own_counted_at, sold, stock, sold_out, sold_out_until,
           sold_out_until_wall, taken_back, taken_back_until, own_marked_at, own_mark_revision, own_mark_event_id,
           till_sold_out, till_sold_out_until, till_sold_out_until_wall, sort_name, names)
         SELECT pos_id, pos_item_id, version, revision, event_id, item_name, major_category,
           minor_category, till_price, open_price, removed, till_cost, till_image, till_low_stock, till_count, till_counted_at, own_price,
           own_price_revision, own_price_event_id, own_cost, own_cost_revision, own_cost_event_id, own_name,
           own_image, own_low_stock, own_count, own_counted_at, sold, stock, sold_out, sold_out_until,
           sold_out_until_wall, taken_back, taken_back_until, own_marked_at, own_mark_revision, own_mark_event_id,
           till_sold_out, till_sold_out_until, till_sold_out_until_wall, sort_name, names
         FROM json_populate_recordset(NULL::item, $1::text::json)
         ON CONFLICT (pos_id, pos_item_id) DO UPDATE SET
           version = excluded.version, revision = excluded.revision, event_id = excluded.event_id,
           item_name = excluded.item_name, major_category = excluded.major_category,
           minor_category = excluded.minor_category, till_price = excluded.till_price,
           open_price = excluded.open_price, removed = excluded.removed,
           till_cost = excluded.till_cost, till_image = excluded.till_image,
           till_low_stock = excluded.till_low_stock, till_count = excluded.till_count,
           till_counted_at = excluded.till_counted_at, own_price = excluded.own_price,
           own_price_revision = excluded.own_price_revision, own_price_event_id = excluded.own_price_event_id,
           own_cost = excluded.own_cost, own_cost_revision = excluded.own_cost_revision,
           own_cost_event_id = excluded.own_cost_event_id, own_name = excluded.own_name,
           own_image = excluded.own_image, own_low_stock = excluded.own_low_stock, own_count = excluded.own_count,
           own_counted_at = excluded.own_counted_at, sold = excluded.sold, stock = excluded.stock,
           sold_out = excluded.sold_out, sold_out_until = excluded.sold_out_until,
           sold_out_until_wall = excluded.sold_out_until_wall, taken_back = excluded.taken_back,
           taken_back_until = excluded.taken_back_until, own_marked_at = excluded.own_marked_at,
           own_mark_revision = excluded.own_mark_revision,
           own_mark_event_id = excluded.own_mark_event_id, till_sold_out = excluded.till_sold_out,
           till_sold_out_until = excluded.till_sold_out_until,
           till_sold_out_until_wall = excluded.till_sold_out_until_wall, sort_name = excluded.sort_name,
           names = excluded.names",
        rows.to_string()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A row of the table `item`.
fn row_of(item: &Item) -> Value {
    let parts = [item_columns(item), mark_columns(item)].into_iter().filter_map(|part| match part {
        Value::Object(columns) => Some(columns),
        _ => None,
    });
    parts.flatten().collect()
}

/// The columns of a row but those of marks.
fn item_columns(item: &Item) -> Value {
    let (till, own) = (&item.till, &item.own);
    let cents = |own: &Option<Owned<Money>>| own.as_ref().map(|own| own.value.cents());
    let over = |own: &Option<Owned<Money>>| own.as_ref().map(|own| own.set_after.clone());
    let (price_over, cost_over) = (over(&own.price), over(&own.cost));
    let milli = |quantity: Option<Quantity>| quantity.map(Quantity::milli);
    let counted = |count: Option<Count>| milli(count.map(|count| count.quantity));
    json!({
        "pos_id": item.pos_id,
        "pos_item_id": item.id,
        "version": item.version,
        "revision": item.newest.revision,
        "event_id": item.newest.event_id,
        "item_name": till.name,
        "major_category": till.major_category,
        "minor_category": till.minor_category,
        "till_price": till.price.unwrap_or_default().cents(),
        "open_price": till.price.is_none(),
        "removed": item.removed,
        "till_cost": till.cost.map(Money::cents),
        "till_image": till.image_url,
        "till_low_stock": milli(till.low_stock),
        "till_count": counted(item.till_count),
        "till_counted_at": item.till_count.map(|count| count.at),
        "own_price": cents(&own.price),
        "own_price_revision": price_over.as_ref().map(|over| over.revision),
        "own_price_event_id": price_over.map(|over| over.event_id),
        "own_cost": cents(&own.cost),
        "own_cost_revision": cost_over.as_ref().map(|over| over.revision),
        "own_cost_event_id": cost_over.map(|over| over.event_id),
        "own_name": own.name.as_ref().map(DisplayName::as_str),
        "own_image": own.image.as_ref().map(ImageName::as_str),
        "own_low_stock": milli(own.low_stock),
        "own_count": counted(own.count),
        "own_counted_at": own.count.map(|count| count.at),
        "sold": item.sold.milli(),
        "stock": milli(item.stock()),
        "sort_name": sort_name(item.display_name()),
        "names": format!("{}\n{}", till.name, item.display_name()).to_lowercase(),
    })
}

/// The columns of the marks of the till and the owner.
fn mark_columns(item: &Item) -> Value {
    let (own_mark, taken_back_until) = match item.own.mark.as_ref().map(|own| own.value.word) {
        Some(Word::SoldOut(mark)) => (Some(mark), None),
        Some(Word::TakenBack { until }) => (None, until),
        None => (None, None),
    };
    let marked_over = item.own.mark.as_ref().map(|own| &own.set_after);
    let until = own_mark.and_then(|mark| mark.until);
    let till_until = item.till.mark.and_then(|mark| mark.until);
    json!({
        "sold_out": own_mark.is_some(),
        "sold_out_until": until.map(|until| until.at),
        "sold_out_until_wall": until.map(|until| until.wall),
        "taken_back": item.own.mark.is_some() && own_mark.is_none(),
        "taken_back_until": taken_back_until,
        "own_marked_at": item.own.mark.as_ref().map(|own| own.value.at),
        "own_mark_revision": marked_over.map(|over| over.revision),
        "own_mark_event_id": marked_over.map(|over| &over.event_id),
        "till_sold_out": item.till.mark.is_some(),
        "till_sold_out_until": till_until.map(|until| until.at),
        "till_sold_out_until_wall": till_until.map(|until| until.wall),
    })
}
