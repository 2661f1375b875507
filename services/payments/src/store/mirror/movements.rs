use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{Columns, Moved};
use crate::domain::{BalanceTransaction, ProviderId, Read};

pub(super) async fn put_transactions(
    tx: &mut Tx,
    pos_id: &PosId,
    transactions: &BTreeMap<ProviderId, Read<BalanceTransaction>>,
    moved: &mut Moved,
) -> Result<(), Fault> {
    if transactions.is_empty() {
        return Ok(());
    }
    let columns = Columns::of(transactions)?;
    let changed = sqlx::query_scalar!(
        r#"INSERT INTO balance_transaction AS b (pos_id, id, read_number, created, available_on, kind, amount, fee, net, final,
             object)
           SELECT $1, id, read_number, created, available_on, kind, amount, fee, net, final, object::jsonb
           FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
             $9::bigint[], $10::boolean[], $11::text[])
             AS n (id, read_number, created, available_on, kind, amount, fee, net, final, object)
           ORDER BY id
           ON CONFLICT (pos_id, id) DO UPDATE SET
             read_number = excluded.read_number, created = excluded.created, available_on = excluded.available_on,
             kind = excluded.kind, amount = excluded.amount, fee = excluded.fee, net = excluded.net,
             final = excluded.final, object = excluded.object
           WHERE b.read_number < excluded.read_number
           RETURNING old.object IS DISTINCT FROM new.object AS "changed!""#,
        pos_id.as_str(),
        &columns.id,
        &columns.read,
        &columns.column(|transaction| transaction.created),
        &columns.column(|transaction| transaction.available_on),
        &columns.column(|transaction| transaction.r#type.clone()),
        &columns.column(|transaction| transaction.amount),
        &columns.column(|transaction| transaction.fee),
        &columns.column(|transaction| transaction.net),
        &columns.column(BalanceTransaction::is_final),
        &columns.json
    )
    .fetch_all(tx.conn())
    .await?;
    moved.any |= changed.contains(&true);
    Ok(())
}

/// Notes which payout contains what; that never changes.
pub(super) async fn note_contained(
    tx: &mut Tx,
    pos_id: &PosId,
    contained: &BTreeMap<ProviderId, ProviderId>,
    moved: &mut Moved,
) -> Result<(), Fault> {
    if contained.is_empty() {
        return Ok(());
    }
    let (ids, payouts): (Vec<String>, Vec<String>) =
        contained.iter().map(|(id, payout)| (id.to_string(), payout.to_string())).unzip();
    let noted = sqlx::query!(
        "UPDATE balance_transaction AS b SET payout_id = n.payout_id
         FROM unnest($2::text[], $3::text[]) AS n (id, payout_id)
         WHERE b.pos_id = $1 AND b.id = n.id AND b.payout_id IS DISTINCT FROM n.payout_id",
        pos_id.as_str(),
        &ids,
        &payouts
    )
    .execute(tx.conn())
    .await?;
    moved.any |= noted.rows_affected() > 0;
    Ok(())
}
