use std::collections::BTreeMap;

use saffron_core::fact::Precedence;
use saffron_core::{CheckId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::stored;
use crate::domain::{Code, Share};

/// A version of a check: the code it carries, and what it brings to it.
#[derive(Debug, Clone)]
pub struct NewCheck {
    /// Which version.
    pub precedence: Precedence,
    /// None: none.
    pub code: Option<Code>,
    /// Nothing without a code.
    pub share: Share,
}

/// Reads what is kept of these checks.
pub async fn known_checks(
    tx: &mut Tx,
    keys: impl IntoIterator<Item = &(PosId, CheckId)>,
) -> Result<BTreeMap<(PosId, CheckId), NewCheck>, Fault> {
    let (pos_ids, ids): (Vec<String>, Vec<String>) =
        keys.into_iter().map(|(pos_id, id)| (pos_id.to_string(), id.to_string())).unzip();
    let rows = sqlx::query!(
        "SELECT c.* FROM unnest($1::text[], $2::text[]) AS k (pos_id, pos_check_id)
         JOIN pos_check AS c ON c.pos_id = k.pos_id AND c.pos_check_id = k.pos_check_id",
        &pos_ids,
        &ids
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let code = |text: String| stored(Code::carried(&text).ok_or("no code"));
            let check = NewCheck {
                precedence: Precedence::new(row.revision, stored(row.event_id.parse())?),
                code: row.promo_code.map(code).transpose()?,
                share: Share {
                    redemptions: row.redemptions,
                    sales: row.sales,
                    discount: row.discount,
                    profit: row.profit,
                    without_cost: row.without_cost,
                },
            };
            Ok(((stored(row.pos_id.parse())?, stored(row.pos_check_id.parse())?), check))
        })
        .collect()
}

/// Keeps these versions instead of older ones.
pub async fn put_checks(tx: &mut Tx, checks: &BTreeMap<(PosId, CheckId), NewCheck>) -> Result<(), Fault> {
    let (mut pos_ids, mut ids, mut revisions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut event_ids, mut codes, mut shares) = (Vec::new(), Vec::new(), Shares::default());
    for ((pos_id, id), check) in checks {
        pos_ids.push(pos_id.to_string());
        ids.push(id.to_string());
        revisions.push(check.precedence.revision);
        event_ids.push(check.precedence.event_id.to_string());
        codes.push(check.code.as_ref().map(ToString::to_string));
        shares.push(&check.share);
    }
    sqlx::query!(
        "INSERT INTO pos_check (pos_id, pos_check_id, revision, event_id, promo_code, redemptions, sales, discount,
           profit, without_cost)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
           $8::bigint[], $9::bigint[], $10::bigint[])
         ON CONFLICT (pos_id, pos_check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, promo_code = excluded.promo_code,
           redemptions = excluded.redemptions, sales = excluded.sales, discount = excluded.discount,
           profit = excluded.profit, without_cost = excluded.without_cost",
        &pos_ids,
        &ids,
        &revisions,
        &event_ids,
        &codes as &[Option<String>],
        &shares.redemptions,
        &shares.sales,
        &shares.discount,
        &shares.profit,
        &shares.without_cost
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

#[derive(Default)]
struct Shares {
    redemptions: Vec<i64>,
    sales: Vec<i64>,
    discount: Vec<i64>,
    profit: Vec<i64>,
    without_cost: Vec<i64>,
}

impl Shares {
    fn push(&mut self, share: &Share) {
        self.redemptions.push(share.redemptions);
        self.sales.push(share.sales);
        self.discount.push(share.discount);
        self.profit.push(share.profit);
        self.without_cost.push(share.without_cost);
    }
}

/// Moves what codes brought by so much.
pub async fn move_results(tx: &mut Tx, moves: &BTreeMap<(PosId, Code), Share>) -> Result<(), Fault> {
    let (mut pos_ids, mut codes, mut shares) = (Vec::new(), Vec::new(), Shares::default());
    for ((pos_id, code), share) in moves {
        pos_ids.push(pos_id.to_string());
        codes.push(code.to_string());
        shares.push(share);
    }
    sqlx::query!(
        "INSERT INTO code_result AS r (pos_id, promo_code, redemptions, sales, discount, profit, without_cost)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
         ON CONFLICT (pos_id, promo_code) DO UPDATE SET
           redemptions = r.redemptions + excluded.redemptions, sales = r.sales + excluded.sales,
           discount = r.discount + excluded.discount, profit = r.profit + excluded.profit,
           without_cost = r.without_cost + excluded.without_cost",
        &pos_ids,
        &codes,
        &shares.redemptions,
        &shares.sales,
        &shares.discount,
        &shares.profit,
        &shares.without_cost
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What codes of a location brought; those that no check carries are not there.
pub async fn code_results(
    tx: &mut Tx,
    pos_id: &PosId,
    codes: &[String],
) -> Result<BTreeMap<String, Share>, Fault> {
    let rows = sqlx::query!(
        "SELECT r.promo_code, r.redemptions, r.sales, r.discount, r.profit, r.without_cost
         FROM unnest($2::text[]) AS n (code) JOIN code_result AS r ON r.pos_id = $1 AND r.promo_code = n.code",
        pos_id.as_str(),
        codes
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let share = Share {
                redemptions: row.redemptions,
                sales: row.sales,
                discount: row.discount,
                profit: row.profit,
                without_cost: row.without_cost,
            };
            (row.promo_code, share)
        })
        .collect())
}
