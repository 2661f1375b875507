use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::fact::Precedence;
use saffron_core::{CheckId, ItemId, Money, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{business_date, sql_date, stored};
use crate::domain::{CheckKey, Effect, Refunds};

macro_rules! effect {
    ($row:ident, $guest:expr) => {
        Effect {
            guest: $guest,
            closed_at: $row.closed_at.to_jiff(),
            business_date: business_date($row.business_date),
            net_sales: Money::from_cents($row.net_sales),
            reward_used: Money::from_cents($row.reward_used),
            voided: $row.voided,
            refund: $row.refund,
            refund_of: $row.refund_of.map(|id| stored(id.parse())).transpose()?,
            earned: $row.earned,
            spent: $row.spent,
            taken: $row.taken,
            returned: $row.returned,
        }
    };
}

/// A check as it was stored: which version, and what it did.
#[derive(Debug, Clone)]
pub struct KnownCheck {
    /// Which version.
    pub precedence: Precedence,
    /// What it did.
    pub effect: Effect,
}

/// Those of these checks that are stored.
pub async fn known_checks<'a>(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &'a (PosId, CheckId)>,
) -> Result<BTreeMap<(PosId, CheckId), KnownCheck>, Fault> {
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    let rows = sqlx::query!(
        "SELECT k.pos_id, k.pos_check_id, k.revision, k.event_id, k.pos_customer_id, k.closed_at, k.business_date,
           k.net_sales, k.reward_used, k.voided, k.refund, k.refund_of, k.earned, k.spent, k.taken, k.returned
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
         JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.pos_check_id = n.id",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let effect = effect!(row, row.pos_customer_id.map(|id| stored(id.parse())).transpose()?);
            let key = (stored(row.pos_id.parse())?, stored(row.pos_check_id.parse())?);
            let precedence = Precedence::new(row.revision, stored(row.event_id.parse())?);
            Ok((key, KnownCheck { precedence, effect }))
        })
        .collect()
}

/// The checks of living guests of a location that were closed at this moment or later.
pub async fn worked_since(
    tx: &mut Tx,
    pos_id: &PosId,
    since: Timestamp,
) -> Result<BTreeMap<CheckKey, Effect>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT k.pos_check_id, k.pos_customer_id AS "pos_customer_id!", k.closed_at, k.business_date, k.net_sales,
             k.reward_used, k.voided, k.refund, k.refund_of, k.earned, k.spent, k.taken, k.returned
           FROM pos_check AS k JOIN customer AS c USING (pos_id, pos_customer_id)
           WHERE k.pos_id = $1 AND k.closed_at >= $2 AND k.pos_customer_id IS NOT NULL AND c.erased_at IS NULL"#,
        pos_id.as_str(),
        jiff_sqlx::Timestamp::from(since) as jiff_sqlx::Timestamp
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let effect = effect!(row, Some(stored(row.pos_customer_id.parse())?));
            Ok(((pos_id.clone(), stored(row.pos_check_id.parse())?), effect))
        })
        .collect()
}

/// What the refunds of each of these checks come to together.
pub async fn refunds_of<'a>(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &'a CheckKey>,
) -> Result<BTreeMap<CheckKey, Refunds>, Fault> {
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    let rows = sqlx::query!(
        r#"SELECT n.pos_id AS "pos_id!", n.id AS "id!", sum(k.net_sales - k.reward_used)::bigint AS "eligible!",
             sum(k.reward_used)::bigint AS "reward_used!"
           FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
           JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.refund_of = n.id
           GROUP BY n.pos_id, n.id"#,
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let eligible = Money::from_cents(row.eligible);
            let refunds = Refunds { eligible, reward_used: Money::from_cents(row.reward_used) };
            Ok(((stored(row.pos_id.parse())?, stored(row.id.parse())?), refunds))
        })
        .collect()
}

/// Notes what checks earn now, and what their refunds take and give back.
pub async fn rework<'a>(
    tx: &mut Tx,
    effects: impl IntoIterator<Item = (&'a CheckKey, &'a Effect)>,
) -> Result<(), Fault> {
    let (mut pos_ids, mut ids) = (Vec::new(), Vec::new());
    let (mut earned, mut taken, mut returned) = (Vec::new(), Vec::new(), Vec::new());
    for ((pos_id, id), effect) in effects {
        pos_ids.push(pos_id.to_string());
        ids.push(id.to_string());
        earned.push(effect.earned);
        taken.push(effect.taken);
        returned.push(effect.returned);
    }
    if ids.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE pos_check AS k SET earned = n.earned, taken = n.taken, returned = n.returned
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
           AS n (pos_id, id, earned, taken, returned)
         WHERE k.pos_id = n.pos_id AND k.pos_check_id = n.id",
        &pos_ids,
        &ids,
        &earned,
        &taken,
        &returned
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A check to be stored.
#[derive(Debug, Clone)]
pub struct NewCheck {
    /// Which version.
    pub precedence: Precedence,
    /// What it does.
    pub effect: Effect,
    /// What it serves.
    pub servings: BTreeMap<ItemId, Quantity>,
}

/// Stores checks in place of what is there.
pub async fn put_checks(tx: &mut Tx, checks: &BTreeMap<(PosId, CheckId), NewCheck>) -> Result<(), Fault> {
    let mut columns = Columns::default();
    for (key, check) in checks {
        columns.push(key, check);
    }
    sqlx::query!(
        r#"INSERT INTO pos_check (pos_id, pos_check_id, revision, event_id, pos_customer_id, closed_at, business_date,
             net_sales, reward_used, voided, refund, refund_of, earned, spent, taken, returned, item_ids, quantities)
           SELECT pos_id, id, revision, event_id, guest, closed_at, business_date, net_sales, reward_used, voided, refund,
             refund_of, earned, spent, taken, returned, string_to_array(items, ','), string_to_array(quantities, ',')::bigint[]
           FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::date[],
             $8::bigint[], $9::bigint[], $10::boolean[], $11::boolean[], $12::bigint[], $13::bigint[], $14::text[],
             $15::text[], $16::text[], $17::bigint[], $18::bigint[])
             AS n (pos_id, id, revision, event_id, guest, closed_at, business_date, net_sales, reward_used, voided,
               refund, earned, spent, items, quantities, refund_of, taken, returned)
           ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
             revision = excluded.revision, event_id = excluded.event_id, pos_customer_id = excluded.pos_customer_id,
             closed_at = excluded.closed_at, business_date = excluded.business_date, net_sales = excluded.net_sales,
             reward_used = excluded.reward_used, voided = excluded.voided, refund = excluded.refund,
             refund_of = excluded.refund_of, earned = excluded.earned, spent = excluded.spent, taken = excluded.taken,
             returned = excluded.returned, item_ids = excluded.item_ids,
             quantities = excluded.quantities"#,
        &columns.pos_id,
        &columns.id,
        &columns.revision,
        &columns.event_id,
        &columns.guest as &[Option<String>],
        &columns.closed_at as &[jiff_sqlx::Timestamp],
        &columns.business_date as &[jiff_sqlx::Date],
        &columns.net_sales,
        &columns.reward_used,
        &columns.voided,
        &columns.refund,
        &columns.earned,
        &columns.spent,
        &columns.items,
        &columns.quantities,
        &columns.refund_of as &[Option<String>],
        &columns.taken,
        &columns.returned
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
    guest: Vec<Option<String>>,
    closed_at: Vec<jiff_sqlx::Timestamp>,
    business_date: Vec<jiff_sqlx::Date>,
    net_sales: Vec<i64>,
    reward_used: Vec<i64>,
    voided: Vec<bool>,
    refund: Vec<bool>,
    earned: Vec<i64>,
    spent: Vec<i64>,
    items: Vec<String>,
    quantities: Vec<String>,
    refund_of: Vec<Option<String>>,
    taken: Vec<i64>,
    returned: Vec<i64>,
}

impl Columns {
    fn push(&mut self, (pos_id, id): &(PosId, CheckId), check: &NewCheck) {
        let effect = &check.effect;
        self.pos_id.push(pos_id.to_string());
        self.id.push(id.to_string());
        self.revision.push(check.precedence.revision);
        self.event_id.push(check.precedence.event_id.to_string());
        self.guest.push(effect.guest.as_ref().map(ToString::to_string));
        self.closed_at.push(effect.closed_at.into());
        self.business_date.push(sql_date(effect.business_date));
        self.net_sales.push(effect.net_sales.cents());
        self.reward_used.push(effect.reward_used.cents());
        self.voided.push(effect.voided);
        self.refund.push(effect.refund);
        self.earned.push(effect.earned);
        self.spent.push(effect.spent);
        self.refund_of.push(effect.refund_of.as_ref().map(ToString::to_string));
        self.taken.push(effect.taken);
        self.returned.push(effect.returned);
        // Ids hold no comma.
        let joined = |texts: Vec<String>| texts.join(",");
        self.items.push(joined(check.servings.keys().map(ToString::to_string).collect()));
        self.quantities.push(joined(check.servings.values().map(|one| one.milli().to_string()).collect()));
    }
}
