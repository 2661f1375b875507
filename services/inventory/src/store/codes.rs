//! Promo codes of campaigns, and how far the POS has read the changes that name them.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::{CodeTerms, PromoCode};

/// A promo code that is new, or gives something else than before.
#[derive(Debug, Clone)]
pub struct CodeChange {
    pub sequence: i64,
    /// Wall time of the location.
    pub at: DateTime,
    pub code: PromoCode,
    pub terms: CodeTerms,
}

/// The result of reserving a promo code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeReservation {
    /// The code is new, or gives something else than before: the number of the change.
    Changed(i64),
    /// It gives the same as before.
    Same,
    /// It is used otherwise.
    Taken,
}

/// Reserves a code for a campaign, and numbers it as a change. The caller has locked the location, so that no other call takes
/// the code or the number. `at` is wall time of the location.
pub async fn reserve_code(
    tx: &mut Tx,
    (pos_id, code): (&PosId, &PromoCode),
    campaign: Uuid,
    terms: &CodeTerms,
    at: DateTime,
) -> Result<CodeReservation, Fault> {
    let is_changed = sqlx::query_scalar!(
        r#"INSERT INTO promo_code AS p (pos_id, code, kind, campaign_id, made_at, discount_percentage, item_ids,
             valid_until)
           VALUES ($1, $2, 'campaign', $3, $4, $5, $6, $7)
           ON CONFLICT (pos_id, code) DO UPDATE SET discount_percentage = excluded.discount_percentage,
             item_ids = excluded.item_ids, valid_until = excluded.valid_until
             WHERE p.campaign_id = excluded.campaign_id
           RETURNING old.sequence IS NULL OR (old.discount_percentage, old.item_ids, old.valid_until)
             IS DISTINCT FROM (new.discount_percentage, new.item_ids, new.valid_until) AS "is_changed!""#,
        pos_id.as_str(),
        code.as_str(),
        campaign,
        tx.clock().now().to_sqlx(),
        terms.discount_percentage,
        &terms.items as &[ItemId],
        terms.valid_until as Option<BusinessDate>
    );
    match is_changed.fetch_optional(tx.conn()).await? {
        None => return Ok(CodeReservation::Taken),
        Some(false) => return Ok(CodeReservation::Same),
        Some(true) => {}
    }
    let sequence = sqlx::query_scalar!(
        r#"WITH n AS (UPDATE location SET last_change = last_change + 1 WHERE pos_id = $1 RETURNING last_change)
           UPDATE promo_code SET sequence = n.last_change, at = $3 FROM n WHERE pos_id = $1 AND code = $2
           RETURNING sequence AS "sequence!""#,
        pos_id.as_str(),
        code.as_str(),
        at.to_sqlx()
    );
    Ok(CodeReservation::Changed(sequence.fetch_one(tx.conn()).await?))
}

/// The next `limit` promo codes of a location behind the change with a number, in order of their own.
pub async fn code_changes_after(
    database: &Database,
    pos_id: &PosId,
    after: i64,
    limit: i64,
) -> Result<Vec<CodeChange>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT sequence AS "sequence!", at AS "at!", code AS "code: PromoCode", discount_percentage, item_ids AS "item_ids: Vec<ItemId>",
             valid_until
           FROM promo_code WHERE pos_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3"#,
        pos_id.as_str(),
        after,
        limit
    );
    let rows = rows.fetch_all(database.pool()).await?;
    let changes = rows.into_iter().map(|row| {
        let (discount_percentage, items) = (row.discount_percentage, row.item_ids);
        let terms = CodeTerms { discount_percentage, items, valid_until: row.valid_until };
        CodeChange { sequence: row.sequence, at: row.at.to_jiff(), code: row.code, terms }
    });
    Ok(changes.collect())
}

/// Notes that the POS has asked for the changes behind this one: it has all up to it. Without a newer one it is noted again only
/// where the last time was before `noted_before`.
pub async fn note_read(
    database: &Database,
    pos_id: &PosId,
    after: i64,
    noted_before: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE location SET pos_read = greatest(pos_read, least($2, last_change)), pos_asked_at = $3
         WHERE pos_id = $1 AND (pos_read < least($2, last_change) OR pos_asked_at < $4)",
        pos_id.as_str(),
        after,
        database.clock().now().to_sqlx(),
        noted_before.to_sqlx()
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// When the POS of a location last asked for changes, UTC (1970: never), and whether it has read a promo code.
pub async fn code_reading(
    database: &Database,
    pos_id: &PosId,
    code: Option<&PromoCode>,
) -> Result<(Timestamp, bool), Fault> {
    let row = sqlx::query!(
        r#"SELECT l.pos_asked_at, coalesce(p.sequence <= l.pos_read, false) AS "is_read!"
           FROM location AS l LEFT JOIN promo_code AS p ON p.pos_id = l.pos_id AND p.code = $2
           WHERE l.pos_id = $1"#,
        pos_id.as_str(),
        code.map(PromoCode::as_str)
    );
    let row = row.fetch_optional(database.pool()).await?;
    Ok(row.map_or((Timestamp::UNIX_EPOCH, false), |row| (row.pos_asked_at.to_jiff(), row.is_read)))
}
