use std::collections::BTreeMap;

use jiff_sqlx::{DateTime, Timestamp};
use saffron_core::{ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Tx};

use super::rows::ItemRow;
use super::sql_time;
use crate::domain::{DisplayName, Item, sort_name};

/// Items by location and id.
pub type Items = BTreeMap<(PosId, ItemId), Item>;

/// Reads these items; those that do not exist are left out.
pub async fn items(
    connection: &mut Conn,
    keys: impl IntoIterator<Item = &(PosId, ItemId)>,
) -> Result<Items, Fault> {
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    if ids.is_empty() {
        return Ok(Items::new());
    }
    let rows = sqlx::query_as!(
        ItemRow,
        r#"SELECT i.pos_id, i.pos_item_id, i.version, i.revision, i.event_id, i.item_name, i.major_category,
             i.minor_category, i.till_price, i.till_cost, i.till_image, i.till_low_stock, i.till_count,
             i.till_counted_at, i.own_price, i.own_price_revision, i.own_price_event_id, i.own_cost,
             i.own_cost_revision, i.own_cost_event_id, i.own_name, i.own_image, i.own_low_stock, i.own_count,
             i.own_counted_at, i.sold, i.sold_out, i.sold_out_until, i.sold_out_until_wall,
             p.code AS "promo_code?", p.percent AS "percent?", p.valid_from AS "valid_from?",
             p.valid_until AS "valid_until?"
           FROM unnest($1::text[], $2::text[]) AS k (pos_id, pos_item_id)
           JOIN item i ON i.pos_id = k.pos_id AND i.pos_item_id = k.pos_item_id
           LEFT JOIN promotion p ON p.pos_id = i.pos_id AND p.pos_item_id = i.pos_item_id AND NOT p.ended"#,
        &pos_ids,
        &ids
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let item = row.item()?;
            Ok(((item.pos_id.clone(), item.id.clone()), item))
        })
        .collect()
}

/// One item.
pub async fn find_item(database: &Database, pos_id: &PosId, id: &ItemId) -> Result<Option<Item>, Fault> {
    let mut connection = database.pool().acquire().await?;
    Ok(items(&mut connection, [&(pos_id.clone(), id.clone())]).await?.into_values().next())
}

/// Which of these locations have such an item, in order.
pub async fn locations_with_item(
    database: &Database,
    pos_ids: &[String],
    id: &ItemId,
) -> Result<Vec<String>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT pos_id FROM item WHERE pos_id = ANY($1) AND pos_item_id = $2 ORDER BY pos_id",
        pos_ids,
        id.as_str()
    )
    .fetch_all(database.pool())
    .await?;
    Ok(found)
}

/// Writes these items, new or changed, but for their promotions.
pub async fn save_items(tx: &mut Tx, items: &[&Item]) -> Result<(), Fault> {
    if items.is_empty() {
        return Ok(());
    }
    let mut c = Columns::default();
    items.iter().for_each(|item| c.push(item));
    sqlx::query!(
        r#"INSERT INTO item (pos_id, pos_item_id, version, revision, event_id, item_name, major_category,
             minor_category, till_price, till_cost, till_image, till_low_stock, till_count, till_counted_at, own_price,
             own_price_revision, own_price_event_id, own_cost, own_cost_revision, own_cost_event_id, own_name,
             own_image, own_low_stock, own_count, own_counted_at, sold, stock, sold_out, sold_out_until,
             sold_out_until_wall, sort_name, names)
           SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
             $8::text[], $9::bigint[], $10::bigint[], $11::text[], $12::bigint[], $13::bigint[], $14::timestamptz[],
             $15::bigint[], $16::bigint[], $17::text[], $18::bigint[], $19::bigint[], $20::text[], $21::text[],
             $22::text[], $23::bigint[], $24::bigint[], $25::timestamptz[], $26::bigint[], $27::bigint[],
             $28::boolean[], $29::timestamptz[], $30::timestamp[], $31::text[], $32::text[])
           ON CONFLICT (pos_id, pos_item_id) DO UPDATE SET
             version = excluded.version, revision = excluded.revision, event_id = excluded.event_id,
             item_name = excluded.item_name, major_category = excluded.major_category,
             minor_category = excluded.minor_category, till_price = excluded.till_price,
             till_cost = excluded.till_cost, till_image = excluded.till_image,
             till_low_stock = excluded.till_low_stock, till_count = excluded.till_count,
             till_counted_at = excluded.till_counted_at, own_price = excluded.own_price,
             own_price_revision = excluded.own_price_revision, own_price_event_id = excluded.own_price_event_id,
             own_cost = excluded.own_cost, own_cost_revision = excluded.own_cost_revision,
             own_cost_event_id = excluded.own_cost_event_id, own_name = excluded.own_name,
             own_image = excluded.own_image, own_low_stock = excluded.own_low_stock, own_count = excluded.own_count,
             own_counted_at = excluded.own_counted_at, sold = excluded.sold, stock = excluded.stock,
             sold_out = excluded.sold_out, sold_out_until = excluded.sold_out_until,
             sold_out_until_wall = excluded.sold_out_until_wall, sort_name = excluded.sort_name,
             names = excluded.names"#,
        &c.pos_id,
        &c.pos_item_id,
        &c.version,
        &c.revision,
        &c.event_id,
        &c.item_name,
        &c.major_category as &[Option<String>],
        &c.minor_category as &[Option<String>],
        &c.till_price,
        &c.till_cost as &[Option<i64>],
        &c.till_image as &[Option<String>],
        &c.till_low_stock as &[Option<i64>],
        &c.till_count as &[Option<i64>],
        &c.till_counted_at as &[Option<Timestamp>],
        &c.own_price as &[Option<i64>],
        &c.own_price_revision as &[Option<i64>],
        &c.own_price_event_id as &[Option<String>],
        &c.own_cost as &[Option<i64>],
        &c.own_cost_revision as &[Option<i64>],
        &c.own_cost_event_id as &[Option<String>],
        &c.own_name as &[Option<String>],
        &c.own_image as &[Option<String>],
        &c.own_low_stock as &[Option<i64>],
        &c.own_count as &[Option<i64>],
        &c.own_counted_at as &[Option<Timestamp>],
        &c.sold,
        &c.stock as &[Option<i64>],
        &c.sold_out,
        &c.sold_out_until as &[Option<Timestamp>],
        &c.sold_out_until_wall as &[Option<DateTime>],
        &c.sort_name,
        &c.names,
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

#[derive(Default)]
struct Columns {
    pos_id: Vec<String>,
    pos_item_id: Vec<String>,
    version: Vec<i64>,
    revision: Vec<i64>,
    event_id: Vec<String>,
    item_name: Vec<String>,
    major_category: Vec<Option<String>>,
    minor_category: Vec<Option<String>>,
    till_price: Vec<i64>,
    till_cost: Vec<Option<i64>>,
    till_image: Vec<Option<String>>,
    till_low_stock: Vec<Option<i64>>,
    till_count: Vec<Option<i64>>,
    till_counted_at: Vec<Option<Timestamp>>,
    own_price: Vec<Option<i64>>,
    own_price_revision: Vec<Option<i64>>,
    own_price_event_id: Vec<Option<String>>,
    own_cost: Vec<Option<i64>>,
    own_cost_revision: Vec<Option<i64>>,
    own_cost_event_id: Vec<Option<String>>,
    own_name: Vec<Option<String>>,
    own_image: Vec<Option<String>>,
    own_low_stock: Vec<Option<i64>>,
    own_count: Vec<Option<i64>>,
    own_counted_at: Vec<Option<Timestamp>>,
    sold: Vec<i64>,
    stock: Vec<Option<i64>>,
    sold_out: Vec<bool>,
    sold_out_until: Vec<Option<Timestamp>>,
    sold_out_until_wall: Vec<Option<DateTime>>,
    sort_name: Vec<String>,
    names: Vec<String>,
}

impl Columns {
    fn push(&mut self, item: &Item) {
        let (till, own) = (&item.till, &item.own);
        self.pos_id.push(item.pos_id.to_string());
        self.pos_item_id.push(item.id.to_string());
        self.version.push(item.version);
        self.revision.push(item.newest.revision);
        self.event_id.push(item.newest.event_id.to_string());
        self.item_name.push(till.name.to_string());
        self.major_category.push(till.major_category.as_ref().map(ToString::to_string));
        self.minor_category.push(till.minor_category.as_ref().map(ToString::to_string));
        self.till_price.push(till.price.cents());
        self.till_cost.push(till.cost.map(|cost| cost.cents()));
        self.till_image.push(till.image_url.clone());
        self.till_low_stock.push(till.low_stock.map(|low| low.milli()));
        self.till_count.push(item.till_count.map(|count| count.quantity.milli()));
        self.till_counted_at.push(item.till_count.map(|count| sql_time(count.at)));
        self.own_price.push(own.price.as_ref().map(|own| own.value.cents()));
        self.own_price_revision.push(own.price.as_ref().map(|own| own.over.revision));
        self.own_price_event_id.push(own.price.as_ref().map(|own| own.over.event_id.to_string()));
        self.own_cost.push(own.cost.as_ref().map(|own| own.value.cents()));
        self.own_cost_revision.push(own.cost.as_ref().map(|own| own.over.revision));
        self.own_cost_event_id.push(own.cost.as_ref().map(|own| own.over.event_id.to_string()));
        self.own_name.push(own.name.as_ref().map(DisplayName::as_str).map(str::to_owned));
        self.own_image.push(own.image.as_ref().map(ToString::to_string));
        self.own_low_stock.push(own.low_stock.map(|low| low.milli()));
        self.own_count.push(own.count.map(|count| count.quantity.milli()));
        self.own_counted_at.push(own.count.map(|count| sql_time(count.at)));
        self.sold.push(item.sold.milli());
        self.stock.push(item.stock().map(|stock| stock.milli()));
        let end = item.mark.and_then(|mark| mark.until).map(|end| end.moment());
        self.sold_out.push(item.mark.is_some());
        self.sold_out_until.push(end.map(|end| sql_time(end.at)));
        self.sold_out_until_wall.push(end.map(|end| DateTime::from(end.wall)));
        self.sort_name.push(sort_name(item.display_name()));
        self.names.push(format!("{}\n{}", till.name, item.display_name()).to_lowercase());
    }
}
