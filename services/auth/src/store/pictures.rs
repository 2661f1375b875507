//! People's pictures.

use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::PictureName;

/// Stores a person's picture, and replaces the one before.
pub async fn save_picture(
    tx: &mut Tx,
    user_id: UserId,
    name: &PictureName,
    jpeg: &[u8],
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO pictures (user_id, name, jpeg) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, jpeg = excluded.jpeg",
        user_id.0,
        name.as_str(),
        jpeg
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes a person's picture.
pub async fn delete_picture(tx: &mut Tx, user_id: UserId) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM pictures WHERE user_id = $1", user_id.0).execute(tx.conn()).await?;
    Ok(())
}

/// The bytes of a picture, JPEG; none if there is no such picture.
pub async fn read_picture(database: &Database, name: &PictureName) -> Result<Option<Vec<u8>>, Fault> {
    let jpeg = sqlx::query_scalar!("SELECT jpeg FROM pictures WHERE name = $1", name.as_str());
    Ok(jpeg.fetch_optional(database.pool()).await?)
}
