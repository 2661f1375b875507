use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::event::UnreadCounts;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use super::{ids, sql_time};
use crate::domain::{Kind, Target, Words};

/// Something a person is told.
#[derive(Debug, Clone)]
pub struct NewCommunication {
    /// Its id.
    pub id: Uuid,
    /// Who is told.
    pub user: UserId,
    /// In which words.
    pub words: Words,
    /// The communication of its kind that counts it; none: it is shown by itself.
    pub folded_into: Option<Uuid>,
}

/// Locks the inboxes of these people for this transaction, in order.
pub async fn hold_inboxes(tx: &mut Tx, users: &BTreeSet<UserId>) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO mailbox AS i (user_id, version) SELECT user_id, 1 FROM unnest($1::uuid[]) AS n (user_id)
         ORDER BY user_id
         ON CONFLICT (user_id) DO UPDATE SET version = i.version + 1",
        &ids(users)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Of these people those who were told of something before.
pub async fn known(
    tx: &mut Tx,
    pos_id: &PosId,
    kind: Kind,
    source: &str,
    users: &BTreeSet<UserId>,
) -> Result<BTreeSet<UserId>, Fault> {
    let rows = sqlx::query_scalar!(
        "SELECT user_id FROM communication
         WHERE user_id = ANY($1) AND pos_id = $2 AND kind = $3 AND source = $4",
        &ids(users),
        pos_id.as_str(),
        kind.as_str(),
        source
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(UserId).collect())
}

/// The newest shown communication of a kind, of each of these people who has one since `since`.
pub async fn heads(
    tx: &mut Tx,
    pos_id: &PosId,
    kind: Kind,
    users: &BTreeSet<UserId>,
    since: Timestamp,
) -> Result<BTreeMap<UserId, (Uuid, Timestamp)>, Fault> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (user_id) user_id, communication_id, added_at FROM communication
         WHERE folded_into IS NULL AND user_id = ANY($1) AND pos_id = $2 AND kind = $3 AND added_at > $4
         ORDER BY user_id, added_at DESC",
        &ids(users),
        pos_id.as_str(),
        kind.as_str(),
        sql_time(since) as jiff_sqlx::Timestamp
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (UserId(row.user_id), (row.communication_id, row.added_at.to_jiff())))
        .collect())
}

/// Writes what people are told of something.
pub async fn insert_communications(
    tx: &mut Tx,
    (pos_id, kind, source): (&PosId, Kind, &str),
    target: &Target,
    added_at: Timestamp,
    new: &[NewCommunication],
) -> Result<(), Fault> {
    let text =
        |of: fn(&NewCommunication) -> &str| new.iter().map(|one| of(one).to_owned()).collect::<Vec<_>>();
    let folded: Vec<Option<Uuid>> = new.iter().map(|one| one.folded_into).collect();
    sqlx::query!(
        "INSERT INTO communication (communication_id, user_id, pos_id, kind, source, added_at, notification, message,
           target_kind, target_id, reason, folded_into)
         SELECT id, user_id, $7, $8, $9, $10, notification, message, $11, $12, reason, folded_into
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[])
           AS n (id, user_id, notification, message, reason, folded_into)
         ORDER BY user_id",
        &new.iter().map(|one| one.id).collect::<Vec<Uuid>>(),
        &ids(new.iter().map(|one| &one.user)),
        &text(|one| &one.words.notification),
        &text(|one| &one.words.message),
        &text(|one| &one.words.reason),
        &folded as &[Option<Uuid>],
        pos_id.as_str(),
        kind.as_str(),
        source,
        sql_time(added_at) as jiff_sqlx::Timestamp,
        target.kind,
        target.id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Counts one more at each of these communications, which are news again.
pub async fn fold(tx: &mut Tx, heads: &[Uuid]) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE communication SET also = also + 1, viewed_at = NULL WHERE communication_id = ANY($1)",
        heads
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What these people have not viewed, of all their locations.
pub async fn unread(tx: &mut Tx, users: &BTreeSet<UserId>) -> Result<BTreeMap<UserId, UnreadCounts>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT user_id, count(*) FILTER (WHERE message = '') AS "notifications!",
             count(*) FILTER (WHERE message <> '') AS "messages!"
           FROM communication WHERE user_id = ANY($1) AND folded_into IS NULL AND viewed_at IS NULL
           GROUP BY user_id"#,
        &ids(users)
    )
    .fetch_all(tx.conn())
    .await?;
    let mut unread: BTreeMap<UserId, UnreadCounts> =
        users.iter().map(|user| (*user, UnreadCounts::default())).collect();
    for row in rows {
        let counts = UnreadCounts { notifications: row.notifications, messages: row.messages };
        unread.insert(UserId(row.user_id), counts);
    }
    Ok(unread)
}

/// What a person has not viewed at these locations.
pub async fn unread_at(
    database: &Database,
    user: UserId,
    pos_ids: impl IntoIterator<Item = &PosId>,
) -> Result<UnreadCounts, Fault> {
    let pos_ids: Vec<String> = pos_ids.into_iter().map(ToString::to_string).collect();
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE message = '') AS "notifications!",
             count(*) FILTER (WHERE message <> '') AS "messages!"
           FROM communication
           WHERE user_id = $1 AND pos_id = ANY($2) AND folded_into IS NULL AND viewed_at IS NULL"#,
        user.0,
        &pos_ids
    )
    .fetch_one(database.pool())
    .await?;
    Ok(UnreadCounts { notifications: row.notifications, messages: row.messages })
}

/// Notes that a person viewed a communication of one of these locations. None: there is no such one; false: it was viewed
/// before.
pub async fn mark_viewed(
    tx: &mut Tx,
    user: UserId,
    pos_ids: impl IntoIterator<Item = &PosId>,
    id: Uuid,
    now: Timestamp,
) -> Result<Option<bool>, Fault> {
    let pos_ids: Vec<String> = pos_ids.into_iter().map(ToString::to_string).collect();
    let is_new = sqlx::query_scalar!(
        r#"UPDATE communication SET viewed_at = coalesce(viewed_at, $4)
           WHERE communication_id = $1 AND user_id = $2 AND pos_id = ANY($3) AND folded_into IS NULL
           RETURNING old.viewed_at IS NULL AS "is_new!""#,
        id,
        user.0,
        &pos_ids,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(is_new)
}

/// Notes that a person viewed everything at these locations; false if nothing was new.
pub async fn mark_all(
    tx: &mut Tx,
    user: UserId,
    pos_ids: impl IntoIterator<Item = &PosId>,
    now: Timestamp,
) -> Result<bool, Fault> {
    let pos_ids: Vec<String> = pos_ids.into_iter().map(ToString::to_string).collect();
    let done = sqlx::query!(
        "UPDATE communication SET viewed_at = $3
         WHERE user_id = $1 AND pos_id = ANY($2) AND folded_into IS NULL AND viewed_at IS NULL",
        user.0,
        &pos_ids,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Notes as viewed what was added at a location until a moment; false if nothing was new.
pub async fn mark_until(tx: &mut Tx, user: UserId, pos_id: &PosId, until: Timestamp) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "UPDATE communication SET viewed_at = $3
         WHERE user_id = $1 AND pos_id = $2 AND folded_into IS NULL AND viewed_at IS NULL AND added_at <= $3",
        user.0,
        pos_id.as_str(),
        sql_time(until) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Forgets what was added before a moment, `most` of it at most. Returns how much.
pub async fn forget_communications(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM communication WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM communication WHERE added_at < $1
           ORDER BY added_at LIMIT $2 FOR UPDATE SKIP LOCKED))",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
