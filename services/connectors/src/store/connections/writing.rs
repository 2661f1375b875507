use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{ItemId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use saffron_pos::adapter::{Change, Set};
use uuid::Uuid;

/// The most changes of a location that are kept because the POS did not take them.
const MOST_UNWRITTEN: i64 = 1_000;
/// The most of them that are shown.
const MOST_SHOWN: i64 = 50;

/// How far the changes of a location are written.
#[derive(Debug, Clone, Copy)]
pub struct Writing {
    /// Changes that were made from then on are written, UTC.
    pub since: Timestamp,
    /// The number of the last one that was written.
    pub written: i64,
}

/// A change that the POS did not take.
#[derive(Debug, Clone)]
pub struct UnwrittenRow {
    pub item: ItemId,
    pub price: Option<Money>,
    pub sold_out: Option<bool>,
    pub sequence: i64,
    pub set_at: jiff_sqlx::Timestamp,
    /// Of the item, for people.
    pub name: String,
    pub why: String,
    pub is_due: bool,
}

impl UnwrittenRow {
    /// What was set; none of a row that says nothing.
    #[must_use]
    pub fn set(&self) -> Option<Set> {
        self.price.map(Set::Price).or(self.sold_out.map(Set::SoldOut))
    }
}

/// Price and mark are written by themselves.
const fn kind_of(set: Set) -> &'static str {
    match set {
        Set::Price(_) => "price",
        Set::SoldOut(_) => "soldOut",
    }
}

/// Has the changes of a location written that are made from a moment on; those written before are not read again.
pub async fn begin_writing(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    since: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO writing (connection_id, pos_id, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        connection_id,
        pos_id.as_str(),
        since.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO feed (connection_id, pos_id, kind, read_until, due_at) VALUES ($1, $2, 'writing', $3, $3) ON CONFLICT DO NOTHING",
        connection_id,
        pos_id.as_str(),
        since.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Has nothing of a location written any more. What was written stays.
pub async fn end_writing(tx: &mut Tx, pos_id: &PosId, connection_id: Uuid) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM feed WHERE pos_id = $1 AND connection_id = $2 AND kind = 'writing'",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM writing WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM sold_out_before WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM unwritten WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// How far the changes of a location are written; none if nothing of it is.
pub async fn writing_of(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
) -> Result<Option<Writing>, Fault> {
    let row = sqlx::query!(
        "SELECT since, written FROM writing WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| Writing { since: row.since.to_jiff(), written: row.written }))
}

/// Stores up to which change a location is written.
pub async fn set_written(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    written: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE writing SET written = greatest(written, $3) WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id,
        written
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What a mark of an item replaced at the POS.
pub async fn before_mark(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
    item: &ItemId,
) -> Result<Option<String>, Fault> {
    let before = sqlx::query_scalar!(
        "SELECT before FROM sold_out_before WHERE pos_id = $1 AND connection_id = $2 AND pos_item_id = $3",
        pos_id.as_str(),
        connection_id,
        item.as_str()
    );
    Ok(before.fetch_optional(conn).await?)
}

/// Keeps what a mark of an item replaces, unless an earlier one did.
pub async fn keep_before_mark(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    item: &ItemId,
    before: &str,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO sold_out_before (connection_id, pos_id, pos_item_id, before) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        connection_id,
        pos_id.as_str(),
        item.as_str(),
        before
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes what a mark of an item replaced: it is taken back.
pub async fn delete_before_mark(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    item: &ItemId,
) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM sold_out_before WHERE pos_id = $1 AND connection_id = $2 AND pos_item_id = $3",
        pos_id.as_str(),
        connection_id,
        item.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Keeps a change that the POS did not take, in the place of an earlier one. A new one is left out where a location has too many.
pub async fn put_unwritten(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    change: &Change,
    (name, why): (&str, &str),
) -> Result<(), Fault> {
    let (price, sold_out) = match change.set {
        Set::Price(price) => (Some(price), None),
        Set::SoldOut(sold_out) => (None, Some(sold_out)),
    };
    sqlx::query!(
        "INSERT INTO unwritten (connection_id, pos_id, pos_item_id, kind, price, sold_out, sequence, set_at, name, why)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
         WHERE (SELECT count(*) FROM unwritten WHERE pos_id = $2 AND connection_id = $1) < $11
           OR EXISTS (SELECT FROM unwritten WHERE pos_id = $2 AND connection_id = $1 AND pos_item_id = $3 AND kind = $4)
         ON CONFLICT (pos_id, connection_id, pos_item_id, kind) DO UPDATE SET price = excluded.price, sold_out = excluded.sold_out,
           sequence = excluded.sequence, set_at = excluded.set_at, name = excluded.name, why = excluded.why, is_due = false",
        connection_id,
        pos_id.as_str(),
        change.item.as_str(),
        kind_of(change.set),
        price as Option<Money>,
        sold_out,
        change.sequence,
        change.at.to_sqlx(),
        name,
        why,
        MOST_UNWRITTEN
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes what the POS did not take of an item before; whether there was anything.
pub async fn delete_unwritten(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    item: &ItemId,
    set: Set,
) -> Result<bool, Fault> {
    let deleted = sqlx::query!(
        "DELETE FROM unwritten WHERE pos_id = $1 AND connection_id = $2 AND pos_item_id = $3 AND kind = $4",
        pos_id.as_str(),
        connection_id,
        item.as_str(),
        kind_of(set)
    );
    Ok(deleted.execute(tx.conn()).await?.rows_affected() > 0)
}

/// Has all that a POS did not take of a connection written again.
pub async fn write_again(tx: &mut Tx, connection_id: Uuid) -> Result<(), Fault> {
    sqlx::query!("UPDATE unwritten SET is_due = true WHERE connection_id = $1", connection_id)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// All changes of a location that the POS did not take, in their order.
pub async fn unwritten_of(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
) -> Result<Vec<UnwrittenRow>, Fault> {
    let rows = sqlx::query_as!(
        UnwrittenRow,
        "SELECT pos_item_id AS item, price, sold_out, sequence, set_at, name, why, is_due FROM unwritten
         WHERE pos_id = $1 AND connection_id = $2 ORDER BY sequence LIMIT $3",
        pos_id.as_str(),
        connection_id,
        MOST_UNWRITTEN
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Changes of connections at a location that the POS did not take, the latest first.
pub async fn shown_unwritten(
    conn: &mut Conn,
    pos_id: &PosId,
    connections: &[Uuid],
) -> Result<Vec<(Uuid, UnwrittenRow)>, Fault> {
    let rows = sqlx::query!(
        "SELECT connection_id, pos_item_id, price, sold_out, sequence, set_at, name, why, is_due FROM unwritten
         WHERE pos_id = $1 AND connection_id = ANY ($2::uuid[]) ORDER BY sequence DESC LIMIT $3",
        pos_id.as_str(),
        connections,
        MOST_SHOWN
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let shown = UnwrittenRow {
            item: row.pos_item_id,
            price: row.price,
            sold_out: row.sold_out,
            sequence: row.sequence,
            set_at: row.set_at,
            name: row.name,
            why: row.why,
            is_due: row.is_due,
        };
        (row.connection_id, shown)
    });
    Ok(rows.collect())
}

/// Those of connections of which a location's changes are written.
pub async fn written_among(
    conn: &mut Conn,
    pos_id: &PosId,
    connections: &[Uuid],
) -> Result<Vec<Uuid>, Fault> {
    let rows = sqlx::query_scalar!(
        "SELECT connection_id FROM writing WHERE pos_id = $1 AND connection_id = ANY ($2::uuid[])",
        pos_id.as_str(),
        connections
    );
    Ok(rows.fetch_all(conn).await?)
}
