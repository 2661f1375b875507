//! Names and addresses of guests, and hashes of erased ones.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::event::CustomerMerged;
use saffron_core::fact::Precedence;
use saffron_core::placeholder::{is_placeholder_email, is_placeholder_phone};
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::column;
use crate::domain::{Address, AddressHash, Channel, Contact, Guest, Hasher};

/// Stores versions of guests that are newer than the stored ones. Erased guests stay erased.
pub async fn store_guests(
    tx: &mut Tx,
    hasher: &Hasher,
    upserts: &BTreeMap<Guest, (Precedence, Contact)>,
) -> Result<(), Fault> {
    let hash = |address: &Option<Address>| address.as_ref().map(|address| hasher.address(address));
    let rows: Vec<_> = upserts.iter().collect();
    sqlx::query!(
        "INSERT INTO contact AS c (pos_id, pos_customer_id, revision, event_id, first_name, last_name, email, email_hash,
           phone, phone_hash, sort_name, search)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
           $8::bytea[], $9::text[], $10::bytea[], $11::text[], $12::text[])
         ON CONFLICT (pos_id, pos_customer_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, first_name = excluded.first_name,
           last_name = excluded.last_name, email = excluded.email, email_hash = excluded.email_hash,
           phone = excluded.phone, phone_hash = excluded.phone_hash, sort_name = excluded.sort_name,
           search = excluded.search
         WHERE c.erased_at IS NULL AND (excluded.revision, excluded.event_id) > (c.revision, c.event_id)",
        &column(&rows, |((pos_id, _), _)| pos_id.as_str()) as &[&str],
        &column(&rows, |((_, id), _)| id.as_str()) as &[&str],
        &column(&rows, |(_, (precedence, _))| precedence.revision),
        &column(&rows, |(_, (precedence, _))| precedence.event_id.as_str()) as &[&str],
        &column(&rows, |(_, (_, contact))| contact.first_name.as_str()) as &[&str],
        &column(&rows, |(_, (_, contact))| contact.last_name.as_str()) as &[&str],
        &column(&rows, |(_, (_, contact))| contact.email.as_ref()) as &[Option<&Address>],
        &column(&rows, |(_, (_, contact))| hash(&contact.email)) as &[Option<AddressHash>],
        &column(&rows, |(_, (_, contact))| contact.phone.as_ref()) as &[Option<&Address>],
        &column(&rows, |(_, (_, contact))| hash(&contact.phone)) as &[Option<AddressHash>],
        &column(&rows, |(_, (_, contact))| contact.sort_name()),
        &column(&rows, |(_, (_, contact))| contact.search_text())
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The hashes among these that belong to erased guests of these locations.
pub async fn find_tombstones(
    tx: &mut Tx,
    hashes: &BTreeSet<(PosId, AddressHash)>,
) -> Result<BTreeSet<(PosId, AddressHash)>, Fault> {
    let (pos_ids, hashes): (Vec<PosId>, Vec<AddressHash>) = hashes.iter().cloned().unzip();
    let rows = sqlx::query!(
        "SELECT t.pos_id, t.hash FROM unnest($1::text[], $2::bytea[]) AS n (pos_id, hash)
         JOIN tombstone AS t ON t.pos_id = n.pos_id AND t.hash = n.hash",
        &pos_ids as &[PosId],
        &hashes as &[AddressHash]
    )
    .map(|row| (row.pos_id, row.hash))
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// Stores the hashes of an erased guest.
pub async fn add_tombstones(
    tx: &mut Tx,
    pos_id: &PosId,
    hashes: &[AddressHash],
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO tombstone (pos_id, hash, made_at)
         SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS n (hash) ORDER BY hash ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        hashes as &[AddressHash],
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Erases name and addresses of a guest. Returns the hashes of the erased addresses: those that belong to a person, and to no
/// other guest of the location.
pub async fn erase_guest(
    tx: &mut Tx,
    (pos_id, id): &Guest,
    now: Timestamp,
) -> Result<Vec<AddressHash>, Fault> {
    let known = sqlx::query!(
        "UPDATE contact SET first_name = '', last_name = '', email = NULL, email_hash = NULL, phone = NULL,
           phone_hash = NULL, sort_name = '', search = '', erased_at = coalesce(erased_at, $3)
         WHERE pos_id = $1 AND pos_customer_id = $2
         RETURNING old.email, old.email_hash, old.phone, old.phone_hash",
        pos_id.as_str(),
        id.as_str(),
        now.to_sqlx()
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(known) = known else { return Ok(Vec::new()) };
    let kept = sqlx::query!(
        r#"SELECT EXISTS (SELECT FROM contact WHERE pos_id = $1 AND email_hash = $2) AS "email!",
             EXISTS (SELECT FROM contact WHERE pos_id = $1 AND phone_hash = $3) AS "phone!""#,
        pos_id.as_str(),
        known.email_hash as Option<AddressHash>,
        known.phone_hash as Option<AddressHash>
    )
    .fetch_one(tx.conn())
    .await?;
    // An address that an earlier release stored may be a placeholder.
    let is_email = known.email.is_some_and(|email| !kept.email && !is_placeholder_email(email.as_str()));
    let is_phone = known.phone.is_some_and(|phone| !kept.phone && !is_placeholder_phone(phone.as_str()));
    let forgotten = [known.email_hash.filter(|_| is_email), known.phone_hash.filter(|_| is_phone)];
    Ok(forgotten.into_iter().flatten().collect())
}

/// Stores the guest into whom a guest was merged, unless a newer statement is stored.
pub async fn store_merge(tx: &mut Tx, merged: &CustomerMerged, sequence: i64) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO contact AS c (pos_id, pos_customer_id, revision, event_id, first_name, last_name, sort_name, search,
           merged_into, merged_sequence)
         VALUES ($1, $2, -1, '', '', '', '', '', $3, $4)
         ON CONFLICT (pos_id, pos_customer_id) DO UPDATE SET
           merged_into = excluded.merged_into, merged_sequence = excluded.merged_sequence
         WHERE c.merged_sequence < excluded.merged_sequence",
        merged.pos_id.as_str(),
        merged.customer_id.as_str(),
        merged.merged_into.as_ref().map(CustomerId::as_str),
        sequence
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The guests among these who are stored with a name or an address.
pub async fn stored_guests<'a>(
    tx: &mut Tx,
    guests: impl Iterator<Item = &'a Guest>,
) -> Result<BTreeSet<Guest>, Fault> {
    let (pos_ids, ids): (Vec<PosId>, Vec<CustomerId>) = guests.cloned().unzip();
    let rows = sqlx::query!(
        "SELECT c.pos_id, c.pos_customer_id FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
         JOIN contact AS c ON c.pos_id = n.pos_id AND c.pos_customer_id = n.id
         WHERE c.erased_at IS NULL AND (c.sort_name <> '' OR c.email IS NOT NULL OR c.phone IS NOT NULL)",
        &pos_ids as &[PosId],
        &ids as &[CustomerId]
    )
    .map(|row| (row.pos_id, row.pos_customer_id))
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// Which guests are found by their addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Those who can get messages.
    Recipients,
    /// Those as well who were merged into others, as the guests that stay.
    People,
}

/// Id, first and last name of the guests of a location with these addresses; of several with one address the first by id, and
/// one that ended last. Each channel has its own index.
pub async fn contacts_at(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    hashes: &[AddressHash],
    found: Found,
) -> Result<BTreeMap<AddressHash, (CustomerId, String, String)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT n.hash AS "hash!: AddressHash", coalesce(c.merged_into, c.pos_customer_id) AS "id!: CustomerId",
             CASE WHEN c.merged_into IS NULL THEN c.first_name ELSE coalesce(s.first_name, '') END AS "first_name!",
             CASE WHEN c.merged_into IS NULL THEN c.last_name ELSE coalesce(s.last_name, '') END AS "last_name!"
           FROM unnest($3::bytea[]) AS n (hash)
           CROSS JOIN LATERAL (
             (SELECT * FROM contact AS c WHERE $2 = 'email' AND c.pos_id = $1 AND c.email_hash = n.hash
                AND ($4 OR c.merged_into IS NULL)
              ORDER BY c.merged_into IS NOT NULL, c.pos_customer_id LIMIT 1)
             UNION ALL
             (SELECT * FROM contact AS c WHERE $2 = 'text' AND c.pos_id = $1 AND c.phone_hash = n.hash
                AND ($4 OR c.merged_into IS NULL)
              ORDER BY c.merged_into IS NOT NULL, c.pos_customer_id LIMIT 1)) AS c
           LEFT JOIN contact AS s ON s.pos_id = $1 AND s.pos_customer_id = c.merged_into"#,
        pos_id.as_str(),
        channel.as_str(),
        hashes as &[AddressHash],
        found == Found::People
    )
    .map(|row| (row.hash, (row.id, row.first_name, row.last_name)))
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// A guest, of an ended id the one that stays; none if there is no such guest, or an erased one.
pub async fn find_contact(tx: &mut Tx, (pos_id, id): &Guest) -> Result<Option<Contact>, Fault> {
    Ok(sqlx::query_as!(
        Contact,
        "SELECT first_name, last_name, email, phone FROM contact
         WHERE pos_id = $1 AND erased_at IS NULL AND revision >= 0 AND pos_customer_id = coalesce(
           (SELECT merged_into FROM contact WHERE pos_id = $1 AND pos_customer_id = $2), $2)",
        pos_id.as_str(),
        id.as_str()
    )
    .fetch_optional(tx.conn())
    .await?)
}

/// The most ended ids of one guest that are read.
const ENDED: i64 = 1_000;

/// All ids of a guest with their contacts, the one that stays first; without erased ones.
pub async fn find_person(
    tx: &mut Tx,
    (pos_id, id): &Guest,
) -> Result<Vec<(CustomerId, Option<Contact>)>, Fault> {
    let rows = sqlx::query!(
        r#"WITH stays (id) AS (SELECT coalesce(
             (SELECT merged_into FROM contact WHERE pos_id = $1 AND pos_customer_id = $2), $2))
           SELECT n.id AS "id!: CustomerId", n.ended AS "ended!", c.first_name AS "first_name?",
             c.last_name AS "last_name?", c.email AS "email?: Address", c.phone AS "phone?: Address",
             c.revision >= 0 AS "known?"
           FROM (SELECT id, false AS ended FROM stays
                 UNION ALL SELECT c.pos_customer_id, true
                   FROM stays AS s JOIN contact AS c ON c.pos_id = $1 AND c.merged_into = s.id) AS n
           LEFT JOIN contact AS c ON c.pos_id = $1 AND c.pos_customer_id = n.id
           WHERE c.erased_at IS NULL
           ORDER BY n.ended, n.id LIMIT $3"#,
        pos_id.as_str(),
        id.as_str(),
        1 + ENDED
    )
    .fetch_all(tx.conn())
    .await?;
    let people = rows.into_iter().map(|row| {
        let names = row.first_name.zip(row.last_name).filter(|_| row.known == Some(true));
        let contact = names.map(|(first_name, last_name)| Contact {
            first_name,
            last_name,
            email: row.email,
            phone: row.phone,
        });
        (row.id, contact)
    });
    Ok(people.collect())
}

/// A guest in the list of possible recipients.
#[derive(Debug, Clone)]
pub struct GuestRow {
    pub id: CustomerId,
    /// Empty if unknown.
    pub first_name: String,
    /// Empty if unknown.
    pub last_name: String,
    /// None if missing or invalid.
    pub address: Option<Address>,
    /// The hash of the address.
    pub hash: Option<AddressHash>,
    /// The sort key of the list.
    pub sort_name: String,
}

/// Guests of a location by name, then by id.
pub async fn page_of_guests(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    search: Option<&str>,
    after: Option<&(CustomerId, String)>,
    limit: i64,
) -> Result<Vec<GuestRow>, Fault> {
    let (id, sort_name) = after.map_or(("", ""), |(id, sort_name)| (id.as_str(), sort_name));
    Ok(sqlx::query_as!(
        GuestRow,
        r#"SELECT pos_customer_id AS id, first_name, last_name, sort_name,
             CASE WHEN $6 THEN email ELSE phone END AS "address: Address",
             CASE WHEN $6 THEN email_hash ELSE phone_hash END AS "hash: AddressHash"
           FROM contact
           WHERE pos_id = $1 AND erased_at IS NULL AND merged_into IS NULL AND revision >= 0
             AND (sort_name, pos_customer_id) > ($2, $3)
             AND ($4::text IS NULL OR strpos(search, $4) > 0)
           ORDER BY sort_name, pos_customer_id LIMIT $5"#,
        pos_id.as_str(),
        sort_name,
        id,
        search,
        limit,
        channel == Channel::Email
    )
    .fetch_all(tx.conn())
    .await?)
}
