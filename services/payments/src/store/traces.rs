//! Payments of checks, and where their money went.

use saffron_core::{CheckId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

/// The most payments of a check that are shown.
const MOST: i64 = 200;

/// Payments with tips of a check, cents; none, if the check is not known.
pub async fn find_check(database: &Database, pos_id: &PosId, check: &CheckId) -> Result<Option<i64>, Fault> {
    let charged = sqlx::query_scalar!(
        "SELECT charged FROM pos_check WHERE pos_id = $1 AND pos_check_id = $2",
        pos_id.as_str(),
        check.as_str()
    );
    Ok(charged.fetch_optional(database.pool()).await?)
}

/// A payment of a check, with the mirrored objects of its money as JSON.
pub struct TracedTender {
    /// The id that the till sent.
    pub payment_intent_id: String,
    /// The amount with the tip, cents.
    pub amount: i64,
    pub intent: Option<String>,
    pub transaction: Option<String>,
    pub payout: Option<String>,
    /// The processor, if it is another than the card provider, and has recorded payments here.
    pub processor: Option<String>,
}

/// The payments of a check that have an id of the provider.
pub async fn tenders_of(
    database: &Database,
    pos_id: &PosId,
    check: &CheckId,
) -> Result<Vec<TracedTender>, Fault> {
    let tenders = sqlx::query_as!(
        TracedTender,
        r#"SELECT t.payment_intent_id, t.amount, p.object::text AS "intent?", b.object::text AS "transaction?",
             o.object::text AS "payout?", r.name AS "processor?"
           FROM tender AS t
           LEFT JOIN payment_intent AS p ON p.pos_id = t.pos_id AND p.id = t.payment_intent_id
             AND (p.processor IS NOT NULL
                  OR EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id))
           LEFT JOIN balance_transaction AS b ON b.pos_id = p.pos_id AND b.id = p.balance_transaction_id
           LEFT JOIN payout AS o ON o.pos_id = b.pos_id AND o.id = b.payout_id
           LEFT JOIN processor AS r ON r.pos_id = t.pos_id AND r.prefix = t.processor
           WHERE t.pos_id = $1 AND t.pos_check_id = $2 ORDER BY t.place LIMIT $3"#,
        pos_id.as_str(),
        check.as_str(),
        MOST
    );
    Ok(tenders.fetch_all(database.pool()).await?)
}
