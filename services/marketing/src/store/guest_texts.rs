//! Texts that guests wrote, kept for the people of a location.

use std::collections::BTreeSet;

use jiff::Timestamp;
use saffron_core::time::cursor_time;
use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::{hash, hashes, sql_time};
use crate::domain::{AddressHash, Guest};

/// A text of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestText {
    /// Unique in the installation.
    pub id: Uuid,
    /// Of the number.
    pub hash: AddressHash,
    /// Ten digits.
    pub phone: String,
    /// What it says.
    pub body: String,
    /// Files that came with it and are not kept.
    pub attachments: i32,
    /// UTC.
    pub received_at: Timestamp,
}

/// The place in the list after which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextCursor {
    at: Timestamp,
    id: Uuid,
}

impl TextCursor {
    /// The place of this text.
    #[must_use]
    pub const fn at(text: &GuestText) -> TextCursor {
        TextCursor { at: text.received_at, id: text.id }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<TextCursor, Error> {
        let read = || {
            let (micros, id) = text.split_once('.')?;
            Some(TextCursor { at: cursor_time(micros)?, id: id.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for TextCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.at.as_microsecond(), self.id)
    }
}

/// Keeps a text; false if it is known by the provider's id of it.
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
        &text.hash.0[..],
        text.phone,
        text.body,
        text.attachments,
        provider_id,
        sql_time(text.received_at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(made.rows_affected() > 0)
}

/// How many texts are kept since then: of this number at any location, and of this location by any number.
pub async fn texts_since(
    tx: &mut Tx,
    pos_id: &PosId,
    number: AddressHash,
    since: Timestamp,
) -> Result<(i64, i64), Fault> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM guest_text WHERE address_hash = $1 AND received_at > $3) AS "number!",
             (SELECT count(*) FROM guest_text WHERE pos_id = $2 AND received_at > $3) AS "location!""#,
        &number.0[..],
        pos_id.as_str(),
        sql_time(since) as jiff_sqlx::Timestamp
    )
    .fetch_one(tx.conn())
    .await?;
    Ok((row.number, row.location))
}

/// Which texts of a location.
#[derive(Debug, Clone, Default)]
pub struct TextFilter {
    /// This one alone.
    pub id: Option<Uuid>,
    /// Those of these numbers alone.
    pub numbers: Option<Vec<AddressHash>>,
}

/// Texts of a location, newest first.
pub async fn page_of_texts(
    tx: &mut Tx,
    pos_id: &PosId,
    filter: &TextFilter,
    after: Option<&TextCursor>,
    limit: i64,
) -> Result<Vec<GuestText>, Fault> {
    let (at, id) = after.map_or((Timestamp::MAX, Uuid::max()), |cursor| (cursor.at, cursor.id));
    let numbers = filter.numbers.as_ref().map(hashes);
    let rows = sqlx::query!(
        "SELECT text_id, address_hash, phone, body, attachments, received_at FROM guest_text
         WHERE pos_id = $1 AND ($2::uuid IS NULL OR text_id = $2)
           AND ($3::bytea[] IS NULL OR address_hash = ANY($3)) AND (received_at, text_id) < ($4, $5)
         ORDER BY received_at DESC, text_id DESC LIMIT $6",
        pos_id.as_str(),
        filter.id,
        numbers.as_deref(),
        sql_time(at) as jiff_sqlx::Timestamp,
        id,
        limit
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(GuestText {
                id: row.text_id,
                hash: hash(row.address_hash)?,
                phone: row.phone,
                body: row.body,
                attachments: row.attachments,
                received_at: row.received_at.to_jiff(),
            })
        })
        .collect()
}

/// Forgets what a location got from these numbers, and from those at which the guest got messages earlier and that nobody
/// has now.
pub async fn forget_texts(tx: &mut Tx, guest: &Guest, numbers: &BTreeSet<AddressHash>) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM guest_text AS t WHERE t.pos_id = $1
           AND (t.address_hash = ANY($3::bytea[])
             OR t.address_hash IN (SELECT r.address_hash FROM recipient AS r
                  WHERE r.pos_id = $1 AND r.pos_customer_id = $2
                    AND NOT EXISTS (SELECT FROM contact AS c
                      WHERE c.pos_id = $1 AND c.phone_hash = r.address_hash)))",
        guest.0.as_str(),
        guest.1.as_str(),
        &hashes(numbers)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Forgets texts that are older than this, at most so many; how many it were.
pub async fn forget_old_texts(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM guest_text WHERE text_id IN
           (SELECT text_id FROM guest_text WHERE received_at < $1 ORDER BY received_at LIMIT $2)",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
