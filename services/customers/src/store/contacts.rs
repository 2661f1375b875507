use std::collections::{BTreeMap, BTreeSet};

use saffron_core::PosId;
use saffron_core::contact::digits;
use saffron_core::fact::Precedence;
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};

use super::columns;
use crate::domain::{Contact, Guest};

/// Contact data that a till sent, and the version.
pub type Upsert = (Precedence, Contact);

/// Stores contact data that are newer than the stored ones. Erased guests stay erased.
pub async fn store_contacts(tx: &mut Tx, upserts: &BTreeMap<Guest, Upsert>) -> Result<(), Fault> {
    let (pos_ids, ids) = columns(upserts.keys());
    let contacts = column(upserts.values(), |(_, contact)| contact);
    let changed = sqlx::query_scalar!(
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
        &pos_ids,
        &ids,
        &column(upserts.values(), |(precedence, _)| precedence.revision),
        &column(upserts.values(), |(precedence, _)| precedence.event_id.as_str()) as &[&str],
        &column(&contacts, |contact| contact.first_name.as_deref()) as &[Option<&str>],
        &column(&contacts, |contact| contact.last_name.as_deref()) as &[Option<&str>],
        &column(&contacts, |contact| contact.email.as_deref()) as &[Option<&str>],
        &column(&contacts, |contact| contact.phone.as_deref()) as &[Option<&str>],
        &column(&contacts, |contact| contact.email_consent) as &[Option<bool>],
        &column(&contacts, |contact| contact.sms_consent) as &[Option<bool>],
        &column(&contacts, |contact| contact.search_text()),
        &column(&contacts, |contact| contact.phone.as_deref().map(digits).unwrap_or_default())
    )
    .fetch_all(tx.conn())
    .await?;
    changed.into_iter().collect::<BTreeSet<PosId>>().iter().for_each(|pos_id| tx.touch(pos_id));
    Ok(())
}

/// Those of these guests of whom some version was stored with a name or an address, and who are not erased.
pub async fn guests_with_contact<'a>(
    tx: &mut Tx,
    guests: impl IntoIterator<Item = &'a Guest>,
) -> Result<BTreeSet<Guest>, Fault> {
    let (pos_ids, ids) = columns(guests);
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
    Ok(rows.into_iter().map(|row| (row.pos_id, row.pos_customer_id)).collect())
}
