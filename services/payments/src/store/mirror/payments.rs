use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{Columns, Moved, MovedPayment};
use crate::domain::{Dispute, PaymentIntent, PaymentState, ProviderId, Read, Refund};

pub(super) async fn put_intents(
    tx: &mut Tx,
    pos_id: &PosId,
    intents: &BTreeMap<ProviderId, Read<PaymentIntent>>,
    moved: &mut Moved,
) -> Result<(), Fault> {
    if intents.is_empty() {
        return Ok(());
    }
    let columns = Columns::of(intents)?;
    let charged = |figure: fn(&crate::domain::Charge) -> i64| {
        columns.column(|intent| intent.latest_charge.as_ref().map_or(0, figure))
    };
    let rows = sqlx::query!(
        r#"INSERT INTO payment_intent AS p (pos_id, id, read_number, created, state, amount, amount_captured, amount_refunded,
             balance_transaction_id, final, object)
           SELECT $1, id, read_number, created, state, amount, captured, refunded, transaction, final, object::jsonb
           FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
             $9::text[], $10::boolean[], $11::text[])
             AS n (id, read_number, created, state, amount, captured, refunded, transaction, final, object)
           ORDER BY id
           ON CONFLICT (pos_id, id) DO UPDATE SET
             read_number = excluded.read_number, created = excluded.created, state = excluded.state, amount = excluded.amount,
             amount_captured = excluded.amount_captured, amount_refunded = excluded.amount_refunded,
             balance_transaction_id = excluded.balance_transaction_id, final = excluded.final, object = excluded.object
           WHERE p.read_number < excluded.read_number
           RETURNING new.id AS "id!", new.state AS "state!", new.amount AS "amount!",
             new.amount_refunded AS "amount_refunded!",
             (old.state, old.amount, old.amount_refunded)
               IS DISTINCT FROM (new.state, new.amount, new.amount_refunded) AS "moved!",
             old.object IS DISTINCT FROM new.object AS "changed!", new.object->>'currency' AS "currency!",
             (SELECT t.pos_check_id FROM tender AS t
              WHERE t.pos_id = new.pos_id AND t.payment_intent_id = new.id AND t.amount > 0
              ORDER BY t.voided, t.closed_at, t.pos_check_id LIMIT 1) AS pos_check_id"#,
        pos_id.as_str(),
        &columns.id,
        &columns.read,
        &columns.column(|intent| intent.created),
        &columns.column(|intent| PaymentState::of(intent).name().to_owned()),
        &columns.column(|intent| intent.amount),
        &charged(|charge| charge.amount_captured),
        &charged(|charge| charge.amount_refunded),
        &columns.column(|intent| intent.balance_transaction().map(|held| held.id.to_string()))
            as &[Option<String>],
        &columns.column(PaymentIntent::is_final),
        &columns.json
    )
    .fetch_all(tx.conn())
    .await?;
    for row in rows {
        moved.any |= row.changed;
        if row.moved {
            moved.payments.push(MovedPayment {
                id: row.id,
                state: row.state,
                amount: row.amount,
                amount_refunded: row.amount_refunded,
                currency: row.currency,
                check: row.pos_check_id,
            });
        }
    }
    Ok(())
}

pub(super) async fn put_refunds(
    tx: &mut Tx,
    pos_id: &PosId,
    refunds: &BTreeMap<ProviderId, Read<Refund>>,
    moved: &mut Moved,
) -> Result<(), Fault> {
    if refunds.is_empty() {
        return Ok(());
    }
    let columns = Columns::of(refunds)?;
    let changed = sqlx::query_scalar!(
        r#"INSERT INTO refund AS r (pos_id, id, read_number, created, amount, payment_intent_id, balance_transaction_id, final,
             object)
           SELECT $1, id, read_number, created, amount, intent, transaction, final, object::jsonb
           FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::boolean[],
             $9::text[]) AS n (id, read_number, created, amount, intent, transaction, final, object)
           ORDER BY id
           ON CONFLICT (pos_id, id) DO UPDATE SET
             read_number = excluded.read_number, created = excluded.created, amount = excluded.amount,
             payment_intent_id = excluded.payment_intent_id, balance_transaction_id = excluded.balance_transaction_id,
             final = excluded.final, object = excluded.object
           WHERE r.read_number < excluded.read_number
           RETURNING old.object IS DISTINCT FROM new.object AS "changed!""#,
        pos_id.as_str(),
        &columns.id,
        &columns.read,
        &columns.column(|refund| refund.created),
        &columns.column(|refund| refund.amount),
        &columns.column(|refund| refund.payment_intent.as_ref().map(ToString::to_string)) as &[Option<String>],
        &columns.column(|refund| refund.balance_transaction.as_ref().map(|held| held.id().to_string()))
            as &[Option<String>],
        &columns.column(Refund::is_final),
        &columns.json
    )
    .fetch_all(tx.conn())
    .await?;
    moved.any |= changed.contains(&true);
    Ok(())
}

pub(super) async fn put_disputes(
    tx: &mut Tx,
    pos_id: &PosId,
    disputes: &BTreeMap<ProviderId, Read<Dispute>>,
    moved: &mut Moved,
) -> Result<(), Fault> {
    if disputes.is_empty() {
        return Ok(());
    }
    let columns = Columns::of(disputes)?;
    let rows = sqlx::query!(
        r#"INSERT INTO dispute AS d (pos_id, id, read_number, created, amount, payment_intent_id, final, object)
           SELECT $1, id, read_number, created, amount, intent, final, object::jsonb
           FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::boolean[], $8::text[])
             AS n (id, read_number, created, amount, intent, final, object)
           ORDER BY id
           ON CONFLICT (pos_id, id) DO UPDATE SET
             read_number = excluded.read_number, created = excluded.created, amount = excluded.amount,
             payment_intent_id = excluded.payment_intent_id, final = excluded.final, object = excluded.object
           WHERE d.read_number < excluded.read_number
           RETURNING new.id AS "id!", old.id IS NULL AS "is_new!", old.object IS DISTINCT FROM new.object AS "changed!""#,
        pos_id.as_str(),
        &columns.id,
        &columns.read,
        &columns.column(|dispute| dispute.created),
        &columns.column(|dispute| dispute.amount),
        &columns.column(|dispute| dispute.payment_intent.as_ref().map(ToString::to_string))
            as &[Option<String>],
        &columns.column(Dispute::is_final),
        &columns.json
    )
    .fetch_all(tx.conn())
    .await?;
    for row in rows {
        moved.any |= row.changed;
        if row.is_new {
            moved.disputes.push(row.id);
        }
    }
    Ok(())
}
