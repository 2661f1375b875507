use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff_sqlx::ToSqlx as _;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use super::columns;
use crate::domain::{Contact, Guest, Identifier};

/// How long a VACUUM may take.
const VACUUM: Duration = Duration::from_secs(600);

/// Locks these guests of a location, in order, and returns their contact data; guests that were erased before have none.
pub async fn contacts_of(
    tx: &mut Tx,
    pos_id: &PosId,
    ids: &BTreeSet<CustomerId>,
) -> Result<BTreeMap<CustomerId, Option<Contact>>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT pos_customer_id, first_name, last_name, email, phone, email_consent, sms_consent,
             erased_at IS NOT NULL AS "erased!"
           FROM customer WHERE pos_id = $1 AND pos_customer_id = ANY($2) ORDER BY pos_customer_id FOR UPDATE"#,
        pos_id.as_str(),
        &Vec::from_iter(ids) as &[&CustomerId]
    )
    .fetch_all(tx.conn())
    .await?;
    let contacts = rows.into_iter().map(|row| {
        let contact = Contact {
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            phone: row.phone,
            email_consent: row.email_consent,
            sms_consent: row.sms_consent,
        };
        (row.pos_customer_id, (!row.erased).then_some(contact))
    });
    Ok(contacts.collect())
}

/// Erases guests of a location: their contact data and the messages of their rewards. Stores that other
/// tables and streams still have to be cleaned.
pub async fn erase_guests(tx: &mut Tx, pos_id: &PosId, ids: &[CustomerId]) -> Result<(), Fault> {
    let now = tx.clock().now();
    sqlx::query!(
        "UPDATE customer SET first_name = NULL, last_name = NULL, email = NULL, phone = NULL, email_consent = NULL,
           sms_consent = NULL, search = '', phone_digits = '', erased_at = $3
         WHERE pos_id = $1 AND pos_customer_id = ANY($2)",
        pos_id.as_str(),
        ids as &[CustomerId],
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE reward SET message = '' WHERE pos_id = $1 AND pos_customer_id = ANY($2) AND message <> ''",
        pos_id.as_str(),
        ids as &[CustomerId]
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO erasure (pos_id, pos_customer_id, asked_at)
         SELECT $1, id, $3 FROM unnest($2::text[]) AS n (id) ORDER BY id ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        ids as &[CustomerId],
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    tx.touch(pos_id);
    Ok(())
}

/// Those of these addresses that a guest of the location still has.
pub async fn addresses_in_use(
    tx: &mut Tx,
    pos_id: &PosId,
    addresses: &BTreeSet<Identifier>,
) -> Result<BTreeSet<Identifier>, Fault> {
    let (mut emails, mut phones) = (Vec::new(), Vec::new());
    for address in addresses {
        match address {
            Identifier::Id(_) => {}
            Identifier::Email(text) => emails.push(text.as_str()),
            Identifier::Phone(digits) => phones.push(digits.as_str()),
        }
    }
    let rows = sqlx::query!(
        r#"SELECT email AS "email!", '' AS "phone!" FROM customer WHERE pos_id = $1 AND email = ANY($2)
           UNION SELECT '', phone_digits FROM customer WHERE pos_id = $1 AND phone_digits = ANY($3)"#,
        pos_id.as_str(),
        &emails as &[&str],
        &phones as &[&str]
    )
    .fetch_all(tx.conn())
    .await?;
    let used = rows.into_iter().map(|row| match row.email.as_str() {
        "" => Identifier::Phone(row.phone),
        _ => Identifier::Email(row.email),
    });
    Ok(used.collect())
}

/// Stores hashes of the identifiers of erased guests.
pub async fn add_tombstones(tx: &mut Tx, pos_id: &PosId, hashes: &[Vec<u8>]) -> Result<(), Fault> {
    let now = tx.clock().now();
    sqlx::query!(
        "INSERT INTO tombstone (pos_id, hash, made_at)
         SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS n (hash) ORDER BY hash ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        hashes,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Those of these locations that have erased guests.
pub async fn locations_with_tombstones(
    tx: &mut Tx,
    pos_ids: &BTreeSet<&PosId>,
) -> Result<BTreeSet<PosId>, Fault> {
    let found = sqlx::query_scalar!(
        r#"SELECT n.pos_id AS "pos_id!: PosId" FROM unnest($1::text[]) AS n (pos_id)
           WHERE EXISTS (SELECT FROM tombstone AS t WHERE t.pos_id = n.pos_id)"#,
        &Vec::from_iter(pos_ids) as &[&&PosId]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(found.into_iter().collect())
}

/// Those of these hashes that belong to erased guests.
pub async fn find_tombstones(tx: &mut Tx, hashes: &[(PosId, Vec<u8>)]) -> Result<BTreeSet<Vec<u8>>, Fault> {
    if hashes.is_empty() {
        return Ok(BTreeSet::new());
    }
    let (pos_ids, hashes): (Vec<&str>, Vec<&[u8]>) =
        hashes.iter().map(|(pos_id, hash)| (pos_id.as_str(), hash.as_slice())).unzip();
    let found = sqlx::query_scalar!(
        "SELECT t.hash FROM unnest($1::text[], $2::bytea[]) AS n (pos_id, hash)
         JOIN tombstone AS t ON t.pos_id = n.pos_id AND t.hash = n.hash",
        &pos_ids as &[&str],
        &hashes as &[&[u8]]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(found.into_iter().collect())
}

/// Hashes of the identifiers of erased guests, by location.
pub type Tombstones = BTreeMap<PosId, BTreeSet<Vec<u8>>>;

/// The tombstones of a location, or of all.
pub async fn tombstones_of(database: &Database, pos_id: Option<&PosId>) -> Result<Tombstones, Fault> {
    let rows = sqlx::query!(
        "SELECT pos_id, hash FROM tombstone WHERE pos_id = $1 OR $1::text IS NULL",
        pos_id.map(PosId::as_str)
    )
    .fetch_all(database.pool())
    .await?;
    let mut tombstones = Tombstones::new();
    for row in rows {
        tombstones.entry(row.pos_id).or_default().insert(row.hash);
    }
    Ok(tombstones)
}

/// Erasures that are not finished, oldest first. No queue: one VACUUM is for all of them.
pub async fn pending_erasures(database: &Database, limit: i64) -> Result<Vec<Guest>, Fault> {
    let rows = sqlx::query!("SELECT pos_id, pos_customer_id FROM erasure ORDER BY asked_at LIMIT $1", limit)
        .fetch_all(database.pool())
        .await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.pos_customer_id)).collect())
}

/// Vacuums the tables with contact data, which removes old versions of rows and their index entries. Finishes those of the
/// `pending` erasures that are older than every running transaction: an older transaction still reads old versions.
pub async fn vacuum(database: &Database, pending: &[Guest]) -> Result<(), Fault> {
    let mut conn = database.pool().acquire_for(VACUUM).await?;
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
    let gone: Vec<Guest> = rows.into_iter().map(|row| (row.pos_id, row.pos_customer_id)).collect();
    let (pos_ids, ids) = columns(&gone);
    sqlx::query!(
        "DELETE FROM erasure AS e USING unnest($1::text[], $2::text[]) AS n (pos_id, pos_customer_id)
         WHERE e.pos_id = n.pos_id AND e.pos_customer_id = n.pos_customer_id",
        &pos_ids,
        &ids
    )
    .execute(&mut conn)
    .await?;
    Ok(())
}

/// The sequences up to which EVENTS was read for erasures, and DLQ for dead letters of erased guests.
pub async fn sequences_read(database: &Database) -> Result<(u64, u64), Fault> {
    let row = sqlx::query!(
        "SELECT e.sequence AS events, l.sequence AS letters FROM erasures_heard AS e CROSS JOIN letters_read AS l"
    )
    .fetch_one(database.pool())
    .await?;
    Ok((row.events.unsigned_abs(), row.letters.unsigned_abs()))
}

/// Stores up to which sequence EVENTS was read.
pub async fn set_events_read(database: &Database, sequence: u64) -> Result<(), Fault> {
    let sequence = sequence.cast_signed();
    sqlx::query!("UPDATE erasures_heard SET sequence = $1", sequence).execute(database.pool()).await?;
    Ok(())
}

/// Stores up to which sequence DLQ was read.
pub async fn set_letters_read(database: &Database, sequence: u64) -> Result<(), Fault> {
    let sequence = sequence.cast_signed();
    sqlx::query!("UPDATE letters_read SET sequence = $1", sequence).execute(database.pool()).await?;
    Ok(())
}
