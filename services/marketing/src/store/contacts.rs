use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::Precedence;
use saffron_core::placeholder::{is_placeholder_email, is_placeholder_phone};
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{hash, hashes, sql_time, stored};
use crate::domain::{AddressHash, Channel, Contact, Guest, Hasher};

/// What a till says of a guest, and which version of it.
pub type Upsert = (Precedence, Contact);

/// Keeps what is newer than what is there. An erased guest stays so.
pub async fn keep_upserts(
    tx: &mut Tx,
    hasher: &Hasher,
    upserts: &BTreeMap<Guest, Upsert>,
) -> Result<(), Fault> {
    let mut columns = Columns::default();
    for (guest, upsert) in upserts {
        columns.push(hasher, guest, upsert);
    }
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
        &columns.pos_id,
        &columns.id,
        &columns.revision,
        &columns.event_id,
        &columns.first_name,
        &columns.last_name,
        &columns.email as &[Option<String>],
        &columns.email_hash as &[Option<Vec<u8>>],
        &columns.phone as &[Option<String>],
        &columns.phone_hash as &[Option<Vec<u8>>],
        &columns.sort_name,
        &columns.search
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

#[derive(Default)]
struct Columns {
    pos_id: Vec<String>,
    id: Vec<String>,
    revision: Vec<i64>,
    event_id: Vec<String>,
    first_name: Vec<String>,
    last_name: Vec<String>,
    email: Vec<Option<String>>,
    email_hash: Vec<Option<Vec<u8>>>,
    phone: Vec<Option<String>>,
    phone_hash: Vec<Option<Vec<u8>>>,
    sort_name: Vec<String>,
    search: Vec<String>,
}

impl Columns {
    fn push(&mut self, hasher: &Hasher, (pos_id, id): &Guest, (precedence, contact): &Upsert) {
        let text = |channel| contact.address(channel).map(ToString::to_string);
        let hash = |channel| contact.address(channel).map(|address| hasher.address(address).0.to_vec());
        self.pos_id.push(pos_id.to_string());
        self.id.push(id.to_string());
        self.revision.push(precedence.revision);
        self.event_id.push(precedence.event_id.to_string());
        self.first_name.push(contact.first_name.clone());
        self.last_name.push(contact.last_name.clone());
        self.email.push(text(Channel::Email));
        self.email_hash.push(hash(Channel::Email));
        self.phone.push(text(Channel::Text));
        self.phone_hash.push(hash(Channel::Text));
        self.sort_name.push(contact.sort_name());
        self.search.push(contact.search_text());
    }
}

/// Which of these hashes are of erased guests of these locations.
pub async fn known_tombstones(
    tx: &mut Tx,
    asked: &BTreeSet<(PosId, AddressHash)>,
) -> Result<BTreeSet<(PosId, AddressHash)>, Fault> {
    let (pos_ids, asked): (Vec<String>, Vec<Vec<u8>>) =
        asked.iter().map(|(pos_id, hash)| (pos_id.to_string(), hash.0.to_vec())).unzip();
    let rows = sqlx::query!(
        "SELECT t.pos_id, t.hash FROM unnest($1::text[], $2::bytea[]) AS n (pos_id, hash)
         JOIN tombstone AS t ON t.pos_id = n.pos_id AND t.hash = n.hash",
        &pos_ids,
        &asked
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, hash(row.hash)?))).collect()
}

/// Remembers hashes of what named an erased guest.
pub async fn add_tombstones(
    tx: &mut Tx,
    pos_id: &PosId,
    made: &BTreeSet<AddressHash>,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO tombstone (pos_id, hash, made_at)
         SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS n (hash) ORDER BY hash ON CONFLICT DO NOTHING",
        pos_id.as_str(),
        &hashes(made),
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Forgets who a guest is. Returns the hashes of the addresses that are forgotten with it: those that name a person, and
/// that nobody else of the location has.
pub async fn forget_guest(
    tx: &mut Tx,
    guest: &Guest,
    now: Timestamp,
) -> Result<BTreeSet<AddressHash>, Fault> {
    let known = sqlx::query!(
        "UPDATE contact SET first_name = '', last_name = '', email = NULL, email_hash = NULL, phone = NULL,
           phone_hash = NULL, sort_name = '', search = '', erased_at = coalesce(erased_at, $3)
         WHERE pos_id = $1 AND pos_customer_id = $2
         RETURNING old.email, old.email_hash, old.phone, old.phone_hash",
        guest.0.as_str(),
        guest.1.as_str(),
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(known) = known else { return Ok(BTreeSet::new()) };
    let kept = sqlx::query!(
        r#"SELECT EXISTS (SELECT FROM contact WHERE pos_id = $1 AND email_hash = $2) AS "email!",
             EXISTS (SELECT FROM contact WHERE pos_id = $1 AND phone_hash = $3) AS "phone!""#,
        guest.0.as_str(),
        known.email_hash,
        known.phone_hash
    )
    .fetch_one(tx.conn())
    .await?;
    // What was stored before placeholders were known may be one.
    let email = known.email.is_some_and(|text| !kept.email && !is_placeholder_email(&text));
    let phone = known.phone.is_some_and(|text| !kept.phone && !is_placeholder_phone(&text));
    let forgotten = [known.email_hash.filter(|_| email), known.phone_hash.filter(|_| phone)];
    forgotten.into_iter().flatten().map(hash).collect()
}

/// Which of these guests are known and kept: some version of them was stored with a name or an address.
pub async fn kept_guests<'a>(
    tx: &mut Tx,
    guests: impl Iterator<Item = &'a Guest>,
) -> Result<BTreeSet<Guest>, Fault> {
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        guests.map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    let rows = sqlx::query!(
        "SELECT c.pos_id, c.pos_customer_id FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
         JOIN contact AS c ON c.pos_id = n.pos_id AND c.pos_customer_id = n.id
         WHERE c.erased_at IS NULL AND (c.sort_name <> '' OR c.email IS NOT NULL OR c.phone IS NOT NULL)",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| Ok((stored(row.pos_id.parse())?, stored(row.pos_customer_id.parse())?)))
        .collect()
}

/// Forgets names and addresses of those whom a location wrote to: who has one of these addresses, and the guest at any
/// earlier one. Counts and hashes stay.
pub async fn forget_recipients(
    tx: &mut Tx,
    guest: &Guest,
    forgotten: &BTreeSet<AddressHash>,
) -> Result<(), Fault> {
    // What an owner wrote to one guest may name them. Campaigns are locked before their recipients.
    sqlx::query!(
        "UPDATE campaign AS c SET body = ''
         FROM (SELECT campaign_id FROM campaign
               WHERE kind = 'reward' AND campaign_id IN
                 (SELECT campaign_id FROM recipient WHERE address_hash = ANY($2::bytea[]) AND pos_id = $1
                  UNION SELECT campaign_id FROM recipient WHERE pos_id = $1 AND pos_customer_id = $3)
               ORDER BY campaign_id FOR UPDATE) AS f
         WHERE c.campaign_id = f.campaign_id",
        guest.0.as_str(),
        &hashes(forgotten),
        guest.1.as_str()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "UPDATE recipient AS r SET address = NULL, first_name = '', last_name = '', reason = ''
         FROM (SELECT campaign_id, number FROM recipient
               WHERE (campaign_id, number) IN
                 (SELECT campaign_id, number FROM recipient WHERE address_hash = ANY($2::bytea[]) AND pos_id = $1
                  UNION SELECT campaign_id, number FROM recipient WHERE pos_id = $1 AND pos_customer_id = $3)
               ORDER BY campaign_id, number FOR UPDATE) AS f
         WHERE r.campaign_id = f.campaign_id AND r.number = f.number",
        guest.0.as_str(),
        &hashes(forgotten),
        guest.1.as_str()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Who of a location has these addresses; of several with one address the first by id. Each is looked up by its index,
/// whatever the planner thinks of their number.
pub async fn contacts_at(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    asked: &[AddressHash],
) -> Result<BTreeMap<AddressHash, (CustomerId, String, String)>, Fault> {
    let asked = hashes(asked);
    let mut found = BTreeMap::new();
    let mut keep = |bytes: Option<Vec<u8>>, id: String, first: String, last: String| {
        let Some(bytes) = bytes else { return Ok(()) };
        found.entry(hash(bytes)?).or_insert((stored(id.parse())?, first, last));
        Ok::<(), Fault>(())
    };
    match channel {
        Channel::Email => {
            let rows = sqlx::query!(
                "SELECT c.email_hash, c.pos_customer_id, c.first_name, c.last_name
                 FROM unnest($2::bytea[]) AS n (hash)
                 CROSS JOIN LATERAL (SELECT * FROM contact AS c WHERE c.pos_id = $1 AND c.email_hash = n.hash
                   ORDER BY c.pos_customer_id LIMIT 1) AS c",
                pos_id.as_str(),
                &asked
            )
            .fetch_all(tx.conn())
            .await?;
            for row in rows {
                keep(row.email_hash, row.pos_customer_id, row.first_name, row.last_name)?;
            }
        }
        Channel::Text => {
            let rows = sqlx::query!(
                "SELECT c.phone_hash, c.pos_customer_id, c.first_name, c.last_name
                 FROM unnest($2::bytea[]) AS n (hash)
                 CROSS JOIN LATERAL (SELECT * FROM contact AS c WHERE c.pos_id = $1 AND c.phone_hash = n.hash
                   ORDER BY c.pos_customer_id LIMIT 1) AS c",
                pos_id.as_str(),
                &asked
            )
            .fetch_all(tx.conn())
            .await?;
            for row in rows {
                keep(row.phone_hash, row.pos_customer_id, row.first_name, row.last_name)?;
            }
        }
    }
    Ok(found)
}

/// Who a guest is; none if there is no such guest, or they were erased.
pub async fn find_contact(tx: &mut Tx, guest: &Guest) -> Result<Option<Contact>, Fault> {
    let row = sqlx::query!(
        "SELECT first_name, last_name, email, phone FROM contact
         WHERE pos_id = $1 AND pos_customer_id = $2 AND erased_at IS NULL",
        guest.0.as_str(),
        guest.1.as_str()
    )
    .fetch_optional(tx.conn())
    .await?;
    row.map(|row| {
        let address = |channel, text: Option<String>| {
            text.map(|text| stored(crate::domain::Address::parse(channel, &text))).transpose()
        };
        Ok(Contact {
            first_name: row.first_name,
            last_name: row.last_name,
            email: address(Channel::Email, row.email)?,
            phone: address(Channel::Text, row.phone)?,
        })
    })
    .transpose()
}
