//! One thing, and what belongs to it.

use saffron_core::{CheckId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::ObjectRow;
use crate::domain::ProviderId;

/// The most that is shown beside one thing.
const MOST: i64 = 200;

/// A payment; none if the mirror does not have it.
pub async fn find_intent(
    database: &Database,
    pos_id: &PosId,
    id: &ProviderId,
) -> Result<Option<ObjectRow>, Fault> {
    let found = sqlx::query_as!(
        ObjectRow,
        r#"SELECT p.object::text AS "object!",
             (SELECT json_agg(r.object)::text FROM (SELECT object FROM refund AS r
              WHERE r.pos_id = p.pos_id AND r.payment_intent_id = p.id LIMIT 200) AS r) AS "refunds?",
             (SELECT json_agg(d.object)::text FROM (SELECT object FROM dispute AS d
              WHERE d.pos_id = p.pos_id AND d.payment_intent_id = p.id LIMIT 200) AS d) AS "disputes?",
             (SELECT t.pos_check_id FROM tender AS t
              WHERE t.pos_id = p.pos_id AND t.payment_intent_id = p.id AND t.amount > 0
              ORDER BY t.voided, t.closed_at, t.pos_check_id LIMIT 1) AS "check?"
           FROM payment_intent AS p WHERE p.pos_id = $1 AND p.id = $2
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)"#,
        pos_id.as_str(),
        id.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(found)
}

/// What was given back of a payment, newest first.
pub async fn refunds_of(
    database: &Database,
    pos_id: &PosId,
    intent: &ProviderId,
) -> Result<Vec<String>, Fault> {
    let found = sqlx::query_scalar!(
        r#"SELECT object::text AS "object!" FROM refund WHERE pos_id = $1 AND payment_intent_id = $2
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
           ORDER BY created DESC, id DESC LIMIT $3"#,
        pos_id.as_str(),
        intent.as_str(),
        MOST
    )
    .fetch_all(database.pool())
    .await?;
    Ok(found)
}

/// The newest dispute about a payment.
pub async fn dispute_of(
    database: &Database,
    pos_id: &PosId,
    intent: &ProviderId,
) -> Result<Option<String>, Fault> {
    let found = sqlx::query_scalar!(
        r#"SELECT object::text AS "object!" FROM dispute WHERE pos_id = $1 AND payment_intent_id = $2
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
           ORDER BY created DESC, id DESC LIMIT 1"#,
        pos_id.as_str(),
        intent.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(found)
}

/// The payout that contains the money of a payment.
pub async fn payout_of_intent(
    database: &Database,
    pos_id: &PosId,
    intent: &ProviderId,
) -> Result<Option<String>, Fault> {
    let found = sqlx::query_scalar!(
        r#"SELECT o.object::text AS "object!"
           FROM payment_intent AS p
           JOIN balance_transaction AS b ON b.pos_id = p.pos_id AND b.id = p.balance_transaction_id
           JOIN payout AS o ON o.pos_id = b.pos_id AND o.id = b.payout_id
           WHERE p.pos_id = $1 AND p.id = $2
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)"#,
        pos_id.as_str(),
        intent.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(found)
}

/// Payments with tips of a check, cents; none if the check is not known.
pub async fn find_check(database: &Database, pos_id: &PosId, check: &CheckId) -> Result<Option<i64>, Fault> {
    let found = sqlx::query_scalar!(
        "SELECT charged FROM pos_check WHERE pos_id = $1 AND pos_check_id = $2",
        pos_id.as_str(),
        check.as_str()
    )
    .fetch_optional(database.pool())
    .await?;
    Ok(found)
}

/// A payment of a check, and where its money went, as far as that is known.
#[derive(Debug, Clone)]
pub struct TracedTender {
    /// As the till sent it.
    pub payment_intent_id: String,
    /// With the tip, cents.
    pub amount: i64,
    /// JSON.
    pub intent: Option<String>,
    /// JSON: a list of its refunds.
    pub refunds: Option<String>,
    /// JSON: a list of the disputes about it.
    pub disputes: Option<String>,
    /// JSON.
    pub transaction: Option<String>,
    /// JSON.
    pub payout: Option<String>,
}

/// The payments of a check that the card provider should know, and where their money went.
pub async fn tenders_of(
    database: &Database,
    pos_id: &PosId,
    check: &CheckId,
) -> Result<Vec<TracedTender>, Fault> {
    let found = sqlx::query_as!(
        TracedTender,
        r#"SELECT t.payment_intent_id, t.amount, p.object::text AS "intent?",
             (SELECT json_agg(r.object)::text FROM (SELECT object FROM refund AS r
              WHERE r.pos_id = p.pos_id AND r.payment_intent_id = p.id LIMIT 200) AS r) AS "refunds?",
             (SELECT json_agg(d.object)::text FROM (SELECT object FROM dispute AS d
              WHERE d.pos_id = p.pos_id AND d.payment_intent_id = p.id LIMIT 200) AS d) AS "disputes?",
             b.object::text AS "transaction?",
             o.object::text AS "payout?"
           FROM tender AS t
           LEFT JOIN payment_intent AS p ON p.pos_id = t.pos_id AND p.id = t.payment_intent_id
             AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
           LEFT JOIN balance_transaction AS b ON b.pos_id = p.pos_id AND b.id = p.balance_transaction_id
           LEFT JOIN payout AS o ON o.pos_id = b.pos_id AND o.id = b.payout_id
           WHERE t.pos_id = $1 AND t.pos_check_id = $2 ORDER BY t.place LIMIT $3"#,
        pos_id.as_str(),
        check.as_str(),
        MOST
    )
    .fetch_all(database.pool())
    .await?;
    Ok(found)
}
