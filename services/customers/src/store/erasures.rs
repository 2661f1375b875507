use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff::Timestamp;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::{columns, guest, stored};
use crate::domain::{Contact, Guest, Named};

/// How long taking old versions of rows away may take.
const SWEEP_LIMIT: Duration = Duration::from_secs(600);

/// Locks these guests of a location, in order, and gives who they are; true: they were erased before.
pub async fn contacts_of(
    tx: &mut Tx,
    pos_id: &PosId,
    ids: &BTreeSet<CustomerId>,
) -> Result<BTreeMap<CustomerId, (Contact, bool)>, Fault> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        r#"SELECT pos_customer_id, first_name, last_name, email, phone, email_consent, sms_consent,
             erased_at IS NOT NULL AS "erased!"
           FROM customer WHERE pos_id = $1 AND pos_customer_id = ANY($2) ORDER BY pos_customer_id FOR UPDATE"#,
        pos_id.as_str(),
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let contact = Contact {
                first_name: row.first_name,
                last_name: row.last_name,
                email: row.email,
                phone: row.phone,
                email_consent: row.email_consent,
                sms_consent: row.sms_consent,
            };
            Ok((stored(row.pos_customer_id.parse())?, (contact, row.erased)))
        })
        .collect()
}

/// Forgets who these guests of a location are, and what was written to them with rewards.
pub async fn forget_guests<'a>(
    tx: &mut Tx,
    pos_id: &PosId,
    ids: impl IntoIterator<Item = &'a CustomerId>,
    now: Timestamp,
) -> Result<(), Fault> {
    let ids: Vec<String> = ids.into_iter().map(ToString::to_string).collect();
    sqlx::query!(
        "UPDATE customer SET first_name = NULL, last_name = NULL, email = NULL, phone = NULL, email_consent = NULL,
           sms_consent = NULL, search = '', phone_digits = '', erased_at = $3
         WHERE pos_id = $1 AND pos_customer_id = ANY($2)",
        pos_id.as_str(),
        &ids,
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE reward SET message = '' WHERE pos_id = $1 AND pos_customer_id = ANY($2) AND message <> ''",
        pos_id.as_str(),
        &ids
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Which of these addresses a guest of the location still has.
pub async fn addresses_in_use(
    tx: &mut Tx,
    pos_id: &PosId,
    addresses: &BTreeSet<Named>,
) -> Result<BTreeSet<Named>, Fault> {
    let (mut emails, mut phones) = (Vec::new(), Vec::new());
    for address in addresses {
        match address {
            Named::Id(_) => {}
            Named::Email(text) => emails.push(text.clone()),
            Named::Phone(digits) => phones.push(digits.clone()),
        }
    }
    let rows = sqlx::query!(
        r#"SELECT n.email AS "email!", NULL AS phone FROM unnest($2::text[]) AS n (email)
           WHERE EXISTS (SELECT FROM customer AS c WHERE c.pos_id = $1 AND c.email = n.email)
           UNION ALL
           SELECT '', n.digits FROM unnest($3::text[]) AS n (digits)
           WHERE EXISTS (SELECT FROM customer AS c WHERE c.pos_id = $1 AND c.phone_digits = n.digits)"#,
        pos_id.as_str(),
        &emails,
        &phones
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| row.phone.map_or(Named::Email(row.email), Named::Phone)).collect())
}

/// Remembers hashes of what named an erased guest.
pub async fn add_tombstones(
    tx: &mut Tx,
    pos_id: &PosId,
    hashes: &[Vec<u8>],
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO tombstone (pos_id, hash, made_at)
         SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS n (hash) ORDER BY hash ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        hashes,
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Which of these locations have erased guests.
pub async fn locations_with_tombstones(
    tx: &mut Tx,
    pos_ids: &BTreeSet<PosId>,
) -> Result<BTreeSet<PosId>, Fault> {
    let pos_ids: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query_scalar!(
        r#"SELECT n.pos_id AS "pos_id!" FROM unnest($1::text[]) AS n (pos_id)
           WHERE EXISTS (SELECT FROM tombstone AS t WHERE t.pos_id = n.pos_id)"#,
        &pos_ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|id| stored(id.parse())).collect()
}

/// Which of these hashes are of erased guests.
pub async fn known_tombstones(
    tx: &mut Tx,
    hashes: &BTreeSet<(PosId, Vec<u8>)>,
) -> Result<BTreeSet<Vec<u8>>, Fault> {
    let (pos_ids, hashes): (Vec<String>, Vec<Vec<u8>>) =
        hashes.iter().map(|(pos_id, hash)| (pos_id.to_string(), hash.clone())).unzip();
    let rows = sqlx::query_scalar!(
        "SELECT t.hash FROM unnest($1::text[], $2::bytea[]) AS n (pos_id, hash)
         JOIN tombstone AS t ON t.pos_id = n.pos_id AND t.hash = n.hash",
        &pos_ids,
        &hashes
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// All hashes of a location; without one, those of every location.
pub async fn tombstones_of(
    database: &Database,
    pos_id: Option<&PosId>,
) -> Result<BTreeSet<(PosId, Vec<u8>)>, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_id, hash FROM tombstone WHERE pos_id = $1 OR $1::text IS NULL",
        pos_id.map(PosId::as_str)
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, row.hash))).collect()
}

/// Notes that what is left of these erased guests is to be looked for.
pub async fn note_erasures(
    tx: &mut Tx,
    pos_id: &PosId,
    ids: &[CustomerId],
    now: Timestamp,
) -> Result<(), Fault> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    sqlx::query!(
        "INSERT INTO erasure (pos_id, pos_customer_id, asked_at)
         SELECT $1, id, $3 FROM unnest($2::text[]) AS n (id) ORDER BY id ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        &ids,
        jiff_sqlx::Timestamp::from(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Erasures of which something may be left, oldest first.
pub async fn erasures_pending(database: &Database, limit: i64) -> Result<Vec<Guest>, Fault> {
    let rows = sqlx::query!("SELECT pos_id, pos_customer_id FROM erasure ORDER BY asked_at LIMIT $1", limit)
        .fetch_all(database.pool())
        .await?;
    rows.into_iter().map(|row| guest(&row.pos_id, &row.pos_customer_id)).collect()
}

/// Takes the old versions of rows, and what indexes hold of them, off the pages of the tables that knew who guests are.
/// Gives those of `pending` of whom nothing was left to anybody's eyes before it began: an older look at the database
/// keeps what it sees, for as long as it lasts.
pub async fn sweep(database: &Database, pending: &[Guest]) -> Result<Vec<Guest>, Fault> {
    let mut conn = database.pool().acquire_for(SWEEP_LIMIT).await?;
    let (pos_ids, ids) = columns(pending);
    let rows = sqlx::query!(
        "SELECT e.pos_id, e.pos_customer_id
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, pos_customer_id)
         JOIN erasure AS e ON e.pos_id = n.pos_id AND e.pos_customer_id = n.pos_customer_id
         WHERE age(e.made_by::xid) > (SELECT coalesce(max(age(backend_xmin)), 0) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid())",
        &pos_ids,
        &ids
    )
    .fetch_all(&mut conn)
    .await?;
    sqlx::raw_sql("VACUUM (INDEX_CLEANUP ON) customer, reward, outbox_refused").execute(&mut conn).await?;
    rows.into_iter().map(|row| guest(&row.pos_id, &row.pos_customer_id)).collect()
}

/// Nothing of these is left.
pub async fn settle_erasures(database: &Database, guests: &[Guest]) -> Result<(), Fault> {
    let (pos_ids, ids) = columns(guests);
    sqlx::query!(
        "DELETE FROM erasure AS e USING unnest($1::text[], $2::text[]) AS n (pos_id, pos_customer_id)
         WHERE e.pos_id = n.pos_id AND e.pos_customer_id = n.pos_customer_id",
        &pos_ids,
        &ids
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Up to which place EVENTS was searched for erasures.
pub async fn erasures_heard(database: &Database) -> Result<u64, Fault> {
    let sequence =
        sqlx::query_scalar!("SELECT sequence FROM erasures_heard").fetch_one(database.pool()).await?;
    Ok(sequence.unsigned_abs())
}

/// EVENTS was searched up to here.
pub async fn erasures_were_heard(database: &Database, sequence: u64) -> Result<(), Fault> {
    let sequence = i64::try_from(sequence).unwrap_or(i64::MAX);
    sqlx::query!("UPDATE erasures_heard SET sequence = $1", sequence).execute(database.pool()).await?;
    Ok(())
}

/// Up to which sequence DLQ was searched.
pub async fn letters_read(database: &Database) -> Result<u64, Fault> {
    let sequence =
        sqlx::query_scalar!("SELECT sequence FROM letters_read").fetch_one(database.pool()).await?;
    Ok(sequence.unsigned_abs())
}

/// DLQ was searched up to here.
pub async fn letters_were_read(database: &Database, sequence: u64) -> Result<(), Fault> {
    let sequence = i64::try_from(sequence).unwrap_or(i64::MAX);
    sqlx::query!("UPDATE letters_read SET sequence = $1", sequence).execute(database.pool()).await?;
    Ok(())
}
