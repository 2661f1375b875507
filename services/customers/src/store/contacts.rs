use std::collections::{BTreeMap, BTreeSet};

use saffron_core::PosId;
use saffron_core::fact::Precedence;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::stored;
use crate::domain::{Contact, Guest, phone_digits};

/// What a till says of a guest, and which version of it.
pub type Upsert = (Precedence, Contact);

/// Keeps what is newer than what is there, and tells whose guests changed. An erased guest stays so.
pub async fn keep_upserts(tx: &mut Tx, upserts: &BTreeMap<Guest, Upsert>) -> Result<BTreeSet<PosId>, Fault> {
    let mut columns = Columns::default();
    for (guest, upsert) in upserts {
        columns.push(guest, upsert);
    }
    let rows = sqlx::query_scalar!(
        "INSERT INTO customer AS c (pos_id, pos_customer_id, revision, event_id, first_name, last_name, email, phone,
           email_consent, sms_consent, search, phone_digits)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
           $8::text[], $9::boolean[], $10::boolean[], $11::text[], $12::text[])
         ON CONFLICT (pos_id, pos_customer_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, first_name = excluded.first_name,
           last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
           email_consent = excluded.email_consent, sms_consent = excluded.sms_consent, search = excluded.search,
           phone_digits = excluded.phone_digits
         WHERE c.erased_at IS NULL AND (excluded.revision, excluded.event_id) > (c.revision, c.event_id)
         RETURNING pos_id",
        &columns.pos_id,
        &columns.id,
        &columns.revision,
        &columns.event_id,
        &columns.first_name as &[Option<String>],
        &columns.last_name as &[Option<String>],
        &columns.email as &[Option<String>],
        &columns.phone as &[Option<String>],
        &columns.email_consent as &[Option<bool>],
        &columns.sms_consent as &[Option<bool>],
        &columns.search,
        &columns.phone_digits
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().collect::<BTreeSet<String>>().into_iter().map(|id| stored(id.parse())).collect()
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
         JOIN customer AS c ON c.pos_id = n.pos_id AND c.pos_customer_id = n.id
         WHERE c.erased_at IS NULL
           AND (c.first_name <> '' OR c.last_name <> '' OR c.email <> '' OR c.phone <> '')",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| Ok((stored(row.pos_id.parse())?, stored(row.pos_customer_id.parse())?)))
        .collect()
}

#[derive(Default)]
struct Columns {
    pos_id: Vec<String>,
    id: Vec<String>,
    revision: Vec<i64>,
    event_id: Vec<String>,
    first_name: Vec<Option<String>>,
    last_name: Vec<Option<String>>,
    email: Vec<Option<String>>,
    phone: Vec<Option<String>>,
    email_consent: Vec<Option<bool>>,
    sms_consent: Vec<Option<bool>>,
    search: Vec<String>,
    phone_digits: Vec<String>,
}

impl Columns {
    fn push(&mut self, (pos_id, id): &Guest, (precedence, contact): &Upsert) {
        self.pos_id.push(pos_id.to_string());
        self.id.push(id.to_string());
        self.revision.push(precedence.revision);
        self.event_id.push(precedence.event_id.to_string());
        self.first_name.push(contact.first_name.clone());
        self.last_name.push(contact.last_name.clone());
        self.email.push(contact.email.clone());
        self.phone.push(contact.phone.clone());
        self.email_consent.push(contact.email_consent);
        self.sms_consent.push(contact.sms_consent);
        self.search.push(contact.search_text());
        self.phone_digits.push(contact.phone.as_deref().map(phone_digits).unwrap_or_default());
    }
}
