use std::collections::{BTreeMap, BTreeSet};

use saffron_core::{BusinessDate, CustomerId, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{business_date, columns, guest, sql_date, stored};
use crate::domain::{Account, Guest, Lot};

/// Makes rows for guests that are not known yet: without a name until the till says more.
pub async fn meet_guests(tx: &mut Tx, guests: &BTreeSet<Guest>) -> Result<(), Fault> {
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

/// Locks guests in order and reads their accounts with the lots that have something left; for checks since a business date
/// also with those that ended on it or later and have expired. Erased and unknown ones are left out: nothing of theirs
/// moves.
pub async fn open_accounts(
    tx: &mut Tx,
    guests: &BTreeSet<Guest>,
    since: Option<BusinessDate>,
) -> Result<BTreeMap<Guest, Account>, Fault> {
    let (pos_ids, ids) = columns(guests);
    let rows = sqlx::query!(
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
    let mut lots = lots_of(tx, &pos_ids, &ids, since).await?;
    rows.into_iter()
        .map(|row| {
            let guest = guest(&row.pos_id, &row.pos_customer_id)?;
            let lots = lots.remove(&guest).unwrap_or_default();
            Ok((guest, Account::stored(row.points, row.owed, lots)))
        })
        .collect()
}

async fn lots_of(
    tx: &mut Tx,
    pos_ids: &[String],
    ids: &[String],
    since: Option<BusinessDate>,
) -> Result<BTreeMap<Guest, Vec<Lot>>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT r.pos_id, r.pos_customer_id, r.reward_id, r.valid_until AS "valid_until!", r.points_left,
             r.points_expired
           FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
           JOIN reward AS r ON r.pos_id = n.pos_id AND r.pos_customer_id = n.id
           WHERE r.points_left > 0 OR r.points_expired > 0 AND r.valid_until >= $3
           ORDER BY r.pos_id, r.pos_customer_id, r.valid_until, r.place"#,
        pos_ids,
        ids,
        since.map(sql_date) as Option<jiff_sqlx::Date>
    )
    .fetch_all(tx.conn())
    .await?;
    let mut lots: BTreeMap<Guest, Vec<Lot>> = BTreeMap::new();
    for row in rows {
        let lot = Lot {
            reward: row.reward_id,
            valid_until: business_date(row.valid_until),
            left: row.points_left,
            expired: row.points_expired,
        };
        lots.entry(guest(&row.pos_id, &row.pos_customer_id)?).or_default().push(lot);
    }
    Ok(lots)
}

/// Guests with points whose last day is before `day`, of whatever location, with its time zone.
pub async fn guests_to_expire(
    database: &Database,
    day: BusinessDate,
    limit: i64,
) -> Result<Vec<(Guest, BusinessDate, Zone)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT r.pos_id, r.pos_customer_id, min(r.valid_until) AS "valid_until!", l.time_zone
           FROM reward AS r
           JOIN customer AS c USING (pos_id, pos_customer_id)
           JOIN location AS l ON l.pos_id = r.pos_id
           WHERE r.points_left > 0 AND r.valid_until < $1 AND c.erased_at IS NULL
           GROUP BY r.pos_id, r.pos_customer_id, l.time_zone
           ORDER BY min(r.valid_until), r.pos_id, r.pos_customer_id LIMIT $2"#,
        sql_date(day) as jiff_sqlx::Date,
        limit
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter()
        .map(|row| {
            let guest = guest(&row.pos_id, &row.pos_customer_id)?;
            Ok((guest, business_date(row.valid_until), stored(row.time_zone.parse())?))
        })
        .collect()
}

/// A guest who may be meant, with what they are known by.
#[derive(Debug, Clone)]
pub struct Found {
    /// Who.
    pub guest: Guest,
    /// Lower case.
    pub email: Option<String>,
    /// Ten digits where it is a US number.
    pub phone: Option<String>,
    /// Forgotten.
    pub erased: bool,
}

/// Guests of these locations with this id, or else with this email and phone as far as they are given: two at most.
pub async fn find_recipients(
    tx: &mut Tx,
    pos_ids: &[PosId],
    id: Option<&CustomerId>,
    email: Option<&str>,
    phone: Option<&str>,
) -> Result<Vec<Found>, Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let mut found = Vec::new();
    if let Some(id) = id {
        let rows = sqlx::query!(
            r#"SELECT pos_id, pos_customer_id, email, phone, erased_at IS NOT NULL AS "erased!" FROM customer
               WHERE pos_id = ANY($1) AND pos_customer_id = $2 ORDER BY pos_id LIMIT 2"#,
            &pos_ids,
            id.as_str()
        )
        .fetch_all(tx.conn())
        .await?;
        for row in rows {
            let guest = guest(&row.pos_id, &row.pos_customer_id)?;
            found.push(Found { guest, email: row.email, phone: row.phone, erased: row.erased });
        }
    } else if let Some(email) = email {
        let rows = sqlx::query!(
            "SELECT pos_id, pos_customer_id, phone FROM customer
             WHERE pos_id = ANY($1) AND email = $2 AND (phone = $3 OR $3::text IS NULL)
             ORDER BY pos_id, pos_customer_id LIMIT 2",
            &pos_ids,
            email,
            phone
        )
        .fetch_all(tx.conn())
        .await?;
        for row in rows {
            let guest = guest(&row.pos_id, &row.pos_customer_id)?;
            found.push(Found { guest, email: Some(email.to_owned()), phone: row.phone, erased: false });
        }
    } else if let Some(phone) = phone {
        let rows = sqlx::query!(
            "SELECT pos_id, pos_customer_id, email FROM customer WHERE pos_id = ANY($1) AND phone = $2
             ORDER BY pos_id, pos_customer_id LIMIT 2",
            &pos_ids,
            phone
        )
        .fetch_all(tx.conn())
        .await?;
        for row in rows {
            let guest = guest(&row.pos_id, &row.pos_customer_id)?;
            found.push(Found { guest, email: row.email, phone: Some(phone.to_owned()), erased: false });
        }
    }
    Ok(found)
}
