//! The newest facts about objects of other processors, and those processors.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_core::fact::Precedence;
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};

use crate::domain::{Held, Kind, ProviderId, RecordedKey};

/// Notes facts of a locked location, each with its object; returns the objects of those that are newer than the noted ones.
pub async fn note_recorded(
    tx: &mut Tx,
    pos_id: &PosId,
    facts: &[(&RecordedKey, &Precedence)],
) -> Result<BTreeSet<RecordedKey>, Fault> {
    let noted = sqlx::query!(
        r#"INSERT INTO recorded AS r (pos_id, kind, id, revision, event_id)
           SELECT $1, kind, id, revision, event_id
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) AS n (kind, id, revision, event_id)
           ORDER BY kind, id
           ON CONFLICT (pos_id, kind, id) DO UPDATE SET revision = excluded.revision, event_id = excluded.event_id
           WHERE (r.revision, r.event_id) < (excluded.revision, excluded.event_id)
           RETURNING kind, id"#,
        pos_id.as_str(),
        &column(facts, |(key, _)| key.0) as &[Kind],
        &column(facts, |(key, _)| &key.1) as &[&ProviderId],
        &column(facts, |(_, precedence)| precedence.revision),
        &column(facts, |(_, precedence)| precedence.event_id.as_str()) as &[&str]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(noted.into_iter().map(|row| (row.kind, row.id)).collect())
}

/// What a location's processor has recorded.
#[derive(Debug, Clone)]
pub struct Recording {
    /// The processor, as it was sent.
    pub name: String,
    /// When its first and its last payment were made, seconds since 1970; none without a payment.
    pub payments: Option<(i64, i64)>,
    /// When its newest fact came in, UTC.
    pub recorded_at: Timestamp,
}

/// Notes what processors of a locked location have recorded, by the prefixes of their ids.
pub async fn note_processors(
    tx: &mut Tx,
    pos_id: &PosId,
    recordings: &BTreeMap<String, Recording>,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO processor AS p (pos_id, prefix, name, first_payment, last_payment, recorded_at)
         SELECT $1, prefix, name, first_payment, last_payment, recorded_at
         FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::timestamptz[])
           AS n (prefix, name, first_payment, last_payment, recorded_at)
         ORDER BY prefix
         ON CONFLICT (pos_id, prefix) DO UPDATE SET
           name = CASE WHEN excluded.recorded_at >= p.recorded_at THEN excluded.name ELSE p.name END,
           first_payment = least(p.first_payment, excluded.first_payment),
           last_payment = greatest(p.last_payment, excluded.last_payment),
           recorded_at = greatest(p.recorded_at, excluded.recorded_at)",
        pos_id.as_str(),
        &column(recordings.keys(), String::as_str) as &[&str],
        &column(recordings.values(), |one| one.name.as_str()) as &[&str],
        &column(recordings.values(), |one| one.payments.map_or(i64::MAX, |(first, _)| first)),
        &column(recordings.values(), |one| one.payments.map_or(0, |(_, last)| last)),
        &column(recordings.values(), |one| one.recorded_at.to_sqlx()) as &[jiff_sqlx::Timestamp]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The entries that later payouts hold of those that these payouts of a locked location name: they stay there.
pub async fn entries_of_later_payouts(
    tx: &mut Tx,
    pos_id: &PosId,
    held: &Held,
    created: &BTreeMap<ProviderId, i64>,
) -> Result<Vec<(ProviderId, ProviderId)>, Fault> {
    let pairs: Vec<(&ProviderId, &ProviderId)> = held
        .entries
        .iter()
        .flat_map(|(payout, entries)| entries.iter().map(move |entry| (payout, entry)))
        .collect();
    let rows = sqlx::query!(
        r#"SELECT n.payout_id AS "payout_id!: ProviderId", n.id AS "id!: ProviderId"
           FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n (payout_id, id, created)
           JOIN balance_transaction AS b ON b.pos_id = $1 AND b.id = n.id AND b.payout_id <> n.payout_id
           JOIN payout AS o ON o.pos_id = $1 AND o.id = b.payout_id AND (o.created, o.id) > (n.created, n.payout_id)"#,
        pos_id.as_str(),
        &column(&pairs, |(payout, _)| *payout) as &[&ProviderId],
        &column(&pairs, |(_, entry)| *entry) as &[&ProviderId],
        &column(&pairs, |(payout, _)| created.get(*payout).copied().unwrap_or_default())
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.payout_id, row.id)).collect())
}

/// Deletes refunds of payments and entries of payouts at a locked location that newer facts about these no longer name.
pub async fn delete_not_held(tx: &mut Tx, pos_id: &PosId, held: &Held) -> Result<(), Fault> {
    let parents = |of: &BTreeMap<ProviderId, BTreeSet<ProviderId>>| -> Vec<String> {
        of.keys().map(ToString::to_string).collect()
    };
    let children = |of: &BTreeMap<ProviderId, BTreeSet<ProviderId>>| -> Vec<String> {
        of.values().flatten().map(ToString::to_string).collect()
    };
    sqlx::query!(
        "DELETE FROM refund WHERE pos_id = $1 AND payment_intent_id = ANY($2) AND processor IS NOT NULL
           AND NOT (id = ANY($3))",
        pos_id.as_str(),
        &parents(&held.refunds),
        &children(&held.refunds)
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM balance_transaction WHERE pos_id = $1 AND payout_id = ANY($2) AND processor IS NOT NULL
           AND NOT (id = ANY($3))",
        pos_id.as_str(),
        &parents(&held.entries),
        &children(&held.entries)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A number for objects that facts record: higher than those of all that were stored before.
pub async fn next_record_number(tx: &mut Tx) -> Result<i64, Fault> {
    let next = sqlx::query_scalar!(r#"SELECT nextval('fetch_order') AS "next!""#);
    Ok(next.fetch_one(tx.conn()).await?)
}
