use std::collections::BTreeMap;

use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, CheckId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{business_date, sql_date, stored};
use crate::domain::{OnlineShare, PaidCheck};

/// A check as it was stored: which version, and what it brought to its week.
#[derive(Debug, Clone)]
pub struct KnownCheck {
    /// Which version.
    pub precedence: Precedence,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// What it brought.
    pub share: OnlineShare,
}

/// Those of these checks that are stored.
pub async fn known_checks<'a>(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &'a (PosId, CheckId)>,
) -> Result<BTreeMap<(PosId, CheckId), KnownCheck>, Fault> {
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    let rows = sqlx::query!(
        "SELECT k.pos_id, k.pos_check_id, k.revision, k.event_id, k.business_date, k.share_orders, k.share_charged,
           k.share_fee
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
         JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.pos_check_id = n.id",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let key = (stored(row.pos_id.parse())?, stored(row.pos_check_id.parse())?);
            let precedence = Precedence::new(row.revision, stored(row.event_id.parse())?);
            let share = OnlineShare {
                orders: row.share_orders,
                charged: Money::from_cents(row.share_charged),
                fee: Money::from_cents(row.share_fee),
            };
            let business_date = business_date(row.business_date);
            Ok((key, KnownCheck { precedence, business_date, share }))
        })
        .collect()
}

/// A check to be stored.
#[derive(Debug, Clone)]
pub struct NewCheck {
    /// Which version.
    pub precedence: Precedence,
    /// What it says.
    pub check: PaidCheck,
}

/// Stores checks and their payments in place of what is there.
pub async fn put_checks(tx: &mut Tx, checks: &BTreeMap<(PosId, CheckId), NewCheck>) -> Result<(), Fault> {
    let mut columns = Columns::default();
    let mut tenders = Tenders::default();
    for (key, new) in checks {
        columns.push(key, new);
        tenders.push(key, &new.check);
    }
    sqlx::query!(
        "INSERT INTO pos_check (pos_id, pos_check_id, revision, event_id, business_date, closed_at, online, voided,
           refund, charged, share_orders, share_charged, share_fee)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::date[], $6::timestamptz[],
           $7::boolean[], $8::boolean[], $9::boolean[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
         ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, business_date = excluded.business_date,
           closed_at = excluded.closed_at, online = excluded.online, voided = excluded.voided,
           refund = excluded.refund, charged = excluded.charged, share_orders = excluded.share_orders,
           share_charged = excluded.share_charged, share_fee = excluded.share_fee",
        &columns.pos_id,
        &columns.id,
        &columns.revision,
        &columns.event_id,
        &columns.business_date as &[jiff_sqlx::Date],
        &columns.closed_at as &[jiff_sqlx::Timestamp],
        &columns.online,
        &columns.voided,
        &columns.refund,
        &columns.charged,
        &columns.share_orders,
        &columns.share_charged,
        &columns.share_fee
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM tender AS t USING unnest($1::text[], $2::text[]) AS n (pos_id, id)
         WHERE t.pos_id = n.pos_id AND t.pos_check_id = n.id",
        &columns.pos_id,
        &columns.id
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO tender (pos_id, pos_check_id, place, payment_intent_id, amount, closed_at, voided)
         SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::text[], $5::bigint[], $6::timestamptz[],
           $7::boolean[])",
        &tenders.pos_id,
        &tenders.id,
        &tenders.place,
        &tenders.payment_intent_id,
        &tenders.amount,
        &tenders.closed_at as &[jiff_sqlx::Timestamp],
        &tenders.voided
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
    business_date: Vec<jiff_sqlx::Date>,
    closed_at: Vec<jiff_sqlx::Timestamp>,
    online: Vec<bool>,
    voided: Vec<bool>,
    refund: Vec<bool>,
    charged: Vec<i64>,
    share_orders: Vec<i64>,
    share_charged: Vec<i64>,
    share_fee: Vec<i64>,
}

impl Columns {
    fn push(&mut self, (pos_id, id): &(PosId, CheckId), new: &NewCheck) {
        let (check, share) = (&new.check, new.check.share());
        self.pos_id.push(pos_id.to_string());
        self.id.push(id.to_string());
        self.revision.push(new.precedence.revision);
        self.event_id.push(new.precedence.event_id.to_string());
        self.business_date.push(sql_date(check.business_date));
        self.closed_at.push(check.closed_at.into());
        self.online.push(check.online);
        self.voided.push(check.voided);
        self.refund.push(check.refund);
        self.charged.push(check.charged.cents());
        self.share_orders.push(share.orders);
        self.share_charged.push(share.charged.cents());
        self.share_fee.push(share.fee.cents());
    }
}

#[derive(Default)]
struct Tenders {
    pos_id: Vec<String>,
    id: Vec<String>,
    place: Vec<i16>,
    payment_intent_id: Vec<String>,
    amount: Vec<i64>,
    closed_at: Vec<jiff_sqlx::Timestamp>,
    voided: Vec<bool>,
}

impl Tenders {
    fn push(&mut self, (pos_id, id): &(PosId, CheckId), check: &PaidCheck) {
        for tender in &check.tenders {
            self.pos_id.push(pos_id.to_string());
            self.id.push(id.to_string());
            self.place.push(tender.place);
            self.payment_intent_id.push(tender.payment_intent_id.clone());
            self.amount.push(tender.amount.cents());
            self.closed_at.push(check.closed_at.into());
            self.voided.push(check.voided);
        }
    }
}
