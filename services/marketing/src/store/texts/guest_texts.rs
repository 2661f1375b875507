//! Texts that guests wrote, stored for the people of a location.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::{AddressHash, Guest};

/// A text of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestText {
    /// Unique in the installation.
    pub id: Uuid,
    /// The hash of the number.
    pub hash: AddressHash,
    /// Ten digits.
    pub phone: String,
    pub body: String,
    /// The number of attached files, which are not stored.
    pub attachments: i32,
    /// UTC.
    pub received_at: Timestamp,
}

/// Stores a text; false if one with the same provider's id is stored.
pub async fn insert_text(
    tx: &mut Tx,
    pos_id: &PosId,
    text: &GuestText,
    provider_id: Option<&str>,
) -> Result<bool, Fault> {
    let made = sqlx::query!(
        "INSERT INTO guest_text (text_id, pos_id, address_hash, phone, body, attachments, provider_id, received_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (provider_id) DO NOTHING",
        text.id,
        pos_id.as_str(),
        text.hash as AddressHash,
        text.phone,
        text.body,
        text.attachments,
        provider_id,
        text.received_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(made.rows_affected() > 0)
}

/// How many texts are stored since a moment: of this number at all locations, and of this location.
pub async fn texts_since(
    tx: &mut Tx,
    pos_id: &PosId,
    number: AddressHash,
    since: Timestamp,
) -> Result<(i64, i64), Fault> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM guest_text WHERE address_hash = $1 AND received_at > $3) AS "number!",
             (SELECT count(*) FROM guest_text WHERE pos_id = $2 AND received_at > $3) AS "location!""#,
        number as AddressHash,
        pos_id.as_str(),
        since.to_sqlx()
    )
    .fetch_one(tx.conn())
    .await?;
    Ok((row.number, row.location))
}

/// Texts of a location, newest first: all of them, the one of this id, or those of these numbers.
pub async fn page_of_texts(
    tx: &mut Tx,
    pos_id: &PosId,
    (id, numbers): (Option<Uuid>, Option<&[AddressHash]>),
    after: Option<&(Timestamp, Uuid)>,
    limit: i64,
) -> Result<Vec<GuestText>, Fault> {
    let (after_at, after_id) = after.copied().unwrap_or((Timestamp::MAX, Uuid::max()));
    Ok(sqlx::query_as!(
        GuestText,
        "SELECT text_id AS id, address_hash AS hash, phone, body, attachments, received_at FROM guest_text
         WHERE pos_id = $1 AND ($2::uuid IS NULL OR text_id = $2)
           AND ($3::bytea[] IS NULL OR address_hash = ANY($3)) AND (received_at, text_id) < ($4, $5)
         ORDER BY received_at DESC, text_id DESC LIMIT $6",
        pos_id.as_str(),
        id,
        numbers as Option<&[AddressHash]>,
        after_at.to_sqlx(),
        after_id,
        limit
    )
    .fetch_all(tx.conn())
    .await?)
}

/// Deletes the texts of these numbers at a guest's location, and those of the guest's earlier numbers that no guest has now.
pub async fn delete_texts(tx: &mut Tx, (pos_id, id): &Guest, numbers: &[AddressHash]) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM guest_text AS t WHERE t.pos_id = $1
           AND (t.address_hash = ANY($3::bytea[])
             OR t.address_hash IN (SELECT r.address_hash FROM recipient AS r
                  WHERE r.pos_id = $1 AND r.pos_customer_id = $2
                    AND NOT EXISTS (SELECT FROM contact AS c
                      WHERE c.pos_id = $1 AND c.phone_hash = r.address_hash)))",
        pos_id.as_str(),
        id.as_str(),
        numbers as &[AddressHash]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
