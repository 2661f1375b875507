use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::domain::{PaymentSearch, PaymentStatus};

/// The order of payments of several locations: the second of each since 1970, its location and its id.
pub type FoundKey = (i64, PosId, String);

/// The most payments with a near amount.
const MOST_NEAR: i64 = 5;

/// A payment of one of several locations.
#[derive(Debug, Clone)]
pub struct FoundPayment {
    pub pos_id: PosId,
    pub id: String,
    /// Seconds since 1970.
    pub created: i64,
    /// JSON.
    pub object: String,
}

/// Payments of all dates at these locations, newest first: with the searched amount (charged, refunded or disputed), last
/// digits of a card, or number of a check; without a search those in the status. By indexes alone.
pub async fn find_payments(
    database: &Database,
    pos_ids: &[PosId],
    search: Option<&PaymentSearch>,
    status: Option<PaymentStatus>,
    after: Option<&FoundKey>,
    limit: i64,
) -> Result<Vec<FoundPayment>, Fault> {
    let states = status.map_or(&[][..], PaymentStatus::states);
    let disputed = status == Some(PaymentStatus::Disputed);
    let found = sqlx::query_as!(
        FoundPayment,
        r#"SELECT p.pos_id AS "pos_id: PosId", p.id, p.created, p.object::text AS "object!"
           FROM (
             SELECT pos_id, id FROM payment_intent WHERE pos_id = ANY($1) AND amount = $2
             UNION
             SELECT pos_id, payment_intent_id FROM refund WHERE pos_id = ANY($1) AND amount = $2
             UNION
             SELECT pos_id, payment_intent_id FROM dispute WHERE pos_id = ANY($1) AND amount = $2
             UNION
             SELECT pos_id, id FROM payment_intent
             WHERE pos_id = ANY($1)
               AND jsonb_path_query_first(object, '$.latest_charge.payment_method_details.*.last4') #>> '{}' = $3
             UNION
             SELECT pos_id, payment_intent_id FROM tender WHERE pos_id = ANY($1) AND pos_check_id = ANY($4)
             UNION
             SELECT s.pos_id, s.id
             FROM unnest($1::text[]) AS l (pos_id) CROSS JOIN unnest($5::text[]) AS state (name)
             CROSS JOIN LATERAL (
               SELECT n.pos_id, n.id FROM payment_intent AS n
               WHERE $6 AND n.pos_id = l.pos_id AND n.state = state.name
                 AND ($8::bigint IS NULL OR n.created <= $8 AND (n.created, n.pos_id, n.id) < ($8, $9, $10))
               ORDER BY n.created DESC, n.id DESC LIMIT $11
             ) AS s
             UNION
             SELECT pos_id, payment_intent_id FROM dispute WHERE $6 AND $7 AND pos_id = ANY($1)
           ) AS hit
           JOIN payment_intent AS p ON p.pos_id = hit.pos_id AND p.id = hit.id
           JOIN location AS l ON l.pos_id = p.pos_id AND (p.processor IS NOT NULL OR l.mirror_account = l.account_id)
           WHERE ($8::bigint IS NULL OR (p.created, p.pos_id, p.id) < ($8, $9, $10))
             AND (cardinality($5::text[]) = 0 OR p.state = ANY($5))
             AND (NOT $7 OR EXISTS (SELECT FROM dispute AS d
                                    WHERE d.pos_id = p.pos_id AND d.payment_intent_id = p.id))
           ORDER BY p.created DESC, p.pos_id DESC, p.id DESC LIMIT $11"#,
        pos_ids as &[PosId],
        search.and_then(|search| search.cents),
        search.and_then(|search| search.last4.as_deref()),
        &search.map(|search| search.numbers.clone()).unwrap_or_default(),
        states as &[&str],
        search.is_none(),
        disputed,
        after.map(|(created, ..)| *created),
        after.map(|(_, pos_id, _)| pos_id.as_str()),
        after.map(|(.., id)| id.as_str()),
        limit
    );
    Ok(found.fetch_all(database.pool()).await?)
}

/// The payments of these locations whose charged amount is nearest to an amount (cents), the nearest first.
pub async fn nearest_payments(
    database: &Database,
    pos_ids: &[PosId],
    cents: i64,
) -> Result<Vec<FoundPayment>, Fault> {
    let found = sqlx::query_as!(
        FoundPayment,
        r#"SELECT p.pos_id AS "pos_id: PosId", p.id, p.created, p.object::text AS "object!"
           FROM location AS l
           CROSS JOIN LATERAL (
             (SELECT id FROM payment_intent WHERE pos_id = l.pos_id AND amount < $2 ORDER BY amount DESC LIMIT $3)
             UNION ALL
             (SELECT id FROM payment_intent WHERE pos_id = l.pos_id AND amount > $2 ORDER BY amount LIMIT $3)
           ) AS near
           JOIN payment_intent AS p ON p.pos_id = l.pos_id AND p.id = near.id
           WHERE l.pos_id = ANY($1) AND (p.processor IS NOT NULL OR l.mirror_account = l.account_id)
           ORDER BY abs(p.amount - $2), p.created DESC, p.pos_id, p.id LIMIT $3"#,
        pos_ids as &[PosId],
        cents,
        MOST_NEAR
    );
    Ok(found.fetch_all(database.pool()).await?)
}
