//! The mirror: of two reads of an object, the result of the one that began later is stored. The statements of the tables are
//! made from their declarations.

use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};
use serde::Serialize;
use sqlx::AssertSqlSafe;

use crate::domain::{
    BalanceTransaction, Dispute, Kind, Objects, PaymentIntent, PaymentState, Payout, PayoutState, ProviderId,
    Read, Refund,
};

/// A kind of objects, and its table.
pub trait Mirrored: Serialize {
    const KIND: Kind;
    /// Columns beside those that every table has, each with its value in the JSON `o`; `state` is that of [`Self::state`].
    const COLUMNS: &[(&str, &str)];
    /// The columns whose change is published.
    const PUBLISHED: &[&str] = &["id"];

    /// Whether it is not fetched again each night.
    fn is_final(&self) -> bool;

    fn state(&self) -> Option<&'static str> {
        None
    }
}

/// The id of an object that is expanded or not.
const TRANSACTION_ID: &str = "coalesce(o->'balance_transaction'->>'id', o->>'balance_transaction')";

impl Mirrored for PaymentIntent {
    const KIND: Kind = Kind::PaymentIntent;
    const COLUMNS: &[(&str, &str)] = &[
        ("created", "(o->>'created')::bigint"),
        ("state", "state"),
        ("amount", "(o->>'amount')::bigint"),
        ("amount_captured", "coalesce((o->'latest_charge'->>'amount_captured')::bigint, 0)"),
        ("amount_refunded", "coalesce((o->'latest_charge'->>'amount_refunded')::bigint, 0)"),
        // The entry of another processor's payout has the id of its payment.
        (
            "balance_transaction_id",
            "CASE WHEN o ? 'processor' THEN o->>'id' ELSE o->'latest_charge'->'balance_transaction'->>'id' END",
        ),
    ];
    const PUBLISHED: &[&str] = &["state", "amount", "amount_refunded"];

    fn is_final(&self) -> bool {
        self.processor.is_some() || self.is_final()
    }

    fn state(&self) -> Option<&'static str> {
        Some(PaymentState::of(self).name())
    }
}

impl Mirrored for Refund {
    const KIND: Kind = Kind::Refund;
    const COLUMNS: &[(&str, &str)] = &[
        ("created", "(o->>'created')::bigint"),
        ("amount", "(o->>'amount')::bigint"),
        ("payment_intent_id", "o->>'payment_intent'"),
        ("balance_transaction_id", TRANSACTION_ID),
    ];

    fn is_final(&self) -> bool {
        self.processor.is_some() || self.is_final()
    }
}

impl Mirrored for Payout {
    const KIND: Kind = Kind::Payout;
    const COLUMNS: &[(&str, &str)] = &[
        ("created", "(o->>'created')::bigint"),
        ("arrival", "(o->>'arrival_date')::bigint"),
        ("state", "state"),
        ("amount", "(o->>'amount')::bigint"),
        ("balance_transaction_id", TRANSACTION_ID),
    ];
    const PUBLISHED: &[&str] = &["state", "amount"];

    fn is_final(&self) -> bool {
        self.processor.is_some() || self.is_final()
    }

    fn state(&self) -> Option<&'static str> {
        Some(PayoutState::of(self).name())
    }
}

impl Mirrored for Dispute {
    const KIND: Kind = Kind::Dispute;
    const COLUMNS: &[(&str, &str)] = &[
        ("created", "(o->>'created')::bigint"),
        ("amount", "(o->>'amount')::bigint"),
        ("payment_intent_id", "o->>'payment_intent'"),
    ];

    fn is_final(&self) -> bool {
        self.processor.is_some() || self.is_final()
    }
}

impl Mirrored for BalanceTransaction {
    const KIND: Kind = Kind::BalanceTransaction;
    const COLUMNS: &[(&str, &str)] = &[
        ("created", "(o->>'created')::bigint"),
        ("available_on", "(o->>'available_on')::bigint"),
        ("kind", "o->>'type'"),
        ("amount", "(o->>'amount')::bigint"),
        ("fee", "(o->>'fee')::bigint"),
        ("net", "(o->>'net')::bigint"),
    ];

    fn is_final(&self) -> bool {
        self.processor.is_some() || self.is_final()
    }
}

/// Objects whose published columns changed.
#[derive(Debug, Default)]
pub struct Changed<'a> {
    pub payments: Vec<&'a PaymentIntent>,
    pub payouts: Vec<&'a Payout>,
    /// New ones.
    pub disputes: Vec<&'a Dispute>,
}

/// Stores objects in the mirror of a location; returns those with published changes.
pub async fn upsert<'a>(tx: &mut Tx, pos_id: &PosId, objects: &'a Objects) -> Result<Changed<'a>, Fault> {
    let payments = upsert_kind(tx, pos_id, &objects.intents).await?;
    upsert_kind(tx, pos_id, &objects.refunds).await?;
    let disputes = upsert_kind(tx, pos_id, &objects.disputes).await?;
    let payouts = upsert_kind(tx, pos_id, &objects.payouts).await?;
    note_contents(tx, pos_id, objects).await?;
    upsert_kind(tx, pos_id, &objects.transactions).await?;
    note_contained(tx, pos_id, &objects.contained).await?;
    Ok(Changed { payments, payouts, disputes })
}

async fn upsert_kind<'a, T: Mirrored>(
    tx: &mut Tx,
    pos_id: &PosId,
    objects: &'a BTreeMap<ProviderId, Read<T>>,
) -> Result<Vec<&'a T>, Fault> {
    if objects.is_empty() {
        return Ok(Vec::new());
    }
    let json = objects.values().map(|(_, object)| serde_json::to_string(object));
    let json = json.collect::<Result<Vec<String>, _>>().map_err(|e| Fault::Permanent(e.to_string()))?;
    let rows: Vec<(ProviderId, bool, bool)> = sqlx::query_as(AssertSqlSafe(statement::<T>()))
        .bind(pos_id.as_str())
        .bind(column(objects.keys(), ProviderId::as_str))
        .bind(column(objects.values(), |(read, _)| *read))
        .bind(column(objects.values(), |(_, object)| object.is_final()))
        .bind(column(objects.values(), |(_, object)| object.state()))
        .bind(json)
        .fetch_all(tx.conn())
        .await?;
    if rows.iter().any(|(_, _, is_changed)| *is_changed) {
        tx.touch(pos_id);
    }
    let published = rows.iter().filter(|(_, is_published, _)| *is_published);
    Ok(published.filter_map(|(id, _, _)| objects.get(id)).map(|(_, object)| object).collect())
}

/// The statement that stores objects of a kind. It returns, for each stored object, the id, whether published columns changed,
/// and whether any column did.
fn statement<T: Mirrored>() -> String {
    let table = T::KIND.as_str();
    let list = |of: &str, columns: &[&str]| {
        columns.iter().map(|name| format!("{of}{name}")).collect::<Vec<_>>().join(", ")
    };
    let names = ["read_number", "final", "object", "processor"]
        .into_iter()
        .chain(T::COLUMNS.iter().map(|(name, _)| *name));
    let names: Vec<&str> = names.collect();
    let values = list("", &column(T::COLUMNS, |(_, value)| *value));
    format!(
        "INSERT INTO {table} AS t (pos_id, id, {})
         SELECT $1, id, read_number, final, o, o->>'processor', {values}
         FROM (SELECT id, read_number, final, state, object::jsonb AS o
               FROM unnest($2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::text[])
                 AS n (id, read_number, final, state, object)) AS n
         ORDER BY id
         ON CONFLICT (pos_id, id) DO UPDATE SET ({}) = ROW ({})
         WHERE t.read_number < excluded.read_number
         RETURNING new.id, ROW ({}) IS DISTINCT FROM ROW ({}), old.object IS DISTINCT FROM new.object",
        list("", &names),
        list("", &names),
        list("excluded.", &names),
        list("old.", T::PUBLISHED),
        list("new.", T::PUBLISHED),
    )
}

/// Stores the sums of payouts' contents, of the reads that are stored.
async fn note_contents(tx: &mut Tx, pos_id: &PosId, objects: &Objects) -> Result<(), Fault> {
    let read_with = |(id, sum)| objects.payouts.get(id).map(|(read, _)| (id, *read, sum));
    let contents: Vec<(&ProviderId, i64, &i64)> = objects.contents.iter().filter_map(read_with).collect();
    if contents.is_empty() {
        return Ok(());
    }
    let noted = sqlx::query!(
        "UPDATE payout AS p SET contents = n.contents
         FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS n (id, read_number, contents)
         WHERE p.pos_id = $1 AND p.id = n.id AND p.read_number = n.read_number
           AND p.contents IS DISTINCT FROM n.contents",
        pos_id.as_str(),
        &column(&contents, |(id, _, _)| id.as_str()) as &[&str],
        &column(&contents, |(_, read, _)| *read),
        &column(&contents, |(_, _, sum)| **sum)
    )
    .execute(tx.conn())
    .await?;
    if noted.rows_affected() > 0 {
        tx.touch(pos_id);
    }
    Ok(())
}

/// Stores which payouts contain balance transactions; that never changes.
async fn note_contained(
    tx: &mut Tx,
    pos_id: &PosId,
    contained: &BTreeMap<ProviderId, ProviderId>,
) -> Result<(), Fault> {
    if contained.is_empty() {
        return Ok(());
    }
    let noted = sqlx::query!(
        "UPDATE balance_transaction AS b SET payout_id = n.payout_id
         FROM unnest($2::text[], $3::text[]) AS n (id, payout_id)
         WHERE b.pos_id = $1 AND b.id = n.id AND b.payout_id IS DISTINCT FROM n.payout_id",
        pos_id.as_str(),
        &column(contained.keys(), ProviderId::as_str) as &[&str],
        &column(contained.values(), ProviderId::as_str) as &[&str]
    )
    .execute(tx.conn())
    .await?;
    if noted.rows_affected() > 0 {
        tx.touch(pos_id);
    }
    Ok(())
}
