use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Database;

/// How long after the closing of a check its payment may be missing at the provider.
const KNOWN_WITHIN: SignedDuration = SignedDuration::from_hours(1);
/// How long a check may take to arrive after its card was charged.
const CLOSED_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// The kinds of mismatches between till and provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MismatchKind {
    /// A payment of a check that the provider does not know.
    UnknownToProvider,
    /// A charge without a check.
    WithoutCheck,
    /// The amount of a payout is not the sum of its transactions.
    PayoutDiffers,
}

#[derive(Debug, Clone)]
pub struct Mismatch {
    /// When the check was closed, or the payment or the payout was made, UTC.
    pub at: Timestamp,
    /// The order of mismatches at one moment.
    pub key: String,
    /// Cents, as the till sent it, or as it was charged or paid out.
    pub amount: i64,
    /// ISO 4217, in lower case; tills count in dollars.
    pub currency: String,
    /// The sum of a payout's transactions, cents.
    pub expected: Option<i64>,
    pub check: Option<String>,
    pub intent: Option<String>,
    pub payout: Option<String>,
}

/// Mismatches of one kind at a location, newest first, without payments that are older than the history of the account or
/// newer than the mirror.
pub async fn page_of_mismatches(
    database: &Database,
    pos_id: &PosId,
    kind: MismatchKind,
    after: Option<&(Timestamp, String)>,
    limit: i64,
) -> Result<Vec<Mismatch>, Fault> {
    let now = database.clock().now();
    let (at, key) = after.map_or((Timestamp::MAX, ""), |(at, key)| (*at, key.as_str()));
    // OFFSET 0 has each row looked up by its index. Without it, Postgres makes a join of it, which compares all with all as
    // long as it has no statistics of a table that was just filled.
    let page = match kind {
        MismatchKind::UnknownToProvider => {
            // The check, and the number of its payment.
            let (check, number) = key.rsplit_once('.').unwrap_or(("", "0"));
            let page = sqlx::query_as!(
                Mismatch,
                r#"SELECT t.closed_at AS at, t.pos_check_id || '.' || t.place AS "key!", t.amount, 'usd' AS "currency!",
                     NULL::bigint AS expected, t.pos_check_id AS "check?: String", t.payment_intent_id AS "intent?",
                     NULL AS payout
                   FROM tender AS t
                   JOIN location AS l ON l.pos_id = t.pos_id AND l.mirror_account = l.account_id
                   JOIN history AS h ON h.pos_id = t.pos_id AND h.kind = 'payment_intent' AND h.done
                   WHERE t.pos_id = $1 AND t.amount > 0 AND NOT t.voided
                     AND t.closed_at <= $2 AND t.closed_at <= l.as_of AND t.closed_at >= to_timestamp(h.since)
                     AND (t.closed_at, t.pos_check_id, t.place) < ($3, $4, $5)
                     AND NOT EXISTS (SELECT FROM payment_intent AS p
                                     WHERE p.pos_id = $1 AND p.id = t.payment_intent_id OFFSET 0)
                   ORDER BY t.closed_at DESC, t.pos_check_id DESC, t.place DESC LIMIT $6"#,
                pos_id.as_str(),
                (now - KNOWN_WITHIN).to_sqlx(),
                at.to_sqlx(),
                check,
                number.parse::<i16>().unwrap_or_default(),
                limit
            );
            page.fetch_all(database.pool()).await?
        }
        MismatchKind::WithoutCheck => {
            let page = sqlx::query_as!(
                Mismatch,
                r#"SELECT to_timestamp(p.created) AS "at!", p.id AS key,
                     p.amount_captured - p.amount_refunded AS "amount!", p.object->>'currency' AS "currency!",
                     NULL::bigint AS expected, NULL AS "check", p.id AS "intent?", NULL AS payout
                   FROM payment_intent AS p
                   WHERE p.pos_id = $1 AND p.state IN ('PAYMENT_SUCCESS', 'PARTIAL_REFUND') AND p.created <= $2
                     AND (p.created, p.id) < ($3, $4)
                     AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
                     AND NOT EXISTS (SELECT FROM tender AS t
                                     WHERE t.pos_id = $1 AND t.payment_intent_id = p.id AND t.amount > 0
                                       AND NOT t.voided OFFSET 0)
                   ORDER BY p.created DESC, p.id DESC LIMIT $5"#,
                pos_id.as_str(),
                (now - CLOSED_WITHIN).as_second(),
                at.as_second(),
                key,
                limit
            );
            page.fetch_all(database.pool()).await?
        }
        MismatchKind::PayoutDiffers => {
            let page = sqlx::query_as!(
                Mismatch,
                r#"SELECT to_timestamp(created) AS "at!", id AS key, amount, object->>'currency' AS "currency!",
                     contents AS expected, NULL AS "check", NULL AS intent, id AS "payout?"
                   FROM payout
                   WHERE pos_id = $1 AND contents <> amount AND (created, id) < ($2, $3)
                     AND EXISTS (SELECT FROM location AS l WHERE l.pos_id = $1 AND l.mirror_account = l.account_id)
                   ORDER BY created DESC, id DESC LIMIT $4"#,
                pos_id.as_str(),
                at.as_second(),
                key,
                limit
            );
            page.fetch_all(database.pool()).await?
        }
    };
    Ok(page)
}
