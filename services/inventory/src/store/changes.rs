use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use saffron_core::{ItemId, Money, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{sql_time, stored};
use crate::domain::Told;

/// A change that tills are told of. Times are wall time of the location.
#[derive(Debug, Clone)]
pub struct Change {
    /// The location.
    pub pos_id: PosId,
    /// The item.
    pub item: ItemId,
    /// When.
    pub at: DateTime,
    /// What an owner edited.
    pub told: Told,
    /// Whether it is sold out, if that changed, and until when.
    pub sold_out: Option<(bool, Option<DateTime>)>,
}

/// Numbers these changes, each location's without gaps, and writes them. Their locations are locked, so that the order
/// is that of the commits. Returns their numbers.
pub async fn announce(tx: &mut Tx, changes: &[Change]) -> Result<Vec<i64>, Fault> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let mut counts = BTreeMap::<&PosId, i64>::new();
    let places: Vec<i64> = changes
        .iter()
        .map(|change| {
            let count = counts.entry(&change.pos_id).or_default();
            *count += 1;
            *count
        })
        .collect();
    let pos_ids: Vec<String> = counts.keys().map(ToString::to_string).collect();
    let numbers: Vec<i64> = counts.values().copied().collect();
    let rows = sqlx::query!(
        "UPDATE location l SET last_change = l.last_change + n.number
         FROM unnest($1::text[], $2::bigint[]) AS n (pos_id, number) WHERE l.pos_id = n.pos_id
         RETURNING l.pos_id, l.last_change - n.number AS \"before!\"",
        &pos_ids,
        &numbers
    )
    .fetch_all(tx.conn())
    .await?;
    let before: BTreeMap<String, i64> = rows.into_iter().map(|row| (row.pos_id, row.before)).collect();
    let sequences: Vec<i64> = changes
        .iter()
        .zip(places)
        .map(|(change, place)| before.get(change.pos_id.as_str()).copied().unwrap_or_default() + place)
        .collect();
    let until = |change: &Change| change.sold_out.and_then(|(_, until)| until).map(jiff_sqlx::DateTime::from);
    let now = sql_time(tx.clock().now());
    let column = |read: fn(&Change) -> Option<i64>| changes.iter().map(read).collect::<Vec<Option<i64>>>();
    sqlx::query!(
        "INSERT INTO change (pos_id, sequence, made_at, at, pos_item_id, price, estimated_cost, display_name, stock,
           sold_out, sold_out_until)
         SELECT pos_id, sequence, $3, at, pos_item_id, price, estimated_cost, display_name, stock, sold_out,
           sold_out_until
         FROM unnest($1::text[], $2::bigint[], $4::timestamp[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
           $9::bigint[], $10::boolean[], $11::timestamp[]) AS c (pos_id, sequence, at, pos_item_id, price,
           estimated_cost, display_name, stock, sold_out, sold_out_until)",
        &changes.iter().map(|change| change.pos_id.to_string()).collect::<Vec<_>>(),
        &sequences,
        now as jiff_sqlx::Timestamp,
        &changes.iter().map(|change| jiff_sqlx::DateTime::from(change.at)).collect::<Vec<_>>()
            as &[jiff_sqlx::DateTime],
        &changes.iter().map(|change| change.item.to_string()).collect::<Vec<_>>(),
        &column(|change| change.told.price.map(Money::cents)) as &[Option<i64>],
        &column(|change| change.told.cost.map(Money::cents)) as &[Option<i64>],
        &changes.iter().map(|change| change.told.name.clone()).collect::<Vec<_>>() as &[Option<String>],
        &column(|change| change.told.stock.map(Quantity::milli)) as &[Option<i64>],
        &changes.iter().map(|change| change.sold_out.map(|(sold_out, _)| sold_out)).collect::<Vec<_>>()
            as &[Option<bool>],
        &changes.iter().map(until).collect::<Vec<_>>() as &[Option<jiff_sqlx::DateTime>],
    )
    .execute(tx.conn())
    .await?;
    Ok(sequences)
}

/// The next `limit` changes of a location after one, in order, each with its number.
pub async fn changes_after(
    database: &Database,
    pos_id: &PosId,
    after: i64,
    limit: i64,
) -> Result<Vec<(i64, Change)>, Fault> {
    let rows = sqlx::query!(
        "SELECT sequence, at, pos_item_id, price, estimated_cost, display_name, stock, sold_out, sold_out_until
         FROM change WHERE pos_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3",
        pos_id.as_str(),
        after,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            let change = Change {
                pos_id: pos_id.clone(),
                item: stored(row.pos_item_id.parse())?,
                at: row.at.to_jiff(),
                told: Told {
                    price: row.price.map(Money::from_cents),
                    cost: row.estimated_cost.map(Money::from_cents),
                    name: row.display_name,
                    stock: row.stock.map(Quantity::from_milli),
                },
                sold_out: row
                    .sold_out
                    .map(|sold_out| (sold_out, row.sold_out_until.map(|until| until.to_jiff()))),
            };
            Ok((row.sequence, change))
        })
        .collect()
}

/// Forgets changes that were made before `before`, `most` at most. Returns how many went.
pub async fn forget_changes(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM change c USING (SELECT pos_id, sequence FROM change WHERE made_at < $1 ORDER BY made_at LIMIT $2) AS o
         WHERE c.pos_id = o.pos_id AND c.sequence = o.sequence",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
