use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Item, OfferStep, PromoCode};

/// The first of these codes that the location does not use yet. The caller has locked the location, so that no other call takes
/// the code.
pub async fn free_code(tx: &mut Tx, pos_id: &PosId, drawn: &[PromoCode]) -> Result<PromoCode, Fault> {
    let free = sqlx::query_scalar!(
        r#"SELECT d.code AS "code!: PromoCode" FROM unnest($2::text[]) AS d (code)
           WHERE NOT EXISTS (SELECT FROM promo_code AS p WHERE p.pos_id = $1 AND p.code = d.code) LIMIT 1"#,
        pos_id.as_str(),
        drawn as &[PromoCode]
    );
    let free = free.fetch_optional(tx.conn()).await?;
    free.ok_or_else(|| Fault::Transient("every promo code that was drawn is given".into()))
}

/// Stores a change of an item's promotion.
pub async fn save_offer_step(tx: &mut Tx, item: &Item, step: &OfferStep) -> Result<(), Fault> {
    let (pos_id, id, now) = (item.pos_id.as_str(), item.id.as_str(), tx.clock().now().to_sqlx());
    let step = match step {
        OfferStep::Make(code, offer) => {
            // A promotion whose days are over ends, since an item has one at most.
            sqlx::query!(
                "UPDATE promotion SET ended = true WHERE pos_id = $1 AND pos_item_id = $2 AND NOT ended",
                pos_id,
                id
            )
            .execute(tx.conn())
            .await?;
            sqlx::query!(
                "INSERT INTO promo_code (pos_id, code, kind, made_at) VALUES ($1, $2, 'promotion', $3)",
                pos_id,
                code.as_str(),
                now
            )
            .execute(tx.conn())
            .await?;
            sqlx::query!(
                "INSERT INTO promotion (pos_id, code, pos_item_id, percent, valid_from, valid_until)
                 VALUES ($1, $2, $3, $4, $5, $6)",
                pos_id,
                code.as_str(),
                id,
                offer.percent,
                offer.from as BusinessDate,
                offer.until as BusinessDate
            )
        }
        OfferStep::Change(code, offer) => sqlx::query!(
            "UPDATE promotion SET percent = $3, valid_from = $4, valid_until = $5 WHERE pos_id = $1 AND code = $2",
            pos_id,
            code.as_str(),
            offer.percent,
            offer.from as BusinessDate,
            offer.until as BusinessDate
        ),
        OfferStep::End(code, last) => sqlx::query!(
            "UPDATE promotion SET ended = true, valid_until = $3 WHERE pos_id = $1 AND code = $2",
            pos_id,
            code.as_str(),
            *last as BusinessDate
        ),
        OfferStep::Drop(code) => {
            sqlx::query!("DELETE FROM promotion WHERE pos_id = $1 AND code = $2", pos_id, code.as_str())
        }
    };
    step.execute(tx.conn()).await?;
    Ok(())
}
