//! Merges of guests: as they were sent, and what they move.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::fact::Precedence;
use saffron_core::{CustomerId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx, column};

use super::{CustomerRow, columns};
use crate::domain::{Figures, Grant, Guest, Merge, Share};

/// Stores merges that are newer than the stored ones of the same guests; returns those guests.
pub async fn store_merges(tx: &mut Tx, merges: &BTreeMap<Guest, Merge>) -> Result<BTreeSet<Guest>, Fault> {
    let (pos_ids, ids) = columns(merges.keys());
    let rows = sqlx::query!(
        "INSERT INTO guest_merge AS m (pos_id, pos_customer_id, revision, event_id, merged_into)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[])
         ON CONFLICT (pos_id, pos_customer_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, merged_into = excluded.merged_into
         WHERE (excluded.revision, excluded.event_id) > (m.revision, m.event_id)
         RETURNING pos_id, pos_customer_id",
        &pos_ids,
        &ids,
        &column(merges.values(), |merge| merge.precedence.revision),
        &column(merges.values(), |merge| merge.precedence.event_id.as_str()) as &[&str],
        &column(merges.values(), |merge| &merge.into) as &[&CustomerId]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.pos_customer_id)).collect())
}

/// An id on a line of merges.
#[derive(Debug, Clone)]
pub struct MergeLine {
    pub id: CustomerId,
    /// The newest merge that was sent of it.
    pub merge: Option<Merge>,
    /// The guest for whom it counts now, if it ended.
    pub stays: Option<CustomerId>,
    pub erased: bool,
}

/// All ids that may count for another guest if merges of these ids change: those that are merged into them, and all to which
/// these and those lead, by location. Erased guests are included.
pub async fn merge_lines(
    tx: &mut Tx,
    guests: &BTreeSet<Guest>,
) -> Result<BTreeMap<PosId, Vec<MergeLine>>, Fault> {
    let (pos_ids, ids) = columns(guests);
    let rows = sqlx::query!(
        r#"WITH RECURSIVE before (pos_id, id) AS (
             SELECT pos_id COLLATE "C", id COLLATE "C" FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
             UNION SELECT m.pos_id, m.pos_customer_id
             FROM before AS b JOIN guest_merge AS m ON m.pos_id = b.pos_id AND m.merged_into = b.id),
           line (pos_id, id) AS (
             SELECT * FROM before
             UNION SELECT m.pos_id, m.merged_into
             FROM line AS l JOIN guest_merge AS m ON m.pos_id = l.pos_id AND m.pos_customer_id = l.id)
           SELECT l.pos_id AS "pos_id!: PosId", l.id AS "id!: CustomerId", m.revision AS "revision?",
             m.event_id AS "event_id?", m.merged_into AS "into?: CustomerId", c.merged_into AS "stays?: CustomerId",
             c.erased_at IS NOT NULL AS "erased!"
           FROM line AS l
           LEFT JOIN guest_merge AS m ON m.pos_id = l.pos_id AND m.pos_customer_id = l.id
           LEFT JOIN customer AS c ON c.pos_id = l.pos_id AND c.pos_customer_id = l.id"#,
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    let mut lines: BTreeMap<PosId, Vec<MergeLine>> = BTreeMap::new();
    for row in rows {
        let sent = row.revision.zip(row.event_id).zip(row.into);
        let merge = sent
            .map(|((revision, event), into)| Merge { precedence: Precedence::new(revision, event), into });
        let line = MergeLine { id: row.id, merge, stays: row.stays, erased: row.erased };
        lines.entry(row.pos_id).or_default().push(line);
    }
    Ok(lines)
}

/// An id that counts for another guest from now on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merged {
    pub pos_id: PosId,
    pub id: CustomerId,
    /// The guest for whom it counted; itself, if it had not ended.
    pub before: CustomerId,
    /// The guest for whom it counts now; itself, if no merge of it has an effect any more.
    pub stays: CustomerId,
}

/// Stores for whom these ids count. Each has a row.
pub async fn store_stays(tx: &mut Tx, merged: &[Merged]) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE customer AS c SET merged_into = nullif(n.stays, n.id)
         FROM unnest($1::text[], $2::text[], $3::text[]) AS n (pos_id, id, stays)
         WHERE c.pos_id = n.pos_id AND c.pos_customer_id = n.id",
        &column(merged, |one| &one.pos_id) as &[&PosId],
        &column(merged, |one| &one.id) as &[&CustomerId],
        &column(merged, |one| &one.stays) as &[&CustomerId]
    )
    .execute(tx.conn())
    .await?;
    merged.iter().for_each(|one| tx.touch(&one.pos_id));
    Ok(())
}

/// What moves from one guest to another.
pub type Shares = BTreeMap<(PosId, CustomerId, CustomerId), (Figures, Share)>;

/// Moves the checks and rewards of these ids to the guests for whom they count now, and returns the figures and points of these
/// checks and rewards by location, former and present guest.
pub async fn move_shares(tx: &mut Tx, merged: &[Merged]) -> Result<Shares, Fault> {
    let pos_ids = column(merged, |one| &one.pos_id);
    let ids = column(merged, |one| &one.id);
    let before = column(merged, |one| &one.before);
    let stays = column(merged, |one| &one.stays);
    let checks = sqlx::query!(
        r#"WITH moved AS (
             UPDATE pos_check AS k SET pos_customer_id = n.stays, named_customer_id = nullif(n.id, n.stays)
             FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS n (pos_id, id, before, stays)
             WHERE k.pos_id = n.pos_id AND k.pos_customer_id = n.before
               AND coalesce(k.named_customer_id, k.pos_customer_id) = n.id
             RETURNING k.pos_id, n.before, n.stays, k.net_sales, NOT k.voided AND NOT k.refund AS is_visit,
               k.earned - k.taken - k.spent + k.returned AS points)
           SELECT pos_id, before AS "before!: CustomerId", stays AS "stays!: CustomerId",
             sum(net_sales)::bigint AS "spend!: Money", count(*) FILTER (WHERE is_visit) AS "visits!",
             sum(points)::bigint AS "points!"
           FROM moved GROUP BY pos_id, before, stays"#,
        &pos_ids as &[&PosId],
        &ids as &[&CustomerId],
        &before as &[&CustomerId],
        &stays as &[&CustomerId]
    )
    .fetch_all(tx.conn())
    .await?;
    let mut shares = Shares::new();
    for row in checks {
        let (figures, share) = shares.entry((row.pos_id, row.before, row.stays)).or_default();
        *figures = Figures { visits: row.visits, spend: row.spend.cents() };
        share.of_checks = row.points;
    }
    let rewards = sqlx::query!(
        r#"UPDATE reward AS r SET pos_customer_id = n.stays, named_customer_id = nullif(n.id, n.stays)
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS n (pos_id, id, before, stays)
           WHERE r.pos_id = n.pos_id AND r.pos_customer_id = n.before
             AND coalesce(r.named_customer_id, r.pos_customer_id) = n.id
           RETURNING r.pos_id, n.before AS "before!: CustomerId", n.stays AS "stays!: CustomerId", r.reward_id, r.points,
             r.points_expired"#,
        &pos_ids as &[&PosId],
        &ids as &[&CustomerId],
        &before as &[&CustomerId],
        &stays as &[&CustomerId]
    )
    .fetch_all(tx.conn())
    .await?;
    for row in rewards {
        let (_, share) = shares.entry((row.pos_id, row.before, row.stays)).or_default();
        if row.points > 0 {
            let grant = Grant { points: row.points, expired: row.points_expired };
            share.grants.insert(row.reward_id, grant);
        }
    }
    Ok(shares)
}

/// Those of these guests who ended, with the ids that stay.
pub async fn ended_guests(
    tx: &mut Tx,
    guests: &BTreeSet<Guest>,
) -> Result<BTreeMap<Guest, CustomerId>, Fault> {
    let (pos_ids, ids) = columns(guests);
    let rows = sqlx::query!(
        r#"SELECT c.pos_id, c.pos_customer_id, c.merged_into AS "stays!: CustomerId"
           FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
           JOIN customer AS c ON c.pos_id = n.pos_id AND c.pos_customer_id = n.id
           WHERE c.merged_into IS NOT NULL"#,
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| ((row.pos_id, row.pos_customer_id), row.stays)).collect())
}

/// These ids of a location and all others of the same guests: those that stay, and all that were merged into them.
pub async fn ids_of_guests(
    tx: &mut Tx,
    pos_id: &PosId,
    ids: &BTreeSet<CustomerId>,
) -> Result<BTreeSet<CustomerId>, Fault> {
    let of_guests = sqlx::query_scalar!(
        r#"WITH stays (id) AS (
             SELECT coalesce(c.merged_into, n.id) FROM unnest($2::text[]) AS n (id)
             LEFT JOIN customer AS c ON c.pos_id = $1 AND c.pos_customer_id = n.id)
           SELECT id AS "id!: CustomerId" FROM stays
           UNION SELECT c.pos_customer_id FROM stays AS s JOIN customer AS c ON c.pos_id = $1 AND c.merged_into = s.id
           UNION SELECT * FROM unnest($2::text[])"#,
        pos_id.as_str(),
        &Vec::from_iter(ids) as &[&CustomerId]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(of_guests.into_iter().collect())
}

/// The guests who were merged into this one, by id.
pub async fn merged_into(database: &Database, guest: &Guest, limit: i64) -> Result<Vec<CustomerRow>, Fault> {
    let ended = sqlx::query_as!(
        CustomerRow,
        r#"SELECT pos_customer_id AS id, first_name, last_name, email, phone, email_consent, sms_consent, visits,
             last_visit, spend, points, owed, erased_at IS NOT NULL AS "erased!"
           FROM customer WHERE pos_id = $1 AND merged_into = $2 ORDER BY pos_customer_id LIMIT $3"#,
        guest.0.as_str(),
        guest.1.as_str(),
        limit
    );
    Ok(ended.fetch_all(database.pool()).await?)
}
