//! The checks with promo codes, and the sums of each code.

use std::collections::BTreeMap;

use saffron_core::fact::Precedence;
use saffron_core::{CheckId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::column;
use crate::domain::{Code, CodeResult};

/// A version of a check, with its promo code and the code's result.
#[derive(Debug, Clone)]
pub struct CheckVersion {
    pub precedence: Precedence,
    pub code: Option<Code>,
    /// Zero without a code.
    pub result: CodeResult,
}

/// The stored versions of these checks.
pub async fn stored_checks(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &(PosId, CheckId)>,
) -> Result<BTreeMap<(PosId, CheckId), CheckVersion>, Fault> {
    let (pos_ids, ids): (Vec<PosId>, Vec<CheckId>) = keys.into_iter().cloned().unzip();
    let rows = sqlx::query!(
        "SELECT c.* FROM unnest($1::text[], $2::text[]) AS k (pos_id, pos_check_id)
         JOIN pos_check AS c ON c.pos_id = k.pos_id AND c.pos_check_id = k.pos_check_id",
        &pos_ids as &[PosId],
        &ids as &[CheckId]
    )
    .map(|row| {
        let check = CheckVersion {
            precedence: Precedence::new(row.revision, row.event_id),
            code: row.promo_code,
            result: CodeResult {
                redemptions: row.redemptions,
                sales: row.sales,
                discount: row.discount,
                profit: row.profit,
                without_cost: row.without_cost,
            },
        };
        ((row.pos_id, row.pos_check_id), check)
    })
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}

/// Stores versions of checks.
pub async fn store_checks(
    tx: &mut Tx,
    checks: &BTreeMap<(PosId, CheckId), CheckVersion>,
) -> Result<(), Fault> {
    let rows: Vec<_> = checks.iter().collect();
    sqlx::query!(
        "INSERT INTO pos_check (pos_id, pos_check_id, revision, event_id, promo_code, redemptions, sales, discount,
           profit, without_cost)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
           $8::bigint[], $9::bigint[], $10::bigint[])
         ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, promo_code = excluded.promo_code,
           redemptions = excluded.redemptions, sales = excluded.sales, discount = excluded.discount,
           profit = excluded.profit, without_cost = excluded.without_cost",
        &column(&rows, |((pos_id, _), _)| pos_id.as_str()) as &[&str],
        &column(&rows, |((_, id), _)| id.as_str()) as &[&str],
        &column(&rows, |(_, check)| check.precedence.revision),
        &column(&rows, |(_, check)| check.precedence.event_id.as_str()) as &[&str],
        &column(&rows, |(_, check)| check.code.as_ref()) as &[Option<&Code>],
        &column(&rows, |(_, check)| check.result.redemptions),
        &column(&rows, |(_, check)| check.result.sales),
        &column(&rows, |(_, check)| check.result.discount),
        &column(&rows, |(_, check)| check.result.profit),
        &column(&rows, |(_, check)| check.result.without_cost)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Adds results to the sums of codes.
pub async fn add_results(tx: &mut Tx, updates: &BTreeMap<(PosId, Code), CodeResult>) -> Result<(), Fault> {
    let rows: Vec<_> = updates.iter().collect();
    sqlx::query!(
        "INSERT INTO code_result AS r (pos_id, promo_code, redemptions, sales, discount, profit, without_cost)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
         ON CONFLICT (pos_id, promo_code) DO UPDATE SET
           redemptions = r.redemptions + excluded.redemptions, sales = r.sales + excluded.sales,
           discount = r.discount + excluded.discount, profit = r.profit + excluded.profit,
           without_cost = r.without_cost + excluded.without_cost",
        &column(&rows, |((pos_id, _), _)| pos_id.as_str()) as &[&str],
        &column(&rows, |((_, code), _)| code.as_str()) as &[&str],
        &column(&rows, |(_, moved)| moved.redemptions),
        &column(&rows, |(_, moved)| moved.sales),
        &column(&rows, |(_, moved)| moved.discount),
        &column(&rows, |(_, moved)| moved.profit),
        &column(&rows, |(_, moved)| moved.without_cost)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The sums of these codes of a location; codes without a check are left out.
pub async fn code_results(
    tx: &mut Tx,
    pos_id: &PosId,
    codes: &[String],
) -> Result<BTreeMap<String, CodeResult>, Fault> {
    let rows = sqlx::query!(
        "SELECT r.promo_code, r.redemptions, r.sales, r.discount, r.profit, r.without_cost
         FROM unnest($2::text[]) AS n (code) JOIN code_result AS r ON r.pos_id = $1 AND r.promo_code = n.code",
        pos_id.as_str(),
        codes
    )
    .map(|row| {
        let result = CodeResult {
            redemptions: row.redemptions,
            sales: row.sales,
            discount: row.discount,
            profit: row.profit,
            without_cost: row.without_cost,
        };
        (row.promo_code, result)
    })
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}
