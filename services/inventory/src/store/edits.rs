use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{ItemId, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::{Database, Tx};

use super::ItemKey;
use crate::domain::AuditLine;

/// Lines of the audit list, each with its item.
pub type Edits = Vec<(ItemKey, AuditLine)>;

/// Adds lines to the audit list, in this order; without an editor, the till made the edits.
pub async fn add_edits(tx: &mut Tx, editor: Option<&Caller>, edits: Edits) -> Result<(), Fault> {
    if edits.is_empty() {
        return Ok(());
    }
    let rows = edits.into_iter().map(|((pos_id, id), AuditLine { field, was, became })| {
        (pos_id, id, <&str>::from(field).to_owned(), was, became)
    });
    let (pos_ids, ids, fields, was, became): (Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    sqlx::query!(
        "INSERT INTO edit (pos_id, pos_item_id, at, user_id, user_name, field, was, became)
         SELECT pos_id, pos_item_id, $3, $4, $5, field, was, became
         FROM unnest($1::text[], $2::text[], $6::text[], $7::text[], $8::text[])
           WITH ORDINALITY AS e (pos_id, pos_item_id, field, was, became, position)
         ORDER BY position",
        &pos_ids as &[PosId],
        &ids as &[ItemId],
        tx.clock().now().to_sqlx(),
        editor.map(|editor| editor.user.0),
        editor.map(|editor| editor.name.as_str()),
        &fields,
        &was,
        &became
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// An entry of the audit list.
#[derive(Debug, Clone)]
pub struct EditRow {
    /// Orders the list: the newest entry has the greatest.
    pub id: i64,
    pub pos_item_id: ItemId,
    /// The till's name of the item.
    pub item_name: String,
    /// UTC.
    pub at: Timestamp,
    /// A person's name; empty for the till.
    pub by: String,
    /// The field's name in the public API.
    pub field: String,
    pub was: String,
    pub became: String,
}

/// The next `limit` entries before `before`, newest first, of one item or of all.
pub async fn page_of_edits(
    database: &Database,
    pos_id: &PosId,
    item: Option<&ItemId>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<EditRow>, Fault> {
    let page = sqlx::query_as!(
        EditRow,
        r#"SELECT e.id, e.pos_item_id, i.item_name, e.at, coalesce(e.user_name, '') AS "by!", e.field, e.was, e.became
           FROM edit AS e JOIN item AS i ON i.pos_id = e.pos_id AND i.pos_item_id = e.pos_item_id
           WHERE e.pos_id = $1 AND ($2::text IS NULL OR e.pos_item_id = $2) AND e.id < $3
           ORDER BY e.id DESC LIMIT $4"#,
        pos_id.as_str(),
        item.map(ItemId::as_str),
        before.unwrap_or(i64::MAX),
        limit
    );
    Ok(page.fetch_all(database.pool()).await?)
}

/// Sets the name that a person's edits are shown with.
pub async fn rename_editor(tx: &mut Tx, user: UserId, name: &str) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE edit SET user_name = $2 WHERE user_id = $1 AND user_name IS DISTINCT FROM $2",
        user.0,
        name
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
