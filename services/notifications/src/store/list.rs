use jiff::Timestamp;
use saffron_core::time::cursor_time;
use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use uuid::Uuid;

use super::{sql_time, stored};
use crate::domain::{Kind, Shelf};

/// The place in an inbox after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommunicationCursor {
    at: Timestamp,
    id: Uuid,
}

impl CommunicationCursor {
    /// The place of a row.
    #[must_use]
    pub fn at(row: &CommunicationRow) -> CommunicationCursor {
        CommunicationCursor { at: row.added_at, id: row.id }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<CommunicationCursor, Error> {
        let read = || {
            let (micros, id) = text.split_once('.')?;
            let at = cursor_time(micros)?;
            Some(CommunicationCursor { at, id: id.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for CommunicationCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.at.as_microsecond(), self.id)
    }
}

/// A communication as it lies in an inbox.
#[derive(Debug, Clone)]
pub struct CommunicationRow {
    /// Its id.
    pub id: Uuid,
    /// The location.
    pub pos_id: PosId,
    /// Of what kind.
    pub kind: Kind,
    /// When it was added.
    pub added_at: Timestamp,
    /// One short line.
    pub notification: String,
    /// A longer text; may be empty.
    pub message: String,
    /// Where a tap leads: kind and id.
    pub target: (String, String),
    /// What fired.
    pub reason: String,
    /// How many more came within the hour.
    pub also: i64,
    /// The person has viewed it.
    pub viewed: bool,
}

/// A page of a person's inbox at these locations, newest first.
pub async fn page_of_communications(
    database: &Database,
    user: UserId,
    pos_ids: &[String],
    shelf: Option<Shelf>,
    after: Option<&CommunicationCursor>,
    limit: i64,
) -> Result<Vec<CommunicationRow>, Fault> {
    let (at, id) = after.map_or((Timestamp::MAX, Uuid::max()), |cursor| (cursor.at, cursor.id));
    // Postgres ends before the calendar of jiff does.
    let at = at.min(Timestamp::from_second(200_000_000_000).unwrap_or(at));
    let rows = sqlx::query!(
        "SELECT communication_id, pos_id, kind, added_at, notification, message, target_kind, target_id, reason, also,
           viewed_at
         FROM communication
         WHERE user_id = $1 AND folded_into IS NULL AND (added_at, communication_id) < ($3, $4)
           AND pos_id = ANY($2) AND ($5::boolean IS NULL OR (message <> '') = $5)
         ORDER BY added_at DESC, communication_id DESC LIMIT $6",
        user.0,
        pos_ids,
        sql_time(at) as jiff_sqlx::Timestamp,
        id,
        shelf.map(|shelf| shelf == Shelf::Messages),
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(CommunicationRow {
                id: row.communication_id,
                pos_id: stored(row.pos_id.parse())?,
                kind: stored(row.kind.parse())?,
                added_at: row.added_at.to_jiff(),
                notification: row.notification,
                message: row.message,
                target: (row.target_kind, row.target_id),
                reason: row.reason,
                also: row.also,
                viewed: row.viewed_at.is_some(),
            })
        })
        .collect()
}
