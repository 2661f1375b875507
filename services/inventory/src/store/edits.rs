use jiff::Timestamp;
use saffron_core::{ItemId, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::sql_time;
use crate::domain::AuditLine;

/// Who changed something.
#[derive(Debug, Clone, Copy)]
pub enum Editor<'a> {
    /// A person, by id and name.
    Person(UserId, &'a str),
    /// The till.
    Till,
}

/// An entry of the audit list.
pub struct Edit<'a> {
    /// The location.
    pub pos_id: &'a PosId,
    /// The item.
    pub item: &'a ItemId,
    /// What changed.
    pub line: &'a AuditLine,
}

/// Writes who changed what, in this order.
pub async fn add_edits(tx: &mut Tx, editor: Editor<'_>, edits: &[Edit<'_>]) -> Result<(), Fault> {
    if edits.is_empty() {
        return Ok(());
    }
    let now = sql_time(tx.clock().now());
    let (user, name) = match editor {
        Editor::Person(user, name) => (Some(user.0), Some(name)),
        Editor::Till => (None, None),
    };
    let pos_ids: Vec<String> = edits.iter().map(|edit| edit.pos_id.to_string()).collect();
    let items: Vec<String> = edits.iter().map(|edit| edit.item.to_string()).collect();
    let fields: Vec<String> = edits.iter().map(|edit| edit.line.field.name().to_owned()).collect();
    let was: Vec<String> = edits.iter().map(|edit| edit.line.was.clone()).collect();
    let became: Vec<String> = edits.iter().map(|edit| edit.line.became.clone()).collect();
    sqlx::query!(
        "INSERT INTO edit (pos_id, pos_item_id, at, user_id, user_name, field, was, became)
         SELECT pos_id, pos_item_id, $3, $4, $5, field, was, became
         FROM unnest($1::text[], $2::text[], $6::text[], $7::text[], $8::text[])
           WITH ORDINALITY AS e (pos_id, pos_item_id, field, was, became, place)
         ORDER BY place",
        &pos_ids,
        &items,
        now as jiff_sqlx::Timestamp,
        user,
        name,
        &fields,
        &was,
        &became
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// An entry as the list shows it.
#[derive(Debug, Clone)]
pub struct EditRow {
    /// Its place in the list: the newest has the greatest.
    pub id: i64,
    /// The item.
    pub pos_item_id: String,
    /// As the till calls it.
    pub item_name: String,
    /// When, UTC.
    pub at: Timestamp,
    /// A person's name; empty: the till.
    pub by: String,
    /// By its name in the public API.
    pub field: String,
    /// What it was.
    pub was: String,
    /// What it became.
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
    let rows = sqlx::query!(
        r#"SELECT e.id, e.pos_item_id, i.item_name, e.at, coalesce(e.user_name, '') AS "by!", e.field, e.was, e.became
           FROM edit e JOIN item i ON i.pos_id = e.pos_id AND i.pos_item_id = e.pos_item_id
           WHERE e.pos_id = $1 AND ($2::text IS NULL OR e.pos_item_id = $2) AND e.id < $3
           ORDER BY e.id DESC LIMIT $4"#,
        pos_id.as_str(),
        item.map(ItemId::as_str),
        before.unwrap_or(i64::MAX),
        limit
    )
    .fetch_all(database.pool())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| EditRow {
            id: row.id,
            pos_item_id: row.pos_item_id,
            item_name: row.item_name,
            at: row.at.to_jiff(),
            by: row.by,
            field: row.field,
            was: row.was,
            became: row.became,
        })
        .collect())
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
