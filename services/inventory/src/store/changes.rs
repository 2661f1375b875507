use std::collections::BTreeMap;

use jiff::civil::DateTime;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{ItemId, Money, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::TillChange;

/// A change for tills. Times are wall time of the location.
#[derive(Debug, Clone)]
pub struct Change {
    pub pos_id: PosId,
    pub item: ItemId,
    pub at: DateTime,
    /// What an owner edited.
    pub edited: TillChange,
    /// Whether it is sold out, if that changed, and until when.
    pub sold_out: Option<(bool, Option<DateTime>)>,
}

/// Numbers these changes, without gaps in each location, and stores them. The caller has locked the locations, so that the
/// numbers have the order of the commits. Returns the numbers.
pub async fn append_changes(tx: &mut Tx, changes: &[Change]) -> Result<Vec<i64>, Fault> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let mut counts = BTreeMap::<&PosId, i64>::new();
    let positions = changes.iter().map(|change| {
        let count = counts.entry(&change.pos_id).or_default();
        *count += 1;
        *count
    });
    let positions: Vec<i64> = positions.collect();
    let (pos_ids, numbers): (Vec<PosId>, Vec<i64>) =
        counts.into_iter().map(|(pos_id, count)| (pos_id.clone(), count)).unzip();
    let rows = sqlx::query!(
        r#"UPDATE location AS l SET last_change = l.last_change + n.number
           FROM unnest($1::text[], $2::bigint[]) AS n (pos_id, number) WHERE l.pos_id = n.pos_id
           RETURNING l.pos_id, l.last_change - n.number AS "before!""#,
        &pos_ids as &[PosId],
        &numbers
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    let before: BTreeMap<PosId, i64> = rows.into_iter().map(|row| (row.pos_id, row.before)).collect();
    let sequence =
        |change: &Change, position| before.get(&change.pos_id).copied().unwrap_or_default() + position;
    let sequences: Vec<i64> =
        changes.iter().zip(positions).map(|(change, position)| sequence(change, position)).collect();
    let rows = changes.iter().cloned().map(|Change { pos_id, item, at, edited, sold_out }| {
        let until = sold_out.and_then(|(_, until)| until).map(DateTime::to_sqlx);
        let TillChange { price, cost, name, stock } = edited;
        (pos_id, item, at.to_sqlx(), price, cost, name, stock, sold_out.map(|(is_out, _)| is_out), until)
    });
    let columns: (Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    let (pos_ids, items, at, prices, costs, names, stocks, sold_out, until) = columns;
    sqlx::query!(
        "INSERT INTO change (pos_id, sequence, made_at, at, pos_item_id, price, estimated_cost, display_name, stock,
           sold_out, sold_out_until)
         SELECT pos_id, sequence, $3, at, pos_item_id, price, estimated_cost, display_name, stock, sold_out,
           sold_out_until
         FROM unnest($1::text[], $2::bigint[], $4::timestamp[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
           $9::bigint[], $10::boolean[], $11::timestamp[]) AS c (pos_id, sequence, at, pos_item_id, price,
           estimated_cost, display_name, stock, sold_out, sold_out_until)",
        &pos_ids as &[PosId],
        &sequences,
        tx.clock().now().to_sqlx(),
        &at as &[jiff_sqlx::DateTime],
        &items as &[ItemId],
        &prices as &[Option<Money>],
        &costs as &[Option<Money>],
        &names as &[Option<String>],
        &stocks as &[Option<Quantity>],
        &sold_out as &[Option<bool>],
        &until as &[Option<jiff_sqlx::DateTime>],
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
    );
    let rows = rows.fetch_all(database.pool()).await?;
    let changes = rows.into_iter().map(|row| {
        let until = row.sold_out_until.map(|until| until.to_jiff());
        let (cost, name) = (row.estimated_cost, row.display_name);
        let change = Change {
            pos_id: pos_id.clone(),
            item: row.pos_item_id,
            at: row.at.to_jiff(),
            edited: TillChange { price: row.price, cost, name, stock: row.stock },
            sold_out: row.sold_out.map(|sold_out| (sold_out, until)),
        };
        (row.sequence, change)
    });
    Ok(changes.collect())
}
