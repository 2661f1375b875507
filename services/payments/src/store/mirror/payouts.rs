use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{Columns, Moved, MovedPayout};
use crate::domain::{Harvest, Payout, PayoutState};

pub(super) async fn put_payouts(
    tx: &mut Tx,
    pos_id: &PosId,
    harvest: &Harvest,
    moved: &mut Moved,
) -> Result<(), Fault> {
    if harvest.payouts.is_empty() {
        return Ok(());
    }
    let columns = Columns::of(&harvest.payouts)?;
    // What it contains is known only where it was asked for.
    let rows = sqlx::query!(
        r#"INSERT INTO payout AS p (pos_id, id, read_number, created, arrival, state, amount, balance_transaction_id, contents,
             final, object)
           SELECT $1, id, read_number, created, arrival, state, amount, transaction, contents, final, object::jsonb
           FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::text[],
             $9::bigint[], $10::boolean[], $11::text[])
             AS n (id, read_number, created, arrival, state, amount, transaction, contents, final, object)
           ORDER BY id
           ON CONFLICT (pos_id, id) DO UPDATE SET
             read_number = excluded.read_number, created = excluded.created, arrival = excluded.arrival, state = excluded.state,
             amount = excluded.amount, balance_transaction_id = excluded.balance_transaction_id,
             contents = coalesce(excluded.contents, p.contents), final = excluded.final, object = excluded.object
           WHERE p.read_number < excluded.read_number
           RETURNING new.id AS "id!", new.state AS "state!", new.amount AS "amount!",
             (old.state, old.amount) IS DISTINCT FROM (new.state, new.amount) AS "moved!",
             (old.object, old.contents) IS DISTINCT FROM (new.object, new.contents) AS "changed!",
             new.object->>'currency' AS "currency!""#,
        pos_id.as_str(),
        &columns.id,
        &columns.read,
        &columns.column(|payout| payout.created),
        &columns.column(|payout| payout.arrival_date),
        &columns.column(|payout| PayoutState::of(payout).name().to_owned()),
        &columns.column(|payout| payout.amount),
        &columns.column(|payout| payout.balance_transaction.as_ref().map(|held| held.id().to_string()))
            as &[Option<String>],
        &columns.column(|payout| harvest.contents.get(&payout.id).copied()) as &[Option<i64>],
        &columns.column(Payout::is_final),
        &columns.json
    )
    .fetch_all(tx.conn())
    .await?;
    for row in rows {
        moved.any |= row.changed;
        if row.moved {
            moved.payouts.push(MovedPayout {
                id: row.id,
                state: row.state,
                amount: row.amount,
                currency: row.currency,
            });
        }
    }
    Ok(())
}
