use std::collections::BTreeMap;

use jiff_sqlx::ToSqlx as _;
use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, CheckId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Tx, column};

use super::columns;
use crate::domain::{OnlineShare, PaidCheck};

/// A stored check: its version, and its share in the week's payout.
pub struct StoredCheck {
    pub precedence: Precedence,
    pub business_date: BusinessDate,
    pub share: OnlineShare,
}

/// Those of these checks that are stored.
pub async fn stored_checks<'a>(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &'a (PosId, CheckId)>,
) -> Result<BTreeMap<(PosId, CheckId), StoredCheck>, Fault> {
    let (pos_ids, ids) = columns(keys);
    let rows = sqlx::query!(
        "SELECT k.pos_id, k.pos_check_id, k.revision, k.event_id, k.stamp, k.business_date, k.share_orders, k.share_charged,
           k.share_fee
         FROM unnest($1::text[], $2::text[]) AS n (pos_id, id)
         JOIN pos_check AS k ON k.pos_id = n.pos_id AND k.pos_check_id = n.id",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    let known = rows.into_iter().map(|row| {
        let share = OnlineShare { orders: row.share_orders, charged: row.share_charged, fee: row.share_fee };
        let precedence = Precedence::new(row.revision, row.event_id).stamped(row.stamp);
        let known = StoredCheck { precedence, business_date: row.business_date, share };
        ((row.pos_id, row.pos_check_id), known)
    });
    Ok(known.collect())
}

/// Checks to be stored, each with its version.
pub type NewChecks = BTreeMap<(PosId, CheckId), (Precedence, PaidCheck)>;

/// Stores checks and their payments, in place of earlier versions.
pub async fn store_checks(tx: &mut Tx, checks: &NewChecks) -> Result<(), Fault> {
    let (pos_ids, ids) = columns(checks.keys());
    let paid = column(checks.values(), |(_, check)| check);
    let shares = column(&paid, |check| check.share());
    sqlx::query!(
        "INSERT INTO pos_check (pos_id, pos_check_id, revision, event_id, business_date, closed_at, online, voided,
           refund, charged, share_orders, share_charged, share_fee, stamp)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::date[], $6::timestamptz[],
           $7::boolean[], $8::boolean[], $9::boolean[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
           $14::bigint[])
         ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, business_date = excluded.business_date,
           closed_at = excluded.closed_at, online = excluded.online, voided = excluded.voided,
           refund = excluded.refund, charged = excluded.charged, share_orders = excluded.share_orders,
           share_charged = excluded.share_charged, share_fee = excluded.share_fee, stamp = excluded.stamp",
        &pos_ids,
        &ids,
        &column(checks.values(), |(precedence, _)| precedence.revision),
        &column(checks.values(), |(precedence, _)| precedence.event_id.as_str()) as &[&str],
        &column(&paid, |check| check.business_date) as &[BusinessDate],
        &column(&paid, |check| check.closed_at.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(&paid, |check| check.online),
        &column(&paid, |check| check.voided),
        &column(&paid, |check| check.refund),
        &column(&paid, |check| check.charged.cents()),
        &column(&shares, |share| share.orders),
        &column(&shares, |share| share.charged.cents()),
        &column(&shares, |share| share.fee.cents()),
        &column(checks.values(), |(precedence, _)| precedence.stamp)
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM tender AS t USING unnest($1::text[], $2::text[]) AS n (pos_id, id)
         WHERE t.pos_id = n.pos_id AND t.pos_check_id = n.id",
        &pos_ids,
        &ids
    )
    .execute(tx.conn())
    .await?;
    let mut tenders = Vec::new();
    for (key, (_, check)) in checks {
        tenders.extend(check.tenders.iter().map(|tender| (key, check, tender)));
        // Other checks do not change the screens of payments.
        if check.online || !check.tenders.is_empty() {
            tx.touch(&key.0);
        }
    }
    let (pos_ids, ids) = columns(tenders.iter().map(|(key, _, _)| *key));
    sqlx::query!(
        "INSERT INTO tender (pos_id, pos_check_id, place, payment_intent_id, processor, amount, closed_at, voided)
         SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::text[], $5::text[], $6::bigint[],
           $7::timestamptz[], $8::boolean[])",
        &pos_ids,
        &ids,
        &column(&tenders, |(_, _, tender)| tender.number),
        &column(&tenders, |(_, _, tender)| tender.payment_intent_id.as_str()) as &[&str],
        &column(&tenders, |(_, _, tender)| tender.processor.as_deref()) as &[Option<&str>],
        &column(&tenders, |(_, _, tender)| tender.amount.cents()),
        &column(&tenders, |(_, check, _)| check.closed_at.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(&tenders, |(_, check, _)| check.voided)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
