use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::objects::Objects;
use saffron_kit::pg::Tx;

use crate::domain::ImageName;

/// Stores a picture that a location uploaded. Its row is locked from before the object is written until the commit, so that
/// the object is not removed in between.
pub async fn save_picture(
    tx: &mut Tx,
    objects: &Objects,
    pos_id: &PosId,
    name: &ImageName,
    bytes: Vec<u8>,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO picture (name, touched_at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET touched_at = excluded.touched_at",
        name.as_str(),
        tx.clock().now().to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    objects.put(&object_of(name), bytes).await?;
    sqlx::query!(
        "INSERT INTO upload (pos_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        name.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Whether the location uploaded this picture, and it was not removed since.
pub async fn is_uploaded(tx: &mut Tx, pos_id: &PosId, name: &ImageName) -> Result<bool, Fault> {
    let is_there = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM upload WHERE pos_id = $1 AND name = $2) AS "is_there!""#,
        pos_id.as_str(),
        name.as_str()
    );
    Ok(is_there.fetch_one(tx.conn()).await?)
}

/// Stores that a picture is used from now on, or no longer, and locks it until the commit.
pub async fn touch_picture(tx: &mut Tx, name: &ImageName) -> Result<(), Fault> {
    let now = tx.clock().now().to_sqlx();
    sqlx::query!("UPDATE picture SET touched_at = $2 WHERE name = $1", name.as_str(), now)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Deletes the uploads of at most `limit` pictures that no item shows and that were not touched since `before`: from then on no
/// item can use them. Returns how many.
pub async fn delete_unused_uploads(tx: &mut Tx, before: Timestamp, limit: i64) -> Result<u64, Fault> {
    let names = sqlx::query_scalar!(
        "SELECT name FROM picture AS p
         WHERE touched_at < $1 AND EXISTS (SELECT FROM upload AS u WHERE u.name = p.name)
           AND NOT EXISTS (SELECT FROM item WHERE own_image = p.name)
         ORDER BY touched_at LIMIT $2 FOR UPDATE SKIP LOCKED",
        before.to_sqlx(),
        limit
    );
    let names = names.fetch_all(tx.conn()).await?;
    sqlx::query!("DELETE FROM upload WHERE name = ANY($1)", &names as &[ImageName])
        .execute(tx.conn())
        .await?;
    Ok(names.len() as u64)
}

/// Removes at most `limit` pictures whose uploads were all deleted; false if there was none.
pub async fn remove_pictures(tx: &mut Tx, objects: &Objects, limit: i64) -> Result<bool, Fault> {
    let names = sqlx::query_scalar!(
        "SELECT name FROM picture AS p WHERE NOT EXISTS (SELECT FROM upload AS u WHERE u.name = p.name)
         LIMIT $1 FOR UPDATE SKIP LOCKED",
        limit
    );
    let names = names.fetch_all(tx.conn()).await?;
    for name in &names {
        objects.delete(&object_of(name)).await?;
    }
    sqlx::query!("DELETE FROM picture WHERE name = ANY($1)", &names as &[ImageName])
        .execute(tx.conn())
        .await?;
    Ok(!names.is_empty())
}

/// The name of a picture's object.
#[must_use]
pub fn object_of(name: &ImageName) -> String {
    format!("{name}.jpg")
}
