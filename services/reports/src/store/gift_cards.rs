use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

/// What guests hold on gift cards and deposits of a location, cents.
pub struct GiftCards {
    pub pos_id: PosId,
    /// Since the first sale that was recorded.
    pub sold: i64,
    /// Since then.
    pub redeemed: i64,
    /// The business date of that sale; none where nothing was sold.
    pub since: Option<BusinessDate>,
}

/// Gift cards and deposits of these locations up to a business date. What was redeemed before the first sale that was recorded was
/// sold before there were facts.
pub async fn gift_card_liabilities(
    database: &Database,
    pos_ids: &[PosId],
    until: BusinessDate,
) -> Result<Vec<GiftCards>, Fault> {
    let found = sqlx::query_as!(
        GiftCards,
        r#"SELECT d.pos_id AS "pos_id!: PosId", min(d.since) AS "since: BusinessDate",
             coalesce(sum(d.sold) FILTER (WHERE d.business_date >= d.since), 0)::bigint AS "sold!",
             coalesce(sum(d.redeemed) FILTER (WHERE d.business_date >= d.since), 0)::bigint AS "redeemed!"
           FROM (
             SELECT r.pos_id, r.business_date, r.gross_deferred AS sold, r.gross_redeemed AS redeemed,
               min(r.business_date) FILTER (WHERE r.gross_deferred > 0) OVER (PARTITION BY r.pos_id) AS since
             FROM rollup_day AS r
             WHERE r.pos_id = ANY($1) AND r.grain = 0 AND r.business_date <= $2
           ) AS d
           GROUP BY d.pos_id ORDER BY d.pos_id"#,
        pos_ids as &[PosId],
        until as BusinessDate
    );
    Ok(found.fetch_all(database.pool()).await?)
}
