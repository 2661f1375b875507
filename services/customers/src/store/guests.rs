use std::collections::{BTreeMap, BTreeSet};

use saffron_core::{BusinessDate, Calendar, CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::columns;
use crate::domain::{Account, Guest, Lot};

/// Adds unknown guests, without contact data until the till sends them.
pub async fn add_guests(tx: &mut Tx, guests: &BTreeSet<Guest>) -> Result<(), Fault> {
    let (pos_ids, ids) = columns(guests);
    sqlx::query!(
        "INSERT INTO customer (pos_id, pos_customer_id)
         SELECT pos_id, id FROM unnest($1::text[], $2::text[]) AS n (pos_id, id) ORDER BY pos_id, id
         ON CONFLICT DO NOTHING",
        &pos_ids,
        &ids
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Locks guests in order and reads their accounts with the lots that have points left; for checks since a business date
/// also with the expired lots that ended on it or later. Erased and unknown guests are left out: their points do not change.
pub async fn open_accounts(
    tx: &mut Tx,
    guests: &BTreeSet<Guest>,
    since: Option<BusinessDate>,
) -> Result<BTreeMap<Guest, Account>, Fault> {
    let (pos_ids, ids) = columns(guests);
    let accounts = sqlx::query!(
        "SELECT c.pos_id, c.pos_customer_id, c.points, c.owed
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
         JOIN customer AS c ON c.pos_id = n.pos_id AND c.pos_customer_id = n.id
         WHERE c.erased_at IS NULL
         ORDER BY c.pos_id, c.pos_customer_id
         FOR UPDATE OF c",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    let rows = sqlx::query!(
        r#"SELECT r.pos_id, r.pos_customer_id, r.reward_id, r.valid_until AS "valid_until!", r.points_left,
             r.points_expired
           FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
           JOIN reward AS r ON r.pos_id = n.pos_id AND r.pos_customer_id = n.id
           WHERE r.points_left > 0 OR r.points_expired > 0 AND r.valid_until >= $3
           ORDER BY r.pos_id, r.pos_customer_id, r.valid_until, r.place"#,
        &pos_ids,
        &ids,
        since
    )
    .fetch_all(tx.conn())
    .await?;
    let mut lots: BTreeMap<Guest, Vec<Lot>> = BTreeMap::new();
    for row in rows {
        let (left, expired) = (row.points_left, row.points_expired);
        let lot = Lot { reward: row.reward_id, valid_until: row.valid_until, left, expired };
        lots.entry((row.pos_id, row.pos_customer_id)).or_default().push(lot);
    }
    let accounts = accounts.into_iter().map(|row| {
        let guest = (row.pos_id, row.pos_customer_id);
        let lots = lots.remove(&guest).unwrap_or_default();
        (guest, Account::stored(row.points, row.owed, lots))
    });
    Ok(accounts.collect())
}

/// A guest with points that expire.
#[derive(Clone)]
pub struct Expiring {
    pub pos_id: PosId,
    pub id: CustomerId,
    /// The first expiry date.
    pub valid_until: BusinessDate,
    pub calendar: Calendar,
}

/// Guests of all locations with points that expire before `day`.
pub async fn guests_to_expire(
    database: &Database,
    day: BusinessDate,
    after: Option<&Expiring>,
    limit: i64,
) -> Result<Vec<Expiring>, Fault> {
    let guests = sqlx::query!(
        r#"SELECT r.pos_id, r.pos_customer_id, min(r.valid_until) AS "valid_until!", l.time_zone, l.day_starts
           FROM reward AS r
           JOIN customer AS c USING (pos_id, pos_customer_id)
           JOIN location AS l ON l.pos_id = r.pos_id
           WHERE r.points_left > 0 AND r.valid_until < $1 AND c.erased_at IS NULL
           GROUP BY r.pos_id, r.pos_customer_id, l.time_zone, l.day_starts
           HAVING $3::date IS NULL OR (min(r.valid_until), r.pos_id, r.pos_customer_id) > ($3, $4, $5)
           ORDER BY min(r.valid_until), r.pos_id, r.pos_customer_id LIMIT $2"#,
        day,
        limit,
        after.map(|after| after.valid_until) as Option<BusinessDate>,
        after.map(|after| after.pos_id.as_str()),
        after.map(|after| after.id.as_str())
    );
    let guests = guests.fetch_all(database.pool()).await?.into_iter().map(|row| Expiring {
        pos_id: row.pos_id,
        id: row.pos_customer_id,
        valid_until: row.valid_until,
        calendar: Calendar::new(row.time_zone, row.day_starts),
    });
    Ok(guests.collect())
}

/// A guest who matches a request.
pub struct Candidate {
    pub pos_id: PosId,
    pub id: CustomerId,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub erased: bool,
}

/// Guests of these locations with this id, or else with this email and phone as far as they are given: two at most. Of an
/// ended id the guest that stays.
pub async fn find_recipients(
    tx: &mut Tx,
    pos_ids: &[PosId],
    id: Option<&CustomerId>,
    email: Option<&str>,
    phone: Option<&str>,
) -> Result<Vec<Candidate>, Fault> {
    // Each part by an index of its own.
    let found = sqlx::query_as!(
        Candidate,
        r#"SELECT pos_id AS "pos_id!: PosId", pos_customer_id AS "id!: CustomerId", email, phone,
             erased_at IS NOT NULL AS "erased!"
           FROM (SELECT c.* FROM customer AS n JOIN customer AS c
                   ON c.pos_id = n.pos_id AND c.pos_customer_id = coalesce(n.merged_into, n.pos_customer_id)
                 WHERE n.pos_id = ANY($1) AND n.pos_customer_id = $2
                 UNION ALL SELECT * FROM customer
                 WHERE $2::text IS NULL AND pos_id = ANY($1) AND merged_into IS NULL AND email = $3
                   AND (phone = $4 OR $4::text IS NULL)
                 UNION ALL SELECT * FROM customer
                 WHERE $2::text IS NULL AND $3::text IS NULL AND pos_id = ANY($1) AND merged_into IS NULL
                   AND phone = $4) AS c
           ORDER BY pos_id, pos_customer_id LIMIT 2"#,
        pos_ids as &[PosId],
        id.map(CustomerId::as_str),
        email,
        phone
    );
    Ok(found.fetch_all(tx.conn()).await?)
}
