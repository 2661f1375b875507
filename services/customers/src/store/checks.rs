use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, CheckId, CustomerId, ItemId, Money, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};

use super::columns;
use crate::domain::{CheckKey, Effect, Refunds};

/// Those of these checks that are stored, with version and effect.
pub async fn stored_checks<'a>(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &'a CheckKey>,
) -> Result<BTreeMap<CheckKey, (Precedence, Effect)>, Fault> {
    let (pos_ids, ids) = columns(keys);
    let rows = sqlx::query!(
        "SELECT k.pos_id, k.pos_check_id, k.revision, k.event_id, k.stamp, k.pos_customer_id, k.closed_at, k.business_date,
           k.net_sales, k.reward_used, k.voided, k.refund, k.refund_of, k.earned, k.spent, k.taken, k.returned
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
         JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.pos_check_id = n.id",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    let known = rows.into_iter().map(|row| {
        let effect = Effect {
            guest: row.pos_customer_id,
            closed_at: row.closed_at.to_jiff(),
            business_date: row.business_date,
            net_sales: row.net_sales,
            reward_used: row.reward_used,
            voided: row.voided,
            refund: row.refund,
            refund_of: row.refund_of,
            earned: row.earned,
            spent: row.spent,
            taken: row.taken,
            returned: row.returned,
        };
        (
            (row.pos_id, row.pos_check_id),
            (Precedence::new(row.revision, row.event_id).stamped(row.stamp), effect),
        )
    });
    Ok(known.collect())
}

/// The effects of checks of a location that were closed at this moment or later, without those of erased guests.
pub async fn effects_since(
    tx: &mut Tx,
    pos_id: &PosId,
    since: Timestamp,
) -> Result<BTreeMap<CheckKey, Effect>, Fault> {
    let rows = sqlx::query!(
        "SELECT k.pos_id, k.pos_check_id
         FROM pos_check AS k JOIN customer AS c USING (pos_id, pos_customer_id)
         WHERE k.pos_id = $1 AND k.closed_at >= $2 AND k.pos_customer_id IS NOT NULL AND c.erased_at IS NULL",
        pos_id.as_str(),
        since.to_sqlx()
    )
    .fetch_all(tx.conn())
    .await?;
    let keys: BTreeSet<CheckKey> = rows.into_iter().map(|row| (row.pos_id, row.pos_check_id)).collect();
    let known = stored_checks(tx, &keys).await?;
    Ok(known.into_iter().map(|(key, (_, effect))| (key, effect)).collect())
}

/// The sums of the refunds of each of these checks.
pub async fn refunds_of<'a>(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &'a CheckKey>,
) -> Result<BTreeMap<CheckKey, Refunds>, Fault> {
    let (pos_ids, ids) = columns(keys);
    let rows = sqlx::query!(
        r#"SELECT n.pos_id AS "pos_id!: PosId", n.id AS "id!: CheckId",
             sum(k.net_sales - k.reward_used)::bigint AS "eligible!: Money",
             sum(k.reward_used)::bigint AS "reward_used!: Money"
           FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
           JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.refund_of = n.id
           GROUP BY n.pos_id, n.id"#,
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    let refunds = rows.into_iter().map(|row| {
        let refunds = Refunds { eligible: row.eligible, reward_used: row.reward_used };
        ((row.pos_id, row.id), refunds)
    });
    Ok(refunds.collect())
}

/// Sets the points that stored checks earn, and that refunds take back and return.
pub async fn set_points<'a>(
    tx: &mut Tx,
    effects: impl IntoIterator<Item = (&'a CheckKey, &'a Effect)>,
) -> Result<(), Fault> {
    let (keys, effects): (Vec<&CheckKey>, Vec<&Effect>) = effects.into_iter().unzip();
    if keys.is_empty() {
        return Ok(());
    }
    let (pos_ids, ids) = columns(keys);
    sqlx::query!(
        "UPDATE pos_check AS k SET earned = n.earned, taken = n.taken, returned = n.returned
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
           AS n (pos_id, id, earned, taken, returned)
         WHERE k.pos_id = n.pos_id AND k.pos_check_id = n.id",
        &pos_ids,
        &ids,
        &column(&effects, |effect| effect.earned),
        &column(&effects, |effect| effect.taken),
        &column(&effects, |effect| effect.returned)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A check to be stored.
#[derive(Debug, Clone)]
pub struct NewCheck {
    pub precedence: Precedence,
    pub effect: Effect,
    /// The guest whom the check names, if it counts for another one into whom that guest was merged.
    pub named: Option<CustomerId>,
    pub servings: BTreeMap<ItemId, Quantity>,
}

/// Stores checks, in place of earlier versions.
pub async fn store_checks(tx: &mut Tx, checks: &BTreeMap<CheckKey, NewCheck>) -> Result<(), Fault> {
    let (pos_ids, ids) = columns(checks.keys());
    let effects = column(checks.values(), |check| &check.effect);
    // Ids hold no comma.
    let items =
        column(checks.values(), |check| column(check.servings.keys(), |item| item.as_str()).join(","));
    let quantities = column(checks.values(), |check| {
        column(check.servings.values(), |quantity| quantity.milli().to_string()).join(",")
    });
    sqlx::query!(
        r#"INSERT INTO pos_check (pos_id, pos_check_id, revision, event_id, pos_customer_id, closed_at, business_date,
             net_sales, reward_used, voided, refund, refund_of, earned, spent, taken, returned, item_ids, quantities,
             stamp, named_customer_id)
           SELECT pos_id, id, revision, event_id, guest, closed_at, business_date, net_sales, reward_used, voided, refund,
             refund_of, earned, spent, taken, returned, string_to_array(items, ','), string_to_array(quantities, ',')::bigint[],
             stamp, named
           FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::date[],
             $8::bigint[], $9::bigint[], $10::boolean[], $11::boolean[], $12::text[], $13::bigint[], $14::bigint[],
             $15::bigint[], $16::bigint[], $17::text[], $18::text[], $19::bigint[], $20::text[])
             AS n (pos_id, id, revision, event_id, guest, closed_at, business_date, net_sales, reward_used, voided,
               refund, refund_of, earned, spent, taken, returned, items, quantities, stamp, named)
           ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
             revision = excluded.revision, event_id = excluded.event_id, pos_customer_id = excluded.pos_customer_id,
             closed_at = excluded.closed_at, business_date = excluded.business_date, net_sales = excluded.net_sales,
             reward_used = excluded.reward_used, voided = excluded.voided, refund = excluded.refund,
             refund_of = excluded.refund_of, earned = excluded.earned, spent = excluded.spent, taken = excluded.taken,
             returned = excluded.returned, item_ids = excluded.item_ids, quantities = excluded.quantities,
             stamp = excluded.stamp, named_customer_id = excluded.named_customer_id"#,
        &pos_ids,
        &ids,
        &column(checks.values(), |check| check.precedence.revision),
        &column(checks.values(), |check| check.precedence.event_id.as_str()) as &[&str],
        &column(&effects, |effect| effect.guest.as_ref()) as &[Option<&CustomerId>],
        &column(&effects, |effect| effect.closed_at.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(&effects, |effect| effect.business_date) as &[BusinessDate],
        &column(&effects, |effect| effect.net_sales) as &[Money],
        &column(&effects, |effect| effect.reward_used) as &[Money],
        &column(&effects, |effect| effect.voided),
        &column(&effects, |effect| effect.refund),
        &column(&effects, |effect| effect.refund_of.as_ref()) as &[Option<&CheckId>],
        &column(&effects, |effect| effect.earned),
        &column(&effects, |effect| effect.spent),
        &column(&effects, |effect| effect.taken),
        &column(&effects, |effect| effect.returned),
        &items,
        &quantities,
        &column(checks.values(), |check| check.precedence.stamp),
        &column(checks.values(), |check| check.named.as_ref()) as &[Option<&CustomerId>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
