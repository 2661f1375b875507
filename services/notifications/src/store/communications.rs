use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::event::UnreadCounts;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::{Content, Kind, Shelf, Target};

/// A communication to be added to a person's inbox.
#[derive(Debug, Clone)]
pub struct NewCommunication {
    pub id: Uuid,
    pub user: UserId,
    pub content: Content,
    /// The communication whose count it raises; none: it is shown as a communication of its own.
    pub counted_in: Option<Uuid>,
    /// Whether devices show it.
    pub is_pushed: bool,
}

/// A communication in an inbox.
#[derive(Debug, Clone)]
pub struct Communication {
    pub communication_id: Uuid,
    pub pos_id: PosId,
    pub kind: Kind,
    pub added_at: Timestamp,
    /// One short line.
    pub notification: String,
    /// A longer text; may be empty.
    pub message: String,
    /// The kind of page that a tap opens; may be empty.
    pub target_kind: String,
    /// The id of the object on that page.
    pub target_id: String,
    /// The rule that it matches.
    pub reason: String,
    /// How many more of its kind were counted within the hour.
    pub also: i64,
    pub viewed: bool,
}

/// A page of a person's inbox at these locations, newest first.
pub async fn page_of_communications(
    database: &Database,
    user: UserId,
    pos_ids: &[PosId],
    shelf: Option<Shelf>,
    after: Option<(Timestamp, Uuid)>,
    limit: i64,
) -> Result<Vec<Communication>, Fault> {
    let (at, id) = after.unwrap_or((Timestamp::MAX, Uuid::max()));
    let page = sqlx::query_as!(
        Communication,
        r#"SELECT communication_id, pos_id, kind, added_at, notification, message, target_kind, target_id, reason,
             also, viewed_at IS NOT NULL AS "viewed!"
           FROM communication
           WHERE user_id = $1 AND folded_into IS NULL AND (added_at, communication_id) < ($3, $4)
             AND pos_id = ANY($2) AND ($5::boolean IS NULL OR (message <> '') = $5)
           ORDER BY added_at DESC, communication_id DESC LIMIT $6"#,
        user.0,
        pos_ids as &[PosId],
        at.to_sqlx(),
        id,
        shelf.map(|shelf| shelf == Shelf::Messages),
        limit
    );
    Ok(page.fetch_all(database.pool()).await?)
}

/// Locks the inboxes of these people for this transaction, in order.
pub async fn lock_inboxes(tx: &mut Tx, users: &[UserId]) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO mailbox AS i (user_id, version) SELECT user_id, 1 FROM unnest($1::uuid[]) AS n (user_id)
         ORDER BY user_id
         ON CONFLICT (user_id) DO UPDATE SET version = i.version + 1",
        users as &[UserId]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Those of these people who have a communication of this happening.
pub async fn recipients(
    tx: &mut Tx,
    (pos_id, kind, source): (&PosId, Kind, &str),
    users: &[UserId],
) -> Result<BTreeSet<UserId>, Fault> {
    let rows = sqlx::query_scalar!(
        "SELECT user_id FROM communication
         WHERE user_id = ANY($1) AND pos_id = $2 AND kind = $3 AND source = $4",
        users as &[UserId],
        pos_id.as_str(),
        kind.as_str(),
        source
    );
    Ok(rows.fetch_all(tx.conn()).await?.into_iter().collect())
}

/// The newest communication of a kind with its time, by person, of those added since `since` that are shown on their own.
pub async fn latest_shown(
    tx: &mut Tx,
    pos_id: &PosId,
    kind: Kind,
    users: &[UserId],
    since: Timestamp,
) -> Result<BTreeMap<UserId, (Uuid, Timestamp)>, Fault> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (user_id) user_id, communication_id, added_at FROM communication
         WHERE folded_into IS NULL AND user_id = ANY($1) AND pos_id = $2 AND kind = $3 AND added_at > $4
         ORDER BY user_id, added_at DESC",
        users as &[UserId],
        pos_id.as_str(),
        kind.as_str(),
        since.to_sqlx()
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.user_id, (row.communication_id, row.added_at.to_jiff()))).collect())
}

/// Adds communications of one happening.
pub async fn insert_communications(
    tx: &mut Tx,
    (pos_id, kind, source): (&PosId, Kind, &str),
    target: &Target,
    added_at: Timestamp,
    new: &[NewCommunication],
) -> Result<(), Fault> {
    let rows = new.iter().map(|one| {
        let Content { notification, message, reason } = one.content.clone();
        (one.id, one.user, notification, message, reason, one.counted_in)
    });
    let columns: (Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    let (ids, users, notifications, messages, reasons, folded) = columns;
    sqlx::query!(
        "INSERT INTO communication (communication_id, user_id, pos_id, kind, source, added_at, notification, message,
           target_kind, target_id, reason, folded_into)
         SELECT id, user_id, $7, $8, $9, $10, notification, message, $11, $12, reason, folded_into
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[])
           AS n (id, user_id, notification, message, reason, folded_into)
         ORDER BY user_id",
        &ids,
        &users as &[UserId],
        &notifications,
        &messages,
        &reasons,
        &folded as &[Option<Uuid>],
        pos_id.as_str(),
        kind.as_str(),
        source,
        added_at.to_sqlx(),
        target.kind,
        target.id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Raises the counts of these communications, which become unread again.
pub async fn add_to_count(tx: &mut Tx, communications: &[Uuid]) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE communication SET also = also + 1, viewed_at = NULL WHERE communication_id = ANY($1)",
        communications
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The numbers of unread communications by person, of all locations.
pub async fn unread(tx: &mut Tx, users: &[UserId]) -> Result<BTreeMap<UserId, UnreadCounts>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT n.user_id AS "user_id!: UserId",
             count(c.user_id) FILTER (WHERE message = '') AS "notifications!",
             count(c.user_id) FILTER (WHERE message <> '') AS "messages!"
           FROM unnest($1::uuid[]) AS n (user_id) LEFT JOIN communication AS c
             ON c.user_id = n.user_id AND c.folded_into IS NULL AND c.viewed_at IS NULL
           GROUP BY n.user_id"#,
        users as &[UserId]
    )
    .fetch_all(tx.conn())
    .await?;
    let counts = rows
        .into_iter()
        .map(|row| (row.user_id, UnreadCounts { notifications: row.notifications, messages: row.messages }));
    Ok(counts.collect())
}

/// The numbers of a person's unread communications of these locations.
pub async fn unread_at(database: &Database, user: UserId, pos_ids: &[PosId]) -> Result<UnreadCounts, Fault> {
    let counts = sqlx::query_as!(
        UnreadCounts,
        r#"SELECT count(*) FILTER (WHERE message = '') AS "notifications!",
             count(*) FILTER (WHERE message <> '') AS "messages!"
           FROM communication
           WHERE user_id = $1 AND pos_id = ANY($2) AND folded_into IS NULL AND viewed_at IS NULL"#,
        user.0,
        pos_ids as &[PosId]
    );
    Ok(counts.fetch_one(database.pool()).await?)
}

/// Marks a person's communication of these locations as viewed. None: there is no such communication; false: it was viewed
/// before.
pub async fn mark_viewed(
    tx: &mut Tx,
    user: UserId,
    pos_ids: &[PosId],
    id: Uuid,
    now: Timestamp,
) -> Result<Option<bool>, Fault> {
    let is_new = sqlx::query_scalar!(
        r#"UPDATE communication SET viewed_at = coalesce(viewed_at, $4)
           WHERE communication_id = $1 AND user_id = $2 AND pos_id = ANY($3) AND folded_into IS NULL
           RETURNING old.viewed_at IS NULL AS "is_new!""#,
        id,
        user.0,
        pos_ids as &[PosId],
        now.to_sqlx()
    );
    Ok(is_new.fetch_optional(tx.conn()).await?)
}

/// Marks a person's communications of these locations that were added until a moment, or all, as viewed at `viewed_at`. False
/// if none was unread.
pub async fn mark_all(
    tx: &mut Tx,
    user: UserId,
    pos_ids: &[PosId],
    until: Option<Timestamp>,
    viewed_at: Timestamp,
) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "UPDATE communication SET viewed_at = $4
         WHERE user_id = $1 AND pos_id = ANY($2) AND folded_into IS NULL AND viewed_at IS NULL AND added_at <= $3",
        user.0,
        pos_ids as &[PosId],
        until.unwrap_or(Timestamp::MAX).to_sqlx(),
        viewed_at.to_sqlx()
    );
    Ok(done.execute(tx.conn()).await?.rows_affected() > 0)
}
