//! Consents and refusals that POSes send, each about one guest and one address.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::Precedence;
use saffron_core::{CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::ledger::{Entry, Scope, append};
use crate::domain::{Act, AddressHash, Channel, Guest, Statement};
use crate::store::column;

/// A consent or refusal that a POS sent.
#[derive(Debug, Clone)]
pub struct PosConsent {
    /// The version of the guest; the newest with a statement counts.
    pub precedence: Precedence,
    /// Whether the guest may get messages.
    pub granted: bool,
    /// When it was received, UTC.
    pub at: Timestamp,
}

/// Stores statements that are newer than the stored ones. Those that changed something are added to the ledger; a repeated
/// statement keeps the time of the first. The caller has locked the locations.
pub async fn apply_pos_consents(
    tx: &mut Tx,
    consents: &BTreeMap<(Guest, Channel, AddressHash), PosConsent>,
) -> Result<(), Fault> {
    if consents.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = consents.iter().collect();
    let changed = sqlx::query!(
        r#"WITH stored AS (
             INSERT INTO till_word AS w (pos_id, channel, address_hash, pos_customer_id, revision, event_id, granted,
               said_at)
             SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bigint[], $6::text[], $7::boolean[],
               $8::timestamptz[])
             ON CONFLICT (pos_id, channel, address_hash, pos_customer_id) DO UPDATE SET
               revision = excluded.revision, event_id = excluded.event_id, granted = excluded.granted,
               said_at = CASE WHEN w.granted = excluded.granted THEN w.said_at ELSE excluded.said_at END
             WHERE (excluded.revision, excluded.event_id) > (w.revision, w.event_id)
             RETURNING pos_id, channel, address_hash, pos_customer_id,
               old.granted IS DISTINCT FROM new.granted AS is_changed)
           SELECT pos_id AS "pos_id: PosId", channel AS "channel: Channel", address_hash AS "hash: AddressHash",
             pos_customer_id AS "id: CustomerId"
           FROM stored WHERE is_changed"#,
        &column(&rows, |(((pos_id, _), ..), _)| pos_id.as_str()) as &[&str],
        &column(&rows, |((_, channel, _), _)| *channel) as &[Channel],
        &column(&rows, |((.., hash), _)| *hash) as &[AddressHash],
        &column(&rows, |(((_, id), ..), _)| id.as_str()) as &[&str],
        &column(&rows, |(_, consent)| consent.precedence.revision),
        &column(&rows, |(_, consent)| consent.precedence.event_id.as_str()) as &[&str],
        &column(&rows, |(_, consent)| consent.granted),
        &column(&rows, |(_, consent)| consent.at.to_sqlx()) as &[jiff_sqlx::Timestamp]
    )
    .map(|row| ((row.pos_id, row.id), row.channel, row.hash))
    .fetch_all(tx.conn())
    .await?;
    let changed = changed.iter().filter_map(|key| consents.get_key_value(key));
    let entries = changed.map(|(((pos_id, _), channel, hash), consent)| Entry {
        precedence: Some(consent.precedence.clone()),
        ..Entry::of(
            (Scope::Location(pos_id.clone()), *channel, *hash),
            Statement { act: Act::Pos, granted: consent.granted, at: consent.at },
        )
    });
    let entries: Vec<Entry> = entries.collect();
    append(tx, &entries.iter().collect::<Vec<_>>()).await
}
